"""Hardware and skills of the rover in one process, in Python.

    engine.py LIBRARY HEADER CALL

LIBRARY is librover_skills.so, HEADER its rover_skills.h, from which the constants are read. Exit
status: 0 FINAL, 1 FAILED, 2 a call that cannot be run.
"""

import ctypes as c
import math
import re
import sys

CYCLE_US = 10_000


class Sensors(c.Structure):
    _fields_ = [
        ("published", c.c_uint32),
        ("released", c.c_uint32),
        ("forward_m_per_sec", c.c_float),
        ("turn_rad_per_sec", c.c_float),
        ("x_m", c.c_float),
        ("y_m", c.c_float),
        ("heading_rad", c.c_float),
        ("sees", c.c_uint32),
        ("distance_m", c.c_float),
        ("bearing_rad", c.c_float),
        ("jaws", c.c_uint32),
        ("holds", c.c_uint32),
        ("msgid", c.c_uint32),
        ("final", c.c_uint32),
    ]


class Command(c.Structure):
    _fields_ = [("message", c.c_uint32), ("id", c.c_uint32), ("floats", c.c_float * 2)]


class Actuators(c.Structure):
    _fields_ = [
        ("commands", c.c_uint32),
        ("command", Command * 16),
        ("watchdog", c.c_uint32),
        ("missed", c.c_uint32),
        ("refused", c.c_uint32),
        ("discarded", c.c_uint32),
        ("refused_times", c.c_uint32),
    ]


class Status(c.Structure):
    _fields_ = [
        ("status", c.c_uint32),
        ("cycle", c.c_uint32),
        ("control", c.c_uint32),
        ("lost", c.c_uint32),
        ("call", c.c_char * 128),
        ("error", c.c_char * 128),
    ]


TRACE_ENTRY = c.c_uint32 * 7
# The number in ROVER_ABI of the header after which the structs above are written: the library is refused when it
# has other fields, also in another order. Compare the structs with the new header, then copy its number.
LAYOUT = 0xDF5ECC76


class Engine:
    """The rover's skills, with their own memory."""

    def __init__(self, library, header):
        text = open(header).read()
        defines = re.findall(r"#define ROVER_(\w+) (\w+)\n", text)
        self.codes = {name: int(value, 0) for name, value in defines}
        self.library = c.CDLL(library)
        for name in re.findall(r"^size_t rover_(\w+)\(", text, re.MULTILINE):
            self[name].restype = c.c_size_t
        for name in ("abi", "behaviour_call"):
            self[name].restype = c.c_uint32
        self["engine_behaviour"].restype = c.c_void_p
        self["result_text"].restype = c.c_char_p
        # As ROVER_ABI, so that structs above of another size are refused, too.
        abi = LAYOUT
        for of in (Sensors, Actuators, Status, TRACE_ENTRY):
            abi = (abi * 65599 & 0xFFFFFFFF) ^ c.sizeof(of)
        size, align = self["engine_size"](), self["align"]()
        self.memory = c.create_string_buffer(size + align)
        start = -c.addressof(self.memory) % align + c.addressof(self.memory)
        self.engine = c.c_void_p()
        create = self["engine_create"]
        self.must(create(c.c_void_p(start), c.c_size_t(size), abi, c.byref(self.engine)))
        self.behaviour = c.c_void_p(self["engine_behaviour"](self.engine))

    def __getitem__(self, name):
        return getattr(self.library, "rover_" + name)

    def must(self, code, *others):
        if code not in (self.codes["OK"], *others):
            raise RuntimeError(self["result_text"](code).decode())

    def call(self, text):
        call = text.encode()
        code = self["behaviour_call"](self.behaviour, call, c.c_size_t(len(call)))
        self.must(code, self.codes["BAD_CALL"])
        return code == self.codes["OK"]

    def tick(self, sensors, time_us):
        told = Actuators()
        code = self["engine_tick"](
            self.engine, c.byref(sensors), c.c_uint64(time_us), c.byref(told)
        )
        if code in (self.codes["OK"], self.codes["NO_CONTROL"]):
            code = self["behaviour_serve"](self.behaviour)
        # After an error these are the safe commands, since the hardware keeps its last command.
        if code != self.codes["OK"]:
            self.must(self["actuators_safe"](c.byref(told)))
        return told, code

    def status(self):
        status = Status()
        self.must(self["behaviour_status"](self.behaviour, c.byref(status)))
        return status


def main(library, header, call):
    engine = Engine(library, header)
    if not engine.call(call):
        print(engine.status().error.decode(), file=sys.stderr)
        return 2
    codes = engine.codes
    # A robot on an empty floor: the lidar sees nothing.
    sensors = Sensors(published=0x1F, released=1, final=1)
    for cycle in range(100_000):
        sensors.heading_rad += sensors.turn_rad_per_sec * CYCLE_US / 1e6
        way_m = sensors.forward_m_per_sec * CYCLE_US / 1e6
        sensors.x_m += way_m * math.cos(sensors.heading_rad)
        sensors.y_m += way_m * math.sin(sensors.heading_rad)
        told, code = engine.tick(sensors, cycle * CYCLE_US)
        for command in told.command[: told.commands]:
            if command.message == codes["WHEELS_SET_VELOCITY"]:
                sensors.forward_m_per_sec, sensors.turn_rad_per_sec = command.floats
            elif command.message == codes["WHEELS_STOP"]:
                sensors.forward_m_per_sec = sensors.turn_rad_per_sec = 0
        engine.must(code)
        status = engine.status()
        if status.status != codes["RUNNING"]:
            is_final = status.status == codes["FINAL"]
            word = "FINAL" if is_final else "FAILED"
            print(f"{word} after {cycle} cycles at {sensors.x_m:.2f} m: {status.error.decode()}")
            return 0 if is_final else 1
    return 3


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
