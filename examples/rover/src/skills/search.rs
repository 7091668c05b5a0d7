//! Looking for an object.

use super::drive;
use crate::interfaces::{EmergencyStop, Lidar, Wheels};
use core::f32::consts::TAU;
use skill_runtime::{SkillResult, skill};

/// The turning speed.
const TURN_RAD_PER_SEC: f32 = 0.8;

/// An object, seen from the robot.
#[derive(Clone, Copy, PartialEq, Debug, SkillResult)]
pub struct Object {
    /// The distance from the middle of the robot.
    #[argument(in 0.0..=20.0)]
    pub distance_m: f32,
    /// Its direction; 0 straight ahead, positive to the left.
    #[argument(in -3.2..=3.2)]
    pub bearing_rad: f32,
}

skill! {
    /// Turns on the spot until the lidar sees an object, at most once around.
    pub skill Search() -> Object {
        depends_interfaces {
            estop: EmergencyStop = "Emergency Stop" (max_age = 100ms),
            wheels: Wheels = "Wheels",
            lidar: Lidar = "Lidar" (max_age = 500ms),
        }

        start state Turn {
            precond -> FAILED("emergency stop") when !estop.released;
            loop { drive(wheels, estop, 0.0, TURN_RAD_PER_SEC); }
            -> FAILED("emergency stop") when !estop.released;
            /// object seen
            -> FINAL(seen(lidar)) when lidar.sees;
            -> FAILED("nothing to be seen all around") after TAU / TURN_RAD_PER_SEC;
        }
    }
}

/// Returns the object that the lidar sees.
fn seen(lidar: &Lidar) -> Object {
    Object { distance_m: lidar.distance_m, bearing_rad: lidar.bearing_rad }
}
