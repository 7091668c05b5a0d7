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
    for option in [&["--gui"][..], &["--record", "a.mcap"], &["--agent", "naojoystick"]] {
        refused(&[&game[..], option].concat(), &[option[0], "without --players"]);
    }
    for option in [
        &["--svg", "a.svg"][..],
        &["--gamecontroller", "127.0.0.1"],
        &["--gamecontroller", "127.0.0.1", "--team", "5", "--player", "2"],
        &["--team", "5"],
    ] {
        refused(&[&game[..], option].concat(), &[option[0], "'--players <N>' cannot be used with"]);
    }
    let (code, _, err) = run(&["play", "--against", "2"]);
    assert!(code == 2 && err.contains("--players"), "{err}");
    let (code, _, err) = run(&["play", "--players", "8"]);
    assert!(code == 2 && err.contains("1 to 7"), "{err}");
}

#[test]
fn play_says_what_a_number_may_be() {
    let game = ["play", "--players", "2"];
    for (option, values, range) in [
        ("--loss", &["-0.1", "1.1", "NaN", "half"][..], "a share, 0 to 1"),
        ("--duplicates", &["-1", "2"], "a share, 0 to 1"),
        ("--delay", &["1.5", "50ms", "-1", "NaN", "10001"], "whole milliseconds, 0 to 10000"),
        ("--minutes", &["0", "-5", "1e9"], "minutes, 0.05 to 1000"),
        ("--seed", &["-1", "0.5"], "a whole number, 0 to 18446744073709551615"),
        ("--players", &["-1", "3.5", "0", "8"], "a whole number of robots, 1 to 7"),
        ("--against", &["-1", "8"], "a whole number of robots, 1 to 7"),
    ] {
        for value in values {
            let problem = format!("invalid value '{value}' for '{option} ");
            let teams = if option == "--players" { &game[..1] } else { &game };
            refused(&[teams, &[option, value]].concat(), &[&problem, &format!("expected {range}")]);
            let joined = format!("{option}={value}");
            refused(&[teams, &[&joined]].concat(), &[&problem, &format!("expected {range}")]);
        }
    }
}

#[test]
fn play_refuses_a_bad_radio_that_nobody_uses() {
    for option in ["--loss", "--duplicates", "--delay"] {
        let game = ["play", "--players", "2", "--messages", "off", option, "0"];
        refused(&game, &[option, "without --messages off"]);
    }
}

#[test]
fn an_offence_has_one_name() {
    for offence in nao_sim::team::Offence::ALL {
        let key = serde_json::to_value(offence).unwrap();
        assert_eq!(key, offence.to_string().to_lowercase().replace(' ', "_"));
    }
}
