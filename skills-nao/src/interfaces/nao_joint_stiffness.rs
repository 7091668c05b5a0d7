//! How stiff the NAO's joints are.

use skill_runtime::interface;

interface! {
    /// The NAO's joint stiffness, 0 (limp) to 1; the writer is "Nao Joint Stiffness".
    pub NaoJointStiffness {
        fields {
            /// HeadYaw, 0 to 1.
            head_yaw: f32,
            /// HeadPitch, 0 to 1.
            head_pitch: f32,
            /// LShoulderPitch, 0 to 1.
            l_shoulder_pitch: f32,
            /// LShoulderRoll, 0 to 1.
            l_shoulder_roll: f32,
            /// LElbowYaw, 0 to 1.
            l_elbow_yaw: f32,
            /// LElbowRoll, 0 to 1.
            l_elbow_roll: f32,
            /// LWristYaw, 0 to 1.
            l_wrist_yaw: f32,
            /// LHand, 0 to 1.
            l_hand: f32,
            /// LHipYawPitch, 0 to 1.
            l_hip_yaw_pitch: f32,
            /// LHipRoll, 0 to 1.
            l_hip_roll: f32,
            /// LHipPitch, 0 to 1.
            l_hip_pitch: f32,
            /// LKneePitch, 0 to 1.
            l_knee_pitch: f32,
            /// LAnklePitch, 0 to 1.
            l_ankle_pitch: f32,
            /// LAnkleRoll, 0 to 1.
            l_ankle_roll: f32,
            /// RShoulderPitch, 0 to 1.
            r_shoulder_pitch: f32,
            /// RShoulderRoll, 0 to 1.
            r_shoulder_roll: f32,
            /// RElbowYaw, 0 to 1.
            r_elbow_yaw: f32,
            /// RElbowRoll, 0 to 1.
            r_elbow_roll: f32,
            /// RWristYaw, 0 to 1.
            r_wrist_yaw: f32,
            /// RHand, 0 to 1.
            r_hand: f32,
            /// RHipYawPitch, 0 to 1.
            r_hip_yaw_pitch: f32,
            /// RHipRoll, 0 to 1.
            r_hip_roll: f32,
            /// RHipPitch, 0 to 1.
            r_hip_pitch: f32,
            /// RKneePitch, 0 to 1.
            r_knee_pitch: f32,
            /// RAnklePitch, 0 to 1.
            r_ankle_pitch: f32,
            /// RAnkleRoll, 0 to 1.
            r_ankle_roll: f32,
            /// The lowest of all.
            minimum: f32,
        }
        messages (words = 64) {
            /// Changes the joints of a mask.
            SetStiffness {
                /// The joints' bits.
                servo: u32,
                /// The stiffness, 0 to 1.
                value: f32,
                /// In how many seconds.
                time_sec: f32,
            },
            /// Changes the whole body.
            SetBodyStiffness {
                /// The stiffness, 0 to 1.
                value: f32,
                /// In how many seconds.
                time_sec: f32,
            },
            /// Changes all joints, each to its own; 0 to 1.
            SetStiffnesses {
                head_yaw: f32, head_pitch: f32, l_shoulder_pitch: f32, l_shoulder_roll: f32,
                l_elbow_yaw: f32, l_elbow_roll: f32, l_wrist_yaw: f32, l_hand: f32,
                l_hip_yaw_pitch: f32, l_hip_roll: f32, l_hip_pitch: f32, l_knee_pitch: f32,
                l_ankle_pitch: f32, l_ankle_roll: f32, r_shoulder_pitch: f32, r_shoulder_roll: f32,
                r_elbow_yaw: f32, r_wrist_yaw: f32, r_hand: f32, r_hip_yaw_pitch: f32,
                r_hip_roll: f32, r_hip_pitch: f32, r_knee_pitch: f32, r_ankle_pitch: f32,
                r_ankle_roll: f32, r_elbow_roll: f32,
                /// In how many seconds.
                time_sec: f32,
            },
        }
    }
}
