//! Driving to a place.

use super::{drive, limited, wrapped};
use crate::interfaces::{EmergencyStop, Lidar, Odometry, Wheels, wheels};
use skill_runtime::skill;

/// The distance at which the place counts as reached.
const NEAR_M: f32 = 0.05;
/// An object this near ahead is an obstacle.
const CLEAR_M: f32 = 0.35;

// ANCHOR: skill
skill! {
    /// Drives to a place, and waits for obstacles to go away, or for data from the lidar.
    pub skill DriveTo(
        /// Ahead of where the robot was started.
        x_m: f32 in -10.0..=10.0,
        /// To the left of where it was started.
        y_m: f32 in -10.0..=10.0,
        /// The time limit.
        timeout_sec: f32 = 60.0 in 1.0..=600.0,
    ) {
        depends_interfaces {
            estop: EmergencyStop = "Emergency Stop" (max_age = 100ms),
            wheels: Wheels = "Wheels",
            odometry: Odometry = "Odometry" (max_age = 100ms),
            optional lidar: Lidar = "Lidar" (max_age = 500ms),
        }

        start state Drive {
            precond -> FAILED("emergency stop") when !estop.released;
            -> FAILED("emergency stop") when !estop.released;
            /// arrived
            -> FINAL when distance(odometry, self.x_m, self.y_m) < NEAR_M;
            -> FAILED("not there after {} s", self.timeout_sec) after self.timeout_sec;

            start state Turn {
                loop {
                    drive(
                        wheels,
                        estop,
                        0.0,
                        limited(2.0 * off(odometry, self.x_m, self.y_m), 0.8)
                    );
                }
                -> Ahead when off(odometry, self.x_m, self.y_m).abs() < 0.1;
            }
            state Ahead {
                loop { drive(wheels, estop, 0.4, limited(off(odometry, self.x_m, self.y_m), 0.8)); }
                -> Turn when off(odometry, self.x_m, self.y_m).abs() > 0.6;
                -> Blocked when lidar.stale() || obstacle(lidar);
            }
            state Blocked = wheels.send(wheels::Stop) {
                -> Ahead when !lidar.stale() && !obstacle(lidar);
                -> FAILED("the way is blocked") after 5s;
            }
        }
    }
}
// ANCHOR_END: skill

/// Returns the distance to the place, m.
fn distance(odometry: &Odometry, x_m: f32, y_m: f32) -> f32 {
    libm::hypotf(x_m - odometry.x_m, y_m - odometry.y_m)
}

/// Returns the turn that makes the robot face the place, rad.
fn off(odometry: &Odometry, x_m: f32, y_m: f32) -> f32 {
    wrapped(libm::atan2f(y_m - odometry.y_m, x_m - odometry.x_m) - odometry.heading_rad)
}

/// Returns whether an object is in the way.
fn obstacle(lidar: &Lidar) -> bool {
    lidar.sees && lidar.distance_m < CLEAR_M && lidar.bearing_rad.abs() < 0.5
}
