//! Recordings, made and read.

use crate::*;

/// A recording of a short game, and its file.
fn recorded(directory: &Path, name: &str) -> String {
    let path = directory.join(name).to_str().unwrap().to_owned();
    printed(&["-q", "play", "--minutes", "1", "--seed", "3", "--record", &path]);
    path
}

#[test]
fn recordings_are_made_checked_extracted_and_counted() {
    let directory = tempfile::tempdir().unwrap();
    let path = recorded(directory.path(), "game.mcap");
    let out = printed(&["replay", "--check", &path]);
    assert!(out.starts_with("the same: ") && out.ends_with(" events in 6000 passes\n"), "{out}");
    let json: Value =
        serde_json::from_str(&printed(&["replay", "--check", "--format", "json", &path])).unwrap();
    assert_eq!((&json["passes"], &json["ending"]), (&6000.into(), &"whole".into()));
    assert!(json.get("difference").is_none());

    let call = directory.path().join("call.mcap");
    let call = call.to_str().unwrap();
    let out = printed(&["replay", &path, "--extract", "goto", "--output", call]);
    assert!(out.starts_with("goto{") && out.contains(" passes\n"), "{out}");
    assert!(printed(&["replay", "--check", call]).starts_with("the same: "));
    refused(
        &["replay", &path, "--extract", "beckon", "--output", call],
        &["`beckon` was not called"],
    );
    refused(&["replay", &path, "--extract", "goto"], &["--output"]);
    let over = directory.path().join(".").join("game.mcap");
    refused(
        &["replay", &path, "--extract", "goto", "--output", over.to_str().unwrap()],
        &["is read, it cannot be --output"],
    );
    refused(&["replay", "--check", "/dev/stdin"], &["it is no regular file"]);

    let graphs = directory.path().join("graphs");
    let text = graphs.to_str().unwrap();
    let draw = ["replay", &path, "--graphs", text, "--skill", "goto"];
    refused(&[&draw[..], &["--limit", "1"]].concat(), &["more than the limit of 1 pictures"]);
    refused(&["replay", &path, "--graphs", text, "--skill", "gotto"], &["did you mean \"goto\""]);
    refused(&["replay", &path, "--graphs", text, "--time", "900..901"], &["no state changes"]);
    assert!(!graphs.exists(), "nothing was drawn");
    let out = printed(&draw);
    let mut names: Vec<String> = fs::read_dir(&graphs)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort_unstable();
    assert_eq!(out, format!("{} pictures in {text}\n", names.len() / 2));
    assert!(names[0].starts_with("00001-") && names[0].ends_with("s-goto-Goto.dot"), "{names:?}");
    assert_eq!(names[1], names[0].replace(".dot", ".svg"), "{names:?}");
    refused(&draw, &["is not empty"]);
    refused(&["replay", &path, "--skill", "goto"], &["--graphs"]);

    let other = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/rover/tests/fetch.mcap");
    refused(&["coverage", other], &["the recording is of the robot `rover`, not of `nao`"]);
    let out = printed(&["coverage", &path, call]);
    assert!(out.contains("\nstriker ") && out.ends_with(" % of all transitions\n"), "{out}");
    let (code, _, _) = run(&["coverage", &path, "--at-least", "90"]);
    assert_eq!(code, 1);
    printed(&["coverage", &path, "--at-least", "5"]);

    let trace = recorded(directory.path(), "game.json");
    let events: Vec<Value> = serde_json::from_str(&fs::read_to_string(trace).unwrap()).unwrap();
    let with = |kind: &str| events.iter().filter(|event| event["ph"] == kind).count();
    assert!(with("X") > 5 && with("C") > 100 && with("M") > 3, "{}", events.len());
}

#[test]
fn transitions_of_tests_are_counted() {
    let directory = tempfile::tempdir().unwrap();
    let tests = directory.path().join("tests");
    let path = tests.to_str().unwrap();
    fs::create_dir(&tests).unwrap();
    refused(&["coverage", path], &["no test has left its transitions here"]);
    let kick = "skills_nao::skills::kick::Kick";
    let write = |text: String| fs::write(tests.join("1.transitions"), text).unwrap();
    write(format!("{kick} 0 FAILED\nsomebody::else::Kick 7 Off\n"));
    let out = printed(&["coverage", path]);
    assert!(
        out.contains("kick               1 of   4 transitions  25.0 %, 1 of 1 states"),
        "{out}"
    );
    write(format!("{kick} 0 FAILED\n{kick} 0 FINAL\n"));
    refused(&["coverage", path], &["line 2: this program has another transition", "run the tests"]);
    write(format!("{kick} FAILED\n"));
    refused(&["coverage", path], &["line 1: expected a skill, the index"]);

    write(format!("{kick} 0 FAILED\n"));
    let except = directory.path().join("except.toml");
    let given = ["coverage", path, "--except", except.to_str().unwrap()];
    let exception = |skill: &str, to: &str, label: &str| {
        let text = format!(
            "[[transition]]\nskill = \"{skill}\"\nfrom = \"Wait\"\nto = \"{to}\"\nlabel = \"{label}\"\nreason = \"why not\"\n"
        );
        fs::write(&except, text).unwrap();
    };
    let graph: Value =
        serde_json::from_str(&printed(&["graph", "kick", "--format", "json"])).unwrap();
    let label = graph["graph"]["transitions"][1]["label"].as_str().unwrap();
    exception("kick", "FINAL", label);
    let out = printed(&given);
    assert!(out.contains("kick               1 of   3 transitions  33.3 %"), "{out}");
    assert!(
        out.contains(&format!("cannot be taken: Wait -> FINAL  \"{label}\": why not")),
        "{out}"
    );
    exception("kick", "FAILED", "self.leg.is_none()");
    refused(&given, &["`kick` has taken Wait -> FAILED", "remove it"]);
    exception("kick", "Gone", "x");
    refused(&given, &["`kick` has no transition Wait -> Gone"]);
    exception("dance", "Gone", "x");
    refused(&given, &["there is no skill `dance`"]);
    fs::write(&except, "[[transition]]\nskill = 1\n").unwrap();
    refused(&given, &["except.toml", "skill"]);
}

#[test]
fn files_that_are_no_recordings_are_refused() {
    let directory = tempfile::tempdir().unwrap();
    refused(&["replay", "--check", "/no/such/file"], &["error: /no/such/file: No such file"]);
    let cure = "help: a recording is a file that --record FILE has written";
    refused(&["replay", "--check", env!("CARGO_MANIFEST_PATH")], &["not an MCAP file", cure]);
    let empty = directory.path().to_string_lossy();
    refused(&["coverage", &empty], &["no test has left its transitions here"]);
    refused(&["coverage", env!("CARGO_MANIFEST_PATH")], &["not an MCAP file"]);
    refused(&["play", "--record", "/no/such/file.mcap"], &["cannot create"]);
    let path = recorded(directory.path(), "game.mcap");
    let twice =
        ["it is file 1, expected file 2", "help: give the files of one recording once each"];
    refused(&["replay", "--check", &path, &path], &twice);
    let bytes = fs::read(&path).unwrap();
    fs::write(&path, &bytes[..bytes.len() / 3 * 2]).unwrap();
    let (code, out, err) = run(&["replay", "--check", &path]);
    assert_eq!(code, 3, "{err}");
    assert!(out.starts_with("the same: ") && err.contains("warning: ") && err.contains("is cut"));
    assert!(out.contains("\nincomplete: ") && out.contains(" passes\n"), "{out}");
    let text = String::from_utf8_lossy(&bytes[..2000]).replace("soccer", "tennis");
    fs::write(&path, text.as_bytes()).unwrap();
    let (code, ..) = run(&["replay", "--check", &path]);
    assert_eq!(code, 2);
}

/// Records a game of two minutes on a disk with room for so many blocks of 1024 bytes.
fn record_with_room(blocks: u32, path: &Path) -> (i32, String, String) {
    let script = format!("ulimit -f {blocks}; exec \"$0\" -q play --minutes 2 --record \"$1\"");
    let mut shell = Command::new("bash");
    shell.args(["-c", &script, env!("CARGO_BIN_EXE_nao")]).arg(path);
    outcome(&shell.output().unwrap())
}

/// Returns the time up to which a recording is kept that breaks off, s.
fn kept_sec(err: &str) -> f64 {
    let kept = err.split_once("` breaks off, it is kept up to ").expect(err).1;
    kept.split(' ').next().unwrap().parse().unwrap()
}

#[test]
fn a_file_that_is_no_recording_is_not_replaced() {
    let directory = tempfile::tempdir().unwrap();
    for (name, text) in [("notes.txt", "my notes"), ("game.mcap", "[]"), ("game.json", "notes")] {
        let path = path_in(directory.path(), name, text);
        let game = ["play", "--minutes", "0.05", "--quiet", "--record", &path];
        refused(&game, &[name, "it is no recording", "give another name"]);
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
    }
    for (name, text) in [("cut.mcap", &b"\x89MCA"[..]), ("empty.mcap", b""), ("old.json", b"[{}]")]
    {
        let path = path_in(directory.path(), name, "");
        fs::write(&path, text).unwrap();
        printed(&["play", "--minutes", "0.05", "--quiet", "--record", &path]);
        assert_ne!(fs::read(&path).unwrap(), text, "{name}");
    }
}

fn path_in(directory: &Path, name: &str, text: &str) -> String {
    let path = directory.join(name);
    fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

/// The old recording stays if there is no room for the head of another.
#[test]
fn a_full_disk_does_not_replace_a_recording() {
    let directory = tempfile::tempdir().unwrap();
    for (name, old) in [("game.mcap", &b"\x89MCAP0\r\nold"[..]), ("game.json", b"[old")] {
        let path = directory.path().join(name);
        fs::write(&path, old).unwrap();
        let blocks = u32::from(name == "game.mcap");
        let (code, out, err) = record_with_room(blocks, &path);
        assert_eq!((code, &out[..]), (2, ""), "nothing was played");
        assert!(err.starts_with("error: ") && err.contains("File too large"), "{err}");
        assert_eq!(fs::read(&path).unwrap(), old, "{name}");
    }
    let left: Vec<_> = fs::read_dir(directory.path()).unwrap().collect();
    assert_eq!(left.len(), 2, "{left:?}");
}

/// A Chrome trace that breaks off is JSON.
#[test]
fn a_full_disk_leaves_a_trace_that_can_be_read() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("game.json");
    let (code, _, err) = record_with_room(400, &path);
    assert_eq!(code, 2);
    let kept = kept_sec(&err);
    let events: Vec<serde_json::Value> =
        serde_json::from_slice(&fs::read(&path).unwrap()).expect("JSON");
    let last = events.iter().filter_map(|of| of["ts"].as_f64()).fold(0.0, f64::max) / 1e6;
    assert!(kept > 0.5 && kept <= last + 0.2, "kept up to {kept} s, can be read up to {last} s");
}

/// A full disk ends the recording, not the game.
#[test]
fn a_full_disk_ends_the_recording() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("game.mcap");
    let (code, out, err) = record_with_room(900, &path);
    assert_eq!(code, 2);
    assert!(out.contains("after 120 s"), "the game was played: {out}");
    let kept = kept_sec(&err);
    let (code, out, err) = run(&["replay", "--check", path.to_str().unwrap()]);
    assert_eq!(code, 3, "{err}");
    assert!(out.starts_with("the same: ") && err.contains("is cut after"), "{out}{err}");
    let recording = Recording::open(&path).unwrap();
    let end = recording.times().unwrap().1.as_secs_f64();
    // It is flushed each half second of the wall: on a busy machine, less is certain to be kept.
    assert!(kept > end / 4.0 && kept <= end, "kept up to {kept} s, can be read up to {end} s");
}
