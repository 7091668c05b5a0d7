//! Kicking.

use crate::interfaces::{HumanoidMotion, motion, motion::Leg};
use skill_runtime::skill;

skill! {
    /// Kicks.
    pub skill Kick(
        /// With which leg.
        leg: Option<Leg> = None,
    ) {
        depends_interfaces { naomotion: HumanoidMotion = "NaoQi Motion" }

        start state Wait {
            precond -> FAILED("no leg defined") when self.leg.is_none();
            init {
                if let Some(leg) = self.leg {
                    naomotion.send(motion::Kick { leg, strength: 1.0 });
                }
            }
            -> FINAL after 13s;
        }
    }
}
