"""Counts in recordings what `nao ask` answers from their table, without that table and without the program's code.

    pip install mcap mcap-protobuf-support duckdb
    nao index games/*.mcap --out all.parquet
    python counts.py NAO all.parquet games/*.mcap [--duckdb PATH]

The recordings are those of the table, given by the same paths; each is a whole run, not a part of several files. It
reads their messages (`/trace`, `/sent`, `/log` and `/passes`; of several robots below `/ROBOT/`) with the package
`mcap`, follows each machine by the graphs in the attached description (but not through `resume`), and compares its own
counts with what `nao ask` prints and with what DuckDB's Python module gives for `nao ask --sql`. It prints a line for
each question, and the first differences; the exit status is 1 if there are any.

The rules of what is counted are those of the pages "Beyond one machine", "Recordings" and "Execution semantics":

- a visit begins when a state is entered with or without those around it, and ends when it is left: by a transition,
  which leaves all states up to the one around its target, also if that is a state that was active, or by a reset;
- a call begins with `called` (of the agent, with its first state), and ends when it is FINAL or FAILED, or with a reset
  before, also of what called it, or another call in its place: then it was stopped. What the agent calls is counted where it runs, in the
  skiller. A call that does not end in the recording has no result and no time;
- a recording of a robot goes from its first message to its last pass;
- the lines of the log are those of the robot and the field: the transitions and failures, which the topic `/log` has as
  well, are rows of their own. A line's time in front of its text belongs to the time.
"""

import argparse
import collections
import json
import os
import re
import shlex
import subprocess
import sys

import duckdb
from google.protobuf.message import DecodeError
from mcap.exceptions import McapError
from mcap.records import Attachment, Channel, Chunk, Message, Metadata, Schema
from mcap.stream_reader import StreamReader, breakup_chunk
from mcap_protobuf.decoder import DecoderFactory

Visit = collections.namedtuple("Visit", "skill path sec")
Call = collections.namedtuple("Call", "skill layer result begin sec")
Taken = collections.namedtuple("Taken", "skill index state target label")


class Machine:
    """A skill or an agent that runs: its states by the graph of the description."""

    def __init__(self, graph):
        self.states, self.transitions = graph["states"], graph["transitions"]
        self.active = []  # (state, time), outermost first
        self.call = None  # when the call began

    def path(self, state):
        around = self.states[state]["parent"]
        return ([] if around is None else self.path(around)) + [state]

    def leave(self, now, keep, visits, skill):
        """Leaves all states but the outermost `keep`."""
        while len(self.active) > keep:
            state, since = self.active.pop()
            names = "/".join(self.states[s]["name"] for s in self.path(state))
            visits.append(Visit(skill, names, now - since))

    def enter(self, state, now):
        """Enters a state and the start states inside it; FINAL and FAILED have no content."""
        while state is not None and self.states[state]["kind"] not in ("Final", "Failed"):
            self.active.append((state, now))
            state = self.states[state]["start"]

    def withdraw(self, name):
        """A precondition of the state `name` led on: the states inside it were not entered."""
        for depth, (state, _) in enumerate(self.active):
            if self.states[state]["name"] == name:
                del self.active[depth + 1 :]


class Robot:
    """A robot of a recording."""

    def __init__(self, file, metadata):
        self.file, self.program = file, metadata["robot"]
        self.name = metadata.get("name") or metadata["robot"]
        self.build, self.skills = metadata["build"], metadata["descriptions"]
        self.begin = self.end = self.ending = None
        self.graphs, self.machines = {}, {}
        self.visits, self.calls, self.taken, self.failures, self.sent, self.log = [], [], [], [], [], []

    def message(self, topic, now, message):
        self.begin = now if self.begin is None else min(self.begin, now)
        if topic == "passes":
            self.end = now
        elif topic == "sent":
            self.sent.append((message.interface, message.name))
        elif topic == "log" and message.name not in self.graphs:
            self.log.append((now, re.sub(rf"^ *[0-9.]+  ({re.escape(self.name)} )?", "", message.message)))
        elif topic == "trace":
            self.event(now, message)

    def event(self, now, event):
        if event.kind == "called" and event.layer == "agent" and event.machine:
            return
        key = event.layer, event.machine, event.skill
        machine = self.machines.setdefault(key, Machine(self.graphs[event.skill]))
        if event.kind in ("called", "reset") and not event.machine:
            for other, running in self.machines.items():
                if other[0] == event.layer and other != key:
                    self.over(running, other, now, "stopped")
        if event.kind == "called" or event.kind == "entered" and machine.call is None:
            self.over(machine, key, now, "stopped")
            machine.call = now
        if event.kind == "entered":
            machine.enter(self.graphs[event.skill]["start"], now)
        elif event.kind == "transition":
            came, index = getattr(event, "from"), event.transition - 1
            declared = machine.transitions[index]
            if declared["resume"] is not None:
                sys.exit(f"{self.file}: {event.skill} resumes a state: this program does not follow that")
            self.taken.append(Taken(event.skill, index, came, event.to, declared["label"]))
            machine.withdraw(came)
            machine.leave(now, len(machine.path(declared["to"])) - 1, self.visits, event.skill)
            machine.enter(declared["to"], now)
            if event.to == "FINAL":
                self.over(machine, key, now, "FINAL")
        elif event.kind == "failed":
            self.failures.append((event.skill, event.text.split(": failed: ", 1)[1], now))
            machine.leave(now, 0, self.visits, event.skill)
            self.over(machine, key, now, "FAILED")
        elif event.kind == "reset":
            machine.leave(now, 0, self.visits, event.skill)
            self.over(machine, key, now, "stopped")

    def over(self, machine, key, now, result):
        if machine.call is not None:
            self.calls.append(Call(key[2], key[0], result, machine.call, now - machine.call))
            machine.call = None


def records(file):
    """The records of a file, up to its end or to where it is cut."""
    with open(file, "rb") as stream:
        try:
            for record in StreamReader(stream, emit_chunks=True, record_size_limit=None).records:
                yield from breakup_chunk(record) if isinstance(record, Chunk) else [record]
        except (McapError, DecodeError, EOFError) as error:
            yield error


def read(file):
    """The robots of a recording."""
    robots, known, decoders, graphs, ending, factory = {}, {}, {}, {}, "whole", DecoderFactory()
    for record in records(file):
        if isinstance(record, Attachment) and record.name == "description.json":
            graphs = {skill["name"]: skill["graph"] for skill in json.loads(record.data)["skills"]}
        elif isinstance(record, Metadata) and record.name == "skill-recording":
            if record.metadata["file"] != "1":
                sys.exit(f"{file}: a part of a recording: its calls and states begin in the file before")
            robots.setdefault(record.metadata.get("topics", ""), Robot(file, record.metadata))
        elif isinstance(record, (Schema, Channel)):
            known[type(record), record.id] = record
        elif isinstance(record, Message):
            channel = known[Channel, record.channel_id]
            prefix, topic = channel.topic.rsplit("/", 1)
            if topic in ("trace", "sent", "log", "passes") and prefix in robots:
                if channel.schema_id not in decoders:
                    decoders[channel.schema_id] = factory.decoder_for("protobuf", known[Schema, channel.schema_id])
                message = decoders[channel.schema_id](record.data)
                robots[prefix].graphs = graphs
                robots[prefix].message(topic, record.log_time / 1e9, message)
        elif isinstance(record, Exception):
            ending = f"cut after {os.path.getsize(file)} bytes"
    for robot in robots.values():
        robot.ending = ending
        running = [(key, machine) for key, machine in robot.machines.items() if machine.call is not None]
        robot.calls += [Call(skill, layer, None, machine.call, None) for (layer, _, skill), machine in running]
    return list(robots.values())


def command(robot, now):
    several = ["--robot", robot.name] if robot.name != robot.program else []
    return ("nao", "replay", robot.file, *several, "--at", f"{now:.2f}")


def grouped(rows, key):
    groups = collections.defaultdict(list)
    for row in rows:
        groups[key(row)].append(row)
    return groups.items()


def mean(numbers):
    return sum(numbers) / len(numbers) if numbers else None


def secs(rows):
    return [row.sec for row in rows if row.sec is not None]


def answers(robots, table):
    """For each question its options, and its rows as this program counts them."""
    visits = list(grouped([v for r in robots for v in r.visits], lambda v: (v.skill, v.path)))
    calls = [(r, c) for r in robots for c in r.calls if c.layer == "skiller"]
    failures = [(r, *f) for r in robots for f in r.failures]
    done = {(r.program, r.skills, t.skill, t.index) for r in robots for t in r.taken}
    taken = collections.Counter((t.skill, t.state, t.target, t.label) for r in robots for t in r.taken)

    def count(rows, result):
        return sum(c.result == result for c in rows)

    yield "longest-states", [], [(*k, len(v), sum(secs(v)), max(secs(v))) for k, v in visits]
    yield "shortest-states", [], [(*k, len(v), sum(round(x.sec, 6) < 0.1 for x in v)) for k, v in visits]
    rows = grouped(failures, lambda f: f[1:3])
    yield "failures", [], [(*k, len(f), len({r.file for r, *_ in f})) for k, f in rows]
    yield "moments", [], [(f[1], f[2], f[0].name, command(f[0], f[3])) for f in failures]
    rows = grouped([c for _, c in calls], lambda c: c.skill)
    ends = [(k, c, [count(c, result) for result in ("FINAL", "FAILED", "stopped")]) for k, c in rows]
    yield "calls", [], [(k, len(c), *e, mean(secs(c)), max(secs(c), default=None)) for k, c, e in ends]
    yield "transitions", [], [(*k, n) for k, n in taken.items()]
    never = set()
    for r in robots:
        for skill, graph in r.graphs.items():
            for index, t in enumerate(graph["transitions"]):
                if (r.program, r.skills, skill, index) not in done:
                    names = [graph["states"][s]["name"] if s is not None else "always" for s in (t["from"], t["to"])]
                    never.add((skill, *names, t["label"]))
    yield "never-taken", [], list(never)
    yield "sent", [], [(*k, n) for k, n in collections.Counter(s for r in robots for s in r.sent).items()]
    for skill in ("kick", "approach_ball"):
        first = [[c.begin for c in r.calls if c.skill == skill] for r in robots]
        rows = [(r.file, r.name, min(f) - r.begin if f else None) for r, f in zip(robots, first)]
        yield "time-to", ["--skill", skill], rows
    for text in ("ball", "FAILED after", "'"):
        rows = [(r.file, r.name, now, line) for r in robots for now, line in r.log if text in line]
        yield "log", ["--text", text], rows
    rows = [(k, [c for _, c in v]) for k, v in grouped(calls, lambda c: (c[1].skill, c[0].skills))]
    yield "versions", [], [(s, table, h, len(c), 100 * count(c, "FINAL") / len(c), mean(secs(c))) for (s, h), c in rows]
    yield "files", [], [(r.file, r.name, r.build, r.end - r.begin, r.ending) for r in robots]


def same(name, ours, theirs):
    """Whether values are equal; seconds are rounded to two digits, percents to one."""
    if isinstance(ours, float) and isinstance(theirs, (int, float)):
        return abs(ours - theirs) <= (0.05 if name.endswith("percent") else 0.005) + 1e-6
    return ours == theirs


def readable(name, value):
    if name == "command":
        *words, at = shlex.split(value)
        return (*words, f"{float(at):.2f}")  # DuckDB leaves zeros at the end out
    return value


def differences(names, ours, theirs):
    """Compares rows in any order: those with the same texts, by their numbers."""
    rows = collections.defaultdict(lambda: ([], []))
    for side in (0, 1):
        for row in (ours, theirs)[side]:
            texts = tuple("" if isinstance(v, (int, float)) or v is None else str(v) for v in row)
            rows[texts][side].append(row)
    for texts, pair in sorted(rows.items()):
        mine, other = (
            sorted(side, key=lambda row: [v or 0 for v in row if not isinstance(v, (str, tuple))]) for side in pair
        )
        if len(mine) != len(other) or not all(same(*v) for m, o in zip(mine, other) for v in zip(names, m, o)):
            yield f"counted {mine}, has {other}"


def asked(nao, question, table, options):
    words = [nao, "ask", question, table, "--limit", "100000", *options]
    return subprocess.run(words, check=True, capture_output=True, text=True).stdout


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("nao", help="the program")
    parser.add_argument("table", help="the table of the recordings")
    parser.add_argument("recordings", nargs="+", metavar="RECORDING.mcap")
    parser.add_argument("--duckdb", default="duckdb", help="the program duckdb")
    given = parser.parse_args()
    robots = [robot for file in given.recordings for robot in read(file)]
    failed = False
    for question, options, ours in answers(robots, given.table):
        answer = duckdb.sql(asked(given.nao, question, given.table, [*options, "--sql"]).strip().rstrip(";"))
        names = answer.columns
        by_sql = [tuple(map(readable, names, row)) for row in answer.fetchall()]
        json_options = [*options, "--format", "json", "--duckdb", given.duckdb]
        printed = map(json.loads, asked(given.nao, question, given.table, json_options).splitlines())
        by_nao = [tuple(readable(name, row[name]) for name in names) for row in printed]
        found = [f"nao ask: {text}" for text in differences(names, ours, by_nao)]
        found += [f"its SQL: {text}" for text in differences(names, ours, by_sql)]
        failed |= bool(found)
        result = f"{len(found)} differences" if found else f"{len(ours)} rows agree"
        print(f"{shlex.join([question, *options])}: {result}", *found[:5], sep="\n  ")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
