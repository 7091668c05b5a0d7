//! A deterministic model of one NAO: joints, body, motions and sensors.
//!
//! The model has no blackboard. It gets commands, is advanced, and returns the readings of
//! the sensors:
//!
//! ```
//! use nao_sim::body::{Pose, Robot};
//! use skills_nao::hardware::{Motion, StandupFrom};
//! use std::time::Duration;
//!
//! let mut robot = Robot::new(Pose::LyingBack, 1);
//! robot.set_stiffness(None, 1.0, 0.0);
//! robot.start_motion(Motion::Standup(StandupFrom::Detect));
//! robot.step(Duration::from_secs(13));
//! assert_eq!(robot.pose(), Pose::Standing);
//! ```
//!
//! Simplifications: the body tilts forward and backward as a whole and follows the motions
//! only, so joints that are moved one by one do not tip the robot over; limp joints stay where
//! they are; the two hip yaw-pitch joints, which share a motor in the real robot, move
//! independently; there are no other bodies to run into.

mod approach;
pub(crate) mod gait;
mod joints;
mod motion;
pub(crate) mod noise;
mod pattern;
mod pose;
mod sensing;
#[cfg(test)]
mod tests;

use core::time::Duration;

pub use self::gait::Carpet;
pub use self::motion::{
    MotionTimes, SIDE_SPEED_M_PER_SEC, TURN_SPEED_RAD_PER_SEC, WALK_SPEED_M_PER_SEC,
};
pub use self::pose::{Odometry, Pose, Side};
pub use self::sensing::Button;

use self::gait::Gait;
use self::joints::Joints;
use self::motion::Running;
use self::noise::Noise;
use self::pose::Balance;
use self::sensing::Surroundings;
use skills_nao::hardware::{Command, Motion, Sensors};
use skills_nao::joint::Joint;

/// The longest time that is computed in one step.
const SUBSTEP: Duration = Duration::from_millis(10);
/// The time for which a full battery lasts at rest, in s; in motion it lasts half as long (the
/// simulator's assumption).
const BATTERY_SEC: f32 = 5400.0;

/// One simulated robot.
///
/// Two robots that are created alike and get the same commands and steps are equal in every
/// bit. A command takes effect with the next [`step`](Robot::step).
#[derive(Clone, Debug)]
pub struct Robot {
    time: Duration,
    /// The time that it has been in motion.
    active: Duration,
    joints: Joints,
    balance: Balance,
    running: Option<Running>,
    times: MotionTimes,
    odometry: Odometry,
    /// `None` if it walks exactly as commanded.
    gait: Option<Gait>,
    kicks: u32,
    around: Surroundings,
    /// Whether somebody holds it in the air.
    held: bool,
    noise: Noise,
    sensors: Sensors,
}

impl Robot {
    /// Returns a robot at rest in a pose, whose sensor noise has this seed.
    ///
    /// Lying and sitting robots have no stiffness, standing and falling ones
    /// have full stiffness.
    #[must_use]
    pub fn new(pose: Pose, seed: u64) -> Robot {
        Robot::with_noise(pose, Noise::seeded(seed))
    }

    /// As [`new`](Robot::new), but with exact sensors.
    #[must_use]
    pub fn without_noise(pose: Pose) -> Robot {
        Robot::with_noise(pose, Noise::off())
    }

    fn with_noise(pose: Pose, mut noise: Noise) -> Robot {
        let joints = match pose {
            Pose::Standing | Pose::Falling { .. } => Joints::at(&pattern::STAND, 1.0),
            Pose::Sitting => Joints::at(&pattern::SIT, 0.0),
            Pose::LyingBack | Pose::LyingFront => Joints::at(&pattern::LIE, 0.0),
        };
        let balance = Balance::at(pose);
        let around = Surroundings::empty();
        let still = (0.0, 0.0);
        let sensors = sensing::sense(&joints, &balance, still, &around, 1.0, &mut noise);
        Robot {
            time: Duration::ZERO,
            active: Duration::ZERO,
            joints,
            balance,
            running: None,
            times: MotionTimes::default(),
            odometry: Odometry::default(),
            gait: None,
            kicks: 0,
            around,
            held: false,
            noise,
            sensors,
        }
    }

    /// Puts the robot on a carpet, where its odometry has it: from now on it walks as described
    /// at [`Carpet`], no longer exactly.
    #[must_use]
    pub fn on_carpet(mut self, carpet: Carpet) -> Robot {
        self.gait = Some(Gait::new(carpet, self.odometry));
        self
    }

    /// Gives the motions other durations.
    #[must_use]
    pub fn with_times(self, times: MotionTimes) -> Robot {
        Robot { times, ..self }
    }

    /// Returns the durations of its motions.
    #[must_use]
    pub fn times(&self) -> &MotionTimes {
        &self.times
    }

    /// Advances the robot, then reads the sensors. A step of zero does nothing.
    ///
    /// Steps should be 1 ms to 100 ms; longer ones are computed in parts of 10 ms and give the
    /// mean turn rates of the whole step.
    pub fn step(&mut self, dt: Duration) {
        if dt.is_zero() {
            return;
        }
        let (roll, pitch) = (self.balance.roll(), self.balance.pitch());
        let mut left = dt;
        while !left.is_zero() {
            let horizon = self.running.as_ref().map_or(SUBSTEP, Running::horizon);
            let part = left.min(SUBSTEP).min(horizon);
            self.advance(part);
            left = left.saturating_sub(part);
        }
        self.time = self.time.saturating_add(dt);
        let sec = dt.as_secs_f32();
        let turn_rates = ((self.balance.roll() - roll) / sec, (self.balance.pitch() - pitch) / sec);
        self.sensors = sensing::sense(
            &self.joints,
            &self.balance,
            turn_rates,
            &self.around,
            self.charge(),
            &mut self.noise,
        );
    }

    /// Lets a short time pass, at most up to the running motion's horizon.
    fn advance(&mut self, time: Duration) {
        let sec = time.as_secs_f32();
        self.joints.advance(sec);
        let leg_stiffness = self.joints.leg_stiffness();
        if self.held {
            self.balance.hang(sec);
        } else {
            self.balance.advance(time, leg_stiffness);
        }
        let Some(running) = &mut self.running else {
            return;
        };
        self.active = self.active.saturating_add(time);
        let firm = !self.held && self.balance.stands_firm(leg_stiffness);
        match &mut self.gait {
            Some(gait) if firm && running.walks() => {
                let gradual = matches!(running.motion(), Motion::WalkVelocity { .. });
                if let Some(side) = gait.walk(running.begun(), running.velocity(), gradual) {
                    self.balance.topple(side);
                }
                gait.advance(&mut self.odometry, sec);
            }
            Some(gait) => gait.rest(),
            None if firm => self.odometry.advance(running.velocity(), sec),
            None => {}
        }
        if !running.advance(time, &mut self.joints, &mut self.balance) {
            let kicked = matches!(running.motion(), Motion::Kick { .. });
            self.kicks = self.kicks.saturating_add(u32::from(kicked && firm));
            self.running = None;
            if let Some(gait) = &mut self.gait {
                gait.rest();
            }
        }
    }

    /// Returns the charge of the battery, 0 to 1.
    fn charge(&self) -> f32 {
        let used = self.time.saturating_add(self.active).as_secs_f32();
        (1.0 - used / BATTERY_SEC).max(0.0)
    }

    /// Returns the time that has passed in all steps.
    #[must_use]
    pub fn time(&self) -> Duration {
        self.time
    }

    /// Returns the pose of the body; while a pattern carries it to another pose, the one that
    /// it comes from.
    #[must_use]
    pub fn pose(&self) -> Pose {
        self.balance.pose()
    }

    /// Returns the place of the robot by its odometry.
    #[must_use]
    pub fn odometry(&self) -> Odometry {
        self.odometry
    }

    /// Returns the true place of the robot; without a carpet that is its odometry.
    #[must_use]
    pub fn place(&self) -> Odometry {
        self.gait.as_ref().map_or(self.odometry, Gait::place)
    }

    /// Lifts the robot and puts it down elsewhere on its carpet, in its pose. Its odometry does
    /// not change; without a carpet this does nothing.
    pub fn put(&mut self, place: Odometry) {
        if let Some(gait) = &mut self.gait {
            gait.put(place);
        }
    }

    /// Lifts the robot from the ground, upright: its feet are in the air, and its motions move
    /// nothing but its joints, until it is [put down](Robot::put_down).
    pub fn lift(&mut self) {
        self.held = true;
        self.balance.let_hang();
    }

    /// Puts a robot that was lifted down in a pose. Standing without stiffness, it collapses.
    pub fn put_down(&mut self, pose: Pose) {
        if core::mem::take(&mut self.held) {
            self.balance = Balance::at(pose);
        }
    }

    /// Returns whether somebody holds the robot in the air.
    #[must_use]
    pub fn is_held(&self) -> bool {
        self.held
    }

    /// Returns its true velocity on its carpet: forward and left in m/s, turning left in rad/s;
    /// 0 without one.
    #[must_use]
    pub fn velocity(&self) -> [f32; 3] {
        self.gait.as_ref().map_or([0.0; 3], Gait::velocity)
    }

    /// Returns the number of successful kicks: run to their end by a robot that then stands on
    /// legs with a mean stiffness of 0.3 or more.
    #[must_use]
    pub fn kicks(&self) -> u32 {
        self.kicks
    }

    /// Returns the true position of a joint, in rad (hands: 0 to 1).
    #[must_use]
    pub fn joint(&self, joint: Joint) -> f32 {
        self.joints.position(joint)
    }

    /// Returns the stiffness of a joint, 0 to 1.
    #[must_use]
    pub fn stiffness(&self, joint: Joint) -> f32 {
        self.joints.stiffness(joint)
    }

    /// Returns the readings of the sensors at the end of the last step.
    #[must_use]
    pub fn sensors(&self) -> Sensors {
        self.sensors
    }

    /// Changes the stiffness of a joint, or of the whole body, at a steady rate to `value`
    /// (clamped to 0..1) in `time_sec` (at once for zero or less). NaN is ignored.
    ///
    /// A standing robot collapses when the mean stiffness of its legs is below
    /// 0.2.
    pub fn set_stiffness(&mut self, joint: Option<Joint>, value: f32, time_sec: f32) {
        if let Some(joint) = joint {
            self.joints.set_stiffness(joint, value, time_sec);
        } else {
            for joint in Joint::ALL {
                self.joints.set_stiffness(joint, value, time_sec);
            }
        }
    }

    /// Moves a joint to an angle (rad, hands 0 to 1, clamped to its limits) in `time_sec`, but
    /// not faster than it can; as fast as it can for zero or less. NaN and infinities are
    /// ignored.
    ///
    /// The joint moves in proportion to its stiffness, without stiffness not at all; the
    /// command is kept and continues when there is stiffness again. The next frame of a running
    /// pattern takes over arms and legs.
    pub fn goto_angle(&mut self, joint: Joint, angle_rad: f32, time_sec: f32) {
        self.joints.goto_angle(joint, angle_rad, time_sec);
    }

    /// Moves a joint as [`goto_angle`](Robot::goto_angle) does, but at a fraction of its
    /// highest speed (clamped to 0..1).
    pub fn move_with_speed(&mut self, joint: Joint, angle_rad: f32, speed: f32) {
        self.joints.move_with_speed(joint, angle_rad, speed);
    }

    /// Executes a command that moves a joint or changes its stiffness; a
    /// [motion](Robot::start_motion) is ignored.
    pub fn move_joint(&mut self, command: Command) {
        match command {
            Command::SetStiffness { joint, value, time_sec } => {
                self.set_stiffness(Some(joint), value, time_sec);
            }
            Command::GotoAngle { joint, angle_rad, time_sec } => {
                self.goto_angle(joint, angle_rad, time_sec);
            }
            Command::MoveWithSpeed { joint, angle_rad, speed } => {
                self.move_with_speed(joint, angle_rad, speed);
            }
            Command::StartMotion { .. } => {}
        }
    }

    /// Starts a motion.
    ///
    /// A motion of the legs ends the one that runs, as [`stop`](Robot::stop) does, even if it
    /// then does not start itself: a kick or walk of a robot that is not on its feet, a
    /// stand-up that detects no side, a distance of zero. On a carpet a walk at a velocity
    /// adopts another velocity with its next step instead. A motion of the head runs in
    /// parallel and does not count for [`moving`](Robot::moving).
    pub fn start_motion(&mut self, motion: Motion) {
        match motion {
            Motion::MoveHead { yaw, pitch, speed } => {
                self.move_with_speed(Joint::HeadYaw, yaw, speed);
                self.move_with_speed(Joint::HeadPitch, pitch, speed);
            }
            Motion::YawPitchHead { yaw_rad, pitch_rad, time_sec } => {
                self.goto_angle(Joint::HeadYaw, yaw_rad, time_sec);
                self.goto_angle(Joint::HeadPitch, pitch_rad, time_sec);
            }
            _ => {
                if self.gait.is_some()
                    && let Some(running) = &mut self.running
                    && running.steer(motion)
                {
                    return;
                }
                self.stop();
                let accel_x = self.sensors.accel_x;
                let (joints, balance) = (&mut self.joints, &mut self.balance);
                self.running = Running::begin(motion, accel_x, &self.times, joints, balance);
            }
        }
    }

    /// Ends the motion of the legs that runs.
    ///
    /// A walk brings its feet together; the joints of a pattern stop where
    /// they are, and a body that was being lifted from the ground falls back.
    pub fn stop(&mut self) {
        if let Some(running) = self.running.take() {
            running.end(&mut self.joints, &mut self.balance);
            if let Some(side) = self.gait.as_mut().and_then(Gait::halt) {
                self.push(side);
            }
        }
    }

    /// Returns whether a motion of the legs runs.
    #[must_use]
    pub fn moving(&self) -> bool {
        self.running.is_some()
    }

    /// Returns the motion of the legs that runs.
    #[must_use]
    pub fn motion(&self) -> Option<Motion> {
        self.running.as_ref().map(Running::motion)
    }

    /// Returns the remaining time of the motion of the legs that runs.
    #[must_use]
    pub fn motion_left(&self) -> Option<Duration> {
        self.running.as_ref().map(Running::left)
    }

    /// Pushes the robot over to a side if it stands; else nothing happens.
    /// A running motion continues.
    pub fn push(&mut self, toward: Side) {
        if self.pose() == Pose::Standing {
            self.balance.topple(toward);
        }
    }

    /// Sets the reading of a button from the next step on: 0 released, 1 pressed,
    /// or another value of the interface.
    pub fn set_button(&mut self, button: Button, value: u8) {
        self.around.buttons[button as usize] = value;
    }

    /// Sets the readings of the left and right ultrasonic receivers from the next
    /// step on, in m, nearest first; at first all are 2.55 m: nothing near.
    pub fn set_ultrasonic(&mut self, left: [f32; 4], right: [f32; 4]) {
        self.around.ultrasonic_left = left;
        self.around.ultrasonic_right = right;
    }
}
