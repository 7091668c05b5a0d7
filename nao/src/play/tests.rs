//! Games: reproducible by a seed, logged and drawn.

use super::picture::svg;
use nao_scene::{move_shape, scene, scene_of_teams};
use nao_sim::field::{Field, Options, Pitch};
use nao_sim::game::{Game, Player};
use nao_sim::team::{Setup, TeamGame};
use skill_studio::view::SceneView;
use skills_nao::interfaces::NaoBlackboard;
use std::time::Duration;

/// Returns a game's lines, report and picture.
fn played(
    seed: u64,
    player: Player,
    disturbances: bool,
    minutes: u64,
) -> (Vec<String>, String, String) {
    let time = Duration::from_secs(60 * minutes);
    let options = Options { seed, disturbances, game: time, ..Options::default() };
    let board = NaoBlackboard::new();
    let mut game = Game::new(&board, Field::new(&options), player).expect("a new blackboard");
    let mut lines = Vec::new();
    while game.time() < time {
        lines.extend(game.pass());
    }
    let report = game.report(seed);
    assert!(report.is_sound(), "{report}");
    let picture = svg(game.field().pitch(), game.journey(), &report);
    (lines, serde_json::to_string(&report).expect("JSON"), picture)
}

#[test]
fn a_seed_plays_one_game() {
    let game = played(3, Player::Striker, true, 2);
    assert_eq!(game, played(3, Player::Striker, true, 2));
    assert_ne!(game.0, played(4, Player::Striker, true, 2).0);
}

#[test]
fn the_striker_scores_undisturbed() {
    for seed in 1..=5 {
        let (lines, report, picture) = played(seed, Player::Striker, false, 4);
        let log = lines.join("\n");
        assert!(log.contains("goal for us"), "seed {seed}:\n{log}");
        assert!(log.contains("kick{leg="), "{log}");
        assert!(report.contains("\"kick\":"), "{report}");
        let elements = ["<polyline", "<title>", "goal for us", "</svg>"];
        assert!(elements.iter().all(|element| picture.contains(element)), "{picture}");
    }
}

#[test]
fn pictures_have_the_sizes_of_the_field() {
    let pitch = Pitch { half_length_m: 2.2, goal_half_width_m: 0.5, ..Pitch::SPL_2008 };
    let pitch = Pitch { half_width_m: 1.6, area_half_width_m: 0.8, border_m: 0.5, ..pitch };
    let pitch = Pitch { goal_area_m: (0.4, 0.6), ..pitch };
    let pitch = Pitch { goal_depth_m: 0.3, circle_m: 0.4, ball_radius_m: 0.05, ..pitch };
    let board = NaoBlackboard::new();
    let field = Field::new(&Options { pitch, ..Options::default() });
    let mut game = Game::new(&board, field, Player::Nobody).expect("a new blackboard");
    let check = |scene: SceneView| {
        let bounds = scene.bounds.map(|bound| format!("{bound:.4}"));
        assert_eq!(bounds, ["-2.7000", "-2.1000", "2.7000", "2.1000"]);
        for (id, x_m, y_m, width_m, height_m) in [
            ("field", 0.0, 0.0, 4.4, 3.2),
            ("our penalty area", -1.9, 0.0, 0.6, 1.6),
            ("their goal area", 2.0, 0.0, 0.4, 1.2),
            ("their goal", 2.35, 0.0, 0.3, 1.0),
            ("post 1", 2.2, 0.5, 0.1, 0.0),
            ("post 4", -2.2, -0.5, 0.1, 0.0),
            ("center circle", 0.0, 0.0, 0.8, 0.0),
            ("middle line", 0.0, -1.6, 0.0, 0.0),
            ("ball", 0.0, 0.0, 0.1, 0.0),
        ] {
            let shape = scene.shapes.iter().find(|shape| shape.id == id).expect(id);
            let drawn = [shape.x_m, shape.y_m, shape.width_m, shape.height_m];
            let near = drawn.iter().zip([x_m, y_m, width_m, height_m]);
            assert!(near.clone().all(|(is, of)| (is - of).abs() < 1e-6), "{id}: {drawn:?}");
        }
    };
    check(scene(game.field()));
    // On the carpet, or not.
    assert!(move_shape(game.field_mut(), "ball", 2.6, 2.0).is_ok());
    let error = move_shape(game.field_mut(), "ball", 2.8, 0.0).expect_err("beside it");
    assert!(error.contains("is not on the carpet"), "{error}");
    let report = game.report(1);
    let picture = svg(game.field().pitch(), game.journey(), &report);
    for part in ["viewBox=\"0 0 702 592\"", "width=\"572.0\" height=\"416.0\"", "r=\"52.0\""] {
        assert!(picture.contains(part), "{part}: {picture}");
    }
    let setup = Setup { pitch, players: [1, 1], ..Setup::default() };
    let boards = setup.boards();
    check(scene_of_teams(&TeamGame::new(&boards, setup).expect("new blackboards")));
}

#[test]
fn a_joystick_drives_to_the_ball_and_kicks() {
    let (lines, ..) = played(1, Player::Naojoystick, false, 3);
    let log = lines.join("\n");
    assert!(log.contains("kick{leg="), "{log}");
    assert!(log.contains("kicks with its"), "{log}");
}

#[test]
fn calls_and_events_are_logged_with_results_and_reasons() {
    let lines = (1..=6).flat_map(|seed| played(seed, Player::Striker, true, 3).0);
    let log = lines.collect::<Vec<_>>().join("\n");
    for part in [
        " FINAL after ",
        " FAILED after ",
        "is pushed to its",
        "standup{}  FINAL after",
        "stands again",
    ] {
        assert!(log.contains(part), "{part} in\n{log}");
    }
}
