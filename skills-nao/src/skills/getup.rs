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

        start state Getup {
            precond -> FAILED("no writer for naomotion") when !naomotion.has_writer();
            init { naomotion.send(motion::GetUp {}); }
            -> FAILED("message queue full") when naomotion.refused();
            -> Wait otherwise;
        }
        state Wait {
            -> FAILED("no writer for naomotion") when !naomotion.has_writer();
            -> FINAL after self.time_sec;
        }
    }
}
