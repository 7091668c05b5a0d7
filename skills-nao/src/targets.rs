//! Target angles for some of the joints: the arguments of the servo skill.

use crate::interfaces::{NaoJointPosition, joints::GotoAngles};
use crate::joint::{Joint, common_joints, joints};
use skill_runtime::Arguments;

macro_rules! joint_targets {
    ($($(#[$docs:meta])* $field:ident $variant:ident,)*) => {
        /// Target angles for any of the 22 joints that every NAO has (no wrists, no hands).
        #[derive(Clone, PartialEq, Debug, Default, Arguments)]
        pub struct JointTargets {
            $($(#[$docs])* #[argument(
                unit = "rad",
                in Joint::$variant.limits_rad().0..=Joint::$variant.limits_rad().1
            )]
            pub $field: Option<f32>,)*
        }

        impl JointTargets {
            /// Returns the joints that have a target, with their angles in rad, in the order of
            /// [`Joint`].
            pub fn iter(&self) -> impl Iterator<Item = (Joint, f32)> + '_ {
                let angles = self.angles().into_iter();
                angles.filter_map(|(joint, angle)| Some((joint, angle?)))
            }

            /// Returns all joints with their targets.
            #[must_use]
            #[inline(never)] // its code once, not for each loop over the joints
            pub fn angles(&self) -> [(Joint, Option<f32>); [$(stringify!($field)),*].len()] {
                [$((Joint::$variant, self.$field)),*]
            }

            /// Returns whether no joint has a target.
            #[must_use]
            pub fn is_empty(&self) -> bool {
                self.iter().next().is_none()
            }

            /// Returns one message that moves all 22 joints, if all have a target; wrists and
            /// hands stay where they are in `at`.
            #[must_use]
            pub fn all(&self, at: &NaoJointPosition, time_sec: f32) -> Option<GotoAngles> {
                let mut all = GotoAngles::from_joints(at.joints(), time_sec);
                $(all.$field = self.$field?;)*
                Some(all)
            }
        }
    };
}
common_joints!(each joint_targets);

macro_rules! angle {
    ($($(#[$docs:meta])* $field:ident $variant:ident,)*) => {
        impl NaoJointPosition {
            /// Returns the angle of a joint in rad (of a hand: its opening, 0 to 1).
            #[must_use]
            pub fn angle(&self, joint: Joint) -> f32 {
                match joint {
                    $(Joint::$variant => self.$field,)*
                }
            }
        }
    };
}
joints!(each angle);
