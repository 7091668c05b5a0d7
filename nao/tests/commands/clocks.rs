//! Robots with clocks of their own: each has a recording, and all are brought onto one time line.

use super::run;
use serde_json::Value;
use std::path::{Path, PathBuf};

fn text_of(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// Plays a game of two teams, and returns the report and the recordings of the first one.
fn play(directory: &Path, seed: &str, more: &[&str]) -> (Value, Vec<PathBuf>) {
    let game = directory.join("game.mcap");
    let arguments = ["play", "--players", "5", "--against", "1", "--minutes", "1", "--own-clocks"];
    let rest = ["--seed", seed, "--format", "json", "--record", text_of(&game)];
    let (status, report, errors) = run(&[&arguments[..], &rest, more].concat());
    assert_eq!(status, 0, "{errors}");
    let files = (1..=5).map(|number| directory.join(format!("game-1.{number}.mcap")));
    (serde_json::from_str(&report).unwrap(), files.collect())
}

fn team<'p>(files: &'p [PathBuf], more: &[&'p str]) -> (i32, String, String) {
    let files = files.iter().map(|file| text_of(file));
    let first: Vec<&str> = ["replay", "--team", "--check"].into_iter().chain(files).collect();
    run(&[&first[..], more].concat())
}

#[test]
fn next_files_may_be_given_or_not() {
    let directory = tempfile::tempdir().unwrap();
    let (_, files) = play(directory.path(), "1", &["--record-max-minutes", "1"]);
    let next = directory.path().join("game-1.1-2.mcap");
    let all = [&files[..2], &[next]].concat();
    let (given, found) =
        (team(&all, &["--format", "json"]), team(&files[..2], &["--format", "json"]));
    assert_eq!((given.0, &given), (0, &found));
    // A line for each clock, then one for each robot.
    let lines: Vec<Value> =
        given.1.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 4, "{lines:?}");
    assert!(lines[0]["error_sec"].is_number() && lines[2]["passes"].is_number(), "{lines:?}");
}

/// Returns a number between two texts of a line.
fn number(line: &str, before: &str, after: &str) -> f64 {
    let (_, rest) = line.split_once(before).expect(line);
    rest.split_once(after).expect(line).0.parse().expect(line)
}

#[test]
fn the_clocks_of_five_robots_are_found_again_and_they_run_again() {
    for (seed, more) in [("2", &["--loss", "0.3", "--duplicates", "0.2"])] {
        let directory = tempfile::tempdir().unwrap();
        let (report, files) = play(directory.path(), seed, more);
        let (status, checked, clocks) = team(&files, &[]);
        assert_eq!((status, checked.matches(": the same: ").count()), (0, 5), "{checked}{clocks}");
        let middle_sec = report["played_sec"].as_f64().unwrap() / 2.0;
        // The clock of a robot in the middle of the game.
        let clock = |name: &str| {
            let of = &report["clocks"][name];
            let fast = of["fast_ppm"].as_f64().unwrap() * 1e-6;
            of["begin_sec"].as_f64().unwrap() + middle_sec * (1.0 + fast)
        };
        let names = (1..=5).map(|number| format!("1.{number}"));
        let ahead = names.map(|name| clock(&name)).fold(0.0, f64::max);
        let mut axes = 0;
        for line in clocks.lines() {
            let (name, _) = line.split_once(": ").unwrap();
            let error_sec = number(line, "+", " s") - (ahead - clock(name));
            assert!(error_sec.abs() < 0.005, "{line}: off by {error_sec} s");
            if line.ends_with("the time line") {
                axes += 1;
            } else {
                let claim_sec = number(line, "error below ", " ms") / 1000.0;
                // As many digits as are printed.
                assert!(error_sec.abs() < claim_sec + 1e-4, "{line}: off by {error_sec} s");
            }
        }
        assert_eq!((axes, clocks.lines().count()), (1, 5), "{clocks}");
    }
}

#[test]
fn recordings_that_are_of_no_team_are_refused_with_the_reason() {
    let directory = tempfile::tempdir().unwrap();
    let (_, files) = play(directory.path(), "1", &[]);
    let other = directory.path().join("game-2.1.mcap");
    let refused = |files: &[PathBuf], reason: &str| {
        let (status, _, errors) = team(files, &[]);
        assert!(status == 2 && errors.contains(reason), "{errors}");
    };
    refused(&[files[0].clone(), files[0].clone()], "another file has a robot `1.1`, too");
    refused(&[files[0].clone(), other.clone()], "1.1 and 2.1 are both number 1");
    // Another team, and another game, in which robots of their numbers have spoken.
    refused(&[other, files[1].clone()], "1.2 has heard another robot with the number of 2.1");
    let second = tempfile::tempdir().unwrap();
    let (_, others) = play(second.path(), "2", &[]);
    let mixed = [files[0].clone(), files[1].clone(), others[2].clone()];
    refused(&mixed, "they are of two teams or games");
    // Without --team they are no files of one recording.
    let (status, _, errors) = run(&["replay", "--check", text_of(&files[0]), text_of(&files[1])]);
    assert!(status == 2 && errors.contains("it is of another robot or build"), "{errors}");
    let (status, _, errors) = run(&["play", "--players", "2", "--own-clocks"]);
    assert!(status == 2 && errors.contains("--record <FILE>"), "{errors}");
}
