//! Sitting down.

use crate::interfaces::{HumanoidMotion, NaoJointStiffness, motion, stiffness};
use skill_runtime::skill;

skill! {
    /// Sits the robot down in a pose that needs no power.
    pub skill Park(
        /// The time to wait for the end of the motion.
        time_sec: f32 = 3.0 in 0.1..=30.0,
        /// Makes the joints limp afterwards.
        servos_off: bool = false,
    ) {
        depends_interfaces {
            naomotion: HumanoidMotion = "NaoQi Motion",
            optional naostiffness: NaoJointStiffness = "Nao Joint Stiffness",
        }

        start state Wait = naomotion.send(motion::Park) {
            -> Done after self.time_sec;
        }
        state Done {
            init {
                if self.servos_off {
                    naostiffness.send(stiffness::SetBodyStiffness { value: 0.0, time_sec: 0.0 });
                }
            }
            -> FINAL otherwise;
        }
    }
}
