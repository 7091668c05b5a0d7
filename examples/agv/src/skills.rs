//! The skills.

use crate::interfaces::{AgvBoard, Base, Lidar, base};
use core::f32::consts::PI;
use skill_runtime::{skill, skill_space};

/// The speed ahead, m/s, and of turning, rad/s.
const AHEAD: f32 = 0.8;
const TURN: f32 = 1.5;
/// The distance at which a place is reached, m.
const REACHED_M: f32 = 0.1;

/// Returns the distance of a place, m, and its direction, rad, from `-PI` to `PI`.
fn to(base: &Base, x_m: f32, y_m: f32) -> (f32, f32) {
    let (ahead, left) = (x_m - base.x_m, y_m - base.y_m);
    let turn = left.atan2(ahead) - base.heading_rad;
    (ahead.hypot(left), (turn + PI).rem_euclid(2.0 * PI) - PI)
}

skill! {
    /// Drives to a place, and waits for what is in the way.
    pub skill GoTo(
        /// Ahead of the start, m.
        x_m: f32 in -50.0..=50.0,
        /// To the left of the start, m.
        y_m: f32 in -50.0..=50.0,
        /// The time after which it fails, s.
        timeout_sec: f32 = 120.0 in 1.0..=600.0,
        /// The time that it waits for what is in the way, s.
        patience_sec: f32 = 10.0 in 0.0..=60.0,
    ) {
        depends_interfaces { base: Base, lidar: Lidar }

        start state Drive {
            exit { base.send(base::Stop); }
            -> FINAL when to(base, self.x_m, self.y_m).0 < REACHED_M;
            -> FAILED(SLOW: "not there after {} s", self.timeout_sec) after self.timeout_sec;

            start state Turn {
                loop {
                    let turn = to(base, self.x_m, self.y_m).1;
                    let turn_rad_per_sec = (2.0 * turn).clamp(-TURN, TURN);
                    base.send(base::Drive { ahead_m_per_sec: 0.0, turn_rad_per_sec });
                }
                -> Ahead when to(base, self.x_m, self.y_m).1.abs() < 0.1;
            }
            state Ahead {
                loop {
                    let turn = to(base, self.x_m, self.y_m).1;
                    let turn_rad_per_sec = (2.0 * turn).clamp(-TURN, TURN);
                    base.send(base::Drive { ahead_m_per_sec: AHEAD, turn_rad_per_sec });
                }
                -> Wait when lidar.nearest_m < 0.4;
                -> Turn when to(base, self.x_m, self.y_m).1.abs() > 0.5;
            }
            state Wait {
                init { base.send(base::Stop); }
                -> Ahead when lidar.nearest_m > 0.6 for 500ms;
                -> FAILED(BLOCKED: "something is in the way, at {} m", lidar.nearest_m)
                    after self.patience_sec;
            }
        }
    }
}

skill_space! {
    /// The skills of the vehicle.
    pub AgvSkills on AgvBoard { GoTo }
}
