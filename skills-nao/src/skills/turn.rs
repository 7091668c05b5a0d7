//! Turning on the spot.

use crate::drive::Drive;
use crate::interfaces::Navigator;
use skill_runtime::skill;

skill! {
    /// Turns on the spot.
    pub skill Turn(
        /// The angle, positive to the left.
        angle_rad: f32 = 0.0 in -12.6..=12.6,
        /// The turn rate; 0 lets the navigator choose.
        velocity_rad_per_sec: f32 = 0.0 in 0.0..=2.0,
        /// The time limit.
        timeout_sec: f32 = 40.0 in 0.1..=600.0,
    ) {
        depends_interfaces { navigator: Navigator = "Navigator" }
        vars { drive: Drive = Drive::NONE }

        start state Turn {
            init { self.drive.turn(navigator, self.angle_rad, self.velocity_rad_per_sec); }
            exit { self.drive.stop(navigator); }
            -> FAILED("another target took this one's place") when self.drive.superseded(navigator);
            -> FAILED("navigator error {}", error)
                when let Some(error) = self.drive.error(navigator);
            /// Turn finished
            -> FINAL when self.drive.ended(navigator);
            -> FAILED("not turned after {} s", self.timeout_sec) after self.timeout_sec;
        }
    }
}
