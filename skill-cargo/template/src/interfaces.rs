//! The interfaces between the parts of the robot, and its blackboard.

use skill_runtime::skiller::{SkillerFailure, SkillerInterface};
use skill_runtime::{Parameters, blackboard, interface};

interface! {
    /// The two driven wheels, as one velocity of the robot.
    pub Wheels {
        fields {
            /// The distance driven ahead since the start, m.
            driven_m: f32,
            /// The angle turned since the start, rad; positive to the left.
            turned_rad: f32,
        }
        messages (capacity = 8) {
            /// Drives; the wheels stop 200 ms after the last of these.
            Drive {
                /// The speed ahead, m/s.
                forward_m_per_sec: f32,
                /// The speed of turning, rad/s; positive to the left.
                turn_rad_per_sec: f32,
            } until Stop,
            /// Stops at once.
            flush Stop,
        }
    }
}

interface! {
    /// The distance sensor at the front.
    pub Range {
        fields {
            /// The distance to what is in front of the robot, m.
            distance_m: f32,
        }
    }
}

blackboard! {
    /// The blackboard of the robot.
    pub Board {
        "Wheels": Wheels,
        "Range": Range,
        "Skiller": SkillerInterface,
        "Skiller Failure": SkillerFailure,
        "Parameters": Parameters<8>,
    }
}
