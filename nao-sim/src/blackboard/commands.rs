//! Execution of messages by the parts of the field.

use crate::field::navigator::{Parameters, TOLERANCE};
use crate::field::{Field, Place, Point};
use core::time::Duration;
use skill_runtime::MessageId;
use skills_nao::interfaces::{button, navigation};

/// Executes a message to the navigator.
pub(super) fn drive(field: &mut Field, message: &navigation::Message, id: MessageId) {
    use navigation::Message as M;
    let me = field.odometry();
    let driver = &mut field.navigator;
    let parameters = &mut driver.parameters;
    let usual = Parameters::default();
    match message {
        M::Stop(m) => driver.stop(m.msgid),
        M::Turn(m) => driver.turn(me, m.angle, m.velocity, id),
        M::CartesianGoto(m) => {
            driver.go(me, Place { x: m.x, y: m.y, theta: m.orientation }, TOLERANCE, id);
        }
        M::CartesianGotoWithTolerance(m) => {
            let tolerance = (m.translation_tolerance, m.orientation_tolerance);
            driver.go(me, Place { x: m.x, y: m.y, theta: m.orientation }, tolerance, id);
        }
        M::PolarGoto(m) => {
            let Point { x, y } = Point::polar(m.phi, m.dist);
            driver.go(me, Place { x, y, theta: m.orientation }, TOLERANCE, id);
        }
        // The simulated navigator has neither frames nor named places.
        M::CartesianGotoWithFrame(_)
        | M::CartesianGotoWithFrameWithTolerance(_)
        | M::PlaceGoto(_)
        | M::PlaceWithOriGoto(_) => driver.refuse(navigation::ERROR_UNKNOWN_PLACE, id),
        // Only the ball is tracked.
        M::Obstacle(_) => {}
        M::ResetOdometry(_) => driver.reset_odometry(me),
        M::SetMaxVelocity(m) => {
            parameters.max_velocity = limited(m.max_velocity, usual.max_velocity);
        }
        M::SetMaxRotation(m) => {
            parameters.max_rotation = limited(m.max_rotation, usual.max_rotation);
        }
        M::SetEscaping(m) => parameters.escaping = m.escaping_enabled,
        M::SetSecurityDistance(m) => {
            parameters.security_distance = limited(m.security_distance, 1.0);
        }
        M::SetDriveMode(m) => parameters.drive_mode = m.drive_mode,
        M::SetStopAtTarget(m) => parameters.stop_at_target = m.stop_at_target,
        M::SetOrientationMode(m) => parameters.orientation_mode = m.orientation_mode,
        M::ResetParameters(_) => *parameters = usual,
    }
}

/// Returns `value` clamped to 0..`limit`; NaN becomes `limit`.
fn limited(value: f32, limit: f32) -> f32 {
    if value.is_nan() { limit } else { value.clamp(0.0, limit) }
}

/// Returns whether a message switches on or off, and for how long.
pub(super) fn switched(message: &button::Message) -> (bool, Option<Duration>) {
    match message {
        button::Message::Set(m) => (m.enabled, None),
        button::Message::EnableSwitch(_) => (true, None),
        button::Message::DisableSwitch(_) => (false, None),
        button::Message::EnableDuration(m) => {
            (true, Some(Duration::try_from_secs_f32(m.duration).unwrap_or_default()))
        }
    }
}
