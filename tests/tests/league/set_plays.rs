//! Free kicks, goal kicks and penalty kicks.

use crate::game::{CIRCLE, Game, PLAY, ROBOT, SET, Words};
use crate::rig::AWAY;
use nao_sim::body::{Pose, Side};
use nao_sim::field::{Place, Point};
use skills_nao::agents::StrikerState;
use skills_nao::interfaces::NaoBlackboard;
use skills_nao::interfaces::referee::{Kicking, Phase, SetPlay};

const FREE_KICKS: [SetPlay; 4] =
    [SetPlay::DirectFreeKick, SetPlay::IndirectFreeKick, SetPlay::ThrowIn, SetPlay::CornerKick];
/// Places of the ball and, from there, of the robot.
const PLACES: [(Point, Point); 6] = [
    (Point { x: 0.5, y: 0.5 }, Point { x: -0.3, y: 0.0 }),
    (Point { x: 0.5, y: 1.9 }, Point { x: 0.0, y: -0.4 }),
    (Point { x: -1.0, y: -2.0 }, Point { x: 0.4, y: 0.3 }),
    (Point { x: -2.9, y: 1.9 }, Point { x: 0.35, y: -0.1 }),
    (Point { x: 2.9, y: -1.9 }, Point { x: -0.4, y: -0.05 }),
    (Point { x: -1.5, y: 0.0 }, Point { x: 0.35, y: 0.1 }),
];

/// A robot that plays and sees the ball, when a set play is announced.
fn announced(board: &NaoBlackboard, (ball, off): (Point, Point), words: Words) -> Game<'_> {
    let at = ball + off;
    let facing = Place { x: at.x, y: at.y, theta: (ball - at).angle() };
    let mut game = Game::new(board, facing, ball, Words { stopped: true, ..words });
    game.pass_for(5);
    game.rig.events.clear();
    game.say(words);
    game
}

#[test]
fn a17_opponents_keep_the_radius_of_the_circle_from_the_ball() {
    for set_play in FREE_KICKS {
        for place in PLACES {
            let board = NaoBlackboard::new();
            let words = Words { set_play, kicking: Kicking::Theirs, secondary_sec: 45, ..PLAY };
            let mut game = announced(&board, place, words);
            game.pass_for(10);
            // A keeper's place on the goal line is none of a striker.
            game.always(32, |game| game.gap() > CIRCLE);
            assert!(game.gap() > CIRCLE + ROBOT, "{set_play:?} {place:?}: {}", game.gap());
            let ball = game.ball();
            assert!((ball - place.0).length() < 0.01, "it touched the ball");
        }
    }
}

const THEIR_GOAL_KICK: Words =
    Words { set_play: SetPlay::GoalKick, kicking: Kicking::Theirs, secondary_sec: 45, ..PLAY };

#[test]
fn a18_opponents_leave_the_penalty_area_at_a_goal_kick() {
    // The kicker's own area: 0.6 m deep, 2.2 m wide.
    let inside = |at: Point| at.x > 3.0 - 0.6 - ROBOT && at.y.abs() < 1.1 + ROBOT;
    for robot in [Point::new(2.7, 0.0), Point::new(2.5, -0.9), Point::new(2.0, 0.5)] {
        let ball = Point::new(2.9, 0.6);
        let board = NaoBlackboard::new();
        let mut game = announced(&board, (ball, robot - ball), THEIR_GOAL_KICK);
        game.pass_for(10);
        game.always(32, |game| !inside(game.at()));
    }
}

#[test]
fn a18_it_does_not_walk_into_a_ball_that_was_put_on_its_way() {
    // It has seen the ball roll out; the referee puts it to the corner of the area.
    let corner = Point::new(2.4, 1.1);
    for robot in [Place::new(2.85, 1.05, -1.3), Place::new(2.57, 1.05, -1.3)] {
        let board = NaoBlackboard::new();
        let out = robot.global(Point::new(0.33, 0.0));
        let mut game = Game::new(&board, robot, out, Words { stopped: true, ..THEIR_GOAL_KICK });
        game.pass_for(2);
        game.rig.sim.field_mut().move_ball(corner);
        game.pass_for(3);
        game.say(THEIR_GOAL_KICK);
        game.pass_for(25);
        assert_eq!(game.ball(), corner, "it touched the ball from {robot:?}");
        let Point { x, y } = game.at();
        let is_out = x < 3.0 - 0.6 - ROBOT || y.abs() > 1.1 + ROBOT;
        assert!(is_out, "still in the area: {:?}", game.at());
    }
}

#[test]
fn a19_it_plays_when_their_free_kick_is_over() {
    for set_play in FREE_KICKS {
        for ends in [true, false] {
            let board = NaoBlackboard::new();
            let words = Words { set_play, kicking: Kicking::Theirs, secondary_sec: 45, ..PLAY };
            let mut game = announced(&board, PLACES[0], words);
            game.pass_for(if ends { 20 } else { 45 });
            if ends {
                game.say(PLAY);
            }
            assert!(game.until(30, |game| game.gap() < 0.4), "{set_play:?}");
        }
    }
}

#[test]
fn a20_an_indirect_kick_is_not_at_the_goal_and_one_touch_of_three() {
    for set_play in [SetPlay::ThrowIn, SetPlay::IndirectFreeKick] {
        let board = NaoBlackboard::new();
        let words = Words {
            set_play,
            kicking: Kicking::Ours,
            secondary_sec: 45,
            players: &[2, 3, 4],
            ..PLAY
        };
        let (ball, off) = (Point::new(1.5, 0.4), Point::new(-0.4, 0.0));
        let mut game = announced(&board, (ball, off), words);
        assert!(game.until(45, Game::kicked), "{set_play:?}");
        let way = game.rig.sim.field().ball().velocity;
        let at_goal_line = ball.y + way.y / way.x * (3.0 - ball.x);
        assert!(at_goal_line.abs() > 0.8, "{set_play:?} {way:?}");
        game.say(Words { players: &[2, 3, 4], ..PLAY });
        game.leaves_the_ball();
    }
}

#[test]
fn a21_our_free_kick_is_taken_in_time() {
    for set_play in [SetPlay::DirectFreeKick, SetPlay::GoalKick, SetPlay::CornerKick] {
        let board = NaoBlackboard::new();
        let words = Words { set_play, kicking: Kicking::Ours, secondary_sec: 45, ..PLAY };
        let mut game = announced(&board, (Point::new(0.5, 0.5), Point::new(-0.6, 0.2)), words);
        assert!(game.until(45, Game::kicked), "{set_play:?}");
    }
}

/// The penalty mark in front of our goal is 1.8 m before the goal line.
const OUR_MARK: Point = Point { x: -1.2, y: 0.0 };
const THEIR_MARK: Point = Point { x: 1.2, y: 0.0 };

fn penalty_kick(board: &NaoBlackboard, start: Place, words: Words) -> Game<'_> {
    let mark = if words.kicking == Kicking::Ours { THEIR_MARK } else { OUR_MARK };
    Game::after_set(board, start, (mark, 45), |of| Words {
        state: of.state,
        set_play: SetPlay::PenaltyKick,
        secondary_sec: of.secondary_sec,
        ..words
    })
}

#[test]
fn a22_a_penalty_kick_against_us_the_keeper_is_on_its_line_others_are_behind_the_mark() {
    for start in [Place::new(-2.5, 0.6, 0.0), Place::new(-1.0, -0.5, 1.0)] {
        let board = NaoBlackboard::new();
        let words = Words { kicking: Kicking::Theirs, number: 1, players: &[1, 2], ..PLAY };
        let mut game = penalty_kick(&board, start, words);
        let on_line = |at: Point| (at.x + 3.0).abs() < 0.25 && at.y.abs() < 0.7;
        assert!(on_line(game.at()), "{:?}", game.at());
        game.always(30, |game| on_line(game.at()));

        let board = NaoBlackboard::new();
        let words = Words { kicking: Kicking::Theirs, players: &[1, 2], ..PLAY };
        let mut game = penalty_kick(&board, start, words);
        let legal = |at: Point| (at - OUR_MARK).length() > CIRCLE + ROBOT && at.x > OUR_MARK.x;
        assert!(legal(game.at()), "{:?}", game.at());
        game.always(30, |game| legal(game.at()));
    }
}

#[test]
fn a23_our_penalty_kick_has_one_kicker_and_one_touch() {
    let board = NaoBlackboard::new();
    let words = Words { kicking: Kicking::Ours, players: &[1, 2, 3], ..PLAY };
    let mut game = penalty_kick(&board, Place::new(0.3, 0.5, 0.0), words);
    assert!(game.gap() > 2.0 * ROBOT, "not on the mark: {:?}", game.at());
    assert!(game.until(60, Game::kicked));
    game.leaves_the_ball();
    game.always(20, |game| !game.kicked() && game.gap() > 0.25);

    let board = NaoBlackboard::new();
    let other = Words { number: 3, ..words };
    let mut game = penalty_kick(&board, Place::new(1.0, 0.8, 0.0), other);
    // Outside of their area, away from the mark, behind it.
    let legal = |at: Point| (at - THEIR_MARK).length() > CIRCLE + ROBOT && at.x < THEIR_MARK.x;
    assert!(legal(game.at()), "{:?}", game.at());
    game.always(30, |game| legal(game.at()));
}

#[test]
fn a_shoot_out_has_a_keeper_on_its_line_and_one_touch() {
    let of = |words: Words, kicking, number, goalkeeper| Words {
        phase: Phase::PenaltyShootOut,
        kicking,
        number,
        goalkeeper,
        players: if number == 1 { &[1] } else { &[2] },
        ..words
    };
    let board = NaoBlackboard::new();
    let on_line = Place::new(-3.0, 0.0, 0.0);
    let mut game = Game::new(&board, on_line, OUR_MARK, of(SET, Kicking::Theirs, 1, 1));
    game.pass_for(5);
    game.say(of(PLAY, Kicking::Theirs, 1, 1));
    game.always(30, |game| (game.at() - on_line.point()).length() < 0.25);

    let board = NaoBlackboard::new();
    let start = Place::new(0.6, 0.0, 0.0);
    let mut game = Game::new(&board, start, THEIR_MARK, of(SET, Kicking::Ours, 2, 0));
    game.pass_for(5);
    game.say(of(PLAY, Kicking::Ours, 2, 0));
    assert!(game.until(60, Game::kicked));
    game.leaves_the_ball();
}

const THEIRS: Words = Words {
    set_play: SetPlay::DirectFreeKick,
    kicking: Kicking::Theirs,
    secondary_sec: 45,
    ..PLAY
};

#[test]
fn a_robot_that_falls_at_their_free_kick_stands_up_and_keeps_away() {
    for state in [StrikerState::Away, StrikerState::Keep] {
        let board = NaoBlackboard::new();
        let mut game = announced(&board, PLACES[0], THEIRS);
        assert!(game.until(20, |game| game.rig.state() == state), "{state:?}");
        game.rig.sim.field_mut().push(Side::Back);
        assert!(game.until(5, |game| game.rig.sim.field().robot().pose().is_down()));
        let stands = |game: &mut Game<'_>| game.rig.sim.field().robot().pose() == Pose::Standing;
        assert!(game.until(20, stands), "{state:?}");
        game.say(THEIRS);
        game.pass_for(12);
        game.always(10, |game| game.gap() > CIRCLE);
    }
}

#[test]
fn a_robot_that_waits_for_their_free_kick_obeys_the_referee() {
    let board = NaoBlackboard::new();
    let mut game = announced(&board, PLACES[0], THEIRS);
    game.pass_for(3);
    game.say(SET);
    game.rests(10);
}

#[test]
fn a_robot_looks_for_the_ball_of_their_free_kick_where_it_is() {
    let board = NaoBlackboard::new();
    let mut game = announced(&board, PLACES[0], THEIRS);
    game.rig.sim.field_mut().move_ball(AWAY);
    assert!(game.until(40, |game| game.rig.state() == StrikerState::Look));
    game.say(THEIRS);
    let start = game.at();
    for _ in 0..3 {
        game.always(44, |game| (game.at() - start).length() < 0.5);
        game.say(THEIRS);
    }
}

#[test]
fn a_robot_that_has_taken_its_penalty_kick_looks_for_the_ball_where_it_is() {
    let board = NaoBlackboard::new();
    let words = Words { kicking: Kicking::Ours, players: &[1, 2, 3], ..PLAY };
    let mut game = penalty_kick(&board, Place::new(0.3, 0.5, 0.0), words);
    assert!(game.until(60, Game::kicked));
    game.pass_for(7);
    let at = game.rig.place().global(Point::new(0.6, 0.0));
    game.rig.sim.field_mut().move_ball(at);
    let start = game.at();
    // It sees the ball for longer than it tracks it at a time.
    game.always(25, |game| (game.at() - start).length() < 0.2);
    assert_eq!(game.rig.state(), StrikerState::Watch);
    game.rig.sim.field_mut().move_ball(AWAY);
    game.always(30, |game| (game.at() - start).length() < 0.2);
    assert!(game.until(30, |game| game.rig.state() == StrikerState::Watch));
}

#[test]
fn a_robot_that_finds_the_ball_of_their_free_kick_leaves_it() {
    let board = NaoBlackboard::new();
    let mut game = announced(&board, PLACES[0], THEIRS);
    game.rig.sim.field_mut().move_ball(AWAY);
    assert!(game.until(40, |game| game.rig.state() == StrikerState::Look));
    let near = game.rig.place().global(Point::new(0.4, 0.0));
    game.rig.sim.field_mut().move_ball(near);
    game.say(THEIRS);
    let found = game.until(20, |game| game.rig.state() != StrikerState::Look);
    assert!(found && game.rig.state() == StrikerState::Away, "{:?}", game.rig.state());
    assert!(game.until(20, |game| game.gap() > CIRCLE));
}
