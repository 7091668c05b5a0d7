//! Stopping.

use crate::interfaces::{HumanoidMotion, motion};
use skill_runtime::skill;

skill! {
    /// Stops any motion.
    pub skill Stop() {
        depends_interfaces { naomotion: HumanoidMotion = "NaoQi Motion" }

        start state Stop = naomotion.send(motion::Stop) { -> FINAL otherwise; }
    }
}
