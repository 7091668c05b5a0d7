//! Side by side: two arms lift a box, and put it down again if one fails.

use crate::interfaces::{SideArm, side_arm};
use skill_runtime::{StoredFailure, skill};

// ANCHOR: arms
skill! {
    /// Moves an arm.
    pub skill [LeftTo, RightTo](z_m: f32) {
        depends_interfaces { arm: SideArm = ["Left", "Right"] }

        start state Go = arm.send(side_arm::MoveTo { z_m: self.z_m }) {
            -> FINAL on FINAL;
            -> FAILED("too slow") after 5s;
        }
    }
}
// ANCHOR_END: arms

// ANCHOR: lift
skill! {
    /// Lifts a box with both arms.
    pub skill LiftBox(z_m: f32 = 0.4) {
        depends_skills { LeftTo, RightTo }

        start state Up = (LeftTo { z_m }, RightTo { z_m }) {
            -> FINAL on FINAL;
            -> Down(why) on FAILED(why);
        }
        state Down(why: StoredFailure) = (LeftTo { z_m: 0.0 }, RightTo { z_m: 0.0 })? {
            -> FAILED(self.why) on FINAL;
        }
    }
}
// ANCHOR_END: lift
