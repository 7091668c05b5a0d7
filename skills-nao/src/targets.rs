//! Angles for some of the joints: what the servo skill is asked for.

use crate::interfaces::{NaoJointPosition, joints::GotoAngles};
use crate::joint::Joint;
use skill_runtime::Arguments;

/// Angles for any of the 22 joints that every NAO has (no wrists, no hands).
#[derive(Clone, PartialEq, Debug, Default, Arguments)]
pub struct JointTargets {
    /// HeadYaw.
    #[argument(unit = "rad")]
    pub head_yaw: Option<f32>,
    /// HeadPitch.
    #[argument(unit = "rad")]
    pub head_pitch: Option<f32>,
    /// LShoulderPitch.
    #[argument(unit = "rad")]
    pub l_shoulder_pitch: Option<f32>,
    /// LShoulderRoll.
    #[argument(unit = "rad")]
    pub l_shoulder_roll: Option<f32>,
    /// LElbowYaw.
    #[argument(unit = "rad")]
    pub l_elbow_yaw: Option<f32>,
    /// LElbowRoll.
    #[argument(unit = "rad")]
    pub l_elbow_roll: Option<f32>,
    /// LHipYawPitch.
    #[argument(unit = "rad")]
    pub l_hip_yaw_pitch: Option<f32>,
    /// LHipRoll.
    #[argument(unit = "rad")]
    pub l_hip_roll: Option<f32>,
    /// LHipPitch.
    #[argument(unit = "rad")]
    pub l_hip_pitch: Option<f32>,
    /// LKneePitch.
    #[argument(unit = "rad")]
    pub l_knee_pitch: Option<f32>,
    /// LAnklePitch.
    #[argument(unit = "rad")]
    pub l_ankle_pitch: Option<f32>,
    /// LAnkleRoll.
    #[argument(unit = "rad")]
    pub l_ankle_roll: Option<f32>,
    /// RShoulderPitch.
    #[argument(unit = "rad")]
    pub r_shoulder_pitch: Option<f32>,
    /// RShoulderRoll.
    #[argument(unit = "rad")]
    pub r_shoulder_roll: Option<f32>,
    /// RElbowYaw.
    #[argument(unit = "rad")]
    pub r_elbow_yaw: Option<f32>,
    /// RElbowRoll.
    #[argument(unit = "rad")]
    pub r_elbow_roll: Option<f32>,
    /// RHipYawPitch.
    #[argument(unit = "rad")]
    pub r_hip_yaw_pitch: Option<f32>,
    /// RHipRoll.
    #[argument(unit = "rad")]
    pub r_hip_roll: Option<f32>,
    /// RHipPitch.
    #[argument(unit = "rad")]
    pub r_hip_pitch: Option<f32>,
    /// RKneePitch.
    #[argument(unit = "rad")]
    pub r_knee_pitch: Option<f32>,
    /// RAnklePitch.
    #[argument(unit = "rad")]
    pub r_ankle_pitch: Option<f32>,
    /// RAnkleRoll.
    #[argument(unit = "rad")]
    pub r_ankle_roll: Option<f32>,
}

impl JointTargets {
    /// The joints asked for, with their angles in rad, in the order of [`Joint`].
    pub fn iter(&self) -> impl Iterator<Item = (Joint, f32)> + '_ {
        let angles = [
            (Joint::HeadYaw, self.head_yaw),
            (Joint::HeadPitch, self.head_pitch),
            (Joint::LShoulderPitch, self.l_shoulder_pitch),
            (Joint::LShoulderRoll, self.l_shoulder_roll),
            (Joint::LElbowYaw, self.l_elbow_yaw),
            (Joint::LElbowRoll, self.l_elbow_roll),
            (Joint::LHipYawPitch, self.l_hip_yaw_pitch),
            (Joint::LHipRoll, self.l_hip_roll),
            (Joint::LHipPitch, self.l_hip_pitch),
            (Joint::LKneePitch, self.l_knee_pitch),
            (Joint::LAnklePitch, self.l_ankle_pitch),
            (Joint::LAnkleRoll, self.l_ankle_roll),
            (Joint::RShoulderPitch, self.r_shoulder_pitch),
            (Joint::RShoulderRoll, self.r_shoulder_roll),
            (Joint::RElbowYaw, self.r_elbow_yaw),
            (Joint::RElbowRoll, self.r_elbow_roll),
            (Joint::RHipYawPitch, self.r_hip_yaw_pitch),
            (Joint::RHipRoll, self.r_hip_roll),
            (Joint::RHipPitch, self.r_hip_pitch),
            (Joint::RKneePitch, self.r_knee_pitch),
            (Joint::RAnklePitch, self.r_ankle_pitch),
            (Joint::RAnkleRoll, self.r_ankle_roll),
        ];
        angles.into_iter().filter_map(|(joint, angle)| Some((joint, angle?)))
    }

    /// One message that moves all of them, if all 22 are given; wrists and hands
    /// stay where they are in `at`.
    #[must_use]
    pub fn all(&self, at: &NaoJointPosition, time_sec: f32) -> Option<GotoAngles> {
        Some(GotoAngles {
            head_yaw: self.head_yaw?,
            head_pitch: self.head_pitch?,
            l_shoulder_pitch: self.l_shoulder_pitch?,
            l_shoulder_roll: self.l_shoulder_roll?,
            l_elbow_yaw: self.l_elbow_yaw?,
            l_elbow_roll: self.l_elbow_roll?,
            l_wrist_yaw: at.l_wrist_yaw,
            l_hand: at.l_hand,
            l_hip_yaw_pitch: self.l_hip_yaw_pitch?,
            l_hip_roll: self.l_hip_roll?,
            l_hip_pitch: self.l_hip_pitch?,
            l_knee_pitch: self.l_knee_pitch?,
            l_ankle_pitch: self.l_ankle_pitch?,
            l_ankle_roll: self.l_ankle_roll?,
            r_shoulder_pitch: self.r_shoulder_pitch?,
            r_shoulder_roll: self.r_shoulder_roll?,
            r_elbow_yaw: self.r_elbow_yaw?,
            r_elbow_roll: self.r_elbow_roll?,
            r_wrist_yaw: at.r_wrist_yaw,
            r_hand: at.r_hand,
            r_hip_yaw_pitch: self.r_hip_yaw_pitch?,
            r_hip_roll: self.r_hip_roll?,
            r_hip_pitch: self.r_hip_pitch?,
            r_knee_pitch: self.r_knee_pitch?,
            r_ankle_pitch: self.r_ankle_pitch?,
            r_ankle_roll: self.r_ankle_roll?,
            time_sec,
        })
    }
}

impl NaoJointPosition {
    /// The angle of a joint, rad (of a hand: its opening, 0 to 1).
    #[must_use]
    pub fn angle(&self, joint: Joint) -> f32 {
        match joint {
            Joint::HeadYaw => self.head_yaw,
            Joint::HeadPitch => self.head_pitch,
            Joint::LShoulderPitch => self.l_shoulder_pitch,
            Joint::LShoulderRoll => self.l_shoulder_roll,
            Joint::LElbowYaw => self.l_elbow_yaw,
            Joint::LElbowRoll => self.l_elbow_roll,
            Joint::LWristYaw => self.l_wrist_yaw,
            Joint::LHand => self.l_hand,
            Joint::LHipYawPitch => self.l_hip_yaw_pitch,
            Joint::LHipRoll => self.l_hip_roll,
            Joint::LHipPitch => self.l_hip_pitch,
            Joint::LKneePitch => self.l_knee_pitch,
            Joint::LAnklePitch => self.l_ankle_pitch,
            Joint::LAnkleRoll => self.l_ankle_roll,
            Joint::RShoulderPitch => self.r_shoulder_pitch,
            Joint::RShoulderRoll => self.r_shoulder_roll,
            Joint::RElbowYaw => self.r_elbow_yaw,
            Joint::RElbowRoll => self.r_elbow_roll,
            Joint::RWristYaw => self.r_wrist_yaw,
            Joint::RHand => self.r_hand,
            Joint::RHipYawPitch => self.r_hip_yaw_pitch,
            Joint::RHipRoll => self.r_hip_roll,
            Joint::RHipPitch => self.r_hip_pitch,
            Joint::RKneePitch => self.r_knee_pitch,
            Joint::RAnklePitch => self.r_ankle_pitch,
            Joint::RAnkleRoll => self.r_ankle_roll,
        }
    }
}
