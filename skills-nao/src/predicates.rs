//! Questions that several skills ask of the interfaces.

use crate::interfaces::{NaoSensor, Navigator, ObjectPosition, Switch};
use skill_runtime::{MessageId, Port};

/// Above this the accelerometer's forward axis says that the robot lies, in g.
const LYING_G: f32 = 0.8;

/// How far below the head's direction the camera looks, rad.
pub const CAMERA_PITCH: f32 = 0.7;

/// The robot lies on its back.
#[must_use]
pub fn lying_on_back(sensors: &NaoSensor) -> bool {
    sensors.accel_x < -LYING_G
}

/// The robot lies on its front.
#[must_use]
pub fn lying_on_front(sensors: &NaoSensor) -> bool {
    sensors.accel_x > LYING_G
}

/// The robot lies.
#[must_use]
pub fn lying(sensors: &NaoSensor) -> bool {
    lying_on_back(sensors) || lying_on_front(sensors)
}

/// The navigator has done what the message `id` asked, well or not.
#[must_use]
pub fn arrived(navigator: &Navigator, id: MessageId) -> bool {
    navigator.msgid == id.0 && navigator.r#final
}

/// The navigator has taken the message `id`, and another after it.
#[must_use]
pub fn superseded(navigator: &Port<'_, Navigator>, id: MessageId) -> bool {
    navigator.handled().has_reached(id) && navigator.msgid != id.0
}

/// The ball is seen: in more than one image, which may err.
#[must_use]
pub fn ball_visible(ball: &ObjectPosition) -> bool {
    ball.visible && ball.visibility_history > 1
}

/// The ball is less than `dist_m` away.
#[must_use]
pub fn ball_close(ball: &ObjectPosition, dist_m: f32) -> bool {
    ball.distance < dist_m
}

/// The ball is in front of the robot.
#[must_use]
pub fn ball_in_front(ball: &ObjectPosition) -> bool {
    ball.bearing.abs() < 0.25
}

/// Where a place on the field is, seen from a robot at `pose`: forward and to the left, m.
#[must_use]
pub fn seen_from(pose: &ObjectPosition, x_m: f32, y_m: f32) -> (f32, f32) {
    let (dx, dy) = (x_m - pose.world_x, y_m - pose.world_y);
    let (sin, cos) = (libm::sinf(pose.world_z), libm::cosf(pose.world_z));
    (cos * dx + sin * dy, cos * dy - sin * dx)
}

/// An angle in rad within half a turn to either side.
#[must_use]
pub fn wrapped(angle_rad: f32) -> f32 {
    libm::remainderf(angle_rad, core::f32::consts::TAU)
}

/// How the head looks at the ball: `HeadYaw` and `HeadPitch`, rad.
#[must_use]
pub fn gaze(ball: &ObjectPosition) -> (f32, f32) {
    (ball.bearing.clamp(-2.0, 2.0), (ball.slope - CAMERA_PITCH).clamp(-0.6, 0.5))
}

/// A button was pressed shortly since its presses were counted last.
#[must_use]
pub fn clicked(button: &Switch, counted: u32) -> bool {
    button.activation_count != counted && button.short_activations > 0
}
