//! States, penalties and stops.

use crate::game::{Game, PLAY, READY, SET, Words};
use nao_sim::body::{Pose, Side};
use nao_sim::field::{Place, Point};
use skills_nao::interfaces::referee::{Kicking, Phase, SetPlay};
use skills_nao::interfaces::{NaoBlackboard, penalty};
use skills_nao::referee::State;

const START: Place = Place { x: -1.5, y: 0.3, theta: 0.0 };
const BALL: Point = Point { x: 0.3, y: 0.2 };
const INITIAL: Words = Words { state: State::Initial, ..PLAY };
const FINISHED: Words = Words { state: State::Finished, ..PLAY };

fn walking(board: &NaoBlackboard) -> Game<'_> {
    let mut game = Game::new(board, START, BALL, PLAY);
    assert!(game.until(20, |game| game.rig.moves()), "it plays");
    game
}

#[test]
fn a1_nothing_moves_while_play_is_stopped() {
    for words in [INITIAL, READY, SET, PLAY, FINISHED] {
        let board = NaoBlackboard::new();
        let mut game = walking(&board);
        game.say(words);
        game.pass_for(2);
        game.say(Words { stopped: true, ..words });
        game.rests(20);
        // Not even to stand up.
        game.rig.sim.field_mut().push(Side::Front);
        game.pass_for(3);
        game.always(25, |game| game.rig.sim.field().robot().pose() == Pose::LyingFront);
    }
}

#[test]
fn a2_a_penalised_robot_neither_walks_nor_kicks() {
    for stopped in [false, true] {
        let board = NaoBlackboard::new();
        let mut game = walking(&board);
        // The referee takes it off a second later.
        let words = Words { penalty: (penalty::SPL_PENALTY_MANUAL, 45), ..PLAY };
        game.say(Words { stopped, ..words });
        game.rests(10);
        game.say(words);
        game.rests(10);
    }
}

#[test]
fn a3_motion_in_set_is_served_in_place() {
    let board = NaoBlackboard::new();
    let mut game = walking(&board);
    let before = game.at();
    game.say(Words { penalty: (penalty::SPL_PENALTY_MOTION_IN_SET, 15), ..PLAY });
    game.rests(15);
    assert!((game.at() - before).length() < 0.2);
    game.say(PLAY);
    assert!(game.until(10, |game| game.rig.moves()));
}

#[test]
fn a4_a_penalty_without_time_left_is_a_penalty() {
    let board = NaoBlackboard::new();
    let mut game = walking(&board);
    game.say(Words { penalty: (penalty::SPL_PENALTY_MANUAL, 0), ..PLAY });
    game.rests(60);
}

#[test]
fn a5_it_walks_in_after_a_penalty() {
    for ball in [BALL, Point::new(0.3, -1.0)] {
        let board = NaoBlackboard::new();
        let mut game = walking(&board);
        game.rig.sim.field_mut().move_ball(ball);
        game.say(Words { penalty: (penalty::SPL_PENALTY_PLAYER_PUSHING, 45), ..PLAY });
        game.rests(46);
        game.say(PLAY);
        game.pass_for(1);
        let back = game.at();
        assert!((back.x + 1.2).abs() < 0.2 && back.y.abs() > 1.7, "{back:?}");
        assert!(game.until(9, |game| game.rig.moves()), "the robot does not move");
        assert!(game.until(120, |game| game.gap() < 0.4), "it plays where the ball is");
    }
}

#[test]
fn a6_before_the_game_and_in_a_timeout_the_legs_rest() {
    for words in [INITIAL, Words { phase: Phase::Timeout, ..PLAY }] {
        let board = NaoBlackboard::new();
        let mut game = walking(&board);
        game.say(words);
        game.rests(20);
    }
}

#[test]
fn a10_a13_it_waits_in_set_until_the_referee_says_playing() {
    for kicking in [Kicking::Ours, Kicking::Theirs, Kicking::Nobody] {
        for set_play in [SetPlay::None, SetPlay::PenaltyKick] {
            let board = NaoBlackboard::new();
            let mut game = Game::new(&board, START, Point::default(), READY);
            game.pass_for(5);
            game.say(Words { set_play, kicking, ..SET });
            game.rests(25);
            // It may stand up.
            game.rig.sim.field_mut().push(Side::Back);
            assert!(game.until(5, |game| game.rig.sim.field().robot().pose().is_down()));
            let stands =
                |game: &mut Game<'_>| game.rig.sim.field().robot().pose() == Pose::Standing;
            assert!(game.until(20, stands), "it gets up in SET");
            game.rests(10);
        }
    }
}

#[test]
fn a14_the_ball_is_free_when_playing_is_announced() {
    for kicking in [Kicking::Ours, Kicking::Theirs, Kicking::Nobody] {
        let board = NaoBlackboard::new();
        let mut game = Game::new(&board, START, Point::default(), Words { kicking, ..READY });
        game.pass_for(20);
        game.say(Words { kicking, ..SET });
        game.pass_for(5);
        game.say(Words { kicking, ..PLAY });
        let before = game.at();
        assert!(game.until(5, |game| (game.at() - before).length() > 0.05), "{kicking:?}");
    }
}

#[test]
fn a33_a_substitute_rests() {
    for phase in [Phase::Normal, Phase::PenaltyShootOut] {
        let board = NaoBlackboard::new();
        let words =
            Words { phase, penalty: (penalty::SPL_PENALTY_SUBSTITUTE, 0), players: &[3], ..PLAY };
        let mut game = Game::new(&board, START, BALL, words);
        game.rests(60);
    }
}
