//! Retry: a thing is gripped, as often as needed.

use crate::interfaces::{Arm, Gripper, arm, gripper};
use skill_runtime::skill;

skill! {
    /// Moves the arm.
    pub skill MoveArm(
        x_m: f32,
        y_m: f32,
        z_m: f32,
        /// The time after which it is given up.
        timeout_sec: f32 = 5.0 in 0.1..=30.0,
    ) {
        depends_interfaces { arm: Arm }

        start state Go = arm.send(arm::MoveTo { x_m: self.x_m, y_m: self.y_m, z_m: self.z_m }) {
            -> FINAL on FINAL when arm.arrived;
            -> FAILED("arm stopped at {} m", arm.z_m) on FINAL;
            -> FAILED("arm too slow") after self.timeout_sec;
        }
    }
}

// ANCHOR: pick
skill! {
    /// Picks a thing up.
    pub skill Pick(
        x_m: f32,
        y_m: f32,
        /// The number of tries.
        tries: u32 = 3 in 1..=10,
    ) {
        depends_skills { MoveArm }
        depends_interfaces { gripper: Gripper }

        start state Attempt tries self.tries {
            start state Open = gripper.send(gripper::Open) {
                -> Above when gripper.width_m > 0.08;
                -> FAILED("gripper does not open") after 2s;
            }
            state Above = MoveArm { x_m, y_m, z_m: 0.2 } { -> Down on FINAL; }
            state Down = MoveArm { x_m, y_m, z_m: 0.02 } { -> Close on FINAL; }
            state Close = gripper.send(gripper::Close { force_n: 10.0 }) {
                -> Lift after 300ms when gripper.force_n > 5.0 && gripper.width_m > 0.005;
                -> FAILED("nothing gripped") after 1.5s;
            }
            state Lift = MoveArm { x_m, y_m, z_m: 0.3 } {
                -> FINAL on FINAL when gripper.force_n > 2.0;
                -> FAILED("slipped, {} N", gripper.force_n) on FINAL;
                -> FAILED("slipped, {} N", gripper.force_n) when gripper.force_n < 2.0;
            }
        }
    }
}
// ANCHOR_END: pick
