//! Plans of motions, and the motion that runs.

use core::time::Duration;

use skills_nao::hardware::{Leg, Motion, StandupFrom};
use skills_nao::motions;

use super::joints::Joints;
use super::pattern::{self, Frame};
use super::pose::{Balance, Pose, Side};

/// The speed of a walk forward or backward, in m/s.
pub const WALK_SPEED_M_PER_SEC: f32 = 0.1;
/// The speed of a walk sideways, in m/s.
pub const SIDE_SPEED_M_PER_SEC: f32 = 0.05;
/// The speed of a turn, in rad/s.
pub const TURN_SPEED_RAD_PER_SEC: f32 = 0.5;

/// Returns the leg on the other side.
fn other(leg: Leg) -> Leg {
    match leg {
        Leg::Left => Leg::Right,
        Leg::Right => Leg::Left,
    }
}

/// A planar velocity: forward and left in m/s, turning left in rad/s.
pub(super) type Velocity = [f32; 3];

/// The durations of the motions whose end the skills wait for.
///
/// Those of the others are constants: `getup` and `park` wait for a time of their own, and a walk has the speeds of its
/// legs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MotionTimes {
    /// The duration of a kick, 12.5 s by default.
    pub kick: Duration,
    /// The duration of standing up from the back, 12.3 s by default.
    pub standup_back: Duration,
    /// The duration of standing up from the front, 11.3 s by default.
    pub standup_front: Duration,
}

impl Default for MotionTimes {
    fn default() -> MotionTimes {
        MotionTimes::DEFAULT
    }
}

impl MotionTimes {
    /// The durations of the motions as they are made.
    pub const DEFAULT: MotionTimes = MotionTimes {
        kick: total(&pattern::KICK),
        standup_back: total(&pattern::STANDUP_BACK),
        standup_front: total(&pattern::STANDUP_FRONT),
    };

    /// Returns the durations of standing up with the motions for LoLA, [`skills_nao::motions`], if the first try
    /// succeeds. A kick takes as long as by default.
    #[must_use]
    pub fn of_keyframes() -> MotionTimes {
        let after_lying = |up: motions::Motion| {
            let frames = [motions::LIE, up].map(|motion| motion.keyframes());
            let times = frames.into_iter().flatten().map(|frame| u64::from(frame.time_ms));
            Duration::from_millis(times.sum())
        };
        MotionTimes {
            standup_back: after_lying(motions::STANDUP_BACK),
            standup_front: after_lying(motions::STANDUP_FRONT),
            ..MotionTimes::DEFAULT
        }
    }

    /// The shortest durations in which the joints reach each posture at their highest speeds, in whole seconds.
    pub const SHORTEST: MotionTimes = MotionTimes {
        kick: Duration::from_secs(5),
        standup_back: Duration::from_secs(4),
        standup_front: Duration::from_secs(4),
    };

    /// Returns the part of a kick's duration that is left when the foot meets the ball, at the end of its swing.
    #[must_use]
    pub fn hit_left(&self) -> Duration {
        let [_, _, _, after @ ..] = &pattern::KICK;
        scaled(total(after), self.kick, total(&pattern::KICK))
    }
}

/// Returns the duration of frames.
const fn total(frames: &[Frame]) -> Duration {
    let (mut sum, mut at) = (Duration::ZERO, 0);
    while at < frames.len() {
        sum = sum.saturating_add(frames[at].time);
        at += 1;
    }
    sum
}

/// Returns the time of a part of a motion that takes `to` in place of `from`; exactly the same if these are equal.
/// Rounded up: the parts must not end before the whole.
fn scaled(time: Duration, to: Duration, from: Duration) -> Duration {
    if to == from || from.is_zero() {
        return time;
    }
    let nanos = (time.as_nanos() * to.as_nanos()).div_ceil(from.as_nanos());
    Duration::from_nanos(u64::try_from(nanos).unwrap_or(u64::MAX))
}

/// The frames and times of a motion of the legs.
struct Plan {
    /// Run once, or repeatedly for a walk.
    frames: &'static [Frame],
    time: Duration,
    swing: Leg,
    /// `None` for a pattern that is not a walk.
    velocity: Option<Velocity>,
}

impl Plan {
    /// Returns the plan of a motion; `None` if it does not concern the legs, has no distance,
    /// or contains NaN or infinities. A stand-up needs its side.
    fn of(motion: Motion, side: Option<Side>, times: &MotionTimes) -> Option<Plan> {
        match motion {
            Motion::Standup(_) => Some(match side? {
                Side::Back => Plan::pattern(&pattern::STANDUP_BACK).within(times.standup_back),
                Side::Front => Plan::pattern(&pattern::STANDUP_FRONT).within(times.standup_front),
            }),
            Motion::GetUp => Some(Plan::pattern(&pattern::GET_UP)),
            Motion::Park => Some(Plan::pattern(&pattern::PARK)),
            Motion::Kick { leg, .. } => {
                let kick = Plan::pattern(&pattern::KICK).within(times.kick);
                Some(Plan { swing: leg, ..kick })
            }
            Motion::WalkStraight { distance_m } => Plan::way([distance_m, 0.0, 0.0]),
            Motion::WalkSideways { distance_m } => Plan::way([0.0, distance_m, 0.0]),
            Motion::WalkArc { angle_rad, radius_m } => {
                Plan::way([angle_rad.abs() * radius_m, 0.0, angle_rad])
            }
            Motion::Turn { angle_rad } => Plan::way([0.0, 0.0, angle_rad]),
            Motion::WalkVelocity { x, y, theta, speed } => {
                let speed = speed.clamp(0.0, 1.0);
                let part = |of: f32, top: f32| of.clamp(-1.0, 1.0) * speed * top;
                let velocity = [
                    part(x, WALK_SPEED_M_PER_SEC),
                    part(y, SIDE_SPEED_M_PER_SEC),
                    part(theta, TURN_SPEED_RAD_PER_SEC),
                ];
                Plan::walk(velocity, Duration::MAX)
            }
            Motion::MoveHead { .. } | Motion::YawPitchHead { .. } => None,
        }
    }

    /// Returns a pattern that runs its frames once.
    fn pattern(frames: &'static [Frame]) -> Plan {
        Plan { frames, time: total(frames), swing: Leg::Left, velocity: None }
    }

    /// Returns the same plan in another time.
    fn within(self, time: Duration) -> Plan {
        Plan { time, ..self }
    }

    /// Returns a walk over this distance (m, m, rad) in the shortest time.
    fn way(way: [f32; 3]) -> Option<Plan> {
        let [x, y, theta] = way;
        let sec = (x.abs() / WALK_SPEED_M_PER_SEC)
            .max(y.abs() / SIDE_SPEED_M_PER_SEC)
            .max(theta.abs() / TURN_SPEED_RAD_PER_SEC);
        let time = Duration::try_from_secs_f32(sec).ok()?;
        Plan::walk(way.map(|part| part / sec), time)
    }

    /// Returns a walk at this velocity for this time.
    fn walk(velocity: Velocity, time: Duration) -> Option<Plan> {
        let known = velocity.iter().all(|part| part.is_finite());
        let moves = velocity.iter().any(|part| part.abs() > 0.0);
        (known && moves && !time.is_zero()).then_some(Plan {
            frames: &pattern::WALK,
            time,
            swing: Leg::Left,
            velocity: Some(velocity),
        })
    }
}

/// The motion of the legs that runs.
#[derive(Clone, Debug)]
pub(super) struct Running {
    motion: Motion,
    /// The frames to come.
    frames: core::iter::Cycle<core::slice::Iter<'static, Frame>>,
    swing: Leg,
    velocity: Option<Velocity>,
    /// The number of frames that have begun.
    begun: u32,
    /// The duration of the motion, and that of its frames as they are in the pattern; a walk has those of the pattern.
    times: (Duration, Duration),
    /// The time left of this frame.
    frame_left: Duration,
    /// The time left of the motion.
    left: Duration,
}

impl Running {
    /// Begins a motion of the legs; returns `None` if the robot cannot or need not run it.
    /// `accel_x` (g) gives a stand-up its side.
    pub(super) fn begin(
        motion: Motion,
        accel_x: f32,
        times: &MotionTimes,
        joints: &mut Joints,
        balance: &mut Balance,
    ) -> Option<Running> {
        let side = standup_side(motion, accel_x);
        let plan = Plan::of(motion, side, times)?;
        let on_feet = plan.velocity.is_some() || matches!(motion, Motion::Kick { .. });
        if on_feet && balance.pose() != Pose::Standing {
            return None;
        }
        if let (Some(side), Pose::Standing | Pose::Sitting) = (side, balance.pose()) {
            balance.topple(side);
        }
        let mut running = Running {
            motion,
            frames: plan.frames.iter().cycle(),
            swing: plan.swing,
            velocity: plan.velocity,
            begun: 0,
            times: match plan.velocity {
                Some(_) => Default::default(),
                None => (plan.time, total(plan.frames)),
            },
            frame_left: plan.time,
            left: plan.time,
        };
        running.begin_frame(joints, balance);
        Some(running)
    }

    /// Returns the motion as it was commanded.
    pub(super) fn motion(&self) -> Motion {
        self.motion
    }

    /// Returns the velocity of the body, if it walks.
    pub(super) fn velocity(&self) -> Velocity {
        self.velocity.unwrap_or_default()
    }

    /// Returns whether it walks.
    pub(super) fn walks(&self) -> bool {
        self.velocity.is_some()
    }

    /// Returns the number of its frames that have begun.
    pub(super) fn begun(&self) -> u32 {
        self.begun
    }

    /// Returns the time left until it ends.
    pub(super) fn left(&self) -> Duration {
        self.left
    }

    /// Walks on at another velocity; returns false if one of the two is no walk at a velocity.
    pub(super) fn steer(&mut self, motion: Motion) -> bool {
        let open = |motion| matches!(motion, Motion::WalkVelocity { .. });
        match Plan::of(motion, None, &MotionTimes::default()) {
            Some(plan) if open(motion) && open(self.motion) => {
                self.motion = motion;
                self.velocity = plan.velocity;
                true
            }
            _ => false,
        }
    }

    /// Returns the time until its frame or itself ends.
    pub(super) fn horizon(&self) -> Duration {
        self.frame_left.min(self.left)
    }

    /// Advances the motion by at most its horizon. Returns false once it has ended.
    pub(super) fn advance(
        &mut self,
        time: Duration,
        joints: &mut Joints,
        balance: &mut Balance,
    ) -> bool {
        self.left = self.left.saturating_sub(time);
        self.frame_left = self.frame_left.saturating_sub(time);
        if self.left.is_zero() {
            self.end(joints, balance);
            return false;
        }
        if self.frame_left.is_zero() {
            if self.velocity.is_some() {
                self.swing = other(self.swing);
            }
            self.begin_frame(joints, balance);
        }
        true
    }

    fn begin_frame(&mut self, joints: &mut Joints, balance: &mut Balance) {
        if let Some(frame) = self.frames.next() {
            self.begun = self.begun.wrapping_add(1);
            let (to, from) = self.times;
            let time = scaled(frame.time, to, from);
            self.frame_left = time;
            joints.goto_pose(frame.key, self.swing, time);
            balance.carry(frame.from, frame.to, time);
            balance.lean(match self.swing {
                Leg::Left => -frame.lean,
                Leg::Right => frame.lean,
            });
        }
    }

    /// Ends the motion, early or on time: a walk brings its feet together; a pattern stops the
    /// joints, and a body that it lifts falls.
    pub(super) fn end(&self, joints: &mut Joints, balance: &mut Balance) {
        balance.release();
        balance.lean(0.0);
        if self.velocity.is_some() {
            joints.goto_pose(&pattern::STAND, self.swing, Duration::from_millis(500));
        } else if !self.left.is_zero() {
            joints.hold();
        }
    }
}

/// Returns the side that a stand-up begins on; `None` if it is no stand-up, or the
/// accelerometer (g) detects none.
fn standup_side(motion: Motion, accel_x: f32) -> Option<Side> {
    match motion {
        Motion::Standup(StandupFrom::Back) => Some(Side::Back),
        Motion::Standup(StandupFrom::Front) => Some(Side::Front),
        Motion::Standup(StandupFrom::Detect) if accel_x > 0.8 => Some(Side::Front),
        Motion::Standup(StandupFrom::Detect) if accel_x < -0.8 => Some(Side::Back),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_take_their_times() {
        let times = MotionTimes::default();
        let time = |motion, side| Plan::of(motion, side, &times).map(|plan| plan.time.as_millis());
        let standup = Motion::Standup(StandupFrom::Detect);
        assert_eq!(time(standup, Some(Side::Back)), Some(12_300));
        assert_eq!(time(standup, Some(Side::Front)), Some(11_300));
        assert_eq!(time(standup, None), None);
        assert_eq!(time(Motion::GetUp, None), Some(3000));
        assert_eq!(time(Motion::Park, None), Some(3000));
        let kick = Motion::Kick { leg: Leg::Right, strength: 1.0 };
        assert_eq!(time(kick, None), Some(12_500));
    }

    #[test]
    fn robots_of_teams_stand_up_as_those_with_weight() {
        let times = crate::team::Setup::default().times;
        let ms = [times.standup_front, times.standup_back].map(|time| time.as_millis());
        assert_eq!(ms, [5736, 8736]);
        assert_eq!(times.kick, MotionTimes::DEFAULT.kick);
        assert!(times.standup_front >= MotionTimes::SHORTEST.standup_front);
    }

    #[test]
    fn the_shortest_times_leave_time_for_the_joints_speeds() {
        let MotionTimes { kick, standup_back, standup_front } = MotionTimes::SHORTEST;
        for (frames, shortest) in [
            (&pattern::KICK[..], kick),
            (&pattern::STANDUP_BACK, standup_back),
            (&pattern::STANDUP_FRONT, standup_front),
        ] {
            for (before, frame) in frames.iter().zip(frames.iter().skip(1)) {
                let time = scaled(frame.time, shortest, total(frames)).as_secs_f32();
                let from = before.key.targets(Leg::Left);
                for ((joint, angle), (_, old)) in frame.key.targets(Leg::Left).zip(from) {
                    let speed = (angle - old).abs() / time;
                    assert!(speed <= joint.max_speed_rad_per_sec(), "{joint:?}: {speed}");
                }
            }
        }
    }

    #[test]
    fn a_walk_takes_the_shortest_time_its_speeds_allow() {
        let sec = |way| Plan::way(way).map(|plan| plan.time.as_secs_f32());
        let close = |a: Option<f32>, b: f32| a.is_some_and(|a| (a - b).abs() < 1e-4);
        assert!(close(sec([-0.5, 0.0, 0.0]), 5.0));
        assert!(close(sec([0.0, 0.5, 0.0]), 10.0));
        assert!(close(sec([0.0, 0.0, -1.0]), 2.0));
        assert!(close(sec([0.1, 0.0, 1.0]), 2.0));
        assert!(close(sec([0.4, 0.0, 1.0]), 4.0));
    }

    #[test]
    fn no_distance_and_nan_give_no_plan() {
        for part in [0.0, -0.0, f32::NAN, f32::INFINITY, 1e-30, 1e30] {
            assert!(Plan::way([part, 0.0, 0.0]).is_none(), "{part}");
            assert!(Plan::way([0.0, 0.0, part]).is_none(), "{part}");
        }
        for (x, speed) in [(0.0, 1.0), (1.0, 0.0), (f32::NAN, 1.0), (1.0, f32::NAN)] {
            let motion = Motion::WalkVelocity { x, y: 0.0, theta: 0.0, speed };
            assert!(Plan::of(motion, None, &MotionTimes::default()).is_none());
        }
    }

    #[test]
    fn a_stand_up_detects_its_side_beyond_the_thresholds() {
        let side = |accel_x| standup_side(Motion::Standup(StandupFrom::Detect), accel_x);
        assert_eq!(side(0.81), Some(Side::Front));
        assert_eq!(side(-0.81), Some(Side::Back));
        assert_eq!(side(0.8), None);
        assert_eq!(side(-0.8), None);
        assert_eq!(standup_side(Motion::GetUp, 1.0), None);
    }
}
