"""Trials of the robot's own program, `nao lola`, on the model: `cargo xtask physics --test`.

The world runs in lock step with the program, so trials take as long as both need. Where the
program is killed, the world runs in real time, with the watchdog's own deadline. Trial number n of
a seed is the same world each time.
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
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from functools import partial

import numpy as np

from . import trials
from .truth import FALLEN_UPRIGHT, STANDING_SEC
from .world import TICK_SEC

# The time in which a lying robot stands.
STANDUP_SEC = 12.0
# The time from a push to standing: the longest, and the bound of the median; and the times at which
# the robot is looked at.
RECOVERY_SEC, MEDIAN_SEC, STEP_SEC = 20.0, 10.0, 0.1
# The skills of sitting down and kicking.
PARK_SEC, KICK_SEC, ROLL_SEC = 3.0, 3.8, 4.0
START_SEC = 20.0
# The robot's program has as long as it needs on a busy machine, unless it is dead.
DEADLINE_MS = 1000
# How far off the joints of a robot that stands may be.
STAND_NOISE_RAD = trials.NOISE_RAD / 5


class TrialError(Exception):
    """A trial that could not be run."""


class World:
    """A server of the world, the connection that controls it, and a referee."""

    def __init__(self, directory, is_paced, video=None):
        self.is_paced, self.referee = is_paced, Referee()
        # The file for the sensor packets of a push.
        self.packets = None
        self.lola, control = (os.path.join(directory, name) for name in ("lola", "control"))
        arguments = ["--socket", self.lola, "--control", control, "--paused"]
        arguments += [] if is_paced else ["--fast"]
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
        """Runs for a time, in which the referee sends its packets."""
        ticks, period = round(seconds / TICK_SEC), round(Referee.PERIOD_SEC / TICK_SEC)
        while True:
            self.referee.send()
            state = self.do("run", ticks=min(ticks, period))
            ticks -= period
            if ticks <= 0:
                return state

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
    command = [nao, "lola", "--socket", world.lola, *arguments]
    if not world.is_paced:
        command += ["--deadline-ms", str(DEADLINE_MS)]
    process = subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
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
    """Sends the packets of the league's referee, in the time of the world: the game is played."""

    TEAM, PLAYER = 7, 3
    PERIOD_SEC = 0.5

    def __init__(self):
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.sender, self.number = socket.socket(socket.AF_INET, socket.SOCK_DGRAM), 0

    def arguments(self):
        address = ["--gamecontroller", f"127.0.0.1:{self.port}"]
        return [*address, "--team", str(self.TEAM), "--player", str(self.PLAYER)]

    def send(self):
        # Version 19, small robots, playing, in the first half.
        head = (19, self.number, 5, 0, 0, 0, 3, 0, 1, self.TEAM)
        packet = b"RGme" + struct.pack("<10Bhh", *head, 600, 0)
        for team in (self.TEAM, self.TEAM + 1):
            packet += struct.pack("<6BHH", team, team % 2, 2, 1, 0, 0, 0, 12000)
            packet += bytes(4 * 20)
        self.sender.sendto(packet, ("127.0.0.1", self.port))
        self.number = (self.number + 1) % 256


def prepare(world, random, place, noise_rad):
    vary = {
        "friction": 1 + random.uniform(-trials.FRICTION, trials.FRICTION),
        "torque": 1 + random.uniform(-trials.TORQUE, trials.TORQUE),
    }
    world.do("vary", **vary)
    world.do("place", place=place, noise_rad=noise_rad, seed=int(random.integers(2**31)))


def standup(side, nao, world, random):
    prepare(world, random, side, trials.NOISE_RAD)
    with program(nao, world, "standup{}"):
        # At the end of the skill, with which the program ends, it sits down.
        steps = int(STANDUP_SEC / STEP_SEC)
        return any(world.run(STEP_SEC)["standing_sec"] >= STANDING_SEC for _ in range(steps))


def push(nao, world, random):
    save = ["--save-packets", world.packets] if world.packets else []
    with program(nao, world, *world.referee.arguments(), *save):
        while True:
            prepare(world, random, "stand", STAND_NOISE_RAD)
            # The agent notices that it is somewhere else.
            world.run(0.5)
            direction, impulse_ns = random.uniform(0, 2 * np.pi), random.uniform(*trials.PUSH_NS)
            ways = [impulse_ns * np.cos(direction), impulse_ns * np.sin(direction), 0.0]
            world.do("push", impulse_ns=ways)
            if world.run(trials.FALL_SEC)["torso_up"] < FALLEN_UPRIGHT:
                break
        # The fall is a part of it.
        for steps in range(1, int(RECOVERY_SEC / STEP_SEC) + 1):
            if world.run(STEP_SEC)["standing_sec"] >= STANDING_SEC:
                return trials.FALL_SEC + steps * STEP_SEC - STANDING_SEC
    return None


def sits(state):
    return state["torso_height_m"] < trials.MAX_PARKED_M and state["min_up"] > trials.MIN_PARKED_UP


def is_soft(state):
    # In LoLA it is a number of 32 bits.
    return max(state["stiffness"]) <= trials.PARKED_STIFFNESS + 1e-6


def park(nao, world, random):
    prepare(world, random, "stand", STAND_NOISE_RAD)
    world.do("watch")
    with program(nao, world, "park{}"):
        # Before the end of the skill, after which the watchdog would sit it down.
        state = world.run(PARK_SEC - 0.1)
        if not sits(state) or is_soft(state):
            return False
        state = world.run(trials.PARKED_SEC)
    return sits(state)


def kick(leg, nao, world, random):
    prepare(world, random, "stand", STAND_NOISE_RAD)
    x_m, y_m, _ = world.do("truth")["torso_m"]
    side_m = trials.BALL_Y_M if leg == "left" else -trials.BALL_Y_M
    noise = random.uniform(-trials.BALL_NOISE_M, trials.BALL_NOISE_M, 2)
    start = np.array([x_m + trials.BALL_X_M, y_m + side_m]) + noise
    world.do("ball", x_m=float(start[0]), y_m=float(start[1]))
    world.do("watch")
    with program(nao, world, f'kick{{leg="{leg}"}}'):
        # At the end of the skill, with which the program ends, it sits down.
        state = world.run(KICK_SEC)
        rolled = world.run(ROLL_SEC)
    is_standing = state["standing_sec"] > 0 and not state["has_fallen"]
    way_m = np.hypot(*(np.array(rolled["ball_m"][:2]) - start))
    return is_standing and not rolled["has_fallen"] and way_m >= trials.MIN_KICK_M


def kill(with_signal, nao, world, random):
    prepare(world, random, "stand", STAND_NOISE_RAD)
    world.do("watch")
    with program(nao, world, *world.referee.arguments()) as process:
        world.run(random.uniform(0.5, 3.0))
        # A behavior that was late has been killed already.
        for behavior in children(process):
            os.kill(behavior, with_signal)
        state = world.run(trials.PARKED_SEC)
    return sits(state) and is_soft(state)


@dataclass
class Test:
    """A number of trials, by turns of each kind, of which some must succeed."""

    kinds: tuple
    trials: int
    needed: int
    is_paced: bool = False

    def trial(self, number):
        return self.kinds[number % len(self.kinds)]


TESTS = {
    "standup_front": Test((partial(standup, "front"),), 100, 96),
    "standup_back": Test((partial(standup, "back"),), 100, 96),
    "push": Test((push,), 100, 98),
    "park": Test((park,), 20, 20),
    "kick": Test((partial(kick, "left"), partial(kick, "right")), 20, 20),
    "kill": Test(
        (partial(kill, signal.SIGKILL), partial(kill, signal.SIGSTOP)), 20, 20, is_paced=True
    ),
}


class Worlds:
    """A world of each kind for each thread that runs trials."""

    def __init__(self, directory, video):
        self.directory, self.video = directory, video
        self.own, self.all = threading.local(), []

    def get(self, is_paced):
        """Returns the thread's world. Drawing is too slow for real time."""
        worlds, is_paced = self.own.__dict__, is_paced and not self.video
        if is_paced not in worlds:
            directory = tempfile.mkdtemp(dir=self.directory)
            worlds[is_paced] = World(directory, is_paced, self.video)
            self.all.append(worlds[is_paced])
        return worlds[is_paced]

    def close(self):
        for world in self.all:
            world.close()


def run_test(name, test, count, seed, worlds, threads, nao, packets):
    """Runs the first trials of a test; returns whether enough of them succeed."""

    def run_trial(number):
        random, world = np.random.default_rng([seed, number]), worlds.get(test.is_paced)
        world.packets = packets if number == 0 else None
        result = test.trial(number)(nao, world, random)
        return number, result if isinstance(result, float) else bool(result)

    start, failed, times_sec = time.monotonic(), [], []
    trials = [threads.submit(run_trial, number) for number in range(count)]
    for done, trial in enumerate(as_completed(trials)):
        # Whether it has succeeded, or the time that it took.
        number, result = trial.result()
        if result is False:
            failed.append(number)
        elif result is not True:
            times_sec.append(result)
        if sys.stderr.isatty():
            print(f"\r{name}: {done + 1}/{count} ", end="", file=sys.stderr, flush=True)
    if sys.stderr.isatty():
        print("\r", end="", file=sys.stderr, flush=True)
    successes, needed = count - len(failed), int(np.ceil(test.needed * count / test.trials))
    is_enough = successes >= needed
    which = f", not {', '.join(map(str, sorted(failed)))}" if failed else ""
    if times_sec:
        which += f", median {np.median(times_sec):.1f} s, worst {max(times_sec):.1f} s"
        is_enough = is_enough and np.median(times_sec) < MEDIAN_SEC
    print(
        f"{name:13} {successes:3} of {count:3}, needed {needed:2}, seed {seed}{which}, "
        f"{time.monotonic() - start:.0f} s: {'ok' if is_enough else 'FAILED'}",
        flush=True,
    )
    return is_enough


def run(nao, only, runs, seed, video=None, packets=None):
    """Runs the tests whose names contain `only`; returns whether enough trials succeed. With
    `runs`, only so many of each, of which the same share must succeed."""
    tests = {name: test for name, test in TESTS.items() if only in name}
    if not tests:
        raise TrialError(f"no test has `{only}` in its name: there are {', '.join(TESTS)}")
    # A video shows one world.
    jobs = 1 if video else max(2, os.cpu_count() or 1)
    with tempfile.TemporaryDirectory() as directory:
        worlds, threads = Worlds(directory, video), ThreadPoolExecutor(jobs)
        try:
            results = []
            for name, test in tests.items():
                count = min(runs or test.trials, test.trials)
                of = (worlds, threads, nao, packets)
                results.append(run_test(name, test, count, seed, *of))
        finally:
            threads.shutdown(cancel_futures=True)
            worlds.close()
    return all(results)
