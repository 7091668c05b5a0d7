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
    let joystick = [&game[..], &["--agent", "naojoystick"]].concat();
    refused(&joystick, &["--agent naojoystick", "help: remove --players"]);
    for option in [
        &["--svg", "a.svg"][..],
        &["--gamecontroller", "127.0.0.1"],
        &["--gamecontroller", "127.0.0.1", "--team", "5", "--player", "2"],
        &["--team", "5"],
    ] {
        refused(&[&game[..], option].concat(), &[option[0], "'--players <N>' cannot be used with"]);
    }
    // Nor does one robot take what teams have.
    for option in [
        &["--against", "3"][..],
        &["--left", "none.toml"],
        &["--right", "none.toml"],
        &["--messages", "off"],
        &["--loss", "0.5"],
        &["--duplicates", "1"],
        &["--delay", "7"],
        &["--hearing", "0"],
        &["--unannounced"],
    ] {
        for of_one in [&[][..], &["--svg", "a.svg"], &["--gamecontroller", "127.0.0.1"]] {
            refused(&[&["play"], option, of_one].concat(), &[option[0]]);
        }
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
        refused(&game, &[option, "but with --messages off none does"]);
    }
    let game = ["play", "--players", "2", "--messages", "off", "--talk", "127.255.255.255"];
    refused(&game, &["--talk", "but with --messages off none does"]);
}

#[test]
fn an_offence_has_one_name() {
    for offence in nao_sim::team::Offence::ALL {
        let key = serde_json::to_value(offence).unwrap();
        assert_eq!(key, offence.to_string().to_lowercase().replace(' ', "_"));
    }
}

/// Returns a directory with files of parameters.
fn parameters(files: &[(&str, &str)]) -> tempfile::TempDir {
    let directory = tempfile::tempdir().unwrap();
    for (name, text) in files {
        std::fs::write(directory.path().join(name), text).unwrap();
    }
    directory
}

/// Adds a file, and returns its path.
fn path_of(directory: &tempfile::TempDir, name: &str, text: &str) -> String {
    let path = directory.path().join(name);
    std::fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

#[test]
fn each_team_may_have_parameters_of_its_own() {
    let late = "[approach_ball]\nlook_sec = 5.0\n";
    let directory = parameters(&[("a.toml", "[kick]\ntimeout_sec = 30.0\n"), ("b.toml", late)]);
    let path = directory.path().to_str().unwrap();
    let game = ["play", "--players", "2", "--minutes", "3", "--seed", "2", "--messages", "off"];
    let of = |options: &[&str]| printed(&[&game[..], options].concat());
    let (both, left) = (of(&["--params", path]), of(&["--left", path]));
    assert_eq!(both, of(&["--left", path, "--right", path]));
    let right = of(&["--right", path]);
    let all = [of(&[]), both, left, right];
    assert!((0..4).all(|one| (0..one).all(|other| all[one] != all[other])), "games are equal");
    // The order of the names: the last one counts.
    let file = directory.path().join("c.toml");
    std::fs::write(file, "[approach_ball]\nlook_sec = 0.4\n").unwrap();
    assert_eq!(of(&["--left", path]), all[0]);
}

#[test]
fn robots_of_teams_have_the_tables_of_their_names() {
    let tables = "[robot.\"1.2\".approach_ball]\nlook_sec = 5.0\n[place.lab.approach_ball]\nlook_sec = 3.0\n";
    let directory = parameters(&[
        ("one.toml", tables),
        ("other.toml", &tables.replace("1.2", "2.2")),
        ("lab.toml", "[place.lab.approach_ball]\nlook_sec = 3.0\n"),
        ("wrong.toml", "[strike]\n"),
        ("bad.toml", "[kick]\ntimeout_scc = 1.0\n"),
    ]);
    let path = |name: &str| directory.path().join(name).to_str().unwrap().to_owned();
    let [one, other, wrong, bad] = ["one.toml", "other.toml", "wrong.toml", "bad.toml"].map(path);
    let game = ["play", "--players", "2", "--minutes", "3", "--seed", "2", "--messages", "off"];
    let of = |options: &[&str]| printed(&[&game[..], options].concat());
    let (usual, tuned) = (of(&[]), of(&["--params", &one]));
    assert_ne!(usual, tuned);
    // Once is enough.
    assert_eq!(tuned, of(&["--params", &one, "--left", &one]));
    assert_ne!(usual, of(&["--right", &other]));
    // The place is that of all robots, the file that of one team.
    let lab = of(&["--right", &path("lab.toml"), "--place", "lab"]);
    assert!(usual != lab && lab != tuned);
    let refused = |options: &[&str], parts: &[&str]| refused(&[&game[..], options].concat(), parts);
    for text in ["[options]\ngoal-width-m = 99", "[robot.\"1.1\".options]\nnonsense = 2"] {
        let options = directory.path().join("options.toml");
        std::fs::write(&options, text).unwrap();
        let options = options.to_str().unwrap().to_owned();
        refused(&["--left", &options], &["it has options", "give a file with options to --params"]);
    }
    refused(&["--left", &one, "--place", "lap"], &["`--place lap`", "did you mean `lab`?"]);
    refused(&["--left", &one, "--robot", "1.2"], &["--robot is for one", "[robot.\"1.1\".SKILL]"]);
    refused(&["--place", "lab"], &["--place chooses tables in files", "--params FILE"]);
    // The second team has no robot 1.2.
    let parts = ["one.toml: there is no robot `1.2` in this game that reads the file", "2.1, 2.2"];
    refused(&["--right", &one], &parts);
    let nobody = path_of(&directory, "nobody.toml", &tables.replace("1.2", "1.9"));
    let parts = ["nobody.toml: there is no robot `1.9` in this game", "1.1, 1.2"];
    refused(&["--left", &nobody], &parts);
    // One of another place.
    let fleet = path_of(&directory, "fleet.toml", &tables.replace("1.2", "nao7"));
    assert_eq!(usual, of(&["--left", &fleet]));
    // Mistakes of both teams, those in the file of both once.
    let parts = ["2 mistakes", "wrong.toml:1:2: ", "bad.toml:2:1: ", "did you mean `timeout_sec`?"];
    refused(&["--left", &wrong, "--right", &bad, "--params", &one], &parts);
    refused(&["--params", &wrong, "--right", &bad], &parts);
}

#[test]
fn parameters_of_a_team_that_cannot_be_read_are_refused_with_the_cure() {
    let game = |option, path: &str| {
        ["play", "--players", "1", "--minutes", "0.05", option, path].map(String::from)
    };
    let refused = |option, path: &str, parts: &[&str]| {
        let game = game(option, path);
        refused(&game.each_ref().map(String::as_str), parts);
    };
    let (empty, wrong) = (parameters(&[("a.txt", "")]), parameters(&[("a.toml", "[strike]\n")]));
    for option in ["--left", "--right", "--params"] {
        refused(option, "nowhere", &["nowhere: ", "help: parameters are in a file such as"]);
        let path = empty.path().to_str().unwrap();
        refused(option, path, &[path, "no file `*.toml`", "help: "]);
        let path = wrong.path().to_str().unwrap();
        refused(option, path, &["a.toml:1:2: there is no skill `strike`"]);
    }
    let (code, _, err) = run(&["play", "--left", "a.toml"]);
    assert!(code == 2 && err.contains("--players"), "{err}");
}

#[test]
fn talk_is_for_robots_of_a_team() {
    refused(
        &["play", "--talk", "127.255.255.255"],
        &["--talk is for a robot of a team", "--players"],
    );
    // An address of no network of this machine.
    for (address, part) in [
        ("127.0.0.1:0", "expected the port to which the referee sends"),
        ("255.255.255.255", "expected the address of the referee's machine"),
        ("224.0.0.1", "expected the address of the referee's machine"),
    ] {
        let game = ["play", "--gamecontroller", address, "--team", "5", "--player", "2"];
        refused(&game, &[part]);
    }
    let ports = ["play", "--gamecontroller", "127.0.0.1", "--team", "5", "--player", "2"];
    refused(&[&ports[..], &["--return-port", "0"]].concat(), &["--return-port"]);
    refused(&["play", "--params", "/dev/zero"], &["longer than 1 MiB", "help: "]);
    let one = ["play", "--players", "1", "--talk", "127.0.0.1"];
    refused(&one, &["127.0.0.1 is not a broadcast address", "help: `--talk` has the broadcast"]);
    let foreign = ["play", "--players", "1", "--talk", "127.0.0.300"];
    refused(&foreign, &["--talk <IP>", "invalid"]);
}

#[test]
fn what_cannot_be_reached_or_called_has_a_cure() {
    refused(&["run", "fly{}"], &["no such skill", "help: the command `list` lists the skills"]);
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let gui = format!("--gui={address}");
    refused(&["play", &gui], &["cannot listen on", "help: another program uses the port"]);
    drop(taken);
    refused(&["why", &address], &[": Connection refused", "help: start the robot's program with"]);
}
