//! The interfaces between the parts of the robot, and their blackboard.

use skill_runtime::skiller::{SkillerFailure, SkillerInterface};
use skill_runtime::{blackboard, interface};

// ANCHOR: emergency_stop
interface! {
    /// The red button. The robot drives only if `released` was published a moment ago.
    pub EmergencyStop {
        fields {
            /// Whether the robot may drive. Without a driver this is `false`.
            released: bool,
        }
    }
}
// ANCHOR_END: emergency_stop

// ANCHOR: wheels
interface! {
    /// The two driven wheels, as one velocity of the robot.
    pub Wheels {
        fields {
            /// The measured speed ahead, m/s.
            forward_m_per_sec: f32,
            /// The measured speed of turning, rad/s; positive to the left.
            turn_rad_per_sec: f32,
        }
        messages (capacity = 8) {
            /// Drives; the wheels stop 200 ms after the last of these.
            SetVelocity {
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
// ANCHOR_END: wheels

interface! {
    /// The position of the robot since the start, computed from its wheels.
    pub Odometry {
        fields {
            /// Ahead of the start, m.
            x_m: f32,
            /// To the left of the start, m.
            y_m: f32,
            /// The heading, rad; 0 as at the start, positive to the left.
            heading_rad: f32,
        }
    }
}

interface! {
    /// The nearest object in front of the robot.
    pub Lidar {
        fields {
            /// Whether an object is detected.
            sees: bool,
            /// The distance from the middle of the robot, m.
            distance_m: f32,
            /// In which direction it is, rad; 0 straight ahead, positive to the left.
            bearing_rad: f32,
        }
    }
}

interface! {
    /// The gripper.
    pub Gripper {
        /// The positions of the jaws.
        enum Jaws {
            /// Apart.
            Open,
            /// Together, or around an object.
            Closed,
        }
        fields {
            /// The position of the jaws.
            jaws: Jaws,
            /// Whether there is an object between them.
            holds: bool,
            /// The message that moves them.
            msgid: u32,
            /// Whether the jaws have reached their position.
            final: bool,
        }
        messages (capacity = 4) {
            /// Moves the jaws.
            Move {
                /// The position to move the jaws to.
                jaws: Jaws,
            },
        }
    }
}

// ANCHOR: blackboard
blackboard! {
    /// The rover's blackboard.
    pub RoverBoard {
        "Emergency Stop": EmergencyStop,
        "Wheels": Wheels,
        "Odometry": Odometry,
        "Lidar": Lidar,
        "Gripper": Gripper,
        "Skiller": SkillerInterface,
        "Skiller Failure": SkillerFailure,
    }
}
// ANCHOR_END: blackboard
