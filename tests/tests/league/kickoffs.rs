//! Kick-offs: places in READY, and the first touches.

use crate::game::{CIRCLE, Game, READY, ROBOT, Words};
use nao_sim::field::{Place, Point};
use skills_nao::interfaces::NaoBlackboard;
use skills_nao::interfaces::referee::Kicking;

/// Places from which a robot walks in READY.
const STARTS: [Place; 5] = [
    Place { x: -1.2, y: 2.0, theta: -1.6 },
    Place { x: -2.7, y: -0.4, theta: 0.0 },
    Place { x: 0.3, y: -0.2, theta: 2.0 },
    Place { x: 1.4, y: 1.0, theta: 0.5 },
    Place { x: -0.2, y: 0.0, theta: 0.0 },
];

/// Runs READY of a kick-off; returns where the robot is at its end.
fn after_ready(start: Place, words: Words) -> Point {
    let board = NaoBlackboard::new();
    let mut game = Game::new(&board, start, Point::default(), words);
    game.pass_for(45);
    assert!(!game.rig.moves(), "it still walks from {start:?}");
    game.at()
}

#[test]
fn a7_our_kick_off_one_robot_may_be_in_the_circle() {
    for start in STARTS {
        let kicker = after_ready(start, Words { kicking: Kicking::Ours, ..READY });
        assert!(kicker.x < -ROBOT || kicker.length() < CIRCLE, "{kicker:?} from {start:?}");
        assert!(kicker.length() > 2.0 * ROBOT, "on the mark: {kicker:?}");
        let words = Words { kicking: Kicking::Ours, players: &[2, 3, 4], number: 3, ..READY };
        let other = after_ready(start, words);
        assert!(other.x < -ROBOT && other.length() > CIRCLE + ROBOT, "{other:?} from {start:?}");
    }
}

#[test]
fn a8_a9_their_kick_off_and_a_dropped_ball_keep_the_circle_free() {
    for start in STARTS {
        for kicking in [Kicking::Theirs, Kicking::Nobody] {
            let at = after_ready(start, Words { kicking, ..READY });
            assert!(at.x < -ROBOT && at.length() > CIRCLE + ROBOT, "{at:?} from {start:?}");
        }
    }
}

#[test]
fn a8_a_robot_in_its_own_goal_comes_out_even_if_it_is_late() {
    let words = Words { kicking: Kicking::Theirs, secondary_sec: 12, ..READY };
    let board = NaoBlackboard::new();
    let start = Place { x: -3.2, y: 0.3, theta: 0.0 };
    let mut game = Game::new(&board, start, Point::default(), words);
    game.pass_for(12);
    assert!(game.at().x > -3.0, "off the field: {:?}", game.at());
}

fn kick_off<'a>(board: &'a NaoBlackboard, players: &'static [u8], number: u8) -> Game<'a> {
    let start = Place { x: -1.5, y: 0.3, theta: 0.0 };
    Game::after_set(board, start, (Point::default(), 30), |words| Words {
        kicking: Kicking::Ours,
        players,
        number,
        ..words
    })
}

#[test]
fn a11_no_robot_but_the_kicker_kicks_first() {
    let board = NaoBlackboard::new();
    let mut game = kick_off(&board, &[2, 3, 4], 3);
    game.always(9, |game| game.gap() > 0.4);
    // The kicker does not come.
    assert!(game.until(30, |game| game.gap() < 0.3));
    // The kicker has kicked.
    let board = NaoBlackboard::new();
    let mut game = kick_off(&board, &[2, 3, 4], 3);
    game.pass_for(2);
    game.rig.sim.field_mut().move_ball(Point::new(0.5, 0.7));
    assert!(game.until(60, |game| game.gap() < 0.4));
}

#[test]
fn a15_with_three_the_kicker_passes_and_leaves_the_ball() {
    let board = NaoBlackboard::new();
    let mut game = kick_off(&board, &[2, 3, 4], 2);
    assert!(game.until(60, Game::kicked));
    // Not at the goal: past its posts, beyond what a kick strays.
    let way = game.rig.sim.field().ball().velocity;
    let at_goal_line = way.y / way.x * 3.0;
    assert!(at_goal_line.abs() > 0.8, "{way:?}");
    game.leaves_the_ball();
    assert!(game.until(20, |game| game.rig.moves()), "it plays on");
}

#[test]
fn a16_with_two_the_kicker_may_touch_again() {
    let board = NaoBlackboard::new();
    let mut game = kick_off(&board, &[2, 3], 2);
    assert!(game.until(60, Game::kicked));
    let way = game.rig.sim.field().ball().velocity;
    assert!((way.y / way.x * 3.0).abs() > 0.8, "{way:?}");
    game.pass_for(8);
    assert!(game.ball().length() > CIRCLE, "the ball is outside of the circle");
    assert!(game.until(90, Game::kicked));
    // Now at the goal.
    let (ball, way) = (game.ball(), game.rig.sim.field().ball().velocity);
    let at_goal_line = ball.y + way.y / way.x * (3.0 - ball.x);
    assert!(at_goal_line.abs() < 1.2, "{at_goal_line} of {ball:?} {way:?}");
}
