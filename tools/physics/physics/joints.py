"""The joints of a NAO V6 in the order of LoLA, and the pose of a symmetric body."""

import numpy as np

# The order of `Position` and `Stiffness` in LoLA's packets. The right hip has no yaw-pitch
# motor of its own: one motor moves both.
LOLA = (
    "HeadYaw", "HeadPitch",
    "LShoulderPitch", "LShoulderRoll", "LElbowYaw", "LElbowRoll", "LWristYaw",
    "LHipYawPitch", "LHipRoll", "LHipPitch", "LKneePitch", "LAnklePitch", "LAnkleRoll",
    "RHipRoll", "RHipPitch", "RKneePitch", "RAnklePitch", "RAnkleRoll",
    "RShoulderPitch", "RShoulderRoll", "RElbowYaw", "RElbowRoll", "RWristYaw",
    "LHand", "RHand",
)  # fmt: skip
INDEX = {name: index for index, name in enumerate(LOLA)}
COUNT = len(LOLA)

# The joints with a motor in the model: all but the hands.
MOTORS = LOLA[:23]

# The joints of the V3, the columns of a motion's file.
V3 = tuple(name for name in MOTORS if "Wrist" not in name)

# The numbers of a symmetric pose, with the signs of the left side.
SYMMETRIC = (
    "HeadPitch", "ShoulderPitch", "ShoulderRoll", "ElbowYaw", "ElbowRoll",
    "HipYawPitch", "HipRoll", "HipPitch", "KneePitch", "AnklePitch", "AnkleRoll",
)  # fmt: skip


def is_leg(name):
    return any(part in name for part in ("Hip", "Knee", "Ankle"))


def mirrored_sign(name):
    """Returns the sign of a joint's angle on the right side of a symmetric pose."""
    return -1.0 if "Roll" in name or name.endswith("ElbowYaw") else 1.0


def mirror(pose_rad):
    """Returns the pose of 25 angles with left and right exchanged."""
    mirrored = np.array(pose_rad, dtype=float)
    mirrored[INDEX["HeadYaw"]] *= -1.0
    for name, index in INDEX.items():
        if name[0] == "L" and name != "LHipYawPitch":
            other, sign = INDEX["R" + name[1:]], mirrored_sign(name)
            if "WristYaw" in name:
                sign = -1.0
            mirrored[index] = sign * pose_rad[other]
            mirrored[other] = sign * pose_rad[index]
    return mirrored


def symmetric(numbers_rad):
    """Returns the pose of 25 angles with these numbers, in the order of `SYMMETRIC`."""
    pose = np.zeros(COUNT)
    for name, angle in zip(SYMMETRIC, numbers_rad, strict=True):
        if name in INDEX:
            pose[INDEX[name]] = angle
            continue
        pose[INDEX["L" + name]] = angle
        if "R" + name in INDEX:
            pose[INDEX["R" + name]] = mirrored_sign(name) * angle
    return pose


def symmetric_numbers(pose_rad):
    """Returns the numbers of the left half of a pose: the inverse of `symmetric`."""
    names = (name if name in INDEX else "L" + name for name in SYMMETRIC)
    return np.array([pose_rad[INDEX[name]] for name in names])
