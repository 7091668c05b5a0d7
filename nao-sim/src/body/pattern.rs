//! The key poses and frames that the motion patterns are made of.
//!
//! All angles are the simulator's own: plausible postures within the joint limits, not those of
//! the robot's manufacturer.

use core::time::Duration;

use super::pose::Pose;
use skills_nao::hardware::Leg;
use skills_nao::joint::Joint;

/// The joints of one arm or leg, in the order of the numbers of a key pose.
type Limb<const N: usize> = [Joint; N];

const LEFT_ARM: Limb<4> =
    [Joint::LShoulderPitch, Joint::LShoulderRoll, Joint::LElbowYaw, Joint::LElbowRoll];
const RIGHT_ARM: Limb<4> =
    [Joint::RShoulderPitch, Joint::RShoulderRoll, Joint::RElbowYaw, Joint::RElbowRoll];
/// The left leg's joints, from the hip down.
pub(super) const LEFT_LEG: Limb<6> = [
    Joint::LHipYawPitch,
    Joint::LHipRoll,
    Joint::LHipPitch,
    Joint::LKneePitch,
    Joint::LAnklePitch,
    Joint::LAnkleRoll,
];
/// The right leg's joints, from the hip down.
pub(super) const RIGHT_LEG: Limb<6> = [
    Joint::RHipYawPitch,
    Joint::RHipRoll,
    Joint::RHipPitch,
    Joint::RKneePitch,
    Joint::RAnklePitch,
    Joint::RAnkleRoll,
];

/// The signs that mirror a left limb's angles to the right.
const MIRROR_ARM: [f32; 4] = [1.0, -1.0, -1.0, -1.0];
const MIRROR_LEG: [f32; 6] = [1.0, -1.0, 1.0, 1.0, 1.0, -1.0];
const SAME_ARM: [f32; 4] = [1.0; 4];
const SAME_LEG: [f32; 6] = [1.0; 6];

/// Returns the joints that the patterns drive: arms and legs without wrists and hands.
pub(super) fn joints() -> impl Iterator<Item = Joint> {
    let arms = LEFT_ARM.into_iter().chain(RIGHT_ARM);
    arms.chain(LEFT_LEG).chain(RIGHT_LEG)
}

/// A posture of arms and legs, in degrees, with the signs of the left limbs.
#[derive(Debug)]
pub(super) struct KeyPose {
    /// Both arms: shoulder pitch and roll, elbow yaw and roll.
    arms: [f32; 4],
    /// The leg that swings: hip yaw-pitch, roll and pitch, knee, ankle pitch
    /// and roll.
    swing: [f32; 6],
    /// The supporting leg, in the same order.
    support: [f32; 6],
}

impl KeyPose {
    /// Returns a pose with both legs alike.
    const fn even(arms: [f32; 4], legs: [f32; 6]) -> KeyPose {
        KeyPose { arms, swing: legs, support: legs }
    }

    /// Returns the joints and their angles in rad, if `swing` is the leg that swings.
    pub(super) fn targets(&self, swing: Leg) -> impl Iterator<Item = (Joint, f32)> + use<> {
        let (left, right) = match swing {
            Leg::Left => (self.swing, self.support),
            Leg::Right => (self.support, self.swing),
        };
        limb(LEFT_ARM, SAME_ARM, self.arms)
            .chain(limb(RIGHT_ARM, MIRROR_ARM, self.arms))
            .chain(limb(LEFT_LEG, SAME_LEG, left))
            .chain(limb(RIGHT_LEG, MIRROR_LEG, right))
    }
}

/// Returns the joints of one limb with their angles in rad.
fn limb<const N: usize>(
    joints: Limb<N>,
    signs: [f32; N],
    degrees: [f32; N],
) -> impl Iterator<Item = (Joint, f32)> {
    let angles = signs.into_iter().zip(degrees);
    joints.into_iter().zip(angles.map(|(sign, degree)| (sign * degree).to_radians()))
}

/// One part of a pattern: a movement to a key pose, which may bring the whole
/// body from one pose to another.
#[derive(Debug)]
pub(super) struct Frame {
    /// The time from the previous frame to this one.
    pub(super) time: Duration,
    /// The posture that arms and legs reach at its end.
    pub(super) key: &'static KeyPose,
    /// The pose required at the start of the frame; otherwise only the joints move.
    pub(super) from: Pose,
    /// The pose at the end of the frame.
    pub(super) to: Pose,
    /// The fraction of the swing leg's weight that shifts to the other leg, 0 to 1.
    pub(super) lean: f32,
}

/// Returns a frame without lean.
const fn frame(millis: u64, key: &'static KeyPose, from: Pose, to: Pose) -> Frame {
    Frame { time: Duration::from_millis(millis), key, from, to, lean: 0.0 }
}

/// Returns a frame of a standing robot that leans to the supporting leg.
const fn leaning(millis: u64, key: &'static KeyPose, lean: f32) -> Frame {
    Frame { lean, ..frame(millis, key, Pose::Standing, Pose::Standing) }
}

/// Standing, knees a little bent.
pub(super) static STAND: KeyPose =
    KeyPose::even([80.0, 12.0, -80.0, -40.0], [0.0, 0.0, -25.0, 45.0, -20.0, 0.0]);
/// Sitting on the heels.
pub(super) static SIT: KeyPose =
    KeyPose::even([70.0, 12.0, -60.0, -60.0], [0.0, 0.0, -45.0, 120.0, -70.0, 0.0]);
/// Stretched out, arms along the body.
pub(super) static LIE: KeyPose = KeyPose::even([90.0, 8.0, 0.0, -8.0], [0.0; 6]);
/// Half way down to sitting.
static SINK: KeyPose =
    KeyPose::even([75.0, 12.0, -70.0, -50.0], [0.0, 0.0, -40.0, 85.0, -45.0, 0.0]);
/// On the back: arms behind the body.
static PROP: KeyPose =
    KeyPose::even([115.0, 20.0, -80.0, -60.0], [0.0, 0.0, -60.0, 60.0, 0.0, 0.0]);
/// From the back: pushed up to sitting, feet drawn in.
static SIT_UP: KeyPose =
    KeyPose::even([110.0, 30.0, -60.0, -20.0], [-30.0, 10.0, -95.0, 100.0, -40.0, 0.0]);
/// On the front: hands on the ground beside the head.
static PLANT: KeyPose =
    KeyPose::even([-80.0, 20.0, -60.0, -70.0], [0.0, 0.0, -20.0, 60.0, -40.0, 0.0]);
/// From the front: pushed up over the knees.
static PUSH_UP: KeyPose =
    KeyPose::even([-20.0, 15.0, -60.0, -20.0], [-40.0, 15.0, -100.0, 115.0, -60.0, 0.0]);
/// Walking: one foot off the ground.
static STEP: KeyPose = KeyPose {
    arms: [80.0, 12.0, -80.0, -40.0],
    swing: [0.0, 4.0, -38.0, 68.0, -30.0, -4.0],
    support: [0.0, -4.0, -25.0, 45.0, -20.0, 4.0],
};
/// Kicking: the weight over the supporting leg.
static SHIFT: KeyPose = KeyPose {
    arms: [80.0, 25.0, -80.0, -40.0],
    swing: [0.0, 10.0, -25.0, 45.0, -20.0, -10.0],
    support: [0.0, -12.0, -25.0, 45.0, -20.0, 12.0],
};
/// Kicking: the leg drawn back.
static DRAW: KeyPose = KeyPose {
    arms: [80.0, 35.0, -80.0, -40.0],
    swing: [0.0, 12.0, 5.0, 85.0, -60.0, -8.0],
    support: [0.0, -12.0, -30.0, 50.0, -20.0, 12.0],
};
/// Kicking: the leg swung through.
static SWING: KeyPose = KeyPose {
    arms: [80.0, 35.0, -80.0, -40.0],
    swing: [0.0, 12.0, -65.0, 40.0, -5.0, -8.0],
    support: [0.0, -12.0, -25.0, 45.0, -20.0, 12.0],
};

use Pose::{LyingBack, LyingFront, Sitting, Standing};

/// Up from the back: 2.9 s to the start pose and 9.4 s more.
pub(super) static STANDUP_BACK: [Frame; 5] = [
    frame(2900, &LIE, LyingBack, LyingBack),
    frame(2000, &PROP, LyingBack, LyingBack),
    frame(2400, &SIT_UP, LyingBack, Sitting),
    frame(2000, &SIT, Sitting, Sitting),
    frame(3000, &STAND, Sitting, Standing),
];
/// Up from the front: 2.9 s to the start pose and 8.4 s more.
pub(super) static STANDUP_FRONT: [Frame; 5] = [
    frame(2900, &LIE, LyingFront, LyingFront),
    frame(1800, &PLANT, LyingFront, LyingFront),
    frame(2200, &PUSH_UP, LyingFront, Sitting),
    frame(1900, &SIT, Sitting, Sitting),
    frame(2500, &STAND, Sitting, Standing),
];
/// Up from sitting: 3 s.
pub(super) static GET_UP: [Frame; 1] = [frame(3000, &STAND, Sitting, Standing)];
/// Down to sitting: 3 s.
pub(super) static PARK: [Frame; 2] =
    [frame(1500, &SINK, Standing, Sitting), frame(1500, &SIT, Sitting, Sitting)];
/// A kick: 12.5 s, the simulator's assumption.
pub(super) static KICK: [Frame; 6] = [
    leaning(3000, &SHIFT, 1.0),
    leaning(3000, &DRAW, 1.0),
    leaning(500, &SWING, 1.0),
    leaning(1500, &SWING, 1.0),
    leaning(2500, &SHIFT, 1.0),
    leaning(2000, &STAND, 0.0),
];
/// Half a step of a walk; it is repeated with the legs swapped.
pub(super) static WALK: [Frame; 1] = [leaning(500, &STEP, 0.6)];

#[cfg(test)]
mod tests {
    use super::*;

    const PATTERNS: [&[Frame]; 6] = [&STANDUP_BACK, &STANDUP_FRONT, &GET_UP, &PARK, &KICK, &WALK];

    #[test]
    fn key_poses_keep_the_joint_limits() {
        for frame in PATTERNS.into_iter().flatten() {
            for swing in [Leg::Left, Leg::Right] {
                for (joint, angle) in frame.key.targets(swing) {
                    let (low, high) = joint.limits_rad();
                    assert!((low..=high).contains(&angle), "{joint:?} at {angle}");
                }
            }
        }
    }

    #[test]
    fn frames_leave_time_for_the_joints_speeds() {
        for frames in PATTERNS {
            let pairs = frames.iter().zip(frames.iter().skip(1));
            for (before, frame) in pairs {
                let from = before.key.targets(Leg::Left);
                for ((joint, angle), (_, old)) in frame.key.targets(Leg::Left).zip(from) {
                    let speed = (angle - old).abs() / frame.time.as_secs_f32();
                    assert!(speed <= joint.max_speed_rad_per_sec(), "{joint:?}: {speed}");
                }
            }
        }
    }

    #[test]
    fn a_key_pose_moves_each_driven_joint_once() {
        assert!(joints().eq(STAND.targets(Leg::Left).map(|(joint, _)| joint)));
        assert_eq!(joints().count(), 20);
    }
}
