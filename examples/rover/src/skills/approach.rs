//! Driving up to an object.

use super::{drive, limited};
use crate::interfaces::{EmergencyStop, Lidar, Wheels, wheels};
use skill_runtime::skill;

skill! {
    /// Drives up to the nearest object that the lidar sees.
    pub skill Approach(
        /// The distance at which to stop, between the middle of the robot and the object.
        distance_m: f32 = 0.2 in 0.15..=1.0,
        /// The time limit.
        timeout_sec: f32 = 30.0 in 1.0..=600.0,
    ) {
        depends_interfaces {
            estop: EmergencyStop = "Emergency Stop" (max_age = 100ms),
            wheels: Wheels = "Wheels",
            lidar: Lidar = "Lidar" (max_age = 500ms),
        }

        start state Approach {
            precond -> FAILED("emergency stop") when !estop.released;
            -> FAILED("emergency stop") when !estop.released;
            -> FAILED("not there after {} s", self.timeout_sec) after self.timeout_sec;

            start state Follow {
                loop {
                    let aim = limited(2.0 * lidar.bearing_rad, 0.8);
                    // Straight ahead it drives fast, to the side it only turns.
                    let speed = if aim.abs() < 0.4 {
                        limited(lidar.distance_m - self.distance_m + 0.05, 0.4)
                    } else {
                        0.0
                    };
                    drive(wheels, estop, speed, aim);
                }
                -> Lost when !lidar.sees;
                /// near enough
                -> FINAL when lidar.distance_m <= self.distance_m && lidar.bearing_rad.abs() < 0.2;
            }
            state Lost = wheels.send(wheels::Stop) {
                -> Follow when lidar.sees;
                -> FAILED("the object is gone") after 1s;
            }
        }
    }
}
