"""The robot, the ball and the floor, in ticks of 12 ms as LoLA has them."""

import copy

import mujoco
import numpy as np

from . import model, motion
from .joints import COUNT, INDEX, MOTORS

TICK_SEC = 0.012
STEPS_PER_TICK = round(TICK_SEC / model.TIME_STEP_SEC)
PUSH_TICKS = 8

# The poses to start from, in which motions end.
LYING, STANDING, PARKED = (motion.load(name).poses_rad[-1] for name in ("lie", "stand", "park"))

# The pose of each place: joints, height of the torso (m), and the turns of the torso from
# upright about its y and then its x axis (rad).
PLACES = {
    "stand": (STANDING, 0.33, 0.0, 0.0),
    "sit": (PARKED, 0.24, 0.0, 0.0),
    "front": (LYING, 0.12, np.pi / 2, 0.0),
    "back": (LYING, 0.12, -np.pi / 2, 0.0),
    "left": (LYING, 0.18, 0.0, -np.pi / 2),
    "right": (LYING, 0.18, 0.0, np.pi / 2),
}
SETTLE_SEC = 0.8


def turned(pitch_rad, roll_rad):
    """Returns the quaternion of a turn about the y axis after one about the x axis."""
    result = np.zeros(4)
    pitch = np.array([np.cos(pitch_rad / 2), 0, np.sin(pitch_rad / 2), 0])
    roll = np.array([np.cos(roll_rad / 2), np.sin(roll_rad / 2), 0, 0])
    mujoco.mju_mulQuat(result, roll, pitch)
    return result


class World:
    def __init__(self):
        self.model, speeds = model.build()
        self.data = mujoco.MjData(self.model)
        joint, body, geom = self.model.joint, self.model.body, self.model.geom
        self.imu = self.model.site("imu").id
        self.torso = body("torso").id
        self.feet = (body("l_ankle").id, body("r_ankle").id)
        self.floor, self.ball_geom = geom("floor").id, geom("ball").id
        self.ball = body("ball").id
        of_feet = np.isin(self.model.geom_bodyid, self.feet)
        self.feet_geoms = frozenset(np.flatnonzero(of_feet).tolist())
        self.motors = np.array([INDEX[name] for name in MOTORS])
        self.qpos = np.array([joint(name).qposadr[0] for name in MOTORS])
        self.qvel = np.array([joint(name).dofadr[0] for name in MOTORS])
        self.right_hip = joint("RHipYawPitch").qposadr[0]
        self.ball_qpos, self.ball_qvel = joint("ball").qposadr[0], joint("ball").dofadr[0]
        self.low_rad, self.high_rad = self.model.actuator_ctrlrange.T
        self.step_rad = np.array(speeds) * TICK_SEC
        self.nominal = (
            self.model.geom_friction.copy(),
            self.model.actuator_forcerange.copy(),
            self.model.actuator_gainprm.copy(),
            self.model.actuator_biasprm.copy(),
        )
        self.torque = 1.0
        self.stiffness = np.ones(COUNT)
        self.commanded_rad = np.zeros(COUNT)
        self.push_ticks, self.push_n = 0, np.zeros(3)
        self.imu_acceleration = np.zeros(3)
        self.reset(STANDING)

    # What the robot's program does.

    def command(self, position_rad=None, stiffness=None):
        """Commands angles and stiffnesses; `None` keeps the last ones."""
        if position_rad is not None:
            self.commanded_rad = np.array(position_rad, dtype=float)
        if stiffness is not None:
            stiffness = np.clip(np.asarray(stiffness, dtype=float), 0.0, 1.0)
            if not np.array_equal(stiffness, self.stiffness):
                self.stiffness = stiffness
                self._scale_motors()

    def tick(self):
        """Moves the setpoints of the servos, as fast as they can turn, and steps 12 ms."""
        goal = np.clip(self.commanded_rad[self.motors], self.low_rad, self.high_rad)
        setpoint = self.data.ctrl
        # A limp joint has no setpoint to come back to.
        limp = self.stiffness[self.motors] == 0.0
        setpoint[limp] = self.data.qpos[self.qpos][limp]
        setpoint += np.clip(goal - setpoint, -self.step_rad, self.step_rad)
        self.data.xfrc_applied[self.torso, :3] = self.push_n if self.push_ticks > 0 else 0.0
        self.push_ticks = max(0, self.push_ticks - 1)
        before = self._imu_velocity()
        mujoco.mj_step(self.model, self.data, nstep=STEPS_PER_TICK)
        self.imu_acceleration = (self._imu_velocity() - before) / TICK_SEC

    def acceleration(self):
        """Returns the mean acceleration of the last tick, with the reaction to gravity, in the
        frame of the torso, m/s²; single contacts are too short for a sensor."""
        rotation = self.data.xmat[self.torso].reshape(3, 3)
        return rotation.T @ (self.imu_acceleration - self.model.opt.gravity)

    def ticks(self, seconds, watch=None):
        """Steps with the last command."""
        for _ in range(round(seconds / TICK_SEC)):
            self.tick()
            if watch:
                watch(self)

    # What the world does to the robot.

    def vary(self, friction=1.0, torque=1.0):
        """Multiplies the friction of all surfaces and the torque of all motors."""
        self.model.geom_friction[:, 0] = self.nominal[0][:, 0] * friction
        self.torque = torque
        self._scale_motors()

    def place(self, place, noise_rad=0.0, random=None):
        """Puts the robot down, limbs and torso off by normally distributed angles of this
        standard deviation, and lets it settle. It is stiff then, and the ball is far away."""
        pose, height_m, pitch_rad, roll_rad = PLACES[place]
        pose = pose.copy()
        if noise_rad:
            pose[self.motors] += random.normal(0, noise_rad, len(self.motors))
            pitch_rad += random.normal(0, noise_rad)
            roll_rad += random.normal(0, noise_rad)
        self.reset(pose, height_m, turned(pitch_rad, roll_rad))
        self.ticks(SETTLE_SEC)

    def reset(self, pose_rad, height_m=0.33, orientation=(1, 0, 0, 0)):
        """Puts the robot into a pose, without a motion."""
        mujoco.mj_resetData(self.model, self.data)
        self.data.qpos[:3] = (0, 0, height_m)
        self.data.qpos[3:7] = orientation
        angles = np.clip(pose_rad[self.motors], self.low_rad, self.high_rad)
        self.data.qpos[self.qpos] = angles
        self.data.qpos[self.right_hip] = angles[MOTORS.index("LHipYawPitch")]
        self.data.ctrl[:] = angles
        self.commanded_rad = np.array(pose_rad, dtype=float)
        self.push_ticks = 0
        self.command(stiffness=np.ones(COUNT))
        mujoco.mj_forward(self.model, self.data)

    def saved(self):
        """Returns the robot and the ball as they are, for `restore`."""
        return copy.copy(self.data), self.commanded_rad, self.stiffness

    def restore(self, saved):
        """Brings back what was saved; friction and torque stay."""
        data, self.commanded_rad, stiffness = saved
        mujoco.mj_copyData(self.data, self.model, data)
        self.push_ticks = 0
        self.command(stiffness=stiffness)

    def push(self, impulse_ns):
        """Pushes the torso for 96 ms, with this impulse in N s along the axes of the world."""
        self.push_n = np.asarray(impulse_ns, dtype=float) / (PUSH_TICKS * TICK_SEC)
        self.push_ticks = PUSH_TICKS

    def place_ball(self, x_m, y_m):
        """Puts the ball on the floor, at rest."""
        start = self.ball_qpos
        self.data.qpos[start : start + 7] = (x_m, y_m, model.BALL_RADIUS_M, 1, 0, 0, 0)
        self.data.qvel[self.ball_qvel : self.ball_qvel + 6] = 0
        mujoco.mj_forward(self.model, self.data)

    def _imu_velocity(self):
        velocity = np.zeros(6)
        kind = mujoco.mjtObj.mjOBJ_SITE
        mujoco.mj_objectVelocity(self.model, self.data, kind, self.imu, velocity, 0)
        return velocity[3:]

    def _scale_motors(self):
        """Applies stiffness and torque to gains and efforts."""
        _, effort, gain, bias = self.nominal
        stiffness = self.stiffness[self.motors, None]
        self.model.actuator_gainprm[:] = gain * stiffness
        self.model.actuator_biasprm[:] = bias * stiffness
        self.model.actuator_forcerange[:] = effort * stiffness * self.torque
