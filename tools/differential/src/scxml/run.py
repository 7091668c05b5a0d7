"""Runs SCXML documents on inputs with python-statemachine: `run.py DIRECTORY`.

Each line of `inputs` belongs to the document with its number: `0.scxml` and so on. The log is
written to `0.document`, in the format in which the skill has written `0.skill`. Each state
gets an <onentry> and an <onexit> that log it.
"""

import re
import sys
from pathlib import Path
from xml.etree import ElementTree

from statemachine.io.scxml.processor import SCXMLProcessor

SCXML = "{http://www.w3.org/2005/07/scxml}"
LABEL = "{urn:skill}label"
GUARD = re.compile(r"panel\.n == (\d+)")
COND = re.compile(r"E\((\d+)\)")


class Model:
    """The variables of the conditions and scripts of a document."""

    def __init__(self, guards):
        self.told = []
        self.n = 0
        self.E = lambda edge: guards[edge] == self.n

    def take(self):
        """Returns the entries since the last call."""
        told = " ".join(self.told)
        self.told.clear()
        return told


def guards_of(root):
    """Returns the number that each transition waits for, by its index."""
    guards = {}
    for transition in root.iter(f"{SCXML}transition"):
        edge = COND.fullmatch(transition.get("cond"))
        guard = GUARD.fullmatch(transition.get(LABEL))
        if edge is None or guard is None:
            raise SystemExit(f"not a transition of these skills: {transition.attrib}")
        guards[int(edge[1])] = int(guard[1])
    return guards


def with_hooks(root):
    """Returns the document with <onentry> and <onexit> in each state."""
    for state in root.iter(f"{SCXML}state"):
        for place, (hook, sign) in enumerate([("onentry", "+"), ("onexit", "-")]):
            element = ElementTree.Element(f"{SCXML}{hook}")
            script = ElementTree.SubElement(element, f"{SCXML}script")
            script.text = f"told.append('{sign}{state.get('id')}')"
            state.insert(place, element)
    return ElementTree.tostring(root, encoding="unicode")


def begin(name, document, guards):
    """Returns a machine that has entered its initial state."""
    processor = SCXMLProcessor(trusted=True)
    processor.parse_scxml(name, document)
    for chart in processor.scs.values():
        # An error in a condition must end the run; by default it becomes an event.
        chart.catch_errors_as_events = False
    model = Model(guards)
    return processor.start(model=model), model


def line(what, machine, model):
    """Formats a line of the log: `5: -A +B = B`."""
    innermost = [state.id for state in machine.configuration if not state.states]
    return f"{what}: {model.take()} = {' '.join(innermost)}\n"


def run(path, inputs):
    """Writes the log of a document. After its end, the document starts again."""
    root = ElementTree.parse(path).getroot()
    guards = guards_of(root)
    document = with_hooks(root)
    machine, log = None, []
    for number in inputs:
        if machine is None:
            machine, model = begin(path.stem, document, guards)
            log.append(line("start", machine, model))
        model.n = number
        machine.send("step")
        log.append(line(number, machine, model))
        if machine.is_terminated:
            machine = None
    path.with_suffix(".document").write_text("".join(log))


def main():
    directory = Path(sys.argv[1])
    for number, inputs in enumerate((directory / "inputs").read_text().splitlines()):
        run(directory / f"{number}.scxml", [int(word) for word in inputs.split()])


main()
