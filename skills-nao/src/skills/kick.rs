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

        start state Kick {
            precond -> FAILED("no writer for naomotion") when !naomotion.has_writer();
            precond -> FAILED("no leg defined") when self.leg.is_none();
            init {
                if let Some(leg) = self.leg {
                    naomotion.send(motion::Kick { leg, strength: 1.0 });
                }
            }
            -> FAILED("message queue full") when naomotion.refused();
            -> Wait otherwise;
        }
        state Wait {
            -> FAILED("no writer for naomotion") when !naomotion.has_writer();
            -> FINAL after 13s;
        }
    }
}
