//! A robot whose mates talk. The mates are messages that a test sends.

use crate::game::{Game, PLAY, ROBOT, Words};
use nao_sim::body::Side;
use nao_sim::field::{Place, Point};
use skills_nao::agents::{Striker, StrikerState};
use skills_nao::interfaces::NaoBlackboard;
use skills_nao::interfaces::mates::Role;
use skills_nao::interfaces::referee::{Kicking, SetPlay};
use skills_nao::referee::State;
use skills_nao::team::message::{BallReport, MatePose, TeamMessage};

/// The robot and a mate, number 3, beside the goalkeeper.
const TWO: Words = Words { players: &[1, 2, 3], number: 2, ..PLAY };
const TEAM: u8 = 5;

/// The place of the ball and the time to it that the mate reports.
#[derive(Clone, Copy)]
struct Says {
    ball: Option<Point>,
    to_ball_sec: Option<f32>,
}

/// The game of a robot with a mate.
struct Talk<'a> {
    game: Game<'a>,
    says: Says,
    /// The numbers and places of mates.
    mates: Vec<(u8, Point)>,
    sequence: u32,
}

impl<'a> Talk<'a> {
    fn new(board: &'a NaoBlackboard, robot: Place, ball: Point, words: Words, says: Says) -> Self {
        let striker = Striker { players: Some(3), ..Striker::default() };
        let mut game = Game::of(board, robot, ball, Words { state: State::Set, ..words }, striker);
        game.rig.sim.join_team(board, TEAM).unwrap();
        let mut talk = Self { game, says, mates: vec![(3, Point::new(-1.0, 1.8))], sequence: 0 };
        // The mate is heard before play begins.
        talk.until(2, |_| false);
        talk.game.say(words);
        talk
    }

    fn speak(&mut self) {
        self.sequence += 1;
        let report = |at: Point| BallReport {
            x_m: at.x,
            y_m: at.y,
            deviation_m: 0.05,
            confidence: 1.0,
            ..BallReport::default()
        };
        let message = |player, at: Point| TeamMessage {
            team: TEAM,
            player,
            sequence: self.sequence,
            role: if self.says.to_ball_sec.is_some() { Role::Striker } else { Role::Supporter },
            pose: MatePose { x_m: at.x, y_m: at.y, ..MatePose::default() },
            ball: self.says.ball.map(report),
            to_ball_sec: self.says.to_ball_sec,
            ..TeamMessage::default()
        };
        for (player, at) in &self.mates {
            self.game.rig.sim.hear(&message(*player, *at).encode().unwrap());
        }
    }

    /// Runs passes until `is_so`, for at most `sec` seconds; the mate speaks twice a second.
    fn until(&mut self, sec: u32, mut is_so: impl FnMut(&mut Game<'a>) -> bool) -> bool {
        (0..2 * sec).any(|_| {
            self.speak();
            self.game.until_passes(50, &mut is_so)
        })
    }

    fn reaches(&mut self, sec: u32, state: StrikerState) {
        let reached = self.until(sec, |game| game.rig.state() == state);
        assert!(reached, "{state:?}, not {:?}: {:?}", self.game.rig.state(), self.game.rig.place());
    }
}

/// Beyond the sight of a robot in the own half.
const FAR: Point = Point::new(2.5, 1.0);
const SEEN_BY_MATE: Says = Says { ball: Some(FAR), to_ball_sec: None };

#[test]
fn the_striker_goes_to_the_ball_that_mates_see() {
    let board = NaoBlackboard::new();
    let start = Place::new(-2.0, 0.0, 0.0);
    let mut talk = Talk::new(&board, start, FAR, TWO, SEEN_BY_MATE);
    talk.reaches(20, StrikerState::Follow);
    // Another place, before the robot is there.
    talk.says.ball = Some(Point::new(2.5, -0.5));
    let calls = talk.game.rig.calls.len();
    assert!(talk.until(5, |game| game.rig.calls.len() > calls), "it goes there instead");
    talk.reaches(5, StrikerState::Follow);
    talk.says.ball = Some(FAR);
    assert!(talk.until(60, |game| game.gap() < 0.6), "{:?}", talk.game.rig.place());
    // It is the robot's own ball then.
    assert!(talk.until(60, Game::kicked));
}

#[test]
fn a_ball_that_mates_have_lost_is_looked_for() {
    let board = NaoBlackboard::new();
    let start = Place::new(-2.0, 0.0, 0.0);
    let mut talk = Talk::new(&board, start, FAR, TWO, SEEN_BY_MATE);
    talk.reaches(20, StrikerState::Follow);
    // Near the robot, where there is none.
    talk.says.ball = Some(Point::new(-1.8, 0.3));
    talk.reaches(5, StrikerState::Search);
    talk.says.ball = Some(FAR);
    talk.reaches(5, StrikerState::Follow);
}

#[test]
fn a_robot_that_came_to_where_the_ball_was_decides_again() {
    let board = NaoBlackboard::new();
    let start = Place::new(-2.0, 0.0, 0.0);
    let away = Point::new(2.5, 1.8);
    let says = Says { ball: Some(Point::new(-0.9, 0.0)), ..SEEN_BY_MATE };
    let mut talk = Talk::new(&board, start, away, TWO, says);
    talk.reaches(20, StrikerState::Follow);
    talk.says.ball = Some(Point::new(-0.9, -0.95));
    talk.until(3, |_| false);
    assert_eq!(talk.game.rig.state(), StrikerState::Follow, "a little aside");
    assert!(talk.until(20, |game| game.rig.state() != StrikerState::Follow));
    let gap = (talk.game.at() - Point::new(-0.9, 0.0)).length();
    assert!(gap < 0.25, "{gap}");
}

#[test]
fn who_is_farther_supports_and_turns_to_the_ball() {
    let board = NaoBlackboard::new();
    // At the place of a supporter, turned away.
    let start = Place::new(-0.3, -0.5, 0.0);
    let ball = Point::new(-1.5, 0.2);
    let says = Says { ball: Some(ball), to_ball_sec: Some(1.0) };
    let mut talk = Talk::new(&board, start, ball, TWO, says);
    talk.reaches(20, StrikerState::Face);
    talk.reaches(20, StrikerState::Keep);
    assert_eq!(board.team.sample().data.role, Role::Supporter);
    let sees = |game: &mut Game<'_>| game.rig.sim.field().ball_model().visible();
    assert!(talk.until(20, sees), "{:?}", talk.game.rig.place());
    // The mate falls: the ball is this robot's.
    talk.says.to_ball_sec = None;
    assert!(talk.until(60, |game| game.gap() < 0.4));
}

#[test]
fn a_robot_that_falls_as_it_turns_stands_up() {
    let board = NaoBlackboard::new();
    let ball = Point::new(-1.5, 0.2);
    let says = Says { ball: Some(ball), to_ball_sec: Some(1.0) };
    let mut talk = Talk::new(&board, Place::new(-0.3, -0.5, 0.0), ball, TWO, says);
    talk.reaches(20, StrikerState::Face);
    talk.game.rig.sim.field_mut().push(Side::Back);
    assert!(talk.until(5, |game| game.rig.state() == StrikerState::Keep));
    talk.reaches(5, StrikerState::Rise);
    talk.reaches(40, StrikerState::Keep);
}

#[test]
fn after_the_first_touch_of_a_set_play_the_ball_is_the_mates() {
    let throw_in = Words {
        set_play: SetPlay::ThrowIn,
        kicking: Kicking::Ours,
        secondary_sec: 45,
        players: &[1, 2, 3, 4],
        ..TWO
    };
    let board = NaoBlackboard::new();
    let ball = Point::new(0.0, 1.0);
    let says = Says { ball: Some(ball), to_ball_sec: None };
    let mut talk = Talk::new(&board, Place::new(-0.4, 1.0, 0.0), ball, throw_in, says);
    assert!(talk.until(40, Game::kicked));
    talk.reaches(20, StrikerState::Watch);
    talk.until(1, |_| false);
    let team = board.team.sample().data;
    assert!(team.to_ball_sec < 0.0 && team.role == Role::None, "nobody else can: {team:?}");
    talk.says.to_ball_sec = Some(30.0);
    assert!(talk.until(2, |game| game.rig.state() != StrikerState::Watch));
    assert_eq!(board.team.sample().data.role, Role::Supporter);
}

#[test]
fn without_messages_it_plays_in_its_zone() {
    let board = NaoBlackboard::new();
    let ball = Point::new(1.0, 0.0);
    let says = Says { ball: Some(ball), to_ball_sec: Some(1.0) };
    let mut talk = Talk::new(&board, Place::default(), ball, TWO, says);
    talk.until(20, |_| false);
    assert!(talk.game.gap() > 0.5, "it is the mate's");
    // 5 s later the mate is forgotten; the ball is in the robot's zone.
    assert!(talk.game.until(40, |game| game.gap() < 0.4));
    assert_eq!(board.team.sample().data.role, Role::None);
}

#[test]
fn a28_a_fourth_robot_stays_out_of_the_own_goal_area() {
    // The area is 0.6 m deep and 2.2 m wide; the goalkeeper has a penalty.
    let words = Words { players: &[2, 3, 4, 5], number: 2, ..PLAY };
    let ball = Point::new(-2.7, 0.3);
    let says = Says { ball: Some(ball), to_ball_sec: None };
    let inside = |at: Point| at.x < -3.0 + 0.6 && at.y.abs() < 1.1;
    for (start, is_inside) in [(-1.6, false), (-2.6, true)] {
        for mates in [2, 3] {
            let board = NaoBlackboard::new();
            let place = Place::new(start, 0.9, 3.1);
            let mut talk = Talk::new(&board, place, ball, words, says);
            // Beside its way to the ball.
            let all =
                [(3, -0.2), (4, -0.6), (5, -0.9)].map(|(player, y)| (player, Point::new(-2.8, y)));
            talk.mates = all[..mates].to_vec();
            if mates == 3 {
                // Who is in it leaves.
                talk.until(if is_inside { 12 } else { 1 }, |_| false);
                let enters = talk.until(60, |game| inside(game.at()));
                assert!(!enters, "{:?}", talk.game.at());
            } else {
                assert!(talk.until(90, |game| game.gap() < 0.3), "{:?}", talk.game.at());
            }
        }
    }
}

#[test]
fn a31_messages_are_short_and_end_before_the_budget() {
    for budget in [0, 15, 40, 60] {
        let board = NaoBlackboard::new();
        let says = Says { ball: Some(FAR), to_ball_sec: None };
        let words = Words { budget, ..TWO };
        let mut talk = Talk::new(&board, Place::new(-2.0, 0.0, 0.0), FAR, words, says);
        let (mut left, mut sent) = (budget, 0);
        for round in 0..4 * 60 {
            // Mates spend as much as they may at most.
            talk.speak();
            talk.game.until_passes(50, |game| {
                if let Some(message) = game.rig.sim.take_message() {
                    assert!(message.len() <= 512);
                    left = left.checked_sub(1).expect("one more than the budget");
                    sent += 1;
                }
                false
            });
            left = left.saturating_sub(u16::from(round % 3 == 0));
            talk.game.say(Words { budget: left, ..words });
        }
        assert_eq!(sent > 0, budget > 30, "{sent} of {budget}");
    }
}

#[test]
fn a_robot_that_walks_home_backward_passes_a_mate_that_says_where_it_is() {
    // Returns the place in the other half on its way that is nearest to another, where a mate says it is.
    let way = |mate: Point| {
        let board = NaoBlackboard::new();
        let words = Words { kicking: Kicking::Theirs, ..TWO };
        let nothing = Says { ball: None, to_ball_sec: None };
        let mut talk =
            Talk::new(&board, Place::new(1.5, -1.2, 0.0), Point::default(), words, nothing);
        talk.mates = vec![(3, mate)];
        talk.game.say(Words { state: State::Ready, ..words });
        let (mut nearest, to) = (Point::new(1.5, -1.2), Point::new(0.4, -1.0));
        let is_home = talk.until(40, |game| {
            let at = game.at();
            let target = if mate.x < 1.0 { mate } else { to };
            if (at - target).length() < (nearest - target).length() {
                nearest = at;
            }
            at.x < -ROBOT
        });
        assert!(is_home, "{:?}", talk.game.at());
        nearest
    };
    let free = way(Point::new(2.5, 1.8));
    let gap_m = (way(free) - free).length();
    assert!(gap_m > 2.0 * ROBOT + 0.02, "{gap_m} m past the mate at {free:?}");
}
