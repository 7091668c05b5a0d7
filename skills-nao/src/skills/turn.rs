//! Turning on the spot.

use crate::interfaces::{Navigator, navigation};
use crate::predicates::superseded;
use skill_runtime::{MessageId, skill};

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
        vars { id: MessageId = MessageId::NONE }

        start state Turn {
            precond -> FAILED("no writer for navigator") when !navigator.has_writer();
            init {
                let (angle, velocity) = (self.angle_rad, self.velocity_rad_per_sec);
                self.id = navigator.send(navigation::Turn { angle, velocity }).id();
            }
            exit {
                if self.id != MessageId::NONE && !navigator.done(self.id) {
                    navigator.send(navigation::Stop { msgid: self.id.0 });
                }
            }
            -> FAILED("message queue full") when navigator.refused();
            -> FAILED("no writer for navigator") when !navigator.has_writer();
            -> FAILED("another target took this one's place") when superseded(navigator, self.id);
            -> FAILED("navigator error {}", navigator.error_code)
                when navigator.done(self.id) && navigator.error_code != navigation::ERROR_NONE;
            /// Turn finished
            -> FINAL when navigator.done(self.id);
            -> FAILED("not turned after {} s", self.timeout_sec) after self.timeout_sec;
        }
    }
}
