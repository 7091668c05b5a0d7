//! Games of teams.

use crate::{printed, refused, run};
use serde_json::Value;

#[test]
fn play_has_games_of_teams() {
    let game = ["play", "--players", "2", "--against", "1", "--minutes", "0.5", "--seed", "2"];
    let out = printed(&game);
    for part in ["  referee: READY\n", "  1.2 goto{", "  2.1 goto{", "\nteam 1, 2 robots: "] {
        assert!(out.contains(part), "{part} in {out}");
    }
    assert_eq!(out, printed(&game));
    let json = printed(&[&game[..], &["--format", "json"]].concat());
    let report: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(report["teams"][0]["players"], 2);
    assert_eq!(report["penalties"]["motion_in_set"], 0);
    let quiet = printed(&[&game[..], &["-q"]].concat());
    assert!(quiet.starts_with("team 1, 2 robots: ") && out.ends_with(&quiet), "{quiet}");
}

#[test]
fn play_refuses_for_teams_what_one_robot_has() {
    let game = ["play", "--players", "2"];
    for option in [
        &["--gui"][..],
        &["--record", "a.mcap"],
        &["--svg", "a.svg"],
        &["--agent", "naojoystick"],
        &["--gamecontroller", "127.0.0.1", "--team", "5", "--player", "2"],
    ] {
        refused(&[&game[..], option].concat(), &[option[0], "without --players"]);
    }
    let (code, _, err) = run(&["play", "--against", "2"]);
    assert!(code == 2 && err.contains("--players"), "{err}");
    let (code, _, err) = run(&["play", "--players", "8"]);
    assert!(code == 2 && err.contains("1..=7"), "{err}");
}
