//! The ball in play: falls, searching, the edge of the carpet.

use crate::game::{Game, PLAY, READY, SET, Words};
use nao_sim::body::{Pose, Side};
use nao_sim::field::{Event, EventKind, Place, Point};
use skills_nao::hardware::Motion;
use skills_nao::interfaces::NaoBlackboard;
use skills_nao::interfaces::referee::Kicking;

const START: Place = Place { x: -1.5, y: 0.3, theta: 0.0 };

#[test]
fn a24_it_stands_up_within_20_s() {
    for words in [Words { kicking: Kicking::Ours, ..READY }, SET, PLAY] {
        for side in [Side::Front, Side::Back] {
            let board = NaoBlackboard::new();
            let mut game = Game::new(&board, START, Point::default(), words);
            game.pass_for(3);
            game.rig.sim.field_mut().push(side);
            assert!(game.until(5, |game| game.rig.sim.field().robot().pose().is_down()));
            let stands =
                |game: &mut Game<'_>| game.rig.sim.field().robot().pose() == Pose::Standing;
            assert!(game.until(20, stands), "{side:?}");
        }
    }
}

#[test]
fn a24_it_tries_to_get_up_three_times_at_most_and_begins_at_once() {
    let board = NaoBlackboard::new();
    let mut game = Game::new(&board, START, Point::default(), PLAY);
    game.pass_for(3);
    game.rig.sim.field_mut().push(Side::Back);
    let is_down = |game: &mut Game<'_>| game.rig.sim.field().robot().pose().is_down();
    assert!(game.until(5, is_down));
    let rises = |game: &mut Game<'_>| {
        let motion = game.rig.sim.field().robot().motion();
        matches!(motion, Some(Motion::Standup(_) | Motion::GetUp))
    };
    assert!(game.until(20, rises));
    // Somebody pushes it over each time; its next try begins as early.
    for _ in 0..2 {
        let stands = |game: &mut Game<'_>| game.rig.sim.field().robot().pose() == Pose::Standing;
        assert!(game.until(20, stands));
        game.rig.sim.field_mut().push(Side::Front);
        assert!(game.until(5, is_down));
        assert!(game.until(20, rises));
    }
    let calls = game.rig.calls.iter().filter(|call| call.starts_with("standup")).count();
    assert_eq!(calls, 3, "one try for each fall");
    assert!(game.until(20, |game| !is_down(game)));
}

#[test]
fn a25_it_is_never_idle_for_10_s_without_a_ball() {
    let board = NaoBlackboard::new();
    let mut game = Game::new(&board, START, Point::new(-4.6, -3.6), PLAY);
    let (mut idle, mut before) = (0, None);
    game.always(120, |game| {
        let robot = game.rig.sim.field().robot();
        let head = [skills_nao::joint::Joint::HeadYaw, skills_nao::joint::Joint::HeadPitch];
        let now = (game.rig.place(), head.map(|joint| robot.joint(joint)));
        idle = if before == Some(now) && !game.rig.moves() { idle + 1 } else { 0 };
        before = Some(now);
        idle < 1000
    });
}

#[test]
fn a26_it_does_not_hold_the_ball() {
    let keeper = Words { number: 1, players: &[1, 2], ..PLAY };
    let near_goal = Place { x: -2.8, y: 0.1, theta: 0.0 };
    for (words, start, ball, most_sec) in [
        (PLAY, START, Point::default(), 5),
        (PLAY, START, Point::new(-1.35, 0.3), 5),
        (keeper, near_goal, Point::new(-2.6, 0.2), 10),
    ] {
        let board = NaoBlackboard::new();
        let mut game = Game::new(&board, start, ball, words);
        let (mut held, mut played) = (0_u32, false);
        game.always(180, |game| {
            played |= (game.ball() - ball).length() > 0.5;
            // The robot's hull is over more than half of the ball; a pause counts as long as it takes.
            let holds = game.gap() < 0.09;
            held = if holds { held + 1 } else { held.saturating_sub(1) };
            held < most_sec * 100
        });
        assert!(played, "{ball:?}");
    }
}

#[test]
fn a29_it_stays_on_the_carpet() {
    for ball in [Point::new(3.4, 2.3), Point::new(-3.5, -2.5), Point::new(0.0, 2.6)] {
        let board = NaoBlackboard::new();
        let mut game = Game::new(&board, START, Point::default(), PLAY);
        game.pass_for(2);
        game.rig.sim.field_mut().move_ball(ball);
        // The carpet ends 0.7 m beyond the lines.
        game.always(120, |game| game.at().x.abs() < 3.7 && game.at().y.abs() < 2.7);
    }
}

#[test]
fn a_ball_beside_a_post_is_kicked_without_walking_against_it() {
    for (ball, start) in [
        (Point::new(-2.9, 0.95), Place { x: -2.5, y: 0.0, theta: 2.0 }),
        (Point::new(-2.93, -0.95), Place { x: -2.0, y: 0.0, theta: 3.0 }),
        (Point::new(-2.85, 0.9), Place { x: -2.0, y: 0.9, theta: 3.0 }),
        (Point::new(2.8, -0.75), Place { x: 2.0, y: 0.0, theta: 0.0 }),
    ] {
        let board = NaoBlackboard::new();
        let mut game = Game::new(&board, start, ball, PLAY);
        let kicked = game.until(60, |game| (game.ball() - ball).length() > 0.3);
        let is_hit = |event: &&Event| event.kind == EventKind::HitPost;
        assert!(kicked && game.rig.events.iter().find(is_hit).is_none(), "{ball:?}");
    }
}

#[test]
fn a_robot_that_was_stopped_while_it_got_up_completes_that() {
    // The times after the fall at which play is stopped: it lies, is half up, almost stands.
    for sec in 1..13 {
        for side in [Side::Front, Side::Back] {
            let board = NaoBlackboard::new();
            let mut game = Game::new(&board, START, Point::default(), PLAY);
            game.pass_for(3);
            game.rig.sim.field_mut().push(side);
            game.pass_for(1 + sec);
            game.say(Words { stopped: true, ..PLAY });
            game.pass_for(8);
            game.say(PLAY);
            let pose = |game: &mut Game<'_>| game.rig.sim.field().robot().pose();
            let plays = |game: &mut Game<'_>| pose(game) == Pose::Standing && game.gap() < 0.5;
            assert!(
                game.until(60, plays),
                "{side:?}, stopped after {sec} s: {:?}",
                pose(&mut game)
            );
        }
    }
}
