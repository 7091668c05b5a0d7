//! The joints of the NAO, with what the hardware allows each of them.
//!
//! The joints are listed once, as field groups, from which [`Joint`] and the fields of the
//! interfaces are made. The order is that of Fawkes's interfaces: a joint's [index](Joint::index)
//! is its place in the interfaces' fields, and its [bit](Joint::bit) is the
//! interfaces' `SERVO_*` constant.

use skill_runtime::field_group;

field_group! {
    /// The joints of the head.
    pub(crate) head {
        /// Head, left and right; positive looks left.
        head_yaw,
        /// Head, up and down; positive looks down.
        head_pitch,
    }
}

field_group! {
    /// The joints of the left arm down to the elbow.
    pub(crate) left_arm {
        /// Left shoulder, forward and backward; positive lowers the arm.
        l_shoulder_pitch,
        /// Left shoulder, sideways; positive moves the arm outward.
        l_shoulder_roll,
        /// Left upper arm, about its own axis.
        l_elbow_yaw,
        /// Left elbow; negative bends it.
        l_elbow_roll,
    }
}

field_group! {
    /// The joints of the left hand, which only the academic edition has.
    pub(crate) left_hand {
        /// Left forearm, about its own axis.
        l_wrist_yaw,
        /// Left hand, 0 closed to 1 open.
        l_hand,
    }
}

field_group! {
    /// The joints of the left leg.
    pub(crate) left_leg {
        /// Left hip, about the axis at 45 degrees between yaw and pitch.
        l_hip_yaw_pitch,
        /// Left hip, sideways; positive moves the leg outward.
        l_hip_roll,
        /// Left hip, forward and backward; negative lifts the thigh.
        l_hip_pitch,
        /// Left knee; positive bends it.
        l_knee_pitch,
        /// Left ankle, forward and backward; negative lifts the toes.
        l_ankle_pitch,
        /// Left ankle, sideways.
        l_ankle_roll,
    }
}

field_group! {
    /// The joints of the right arm down to the elbow.
    pub(crate) right_arm {
        /// Right shoulder, forward and backward; positive lowers the arm.
        r_shoulder_pitch,
        /// Right shoulder, sideways; negative moves the arm outward.
        r_shoulder_roll,
        /// Right upper arm, about its own axis.
        r_elbow_yaw,
        /// Right elbow; positive bends it.
        r_elbow_roll,
    }
}

field_group! {
    /// The joints of the right hand, which only the academic edition has.
    pub(crate) right_hand {
        /// Right forearm, about its own axis.
        r_wrist_yaw,
        /// Right hand, 0 closed to 1 open.
        r_hand,
    }
}

field_group! {
    /// The joints of the right leg.
    pub(crate) right_leg {
        /// Right hip, about the axis at 45 degrees between yaw and pitch.
        r_hip_yaw_pitch,
        /// Right hip, sideways; negative moves the leg outward.
        r_hip_roll,
        /// Right hip, forward and backward; negative lifts the thigh.
        r_hip_pitch,
        /// Right knee; positive bends it.
        r_knee_pitch,
        /// Right ankle, forward and backward; negative lifts the toes.
        r_ankle_pitch,
        /// Right ankle, sideways.
        r_ankle_roll,
    }
}

field_group! {
    /// The joints of the head and the left side.
    pub(crate) left_joints {
        ..head,
        ..left_arm,
        ..left_hand,
        ..left_leg,
    }
}

field_group! {
    /// The joints of the right side.
    pub(crate) right_joints {
        ..right_arm,
        ..right_hand,
        ..right_leg,
    }
}

field_group! {
    /// All joints, in the order of Fawkes's interfaces.
    pub(crate) joints {
        ..left_joints,
        ..right_joints,
    }
}

field_group! {
    /// The joints that every NAO has.
    pub(crate) common_joints {
        ..head,
        ..left_arm,
        ..left_leg,
        ..right_arm,
        ..right_leg,
    }
}

macro_rules! joint {
    ($($(#[$docs:meta])* $field:ident $variant:ident,)*) => {
        /// A joint of the NAO.
        ///
        /// Angles are in rad; the two hands open from 0 (closed) to 1 (open).
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Joint {
            $($(#[$docs])* $variant,)*
        }

        impl Joint {
            /// Every joint, by index.
            pub const ALL: [Joint; Joint::COUNT] = [$(Joint::$variant),*];

            /// The number of joints.
            pub const COUNT: usize = [$(stringify!($field)),*].len();

            /// Returns the joint's name, as the interfaces' fields have it.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Joint::$variant => stringify!($field),)*
                }
            }
        }
    };
}
joints!(each joint);

impl Joint {
    /// Returns the joint's place in [`Joint::ALL`], 0 to 25.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns whether the joint moves the head.
    #[must_use]
    pub const fn is_of_head(self) -> bool {
        matches!(self, Joint::HeadYaw | Joint::HeadPitch)
    }

    /// Returns whether the joint moves an arm or a hand.
    #[must_use]
    pub const fn is_of_arm(self) -> bool {
        use Joint as J;
        matches!(
            self,
            J::LShoulderPitch
                | J::LShoulderRoll
                | J::LElbowYaw
                | J::LElbowRoll
                | J::LWristYaw
                | J::LHand
                | J::RShoulderPitch
                | J::RShoulderRoll
                | J::RElbowYaw
                | J::RElbowRoll
                | J::RWristYaw
                | J::RHand
        )
    }

    /// Returns the joint's `SERVO_*` constant: one bit.
    #[must_use]
    pub const fn bit(self) -> u32 {
        1 << self.index()
    }

    /// Returns the joint of a `SERVO_*` constant; `None` unless exactly one known bit
    /// is set.
    #[must_use]
    pub fn from_bit(bit: u32) -> Option<Joint> {
        Joint::ALL.into_iter().find(|joint| joint.bit() == bit)
    }

    /// Returns the joints whose bits are set in `mask`, by index; unknown bits are
    /// ignored.
    pub fn joints_in(mask: u32) -> impl Iterator<Item = Joint> {
        Joint::ALL.into_iter().filter(move |joint| mask & joint.bit() != 0)
    }

    /// Returns the lowest and the highest position of the V3's joint, in rad (hands:
    /// 0 to 1).
    #[must_use]
    pub const fn limits_rad(self) -> (f32, f32) {
        let (low, high) = match self {
            Joint::HeadYaw
            | Joint::LShoulderPitch
            | Joint::RShoulderPitch
            | Joint::LElbowYaw
            | Joint::RElbowYaw
            | Joint::LWristYaw
            | Joint::RWristYaw => (-120.0, 120.0),
            Joint::HeadPitch => (-39.0, 30.0),
            Joint::LShoulderRoll => (0.0, 95.0),
            Joint::RShoulderRoll => (-95.0, 0.0),
            Joint::LElbowRoll => (-90.0, 0.0),
            Joint::RElbowRoll => (0.0, 90.0),
            Joint::LHand | Joint::RHand => return (0.0, 1.0),
            Joint::LHipYawPitch | Joint::RHipYawPitch => (-66.0, 42.0),
            Joint::LHipRoll | Joint::RAnkleRoll => (-25.0, 45.0),
            Joint::RHipRoll | Joint::LAnkleRoll => (-45.0, 25.0),
            Joint::LHipPitch | Joint::RHipPitch => (-104.5, 28.5),
            Joint::LKneePitch | Joint::RKneePitch => (-5.0, 125.0),
            Joint::LAnklePitch | Joint::RAnklePitch => (-70.5, 54.0),
        };
        let (low, high): (f32, f32) = (low, high);
        (low.to_radians(), high.to_radians())
    }

    /// Returns the highest speed of the joint, in rad/s (hands: of their travel per
    /// second).
    ///
    /// These are the simulator's assumptions for the V3, of the right order of magnitude for
    /// its motors and gears; they are not measured.
    #[must_use]
    pub const fn max_speed_rad_per_sec(self) -> f32 {
        match self {
            Joint::HeadYaw => 8.3,
            Joint::LShoulderPitch | Joint::RShoulderPitch | Joint::LElbowYaw | Joint::RElbowYaw => {
                8.2
            }
            Joint::LHand | Joint::RHand => 8.0,
            Joint::HeadPitch
            | Joint::LShoulderRoll
            | Joint::RShoulderRoll
            | Joint::LElbowRoll
            | Joint::RElbowRoll => 7.2,
            Joint::LHipPitch
            | Joint::RHipPitch
            | Joint::LKneePitch
            | Joint::RKneePitch
            | Joint::LAnklePitch
            | Joint::RAnklePitch => 6.4,
            Joint::LWristYaw | Joint::RWristYaw => 5.0,
            Joint::LHipYawPitch
            | Joint::RHipYawPitch
            | Joint::LHipRoll
            | Joint::RHipRoll
            | Joint::LAnkleRoll
            | Joint::RAnkleRoll => 4.0,
        }
    }
}

/// The reason of a failure contains the joint's name.
impl skill_runtime::failure::ReasonValue for Joint {
    const KIND: skill_runtime::failure::ValueKind = {
        const NAMES: [&str; Joint::COUNT] = {
            let mut names = [""; Joint::COUNT];
            let mut i = 0;
            while i < Joint::COUNT {
                names[i] = Joint::ALL[i].name();
                i += 1;
            }
            names
        };
        skill_runtime::failure::ValueKind::Name(&NAMES)
    };
    #[allow(clippy::cast_possible_truncation)] // below 26
    fn bits(self) -> u32 {
        self.index() as u32
    }
}

#[cfg(test)]
mod tests {
    use super::Joint;

    #[test]
    fn index_bit_and_all_agree() {
        for (index, joint) in Joint::ALL.into_iter().enumerate() {
            assert_eq!(joint.index(), index);
            assert_eq!(joint.bit(), 1 << index);
            assert_eq!(Joint::from_bit(joint.bit()), Some(joint));
        }
        // Spot checks against the interfaces' constants.
        assert_eq!(Joint::LHipYawPitch.bit(), 256);
        assert_eq!(Joint::RShoulderPitch.bit(), 16384);
        assert_eq!(Joint::RAnkleRoll.bit(), 33_554_432);
    }

    #[test]
    fn only_one_known_bit_is_a_joint() {
        for bits in [0, 3, 1 << 26, 1 << 31, u32::MAX] {
            assert_eq!(Joint::from_bit(bits), None);
        }
    }

    #[test]
    fn a_mask_gives_its_joints_in_order() {
        let mask = Joint::RHand.bit() | Joint::HeadPitch.bit() | 1 << 30;
        assert!(Joint::joints_in(mask).eq([Joint::HeadPitch, Joint::RHand]));
        assert!(Joint::joints_in(u32::MAX).eq(Joint::ALL));
        assert_eq!(Joint::joints_in(0).count(), 0);
    }

    #[test]
    fn the_right_side_mirrors_the_left() {
        for left in Joint::ALL {
            let Some(rest) = left.name().strip_prefix("l_") else {
                continue;
            };
            let right = Joint::ALL
                .into_iter()
                .find(|joint| joint.name().strip_prefix("r_") == Some(rest))
                .unwrap();
            let (low, high) = left.limits_rad();
            let same = if rest.ends_with("_roll") { (-high, -low) } else { (low, high) };
            assert_eq!(right.limits_rad(), same, "{rest}");
            assert!((left.max_speed_rad_per_sec() - right.max_speed_rad_per_sec()).abs() < 1e-6);
        }
    }

    #[test]
    fn limits_are_in_rad_and_hold_zero() {
        for joint in Joint::ALL {
            let (low, high) = joint.limits_rad();
            assert!(low <= 0.0 && 0.0 <= high && low < high);
            assert!(joint.max_speed_rad_per_sec() > 0.0);
        }
        let (low, high) = Joint::LKneePitch.limits_rad();
        assert!((low + 0.087_266).abs() < 1e-5 && (high - 2.181_661).abs() < 1e-5);
    }
}
