//! Questions that several skills ask of the interfaces.

use crate::interfaces::NaoSensor;

/// Above this the accelerometer's forward axis says that the robot lies, in g.
const LYING_G: f32 = 0.8;

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
