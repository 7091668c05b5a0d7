"""Motions: keyframes in `skills-nao/src/motions/NAME.csv`, which the robot's program includes.

A row is a time in ms and the angle of each joint at its end, in mrad. Between two rows the
commanded angles follow 3 s² - 2 s³ of the time's share s; the first row starts from what was
commanded before. Joints without a column keep their command.
"""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from .joints import COUNT, INDEX, V3, mirror, mirrored_sign
from .model import Urdf

FOLDER = Path(__file__).parents[3] / "skills-nao" / "src" / "motions"
TICK_MS = 12

# The first line of each file.
ABOUT = {
    "standup_front": "Stands up from lying on the front, after `lie`.",
    "standup_back": "Stands up from lying on the back, after `lie`.",
    "park": "Sits down from standing; the last pose needs little stiffness.",
    "kick_left": "Kicks with the left leg, and stands again; the right leg's is its mirror image.",
}

# Where the V3 of 2010 reaches less far than the URDF: low and high of the left side, rad.
NARROWER_RAD = {
    "ShoulderRoll": (0.0, 1.326),
    "HipRoll": (-0.379, 0.785),
    "KneePitch": (-0.087, 2.112),
    "AnkleRoll": (-0.397, 0.436),
}
# The angles that both a V3 and a V6 can reach, rad.
LOW_RAD, HIGH_RAD = np.zeros(COUNT), np.zeros(COUNT)
_urdf = Urdf()
for _name in V3:
    LOW_RAD[INDEX[_name]] = np.ceil(_urdf.limit(_name, "lower") * 1000) / 1000
    HIGH_RAD[INDEX[_name]] = np.floor(_urdf.limit(_name, "upper") * 1000) / 1000
for _name, (_low, _high) in NARROWER_RAD.items():
    _ends = (_low, _high), sorted(mirrored_sign(_name) * end for end in (_low, _high))
    for _side, (_low, _high) in zip("LR", _ends, strict=True):
        LOW_RAD[INDEX[_side + _name]], HIGH_RAD[INDEX[_side + _name]] = _low, _high


@dataclass
class Motion:
    """The keyframes of a motion: times in s and poses of 25 angles in rad."""

    times_sec: np.ndarray
    poses_rad: np.ndarray

    def limited(self):
        """Returns the motion in whole ticks and mrad, within the limits: as it is in a file."""
        ticks = np.maximum(1, np.round(np.asarray(self.times_sec) * 1000 / TICK_MS))
        poses = np.clip(self.poses_rad, LOW_RAD, HIGH_RAD)
        return Motion(ticks * TICK_MS / 1000, np.round(poses * 1000) / 1000)

    def mirrored(self):
        return Motion(self.times_sec, np.array([mirror(pose) for pose in self.poses_rad]))

    def slower(self, factor):
        """Returns the motion with each time multiplied."""
        return Motion(np.asarray(self.times_sec) * factor, self.poses_rad).limited()

    def play(self, world, watch=None):
        """Commands the motion to the world; calls `watch(world)` after each tick."""
        start = world.commanded_rad.copy()
        for time_sec, goal in zip(self.times_sec, self.poses_rad, strict=True):
            ticks = max(1, round(time_sec * 1000 / TICK_MS))
            for tick in range(1, ticks + 1):
                share = tick / ticks
                share = share * share * (3 - 2 * share)
                world.command(start + (goal - start) * share)
                world.tick()
                if watch:
                    watch(world)
            start = goal


@cache
def load(name):
    columns, times, poses = None, [], []
    for line in (FOLDER / f"{name}.csv").read_text().splitlines():
        if line.startswith("#"):
            continue
        if columns is None:
            columns = line.split(",")[1:]
            continue
        numbers = [int(number) for number in line.split(",")]
        pose = np.zeros(COUNT)
        for joint, angle in zip(columns, numbers[1:], strict=True):
            pose[INDEX[joint]] = angle / 1000
        times.append(numbers[0] / 1000)
        poses.append(pose)
    return Motion(np.array(times), np.array(poses))


def save(name, motion, comments):
    """Writes a motion with comment lines before it: from where it comes, and its score."""
    lines = [f"# {comment}" for comment in comments]
    lines.append(",".join(("time_ms", *V3)))
    for time_sec, pose in zip(motion.times_sec, motion.poses_rad, strict=True):
        angles = (round(pose[INDEX[joint]] * 1000) for joint in V3)
        lines.append(",".join(str(number) for number in (round(time_sec * 1000), *angles)))
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / f"{name}.csv").write_text("\n".join(lines) + "\n")
    load.cache_clear()
