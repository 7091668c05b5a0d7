"""LoLA's sensor values, from the model."""

import mujoco
import numpy as np

from .joints import COUNT, INDEX

GRAVITY_M_PER_SEC2 = 9.81
# The force sensors in a foot's frame, m: front left, front right, rear left, rear right.
SENSORS_X_M, SENSORS_Y_M = (0.070, -0.030), (0.030, -0.024)
# How much current a motor draws for its torque: an estimate.
AMPERE_PER_NM = 0.6
# Nothing in the range of the sonar; the model has no walls.
SONAR_FREE_M = 2.55
TEMPERATURE_C = 38.0
# Chest, head (3), left foot (2), left hand (3), right foot (2), right hand (3).
TOUCHES, LEFT_BUMPER, RIGHT_BUMPER = 14, 4, 9


def inertial(world):
    """Returns acceleration, rotation speeds and the torso's angles.

    The sign of the acceleration is that of LoLA: a robot that stands measures -9.8 m/s² in z,
    one that lies on its front +9.8 m/s² in x.
    """
    data, rotation = world.data, world.data.xmat[world.torso].reshape(3, 3)
    acceleration = -world.acceleration()
    roll = np.arctan2(rotation[2, 1], rotation[2, 2])
    pitch = np.arctan2(-rotation[2, 0], np.hypot(rotation[2, 1], rotation[2, 2]))
    return acceleration, data.sensor("gyroscope").data, (roll, pitch)


def feet(world):
    """Returns the eight force sensors, kg, and which feet have hit the ball: left and right."""
    loads, hits, force = np.zeros((2, 4)), [False, False], np.zeros(6)
    data, body_of = world.data, world.model.geom_bodyid
    for index, contact in enumerate(data.contact):
        bodies = [body_of[geom] for geom in contact.geom]
        for side, foot in enumerate(world.feet):
            if foot not in bodies:
                continue
            if world.ball in bodies:
                hits[side] = True
                continue
            if world.floor not in contact.geom:
                continue
            mujoco.mj_contactForce(world.model, data, index, force)
            rotation = data.xmat[foot].reshape(3, 3)
            x, y, _ = rotation.T @ (contact.pos - data.xpos[foot])
            front = share(x, *SENSORS_X_M)
            left = share(y, *SENSORS_Y_M)
            weights = np.outer((front, 1 - front), (left, 1 - left)).ravel()
            loads[side] += force[0] / GRAVITY_M_PER_SEC2 * weights
    return loads.ravel(), hits


def share(place, first, second):
    """Returns how much of a load at `place` is carried at `first` instead of `second`."""
    return float(np.clip((place - second) / (first - second), 0.0, 1.0))


def frame(world):
    """Returns what a sensor packet has, without the robot's names."""
    acceleration, gyroscope, angles = inertial(world)
    loads, hits = feet(world)
    # Hands are not in the model: they are where they were commanded.
    position = world.commanded_rad.copy()
    position[world.motors] = world.data.qpos[world.qpos]
    current = np.zeros(COUNT)
    current[world.motors] = np.abs(world.data.actuator_force) * AMPERE_PER_NM
    touch = np.zeros(TOUCHES)
    touch[LEFT_BUMPER : LEFT_BUMPER + 2] = hits[0]
    touch[RIGHT_BUMPER : RIGHT_BUMPER + 2] = hits[1]
    position[INDEX["LHand"] :] = np.clip(position[INDEX["LHand"] :], 0.0, 1.0)
    return {
        "Accelerometer": acceleration,
        "Angles": angles,
        # Charge, status, current, temperature.
        "Battery": (0.9, 0.0, -current.sum(), TEMPERATURE_C),
        "Current": current,
        "FSR": loads,
        "Gyroscope": gyroscope,
        "Position": position,
        "Sonar": (SONAR_FREE_M, SONAR_FREE_M),
        "Stiffness": world.stiffness,
        "Temperature": np.full(COUNT, TEMPERATURE_C),
        "Touch": touch,
        "Status": np.zeros(COUNT, dtype=int),
    }
