//! Waving somebody closer.

use super::Servo;
use crate::JointTargets;
use skill_runtime::{Argument, skill};

/// The arms that wave.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Argument)]
pub enum Arm {
    /// The left arm.
    Left,
    /// The right arm.
    Right,
    /// Both arms.
    Both,
}

skill! {
    /// Waves somebody closer.
    pub skill Beckon(
        /// The arm that waves.
        arm: Arm = Arm::Left,
        /// The number of waves.
        num: u32 = 3 in 0..=20,
    ) {
        depends_skills { Servo }
        vars { count: u32 = 0 }

        start state GotoStart = Servo { time_sec: 1.0, targets: raised(self.arm) }? {
            -> Beckon on FINAL;
        }
        state Beckon {
            init { self.count += 1; }
            -> MoveUp when self.count <= self.num;
            -> FINAL otherwise;
        }
        state MoveUp = Servo { time_sec: 0.4, tolerance_rad: 0.3, targets: bent(self.arm, 1.5) }? {
            -> MoveDown on FINAL;
        }
        state MoveDown = Servo {
            time_sec: 0.4,
            tolerance_rad: 0.3,
            targets: bent(self.arm, 0.5)
        }? {
            -> Beckon on FINAL;
        }
    }
}

/// Returns targets with the arms stretched out to the front and the side.
fn raised(arm: Arm) -> JointTargets {
    let (left, right) = (arm != Arm::Right, arm != Arm::Left);
    JointTargets {
        l_shoulder_pitch: left.then_some(-0.9),
        l_shoulder_roll: left.then_some(1.5),
        l_elbow_yaw: left.then_some(0.0),
        r_shoulder_pitch: right.then_some(-0.9),
        r_shoulder_roll: right.then_some(-1.5),
        r_elbow_yaw: right.then_some(0.0),
        ..bent(arm, 0.5)
    }
}

/// Returns targets with the elbows bent by an angle, rad.
fn bent(arm: Arm, angle_rad: f32) -> JointTargets {
    JointTargets {
        l_elbow_roll: (arm != Arm::Right).then_some(-angle_rad),
        r_elbow_roll: (arm != Arm::Left).then_some(angle_rad),
        ..JointTargets::default()
    }
}
