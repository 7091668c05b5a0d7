//! The referee: states of the game, goals, balls that are out, penalties.
//!
//! Simplified from the league's rules of 2008: INITIAL lasts 2 s, READY 10 s, SET 3 s. In SET the
//! robot is put on its kick-off place by hand if it is not near it. There is one robot, so the
//! opponents' kick-off is not taken. A ball over a side line comes back 1 m nearer to our goal (we
//! touched it last), 0.4 m inside; over the opponents' goal line at the halfway line, over ours at
//! that corner. A ball that nobody touches for 90 s is put on the center. A robot that leaves the
//! carpet or walks into a goal is taken off for 30 s and comes back at the side line on the halfway
//! line, on the side farther from the ball. A short press of the chest button penalizes the robot,
//! another one ends that.
//!
//! A referee outside the simulation may decide instead. Then this one is its assistant: it puts
//! the ball on the center for a kick-off or after a goal and back on the field if it is out, and
//! takes the robot off the field while it has a penalty; in SET it does not move it.

use super::EventKind;
use super::ball::{Ball, Beyond};
use super::geometry::{Place, Point, THROW_IN, carpet, wrap};
use core::f32::consts::FRAC_PI_2;
use core::time::Duration;
use skills_nao::interfaces::penalty;
use skills_nao::pitch::Pitch;
use skills_nao::referee::{Decisions, State};

/// The durations of the states before the game.
const INITIAL: Duration = Duration::from_secs(2);
const READY: Duration = Duration::from_secs(10);
const SET: Duration = Duration::from_secs(3);
/// The time for which a penalized robot is off the field.
pub const PENALTY: Duration = Duration::from_secs(30);
/// The longest time for which the ball may stay untouched.
const UNTOUCHED: Duration = Duration::from_secs(90);
/// The distance from its kick-off place within which the robot is not moved, m and rad.
const NEAR: (f32, f32) = (0.4, 0.5);
/// The distance of the place of our kick-off from the center circle, and that of a penalized robot from the carpet, m.
const BEHIND_CIRCLE: f32 = 0.7 - Pitch::SPL_2008.circle_m;
pub(crate) const BESIDE_CARPET: f32 = 0.5;

/// The referee's view of the field.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scene {
    pub(super) ball: Ball,
    pub(super) robot: Place,
    /// Whether the robot is on its feet.
    pub(super) stands: bool,
    /// Whether the robot touched the ball, or the ball was moved by hand.
    pub(super) touched: bool,
    /// Whether the chest button was pressed.
    pub(super) pressed: bool,
}

/// The referee's decisions in one step.
#[derive(Debug, Default)]
pub(super) struct Ruling {
    /// The new place of the ball, if it is moved.
    pub(super) ball: Option<Point>,
    /// The new place of the robot, if it is moved; its estimate is set as well.
    pub(super) robot: Option<Place>,
    pub(super) events: Vec<EventKind>,
}

/// The part of this referee.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Role {
    /// There is no game.
    None,
    /// It decides.
    Decides,
    /// It assists a referee outside the simulation.
    Assists,
    /// The referee of a game of teams decides, and has assistants of its own.
    Obeys,
}

/// The simulated referee, or the assistant of one outside the simulation.
#[derive(Clone, Debug)]
pub struct Referee {
    role: Role,
    pitch: Pitch,
    state: State,
    /// The time left in the current state.
    left: Duration,
    /// The time left of the game.
    game: Duration,
    ours: u32,
    theirs: u32,
    kickoff: bool,
    penalty: u16,
    penalty_left: Duration,
    /// Whether the robot is off the field because of its penalty.
    off: bool,
    untouched: Duration,
}

impl Referee {
    /// Returns the referee of a game on a field, with this duration from its first kick-off on; zero means no
    /// game.
    #[must_use]
    pub fn new(game: Duration, pitch: Pitch) -> Referee {
        Referee {
            role: if game.is_zero() { Role::None } else { Role::Decides },
            pitch,
            state: if game.is_zero() { State::Finished } else { State::Initial },
            left: INITIAL,
            game,
            ours: 0,
            theirs: 0,
            kickoff: true,
            penalty: penalty::SPL_PENALTY_NONE,
            penalty_left: Duration::ZERO,
            off: false,
            untouched: Duration::ZERO,
        }
    }

    /// Returns the part of a referee that decides for all robots of a game of teams: it keeps what
    /// that one says.
    pub(super) fn obedient(pitch: Pitch) -> Referee {
        Referee { role: Role::Obeys, state: State::Initial, ..Referee::new(Duration::ZERO, pitch) }
    }

    /// Returns a state of the game.
    #[must_use]
    pub fn state(&self) -> State {
        self.state
    }

    /// Returns whether there is a game, with this referee or with one that it assists.
    #[must_use]
    pub fn is_of_game(&self) -> bool {
        self.role != Role::None
    }

    /// Returns our goals and theirs.
    #[must_use]
    pub fn score(&self) -> (u32, u32) {
        (self.ours, self.theirs)
    }

    /// Returns whether the kick-off is ours.
    #[must_use]
    pub fn kickoff(&self) -> bool {
        self.kickoff
    }

    /// Sets whose kick-off it is.
    pub fn set_kickoff(&mut self, ours: bool) {
        self.kickoff = ours;
    }

    /// Returns the robot's penalty, `SPL_PENALTY_..`, and its remaining time; zero for a penalty
    /// that lasts until it is revoked.
    #[must_use]
    pub fn penalty(&self) -> (u16, Duration) {
        (self.penalty, self.penalty_left)
    }

    /// Returns whether the robot is off the field.
    #[must_use]
    pub fn is_off(&self) -> bool {
        self.off
    }

    /// Returns the robot's place for the kick-off.
    #[must_use]
    pub fn kickoff_place(&self) -> Place {
        let circle = self.pitch.circle_m;
        Place::new(if self.kickoff { -circle - BEHIND_CIRCLE } else { -2.0 * circle }, 0.0, 0.0)
    }

    /// Penalizes the robot, or with `SPL_PENALTY_NONE` lets it play again.
    pub(super) fn penalize(&mut self, penalty: u16, scene: &Scene, ruling: &mut Ruling) {
        if penalty == self.penalty {
            return;
        }
        let was_off = self.off;
        self.penalty = penalty;
        ruling.events.push(EventKind::Penalty(penalty));
        let in_place = [penalty::SPL_PENALTY_MANUAL, penalty::SPL_PENALTY_MOTION_IN_SET];
        let stays = penalty == penalty::SPL_PENALTY_NONE || in_place.contains(&penalty);
        self.off = !stays;
        self.penalty_left = if stays { Duration::ZERO } else { PENALTY };
        if was_off && stays {
            let side = if scene.ball.at.y > 0.0 { -1.0 } else { 1.0 };
            // By the rules of 2026, at the height of its own penalty mark.
            let x = if self.role == Role::Assists { -self.pitch.mark_x_m() } else { 0.0 };
            ruling.robot = Some(Place::new(x, side * self.pitch.half_width_m, -side * FRAC_PI_2));
        }
    }

    /// Advances the game by `dt`. Returns the referee's decisions.
    pub(super) fn step(&mut self, scene: &Scene, dt: Duration) -> Ruling {
        let mut ruling = Ruling::default();
        match self.role {
            Role::None | Role::Decides => {}
            Role::Assists => {
                self.assist(scene, &mut ruling);
                return ruling;
            }
            Role::Obeys => return ruling,
        }
        if scene.pressed {
            let none = self.penalty == penalty::SPL_PENALTY_NONE;
            let next = if none { penalty::SPL_PENALTY_MANUAL } else { penalty::SPL_PENALTY_NONE };
            self.penalize(next, scene, &mut ruling);
        }
        if self.off {
            self.penalty_left = self.penalty_left.saturating_sub(dt);
            if self.penalty_left.is_zero() {
                self.penalize(penalty::SPL_PENALTY_NONE, scene, &mut ruling);
            }
        } else if self.state != State::Finished && self.has_left(scene.robot) {
            self.penalize(penalty::SPL_PENALTY_LEAVING_THE_FIELD, scene, &mut ruling);
        }
        match self.state {
            State::Initial | State::Ready | State::Set => self.prepare(scene, dt, &mut ruling),
            State::Play => self.play(scene, dt, &mut ruling),
            State::Finished => {}
        }
        ruling
    }

    /// Applies the decisions of a referee outside the simulation. From the first call on, this
    /// referee decides nothing itself.
    pub(super) fn follow(&mut self, decisions: &Decisions, scene: &Scene) -> Ruling {
        let mut ruling = Ruling::default();
        if self.role != Role::Obeys {
            self.role = Role::Assists;
        }
        self.kickoff = decisions.kickoff;
        (self.ours, self.theirs) = decisions.score;
        self.penalize(decisions.penalty, scene, &mut ruling);
        self.penalty_left = decisions.penalty_left;
        if decisions.state != self.state {
            self.enter(decisions.state, &mut ruling);
            if decisions.state == State::Set && decisions.centered {
                ruling.ball = Some(Point::default());
            }
        }
        ruling
    }

    /// Puts back a ball that is out or in a goal.
    fn assist(&self, scene: &Scene, ruling: &mut Ruling) {
        if self.state != State::Play {
            return;
        }
        if let Some(out) = scene.ball.beyond(&self.pitch) {
            ruling.ball = Some(back_in(out, scene.ball.at, &self.pitch));
            ruling.events.push(match out {
                Beyond::Goal { ours } => EventKind::Goal { ours },
                _ => EventKind::Out,
            });
        }
    }

    /// Enters a state of the game, with its event.
    fn enter(&mut self, state: State, ruling: &mut Ruling) {
        self.state = state;
        self.left = match state {
            State::Ready => READY,
            State::Set => SET,
            _ => Duration::ZERO,
        };
        self.untouched = Duration::ZERO;
        ruling.events.push(EventKind::State(state));
    }

    /// Puts the ball on the center, and the robot on its place unless it is near it.
    fn place_for_kickoff(&self, scene: &Scene, ruling: &mut Ruling) {
        ruling.ball = Some(Point::default());
        let place = self.kickoff_place();
        let off = place.to(scene.robot);
        let near = off.point().length() < NEAR.0 && wrap(off.theta).abs() < NEAR.1;
        if !self.off && (!near || !scene.stands) {
            ruling.robot = Some(place);
        }
    }

    /// Returns whether a robot is off the carpet or in a goal.
    fn has_left(&self, robot: Place) -> bool {
        let Pitch { half_length_m, goal_half_width_m, .. } = self.pitch;
        let (x, y) = carpet(&self.pitch);
        let in_goal = robot.x.abs() > half_length_m + 0.1 && robot.y.abs() < goal_half_width_m;
        robot.x.abs() > x || robot.y.abs() > y || in_goal
    }

    fn prepare(&mut self, scene: &Scene, dt: Duration, ruling: &mut Ruling) {
        self.left = self.left.saturating_sub(dt);
        if !self.left.is_zero() {
            return;
        }
        match self.state {
            State::Initial => self.enter(State::Ready, ruling),
            State::Ready => {
                self.enter(State::Set, ruling);
                self.place_for_kickoff(scene, ruling);
            }
            _ => self.enter(State::Play, ruling),
        }
    }

    fn play(&mut self, scene: &Scene, dt: Duration, ruling: &mut Ruling) {
        self.game = self.game.saturating_sub(dt);
        if self.game.is_zero() {
            self.enter(State::Finished, ruling);
            return;
        }
        self.untouched =
            if scene.touched { Duration::ZERO } else { self.untouched.saturating_add(dt) };
        match scene.ball.beyond(&self.pitch) {
            Some(Beyond::Goal { ours }) => {
                let goals = if ours { &mut self.ours } else { &mut self.theirs };
                *goals = goals.saturating_add(1);
                self.kickoff = !ours;
                ruling.ball = Some(Point::default());
                ruling.events.push(EventKind::Goal { ours });
                self.enter(State::Ready, ruling);
            }
            Some(out) => {
                ruling.events.push(EventKind::Out);
                ruling.ball = Some(back_in(out, scene.ball.at, &self.pitch));
                self.untouched = Duration::ZERO;
            }
            None if self.untouched >= UNTOUCHED => {
                ruling.events.push(EventKind::GameStuck);
                ruling.ball = Some(Point::default());
                self.untouched = Duration::ZERO;
            }
            None => {}
        }
    }
}

/// Returns the place where a ball that is out comes back.
fn back_in(out: Beyond, at: Point, pitch: &Pitch) -> Point {
    let y = (pitch.half_width_m - THROW_IN).copysign(at.y);
    let corner = pitch.half_length_m - THROW_IN;
    let x = match out {
        Beyond::Side => (at.x - 1.0).max(-corner),
        Beyond::OpponentsEnd => 0.0,
        Beyond::OurEnd => -corner,
        Beyond::Goal { .. } => return Point::default(),
    };
    Point::new(x, y)
}
