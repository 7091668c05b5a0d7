//! The stiffness of the NAO's joints.

use crate::joint::joints;
use skill_runtime::interface;

interface! {
    /// The NAO's joint stiffness, 0 (limp) to 1; the writer is "Nao Joint Stiffness".
    pub NaoJointStiffness {
        fields {
            /// Stiffness, 0 to 1.
            ..joints: f32,
            /// The lowest stiffness of all joints.
            minimum: f32,
        }
        messages (words = 64) {
            /// Changes the joints of a mask.
            SetStiffness {
                /// The joints' bits.
                servo: u32,
                /// The stiffness, 0 to 1.
                value: f32,
                /// The time for the change, s.
                time_sec: f32,
            },
            /// Changes the whole body.
            SetBodyStiffness {
                /// The stiffness, 0 to 1.
                value: f32,
                /// The time for the change, s.
                time_sec: f32,
            },
            /// Changes all joints, each to its own; 0 to 1.
            SetStiffnesses {
                // Fawkes has the right elbow at the end.
                ..joints: f32,
                r_elbow_roll: f32,
                /// The time for the change, s.
                time_sec: f32,
            },
        }
    }
}
