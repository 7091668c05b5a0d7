//! Walking to a place on the field.

use super::Relgoto;
use crate::interfaces::{Navigator, ObjectPosition};
use crate::predicates::{elsewhere, seen_from, wrapped};
use skill_runtime::skill;

skill! {
    /// Walks to a place on the field, and sets out again if the robot finds that it walks
    /// elsewhere.
    pub skill Goto(
        /// Towards the opponents' goal from the centre.
        x_m: f32 in -20.0..=20.0,
        /// To the left of that.
        y_m: f32 in -20.0..=20.0,
        /// The orientation there; 0 faces the opponents' goal.
        ori_rad: f32 = 0.0 in -6.3..=6.3,
        /// The tolerated deviation of the walk's target.
        margin_m: f32 = 0.2 in 0.01..=5.0,
        /// The time limit.
        timeout_sec: f32 = 120.0 in 0.1..=600.0,
    ) {
        depends_skills { Relgoto }
        depends_interfaces {
            pose: ObjectPosition = "WM Pose",
            navigator: Navigator = "Navigator",
        }
        vars { off: u32 = 0 }

        always { -> FAILED("no writer for pose") when !pose.has_writer(); }
        start state Way {
            -> FAILED("not there after {} s", self.timeout_sec) after self.timeout_sec;

            start state Goto = Relgoto {
                x_m: seen_from(pose, self.x_m, self.y_m).0,
                y_m: seen_from(pose, self.x_m, self.y_m).1,
                ori_rad: wrapped(self.ori_rad - pose.world_z),
                timeout_sec: self.timeout_sec,
            } {
                init { self.off = 0; }
                loop {
                    let place = seen_from(pose, self.x_m, self.y_m);
                    self.off = if elsewhere(place, self.margin_m, navigator) { self.off + 1 } else { 0 };
                }
                -> FINAL on FINAL;
                -> FAILED on FAILED;
                /// it leads elsewhere
                -> Goto when self.off > 30;
            }
        }
    }
}
