//! Moving single joints.

use crate::JointTargets;
use crate::interfaces::{HumanoidMotion, NaoJointPosition, NaoJointStiffness};
use crate::interfaces::{joints, motion, stiffness};
use crate::joint::Joint;
use skill_runtime::skill;

skill! {
    /// Moves joints, and is FINAL when all are within the tolerance.
    pub skill Servo(
        /// Makes the body stiff (true) or limp (false) first.
        enable: Option<bool> = None,
        /// The tolerance of each joint.
        tolerance_rad: f32 = 0.25 in 0.0..=3.2,
        /// The duration of the movement; the timeout is twice that.
        time_sec: f32 = 0.5 in 0.01..=30.0,
        /// `HeadYaw`, as a motion with `pitch`, which is not waited for; without joints.
        yaw: Option<f32> = None in Joint::HeadYaw.limits_rad().0..=Joint::HeadYaw.limits_rad().1,
        /// `HeadPitch`, as a motion with `yaw`, which is not waited for; without joints.
        pitch: Option<f32> = None
            in Joint::HeadPitch.limits_rad().0..=Joint::HeadPitch.limits_rad().1,
        ..targets: JointTargets,
    ) {
        depends_interfaces {
            naojoints: NaoJointPosition = "Nao Joint Positions",
            naostiffness: NaoJointStiffness = "Nao Joint Stiffness",
            naomotion: HumanoidMotion = "NaoQi Motion",
        }
        vars { off: Off = Off { joint: Joint::HeadYaw, actual_rad: 0.0, expected_rad: 0.0 } }

        start state Servo {
            precond -> FAILED("give yaw and pitch, or joints")
                when self.yaw.is_some() != self.pitch.is_some()
                    || self.yaw.is_some() && !self.targets.is_empty();
            init {
                if let Some(enable) = self.enable {
                    let value = if enable { 1.0 } else { 0.0 };
                    naostiffness.send(stiffness::SetBodyStiffness { value, time_sec: 0.5 });
                }
                let time_sec = self.time_sec;
                if let Some(all) = self.targets.all(naojoints, time_sec) {
                    naojoints.send(all);
                } else if let (Some(yaw), Some(pitch)) = (self.yaw, self.pitch) {
                    naomotion.send(motion::YawPitchHead { yaw, pitch, time_sec });
                } else {
                    for (joint, value) in &self.targets.angles() {
                        let Some(value) = *value else { continue };
                        naojoints.send(joints::GotoAngle { servo: joint.bit(), value, time_sec });
                    }
                }
            }
            /// Servo movements done
            -> FINAL when off(&self.targets, naojoints, self.tolerance_rad).is_none();
            /// Timeout
            -> PrintErr after 2.0 * self.time_sec;
        }
        state PrintErr {
            init {
                self.off = off(&self.targets, naojoints, self.tolerance_rad).unwrap_or(self.off);
            }
            -> FAILED(
                "{} servo timeout. actual: {:.6}  expected: {:.6}  tolerance: {:.6}",
                self.off.joint,
                self.off.actual_rad,
                self.off.expected_rad,
                self.tolerance_rad
            ) otherwise;
        }
    }
}

/// A joint that is not at its target.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Off {
    /// The joint that is off.
    pub joint: Joint,
    /// The actual angle, rad.
    pub actual_rad: f32,
    /// The target angle, rad.
    pub expected_rad: f32,
}

/// Returns the first joint that is not known to be within `tolerance_rad`: a sensor can publish
/// NaN.
#[inline(never)] // the code of 22 joints once, not for each caller
fn off(targets: &JointTargets, at: &NaoJointPosition, tolerance_rad: f32) -> Option<Off> {
    targets
        .iter()
        .map(|(joint, expected_rad)| Off { joint, actual_rad: at.angle(joint), expected_rad })
        .find(|off| {
            let within = (off.expected_rad - off.actual_rad).abs() <= tolerance_rad;
            !within
        })
}
