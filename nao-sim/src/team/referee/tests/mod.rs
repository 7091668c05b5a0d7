//! Each offence provoked at the referee, with scripted robots that it only sees.

mod restarts;

use super::*;
use crate::body::Pose;
use crate::field::Place;
use crate::field::ball::Ball;
use skills_nao::hardware::StandupFrom;
use skills_nao::interfaces::referee::Kicking;

const HALF_WIDTH: f32 = Pitch::SPL_2008.half_width_m;
const DT: Duration = Duration::from_millis(10);
const ONE: PlayerId = PlayerId::new(Team::Left, 1);
const TWO: PlayerId = PlayerId::new(Team::Left, 2);
const THEIR_ONE: PlayerId = PlayerId::new(Team::Right, 1);
const THEIR_TWO: PlayerId = PlayerId::new(Team::Right, 2);
const WALK: Motion = Motion::WalkVelocity { x: 1.0, y: 0.0, theta: 0.0, speed: 1.0 };

/// A game in which a test moves robots and ball.
struct Stage {
    referee: Referee,
    bodies: Vec<Body>,
    ball: Ball,
    touched: Vec<PlayerId>,
    presses: Vec<(PlayerId, PlayerId)>,
    knocks: Vec<(PlayerId, PlayerId)>,
    lines: Vec<String>,
}

impl Stage {
    /// Robots at legal places of a kick-off of the left team, in INITIAL.
    fn of(players: [u8; 2]) -> Stage {
        let all = Team::BOTH.into_iter().flat_map(|team| {
            (1..=players[team.index()]).map(move |number| PlayerId::new(team, number))
        });
        let body = |id: PlayerId| {
            let y = if id.number == 1 { 0.0 } else { 0.4 * f32::from(id.number) };
            let own = Place::new(if id.number == 1 { -2.7 } else { -1.5 }, y, 0.0);
            let (pose, sees_ball) = (Pose::Standing, true);
            Body { id, at: id.team.place(own), pose, motion: None, head: [0.0; 2], sees_ball }
        };
        Stage {
            referee: Referee::new(players, Duration::from_secs(600), Pitch::SPL_2008),
            bodies: all.map(body).collect(),
            ball: Ball::default(),
            touched: Vec::new(),
            presses: Vec::new(),
            knocks: Vec::new(),
            lines: Vec::new(),
        }
    }

    /// A game of two against two in which the ball is in play, at a point away from the robots.
    fn playing() -> Stage {
        let mut stage = Stage::of([2, 2]);
        stage.run_until(State::Play);
        stage.ball = Ball::resting(Point::new(0.5, -1.0));
        stage.lines.clear();
        stage
    }

    fn body(&mut self, id: PlayerId) -> &mut Body {
        self.bodies.iter_mut().find(|body| body.id == id).unwrap()
    }

    fn put(&mut self, id: PlayerId, x: f32, y: f32) {
        self.body(id).at = Place::new(x, y, 0.0);
    }

    fn pass(&mut self) {
        let scene = Scene {
            ball: self.ball,
            bodies: &self.bodies,
            touched: &self.touched,
            presses: &self.presses,
            knocks: &self.knocks,
        };
        let verdict = self.referee.step(&scene, DT);
        if let Some(at) = verdict.ball {
            self.ball = Ball::resting(at);
        }
        self.lines.extend(verdict.lines);
        self.touched.clear();
        self.knocks.clear();
    }

    fn run(&mut self, sec: f32) {
        let end = Duration::from_secs_f32(sec).as_millis() / DT.as_millis();
        (0..end).for_each(|_| self.pass());
    }

    fn run_until(&mut self, state: State) {
        for _ in 0..10_000 {
            if self.referee.state() == state {
                return;
            }
            self.pass();
        }
        panic!("no {state:?}: {:?}", self.lines);
    }

    /// Lets a player kick the ball to a point.
    fn kick(&mut self, id: PlayerId, x: f32, y: f32) {
        self.touched.push(id);
        self.ball = Ball::resting(Point::new(x, y));
        self.pass();
    }

    /// Checks that exactly these penalties were given, once each.
    fn given(&self, expected: &[(PlayerId, Offence)]) {
        let lines: Vec<_> = self.lines.iter().filter(|line| line.contains("penalty for")).collect();
        assert_eq!(lines.len(), expected.len(), "{lines:?}");
        for (line, (id, offence)) in lines.iter().zip(expected) {
            assert!(line.contains(&format!("penalty for {id}: {offence}")), "{line}");
            assert_eq!(self.referee.tally().penalties.get(&(*id, *offence)), Some(&1));
        }
    }

    fn said(&self, part: &str) -> bool {
        self.lines.iter().any(|line| line.contains(part))
    }
}

#[test]
fn states_of_a_game_and_its_halves() {
    let mut stage = Stage::of([1, 1]);
    stage.run_until(State::Ready);
    stage.run_until(State::Set);
    stage.run(5.1);
    assert!(stage.said("whistle") && stage.referee.state() == State::Set, "it is not heard");
    stage.run(10.0);
    assert_eq!(stage.referee.state(), State::Play);
    for _ in 0..590 {
        stage.run(1.0);
        // Somebody looks after the ball.
        let at = stage.ball.at;
        stage.put(ONE, at.x - 0.3, at.y);
        stage.body(ONE).motion = Some(WALK);
    }
    stage.body(ONE).motion = None;
    assert_eq!(stage.referee.state(), State::Finished);
    assert!(!stage.referee.is_over());
    stage.put(ONE, -1.5, 0.0);
    stage.run_until(State::Ready);
    assert_eq!(stage.referee.official(ONE).referee.kicking, Kicking::Theirs);
    stage.given(&[]);
}

#[test]
fn ready_ends_early_when_all_are_in_place_and_late_otherwise() {
    let mut stage = Stage::of([2, 2]);
    stage.run_until(State::Ready);
    stage.run(7.0);
    assert_eq!(stage.referee.state(), State::Ready);
    stage.run(2.0);
    assert_eq!(stage.referee.state(), State::Set);
    let mut stage = Stage::of([2, 2]);
    stage.put(TWO, 1.0, 0.0);
    stage.run_until(State::Ready);
    stage.run(44.0);
    assert_eq!(stage.referee.state(), State::Ready);
    stage.run(2.0);
    assert_eq!(stage.referee.state(), State::Set);
    stage.given(&[(TWO, Offence::IllegalPositioning)]);
}

#[test]
fn wrong_places_in_set() {
    let wrong: [(PlayerId, f32, f32); 4] =
        [(TWO, 0.5, 1.2), (THEIR_TWO, 0.4, 0.0), (THEIR_TWO, -0.5, 1.2), (TWO, -1.0, 2.3)];
    for (id, x, y) in wrong {
        let mut stage = Stage::of([2, 2]);
        stage.run_until(State::Set);
        stage.put(id, x, y);
        stage.run(1.0);
        stage.given(&[(id, Offence::IllegalPositioning)]);
        let penalty = stage.referee.penalty(id).unwrap();
        assert!(penalty.is_removal() && penalty.left == Duration::from_secs(45), "it does not run");
    }
    // The kicker may be in the circle, and one more may not.
    let mut stage = Stage::of([3, 2]);
    stage.run_until(State::Set);
    stage.put(TWO, -0.3, 0.0);
    stage.run(1.0);
    stage.given(&[]);
    stage.put(PlayerId::new(Team::Left, 3), -0.5, 0.0);
    stage.run(1.0);
    stage.given(&[(PlayerId::new(Team::Left, 3), Offence::IllegalPositioning)]);
}

#[test]
fn motion_in_set_costs_15_s_in_place_that_run_in_playing() {
    let mut stage = Stage::of([2, 2]);
    stage.run_until(State::Set);
    stage.body(TWO).motion = Some(WALK);
    stage.run(2.0);
    stage.body(TWO).motion = None;
    stage.given(&[(TWO, Offence::MotionInSet)]);
    let penalty = stage.referee.penalty(TWO).unwrap();
    assert!(!penalty.is_removal());
    stage.run_until(State::Play);
    // The whistle was 10 s ago.
    stage.run(4.0);
    assert!(stage.referee.penalty(TWO).is_some());
    stage.run(1.5);
    assert!(stage.referee.penalty(TWO).is_none());
    // A robot that has fallen may stand up.
    let mut stage = Stage::of([2, 2]);
    stage.run_until(State::Set);
    stage.body(TWO).pose = Pose::LyingBack;
    stage.body(TWO).motion = Some(Motion::Standup(StandupFrom::Detect));
    stage.run(3.0);
    stage.given(&[]);
}

#[test]
fn motion_while_play_is_stopped() {
    let mut stage = Stage::playing();
    stage.kick(TWO, 0.5, HALF_WIDTH + 0.1);
    assert!(stage.referee.is_stopped() && stage.said("throw-in for team 2"));
    stage.body(TWO).motion = Some(Motion::Standup(StandupFrom::Detect));
    stage.run(0.9);
    stage.given(&[]);
    stage.run(1.0);
    stage.given(&[(TWO, Offence::MotionInStop)]);
    // It makes later removals of the team longer, but not those of the others.
    stage.body(TWO).motion = None;
    stage.run(3.0);
    stage.put(ONE, -4.0, 0.0);
    stage.put(THEIR_ONE, 4.0, 0.0);
    stage.pass();
    let left = |id| stage.referee.penalty(id).unwrap().left.as_secs();
    assert_eq!((left(ONE), left(THEIR_ONE)), (54, 44), "10 ms of them are over");
}

#[test]
fn the_nearest_robot_goes_when_the_ball_is_stuck() {
    let mut stage = Stage::playing();
    stage.ball = Ball::resting(Point::new(0.0, 1.0));
    stage.put(TWO, -0.3, 1.0);
    stage.run(15.0);
    stage.given(&[]);
    stage.put(THEIR_TWO, 0.25, 1.0);
    stage.run(9.5);
    stage.given(&[]);
    stage.run(1.0);
    stage.given(&[(THEIR_TWO, Offence::LocalGameStuck)]);
    assert_eq!(stage.referee.state(), State::Play, "play goes on");
}

#[test]
fn nobody_near_the_ball_for_30_s_is_a_dropped_ball() {
    let mut stage = Stage::playing();
    stage.ball = Ball::resting(Point::new(0.0, -1.5));
    stage.run(29.0);
    assert_eq!(stage.referee.state(), State::Play);
    stage.run(1.5);
    assert_eq!((stage.referee.state(), stage.referee.tally().dropped), (State::Ready, 1));
    // All are in their own halves, and outside of the circle.
    stage.put(TWO, -0.3, 0.0);
    stage.run_until(State::Set);
    stage.run(1.0);
    stage.given(&[(TWO, Offence::IllegalPositioning)]);
}

#[test]
fn a_dropped_ball_is_free_at_the_whistle() {
    let mut stage = Stage::playing();
    stage.ball = Ball::resting(Point::new(0.0, -1.5));
    stage.run(31.0);
    stage.run_until(State::Set);
    while !stage.said("whistle") {
        stage.pass();
    }
    stage.put(TWO, -0.2, 0.1);
    stage.put(THEIR_TWO, -0.1, 0.3);
    stage.run(5.0);
    stage.given(&[]);
    assert_eq!(stage.referee.state(), State::Set);
}

#[test]
fn incapable_robots() {
    // One does nothing.
    let mut stage = Stage::playing();
    stage.body(TWO).sees_ball = false;
    stage.run(9.0);
    stage.given(&[]);
    stage.run(2.0);
    stage.given(&[(TWO, Offence::IncapableRobot)]);
    // One does not stand up.
    let mut stage = Stage::playing();
    stage.body(TWO).pose = Pose::LyingFront;
    stage.run(19.0);
    stage.given(&[]);
    stage.run(1.5);
    stage.given(&[(TWO, Offence::IncapableRobot)]);
    // One tries in vain.
    let mut stage = Stage::playing();
    stage.body(TWO).pose = Pose::LyingFront;
    for _ in 0..4 {
        stage.given(&[]);
        stage.body(TWO).motion = Some(Motion::Standup(StandupFrom::Detect));
        stage.run(5.0);
        stage.body(TWO).motion = None;
        stage.run(0.1);
    }
    stage.given(&[(TWO, Offence::IncapableRobot)]);
}

#[test]
fn holding_the_ball_near_the_others() {
    for (id, sec) in [(TWO, 5.0), (ONE, 10.0)] {
        let mut stage = Stage::playing();
        let at = stage.body(id).at.point() + Point::new(0.1, 0.0);
        let hold = |stage: &mut Stage, sec: f32| {
            for _ in 0..num(sec) {
                if stage.referee.is_stopped() {
                    return;
                }
                stage.ball = Ball::resting(at);
                stage.touched.push(id);
                stage.pass();
            }
        };
        hold(&mut stage, sec - 0.5);
        stage.run(2.0);
        hold(&mut stage, 1.9);
        stage.given(&[]);
        hold(&mut stage, 1.0);
        stage.given(&[(id, Offence::BallHolding)]);
        assert!(stage.said("direct free kick for team 2") && stage.referee.is_stopped());
        // In its own penalty area, the ball is put on the front line.
        assert!(id != ONE || (stage.ball.at.x + 2.4).abs() < 1e-5, "{:?}", stage.ball);
    }
}

fn num(sec: f32) -> usize {
    usize::try_from(Duration::from_secs_f32(sec).as_millis() / 10).unwrap()
}

#[test]
fn leaving_the_carpet_or_walking_into_a_net() {
    let mut stage = Stage::playing();
    stage.put(TWO, 0.0, 2.75);
    stage.pass();
    stage.given(&[(TWO, Offence::LeavingTheField)]);
    let mut stage = Stage::playing();
    stage.put(TWO, 3.2, 0.1);
    stage.run(6.0);
    stage.put(TWO, 3.3, 0.1);
    stage.run(4.5);
    stage.given(&[]);
    stage.run(1.0);
    stage.given(&[(TWO, Offence::LeavingTheField)]);
}

#[test]
fn pushing_near_the_ball_gives_a_free_kick_and_far_from_it_play_goes_on() {
    let mut stage = Stage::playing();
    stage.knocks.push((TWO, THEIR_TWO));
    stage.pass();
    stage.given(&[(TWO, Offence::Pushing)]);
    assert!(stage.said("1.2 pushes 2.2"));
    assert!(!stage.referee.is_stopped());
    let mut stage = Stage::playing();
    stage.put(TWO, 0.1, -1.0);
    stage.presses.push((TWO, THEIR_TWO));
    stage.run(4.5);
    stage.given(&[]);
    stage.run(1.0);
    stage.given(&[(TWO, Offence::Pushing)]);
    assert!(stage.said("direct free kick for team 2"));
    assert_eq!(stage.ball.at, Point::new(0.5, -1.0), "where it is");
}

#[test]
fn a_fourth_robot_in_the_own_penalty_area() {
    let mut stage = Stage::of([4, 1]);
    stage.run_until(State::Play);
    for number in 1..=4 {
        stage.put(PlayerId::new(Team::Left, number), -2.7, 0.4 * f32::from(number) - 1.0);
    }
    stage.run(4.5);
    stage.given(&[]);
    stage.run(1.0);
    stage.given(&[(PlayerId::new(Team::Left, 4), Offence::IllegalPositioning)]);
}

#[test]
fn removals_run_in_ready_and_playing_and_end_with_the_half() {
    let mut stage = Stage::playing();
    stage.put(TWO, 0.0, 2.75);
    stage.pass();
    stage.kick(THEIR_TWO, 0.5, HALF_WIDTH + 0.1);
    let left = |stage: &Stage| stage.referee.penalty(TWO).unwrap().left;
    let before = left(&stage);
    stage.run(3.9);
    assert_eq!(left(&stage), before, "not in a stop");
    stage.run(1.1);
    assert!(left(&stage) < before);
    let words = stage.referee.official(TWO);
    assert_eq!(words.penalty.penalty, Offence::LeavingTheField.code());
    assert_eq!(words.referee.our_penalties[1], 6);
    assert_eq!(words.referee.our_penalties[2], 14, "there is no number 3");
    assert_eq!(stage.referee.official(THEIR_ONE).referee.their_penalties[1], 6);
}

#[test]
fn a_penalty_that_is_open_at_the_end_of_a_half_ends_with_a_line() {
    let mut stage = Stage::playing();
    stage.put(TWO, 0.0, 2.8);
    stage.run(1.0);
    stage.put(TWO, -1.5, 0.8);
    stage.referee.clock = Duration::ZERO;
    stage.run(0.1);
    assert!(stage.referee.penalty(TWO).is_none());
    let of = stage.lines.iter().filter(|line| line.contains("1.2"));
    let of: Vec<_> = of.map(String::as_str).collect();
    assert_eq!(of, ["penalty for 1.2: leaving the field, 45 s", "penalty of 1.2 over"]);
}
