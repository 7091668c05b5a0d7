//! Interfaces as a user declares them.
#![cfg(not(loom))]
#![deny(warnings)]

use skill_runtime::{Interface, Words};

/// An interface whose fields are all written, and the same one with groups.
mod written {
    skill_runtime::interface! {
        pub Arms {
            const JOINT_SHOULDER: u16 = 1;
            const JOINT_ELBOW: u16 = 2;
            const JOINT_HAND: u16 = 4;
            fields { on: bool, shoulder: f32, elbow: f32, hand: f32, time: i32 }
            messages {
                Move { shoulder: f32, elbow: f32, hand: f32, speed: f32 },
                Set { elbow: f32, hand: f32, time: i32, shoulder: f64 },
            }
        }
    }
}

mod grouped {
    pub mod groups {
        skill_runtime::field_group! {
            /// The joints of an arm.
            pub arm {
                /// Lifts the arm.
                shoulder,
                elbow,
            }
        }
        skill_runtime::field_group! { pub joints { ..arm, hand } }
    }

    use groups::joints;

    skill_runtime::interface! {
        pub Arms {
            bits JOINT_..joints: u16;
            fields { on: bool, ..groups::arm: f32, hand: f32, time: i32 }
            messages {
                Move { ..joints: f32, speed: f32 },
                // What is written keeps its own place and type.
                Set { ..joints: f32, time: i32, shoulder: f64 },
            }
        }
    }

    macro_rules! names {
        ($($(#[$docs:meta])* $field:ident $variant:ident,)*) => {
            pub const NAMES: &[(&str, &str)] = &[$((stringify!($field), stringify!($variant))),*];
        };
    }
    joints!(each names);
}

#[test]
fn groups_change_neither_layout_nor_names() {
    assert_eq!(written::Arms::LAYOUT, grouped::Arms::LAYOUT);
    assert_eq!(<written::arms::Message as Words>::LEN, <grouped::arms::Message as Words>::LEN);
    assert_eq!(grouped::arms::JOINT_SHOULDER, written::arms::JOINT_SHOULDER);
    assert_eq!(grouped::arms::JOINT_ELBOW, written::arms::JOINT_ELBOW);
    assert_eq!(grouped::arms::JOINT_HAND, written::arms::JOINT_HAND);
    assert_eq!(grouped::NAMES, [("shoulder", "Shoulder"), ("elbow", "Elbow"), ("hand", "Hand")]);
}

#[test]
fn a_group_is_an_array_in_its_own_order() {
    let mut arms = grouped::Arms { time: 7, ..Default::default() };
    arms.set_arm([1.0, 2.0]);
    assert_eq!(arms, grouped::Arms { on: false, shoulder: 1.0, elbow: 2.0, hand: 0.0, time: 7 });
    assert_eq!(arms.arm(), [1.0, 2.0]);
    let sent = grouped::arms::Move::from_joints([1.0, 2.0, 3.0], 0.5);
    assert_eq!(sent.joints(), [1.0, 2.0, 3.0]);
    assert_eq!(sent, grouped::arms::Move { shoulder: 1.0, elbow: 2.0, hand: 3.0, speed: 0.5 });
}
