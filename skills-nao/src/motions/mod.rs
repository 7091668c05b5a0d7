//! Motions for a robot with weight: keyframes that `cargo xtask physics --search NAME` has found.
//!
//! A motion is played at full stiffness, from the angles that were commanded before it.
//! [`LIE`] comes before standing up; when it is over, the accelerometer detects the side, and with
//! it [`STANDUP_FRONT`] or [`STANDUP_BACK`]. What has failed would fail again, so another try is
//! at another speed, by [`SLOWER`]. [`PARK`] needs no more than [`PARKED_STIFFNESS`].

mod parse;

use crate::joint::Joint;

/// The joints of a motion: those of a V3, in the order of a V6. One motor moves yaw and pitch
/// of both hips, the left one's.
pub const JOINTS: [Joint; 21] = [
    Joint::HeadYaw,
    Joint::HeadPitch,
    Joint::LShoulderPitch,
    Joint::LShoulderRoll,
    Joint::LElbowYaw,
    Joint::LElbowRoll,
    Joint::LHipYawPitch,
    Joint::LHipRoll,
    Joint::LHipPitch,
    Joint::LKneePitch,
    Joint::LAnklePitch,
    Joint::LAnkleRoll,
    Joint::RHipRoll,
    Joint::RHipPitch,
    Joint::RKneePitch,
    Joint::RAnklePitch,
    Joint::RAnkleRoll,
    Joint::RShoulderPitch,
    Joint::RShoulderRoll,
    Joint::RElbowYaw,
    Joint::RElbowRoll,
];

/// Angles of [`JOINTS`], rad.
pub type Angles = [f32; JOINTS.len()];

/// The factor of the times of each try to stand up. The motions need their momentum: at 1.25 a robot on its front does not
/// get up.
pub const SLOWER: [f32; 3] = [1.0, 1.05, 1.1];

/// The stiffness that is enough for [`PARK`], and to rest after it.
pub const PARKED_STIFFNESS: f32 = 0.3;

/// The keyframes of a kick on the way to which the foot swings, as indices. Before and after them,
/// [`STAND`] may follow at once; between them, a robot that does not go on falls in a third of all
/// trials.
pub const KICK_SWINGS: core::ops::RangeInclusive<usize> = 2..=4;

/// A pose and the time to reach it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Keyframe {
    /// The time since the keyframe before, ms.
    pub time_ms: u16,
    /// The angles of [`JOINTS`], mrad.
    pub angles_mrad: [i16; JOINTS.len()],
}

impl Keyframe {
    /// Returns the angles in rad.
    #[must_use]
    pub fn angles_rad(&self) -> Angles {
        self.angles_mrad.map(|angle_mrad| f32::from(angle_mrad) / 1000.0)
    }

    /// Returns the time since the keyframe before, s.
    #[must_use]
    pub fn time_sec(&self) -> f32 {
        f32::from(self.time_ms) / 1000.0
    }
}

/// Keyframes to reach one after the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Motion {
    keyframes: &'static [Keyframe],
}

impl Motion {
    /// Returns the keyframes in the order of time.
    #[must_use]
    pub const fn keyframes(&self) -> &'static [Keyframe] {
        self.keyframes
    }

    /// Returns how long the motion takes, s.
    #[must_use]
    pub fn duration_sec(&self) -> f32 {
        self.keyframes.iter().map(Keyframe::time_sec).sum()
    }

    /// Returns the index of the keyframe that is approached at a time after the start, s; after the
    /// end, their number.
    #[must_use]
    pub fn keyframe_at(&self, time_sec: f32) -> usize {
        let mut end_sec = 0.0;
        let ends = self.keyframes.iter().map(|keyframe| {
            end_sec += keyframe.time_sec();
            end_sec
        });
        ends.take_while(|end_sec| *end_sec <= time_sec).count()
    }

    /// Returns the angles to command at a time after the start, s. Between two keyframes they
    /// follow `3 s² - 2 s³` of the time's share `s`; after the last one they stay.
    ///
    /// `start_rad` are the angles that were commanded when the motion started. To be slower by
    /// a factor, divide the time by it.
    #[must_use]
    pub fn angles_rad(&self, start_rad: Angles, time_sec: f32) -> Angles {
        let (mut from_rad, mut rest_sec) = (start_rad, time_sec);
        for keyframe in self.keyframes {
            let (to_rad, length_sec) = (keyframe.angles_rad(), keyframe.time_sec());
            if rest_sec < length_sec {
                let share = rest_sec.max(0.0) / length_sec;
                let share = share * share * (3.0 - 2.0 * share);
                for (from, to) in from_rad.iter_mut().zip(to_rad) {
                    *from += (to - *from) * share;
                }
                return from_rad;
            }
            (from_rad, rest_sec) = (to_rad, rest_sec - length_sec);
        }
        from_rad
    }
}

/// Includes the motion of a file, as it is or with left and right exchanged.
macro_rules! motion {
    ($file:literal, $exchange:path) => {{
        const TEXT: &str = include_str!($file);
        const KEYFRAMES: [Keyframe; parse::rows(TEXT)] = $exchange(parse::parse(TEXT));
        Motion { keyframes: &KEYFRAMES }
    }};
    ($file:literal) => {
        motion!($file, core::convert::identity)
    };
}

/// Moves the arms of a lying robot to its sides and stretches its legs: how standing up starts.
pub const LIE: Motion = motion!("lie.csv");
/// Stands up from lying on the front, after [`LIE`].
pub const STANDUP_FRONT: Motion = motion!("standup_front.csv");
/// Stands up from lying on the back, after [`LIE`].
pub const STANDUP_BACK: Motion = motion!("standup_back.csv");
/// Sits down from standing.
pub const PARK: Motion = motion!("park.csv");
/// Moves to the pose in which the robot stands, from a pose near it or from sitting.
pub const STAND: Motion = motion!("stand.csv");
/// Kicks with the left leg, and stands again.
pub const KICK_LEFT: Motion = motion!("kick_left.csv");
/// Kicks with the right leg, and stands again.
pub const KICK_RIGHT: Motion = motion!("kick_left.csv", parse::mirrored);

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [Motion; 7] = [LIE, STANDUP_FRONT, STANDUP_BACK, PARK, STAND, KICK_LEFT, KICK_RIGHT];

    #[test]
    fn angles_are_within_the_limits_of_the_joints() {
        for keyframe in ALL.iter().flat_map(Motion::keyframes) {
            for (joint, angle_rad) in JOINTS.into_iter().zip(keyframe.angles_rad()) {
                let (low, high) = joint.limits_rad();
                assert!((low..=high).contains(&angle_rad), "{}: {angle_rad}", joint.name());
            }
        }
    }

    #[test]
    fn a_stand_up_takes_at_most_ten_seconds() {
        for motion in [STANDUP_FRONT, STANDUP_BACK] {
            assert!(motion.duration_sec() * SLOWER[1] <= 10.0, "{}", motion.duration_sec());
        }
    }

    fn assert_near(angles: Angles, expected: Angles) {
        for (angle, expected) in angles.into_iter().zip(expected) {
            assert!((angle - expected).abs() < 1e-3, "{angle} instead of {expected}");
        }
    }

    #[test]
    fn a_motion_goes_from_the_start_through_its_keyframes() {
        let start_rad = [0.1; JOINTS.len()];
        assert_near(PARK.angles_rad(start_rad, -1.0), start_rad);
        assert_near(PARK.angles_rad(start_rad, 0.0), start_rad);
        let mut time_sec = 0.0;
        for keyframe in PARK.keyframes() {
            time_sec += f32::from(keyframe.time_ms) / 1000.0;
            assert_near(PARK.angles_rad(start_rad, time_sec), keyframe.angles_rad());
        }
        assert_near(
            PARK.angles_rad(start_rad, time_sec + 100.0),
            PARK.angles_rad(start_rad, time_sec),
        );
        let half_sec = f32::from(LIE.keyframes()[0].time_ms) / 2000.0;
        let middle = LIE.angles_rad([0.0; JOINTS.len()], half_sec);
        assert_near(middle, LIE.keyframes()[0].angles_rad().map(|angle_rad| angle_rad / 2.0));
    }

    #[test]
    fn the_mirror_image_of_a_mirror_image_is_the_motion() {
        const TWICE: Motion = motion!("kick_left.csv", twice);
        const fn twice<const N: usize>(keyframes: [Keyframe; N]) -> [Keyframe; N] {
            parse::mirrored(parse::mirrored(keyframes))
        }
        assert_eq!(TWICE, KICK_LEFT);
        for (left, right) in KICK_LEFT.keyframes().iter().zip(KICK_RIGHT.keyframes()) {
            for (index, joint) in JOINTS.into_iter().enumerate() {
                let other = match joint.name().split_at(2) {
                    ("l_", rest) if rest != "hip_yaw_pitch" => ("r_", rest),
                    ("r_", rest) => ("l_", rest),
                    same => same,
                };
                let is_other = |joint: &Joint| joint.name().split_at(2) == other;
                let place = JOINTS.iter().position(is_other).unwrap();
                let turns = joint.name().ends_with("_roll")
                    || ["head_yaw", "l_elbow_yaw", "r_elbow_yaw"].contains(&joint.name());
                let sign = if turns { -1 } else { 1 };
                assert_eq!(
                    right.angles_mrad[place],
                    sign * left.angles_mrad[index],
                    "{}",
                    joint.name()
                );
            }
        }
    }
}
