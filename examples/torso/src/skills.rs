//! The skills of each part, and the agent of the head.

use crate::interfaces::{Arm, Button, HeadBoard, LeftBoard, RightBoard, arm};
use skill_runtime::{agent, skill, skill_space};

// ANCHOR: skills
skill! {
    /// Moves an arm.
    pub skill [LeftTo, RightTo](
        /// The height of the hand.
        z_m: f32 in 0.0..=2.0,
    ) {
        params {
            /// The distance from the height at which the hand is there.
            slack_m: f32 = 0.01 in 0.0..=0.5,
        }
        depends_interfaces { arm: Arm = ["Left", "Right"], button: Button }

        start state Move {
            init { arm.send(arm::MoveTo { z_m: self.z_m }); }
            -> FAILED("stopped by the button") when button.pressed;
            -> FINAL when (arm.z_m - self.z_m).abs() <= self.slack_m;
        }
    }
}

skill_space! {
    /// The skills of the left arm.
    pub Left on LeftBoard { LeftTo }
}

skill_space! {
    /// The skills of the right arm.
    pub Right on RightBoard { RightTo }
}
// ANCHOR_END: skills

skill! {
    /// Looks at the button until it is pressed.
    pub skill Look() {
        depends_interfaces { button: Button }
        start state Look { -> FINAL when button.pressed; }
    }
}

skill_space! {
    /// The skills of the head.
    pub Head on HeadBoard { Look }
}

agent! {
    /// Counts how often the button was pressed.
    pub agent Watch() {
        depends_skills { Look }
        depends_interfaces { button: Button }
        vars { pressed: u32 = 0 }
        start state Wait = Look {} {
            -> Pressed on FINAL;
            -> Wait on FAILED;
        }
        state Pressed {
            init { self.pressed = self.pressed.saturating_add(1); }
            -> Wait when !button.pressed;
        }
    }
}
