//! Rising from sitting.

use crate::interfaces::{HumanoidMotion, motion};
use skill_runtime::skill;

skill! {
    /// Makes the robot rise from sitting.
    pub skill Getup(
        /// The time to wait for the end of the motion.
        time_sec: f32 = 3.0 in 0.1..=30.0,
    ) {
        depends_interfaces { naomotion: HumanoidMotion = "NaoQi Motion" }

        start state Wait = naomotion.send(motion::GetUp) { -> FINAL after self.time_sec; }
    }
}
