//! Walking sideways.

use crate::interfaces::{HumanoidMotion, motion};
use skill_runtime::{MessageId, skill};

skill! {
    /// Walks sideways.
    pub skill Strafe(
        /// The distance, positive to the left.
        distance_m: f32 in -5.0..=5.0,
    ) {
        depends_interfaces { naomotion: HumanoidMotion = "NaoQi Motion" }
        vars { id: MessageId = MessageId::NONE, moved: bool = false }

        start state Strafe {
            /// it is there
            precond -> FINAL when self.distance_m.abs() < 0.001;
            init {
                self.id = naomotion.send(motion::WalkSideways { distance: self.distance_m }).id();
            }
            loop { self.moved |= naomotion.moving && naomotion.msgid == self.id.0; }
            exit {
                // It walks, or will once the message is taken.
                let walks = naomotion.moving && naomotion.msgid == self.id.0;
                let waits = !naomotion.handled().has_reached(self.id);
                if self.id != MessageId::NONE && (walks || waits) {
                    naomotion.send(motion::Stop);
                }
            }
            -> FAILED("another motion has begun")
                when naomotion.handled().has_reached(self.id)
                    && naomotion.moving
                    && naomotion.msgid != self.id.0;
            /// strafe final
            -> FINAL when self.moved && !naomotion.moving;
            -> FAILED("the robot cannot walk now")
                when naomotion.handled().has_reached(self.id) && !naomotion.moving;
            -> FAILED("still walking after {} s", 5.0 + 40.0 * self.distance_m.abs())
                after 5.0 + 40.0 * self.distance_m.abs();
        }
    }
}
