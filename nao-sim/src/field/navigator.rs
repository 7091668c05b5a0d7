//! Walks the robot to targets, as Fawkes's navigator does.
//!
//! It knows the way by odometry alone. Far from the target it turns towards it and walks
//! there; within 0.3 m it steps in any direction and turns to the orientation asked for. A
//! target lies in the odometry's system once it is taken.

use super::geometry::{Place, Point, wrap};
use crate::body::gait::{LOAD, load};
use crate::body::{SIDE_SPEED_M_PER_SEC, TURN_SPEED_RAD_PER_SEC, WALK_SPEED_M_PER_SEC};
use core::f32::consts::{FRAC_PI_2, PI};
use skill_runtime::MessageId;
use skills_nao::hardware::Motion;
use skills_nao::interfaces::navigation::{self, DriveMode, OrientationMode};

/// How near and how exactly turned it comes to a target without a tolerance, m and rad.
pub const TOLERANCE: (f32, f32) = (0.02, 0.05);
/// How exactly it turns, rad.
pub const TURN_TOLERANCE: f32 = 0.02;
/// How far it keeps from the ball if that is an obstacle, m, as long as it is not told
/// otherwise and the target is not nearer to the ball.
pub const SECURITY_DISTANCE: f32 = 0.25;
/// Nearer than this to the target it steps in any direction, m; farther again, it turns.
const NEAR: f32 = 0.3;
const FAR: f32 = 0.4;
/// It turns on the spot while the target is further aside than this, rad.
const ASIDE: f32 = 0.4;
/// The times in which it would make up for what lacks, s: way and turn.
const WAY_SEC: f32 = 1.0;
const TURN_SEC: f32 = 0.75;
/// A walk that does not get on for so long has failed, s.
const STUCK_SEC: f32 = 3.0;

/// What can be set.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Parameters {
    /// The highest speed, m/s; no more than what the walk can do.
    pub max_velocity: f32,
    /// The highest turn rate, rad/s; likewise.
    pub max_rotation: f32,
    /// The distance to the ball if that is an obstacle, m.
    pub security_distance: f32,
    /// Whether it walks around it.
    pub escaping: bool,
    /// Which way round it walks.
    pub drive_mode: DriveMode,
    /// Told and shown; it always stops.
    pub stop_at_target: bool,
    /// When it turns to the orientation asked for.
    pub orientation_mode: OrientationMode,
}

impl Default for Parameters {
    fn default() -> Parameters {
        Parameters {
            max_velocity: WALK_SPEED_M_PER_SEC,
            max_rotation: TURN_SPEED_RAD_PER_SEC,
            security_distance: SECURITY_DISTANCE,
            escaping: true,
            drive_mode: DriveMode::Forward,
            stop_at_target: true,
            orientation_mode: OrientationMode::OrientAtTarget,
        }
    }
}

/// Where it goes.
#[derive(Clone, Copy, Debug)]
enum Drive {
    /// To a place, so near and so exactly turned.
    Go { target: Place, tolerance: (f32, f32), near: bool },
    /// By so much that is left, no faster than that.
    Turn { left: f32, rate: f32 },
}

/// What the robot is to do.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Command {
    /// Nothing new.
    Keep,
    /// Walk so.
    Walk(Motion),
    /// Stop.
    Halt,
}

/// What it must know of the robot.
#[derive(Clone, Copy, Debug)]
pub struct Situation {
    /// Its odometry.
    pub me: Place,
    /// Where it believes the ball to be, as seen from it.
    pub ball: Option<Point>,
    /// It stands on its feet and no motion pattern but a walk runs.
    pub fit: bool,
}

/// The navigator.
#[derive(Clone, Debug, Default)]
pub struct Navigator {
    /// What can be set.
    pub parameters: Parameters,
    /// The ball is an obstacle.
    pub ball_is_obstacle: bool,
    drive: Option<Drive>,
    msgid: MessageId,
    error: u32,
    /// Where its own system begins, by the odometry.
    origin: Place,
    dest: Option<Place>,
    /// The odometry of the last time, and for how long it has been the same.
    last: Place,
    stuck_sec: f32,
    /// It makes the robot walk.
    walking: bool,
}

impl Navigator {
    /// The goto or turn that was taken last.
    #[must_use]
    pub fn msgid(&self) -> MessageId {
        self.msgid
    }

    /// That is over, well or not.
    #[must_use]
    pub fn is_final(&self) -> bool {
        self.drive.is_none()
    }

    /// Why: `ERROR_..`.
    #[must_use]
    pub fn error(&self) -> u32 {
        self.error
    }

    /// Where a robot with this odometry is in the navigator's system.
    #[must_use]
    pub fn place(&self, me: Place) -> Place {
        self.origin.to(me)
    }

    /// Where it goes, in its own system, while there is a target.
    #[must_use]
    pub fn dest(&self) -> Option<Place> {
        self.dest.map(|dest| self.origin.to(dest))
    }

    /// Goes to `target`, as seen from `me`; what is no number cannot be reached.
    pub fn go(&mut self, me: Place, target: Place, tolerance: (f32, f32), id: MessageId) {
        let known = [target.x, target.y, target.theta].iter().all(|part| part.is_finite());
        let sane = |asked: f32, usual: f32| if asked > 0.0 { asked.max(0.005) } else { usual };
        let tolerance = (sane(tolerance.0, TOLERANCE.0), sane(tolerance.1, TOLERANCE.1));
        let target = me.and(target);
        self.take(id, Drive::Go { target, tolerance, near: false }, target);
        if !known {
            self.give_up(navigation::ERROR_PATH_GEN_FAIL);
        } else if self.parameters.drive_mode == DriveMode::MovingNotAllowed {
            self.give_up(navigation::ERROR_MOTOR);
        }
    }

    /// Turns on the spot; `rate` in rad/s, 0 or less: as fast as it may.
    pub fn turn(&mut self, me: Place, angle: f32, rate: f32, id: MessageId) {
        let rate = if rate > 0.0 { rate } else { f32::INFINITY };
        let dest = me.and(Place::new(0.0, 0.0, angle));
        self.take(id, Drive::Turn { left: angle, rate }, dest);
        if !angle.is_finite() {
            self.give_up(navigation::ERROR_PATH_GEN_FAIL);
        }
    }

    /// Takes a message that it cannot do.
    pub fn refuse(&mut self, error: u32, id: MessageId) {
        self.msgid = id;
        self.give_up(error);
    }

    /// Stops if message `id` is being handled; 0 is any.
    pub fn stop(&mut self, id: u32) {
        if id == 0 || id == self.msgid.0 {
            self.drive = None;
        }
    }

    /// Ends what it does, with an error.
    pub fn give_up(&mut self, error: u32) {
        self.drive = None;
        self.error = error;
    }

    /// The motion of the legs is another's now.
    pub(super) fn yield_legs(&mut self) {
        self.walking = false;
        if self.drive.is_some() {
            self.give_up(navigation::ERROR_MOTOR);
        }
    }

    /// Here is the origin of its system.
    pub fn reset_odometry(&mut self, me: Place) {
        self.origin = me;
    }

    fn take(&mut self, id: MessageId, drive: Drive, dest: Place) {
        self.drive = Some(drive);
        self.dest = Some(dest);
        self.msgid = id;
        self.error = navigation::ERROR_NONE;
        self.stuck_sec = 0.0;
    }

    /// Goes on for `sec` seconds.
    pub(super) fn step(&mut self, now: &Situation, sec: f32) -> Command {
        let turned = wrap(now.me.theta - self.last.theta);
        let moved = now.me != self.last;
        self.last = now.me;
        if let Some(mut drive) = self.drive {
            self.stuck_sec = if moved { 0.0 } else { self.stuck_sec + sec };
            if !now.fit || self.stuck_sec > STUCK_SEC {
                self.give_up(navigation::ERROR_MOTOR);
            } else if let Some(velocity) = self.velocity(&mut drive, now, turned) {
                self.drive = Some(drive);
                self.walking = true;
                return Command::Walk(walk(velocity));
            } else {
                self.drive = None;
            }
        }
        let halts = core::mem::take(&mut self.walking);
        if halts { Command::Halt } else { Command::Keep }
    }

    /// How fast to walk; `None` at the target. `turned` is what it has turned since.
    fn velocity(&self, drive: &mut Drive, now: &Situation, turned: f32) -> Option<[f32; 3]> {
        match drive {
            Drive::Turn { left, rate } => {
                *left -= turned;
                let most = self.rotation().min(*rate);
                (left.abs() > TURN_TOLERANCE).then(|| [0.0, 0.0, cut(*left / TURN_SEC, most)])
            }
            Drive::Go { target, tolerance, near } => {
                let way = now.me.to(*target);
                let distance = way.point().length();
                if distance <= tolerance.0 && way.theta.abs() <= tolerance.1 {
                    return None;
                }
                let way = match self.around(way.point(), now.ball) {
                    Some(round) => Place { x: round.x, y: round.y, theta: way.theta },
                    None => way,
                };
                let distance = way.point().length();
                *near = distance < if *near { FAR } else { NEAR };
                let sideways = *near
                    || self.parameters.orientation_mode == OrientationMode::OrientDuringTravel;
                Some(if sideways { self.step_to(way) } else { self.walk_to(way) })
            }
        }
    }

    fn rotation(&self) -> f32 {
        let most = self.parameters.max_rotation;
        if most > 0.0 { most.min(TURN_SPEED_RAD_PER_SEC) } else { TURN_SPEED_RAD_PER_SEC }
    }

    /// The highest speeds forward and sideways.
    fn speeds(&self) -> (f32, f32) {
        let most = self.parameters.max_velocity;
        let most = if most > 0.0 { most } else { WALK_SPEED_M_PER_SEC };
        (most.min(WALK_SPEED_M_PER_SEC), most.min(SIDE_SPEED_M_PER_SEC))
    }

    /// Turns to a far target and walks there.
    fn walk_to(&self, way: Place) -> [f32; 3] {
        let ahead = way.point().angle();
        let backward = match self.parameters.drive_mode {
            DriveMode::Backward => true,
            DriveMode::AllowBackward => ahead.abs() > FRAC_PI_2,
            _ => false,
        };
        let aside = if backward { wrap(ahead + PI) } else { ahead };
        let turn = cut(aside / TURN_SEC, self.rotation());
        if aside.abs() > ASIDE {
            return [0.0, 0.0, turn];
        }
        let speed = self.speeds().0.min(way.point().length() / WAY_SEC);
        gentle([if backward { -speed } else { speed }, 0.0, turn])
    }

    /// Steps to a near target, in any direction.
    fn step_to(&self, way: Place) -> [f32; 3] {
        let (forward, sideways) = self.speeds();
        let (x, y) = (way.x / WAY_SEC, way.y / WAY_SEC);
        let over = (x.abs() / forward).max(y.abs() / sideways).max(1.0);
        gentle([x / over, y / over, cut(way.theta / TURN_SEC, self.rotation())])
    }

    /// Where to walk instead, if the ball is an obstacle on the way to `target`.
    fn around(&self, target: Point, ball: Option<Point>) -> Option<Point> {
        let ball = ball.filter(|_| self.ball_is_obstacle && self.parameters.escaping)?;
        let (to_ball, to_target) = (ball.length(), target.length());
        // It may go as near as the target lies, and away from where it stands.
        let keep = self.parameters.security_distance.min((target - ball).length() - 0.01);
        let along = (ball.x * target.x + ball.y * target.y) / to_target.max(1e-3);
        if keep <= 0.03 || along <= 0.0 || along - keep > to_target {
            return None;
        }
        let off = (ball.x * target.y - ball.y * target.x) / to_target.max(1e-3);
        let nearest = if along < to_target { off.abs() } else { (target - ball).length() };
        if nearest >= keep {
            return None;
        }
        // Along the tangent on the side where the target is, or around if it is too near.
        let side = 1.0_f32.copysign(off);
        let sine = (keep * 1.05 / to_ball.max(1e-3)).min(1.0);
        let angle = ball.angle() + side * libm::asinf(sine);
        let out = if to_ball < keep { side * 0.3 } else { 0.0 };
        let length = libm::sqrtf((to_ball * to_ball - keep * keep).max(0.0)).max(0.15);
        Some(Point::polar(angle + out, length))
    }
}

/// The motion that walks at a velocity, m/s and rad/s.
fn walk([x, y, theta]: [f32; 3]) -> Motion {
    Motion::WalkVelocity {
        x: x / WALK_SPEED_M_PER_SEC,
        y: y / SIDE_SPEED_M_PER_SEC,
        theta: theta / TURN_SPEED_RAD_PER_SEC,
        speed: 1.0,
    }
}

/// Cut to as much in either direction.
fn cut(value: f32, most: f32) -> f32 {
    value.clamp(-most, most)
}

/// All slower, if it is so much together that the robot stumbles.
fn gentle([x, y, theta]: [f32; 3]) -> [f32; 3] {
    let load = load([x, y, theta]);
    let part = if load > LOAD { LOAD / load } else { 1.0 };
    [x * part, y * part, theta * part]
}
