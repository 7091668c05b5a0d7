//! What the parts of the robot share, and the blackboard with all of it.

use skill_runtime::skiller::SkillerInterface;
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
            },
            /// Stops at once.
            Stop,
        }
    }
}
// ANCHOR_END: wheels

interface! {
    /// Where the robot is, as its wheels have counted it from the start.
    pub Odometry {
        fields {
            /// Ahead of the start, m.
            x_m: f32,
            /// To the left of the start, m.
            y_m: f32,
            /// Where it looks, rad; 0 as at the start, positive to the left.
            heading_rad: f32,
        }
    }
}

interface! {
    /// The nearest object in front of the robot.
    pub Lidar {
        fields {
            /// Whether there is one.
            sees: bool,
            /// How far it is from the middle of the robot, m.
            distance_m: f32,
            /// In which direction it is, rad; 0 straight ahead, positive to the left.
            bearing_rad: f32,
        }
    }
}

interface! {
    /// The gripper.
    pub Gripper {
        /// What its jaws can be.
        enum Jaws {
            /// Apart.
            Open,
            /// Together, or around an object.
            Closed,
        }
        fields {
            /// What the jaws are.
            jaws: Jaws,
            /// Whether there is an object between them.
            holds: bool,
            /// The message that moves them.
            msgid: u32,
            /// Whether they have arrived.
            final: bool,
        }
        messages (capacity = 4) {
            /// Moves the jaws.
            Move {
                /// To what.
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
    }
}
// ANCHOR_END: blackboard
