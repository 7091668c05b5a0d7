//! Looking for an object.

use super::drive;
use crate::interfaces::{EmergencyStop, Lidar, Wheels, wheels};
use core::f32::consts::TAU;
use skill_runtime::skill;

/// The turning speed.
const TURN_RAD_PER_SEC: f32 = 0.8;

skill! {
    /// Turns on the spot until the lidar sees an object, at most once around.
    pub skill Search() {
        depends_interfaces {
            estop: EmergencyStop = "Emergency Stop" (max_age = 100ms),
            wheels: Wheels = "Wheels",
            lidar: Lidar = "Lidar" (max_age = 500ms),
        }

        start state Turn {
            precond -> FAILED("emergency stop") when !estop.released;
            loop { drive(wheels, estop, 0.0, TURN_RAD_PER_SEC); }
            exit { wheels.send(wheels::Stop); }
            -> FAILED("emergency stop") when !estop.released;
            -> FAILED("message queue full") when wheels.refused();
            /// object seen
            -> FINAL when lidar.sees;
            -> FAILED("nothing to be seen all around") after TAU / TURN_RAD_PER_SEC;
        }
    }
}
