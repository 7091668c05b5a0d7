//! Games: reproducible by a seed, logged and drawn.

use super::picture::svg;
use nao_sim::field::{Field, Options};
use nao_sim::game::{Game, Player};
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
