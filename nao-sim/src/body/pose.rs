//! The body as a whole: its pose, its tilt, and the load on its feet.

use core::f32::consts::{FRAC_PI_2, PI, TAU};
use core::time::Duration;

use super::approach::approach;

/// The part of the movement from sitting to standing after which a body keeps its balance.
const STRETCHED: f32 = 0.6;
/// Below this mean stiffness of the legs, 0 to 1, no pattern lifts the body. (0.3, less a tolerance
/// for rounding of the mean.)
const LIFTING_STIFFNESS: f32 = 0.2999;
/// Below this mean stiffness of the legs, 0 to 1, a standing robot collapses.
/// (0.2, less the same.)
const STANDING_STIFFNESS: f32 = 0.1999;
/// The angular acceleration of a falling body, in rad/s²: 0.8 s from upright to the ground.
const FALL_GAIN: f32 = PI / (0.8 * 0.8);
/// The rates at which the body settles in its pose: tilt in rad/s, the others per s.
const TILT_RATE: f32 = 1.0;
const LOAD_RATE: f32 = 2.5;
const SWAY_RATE: f32 = 3.0;
/// The sideways tilt with all weight on one foot, in rad.
const FULL_SWAY_ROLL: f32 = 0.05;

/// A side to lie on, or to fall to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// On the back, face up.
    Back,
    /// On the front, face down.
    Front,
}

/// The pose of the body on the ground.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pose {
    /// Upright on its feet.
    Standing,
    /// Crouched on its heels; stable without stiffness.
    Sitting,
    /// On its back, at rest.
    LyingBack,
    /// On its front, at rest.
    LyingFront,
    /// On the way to the ground, which takes 0.8 s from upright; then it lies
    /// on that side.
    Falling {
        /// The side that it will lie on.
        toward: Side,
    },
}

impl Pose {
    /// Returns the pose of lying on a side.
    #[must_use]
    pub const fn lying(side: Side) -> Pose {
        match side {
            Side::Back => Pose::LyingBack,
            Side::Front => Pose::LyingFront,
        }
    }

    /// Returns the side that the body lies on; `None` unless it lies.
    #[must_use]
    pub const fn side(self) -> Option<Side> {
        match self {
            Pose::LyingBack => Some(Side::Back),
            Pose::LyingFront => Some(Side::Front),
            Pose::Standing | Pose::Sitting | Pose::Falling { .. } => None,
        }
    }

    /// Returns whether the body lies or falls.
    #[must_use]
    pub const fn is_down(self) -> bool {
        !matches!(self, Pose::Standing | Pose::Sitting)
    }

    /// Returns what a robot in this pose does, as the end of a sentence about it: "stands".
    #[must_use]
    pub const fn describe(self) -> &'static str {
        match self {
            Pose::Standing => "stands",
            Pose::Sitting => "sits",
            Pose::LyingBack => "lies on its back",
            Pose::LyingFront => "lies on its front",
            Pose::Falling { .. } => "falls",
        }
    }

    /// Returns the tilt, in rad, at which the body rests or to which it falls.
    fn tilt(self) -> f32 {
        match self {
            Pose::Standing => 0.0,
            Pose::Sitting => 0.1,
            Pose::LyingBack | Pose::Falling { toward: Side::Back } => -FRAC_PI_2,
            Pose::LyingFront | Pose::Falling { toward: Side::Front } => FRAC_PI_2,
        }
    }

    /// Returns the part of the weight that the feet carry at rest, 0 to 1.
    fn load(self) -> f32 {
        match self {
            Pose::Standing => 1.0,
            Pose::Sitting => 0.6,
            Pose::LyingBack | Pose::LyingFront | Pose::Falling { .. } => 0.0,
        }
    }
}

/// A place on the ground, relative to the start.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Odometry {
    /// Forward of the start, in m.
    pub x_m: f32,
    /// Left of the start, in m.
    pub y_m: f32,
    /// Turned left since the start, in rad, between -pi and pi.
    pub theta_rad: f32,
}

impl Odometry {
    /// Moves on at a velocity (forward and left in m/s, turning left in rad/s).
    pub(super) fn advance(&mut self, [x, y, theta]: [f32; 3], sec: f32) {
        // The mean heading over this time.
        let (sin, cos) = libm::sincosf(self.theta_rad + theta * sec / 2.0);
        self.x_m += (x * cos - y * sin) * sec;
        self.y_m += (x * sin + y * cos) * sec;
        let turned = self.theta_rad + theta * sec;
        self.theta_rad = if turned.abs() > PI { turned - TAU.copysign(turned) } else { turned };
    }
}

/// A pattern that brings the body from its pose to another one.
#[derive(Clone, Copy, Debug)]
struct Carry {
    to: Pose,
    passed: Duration,
    time: Duration,
    /// Tilt and load at its beginning.
    tilt: f32,
    load: f32,
}

/// The state of the body.
#[derive(Clone, Debug)]
pub(super) struct Balance {
    pose: Pose,
    carry: Option<Carry>,
    /// Forward tilt, in rad: 0 upright, positive towards the front.
    tilt: f32,
    /// The part of the weight that the feet carry, 0 to 1.
    load: f32,
    /// The distribution of the load: -1 on the right foot, 1 on the left one.
    sway: f32,
    sway_goal: f32,
    /// The angular speed of a fall, rad/s.
    fall_rate: f32,
}

impl Balance {
    /// Returns a body at rest in a pose; a falling one begins upright.
    pub(super) fn at(pose: Pose) -> Balance {
        let rest = match pose {
            Pose::Falling { .. } => Pose::Standing,
            rest => rest,
        };
        Balance {
            pose,
            carry: None,
            tilt: rest.tilt(),
            load: rest.load(),
            sway: 0.0,
            sway_goal: 0.0,
            fall_rate: 0.0,
        }
    }

    /// Returns the pose; while a pattern moves the body, the pose before it.
    pub(super) fn pose(&self) -> Pose {
        self.pose
    }

    /// Returns the forward tilt, in rad.
    pub(super) fn pitch(&self) -> f32 {
        self.tilt
    }

    /// Returns the tilt to the right, in rad.
    pub(super) fn roll(&self) -> f32 {
        -FULL_SWAY_ROLL * self.sway * self.load
    }

    /// Returns the part of the weight on the left and on the right foot, 0 to 1.
    pub(super) fn loads(&self) -> (f32, f32) {
        let left = self.load * (1.0 + self.sway) / 2.0;
        (left, self.load - left)
    }

    /// Returns whether a pattern has an effect on a standing body with this leg stiffness.
    pub(super) fn stands_firm(&self, leg_stiffness: f32) -> bool {
        self.pose == Pose::Standing && leg_stiffness >= LIFTING_STIFFNESS
    }

    /// Leans over to the left (1) or to the right (-1) foot, or to none (0).
    pub(super) fn lean(&mut self, sway: f32) {
        self.sway_goal = sway;
    }

    /// Begins to bring the body from one pose to another, if it is in the
    /// first one.
    pub(super) fn carry(&mut self, from: Pose, to: Pose, time: Duration) {
        if self.pose == from && from != to {
            self.carry =
                Some(Carry { to, passed: Duration::ZERO, time, tilt: self.tilt, load: self.load });
        }
    }

    /// Ends the movement that `carry` began. A body that was getting up from lying falls back; one
    /// that has nearly risen from sitting is upright at last.
    pub(super) fn release(&mut self) {
        let Some(carry) = self.carry.take() else { return };
        let part = carry.passed.as_secs_f32() / carry.time.as_secs_f32();
        if let Some(side) = self.pose.side() {
            self.topple(side);
        } else if carry.to == Pose::Standing && part > STRETCHED {
            self.carry_on(carry, carry.time);
        }
    }

    /// Makes a body that stands or sits, or was being lifted, fall.
    pub(super) fn topple(&mut self, toward: Side) {
        self.pose = Pose::Falling { toward };
        self.carry = None;
        self.sway_goal = 0.0;
        self.fall_rate = 0.0;
    }

    /// Lets the body hang in somebody's hands: it no longer falls, nor does a pattern carry it.
    pub(super) fn let_hang(&mut self) {
        (self.pose, self.carry) = (Pose::Standing, None);
        (self.sway_goal, self.fall_rate) = (0.0, 0.0);
    }

    /// Advances a body that hangs.
    pub(super) fn hang(&mut self, sec: f32) {
        self.carry = None;
        self.sway = approach(self.sway, 0.0, SWAY_RATE * sec);
        self.tilt = approach(self.tilt, 0.0, TILT_RATE * sec);
        self.load = approach(self.load, 0.0, 4.0 * LOAD_RATE * sec);
    }

    /// Advances the body by `time` on legs of this mean stiffness.
    pub(super) fn advance(&mut self, time: Duration, leg_stiffness: f32) {
        let sec = time.as_secs_f32();
        self.sway = approach(self.sway, self.sway_goal, SWAY_RATE * sec);
        if self.pose == Pose::Standing && leg_stiffness < STANDING_STIFFNESS {
            // The knees give way and the body falls forward.
            self.topple(Side::Front);
        }
        // Sitting down needs no strength.
        if self.pose != Pose::Standing && leg_stiffness < LIFTING_STIFFNESS {
            self.release();
        }
        if let Pose::Falling { toward } = self.pose {
            self.fall(toward, sec);
        } else if let Some(carry) = self.carry {
            self.carry_on(carry, time);
        } else {
            self.tilt = approach(self.tilt, self.pose.tilt(), TILT_RATE * sec);
            self.load = approach(self.load, self.pose.load(), LOAD_RATE * sec);
        }
    }

    /// Falls on, at a constant acceleration.
    fn fall(&mut self, toward: Side, sec: f32) {
        let way = self.fall_rate * sec + FALL_GAIN * sec * sec / 2.0;
        self.fall_rate += FALL_GAIN * sec;
        self.tilt = approach(self.tilt, self.pose.tilt(), way);
        self.load = approach(self.load, 0.0, LOAD_RATE * sec);
        if (self.tilt - self.pose.tilt()).abs() < f32::EPSILON {
            self.pose = Pose::lying(toward);
        }
    }

    /// Moves from one pose to the other, smoothly at both ends.
    fn carry_on(&mut self, carry: Carry, time: Duration) {
        let passed = carry.passed.saturating_add(time);
        if passed >= carry.time {
            self.pose = carry.to;
            self.carry = None;
            self.tilt = carry.to.tilt();
            self.load = carry.to.load();
        } else {
            let part = passed.as_secs_f32() / carry.time.as_secs_f32();
            let eased = part * part * (3.0 - 2.0 * part);
            self.tilt = carry.tilt + (carry.to.tilt() - carry.tilt) * eased;
            self.load = carry.load + (carry.to.load() - carry.load) * eased;
            self.carry = Some(Carry { passed, ..carry });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(balance: &mut Balance, millis: u64, leg_stiffness: f32) {
        for _ in 0..millis {
            balance.advance(Duration::from_millis(1), leg_stiffness);
        }
    }

    #[test]
    fn a_fall_from_upright_takes_0_8_s() {
        for toward in [Side::Back, Side::Front] {
            let mut balance = Balance::at(Pose::Falling { toward });
            run(&mut balance, 798, 1.0);
            assert_eq!(balance.pose(), Pose::Falling { toward });
            run(&mut balance, 4, 1.0);
            assert_eq!(balance.pose(), Pose::lying(toward));
            assert!((balance.pitch() - balance.pose().tilt()).abs() < f32::EPSILON);
        }
    }

    #[test]
    fn a_lifted_body_that_is_let_go_falls_back() {
        let time = Duration::from_secs(2);
        let mut balance = Balance::at(Pose::LyingBack);
        balance.carry(Pose::LyingBack, Pose::Sitting, time);
        run(&mut balance, 1000, 1.0);
        assert!(balance.pitch() > -1.0 && balance.pose() == Pose::LyingBack);
        balance.release();
        assert_eq!(balance.pose(), Pose::Falling { toward: Side::Back });
        run(&mut balance, 800, 1.0);
        assert_eq!(balance.pose(), Pose::LyingBack);
    }

    #[test]
    fn a_body_is_carried_from_the_right_pose_only() {
        let time = Duration::from_millis(100);
        let mut balance = Balance::at(Pose::LyingFront);
        balance.carry(Pose::LyingBack, Pose::Sitting, time);
        run(&mut balance, 200, 1.0);
        assert_eq!(balance.pose(), Pose::LyingFront);
        balance.carry(Pose::LyingFront, Pose::Sitting, time);
        run(&mut balance, 99, 1.0);
        assert_eq!(balance.pose(), Pose::LyingFront);
        run(&mut balance, 1, 1.0);
        assert_eq!(balance.pose(), Pose::Sitting);
    }

    #[test]
    fn weak_legs_lower_the_body_but_do_not_lift_it() {
        let time = Duration::from_millis(100);
        let mut balance = Balance::at(Pose::Standing);
        balance.carry(Pose::Standing, Pose::Sitting, time);
        run(&mut balance, 100, 0.25);
        assert_eq!(balance.pose(), Pose::Sitting);
        balance.carry(Pose::Sitting, Pose::Standing, time);
        run(&mut balance, 200, 0.25);
        assert_eq!(balance.pose(), Pose::Sitting);
    }

    #[test]
    fn odometry_goes_along_a_circle() {
        let mut odometry = Odometry::default();
        odometry.advance([1.0, 0.0, 1.0], 0.1);
        assert!((odometry.x_m - 0.1_f32.sin()).abs() < 1e-4);
        assert!((odometry.y_m - (1.0 - 0.1_f32.cos())).abs() < 1e-4);
        let mut odometry = Odometry::default();
        for _ in 0..1000 {
            odometry.advance([0.1, 0.0, TAU / 10.0], 0.01);
        }
        assert!(odometry.x_m.abs() < 1e-4 && odometry.y_m.abs() < 1e-4);
        assert!(odometry.theta_rad.abs() < 1e-3);
    }
}
