//! The simulated world: a field, without options that of the Standard Platform League of 2008, with one robot, the
//! ball, the referee, and disturbances.
//!
//! [`Field`] is the model, without a blackboard; [`FieldSim`](crate::FieldSim) connects it to
//! one. Two fields with the same options that get the same commands and steps are equal in
//! every bit. Each random part has a stream of its own, so more speech does not move the ball.
//!
//! | module | contains |
//! |---|---|
//! | [`geometry`] | the field's measures, points and places |
//! | [`ball`] | rolling, bouncing, kicks, goals |
//! | [`navigator`] | walks to targets |
//! | [`camera`], [`ball_model`], [`others`], [`localization`] | what the robot sees and believes |
//! | [`buttons`], [`lights`], [`speech`] | as named |
//! | [`referee`] | states, score, penalties |
//! | [`events`] | what has happened |
//! | `team` | the part of the field that is common in a [game of teams](crate::team) |
//!
//! [`Carpet`] describes how the robot walks, slips and stumbles.

pub mod ball;
pub mod ball_model;
pub mod buttons;
pub mod camera;
mod contact;
mod disturbance;
pub mod events;
pub mod geometry;
pub mod lights;
pub mod localization;
mod movement;
pub mod navigator;
pub mod others;
pub mod referee;
mod shared;
pub mod speech;
mod team;
#[cfg(test)]
mod tests;

pub use self::ball::Ball;
pub use self::events::{Event, EventKind};
pub use self::geometry::{Pitch, Place, Point};
pub use self::lights::LIGHTS;

use self::ball_model::BallModel;
use self::buttons::{Counting, Presses};
use self::camera::Camera;
use self::disturbance::{Disturbance, DisturbanceKind};
use self::lights::Light;
use self::localization::Localization;
use self::navigator::NavigatorModel;
use self::others::Others;
use self::referee::Referee;
use self::shared::Shared;
use self::speech::Speech;
use crate::body::noise::Noise;
use crate::body::{Button, Carpet, MotionTimes, Pose, Robot, Side};
use core::time::Duration;
use skills_nao::joint::Joint;
use skills_nao::obstacles::Obstacle;
use skills_nao::referee::{Decisions, State};

/// The longest time that is computed in one step.
const SUBSTEP: Duration = Duration::from_millis(20);
/// The least distance between a ball moved by a disturbance and the lines, m.
const INSIDE: f32 = 0.3;

/// The options of a field.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Options {
    /// The seed of everything random.
    pub seed: u64,
    /// Whether the robot is pushed, the ball moved and writers stalled while the game is on.
    pub disturbances: bool,
    /// The amount of slip of the walk: 0 none, 1 as usual.
    pub slip: f32,
    /// The rate of stumbles: 0 never, 1 as usual.
    pub stumble: f32,
    /// The duration of the game from the first kick-off on; zero for no game.
    pub game: Duration,
    /// The robot's place at the start.
    pub start: Place,
    /// The robot's pose at the start.
    pub pose: Pose,
    /// The durations of its motions.
    pub times: MotionTimes,
    /// The measures of the field and the ball.
    pub pitch: Pitch,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            seed: 1,
            disturbances: true,
            slip: 1.0,
            stumble: 1.0,
            game: Duration::from_secs(10 * 60),
            start: Place { x: -1.5, y: 0.0, theta: 0.0 },
            pose: Pose::Standing,
            times: MotionTimes::default(),
            pitch: Pitch::SPL_2008,
        }
    }
}

/// The field with everything on it.
#[derive(Clone, Debug)]
pub struct Field {
    time: Duration,
    pitch: Pitch,
    disturbances: bool,
    robot: Robot,
    /// Whether the robot has fallen and is not on its feet yet.
    down: bool,
    /// The remaining time of the running kick before this step.
    kick_left: Option<Duration>,
    ball: Ball,
    /// Whether the ball was moved by hand in this step.
    moved: bool,
    camera: Camera,
    ball_model: BallModel,
    localization: Localization,
    /// The navigator, which walks the robot to targets.
    pub navigator: NavigatorModel,
    chest: Presses,
    left_foot: Presses,
    right_foot: Presses,
    /// The pressed buttons, and for how much longer.
    held: Vec<(Button, Duration)>,
    lights: [Light; LIGHTS.len()],
    /// The speech synthesis, which publishes the text that is being said.
    pub speech: Speech,
    referee: Referee,
    /// The ball and the referee are those of a game of teams.
    shared: Option<Shared>,
    disturbance: Disturbance,
    stalls: Vec<(&'static str, Duration)>,
    events: Vec<Event>,
    kicks: Noise,
    pushes: Noise,
    falls: Noise,
    others: Others,
}

impl Field {
    /// Returns a field before a game.
    #[must_use]
    pub fn new(options: &Options) -> Field {
        let Options { seed, slip, stumble, .. } = *options;
        let start = options.start;
        let robot = Robot::new(options.pose, seed).with_times(options.times);
        let mut robot = robot.on_carpet(Carpet { seed, slip, stumble });
        robot.put(start.into());
        let odometry = robot.odometry().into();
        Field {
            time: Duration::ZERO,
            pitch: options.pitch,
            disturbances: options.disturbances,
            down: options.pose.is_down(),
            robot,
            kick_left: None,
            ball: Ball::default(),
            moved: false,
            camera: Camera::new(seed),
            ball_model: BallModel::default(),
            localization: Localization::new(seed, start, odometry),
            navigator: NavigatorModel::default(),
            chest: Presses::new(Counting::Release),
            left_foot: Presses::new(Counting::Press),
            right_foot: Presses::new(Counting::Press),
            held: Vec::new(),
            lights: [Light::default(); LIGHTS.len()],
            speech: Speech::default(),
            referee: Referee::new(options.game, options.pitch),
            shared: None,
            disturbance: Disturbance::new(seed),
            stalls: Vec::new(),
            events: Vec::new(),
            kicks: Noise::stream(seed, 0xf0),
            pushes: Noise::stream(seed, 0xf1),
            falls: Noise::stream(seed, 0xf2),
            others: Others::new(seed, odometry),
        }
    }

    /// Advances the simulation. Designed for steps of 10 ms.
    pub fn step(&mut self, dt: Duration) {
        let mut left = dt;
        while !left.is_zero() {
            let part = left.min(SUBSTEP);
            self.advance(part);
            left = left.saturating_sub(part);
        }
    }

    fn advance(&mut self, dt: Duration) {
        let sec = dt.as_secs_f32();
        self.time = self.time.saturating_add(dt);
        if self.disturbances && self.referee.state() == State::Play {
            for mishap in self.disturbance.step(sec).into_iter().flatten() {
                match mishap {
                    DisturbanceKind::Push(side) => self.push(side),
                    DisturbanceKind::Ball(by) => {
                        let to = self.ball.at + by;
                        let Pitch { half_length_m, half_width_m, .. } = self.pitch;
                        let lines = (half_length_m - INSIDE, half_width_m - INSIDE);
                        self.move_ball(to.within(lines));
                    }
                    DisturbanceKind::Stall(id, time) => self.stall(id, time),
                }
            }
        }
        let time = self.time;
        self.stalls.retain(|(_, until)| *until > time);
        self.hold(dt);
        self.move_robot(dt);
        let touched = self.touch_ball() | core::mem::take(&mut self.moved);
        match &mut self.shared {
            Some(shared) => shared.touched |= touched,
            None => self.ball.roll(sec, &self.pitch),
        }
        let pressed = self.count_presses(dt);
        self.referee_step(touched, pressed, dt);
        self.perceive(dt);
        self.lights.iter_mut().for_each(|light| light.step(sec));
        if let Some(text) = self.speech.step(sec) {
            self.record(EventKind::Said(text));
        }
    }

    /// Updates the robot's estimates of the ball and of its place.
    fn perceive(&mut self, dt: Duration) {
        let (odometry, truth) = (self.odometry(), self.place());
        let stands = self.is_on_its_feet();
        let before = (self.localization.place(), self.others.odometry);
        self.localization.step(odometry, truth, stands, dt);
        let corrected =
            before.0.and(before.1.to(odometry)).local(self.localization.place().point());
        self.others.walk(odometry, corrected, dt.as_secs_f32());
        if self.camera.is_due(dt) {
            let (yaw, pitch) =
                (self.robot.joint(Joint::HeadYaw), self.robot.joint(Joint::HeadPitch));
            let ball = truth.local(self.ball.at);
            let radius = self.pitch.ball_radius_m;
            let seen = stands.then(|| self.camera.look(ball, radius, yaw, pitch)).flatten();
            let seen = seen.map(camera::Sighting::point);
            self.ball_model.image(odometry, seen, camera::IMAGE.as_secs_f32());
            if stands {
                self.others.image(odometry, [yaw, pitch], camera::IMAGE.as_secs_f32());
            } else {
                self.others.model.advance(camera::IMAGE.as_secs_f32());
            }
        }
    }

    /// Returns whether the robot is on its feet, and on the field.
    fn is_on_its_feet(&self) -> bool {
        self.robot.pose() == Pose::Standing && !self.robot.is_held() && !self.referee.is_off()
    }

    /// Applies the referee's decisions for a substep.
    fn referee_step(&mut self, touched: bool, pressed: bool, dt: Duration) {
        let scene = self.scene(touched, pressed);
        let ruling = self.referee.step(&scene, dt);
        self.apply_ruling(ruling);
    }

    fn scene(&self, touched: bool, pressed: bool) -> referee::Scene {
        let stands = self.robot.pose() == Pose::Standing;
        referee::Scene { ball: self.ball, robot: self.place(), stands, touched, pressed }
    }

    fn apply_ruling(&mut self, ruling: referee::Ruling) {
        if self.shared.is_none() {
            ruling.events.into_iter().for_each(|kind| self.record(kind));
        }
        if let Some(to) = ruling.ball {
            self.ball = Ball::resting(to);
        }
        if let Some(to) = ruling.robot {
            self.put_robot(self.shared.as_ref().map_or(to, |shared| shared.back));
        }
        if self.referee.is_off() {
            // A penalized robot waits beside the field, facing away from it.
            let y = geometry::carpet(&self.pitch).1 + referee::BESIDE_CARPET;
            let usual = Place::new(0.0, y, core::f32::consts::FRAC_PI_2);
            let wait = self.shared.as_ref().map_or(usual, |shared| shared.wait);
            self.robot.put(wait.into());
        }
    }

    /// Penalizes the robot with `SPL_PENALTY_..`; `NONE` lets it play again.
    pub fn penalize(&mut self, penalty: u16) {
        let scene = self.scene(false, false);
        let mut ruling = referee::Ruling::default();
        self.referee.penalize(penalty, &scene, &mut ruling);
        self.apply_ruling(ruling);
    }

    /// Applies the decisions of a referee outside the simulation. From the first call on, the
    /// simulated referee decides nothing itself.
    pub fn follow(&mut self, decisions: &Decisions) {
        let scene = self.scene(false, false);
        let ruling = self.referee.follow(decisions, &scene);
        self.apply_ruling(ruling);
    }

    fn record(&mut self, kind: EventKind) {
        let (robot, ball) = (self.place(), self.ball.at);
        self.events.push(Event { time: self.time, robot, ball, kind });
    }

    /// Removes and returns the events since the last call.
    pub fn take_events(&mut self) -> Vec<Event> {
        core::mem::take(&mut self.events)
    }

    /// Returns the simulated time.
    #[must_use]
    pub fn time(&self) -> Duration {
        self.time
    }

    /// Returns the measures of the field and the ball.
    #[must_use]
    pub fn pitch(&self) -> &Pitch {
        &self.pitch
    }

    /// Returns the robot's body.
    #[must_use]
    pub fn robot(&self) -> &Robot {
        &self.robot
    }

    /// Returns the robot, to command its joints. Motions must be started with
    /// [`start_motion`](Field::start_motion).
    pub fn robot_mut(&mut self) -> &mut Robot {
        &mut self.robot
    }

    /// Returns the true place of the robot.
    #[must_use]
    pub fn place(&self) -> Place {
        self.robot.place().into()
    }

    /// Returns the place of the robot by its odometry.
    #[must_use]
    pub fn odometry(&self) -> Place {
        self.robot.odometry().into()
    }

    /// Returns the true state of the ball.
    #[must_use]
    pub fn ball(&self) -> Ball {
        self.ball
    }

    /// Returns the robot's estimate of the ball.
    #[must_use]
    pub fn ball_model(&self) -> &BallModel {
        &self.ball_model
    }

    /// Returns the other robots that the robot has seen, relative to it.
    pub fn obstacles(&self) -> impl Iterator<Item = Obstacle> {
        let local = self.odometry().locals();
        self.others.model.robots().map(move |robot| {
            let at = local(Point::new(robot.at.0, robot.at.1));
            robot.seen_at((at.x, at.y))
        })
    }

    /// Returns the robot's estimate of its place.
    #[must_use]
    pub fn localization(&self) -> &Localization {
        &self.localization
    }

    /// Returns the simulated referee.
    #[must_use]
    pub fn referee(&self) -> &Referee {
        &self.referee
    }

    /// Returns the referee, to set whose kick-off it is.
    pub fn referee_mut(&mut self) -> &mut Referee {
        &mut self.referee
    }

    /// Returns our goals and theirs.
    #[must_use]
    pub fn score(&self) -> (u32, u32) {
        self.referee.score()
    }

    /// Returns the light at an index of [`LIGHTS`].
    pub fn light_mut(&mut self, index: usize) -> Option<&mut Light> {
        self.lights.get_mut(index)
    }

    /// Returns the lights, in the order of [`LIGHTS`].
    #[must_use]
    pub fn lights(&self) -> &[Light] {
        &self.lights
    }

    /// Returns the chest button, the left and the right foot's bumpers.
    #[must_use]
    pub fn presses(&self) -> [&Presses; 3] {
        [&self.chest, &self.left_foot, &self.right_foot]
    }

    /// Pushes a standing robot over.
    pub fn push(&mut self, toward: Side) {
        if self.robot.pose() == Pose::Standing {
            self.record(EventKind::Pushed(toward));
            self.robot.push(toward);
        }
    }

    /// Puts the ball at a point, clamped to the hall.
    pub fn move_ball(&mut self, to: Point) {
        let to = to.within(geometry::hall(&self.pitch));
        self.record(EventKind::BallMoved(to));
        self.moved = true;
        self.ball = Ball::resting(to);
    }

    /// Puts the robot at a place, clamped to the hall, and sets its estimate.
    pub fn put_robot(&mut self, to: Place) {
        let to = to.in_hall(&self.pitch);
        self.robot.put(to.into());
        self.localization.reset_to(to);
        self.others.model.clear();
        self.record(EventKind::Placed(to));
    }

    /// Lifts the robot from the ground, as an assistant of the referee does.
    pub fn lift_robot(&mut self) {
        self.robot.lift();
        self.record(EventKind::Lifted);
    }

    /// Puts a robot that was lifted down at a place, clamped to the hall. Its estimate does not
    /// change.
    pub fn put_down_robot(&mut self, to: Place, pose: Pose) {
        let to = to.in_hall(&self.pitch);
        self.robot.put(to.into());
        self.robot.put_down(pose);
        self.down = pose.is_down();
        self.record(EventKind::PutDown(to));
    }

    /// Stalls the writer of the interface `id`: it neither writes nor takes messages.
    pub fn stall(&mut self, id: &'static str, time: Duration) {
        self.record(EventKind::Stalled(id, time));
        self.stalls.push((id, self.time.saturating_add(time)));
    }

    /// Returns whether the writer of the interface `id` stalls.
    #[must_use]
    pub fn stalls(&self, id: &str) -> bool {
        self.stalls.iter().any(|(stalled, _)| *stalled == id)
    }
}
