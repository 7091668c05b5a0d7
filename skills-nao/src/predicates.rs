//! Conditions on the interfaces that several skills evaluate.

use crate::interfaces::{
    HumanoidMotion, NaoJointPosition, NaoSensor, ObjectPosition, Switch, motion, object,
};
use skill_runtime::{Argument, Port};

/// The acceleration along the forward axis beyond which the robot lies, in g.
const LYING_G: f32 = 0.8;

/// An upright robot with both knees bent by more than this sits or squats, rad. In steps and kicks, one
/// knee is bent by at most 1.02.
const BENT_RAD: f32 = 1.1;

/// The angle of the camera below the direction of the head, rad.
pub const CAMERA_PITCH: f32 = 0.7;

/// The height of the camera above the ball, m, for the angle below the horizon.
pub(crate) const CAMERA_M: f32 = 0.43;

/// A side of the robot to lie on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Argument)]
pub enum Side {
    /// The front.
    Front,
    /// The back.
    Back,
}

/// Returns whether the robot lies on its back.
#[must_use]
pub fn lying_on_back(sensors: &NaoSensor) -> bool {
    sensors.accel_x < -LYING_G
}

/// Returns whether the robot lies on its front.
#[must_use]
pub fn lying_on_front(sensors: &NaoSensor) -> bool {
    sensors.accel_x > LYING_G
}

/// Returns whether the robot lies.
#[must_use]
pub fn lying(sensors: &NaoSensor) -> bool {
    lying_on_back(sensors) || lying_on_front(sensors)
}

/// Returns whether the robot is upright.
#[must_use]
pub fn upright(sensors: &NaoSensor) -> bool {
    sensors.accel_z < -LYING_G
}

/// Returns whether both knees are bent so far that an upright robot sits, rad.
#[must_use]
pub(crate) fn bent(left_rad: f32, right_rad: f32) -> bool {
    left_rad > BENT_RAD && right_rad > BENT_RAD
}

/// Returns whether the knees are those of a robot that sits.
#[must_use]
pub fn sitting(joints: &NaoJointPosition) -> bool {
    bent(joints.l_knee_pitch, joints.r_knee_pitch)
}

/// Returns for how long a robot may not be upright after its motion, s. With little stiffness its knees follow slowly.
#[must_use]
pub fn settling_sec(joints: &NaoJointPosition) -> f32 {
    if sitting(joints) { 10.0 } else { 2.0 }
}

/// Returns whether the ball is visible in more than one image; a single one may be wrong.
#[must_use]
pub fn ball_visible(ball: &ObjectPosition) -> bool {
    ball.visible && ball.visibility_history > 1
}

/// Returns whether the ball has not been seen in the last `images`, of which there are 15 a
/// second, or never.
#[must_use]
pub fn ball_unseen(ball: &ObjectPosition, images: i32) -> bool {
    ball.flags == object::FLAG_NONE || ball.visibility_history < -images
}

/// Returns whether the ball is not where it was: not seen for two seconds there, or for six
/// where the head cannot look.
#[must_use]
pub fn ball_gone(ball: &ObjectPosition) -> bool {
    ball_unseen(ball, if ball.bearing.abs() < 1.5 { 30 } else { 90 })
}

/// Returns a place on the field relative to a robot at `pose`: forward and to the left, m.
#[must_use]
pub fn seen_from(pose: &ObjectPosition, x_m: f32, y_m: f32) -> (f32, f32) {
    rotated((x_m - pose.world_x, y_m - pose.world_y), -pose.world_z)
}

/// Returns a vector turned by an angle, rad, positive to the left.
#[must_use]
pub fn rotated((x, y): (f32, f32), angle_rad: f32) -> (f32, f32) {
    let (sin, cos) = (libm::sinf(angle_rad), libm::cosf(angle_rad));
    (cos * x - sin * y, sin * x + cos * y)
}

/// Returns an angle in rad, wrapped to half a turn to either side.
#[must_use]
pub fn wrapped(angle_rad: f32) -> f32 {
    libm::remainderf(angle_rad, core::f32::consts::TAU)
}

/// The direction of the head, to keep it on the ball.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Gaze {
    yaw_rad: f32,
    pitch_rad: f32,
}

impl Gaze {
    /// No direction yet.
    pub const NOWHERE: Self = Self { yaw_rad: f32::INFINITY, pitch_rad: f32::INFINITY };

    /// Turns the head to the ball, unless it already looks there or the ball's direction is not
    /// a number.
    pub fn follow(&mut self, ball: &ObjectPosition, naomotion: &mut Port<'_, HumanoidMotion>) {
        self.turn((ball.bearing, ball.slope), naomotion);
    }

    /// Turns the head to a place on the ground, relative to the robot, m.
    pub fn look_at(&mut self, (x, y): (f32, f32), naomotion: &mut Port<'_, HumanoidMotion>) {
        let slope = libm::atan2f(CAMERA_M, libm::hypotf(x, y));
        self.turn((libm::atan2f(y, x), slope), naomotion);
    }

    fn turn(&mut self, (bearing, slope): (f32, f32), naomotion: &mut Port<'_, HumanoidMotion>) {
        let (yaw, pitch) = (bearing.clamp(-2.0, 2.0), (slope - CAMERA_PITCH).clamp(-0.6, 0.5));
        let known = yaw.is_finite() && pitch.is_finite();
        if known && ((yaw - self.yaw_rad).abs() > 0.05 || (pitch - self.pitch_rad).abs() > 0.05) {
            *self = Self { yaw_rad: yaw, pitch_rad: pitch };
            naomotion.send(motion::YawPitchHead { yaw, pitch, time_sec: 0.2 });
        }
    }
}

/// Returns whether a button got a short press since its presses were `counted` last.
#[must_use]
pub fn clicked(button: &Switch, counted: u32) -> bool {
    button.activation_count != counted && button.short_activations > 0
}
