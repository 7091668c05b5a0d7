//! Walking to a place on the field.

use crate::drive::Drive;
use crate::interfaces::{Navigator, ObjectPosition};
use crate::predicates::{seen_from, wrapped};
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
        depends_interfaces {
            pose: ObjectPosition = "WM Pose",
            navigator: Navigator = "Navigator",
        }
        vars { drive: Drive = Drive::NONE }

        start state Way {
            exit { self.drive.stop(navigator); }
            -> FAILED("not there after {} s", self.timeout_sec) after self.timeout_sec;

            start state Goto {
                init {
                    let place = seen_from(pose, self.x_m, self.y_m);
                    self.drive.go(navigator, place, wrapped(self.ori_rad - pose.world_z));
                }
                loop {
                    let place = seen_from(pose, self.x_m, self.y_m);
                    self.drive.watch(navigator, pose, place, self.margin_m);
                }
                -> FAILED("another target took this one's place")
                    when self.drive.superseded(navigator);
                -> FAILED("navigator error {}", error)
                    when let Some(error) = self.drive.error(navigator);
                /// Position reached
                -> FINAL when self.drive.ended(navigator);
                /// it leads elsewhere
                -> Goto when self.drive.leads_elsewhere();
            }
        }
    }
}
