//! Options of commands in files with parameters.

use crate::*;
use std::io::Write as _;

const FILE: &str = "\
[options]
seed = 7
minutes = 3

[options.play]
minutes = 0.5

[place.lab.options.play]
seed = 9

[robot.nao7.options.play]
seed = 8
";

pub fn written(text: &str) -> (tempfile::TempDir, String) {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("nao.toml");
    fs::write(&path, text).unwrap();
    let path = path.to_str().unwrap().to_owned();
    (directory, path)
}

#[test]
fn a_file_has_options_that_the_command_line_overrides() {
    let (_directory, file) = written(FILE);
    let game = |options: &[&str]| printed(&[&["-q", "play", "--format", "json"], options].concat());
    let given = |seed: &str, minutes: &str| game(&["--seed", seed, "--minutes", minutes]);
    assert_eq!(game(&["--params", &file]), given("7", "0.5"));
    assert_eq!(game(&["--params", &file, "--minutes=0.3"]), given("7", "0.3"));
    // Tables of a robot and of a place are there, so a table of parameters is no must.
    for (name, seed) in [("robot=nao7", "8"), ("place=lab", "9")] {
        let (layer, name) = name.split_once('=').unwrap();
        let of = [format!("--{layer}"), name.to_owned()];
        assert_eq!(game(&["--params", &file, &of[0], &of[1]]), given(seed, "0.5"), "{layer}");
    }
    // A switch that is off is off.
    let (_on, on) = written("[options]\ncalm = true\n");
    let (_off, off) = written("[options]\ncalm = true\n[options.play]\ncalm = false\n");
    let ten = |options: &[&str]| game(&[&["--minutes=10"], options].concat());
    assert_eq!(ten(&["--params", &on]), ten(&["--calm"]));
    assert_eq!(ten(&["--params", &off]), ten(&[]));
    assert_ne!(ten(&["--calm"]), ten(&[]));
    // One that only some commands can read is one of them; and no secret is listed.
    let (_all, all) =
        written("[options]\ngui = true\n[options.play]\ntoken = 'not-for-the-terminal'\n");
    let listed = printed(&["params", "--params", &all]);
    assert!(listed.contains("options.gui") && listed.contains("options.play.token"), "{listed}");
    assert!(!listed.contains("terminal"), "{listed}");
    // What can be read once is enough.
    let mut piped = nao(&["-q", "play", "--format", "json", "--params", "/dev/stdin"]);
    let mut piped = piped.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    piped.stdin.take().unwrap().write_all(FILE.as_bytes()).unwrap();
    assert_eq!(outcome(&piped.wait_with_output().unwrap()).1, given("7", "0.5"));
    let listed = printed(&["params", "--params", &file]);
    assert!(listed.contains("\noptions.play.minutes"), "{listed}");
    let listed = printed(&["params", "--params", &file, "--format", "json", "--robot", "nao7"]);
    let listed: Value = serde_json::from_str(&listed).unwrap();
    let value = |name: &str| {
        let all = listed.as_array().unwrap();
        all.iter().find(|of| of["option"] == name).unwrap()["value"].clone()
    };
    assert_eq!((value("options.play.seed"), value("options.seed")), ("8".into(), "7".into()));
}

#[test]
fn a_file_has_the_durations_of_motions() {
    let motions = "[options]\nkick-sec = 5\nstandup-back-sec = 6.5\nstandup-front-sec = 7\n";
    let (_directory, file) = written(motions);
    let run = |call: &str, options: &[&str]| {
        printed(&[&["run", call, "--params", &file], options].concat())
    };
    // The skills wait for the end of the motion.
    for (call, options, end) in [
        ("kick{leg=\"right\"}", &["--pose=standing"][..], "FINAL after 5.0"),
        ("kick{leg=\"right\"}", &["--pose=standing", "--kick-sec=9"], "FINAL after 9.0"),
        ("standup{from=\"back\"}", &[], "FINAL after 6.8"),
        ("standup{from=\"front\"}", &["--pose=lying-front"], "FINAL after 7.3"),
    ] {
        let text = run(call, options);
        assert!(text.contains(end), "{call} {options:?}: {text}");
    }
    let game = |options: &[&str]| printed(&[&["-q", "play", "--minutes=4"], options].concat());
    let given = ["--kick-sec=5", "--standup-back-sec=6.5", "--standup-front-sec=7"];
    assert_eq!(game(&["--params", &file]), game(&given));
    assert_ne!(game(&given), game(&[]));
    // Of teams, too.
    let game = |options: &[&str]| game(&[&["--players=1"], options].concat());
    assert_eq!(game(&["--params", &file]), game(&given));
    assert_ne!(game(&given), game(&[]));
}

#[test]
fn each_wrong_option_has_its_place_and_its_cure() {
    for (text, place, wrong, help) in [
        (
            "[options]\nminutez = 2",
            "2:1",
            "no command has option `minutez`; did you mean \"minutes\"?",
            "`help COMMAND`",
        ),
        ("[options.play]\nkick = 2", "2:1", "`play` has no option `kick`", "`help COMMAND`"),
        (
            "[options]\nseed = 'many'",
            "2:1",
            "invalid value 'many' for '--seed <N>': invalid digit",
            "`help",
        ),
        (
            "[options]\nparams = 'x'",
            "2:1",
            "`--params` cannot be in a file",
            "give it to the command",
        ),
        (
            "[options.pley]\nplayers = 2",
            "1:10",
            "there is no command `pley`; did you mean \"play\"?",
            "[options.COMMAND]",
        ),
        ("[options.play]\nplayers = 99", "2:1", "invalid value '99' for '--players <N>'", "`help"),
        ("[options.play]\nplayers = true", "2:1", "`--players` is one value", "`players = \"..\"`"),
        (
            "[options.play]\nrealtime = 'yes'",
            "2:1",
            "`--realtime` is on or off",
            "`realtime = true`",
        ),
        ("[options.play]\nformat = 'jsn'", "2:1", "invalid value 'jsn' for '--format", "'json'"),
        (
            "[options.lola]\nteam = [1, 2]",
            "2:1",
            "`--team` is one value",
            "write a text or a number",
        ),
        (
            "[options.watch]\ngui = true",
            "1:10",
            "`watch` reads no files of options",
            "give its options",
        ),
        (
            "[options]\n--minutes = 2",
            "2:1",
            "no command has option `--minutes`; did you mean \"minutes\"?",
            "`help",
        ),
        (
            "[options]\nkick-sec = 4.9",
            "2:1",
            "invalid value '4.9' for '--kick-sec <S>': expected seconds, 5 to 60",
            "`help",
        ),
        (
            "[options.run]\nstandup-back-sec = 61",
            "2:1",
            "invalid value '61' for '--standup-back-sec <S>': expected seconds, 4 to 60",
            "`help",
        ),
        (
            "[options.run]\nstandup-front-sec = 'nan'",
            "2:1",
            "invalid value 'nan' for '--standup-front-sec <S>': expected seconds, 4 to 60",
            "`help",
        ),
        (
            "[options]\nkik-sec = 5",
            "2:1",
            "no command has option `kik-sec`; did you mean \"kick-sec\"?",
            "`help",
        ),
        // Also those of robots elsewhere.
        ("[robot.nao7.options]\nseed = -1", "2:1", "invalid value '-1' for '--seed <N>'", "`help"),
        ("options = 3", "1:1", "`options` does not belong to a skill", "[SKILL]"),
    ] {
        let (_directory, file) = written(text);
        refused(&["play", "--params", &file], &[&format!("{file}:{place}: {wrong}"), help]);
    }
    let both = "[robot.a.options]\nseed = 1\n[place.b.options]\nseed = 2\n";
    let (_directory, file) = written(both);
    let wrong = "`seed` is 2 at this place, but 1 for this robot, in ";
    refused(&["play", "--params", &file, "--robot", "a", "--place", "b"], &[":4:1: ", wrong]);
    // A conflict is that of the command line.
    let (_directory, file) = written("[options.play]\nallow-commands = true\n");
    let note = format!("note: the files of `--params` have given `--allow-commands` at {file}:2:1");
    refused(&["play", "--params", &file], &["--gui", &note]);
}
