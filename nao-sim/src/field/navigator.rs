//! Walks the robot to targets, as Fawkes's navigator does.
//!
//! Navigation uses odometry alone. Far from the target the robot turns toward it and walks there;
//! within 0.3 m it steps in any direction and turns to the requested orientation. A target is fixed
//! in the coordinate system of the odometry when it is accepted.

use super::geometry::{Place, Point, wrap};
use crate::body::gait::{LOAD, load};
use crate::body::{SIDE_SPEED_M_PER_SEC, TURN_SPEED_RAD_PER_SEC, WALK_SPEED_M_PER_SEC};
use core::f32::consts::{FRAC_PI_2, PI};
use skill_runtime::MessageId;
use skills_nao::hardware::Motion;
use skills_nao::interfaces::navigation::{self, DriveMode, OrientationMode};
use skills_nao::path::{Disc, LEFT_M, TURN_M_PER_RAD, waypoint};

/// The default tolerance of a target, m and rad.
pub const TOLERANCE: (f32, f32) = (0.02, 0.05);
/// The tolerance of a turn, rad.
pub const TURN_TOLERANCE: f32 = 0.02;
/// The distance that it keeps from the ball while that is an obstacle, m, unless set otherwise
/// or the target is nearer to the ball.
pub const SECURITY_DISTANCE: f32 = 0.25;
/// The distance that it keeps from the middle of another robot, m, unless the target is nearer to it.
pub const ROBOT_DISTANCE: f32 = 0.34;
/// The distance that it keeps from the middle of a goal post, m, unless the target is nearer to it.
pub const POST_DISTANCE: f32 = 0.26;
/// The distances from the middle of another robot and of a post within which it walks no faster towards them than
/// this, m and m/s.
const CLOSE: f32 = 0.32;
const CLOSE_POST: f32 = 0.23;
const CLOSE_SPEED: f32 = 0.02;
/// The distance below which the robot steps in any direction, m, and the one above which it turns
/// toward the target again.
const NEAR: f32 = 0.3;
const FAR: f32 = 0.4;
/// The bearing beyond which the robot turns on the spot, rad.
const ASIDE: f32 = 0.4;
/// The times in which it aims to cover the remaining distance and angle, s.
const WAY_SEC: f32 = 1.0;
const TURN_SEC: f32 = 0.75;
/// The time without progress after which a walk has failed, s.
const STUCK_SEC: f32 = 3.0;

/// The parameters that messages can set.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Parameters {
    /// The highest speed, m/s, up to that of the walk.
    pub max_velocity: f32,
    /// The highest turn rate, rad/s, up to that of the walk.
    pub max_rotation: f32,
    /// The distance to keep from the ball while that is an obstacle, m.
    pub security_distance: f32,
    /// Whether the robot walks around the ball.
    pub escaping: bool,
    /// The direction in which the robot walks.
    pub drive_mode: DriveMode,
    /// Stored and published only: the robot always stops at the target.
    pub stop_at_target: bool,
    /// When the robot turns to the requested orientation.
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

/// A movement to make.
#[derive(Clone, Copy, Debug)]
enum Drive {
    /// To a place, within a tolerance.
    Go { target: Place, tolerance: (f32, f32), near: bool },
    /// Turn by the remaining angle, rad, at most at this rate, rad/s.
    Turn { left: f32, rate: f32 },
}

/// A command to the robot.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Command {
    /// Keep walking, or keep resting.
    Keep,
    /// Start this walk, or change to its velocity.
    Walk(Motion),
    /// Stop the walk.
    Halt,
}

/// The state of the robot that the navigator needs.
#[derive(Clone, Copy, Debug)]
pub struct Situation {
    /// The robot's place by odometry.
    pub me: Place,
    /// The estimated place of the ball, relative to the robot.
    pub ball: Option<Point>,
    /// Whether the robot is on its feet and runs no motion pattern but a walk.
    pub fit: bool,
}

/// A model of the navigator, which walks the robot to targets.
#[derive(Clone, Debug, Default)]
pub struct NavigatorModel {
    /// The parameters that messages can set.
    pub parameters: Parameters,
    /// Whether the ball is an obstacle.
    pub ball_is_obstacle: bool,
    /// The other robots that it knows of, relative to it.
    pub(super) robots: Vec<Point>,
    /// The goal posts near it, relative to it.
    pub(super) posts: Vec<Point>,
    drive: Option<Drive>,
    msgid: MessageId,
    error: u32,
    /// The origin of its coordinate system, in that of the odometry.
    origin: Place,
    dest: Option<Place>,
    /// The odometry of the last step, and the time since it last changed.
    last: Place,
    stuck_sec: f32,
    /// Whether the running walk was started by the navigator.
    walking: bool,
}

impl NavigatorModel {
    /// Returns the id of the last goto or turn that it accepted.
    #[must_use]
    pub fn msgid(&self) -> MessageId {
        self.msgid
    }

    /// Returns whether the last drive has ended, successfully or not.
    #[must_use]
    pub fn is_final(&self) -> bool {
        self.drive.is_none()
    }

    /// Returns the error of the last drive: `ERROR_..`.
    #[must_use]
    pub fn error(&self) -> u32 {
        self.error
    }

    /// Returns the place of a robot with this odometry in the navigator's coordinate system.
    #[must_use]
    pub fn place(&self, me: Place) -> Place {
        self.origin.to(me)
    }

    /// Returns the target in the navigator's coordinate system, if there is one.
    #[must_use]
    pub fn dest(&self) -> Option<Place> {
        self.dest.map(|dest| self.origin.to(dest))
    }

    /// Starts to go to `target`, relative to `me`; a target with a NaN or an infinity cannot be
    /// reached.
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

    /// Starts to turn on the spot, at `rate` in rad/s, or for 0 or less as fast as allowed.
    pub fn turn(&mut self, me: Place, angle: f32, rate: f32, id: MessageId) {
        let rate = if rate > 0.0 { rate } else { f32::INFINITY };
        let dest = me.and(Place::new(0.0, 0.0, angle));
        self.take(id, Drive::Turn { left: angle, rate }, dest);
        if !angle.is_finite() {
            self.give_up(navigation::ERROR_PATH_GEN_FAIL);
        }
    }

    /// Rejects a message with an error.
    pub fn refuse(&mut self, error: u32, id: MessageId) {
        self.msgid = id;
        self.give_up(error);
    }

    /// Stops if message `id` is being handled; 0 means any.
    pub fn stop(&mut self, id: u32) {
        if id == 0 || id == self.msgid.0 {
            self.drive = None;
        }
    }

    /// Ends the current drive with an error.
    pub fn give_up(&mut self, error: u32) {
        self.drive = None;
        self.error = error;
    }

    /// Ends the drive because another motion uses the legs.
    pub(super) fn yield_legs(&mut self) {
        self.walking = false;
        if self.drive.is_some() {
            self.give_up(navigation::ERROR_MOTOR);
        }
    }

    /// Moves the origin of the navigator's coordinate system to the robot.
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

    /// Advances the drive by `sec` seconds. Returns the command to the robot.
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

    /// Returns the velocity to walk at; `None` at the target. `turned` is the angle turned
    /// since the last step.
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
                // One that steps in any direction turns meanwhile.
                let turn = if self.sideways(*near) { 0.0 } else { TURN_M_PER_RAD };
                let (way, length) = match self.around(way.point(), now.ball, turn) {
                    Some((to, length)) => (Place { x: to.x, y: to.y, ..way }, length),
                    None => (way, distance),
                };
                let distance = way.point().length();
                *near = distance < if *near { FAR } else { NEAR };
                Some(self.cautious(if self.sideways(*near) {
                    self.step_to(way, length)
                } else {
                    self.walk_to(way)
                }))
            }
        }
    }

    /// Returns whether it steps in any direction, and turns to the requested orientation meanwhile.
    fn sideways(&self, near: bool) -> bool {
        near || self.parameters.orientation_mode == OrientationMode::OrientDuringTravel
    }

    fn rotation(&self) -> f32 {
        let most = self.parameters.max_rotation;
        if most > 0.0 { most.min(TURN_SPEED_RAD_PER_SEC) } else { TURN_SPEED_RAD_PER_SEC }
    }

    /// Returns the highest speeds forward and sideways.
    fn speeds(&self) -> (f32, f32) {
        let most = self.parameters.max_velocity;
        let most = if most > 0.0 { most } else { WALK_SPEED_M_PER_SEC };
        (most.min(WALK_SPEED_M_PER_SEC), most.min(SIDE_SPEED_M_PER_SEC))
    }

    /// Returns the velocity without what leads against another robot or a post near it.
    fn cautious(&self, [mut x, mut y, turn]: [f32; 3]) -> [f32; 3] {
        let robots = self.robots.iter().filter(|at| at.length() < CLOSE);
        for at in robots.chain(self.posts.iter().filter(|at| at.length() < CLOSE_POST)) {
            let way = *at * (1.0 / at.length().max(0.05));
            let over = x * way.x + y * way.y - CLOSE_SPEED;
            if over > 0.0 {
                (x, y) = (x - over * way.x, y - over * way.y);
            }
        }
        [x, y, turn]
    }

    /// Returns whether it walks backward to something with this bearing, rad.
    fn is_backward(&self, bearing: f32) -> bool {
        match self.parameters.drive_mode {
            DriveMode::Backward => true,
            DriveMode::AllowBackward => bearing.abs() > FRAC_PI_2,
            _ => false,
        }
    }

    /// Returns the velocity to turn to a far target and walk there.
    fn walk_to(&self, way: Place) -> [f32; 3] {
        let ahead = way.point().angle();
        let backward = self.is_backward(ahead);
        let aside = if backward { wrap(ahead + PI) } else { ahead };
        let turn = cut(aside / TURN_SEC, self.rotation());
        if aside.abs() > ASIDE {
            return [0.0, 0.0, turn];
        }
        let speed = self.speeds().0.min(way.point().length() / WAY_SEC);
        gentle([if backward { -speed } else { speed }, 0.0, turn])
    }

    /// Returns the velocity to step in any direction on a way of this `length` in all, which begins towards
    /// `way`: turn and way end together.
    fn step_to(&self, way: Place, length: f32) -> [f32; 3] {
        let (forward, sideways) = self.speeds();
        let whole = length / way.point().length().max(1e-3);
        let (x, y) = (way.x * whole, way.y * whole);
        let (ahead, aside) = (x.abs() / forward, y.abs() / sideways);
        let turns = way.theta.abs() / self.rotation();
        let most = ahead.max(aside).max(turns);
        let sec = ((ahead + aside + turns) / LOAD).max(most).max(WAY_SEC);
        gentle([x / sec, y / sec, way.theta / sec])
    }

    /// Returns the point to walk to instead if the ball, another robot or a post is an obstacle on the way to
    /// `target`, and the length of that way, m.
    fn around(&self, target: Point, ball: Option<Point>, turn: f32) -> Option<(Point, f32)> {
        if !self.parameters.escaping {
            return None;
        }
        // One that walks backward turns least if the way begins behind it.
        let sign = if self.is_backward(target.angle()) { -1.0 } else { 1.0 };
        let disc =
            |at: Point, keep_m, left_m| Disc { at: (sign * at.x, sign * at.y), keep_m, left_m };
        let keep_m = self.parameters.security_distance;
        let ball = ball.filter(|_| self.ball_is_obstacle).map(|at| disc(at, keep_m, 0.0));
        let robots = self.robots.iter().map(|at| disc(*at, ROBOT_DISTANCE, LEFT_M));
        let posts = self.posts.iter().map(|at| disc(*at, POST_DISTANCE, 0.0));
        let discs = ball.into_iter().chain(posts).chain(robots);
        let (round, length) = waypoint((sign * target.x, sign * target.y), &discs, turn)?;
        Some((Point::new(round.0, round.1) * sign, length))
    }
}

/// Returns the motion that walks at a velocity, m/s and rad/s.
fn walk([x, y, theta]: [f32; 3]) -> Motion {
    Motion::WalkVelocity {
        x: x / WALK_SPEED_M_PER_SEC,
        y: y / SIDE_SPEED_M_PER_SEC,
        theta: theta / TURN_SPEED_RAD_PER_SEC,
        speed: 1.0,
    }
}

/// Clamps a value to the same limit in either direction.
fn cut(value: f32, most: f32) -> f32 {
    value.clamp(-most, most)
}

/// Slows all components down if their sum would make the robot stumble.
fn gentle([x, y, theta]: [f32; 3]) -> [f32; 3] {
    let load = load([x, y, theta]);
    let part = if load > LOAD { LOAD / load } else { 1.0 };
    [x * part, y * part, theta * part]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_way_past_a_robot_behind_begins_backward_too() {
        let parameters =
            Parameters { drive_mode: DriveMode::AllowBackward, ..Parameters::default() };
        for y in [-0.1, 0.0, 0.1] {
            let robots = vec![Point::new(-1.0, y)];
            let mut model = NavigatorModel { parameters, robots, ..NavigatorModel::default() };
            let me = Place::default();
            model.go(me, Place::new(-2.0, 0.0, 0.0), TOLERANCE, MessageId(1));
            let command = model.step(&Situation { me, ball: None, fit: true }, 0.01);
            let Command::Walk(Motion::WalkVelocity { x, theta, .. }) = command else {
                panic!("{command:?}")
            };
            assert!(x < -0.5 && theta.abs() > 0.1, "{x} {theta}: backward, and to one side");
        }
    }
}
