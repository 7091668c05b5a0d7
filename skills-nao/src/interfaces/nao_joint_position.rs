//! The positions and targets of the NAO's joints.

use crate::joint::{joints, left_joints, right_joints};
use skill_runtime::interface;

interface! {
    /// The NAO's joint angles; the writer is "Nao Joint Positions".
    ///
    /// Fawkes's `NaoJointPositionInterface`, with the `Goto` messages it had until
    /// August 2011, which the servo skill sends.
    pub NaoJointPosition {
        /// The bit of a joint.
        bits SERVO_..joints: u32;
        /// The lowest bit of a joint.
        const SERVO_MIN: u32 = 1;
        /// The highest bit of a joint.
        const SERVO_MAX: u32 = 33_554_432;
        /// The edition of the NAO.
        enum RobotType {
            /// The academic edition, with wrists and hands.
            Academic,
            /// The `RoboCup` edition.
            Robocup,
        }
        fields {
            /// The edition of the NAO.
            robot_type: RobotType,
            /// Its version.
            robot_version: [u8; 4],
            /// Angle in rad; of a hand, its opening, 0 to 1.
            ..joints: f32,
            /// The hardware's own time of the angles, ms.
            time: i32,
        }
        messages (words = 256) {
            /// Sets the joints of a mask at once.
            SetServo {
                /// The joints' bits.
                servo: u32,
                /// The angle, rad.
                value: f32,
                /// When, in the hardware's time, ms.
                time: i32,
            },
            /// Sets all joints at once; rad.
            SetServos {
                // Fawkes has the left hand after the leg.
                ..left_joints: f32,
                l_wrist_yaw: f32,
                l_hand: f32,
                ..right_joints: f32,
                /// When, in the hardware's time, ms.
                time: i32,
            },
            /// Moves the joints of a mask.
            MoveServo {
                /// The joints' bits.
                servo: u32,
                /// The angle, rad.
                value: f32,
                /// Fraction of the highest speed, 0 to 1.
                speed: f32,
            },
            /// Moves all joints; rad.
            MoveServos {
                ..joints: f32,
                /// Fraction of the highest speed, 0 to 1.
                speed: f32,
            },
            /// Moves the joints of a mask in a given time.
            GotoAngle {
                /// The joints' bits.
                servo: u32,
                /// The angle, rad.
                value: f32,
                /// The time for the change, s.
                time_sec: f32,
            },
            /// Moves all joints in a given time; rad.
            GotoAngles {
                ..joints: f32,
                /// The time for the change, s.
                time_sec: f32,
            },
            /// Moves the joints of a mask.
            GotoAngleWithSpeed {
                /// The joints' bits.
                servo: u32,
                /// The angle, rad.
                value: f32,
                /// Percent of the highest speed.
                speed: u16,
            },
        }
    }
}
