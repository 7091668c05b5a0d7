//! The interfaces between the drivers and the skills, and the blackboard of each part.

use skill_runtime::skiller::SkillerInterface;
use skill_runtime::{Parameters, blackboard, interface};

interface! {
    /// An arm.
    pub Arm {
        max_age = 500ms;
        fields {
            /// The height of the hand, m.
            z_m: f32,
        }
        messages {
            /// Moves the hand.
            MoveTo {
                /// The height, m.
                z_m: f32,
            } until Stop,
            /// Stops the hand where it is.
            flush Stop,
        }
    }
}

interface! {
    /// The button that stops all.
    pub Button {
        max_age = 500ms;
        fields {
            /// Someone presses it.
            pressed: bool,
        }
    }
}

// ANCHOR: boards
blackboard! {
    /// The left arm.
    pub LeftBoard {
        "Left": Arm,
        button: Button,
        "Parameters": Parameters<4>,
        "Skiller": SkillerInterface,
    }
}

blackboard! {
    /// The right arm, which sees where the left one is.
    pub RightBoard {
        "Right": Arm,
        "Left": Arm,
        button: Button,
        "Parameters": Parameters<4>,
        "Skiller": SkillerInterface,
    }
}

blackboard! {
    /// The head.
    pub HeadBoard { button: Button, "Skiller": SkillerInterface }
}
// ANCHOR_END: boards
