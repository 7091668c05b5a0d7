"""The search for motions by CMA-ES (PyPI `cma`).

It starts from the motion in its file; the same seed gives the same result. A candidate's score is the mean over a few random
variations of the world, the same for all candidates of a generation. A robot that is to stand up
has been put down in a quarter of them, and was pushed over in the others, where its limbs are in the way; in three quarters of them
it is weak on a rough floor. The result is the mean of
the distribution, not its best sample, since that was only lucky in its variations. The last
row, the pose to end in, is given.
"""

from dataclasses import dataclass
from functools import partial

import numpy as np

from . import motion, trials
from .joints import INDEX, SYMMETRIC, symmetric, symmetric_numbers
from .motion import Motion
from .truth import floor_load, is_standing, truth, up
from .world import World

VARIATIONS, POPULATION = 8, 20
# Friction and torque of a weak robot on a rough floor: the corner of the trials, and somewhat beyond.
ROUGH, WEAK = (1.1, 1.33), (0.88, 0.97)
MIN_SEC, MAX_SEC, TIME_SCALE_SEC = 0.12, 1.6, 0.15
MAX_MOTION_SEC = 10.0
SCORE_RUNS = 100
# How long a kicked ball is followed in a search.
KICK_ROLL_SEC = 2.0

# The step of the search for each kind of joint, rad.
SCALES_RAD = {
    "Head": 0.15, "ShoulderPitch": 0.35, "ShoulderRoll": 0.3, "ElbowYaw": 0.4, "ElbowRoll": 0.35,
    "HipYawPitch": 0.3, "HipRoll": 0.15, "HipPitch": 0.3, "KneePitch": 0.3, "AnklePitch": 0.25,
    "AnkleRoll": 0.1,
}  # fmt: skip
KICKING = tuple(
    side + joint
    for side in "LR"
    for joint in (
        "ShoulderPitch", "ShoulderRoll", "HipRoll", "HipPitch", "KneePitch", "AnklePitch",
        "AnkleRoll",
    )
)  # fmt: skip


def scale_rad(joint):
    return next(scale for kind, scale in SCALES_RAD.items() if kind in joint)


@dataclass
class Search:
    """What is searched: the joints, how a variation begins, and the score of a candidate in it."""

    joints: tuple
    prepare: callable
    score: callable

    @property
    def is_symmetric(self):
        return self.joints is SYMMETRIC

    def apply(self, start, numbers):
        """Returns the motion that is away from `start` by these multiples of the scales."""
        rows = len(start.times_sec) - 1
        numbers = numbers.reshape(rows, 1 + len(self.joints))
        times, poses = start.times_sec.copy(), start.poses_rad.copy()
        times[:-1] = np.clip(times[:-1] + numbers[:, 0] * TIME_SCALE_SEC, MIN_SEC, MAX_SEC)
        change_rad = numbers[:, 1:] * [scale_rad(joint) for joint in self.joints]
        for row in range(rows):
            if self.is_symmetric:
                angles = symmetric_numbers(poses[row]) + change_rad[row]
                poses[row] = symmetric(angles)
            else:
                poses[row, [INDEX[joint] for joint in self.joints]] += change_rad[row]
        return Motion(times, poses).limited()


def balance(world):
    """Returns what a sample of a stand-up is judged by: height, torso and soles upright, load on
    the feet, distance between the centers of mass and of the feet (m), and whether it stands."""
    data, state = world.data, truth(world)
    soles = [data.xpos[foot] + 0.024 * data.xmat[foot].reshape(3, 3)[:, 0] for foot in world.feet]
    away_m = np.hypot(*(data.subtree_com[world.torso] - np.mean(soles, axis=0))[:2])
    soles_up = (state["left_sole_up"] + state["right_sole_up"]) / 2
    height = np.clip(state["torso_height_m"] / 0.315, 0, 1)
    load = state["foot_load"]
    return np.array([height, state["torso_up"], soles_up, load, away_m, is_standing(state)])


def weaken(world, random):
    world.vary(random.uniform(*ROUGH), random.uniform(*WEAK))


def prepare_standup(side, world, random):
    vary = weaken if random.random() < 0.75 else trials.vary
    if random.random() < 0.75:
        trials.topple(world, random, side=side, vary=vary)
    else:
        vary(world, random)
        world.place(side, trials.NOISE_RAD, random)
    motion.load("lie").play(world)


def standup_score(world, played):
    samples = []

    def sample(world):
        if round(world.data.time / 0.012) % 4 == 0:
            samples.append(balance(world))

    played.play(world, sample)
    world.ticks(trials.HOLD_SEC, sample)
    height, torso_up, soles_up, load, away_m, does_stand = np.array(samples).T
    # How well the weight is over flat feet, while the torso rises.
    feet = np.clip(load, 0, 1) * np.clip(soles_up, 0, 1) * np.exp(-((away_m / 0.07) ** 2))
    feet *= np.clip(torso_up + 0.3, 0, 1)
    last, second_half = slice(-12, None), slice(len(feet) * 45 // 100, None)
    return (
        3 * height[last].mean() * max(0, torso_up[last].mean())
        + 0.5 * (soles_up[last].mean() + load[last].mean())
        - 2 * away_m[last].mean()
        + 2 * feet[second_half].mean()
        + 1.5 * height.mean()
        + 2 * does_stand[last].all()
    )


def kick_score(world, played):
    watch, (way_x_m, way_y_m) = trials.play_kick(world, played, roll_sec=KICK_ROLL_SEC)
    soles_up = min(up(world, foot) for foot in world.feet)
    _, feet_n = floor_load(world)
    return (
        2 * np.clip(way_x_m, -0.1, 1.2)
        - abs(way_y_m)
        + 3 * watch.min_up
        + soles_up
        + 0.02 * min(feet_n, 50)
        + 2 * watch.stands
    )


def prepare_park(world, random):
    trials.prepare_park(world, random, random.choice([1.0, trials.PARKED_STIFFNESS]))


def park_score(world, played):
    watch = trials.play_park(world, played)
    effort = np.abs(world.data.actuator_force).mean()
    return 3 * watch.min_up - 5 * watch.state["torso_height_m"] - effort


SEARCHES = {
    "standup_front": Search(SYMMETRIC, partial(prepare_standup, "front"), standup_score),
    "standup_back": Search(SYMMETRIC, partial(prepare_standup, "back"), standup_score),
    "park": Search(SYMMETRIC, prepare_park, park_score),
    "kick_left": Search(KICKING, trials.prepare_kick, kick_score),
}


def search(name, generations, sigma, seed):
    """Searches, writes the result to the motion's file, and prints the progress."""
    # Slow to import, and only needed here.
    import cma

    task, start = SEARCHES[name], motion.load(name)
    worlds = [World() for _ in range(VARIATIONS)]
    size = (len(start.times_sec) - 1) * (1 + len(task.joints))
    options = {"popsize": POPULATION, "seed": seed, "verbose": -9, "CMA_diagonal": 60}
    evolution = cma.CMAEvolutionStrategy(np.zeros(size), sigma, options)
    for generation in range(generations):
        for variation, world in enumerate(worlds):
            task.prepare(world, np.random.default_rng([seed, generation, variation]))
        variations = [(world, world.saved()) for world in worlds]
        candidates, scores = evolution.ask(), []
        for numbers in candidates:
            played, each = task.apply(start, numbers), []
            for world, saved in variations:
                world.restore(saved)
                each.append(task.score(world, played))
            too_long_sec = max(0.0, played.times_sec.sum() - MAX_MOTION_SEC)
            cost = 0.02 * played.times_sec.sum() + too_long_sec + 0.001 * np.square(numbers).sum()
            scores.append(np.mean(each) - cost)
        evolution.tell(candidates, [-score for score in scores])
        if generation % 5 == 0:
            print(
                f"generation {generation}: mean {np.mean(scores):.3f}, best {max(scores):.3f}, "
                f"sigma {evolution.sigma:.3f}",
                flush=True,
            )
    found = task.apply(start, evolution.mean)
    write(name, found, seed, f"--generations {generations} --sigma {sigma}")


def write(name, found, seed, options):
    """Writes a motion with its score: trials with a seed that the search has not used."""
    motion.save(name, found, [])
    score_seed = seed + 1000
    successes = trials.evaluate(name, SCORE_RUNS, score_seed)
    about = motion.ABOUT[name]
    score = f"{successes} of {SCORE_RUNS} trials (--evaluate {name} --seed {score_seed})"
    origin = f"cargo xtask physics --search {name} {options} --seed {seed}"
    motion.save(name, found, [about, f"Found by: {origin}.", f"Score: {score}."])
    print(f"{name}: {score}, {found.times_sec.sum():.2f} s")
