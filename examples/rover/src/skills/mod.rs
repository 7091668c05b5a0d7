//! The five skills of the rover, and the space of them.

mod approach;
mod drive_to;
mod fetch;
mod grip;
mod search;

pub use approach::{Approach, ApproachPorts, ApproachState};
pub use drive_to::{DriveTo, DriveToPorts, DriveToState};
pub use fetch::{Fetch, FetchPorts, FetchState};
pub use grip::{Grip, GripPorts, GripState};
pub use search::{Object, Search, SearchPorts, SearchState};

use crate::interfaces::{EmergencyStop, RoverBoard, Wheels, wheels};
use core::f32::consts::{PI, TAU};
use skill_runtime::{Port, skill_space};

// ANCHOR: space
skill_space! {
    /// The skills of the rover.
    pub RoverSkills on RoverBoard { DriveTo, Search, Approach, Grip, Fetch }
}
// ANCHOR_END: space

// ANCHOR: drive
/// Sends a velocity to the wheels, unless the emergency stop forbids to move.
///
/// The skills send velocities through this function alone. They require the emergency stop with a
/// limit of age, so its value is recent.
fn drive(
    wheels: &mut Port<'_, Wheels>,
    estop: &EmergencyStop,
    forward_m_per_sec: f32,
    turn_rad_per_sec: f32,
) {
    if estop.released {
        wheels.send(wheels::SetVelocity { forward_m_per_sec, turn_rad_per_sec });
    }
}
// ANCHOR_END: drive

/// Returns `value` limited to `-limit..=limit`.
fn limited(value: f32, limit: f32) -> f32 {
    value.clamp(-limit, limit)
}

/// Returns the angle as one between -pi and pi.
fn wrapped(angle_rad: f32) -> f32 {
    angle_rad - TAU * libm::floorf((angle_rad + PI) / TAU)
}
