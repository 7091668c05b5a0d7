//! Interfaces as a user declares them.
#![cfg(not(loom))]
#![deny(warnings)]
#![allow(clippy::float_cmp)] // the values are copied, not computed

use skill_runtime::{Interface, Words};

/// An interface whose fields are all written, and the same one with groups.
mod ungrouped {
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
                // A field that is declared explicitly keeps its own position and type.
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
    assert_eq!(ungrouped::Arms::LAYOUT, grouped::Arms::LAYOUT);
    assert_eq!(<ungrouped::arms::Message as Words>::LEN, <grouped::arms::Message as Words>::LEN);
    assert_eq!(grouped::arms::JOINT_SHOULDER, ungrouped::arms::JOINT_SHOULDER);
    assert_eq!(grouped::arms::JOINT_ELBOW, ungrouped::arms::JOINT_ELBOW);
    assert_eq!(grouped::arms::JOINT_HAND, ungrouped::arms::JOINT_HAND);
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

mod legs {
    pub use walk::*;
    skill_runtime::interface! {
        /// Walks.
        pub Walk {
            /// The longest step, m.
            const MAX_STEP: f32 = 0.08;
            /// A leg.
            enum Leg {
                /// The left one.
                Left,
                Right = 7
            }
            fields {
                /// The distance, m; 0 before the first step.
                distance: f32,
                since_sec: f64,
                #[unit = "steps"]
                steps: [u16; 3],
                leg: Leg,
                name: skill_runtime::Text<6>,
            }
            messages {
                /// Stops.
                Stop,
                Step { leg: Leg },
            }
        }
    }
}

#[test]
fn an_interface_is_known_at_run_time() {
    use skill_runtime::{FieldType, InterfaceInfo};
    let info: &InterfaceInfo = legs::Walk::INFO;
    assert_eq!((info.name, info.docs), ("Walk", "Walks."));
    let leg = FieldType::Enum(info.enums[0]);
    let fields: Vec<_> =
        legs::Walk::FIELDS.iter().map(|field| (field.name, field.ty, field.unit)).collect();
    let three = FieldType::Array(&FieldType::Unsigned(16), 3);
    assert_eq!(
        fields,
        [
            ("distance", FieldType::Float(32), "m"),
            ("since_sec", FieldType::Float(64), "s"),
            ("steps", three, "steps"),
            ("leg", leg, ""),
            ("name", FieldType::Text(6), ""),
        ]
    );
    let words: usize = info.fields.iter().map(|field| field.ty.words()).sum();
    assert_eq!(words, <legs::Walk as Words>::LEN);
    assert_eq!(info.field("steps").unwrap().type_name, "[u16; 3]");
    assert_eq!(info.field("distance").unwrap().docs, "The distance, m; 0 before the first step.");
    let values: Vec<_> = info.enums[0].values.iter().map(|v| (v.name, v.text, v.number)).collect();
    assert_eq!(values, [("Left", "left", 0), ("Right", "right", 7)]);
    assert_eq!(info.enums[0].value(7).unwrap().name, "Right");
    assert_eq!(info.message("Stop").unwrap().number, 1);
    assert_eq!(info.message("Step").unwrap().fields[0].ty, leg);
    let longest = info.constants[0];
    assert_eq!((longest.name, longest.value, longest.unit), ("MAX_STEP", "0.08", "m"));
    assert_eq!(info.fields[3].docs, "");
}

#[test]
fn a_blackboard_names_its_interfaces() {
    use skill_runtime::Blackboard;
    skill_runtime::blackboard! { pub Board { "Left Leg": legs::Walk, other: ungrouped::Arms } }
    let names: Vec<_> =
        Board::INTERFACES.iter().map(|entry| (entry.id, entry.interface.name)).collect();
    assert_eq!(names, [("Left Leg", "Walk"), ("other", "Arms")]);
}

#[test]
fn a_message_without_fields_is_sent_with_or_without_braces() {
    use skill_runtime::Cell;
    let cell = Cell::<legs::Walk>::new();
    let mut writer = cell.writer().unwrap();
    assert!(!cell.send_as(0, legs::Stop).is_refused());
    assert!(!cell.send_as(0, legs::Stop {}).is_refused());
    for _ in 0..2 {
        let received = writer.next_message().unwrap().message;
        assert_eq!(received, legs::Message::Stop(legs::Stop));
    }
}

#[cfg(feature = "serde")]
#[test]
fn an_interface_is_readable_json() {
    let json = serde_json::to_value(legs::Walk::INFO).unwrap();
    assert_eq!(json["fields"][0]["name"], "distance");
    assert_eq!(json["fields"][0]["type"]["float"], 32);
    assert_eq!(json["fields"][3]["type"]["enum"], "Leg");
    assert_eq!(json["messages"][0]["name"], "Stop");
}
