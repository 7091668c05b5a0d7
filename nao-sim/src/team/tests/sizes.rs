//! Games on fields of other sizes: places of the referee, goals, and where robots are.

use super::*;
use crate::field::geometry::{carpet, hall};

/// A field that is smaller, with other areas, a smaller goal and a larger ball.
pub const SMALLER: Pitch = Pitch {
    half_length_m: 2.2,
    half_width_m: 1.6,
    circle_m: 0.45,
    goal_half_width_m: 0.5,
    area_depth_m: 0.5,
    area_half_width_m: 0.9,
    goal_area_m: (0.4, 0.7),
    mark_m: 1.2,
    border_m: 0.5,
    goal_depth_m: 0.3,
    ball_radius_m: 0.045,
};

/// Checks that nobody has left the hall, nor the carpet but for a penalty.
fn are_inside(game: &TeamGame<'_>) {
    for id in game.players() {
        let field = game.field(id).unwrap();
        let (place, (length, width)) = (field.place().point(), carpet(game.pitch()));
        assert_eq!(place, place.within(hall(game.pitch())), "{id}");
        let is_on = place == place.within((length + 0.01, width + 0.01));
        assert!(is_on || field.referee().is_off(), "{id}: {place:?}");
    }
}

/// Plays a game with halves of so many seconds. Returns the number of goals.
fn goals(pitch: Pitch, (seed, players, half_sec): (u64, u8, u64)) -> u32 {
    let setup = Setup { pitch, ..short(seed, players, half_sec) };
    let boards = setup.boards();
    let mut game = TeamGame::new(&boards, setup).unwrap();
    while !game.is_over() {
        let before = game.ball().at;
        let lines = game.pass().join("\n");
        if lines.contains("referee: goal for team") {
            let is_between = before.y.abs() < pitch.goal_half_width_m;
            assert!(before.x.abs() > pitch.half_length_m && is_between, "{before:?}: {lines}");
            assert_eq!(game.ball().at, Point::default(), "{lines}");
        }
        are_inside(&game);
    }
    game.report().teams.iter().map(|team| team.goals).sum()
}

#[test]
fn one_against_one_and_five_against_five_play_on_fields_of_other_sizes() {
    assert_eq!(goals(SMALLER, (1, 1, 240)), 2);
    goals(SMALLER, (3, 5, 60));
    // The field of the small robots of 2026, with their ball.
    goals(Pitch::SMALL, (1, 5, 30));
}

#[test]
fn balls_that_are_out_come_back_where_the_field_has_its_lines() {
    let Pitch { half_length_m: length, half_width_m: width, .. } = SMALLER;
    let (depth, area) = SMALLER.goal_area_m;
    let at = Point::new;
    for (out, called, back) in [
        (at(1.1, width + 0.08), "throw-in", at(1.1, width)),
        (at(length + 0.08, -0.7), "goal kick", at(length - depth, -area)),
        (at(-length - 0.08, 0.7), "goal kick", at(depth - length, area)),
        (at(length + 0.08, 0.44), "goal for team 1", at(0.0, 0.0)),
        (at(-length - 0.08, 0.44), "goal for team 2", at(0.0, 0.0)),
        // Beside the post of this goal, and in the usual one.
        (at(length + 0.08, 0.46), "goal kick", at(length - depth, area)),
    ] {
        let setup = Setup { pitch: SMALLER, agents: false, ..short(1, 2, 60) };
        let boards = setup.boards();
        let mut game = TeamGame::new(&boards, setup).unwrap();
        until(&mut game, State::Play);
        // On the line it is not out.
        for line in [at(1.1, width + 0.06), at(length + 0.06, 0.7)] {
            game.put_ball(line);
            let lines = game.pass();
            assert_eq!(game.ball().at, line, "{lines:?}");
        }
        game.put_ball(out);
        let lines = game.pass();
        let is_called = lines.iter().any(|line| line.contains(called));
        assert!(is_called && game.ball().at == back, "{out:?}: {lines:?}, {:?}", game.ball().at);
    }
}

#[test]
fn seats_are_beside_the_field_whatever_its_size() {
    for pitch in [SMALLER, Pitch::SPL_2008, Pitch::SMALL, Pitch::LARGE] {
        for number in 1..=MOST_PLAYERS {
            let id = PlayerId::new(Team::Left, number);
            let start = referee::start_place(id, &pitch);
            assert!(start.y.abs() - pitch.half_width_m < 1e-6, "at the touchline");
            assert!(start.x < 0.0 && start.x > -pitch.half_length_m, "in its half: {start:?}");
            let waits = referee::waiting_place(id, &pitch).point();
            assert!(waits.y > carpet(&pitch).1 && waits == waits.within(hall(&pitch)));
        }
    }
}
