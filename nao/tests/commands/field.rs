//! Games on fields whose measures are in a file.

use super::options::written;
use crate::{printed, refused};
use serde_json::Value;

const FIELD: &str = "\
[options]
field-length-m = 4.4
field-width-m = 3.2
border-m = 0.5
center-circle-m = 0.45
penalty-area-length-m = 0.5
penalty-area-width-m = 1.8
goal-area-length-m = 0.4
goal-area-width-m = 1.4
penalty-mark-m = 1.2
goal-width-m = 1
goal-depth-m = 0.3
ball-radius-m = 0.045
";

#[test]
fn a_file_has_the_measures_of_the_field() {
    let (_directory, file) = written(FIELD);
    let options = FIELD.lines().skip(1).map(|line| format!("--{}", line.replace(" = ", "=")));
    let given: Vec<String> = options.collect();
    let given: Vec<&str> = given.iter().map(String::as_str).collect();
    for teams in [&[][..], &["--players=2"]] {
        let game = |options: &[&str]| printed(&[&["play", "--minutes=1"], teams, options].concat());
        assert_eq!(game(&["--params", &file]), game(&given));
        assert_ne!(game(&given), game(&[]));
    }
    let listed = printed(&["params", "--params", &file, "--format", "json"]);
    let listed: Value = serde_json::from_str(&listed).unwrap();
    let value = |name: &str| {
        let mut all = listed.as_array().unwrap().iter();
        all.find(|of| of["option"] == format!("options.{name}")).unwrap()["value"].clone()
    };
    for line in FIELD.lines().skip(1) {
        let (name, written) = line.split_once(" = ").unwrap();
        assert_eq!(value(name), written, "{name}");
    }
}

#[test]
fn measures_that_do_not_fit_have_their_places() {
    let (_directory, file) = written("[options]\nseed = 3\n[options.play]\ngoal-width-m = 2.5\n");
    let wrong = [
        "error: invalid value '2.5' for '--goal-width-m <M>'\n",
        "tip: give at most 2.2, '--goal-area-width-m', or change that one\n",
        &format!("`--goal-width-m` at {file}:4:1, `--seed` at {file}:2:1"),
    ];
    refused(&["play", "--params", &file], &wrong);
    // Each that is out of its range has its line.
    let (_directory, file) = written("[options]\nfield-length-m = 2\n\nball-radius-m = 'big'\n");
    let wrong = [
        "2 mistakes in the options\n",
        &format!(
            "{file}:2:1: invalid value '2' for '--field-length-m <M>': expected meters, 3 to 30\n"
        ),
        &format!(
            "{file}:4:1: invalid value 'big' for '--ball-radius-m <M>': expected meters, 0.02 to 0.07\n"
        ),
    ];
    refused(&["play", "--params", &file], &wrong);
    // It fits to what the command line has.
    let (_directory, file) = written("[options]\ngoal-width-m = 2.5\n");
    let fits = ["--goal-area-width-m=2.6", "--penalty-area-width-m=2.6", "--minutes=0.05"];
    printed(&[&["play", "--params", &file], &fits[..]].concat());
}

#[cfg(feature = "record")]
#[test]
fn a_game_on_another_field_is_replayed_exactly() {
    let (directory, file) = written(FIELD);
    for players in ["1", "5"] {
        let path = directory.path().join("game.mcap");
        let path = path.to_str().unwrap();
        let game = ["-q", "play", "--players", players, "--minutes=1", "--params", &file];
        printed(&[&game[..], &["--record", path]].concat());
        let checked = printed(&["replay", "--check", path]);
        assert!(checked.contains("the same: "), "{checked}");
        std::fs::remove_file(path).unwrap();
    }
}
