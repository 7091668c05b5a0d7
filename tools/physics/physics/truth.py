"""What is true of the robot, whatever its sensors say."""

import mujoco
import numpy as np

from .world import TICK_SEC

# A robot that stands: the torso higher than this (m), torso and soles upright, the load on the
# feet, for this long (s).
MIN_HEIGHT_M, MIN_UPRIGHT, MIN_FOOT_LOAD, STANDING_SEC = 0.28, 0.9, 0.99, 0.5
# The cosine of the torso's lean from which a robot has fallen.
FALLEN_UPRIGHT = 0.5


def floor_load(world):
    """Returns the force of the floor on the whole robot and on its feet, N."""
    force, total, feet = np.zeros(6), 0.0, 0.0
    for index, geoms in enumerate(world.data.contact.geom.tolist()):
        if world.floor not in geoms or world.ball_geom in geoms:
            continue
        mujoco.mj_contactForce(world.model, world.data, index, force)
        total += force[0]
        if not world.feet_geoms.isdisjoint(geoms):
            feet += force[0]
    return total, feet


def up(world, body):
    """Returns the cosine between a body's z axis and the vertical."""
    return float(world.data.xmat[body][8])


def truth(world):
    total, feet = floor_load(world)
    data, torso = world.data, world.torso
    return {
        "time_sec": data.time,
        "torso_height_m": float(data.xpos[torso][2]),
        "torso_up": up(world, torso),
        "left_sole_up": up(world, world.feet[0]),
        "right_sole_up": up(world, world.feet[1]),
        "foot_load": feet / total if total > 1e-6 else 0.0,
        "torso_x_up": float(data.xmat[torso][6]),
        "torso_m": [float(x) for x in data.xpos[torso]],
        "ball_m": [float(x) for x in data.xpos[world.ball]],
        "ball_speed_m_per_sec": float(np.linalg.norm(data.cvel[world.ball][3:])),
    }


def is_standing(state):
    """Returns whether the robot stands at this moment."""
    return (
        state["torso_height_m"] > MIN_HEIGHT_M
        and min(state["torso_up"], state["left_sole_up"], state["right_sole_up"]) > MIN_UPRIGHT
        and state["foot_load"] > MIN_FOOT_LOAD
    )


class Watch:
    """Follows the truth from tick to tick."""

    def __init__(self):
        self.reset()

    def reset(self):
        self.standing_sec, self.min_up, self.min_height_m, self.has_fallen = 0.0, 1.0, 1.0, False

    def __call__(self, world):
        state = truth(world)
        self.standing_sec = self.standing_sec + TICK_SEC if is_standing(state) else 0.0
        self.min_up = min(self.min_up, state["torso_up"])
        self.min_height_m = min(self.min_height_m, state["torso_height_m"])
        self.has_fallen |= state["torso_up"] < FALLEN_UPRIGHT
        self.state = state

    @property
    def stands(self):
        return self.standing_sec >= STANDING_SEC - TICK_SEC / 2
