//! Opening and closing the gripper.

use crate::interfaces::Gripper;
use crate::interfaces::gripper::{Jaws, Move};
use skill_runtime::skill;

// ANCHOR: skill
skill! {
    /// Opens or closes the gripper. Closing fails if nothing is between the jaws.
    pub skill Grip(
        /// The position to move the jaws to.
        jaws: Jaws = Jaws::Closed,
    ) {
        depends_interfaces { gripper: Gripper = "Gripper" }

        start state Move = gripper.send(Move { jaws: self.jaws }) {
            -> Check on FINAL;
            -> FAILED("the jaws did not arrive within 2 s") after 2s;
        }
        state Check {
            -> FAILED("nothing between the jaws") when self.jaws == Jaws::Closed && !gripper.holds;
            -> FINAL otherwise;
        }
    }
}
// ANCHOR_END: skill
