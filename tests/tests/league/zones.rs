//! A robot of a team whose players have a zone each.

use crate::game::{Game, PLAY, Words};
use nao_sim::field::{Place, Point};
use skills_nao::agents::{Striker, StrikerState};
use skills_nao::interfaces::NaoBlackboard;

/// The front player of three.
const FRONT: Words = Words { players: &[1, 2, 3], number: 2, ..PLAY };

fn front(board: &NaoBlackboard, ball: Point) -> Game<'_> {
    let striker = Striker { players: Some(3), ..Striker::default() };
    Game::of(board, Place::default(), ball, FRONT, striker)
}

#[test]
fn a_ball_that_rolls_into_anothers_zone_is_left_to_it() {
    let board = NaoBlackboard::new();
    let mut game = front(&board, Point::new(1.0, 0.0));
    assert!(game.until(20, |game| game.gap() < 0.5));
    game.rig.sim.field_mut().move_ball(Point::new(-2.0, 0.5));
    assert!(game.until(30, |game| game.rig.state() == StrikerState::Keep));
    game.always(40, |game| game.gap() > 1.0);
    // It waits at its place, and plays the ball that comes back.
    assert!((game.at() - Point::new(1.0, 0.0)).length() < 0.6, "{:?}", game.at());
    game.rig.sim.field_mut().move_ball(Point::new(1.0, 0.0));
    assert!(game.until(20, |game| game.gap() < 0.3));
}
