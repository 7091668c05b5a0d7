"""Trials of the robot's own program, `nao lola`, on the model: `cargo xtask physics --test`.

The world runs in lock step with the program, so trials take as long as both need; what is late
by the wall clock is the watchdog's to decide. Trial number n of a seed is the same world each
time.
"""

import contextlib
import json
import os
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time

import numpy as np

from .trials import (
    BALL_NOISE_M,
    BALL_X_M,
    BALL_Y_M,
    FALL_SEC,
    FRICTION,
    MAX_PARKED_M,
    MIN_KICK_M,
    MIN_PARKED_UP,
    NOISE_RAD,
    PARKED_SEC,
    PARKED_STIFFNESS,
    PUSH_NS,
    TORQUE,
    TRIES,
)
from .truth import FALLEN_UPRIGHT, STANDING_SEC
from .world import TICK_SEC

# The skill of standing up, and a pause of the agent before the next try.
STANDUP_SEC, PAUSE_SEC = 12.504, 1.0
# The skills of sitting down and kicking.
PARK_SEC, KICK_SEC = 3.0, 12.9
START_SEC = 20.0
# The robot's program has as long as it needs on a busy machine, unless it is dead.
DEADLINE_MS = 500
# How far off the joints of a robot that stands may be.
STAND_NOISE_RAD = NOISE_RAD / 5


class TrialError(Exception):
    """A trial that could not be run."""


class World:
    """A server of the world, and the connection that controls it."""

    def __init__(self, directory, video=None, packets=None):
        # The file for the sensor packets of the last push.
        self.packets = packets
        self.lola, control = (os.path.join(directory, name) for name in ("lola", "control"))
        arguments = ["--socket", self.lola, "--control", control, "--fast", "--paused"]
        arguments += ["--video", video] if video else []
        command = [sys.executable, "-m", "physics", *arguments]
        self.server = subprocess.Popen(command, stderr=subprocess.DEVNULL)
        wait_for(lambda: os.path.exists(control), "the world")
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(control)
        self.file = self.socket.makefile("rw")

    def do(self, what, **arguments):
        self.file.write(json.dumps({"do": what, **arguments}) + "\n")
        self.file.flush()
        answer = json.loads(self.file.readline())
        if "error" in answer:
            raise TrialError(answer["error"])
        return answer

    def run(self, seconds):
        return self.do("run", ticks=round(seconds / TICK_SEC))

    def close(self):
        self.socket.close()
        self.server.terminate()
        self.server.wait()


def wait_for(is_there, what):
    end = time.monotonic() + START_SEC
    while not is_there():
        if time.monotonic() > end:
            raise TrialError(f"waited {START_SEC:.0f} s in vain for {what}")
        time.sleep(0.01)


@contextlib.contextmanager
def program(nao, world, *arguments):
    """The robot's program, connected."""
    command = [nao, "lola", "--socket", world.lola, "--deadline-ms", str(DEADLINE_MS)]
    process = subprocess.Popen(
        [*command, *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        wait_for(lambda: world.do("truth")["is_connected"], "the robot's program")
        yield process
    finally:
        for pid in (*children(process), process.pid):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        process.wait()
        wait_for(lambda: not world.do("truth")["is_connected"], "the end of the program")


def children(process):
    """Returns the processes that a process has started."""
    path = f"/proc/{process.pid}/task/{process.pid}/children"
    try:
        with open(path, encoding="ascii") as file:
            return [int(pid) for pid in file.read().split()]
    except OSError:
        return []


class Referee:
    """Sends the packets of the league's referee: the game is played."""

    TEAM, PLAYER = 7, 3

    def __init__(self):
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.ends = threading.Event()
        threading.Thread(target=self.send, daemon=True).start()

    def arguments(self):
        address = ["--gamecontroller", f"127.0.0.1:{self.port}"]
        return [*address, "--team", str(self.TEAM), "--player", str(self.PLAYER)]

    def send(self):
        number = 0
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sender:
            while not self.ends.wait(0.1):
                # Version 19, small robots, playing, in the first half.
                head = (19, number, 5, 0, 0, 0, 3, 0, 1, self.TEAM)
                packet = b"RGme" + struct.pack("<10Bhh", *head, 600, 0)
                for team in (self.TEAM, self.TEAM + 1):
                    packet += struct.pack("<6BHH", team, team % 2, 2, 1, 0, 0, 0, 12000)
                    packet += bytes(4 * 20)
                sender.sendto(packet, ("127.0.0.1", self.port))
                number = (number + 1) % 256


def prepare(world, random, place, noise_rad):
    vary = {
        "friction": 1 + random.uniform(-FRICTION, FRICTION),
        "torque": 1 + random.uniform(-TORQUE, TORQUE),
    }
    world.do("vary", **vary)
    world.do("place", place=place, noise_rad=noise_rad, seed=int(random.integers(2**31)))


def standup(side, nao, world, random):
    prepare(world, random, side, NOISE_RAD)
    with program(nao, world, "standup{}"):
        # Before the end of the skill, with which the program ends.
        state = world.run(STANDUP_SEC - 0.5)
    return state["standing_sec"] >= STANDING_SEC


def push(nao, world, random, referee):
    save = ["--save-packets", world.packets] if world.packets else []
    with program(nao, world, *referee.arguments(), *save):
        while True:
            prepare(world, random, "stand", STAND_NOISE_RAD)
            # The agent notices that it is somewhere else.
            world.run(0.5)
            direction, impulse_ns = random.uniform(0, 2 * np.pi), random.uniform(*PUSH_NS)
            ways = [impulse_ns * np.cos(direction), impulse_ns * np.sin(direction), 0.0]
            world.do("push", impulse_ns=ways)
            if world.run(FALL_SEC)["torso_up"] < FALLEN_UPRIGHT:
                break
        for _ in range(TRIES):
            if world.run(STANDUP_SEC + PAUSE_SEC)["standing_sec"] >= STANDING_SEC:
                return True
    return False


def sits(state):
    return state["torso_height_m"] < MAX_PARKED_M and state["min_up"] > MIN_PARKED_UP


def park(nao, world, random):
    prepare(world, random, "stand", STAND_NOISE_RAD)
    world.do("watch")
    with program(nao, world, "park{}"):
        world.run(PARK_SEC)
        state = world.run(PARKED_SEC)
    return sits(state)


def kick(leg, nao, world, random):
    prepare(world, random, "stand", STAND_NOISE_RAD)
    x_m, y_m, _ = world.do("truth")["torso_m"]
    side_m = BALL_Y_M if leg == "left" else -BALL_Y_M
    noise = random.uniform(-BALL_NOISE_M, BALL_NOISE_M, 2)
    start = np.array([x_m + BALL_X_M, y_m + side_m]) + noise
    world.do("ball", x_m=float(start[0]), y_m=float(start[1]))
    world.do("watch")
    with program(nao, world, f'kick{{leg="{leg}"}}'):
        state = world.run(KICK_SEC)
    way_m = np.hypot(*(np.array(state["ball_m"][:2]) - start))
    return state["standing_sec"] >= STANDING_SEC and not state["has_fallen"] and way_m >= MIN_KICK_M


def kill(with_signal, nao, world, random, referee):
    prepare(world, random, "stand", STAND_NOISE_RAD)
    world.do("watch")
    with program(nao, world, *referee.arguments()) as process:
        world.run(random.uniform(0.5, 3.0))
        (behavior,) = children(process)
        os.kill(behavior, with_signal)
        state = world.run(PARKED_SEC)
    return sits(state) and max(state["stiffness"]) <= PARKED_STIFFNESS + 1e-6


def tests(referee):
    """Returns for each test its trials, how many there are, and how many must succeed."""

    def both(first, second):
        return lambda number: first if number % 2 == 0 else second

    def one(trial):
        return lambda _: trial

    return {
        "standup_front": (one(lambda *of: standup("front", *of)), 100, 96),
        "standup_back": (one(lambda *of: standup("back", *of)), 100, 96),
        "push": (one(lambda *of: push(*of, referee)), 40, 38),
        "park": (one(park), 20, 20),
        "kick": (
            both(lambda *of: kick("left", *of), lambda *of: kick("right", *of)),
            20,
            20,
        ),
        "kill": (
            both(
                lambda *of: kill(signal.SIGKILL, *of, referee),
                lambda *of: kill(signal.SIGSTOP, *of, referee),
            ),
            20,
            20,
        ),
    }


def run(nao, only, runs, seed, video=None, packets=None):
    """Runs the tests whose names contain `only`; returns whether enough trials succeed. With
    `runs`, only so many of each, of which the same share must succeed."""
    passed, referee = True, Referee()
    with tempfile.TemporaryDirectory() as directory:
        world = World(directory, video, packets)
        try:
            for name, (trial, most, bound) in tests(referee).items():
                if only not in name:
                    continue
                count = min(runs or most, most)
                failed = []
                for number in range(count):
                    print(f"\r{name}: {number}/{count} ", end="", file=sys.stderr, flush=True)
                    random = np.random.default_rng([seed, number])
                    if not trial(number)(nao, world, random):
                        failed.append(number)
                needed = int(np.ceil(bound * count / most))
                is_enough = count - len(failed) >= needed
                passed &= is_enough
                which = f", not {', '.join(map(str, failed))}" if failed else ""
                print(
                    f"\r{name}: {count - len(failed)} of {count}, needed {needed} "
                    f"(seed {seed}{which}): {'ok' if is_enough else 'FAILED'}"
                )
        finally:
            referee.ends.set()
            world.close()
    return passed
