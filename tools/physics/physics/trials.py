"""Trials of the motions: each with surfaces, motors and a start of its own, from a seed."""

from functools import partial

import numpy as np

from . import motion, sensors
from .joints import COUNT
from .truth import FALLEN_UPRIGHT, Watch, up
from .world import World

# The variation of a trial: shares of friction and torque, and the standard deviation of the
# joints and of the torso's turn, rad.
FRICTION, TORQUE, NOISE_RAD = 0.3, 0.1, 0.05
HOLD_SEC = 1.2
# A push at the torso, N s; the robot has 5 kg.
PUSH_NS = (7.0, 11.0)
FALL_SEC = 2.0
TRIES = 3
# How much slower than in its file the motion of each try is: what has failed is not repeated as it was. The
# motions need their momentum: at 1.25 a robot on its front does not get up.
SLOWER = (1.0, 1.05, 1.1)
PARKED_STIFFNESS, PARKED_SEC = 0.3, 5.0
# Parked, the torso is low (m), and has always been upright.
MAX_PARKED_M, MIN_PARKED_UP = 0.25, 0.8
# Where the ball is kicked, in front of the left foot, m, and how far off it may be.
BALL_X_M, BALL_Y_M, BALL_NOISE_M = 0.17, 0.05, 0.01
MIN_KICK_M, ROLL_SEC = 0.5, 4.0


def vary(world, random):
    friction = 1 + random.uniform(-FRICTION, FRICTION)
    world.vary(friction, 1 + random.uniform(-TORQUE, TORQUE))


def getup(world, random, show=None):
    """Rises from sitting."""
    vary(world, random)
    world.place("sit", NOISE_RAD / 5, random)
    motion.load("stand").play(world, show)
    return stands(world, show)


def follow(world, show):
    """Returns a watch, and what to call after each tick."""
    watch = Watch()

    def both(world):
        watch(world)
        if show:
            show(world)

    return watch, both


def stands(world, show, seconds=HOLD_SEC):
    """Holds the last command, and returns whether the robot stands at the end of that."""
    watch, both = follow(world, show)
    world.ticks(seconds, both)
    return watch.stands


def side_below(world):
    """Returns the side that a lying robot's accelerometer detects."""
    return "front" if sensors.inertial(world)[0][0] > 0 else "back"


def stand_up(world, show=None, slower=1.0):
    """Moves to the start pose, chooses the side, plays; returns whether the robot stands."""
    motion.load("lie").play(world, show)
    motion.load(f"standup_{side_below(world)}").slower(slower).play(world, show)
    return stands(world, show)


def standup(side, world, random, show=None):
    vary(world, random)
    world.place(side, NOISE_RAD, random)
    return stand_up(world, show)


def topple(world, random, show=None, side=None, vary=vary):
    """Pushes a standing robot, in a world of its own, until it falls; on this side, if one is given."""
    while True:
        vary(world, random)
        world.place("stand", NOISE_RAD / 5, random)
        direction, impulse_ns = random.uniform(0, 2 * np.pi), random.uniform(*PUSH_NS)
        world.push([impulse_ns * np.cos(direction), impulse_ns * np.sin(direction), 0])
        world.ticks(FALL_SEC, show)
        if up(world, world.torso) < FALLEN_UPRIGHT and side in (None, side_below(world)):
            break


def push(world, random, show=None, log=None):
    """Pushes a standing robot until it falls; returns whether it is on its feet after that."""
    topple(world, random, show)
    for attempt in range(TRIES):
        if stand_up(world, show, SLOWER[attempt]):
            if log is not None:
                log.append(attempt + 1)
            return True
    return False


def fallen(side, world, random, show=None):
    """Returns whether a robot that was pushed onto this side stands up at the first try."""
    topple(world, random, show, side)
    return stand_up(world, show)


def prepare_park(world, random, stiffness=1.0):
    vary(world, random)
    world.place("stand", NOISE_RAD / 5, random)
    world.command(stiffness=np.full(COUNT, stiffness))


def play_park(world, played, show=None):
    """Sits down, then rests with a low stiffness; returns what was seen."""
    watch, both = follow(world, show)
    played.play(world, both)
    world.command(stiffness=np.minimum(world.stiffness, PARKED_STIFFNESS))
    world.ticks(PARKED_SEC, both)
    return watch


def park(world, random, show=None, stiffness=1.0):
    """Returns whether the robot sits after `park`, and has not leaned far."""
    prepare_park(world, random, stiffness)
    watch = play_park(world, motion.load("park"), show)
    return watch.min_up > MIN_PARKED_UP and watch.state["torso_height_m"] < MAX_PARKED_M


def prepare_kick(world, random, is_left=True):
    vary(world, random)
    world.place("stand", NOISE_RAD / 5, random)
    ball = np.array([BALL_X_M, BALL_Y_M if is_left else -BALL_Y_M])
    ball += random.uniform(-BALL_NOISE_M, BALL_NOISE_M, 2) + world.data.xpos[world.torso][:2]
    world.place_ball(*ball)


def play_kick(world, played, show=None, roll_sec=ROLL_SEC):
    """Kicks; returns what was seen and the way of the ball along x and y, m."""
    ball = world.data.xpos[world.ball][:2].copy()
    watch, both = follow(world, show)
    played.play(world, both)
    world.ticks(roll_sec, both)
    return watch, world.data.xpos[world.ball][:2] - ball


def kick(world, random, show=None, is_left=True):
    """Returns whether the ball is far enough away and the robot on its feet."""
    played = motion.load("kick_left")
    played = played if is_left else played.mirrored()
    prepare_kick(world, random, is_left)
    watch, way_m = play_kick(world, played, show)
    return watch.stands and not watch.has_fallen and np.hypot(*way_m) >= MIN_KICK_M


TRIALS = {
    "standup_front": partial(standup, "front"),
    "standup_back": partial(standup, "back"),
    "fallen_front": partial(fallen, "front"),
    "fallen_back": partial(fallen, "back"),
    "push": push,
    "park": park,
    # The watchdog of a robot whose program is dead.
    "park_soft": partial(park, stiffness=PARKED_STIFFNESS),
    "getup": getup,
    "kick_left": kick,
    "kick_right": partial(kick, is_left=False),
}

# The share of trials that must succeed; of the others all.
REQUIRED = {"standup_front": 0.96, "standup_back": 0.96, "push": 0.95}


def evaluate(name, runs, seed, open_show=None):
    """Returns how many of the trials succeed. Trial number `n` is the same whatever `runs`."""
    world = World()
    show = open_show(world) if open_show else None
    successes = 0
    try:
        for run in range(runs):
            successes += bool(TRIALS[name](world, np.random.default_rng([seed, run]), show))
    finally:
        if show:
            show.close()
    return successes
