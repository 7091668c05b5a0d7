//! Kicking.

use crate::interfaces::{HumanoidMotion, motion, motion::Leg};
use skill_runtime::{MessageId, skill};

skill! {
    /// Kicks. FINAL: the motion is over.
    pub skill Kick(
        /// With which leg.
        leg: Option<Leg> = None,
    ) {
        depends_interfaces { naomotion: HumanoidMotion = "NaoQi Motion" }
        params {
            /// The longest time that the motion may take.
            timeout_sec: f32 = 20.0 in 1.0..=60.0,
        }
        vars { id: MessageId = MessageId::NONE }

        start state Wait {
            precond -> FAILED("no leg defined") when self.leg.is_none();
            init {
                if let Some(leg) = self.leg {
                    self.id = naomotion.send(motion::Kick { leg, strength: 1.0 }).id();
                }
            }
            -> FINAL when rising naomotion.msgid != self.id.0;
            -> FAILED("the body does not kick") after 500ms when naomotion.msgid != self.id.0;
            -> FAILED("it takes too long") after self.timeout_sec;
        }
    }
}
