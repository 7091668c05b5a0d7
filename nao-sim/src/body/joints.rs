//! The joints: positions, movements, and stiffness.

use core::time::Duration;

use super::approach::approach;
use super::pattern::{self, KeyPose, LEFT_LEG, RIGHT_LEG};
use skills_nao::hardware::Leg;
use skills_nao::joint::Joint;

/// A change at a steady rate.
#[derive(Clone, Copy, Debug)]
struct Ramp {
    /// The value at the end of the ramp.
    goal: f32,
    /// The rate per second, not negative; infinite for a change at once.
    rate: f32,
}

impl Ramp {
    /// Returns the change from `from` to `goal` in `time_sec` (at once for zero or less).
    fn timed(from: f32, goal: f32, time_sec: f32) -> Ramp {
        let rate = if time_sec > 0.0 { (goal - from).abs() / time_sec } else { f32::INFINITY };
        Ramp { goal, rate }
    }
}

/// One joint with its motor.
#[derive(Clone, Copy, Debug)]
struct Servo {
    /// The position, rad (hands: 0 to 1).
    position: f32,
    movement: Option<Ramp>,
    /// The stiffness, 0 to 1.
    stiffness: f32,
    stiffening: Option<Ramp>,
}

impl Servo {
    /// Advances the joint by `sec` seconds.
    fn advance(&mut self, sec: f32) {
        if let Some(Ramp { goal, rate }) = self.stiffening {
            self.stiffness = approach(self.stiffness, goal, rate * sec);
        }
        // The motor follows its command in proportion to its stiffness; the
        // command stays and continues once there is stiffness again.
        if let Some(Ramp { goal, rate }) = self.movement
            && self.stiffness > 0.0
        {
            self.position = approach(self.position, goal, rate * self.stiffness * sec);
        }
    }
}

/// The joints of a robot, in the order of [`Joint`].
#[derive(Clone, Debug)]
pub(super) struct Joints {
    servos: [Servo; Joint::COUNT],
}

impl Joints {
    /// Returns joints at rest in a key pose, all equally stiff; head, wrists and hands at 0.
    pub(super) fn at(pose: &KeyPose, stiffness: f32) -> Joints {
        let mut joints = Joints {
            servos: [Servo { position: 0.0, movement: None, stiffness, stiffening: None };
                Joint::COUNT],
        };
        for (joint, position) in pose.targets(Leg::Left) {
            joints.servo(joint).position = position;
        }
        joints
    }

    fn servo(&mut self, joint: Joint) -> &mut Servo {
        &mut self.servos[joint.index()]
    }

    /// Returns the position of a joint, in rad.
    pub(super) fn position(&self, joint: Joint) -> f32 {
        self.servos[joint.index()].position
    }

    /// Returns the stiffness of a joint, 0 to 1.
    pub(super) fn stiffness(&self, joint: Joint) -> f32 {
        self.servos[joint.index()].stiffness
    }

    /// Returns the mean stiffness of the twelve leg joints, 0 to 1.
    pub(super) fn leg_stiffness(&self) -> f32 {
        let legs = LEFT_LEG.into_iter().chain(RIGHT_LEG);
        legs.map(|joint| self.stiffness(joint)).sum::<f32>() / 12.0
    }

    /// Changes a joint's stiffness to `value` in `time_sec`.
    pub(super) fn set_stiffness(&mut self, joint: Joint, value: f32, time_sec: f32) {
        if value.is_nan() || time_sec.is_nan() {
            return;
        }
        let servo = self.servo(joint);
        let ramp = Ramp::timed(servo.stiffness, value.clamp(0.0, 1.0), time_sec);
        if ramp.rate.is_finite() {
            servo.stiffening = Some(ramp);
        } else {
            servo.stiffness = ramp.goal;
            servo.stiffening = None;
        }
    }

    /// Moves a joint to an angle in a time, as far and as fast as it can.
    pub(super) fn goto_angle(&mut self, joint: Joint, angle_rad: f32, time_sec: f32) {
        if angle_rad.is_finite() && !time_sec.is_nan() {
            let (low, high) = joint.limits_rad();
            let servo = self.servo(joint);
            let ramp = Ramp::timed(servo.position, angle_rad.clamp(low, high), time_sec);
            servo.movement =
                Some(Ramp { rate: ramp.rate.min(joint.max_speed_rad_per_sec()), ..ramp });
        }
    }

    /// Moves a joint to an angle at a fraction of its highest speed.
    pub(super) fn move_with_speed(&mut self, joint: Joint, angle_rad: f32, speed: f32) {
        if angle_rad.is_finite() && !speed.is_nan() {
            let (low, high) = joint.limits_rad();
            self.servo(joint).movement = Some(Ramp {
                goal: angle_rad.clamp(low, high),
                rate: speed.clamp(0.0, 1.0) * joint.max_speed_rad_per_sec(),
            });
        }
    }

    /// Moves arms and legs to a key pose in a time.
    pub(super) fn goto_pose(&mut self, pose: &KeyPose, swing: Leg, time: Duration) {
        for (joint, angle) in pose.targets(swing) {
            self.goto_angle(joint, angle, time.as_secs_f32());
        }
    }

    /// Stops the movements of arms and legs where they are.
    pub(super) fn hold(&mut self) {
        for joint in pattern::joints() {
            self.servo(joint).movement = None;
        }
    }

    /// Advances all joints by `sec` seconds.
    pub(super) fn advance(&mut self, sec: f32) {
        for servo in &mut self.servos {
            servo.advance(sec);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Joints;
    use crate::body::pattern;
    use skills_nao::joint::Joint;

    fn close(a: f32, b: f32) -> bool {
        (a - b).abs() < 1e-3
    }

    fn joints(stiffness: f32) -> Joints {
        Joints::at(&pattern::STAND, stiffness)
    }

    fn run(joints: &mut Joints, sec: f32) {
        let mut left = sec;
        while left > 5e-4 {
            joints.advance(0.001);
            left -= 0.001;
        }
    }

    #[test]
    fn a_timed_movement_takes_its_time() {
        let mut joints = joints(1.0);
        joints.goto_angle(Joint::HeadYaw, 1.0, 2.0);
        run(&mut joints, 1.0);
        assert!(close(joints.position(Joint::HeadYaw), 0.5));
        run(&mut joints, 1.0);
        assert!((joints.position(Joint::HeadYaw) - 1.0).abs() < f32::EPSILON);
    }

    #[test]
    fn goals_are_cut_to_the_limits_and_speeds_to_the_highest() {
        let mut joints = joints(1.0);
        joints.goto_angle(Joint::HeadYaw, 100.0, 0.0);
        run(&mut joints, 0.1);
        assert!(close(joints.position(Joint::HeadYaw), 0.83));
        run(&mut joints, 1.0);
        assert!(close(joints.position(Joint::HeadYaw), 2.0944));
        joints.move_with_speed(Joint::HeadYaw, -100.0, 0.5);
        run(&mut joints, 0.1);
        assert!(close(joints.position(Joint::HeadYaw), 2.0944 - 0.415));
        joints.move_with_speed(Joint::HeadYaw, 0.0, 7.0);
        run(&mut joints, 0.1);
        assert!(close(joints.position(Joint::HeadYaw), 2.0944 - 0.415 - 0.83));
    }

    #[test]
    fn stiffness_rules_the_movement() {
        let mut joints = joints(0.0);
        joints.goto_angle(Joint::LElbowRoll, -1.5, 1.0);
        let start = joints.position(Joint::LElbowRoll);
        run(&mut joints, 2.0);
        assert!((joints.position(Joint::LElbowRoll) - start).abs() < f32::EPSILON);
        joints.set_stiffness(Joint::LElbowRoll, 0.5, 0.0);
        run(&mut joints, 1.0);
        let half = f32::midpoint(start, -1.5);
        assert!(close(joints.position(Joint::LElbowRoll), half));
        run(&mut joints, 1.0);
        assert!(close(joints.position(Joint::LElbowRoll), -1.5));
    }

    #[test]
    fn stiffness_ramps_and_is_clamped() {
        let mut joints = joints(0.0);
        joints.set_stiffness(Joint::HeadYaw, 2.0, 0.5);
        run(&mut joints, 0.25);
        assert!(close(joints.stiffness(Joint::HeadYaw), 0.5));
        run(&mut joints, 0.25);
        assert!((joints.stiffness(Joint::HeadYaw) - 1.0).abs() < f32::EPSILON);
        joints.set_stiffness(Joint::HeadYaw, -3.0, 0.0);
        assert!(joints.stiffness(Joint::HeadYaw) < f32::EPSILON);
    }

    #[test]
    fn nan_is_ignored() {
        let mut joints = joints(1.0);
        joints.goto_angle(Joint::HeadYaw, f32::NAN, 1.0);
        joints.goto_angle(Joint::HeadYaw, f32::INFINITY, 1.0);
        joints.goto_angle(Joint::HeadYaw, 1.0, f32::NAN);
        joints.move_with_speed(Joint::HeadYaw, f32::NAN, 1.0);
        joints.move_with_speed(Joint::HeadYaw, 1.0, f32::NAN);
        joints.set_stiffness(Joint::HeadYaw, f32::NAN, 1.0);
        joints.set_stiffness(Joint::HeadYaw, 0.0, f32::NAN);
        run(&mut joints, 1.0);
        assert!(joints.position(Joint::HeadYaw).abs() < f32::EPSILON);
        assert!((joints.stiffness(Joint::HeadYaw) - 1.0).abs() < f32::EPSILON);
    }
}
