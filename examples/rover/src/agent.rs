//! The agent of the rover.

use crate::interfaces::gripper::Jaws;
use crate::interfaces::{EmergencyStop, Gripper};
use crate::skills::{DriveTo, Fetch, Grip};
use skill_runtime::agent;

// ANCHOR: agent
agent! {
    /// Collects cans and brings them to where the robot was started.
    pub agent Collector(
        /// The number of cans.
        cans: u32 = 3 in 1..=99,
    ) {
        depends_skills { Fetch, DriveTo, Grip }
        depends_interfaces {
            estop: EmergencyStop = "Emergency Stop" (max_age = 100ms),
            gripper: Gripper = "Gripper",
        }
        vars { delivered: u32 = 0, failed: u32 = 0 }

        always { -> Failed on FAILED; }

        start state Fetch = Fetch {} { -> Bring on FINAL; }
        state Bring = DriveTo { x_m: 0.0, y_m: 0.0 } { -> Drop on FINAL; }
        state Drop = Grip { jaws: Jaws::Open } { -> Delivered on FINAL; }
        state Delivered {
            init {
                self.delivered += 1;
                self.failed = 0;
            }
            -> FINAL when self.delivered >= self.cans;
            -> BackOff otherwise;
        }
        /// Away from what was delivered, to see the next.
        state BackOff = DriveTo { x_m: 0.5, y_m: 0.0 } { -> Fetch on FINAL; }
        state Failed {
            init { self.failed += 1; }
            -> FAILED("{} calls in a row failed", self.failed)
                when self.failed > 5 && estop.released;
            /// A person has to release the button first.
            -> Bring when estop.released && gripper.holds;
            -> Fetch when estop.released;
        }
    }
}
// ANCHOR_END: agent
