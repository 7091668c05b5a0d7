//! `nao season` in shards.

use super::{fs, nao, outcome, refused, run};
use std::path::{Path, PathBuf};

const GAMES: [&str; 6] = ["season", "--games", "6", "--minutes", "0.5", "-q"];

fn text(path: &Path) -> &str {
    path.to_str().expect("a path of this test")
}

fn shard(number: &str, out: &Path) -> (i32, String, String) {
    run(&[&GAMES[..], &["--shard", number, "--out", text(out)]].concat())
}

/// Removes some games from a season.
fn lose(out: &Path, seeds: &[u64]) {
    for seed in seeds {
        fs::remove_file(out.join(format!("{seed}.json"))).unwrap();
    }
}

#[test]
fn shards_are_one_season_wherever_they_were_played() {
    let directory = tempfile::tempdir().unwrap();
    let path = |name: &str| -> PathBuf { directory.path().join(name) };
    let (one, other) = (path("one"), path("other"));
    // Games without a goal: exit status 1.
    let (code, whole, err) = run(&GAMES);
    assert_eq!(code, 1, "{err}");
    for (number, out) in [("1/3", &one), ("2/3", &other), ("3/3", &one)] {
        let (code, said, err) = shard(number, out);
        assert_eq!(code, 0, "{err}");
        assert!(said.contains(": 2 games played"), "{said}");
    }
    let merge = |directories: &[&Path]| {
        let directories: Vec<&str> = directories.iter().map(|path| text(path)).collect();
        run(&[&["season", "merge"], &directories[..]].concat())
    };
    assert_eq!(merge(&[&one, &other]), (1, whole.clone(), String::new()));
    // A directory twice is no more.
    assert_eq!(merge(&[&one, &other, &one]).1, whole);
    let (code, out, err) = merge(&[&one]);
    assert_eq!((code, out.as_str()), (2, ""));
    assert!(
        err.contains("2 of 6 games are missing\nshard 2/3: 2 games: seeds 2, 5\nhelp: "),
        "{err}"
    );

    // What was played is not played again.
    lose(&one, &[1, 6]);
    let (_, said, _) = shard("1/3", &one);
    assert!(said.contains(": 1 games played"), "{said}");
    let (_, _, err) = merge(&[&one, &other]);
    assert!(err.contains("shard 3/3: 1 games: seeds 6"), "{err}");

    // Another result of a game, as of another program.
    shard("3/3", &one);
    let third = fs::read_to_string(one.join("3.json")).unwrap();
    fs::write(other.join("3.json"), third.replace("\"falls\":", "\"falls\":1")).unwrap();
    let (code, _, err) = merge(&[&one, &other]);
    assert_eq!(code, 2);
    assert!(err.contains("3.json: another result of this game"), "{err}");
    // A file that was cut, as by a full disk.
    fs::write(one.join("3.json"), &third[..third.len() / 2]).unwrap();
    let (code, _, err) = merge(&[&one]);
    assert_eq!(code, 2);
    assert!(err.contains("3.json: EOF") && err.contains("help: remove it"), "{err}");
}

#[test]
fn a_directory_is_of_one_season() {
    let directory = tempfile::tempdir().unwrap();
    let (out, team) = (directory.path().join("season"), directory.path().join("team.toml"));
    fs::write(&team, "[striker]\n").unwrap();
    let teams = ["season", "--games", "2", "--minutes", "0.05", "--players", "1", "-q", "--teams"];
    let teams = [&teams[..], &[text(&team), text(&team), "--out", text(&out)]].concat();
    let (code, _, err) = run(&teams);
    assert!(code < 2, "{err}");
    // Its parameters changed meanwhile.
    fs::write(&team, "[kick]\n").unwrap();
    refused(&teams, &["season.json: another season", "help: give another directory"]);
    refused(&["season", "--games", "3", "--out", text(&out)], &["another season"]);
    refused(&["season", "merge", text(directory.path())], &["season.json"]);
    refused(&["season", "--shard", "3/2", "--out", "x"], &["--shard", "expected I/N: 1/8 to 8/8"]);
    refused(&["season", "--shard", "1/2"], &["--out"]);
    refused(&["season", "--loss", "0.5"], &["--players"]);
    fs::write(&team, "[kick]\nnone = 1\n").unwrap();
    let games = ["season", "--games", "2", "--players", "1", "--teams", text(&team), text(&team)];
    refused(&games, &["team.toml:2", "none"]);
}

#[cfg(unix)]
#[test]
fn a_killed_shard_leaves_whole_games_and_goes_on() {
    let directory = tempfile::tempdir().unwrap();
    let out = directory.path().join("season");
    let games = ["season", "--games", "40", "--minutes", "0.5", "-q", "--out", text(&out)];
    let whole = printed_any(&games[..6]);
    let files = || fs::read_dir(&out).map_or(0, Iterator::count);
    for kill_at in [2, 10, 25] {
        let mut process = nao(&games).spawn().unwrap();
        while files() < kill_at && process.try_wait().unwrap().is_none() {
            std::thread::sleep(std::time::Duration::from_millis(1));
        }
        process.kill().unwrap();
        process.wait().unwrap();
        for file in fs::read_dir(&out).unwrap() {
            let path = file.unwrap().path();
            // One that was being written has another name, and is no game.
            if path.extension().is_some_and(|of| of == "json") {
                let text = fs::read_to_string(&path).unwrap();
                assert!(serde_json::from_str::<super::Value>(&text).is_ok(), "{}", path.display());
            }
        }
    }
    assert_eq!(printed_any(&games), whole);
    assert_eq!(outcome(&nao(&["season", "merge", text(&out)]).output().unwrap()).1, whole);
}

/// The output of a season, also of one with faults.
fn printed_any(arguments: &[&str]) -> String {
    let (code, out, err) = run(arguments);
    assert!(code < 2, "{err}");
    out
}

#[test]
fn all_games_have_the_parameters_with_which_the_season_began() {
    let directory = tempfile::tempdir().unwrap();
    let path = |name: &str| -> PathBuf { directory.path().join(name) };
    let (team, other, elsewhere) = (path("a.toml"), path("b.toml"), path("elsewhere"));
    let old = "[approach_ball]\nlook_sec = 0.5\n";
    fs::write(&team, old).unwrap();
    fs::write(&other, "[striker]\npause_sec = 0.9\n").unwrap();
    fs::create_dir(&elsewhere).unwrap();
    let season = |a: &Path, b: &Path, out: &Path| {
        let games = "season --games 4 --minutes 1 --players 1 -q --jobs 1 --teams";
        let games = games.split(' ').chain([text(a), text(b), "--out", text(out)]);
        nao(&games.collect::<Vec<_>>())
    };
    let (one, two) = (path("one"), path("two"));
    let mut process =
        season(&team, &other, &one).stdout(std::process::Stdio::null()).spawn().unwrap();
    while !one.join("1.json").exists() && process.try_wait().unwrap().is_none() {
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    fs::write(&team, "[approach_ball]\nlook_sec = 3.0\n").unwrap();
    assert!(process.wait().unwrap().code().unwrap() < 2);
    // Where the files are is no part of a season.
    let [a, b] = ["a.toml", "b.toml"].map(|name| elsewhere.join(name));
    fs::write(&a, old).unwrap();
    fs::copy(&other, &b).unwrap();
    outcome(&season(&a, &b, &two).output().unwrap());
    for file in ["season.json", "1.json", "2.json", "3.json", "4.json"] {
        let [one, two] = [&one, &two].map(|out| fs::read_to_string(out.join(file)).unwrap());
        assert_eq!(one, two, "{file}");
    }
    assert!(!fs::read_to_string(one.join("season.json")).unwrap().contains("look_sec = 3"));
}

#[test]
fn games_of_another_season_are_not_adopted() {
    let directory = tempfile::tempdir().unwrap();
    let out = directory.path().join("season");
    shard("1/3", &out);
    fs::copy(out.join("1.json"), out.join("2.json")).unwrap();
    let (code, _, err) = run(&["season", "merge", text(&out)]);
    assert_eq!(code, 2);
    assert!(err.contains("2.json: a game with the seed 1\nhelp: remove it"), "{err}");
    fs::remove_file(out.join("season.json")).unwrap();
    let (code, _, err) = shard("1/3", &out);
    assert_eq!(code, 2);
    assert!(err.contains("it has games and no season.json"), "{err}");
    refused(&["season", "--games", "2", "--seed", "18446744073709551615"], &["leaves no seeds"]);
    // Each shard of many games looks at its own alone.
    let many = directory.path().join("many");
    let one = ["season", "--games", "10000000", "--minutes", "0.05", "-q", "--out", text(&many)];
    let (code, said, err) = run(&[&one[..], &["--shard", "10000000/10000000"]].concat());
    assert_eq!(code, 0, "{err}");
    assert!(said.contains(": 1 games played"), "{said}");
}
