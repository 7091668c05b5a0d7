//! The motions the robot can be told, and the one that runs.

use core::time::Duration;

use super::body::Joints;
use super::pattern::{self, Frame};
use super::pose::{Balance, Pose, Side};

/// The speed of a walk forward or backward, in m/s.
pub const WALK_SPEED_M_PER_SEC: f32 = 0.1;
/// The speed of a walk sideways, in m/s.
pub const SIDE_SPEED_M_PER_SEC: f32 = 0.05;
/// The speed of a turn, in rad/s.
pub const TURN_SPEED_RAD_PER_SEC: f32 = 0.5;

/// One of the legs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Leg {
    /// The left leg.
    Left,
    /// The right leg.
    Right,
}

impl Leg {
    /// The other leg.
    fn other(self) -> Leg {
        match self {
            Leg::Left => Leg::Right,
            Leg::Right => Leg::Left,
        }
    }
}

/// From which side to stand up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StandupFrom {
    /// From the side that the accelerometer tells: the front above 0.8 g in x,
    /// the back below -0.8 g; otherwise the command does nothing.
    Detect,
    /// From the back.
    Back,
    /// From the front.
    Front,
}

/// A motion.
///
/// Patterns and walks are open-loop: they move arms and legs for their time
/// whatever becomes of the body. What they do to the body is said at each.
/// Lifting the body needs a mean leg stiffness of 0.3 or more all the while.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Motion {
    /// Stands up in 12.3 s from the back or 11.3 s from the front.
    ///
    /// On the wrong side or with weak legs the body stays lying. A robot that
    /// stands or sits goes down to the named side first, since the pattern
    /// begins stretched out on the ground; then it comes up as usual.
    Standup(StandupFrom),
    /// Gets up from sitting in 3.0 s; a lying robot stays lying.
    GetUp,
    /// Sits down in 3.0 s; a lying robot stays lying. It counts as sitting
    /// from 1.5 s on, being low enough then to do without stiffness.
    Park,
    /// Kicks, in 12.5 s (the simulator's assumption); only when standing.
    Kick {
        /// The leg that kicks.
        leg: Leg,
        /// The strength of the kick, 0 to 1; the pattern is the same for all.
        strength: f32,
    },
    /// Walks forward at 0.1 m/s; only when standing.
    WalkStraight {
        /// The way in m; negative: backward.
        distance_m: f32,
    },
    /// Walks sideways at 0.05 m/s; only when standing.
    WalkSideways {
        /// The way in m, positive to the left.
        distance_m: f32,
    },
    /// Walks along a circle, at the highest speed that neither passes 0.1 m/s
    /// nor 0.5 rad/s; only when standing.
    WalkArc {
        /// The angle to turn by in rad, positive to the left.
        angle_rad: f32,
        /// The radius of the circle in m; negative: backward.
        radius_m: f32,
    },
    /// Walks until another motion or a stop; only when standing. With all
    /// three at 0 it only ends the motion that runs.
    WalkVelocity {
        /// Forward, -1 to 1 of 0.1 m/s.
        x: f32,
        /// To the left, -1 to 1 of 0.05 m/s.
        y: f32,
        /// Turning left, -1 to 1 of 0.5 rad/s.
        theta: f32,
        /// Scales all three, 0 to 1.
        speed: f32,
    },
    /// Turns in place at 0.5 rad/s; only when standing.
    Turn {
        /// The angle in rad, positive to the left.
        angle_rad: f32,
    },
    /// Moves the head at a speed. It runs beside the motion of the legs.
    MoveHead {
        /// The angle to look left or right, in rad, positive to the left.
        yaw: f32,
        /// The angle to look up or down, in rad, positive down.
        pitch: f32,
        /// The speed as a fraction of the joints' highest, 0 to 1.
        speed: f32,
    },
    /// Moves the head in a time. It runs beside the motion of the legs.
    YawPitchHead {
        /// The angle to look left or right, in rad, positive to the left.
        yaw_rad: f32,
        /// The angle to look up or down, in rad, positive down.
        pitch_rad: f32,
        /// The time in s.
        time_sec: f32,
    },
}

/// A planar velocity: forward and left in m/s, turning left in rad/s.
pub(super) type Velocity = [f32; 3];

/// What a motion of the legs is made of.
struct Plan {
    /// Run once, or for a walk again and again.
    frames: &'static [Frame],
    time: Duration,
    swing: Leg,
    /// `None`: no walk.
    velocity: Option<Velocity>,
}

impl Plan {
    /// The plan of a motion; `None` if it is nothing for the legs, asks for no
    /// way at all or for what is no number. A stand-up needs its side.
    fn of(motion: Motion, side: Option<Side>) -> Option<Plan> {
        match motion {
            Motion::Standup(_) => Some(Plan::pattern(match side? {
                Side::Back => &pattern::STANDUP_BACK,
                Side::Front => &pattern::STANDUP_FRONT,
            })),
            Motion::GetUp => Some(Plan::pattern(&pattern::GET_UP)),
            Motion::Park => Some(Plan::pattern(&pattern::PARK)),
            Motion::Kick { leg, .. } => Some(Plan { swing: leg, ..Plan::pattern(&pattern::KICK) }),
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

    /// A pattern that runs its frames once.
    fn pattern(frames: &'static [Frame]) -> Plan {
        Plan {
            frames,
            time: frames.iter().map(|frame| frame.time).sum(),
            swing: Leg::Left,
            velocity: None,
        }
    }

    /// A walk over this way (m, m, rad) in the shortest time.
    fn way(way: [f32; 3]) -> Option<Plan> {
        let [x, y, theta] = way;
        let sec = (x.abs() / WALK_SPEED_M_PER_SEC)
            .max(y.abs() / SIDE_SPEED_M_PER_SEC)
            .max(theta.abs() / TURN_SPEED_RAD_PER_SEC);
        let time = Duration::try_from_secs_f32(sec).ok()?;
        Plan::walk(way.map(|part| part / sec), time)
    }

    /// A walk at this velocity for this time.
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
    /// The time left of this frame.
    frame_left: Duration,
    /// The time left of the motion.
    left: Duration,
}

impl Running {
    /// Begins a motion of the legs; `None` if the robot cannot or need not
    /// run it. `accel_x` (g) tells a stand-up its side.
    pub(super) fn begin(
        motion: Motion,
        accel_x: f32,
        joints: &mut Joints,
        balance: &mut Balance,
    ) -> Option<Running> {
        let side = standup_side(motion, accel_x);
        let plan = Plan::of(motion, side)?;
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
            frame_left: plan.time,
            left: plan.time,
        };
        running.begin_frame(joints, balance);
        Some(running)
    }

    /// The motion as it was commanded.
    pub(super) fn motion(&self) -> Motion {
        self.motion
    }

    /// The velocity of the body, if it walks.
    pub(super) fn velocity(&self) -> Velocity {
        self.velocity.unwrap_or_default()
    }

    /// How much time may pass until this must be asked again.
    pub(super) fn horizon(&self) -> Duration {
        self.frame_left.min(self.left)
    }

    /// Lets time pass, at most up to the horizon; false once the motion has
    /// ended.
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
                self.swing = self.swing.other();
            }
            self.begin_frame(joints, balance);
        }
        true
    }

    fn begin_frame(&mut self, joints: &mut Joints, balance: &mut Balance) {
        if let Some(frame) = self.frames.next() {
            self.frame_left = frame.time;
            joints.goto_pose(frame.key, self.swing, frame.time);
            balance.carry(frame.from, frame.to, frame.time);
            balance.lean(match self.swing {
                Leg::Left => -frame.lean,
                Leg::Right => frame.lean,
            });
        }
    }

    /// Ends the motion, before or at its time: a walk brings its feet
    /// together; a pattern stops the joints, and a body that it lifts falls.
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

/// The side that a stand-up begins on; `None` if it is no stand-up or the
/// accelerometer (g) tells none.
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
        let time = |motion, side| Plan::of(motion, side).map(|plan| plan.time.as_millis());
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
    fn no_way_and_what_is_no_number_is_no_plan() {
        for part in [0.0, -0.0, f32::NAN, f32::INFINITY, 1e-30, 1e30] {
            assert!(Plan::way([part, 0.0, 0.0]).is_none(), "{part}");
            assert!(Plan::way([0.0, 0.0, part]).is_none(), "{part}");
        }
        for (x, speed) in [(0.0, 1.0), (1.0, 0.0), (f32::NAN, 1.0), (1.0, f32::NAN)] {
            let motion = Motion::WalkVelocity { x, y: 0.0, theta: 0.0, speed };
            assert!(Plan::of(motion, None).is_none());
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
