//! The whistle of a kick-off: the referee announces PLAYING later, or never.

use crate::game::{CIRCLE, Game, PLAY, READY, ROBOT, SET, Words};
use nao_sim::field::{Place, Point};
use skills_nao::interfaces::NaoBlackboard;
use skills_nao::interfaces::referee::{Kicking, Whistle};

const START: Place = Place { x: -1.5, y: 0.3, theta: 0.0 };

/// A robot at its place in the SET of a kick-off.
fn set(board: &NaoBlackboard, kicking: Kicking, number: u8) -> Game<'_> {
    let of = |words| Words { kicking, players: &[2, 3, 4], number, ..words };
    let mut game = Game::new(board, START, Point::default(), of(READY));
    game.pass_for(30);
    game.say(of(SET));
    game.pass_for(5);
    game
}

fn heard(board: &NaoBlackboard) -> Whistle {
    board.referee.sample().data.whistle
}

#[test]
fn a11_after_the_whistle_the_kicker_kicks_and_nobody_else() {
    let board = NaoBlackboard::new();
    let mut game = set(&board, Kicking::Ours, 2);
    game.rig.sim.hear_whistle();
    assert!(game.until(40, Game::kicked), "PLAYING is not announced");
    assert!(game.until(5, |_| heard(&board) == Whistle::Free), "it sees that the ball has moved");

    let board = NaoBlackboard::new();
    let mut game = set(&board, Kicking::Ours, 3);
    game.rig.sim.hear_whistle();
    game.always(9, |game| game.gap() > CIRCLE + ROBOT);
    // The kicker has kicked.
    game.rig.sim.field_mut().move_ball(Point::new(0.3, 0.8));
    assert!(game.until(60, |game| game.gap() < 0.4));
}

#[test]
fn a12_at_their_kick_off_it_keeps_away_until_the_ball_moves_or_for_10_s() {
    for moves in [true, false] {
        let board = NaoBlackboard::new();
        let mut game = set(&board, Kicking::Theirs, 2);
        game.rig.sim.hear_whistle();
        game.always(if moves { 5 } else { 9 }, |game| {
            game.at().length() > CIRCLE + ROBOT && game.at().x < -ROBOT
        });
        assert_eq!(heard(&board), Whistle::Heard);
        if moves {
            game.rig.sim.field_mut().move_ball(Point::new(-0.4, 0.5));
            assert!(game.until(3, |_| heard(&board) == Whistle::Free));
        }
        assert!(game.until(60, |game| game.gap() < 0.4), "PLAYING is not announced");
        // The announcement changes nothing.
        game.say(PLAY);
        game.pass_for(1);
        assert_eq!(heard(&board), Whistle::None);
    }
}

#[test]
fn a_dropped_ball_is_free_at_the_whistle() {
    let board = NaoBlackboard::new();
    let mut game = set(&board, Kicking::Nobody, 2);
    game.rig.sim.hear_whistle();
    game.pass_for(1);
    assert_eq!(heard(&board), Whistle::Free);
    assert!(game.until(9, |game| game.gap() < CIRCLE));
}

#[test]
fn a13_a_whistle_before_set_or_in_a_stop_is_none() {
    let board = NaoBlackboard::new();
    let mut game = Game::new(&board, START, Point::default(), READY);
    game.pass_for(20);
    game.rig.sim.hear_whistle();
    game.pass_for(1);
    game.say(SET);
    game.rests(20);
    game.say(Words { stopped: true, ..SET });
    game.pass_for(1);
    game.rig.sim.hear_whistle();
    game.rests(5);
    game.say(SET);
    game.rests(20);
}
