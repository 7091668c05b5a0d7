//! Other robots on the field. They are discs that a test puts there.

use crate::game::{CIRCLE, Game, PLAY, READY, ROBOT, Words};
use nao_sim::field::others::OtherRobot;
use nao_sim::field::{Place, Point};
use skills_nao::agents::{Striker, StrikerState};
use skills_nao::hardware::Motion;
use skills_nao::interfaces::NaoBlackboard;
use skills_nao::interfaces::referee::{Kicking, SetPlay};

/// The distance at which two robots touch each other, m.
const CONTACT: f32 = 2.0 * ROBOT + 0.01;
/// A robot of three, in front.
const FRONT: Words = Words { players: &[1, 2, 3], number: 2, ..PLAY };

/// A robot with others that do not move.
struct Crowd<'a> {
    game: Game<'a>,
    /// The others, and whether they are opponents.
    others: Vec<(Point, bool)>,
    /// The number of passes for which the robot has walked against one of them.
    presses: u32,
    longest_press: u32,
}

impl<'a> Crowd<'a> {
    fn new(
        board: &'a NaoBlackboard,
        robot: Place,
        ball: Point,
        words: Words,
        others: &[(Point, bool)],
    ) -> Self {
        let players = (words.players.len() > 1).then_some(3);
        let striker = Striker { players, ..Striker::default() };
        let game = Game::of(board, robot, ball, words, striker);
        let others = others.to_vec();
        Self { game, others, presses: 0, longest_press: 0 }
    }

    /// Runs passes until `is_so`, for at most `sec` seconds.
    fn until(&mut self, sec: u32, mut is_so: impl FnMut(&mut Game<'a>) -> bool) -> bool {
        (0..sec * 100).any(|pass| {
            let place = self.game.rig.place();
            if pass % 10 == 0 {
                let seen = self.others.iter().map(|(at, is_opponent)| OtherRobot {
                    at: place.local(*at),
                    is_opponent: *is_opponent,
                });
                self.game.rig.sim.field_mut().measure_robots(seen);
            }
            let is_so = self.game.until_passes(1, &mut is_so);
            let presses = (0..self.others.len()).filter(|index| self.contact(*index)).count();
            self.presses = if presses > 0 { self.presses + 1 } else { 0 };
            self.longest_press = self.longest_press.max(self.presses);
            is_so
        })
    }

    /// Keeps the robot out of another one. Returns whether it walks against it.
    fn contact(&mut self, index: usize) -> bool {
        let place = self.game.rig.place();
        let off = self.others[index].0 - place.point();
        let gap = off.length();
        let [x, y, _] = self.game.rig.sim.field().robot().velocity();
        let velocity = Point::new(x, y).turned(place.theta);
        let towards = (velocity.x * off.x + velocity.y * off.y) / gap;
        if gap < 2.0 * ROBOT {
            let out = self.others[index].0 - off * (2.0 * ROBOT / gap);
            self.game.rig.sim.field_mut().shove(out);
        }
        gap < CONTACT && towards > 0.03
    }
}

#[test]
fn a27_it_does_not_walk_against_an_opponent_for_5_s() {
    // In the way to the ball, at the place to kick from, beside it, and beyond the ball.
    let places = [(-0.8, 0.0), (-0.25, 0.05), (-0.2, -0.3), (0.0, 0.35), (0.2, 0.0)];
    for (x, y) in places {
        for start in [Place::new(-1.6, 0.1, 0.0), Place::new(0.7, 0.5, 3.0)] {
            let board = NaoBlackboard::new();
            let opponent = (Point::new(x, y), true);
            let mut crowd = Crowd::new(&board, start, Point::default(), PLAY, &[opponent]);
            crowd.until(120, |_| false);
            let longest = crowd.longest_press;
            assert!(longest < 500, "{longest} passes against the one at {x} {y} from {start:?}");
            // It is not held back for ever: it has moved the ball, or gone elsewhere.
            let moved = crowd.game.ball().length() > 0.1;
            assert!(moved || crowd.presses == 0, "{x} {y}");
        }
    }
}

#[test]
fn a27_nor_against_one_on_its_back_or_at_its_sides() {
    // Home from the opponents' half it walks backward, and does not see who is there.
    for y in [-0.1, 0.0, 0.1] {
        let board = NaoBlackboard::new();
        let start = Place::new(1.5, 0.9, 0.0);
        let words = Words { kicking: Kicking::Theirs, players: &[1, 2, 3], ..READY };
        let at = Point::new(0.8, 0.9 + y);
        let mut crowd = Crowd::new(&board, start, Point::default(), words, &[(at, true)]);
        crowd.until(45, |_| false);
        assert!(crowd.longest_press < 800, "{} passes with one at {at:?}", crowd.longest_press);
        // It comes home in time, around who is there.
        let at = crowd.game.at();
        assert!(at.x < -ROBOT && at.length() > CIRCLE + ROBOT, "{at:?} with one at {y}");
    }
    // It steps to the side, with somebody there.
    for y in [-0.3, 0.3] {
        let board = NaoBlackboard::new();
        let start = Place::new(-0.35, 0.0, 0.0);
        let ball = Point::new(0.0, y);
        let other = (Point::new(-0.3, y), true);
        let mut crowd = Crowd::new(&board, start, ball, PLAY, &[other]);
        crowd.until(60, |_| false);
        assert!(crowd.longest_press < 500, "{} passes with one at {y}", crowd.longest_press);
    }
}

#[test]
fn a30_a_ball_ahead_among_robots_is_kicked_in_10_s() {
    // The swing begins in time for the 10 s after which the nearest robot is removed.
    for (x, y) in [(0.35, 0.0), (0.25, 0.3), (-0.1, 0.4), (0.1, -0.4)] {
        for theta in [0.0, 0.5, -0.5] {
            let board = NaoBlackboard::new();
            let ball = Point::new(0.5, 0.0);
            let robot = ball - Point::new(0.36, 0.0).turned(theta);
            let start = Place::new(robot.x, robot.y, theta);
            let others = [(ball + Point::new(x, y), true)];
            let mut crowd = Crowd::new(&board, start, ball, FRONT, &others);
            let kicks = |game: &mut Game<'_>| {
                let motion = game.rig.sim.field().robot().motion();
                matches!(motion, Some(Motion::Kick { .. }))
            };
            assert!(crowd.until(10, kicks), "{start:?}, one at {x} {y}");
            assert!(crowd.until(10, |game| (game.ball() - ball).length() > 0.1), "{start:?}");
        }
    }
}

#[test]
fn a30_a_ball_that_still_lies_before_its_foot_is_kicked_again_at_once() {
    let board = NaoBlackboard::new();
    let ball = Point::new(0.5, 0.0);
    let other = (ball + Point::new(0.3, 0.1), true);
    let mut crowd = Crowd::new(&board, Place::new(0.14, 0.0, 0.0), ball, FRONT, &[other]);
    assert!(crowd.until(20, Game::kicked));
    // The other one stops the ball.
    let kicks =
        |game: &Game<'_>| game.rig.calls.iter().filter(|call| call.starts_with("kick")).count();
    let before = crowd.game.rig.calls.len();
    let foot =
        if crowd.game.rig.calls.iter().any(|call| call.contains("left")) { 0.05 } else { -0.05 };
    let at = crowd.game.rig.place().global(Point::new(0.15, foot));
    crowd.until(2, |_| false);
    crowd.game.rig.sim.field_mut().move_ball(at);
    assert!(crowd.until(12, |game| kicks(game) == 2), "{:?}", crowd.game.rig.calls);
    assert_eq!(crowd.game.rig.calls.len(), before + 1, "{:?}", crowd.game.rig.calls);
}

#[test]
fn a30_a_ball_among_robots_is_not_walked_around_first() {
    let board = NaoBlackboard::new();
    let ball = Point::new(0.5, 0.0);
    let other = (ball + Point::new(0.3, 0.1), true);
    let mut crowd = Crowd::new(&board, Place::new(0.14, 0.0, 0.0), ball, FRONT, &[other]);
    assert!(crowd.until(20, Game::kicked));
    // The other one stops the ball, some steps ahead.
    let at = crowd.game.rig.place().global(Point::new(0.3, 0.12));
    let before = crowd.game.rig.calls.len();
    crowd.until(2, |_| false);
    crowd.game.rig.sim.field_mut().move_ball(at);
    assert!(crowd.until(12, |game| game.rig.calls.len() > before), "it goes on");
    let next = &crowd.game.rig.calls[before];
    assert!(next.starts_with("approach_ball"), "{next}");
}

#[test]
fn a8_who_is_late_finds_a_place_beside_others() {
    // Its own place is in the other half, and at the nearest one is a mate.
    let board = NaoBlackboard::new();
    let words = Words { kicking: Kicking::Theirs, players: &[1, 2, 3], ..READY };
    let start = Place::new(1.6, -1.2, 0.0);
    let mate = Point::new(-0.45, -1.2);
    let mut crowd = Crowd::new(&board, start, Point::default(), words, &[(mate, false)]);
    crowd.until(45, |_| false);
    let at = crowd.game.at();
    assert!(at.x < -ROBOT && at.length() > CIRCLE + ROBOT, "{at:?}");
    assert!(crowd.longest_press < 800, "{} passes", crowd.longest_press);
}

#[test]
fn a17_it_leaves_their_ball_past_others() {
    // On the far side of the ball, with opponents on the way home.
    let words = Words {
        set_play: SetPlay::DirectFreeKick,
        kicking: Kicking::Theirs,
        secondary_sec: 45,
        players: &[1, 2, 3],
        ..PLAY
    };
    for off in [(0.2, -0.2), (0.28, 0.0), (-0.35, 0.0)] {
        let board = NaoBlackboard::new();
        let ball = Point::new(-1.6, 0.26);
        let facing = Point::new(-off.0, -off.1).angle();
        let start = Place::new(ball.x + off.0, ball.y + off.1, facing);
        let others = [(0.14, 0.15), (-0.15, 0.14), (0.4, -0.3)];
        let others = others.map(|(x, y)| (ball + Point::new(x, y), true));
        let others: Vec<_> =
            others.into_iter().filter(|(at, _)| (*at - start.point()).length() > 0.27).collect();
        let stopped = Words { stopped: true, ..words };
        let mut crowd = Crowd::new(&board, start, ball, stopped, &others);
        crowd.until(5, |_| false);
        crowd.game.say(words);
        // In 10 s it is on its way, in 25 s outside of the circle.
        let gap = crowd.game.gap();
        assert!(crowd.until(9, |game| game.gap() > gap + 0.05), "from {off:?}: {gap}");
        assert!(crowd.until(15, |game| game.gap() > CIRCLE + ROBOT), "from {off:?}");
        assert!((crowd.game.ball() - ball).length() < 0.02, "from {off:?}: it touched the ball");
    }
}

#[test]
fn a18_it_leaves_their_area_around_the_ball() {
    let words = Words {
        set_play: SetPlay::GoalKick,
        kicking: Kicking::Theirs,
        secondary_sec: 45,
        players: &[1, 2, 3],
        ..PLAY
    };
    let board = NaoBlackboard::new();
    let ball = Point::new(2.4, -1.1);
    let start = Place::new(2.75, -1.05, 3.1);
    let mut crowd = Crowd::new(&board, start, ball, Words { stopped: true, ..words }, &[]);
    crowd.until(3, |_| false);
    crowd.game.say(words);
    let inside = |at: Point| at.x > 3.0 - 0.6 - ROBOT && at.y.abs() < 1.1 + ROBOT;
    assert!(crowd.until(20, |game| !inside(game.at())), "{:?}", crowd.game.at());
    assert!((crowd.game.ball() - ball).length() < 0.01, "it touched the ball");
}

#[test]
fn a_robot_leaves_the_ball_to_a_mate_that_is_nearer() {
    let board = NaoBlackboard::new();
    // It is at its own place, beside the ball.
    let ball = Point::new(1.0, -1.1);
    let mate = Point::new(1.4, -0.9);
    let start = Place::new(1.0, 0.1, -1.57);
    let mut crowd = Crowd::new(&board, start, ball, FRONT, &[(mate, false)]);
    assert!(crowd.until(20, |game| game.rig.state() == StrikerState::Keep));
    assert!(!crowd.until(20, |game| game.gap() < 0.6), "{:?}", crowd.game.at());
    crowd.others.clear();
    assert!(crowd.until(60, |game| game.gap() < 0.3), "the mate has gone");
}
