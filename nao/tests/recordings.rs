//! Recordings of the program as files: how they end, who else writes them, and what they replace.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

/// The program, with the default action of each signal: a test may be started with some ignored.
fn nao(arguments: &[&str]) -> Command {
    let mut command = Command::new("env");
    command.args(["--default-signal=INT,TERM,HUP", env!("CARGO_BIN_EXE_nao")]);
    command.args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).stdin(Stdio::null());
    command
}

fn text(path: &Path) -> &str {
    path.to_str().expect("a path of this test")
}

/// Waits until a file has some bytes, so that the recording has begun.
fn wait_for(path: &Path, bytes: u64) {
    let start = Instant::now();
    while fs::metadata(path).map_or(0, |of| of.len()) < bytes {
        assert!(start.elapsed() < Duration::from_secs(30), "{} does not grow", path.display());
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn signal(child: &Child, name: &str) {
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-s", name, &id]).status().unwrap().success());
}

/// Returns what the check of a recording prints, and its exit status.
fn check(path: &Path) -> (Option<i32>, String) {
    let Output { status, stdout, stderr } =
        nao(&["replay", "--check", text(path)]).output().unwrap();
    let out = [stdout, stderr].concat();
    (status.code(), String::from_utf8_lossy(&out).into_owned())
}

#[test]
fn each_signal_ends_a_recording_whole() {
    let directory = tempfile::tempdir().unwrap();
    let commands: [&[&str]; 3] = [
        &["play", "--minutes", "0.05", "--gui"],
        &["play", "--realtime"],
        &["run", "--gui", "standup{}"],
    ];
    for (number, command) in commands.iter().enumerate() {
        let others = ["QUIT", "USR1", "USR2", "ALRM", "VTALRM", "PROF", "XCPU"];
        // The others are caught alike.
        let others = if number == 1 { &others[..] } else { &[] };
        for name in ["INT", "TERM", "HUP"].iter().chain(others) {
            let path = directory.path().join(format!("{number}-{name}.mcap"));
            let mut child = nao(command).args(["--record", text(&path)]).spawn().unwrap();
            wait_for(&path, 50_000);
            std::thread::sleep(Duration::from_millis(700));
            signal(&child, name);
            let status = child.wait().unwrap();
            assert!(!status.success(), "{name} ends it: {status}");
            let (code, out) = check(&path);
            assert_eq!(code, Some(0), "{command:?} {name}: {out}");
            assert!(out.starts_with("the same: "), "{out}");
        }
    }
}

#[test]
fn an_interrupted_game_prints_its_report() {
    let free = std::net::UdpSocket::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let teams = "--players 1 --talk 127.255.255.255 --realtime -q";
    let robot = format!("--gamecontroller {free} --team 5 --player 2 --talk 127.255.255.255");
    let games = [
        ("--players 2 --realtime -q", "team 2, 2 robots: "),
        ("--players 2 --minutes 1000 -q", "team 2, 2 robots: "),
        ("--minutes 1000 --realtime -q", "kicks hit the ball"),
        ("--minutes 1000 --format json -q", "\"played_sec\":"),
        (teams, "team 2, 1 robot: "),
        (&robot, "team messages: "),
    ];
    for (options, part) in games {
        let child = nao(&["play"]).args(options.split(' ')).spawn().unwrap();
        std::thread::sleep(Duration::from_secs(3));
        signal(&child, "INT");
        let Output { status, stdout, stderr } = child.wait_with_output().unwrap();
        let out = String::from_utf8_lossy(&[stdout, stderr].concat()).into_owned();
        assert!(!status.success() && out.contains(part), "{options:?}: {status}: {out}");
    }
}

/// `nohup` and shells in the background have signals ignored.
#[test]
fn a_signal_that_is_ignored_stays_so() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("game.mcap");
    let script = "trap '' HUP; exec \"$0\" -q play --minutes 0.05 --realtime --record \"$1\"";
    let mut shell = Command::new("bash");
    shell.args(["-c", script, env!("CARGO_BIN_EXE_nao")]).arg(&path).stdout(Stdio::null());
    let mut child = shell.spawn().unwrap();
    wait_for(&path, 1000);
    signal(&child, "HUP");
    assert!(child.wait().unwrap().success());
    assert!(check(&path).1.contains("300 passes"));
}

#[test]
fn a_file_that_is_being_recorded_is_refused() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("game.mcap");
    let mut first = nao(&["play", "--realtime", "--record", text(&path)]).spawn().unwrap();
    wait_for(&path, 50_000);
    let second =
        nao(&["-q", "play", "--minutes", "0.1", "--record", text(&path)]).output().unwrap();
    let err = String::from_utf8_lossy(&second.stderr).into_owned();
    assert_eq!(second.status.code(), Some(2), "{err}");
    assert!(err.contains("another program is recording to it"), "{err}");
    std::thread::sleep(Duration::from_millis(700));
    signal(&first, "TERM");
    first.wait().unwrap();
    let (code, out) = check(&path);
    assert_eq!(code, Some(0), "{out}");
    // Once it has ended, it is replaced.
    let third = nao(&["-q", "play", "--minutes", "0.1", "--record", text(&path)]).output().unwrap();
    assert!(third.status.success());
    assert!(check(&path).1.contains(" in 600 passes"));
    let left: Vec<_> = fs::read_dir(directory.path()).unwrap().collect();
    assert_eq!(left.len(), 1, "{left:?}");
}

#[test]
fn no_link_is_followed_and_others_cannot_read() {
    let directory = tempfile::tempdir().unwrap();
    let (path, link) = (directory.path().join("game.mcap"), directory.path().join("link.mcap"));
    let precious = directory.path().join("precious");
    fs::write(&precious, "text").unwrap();
    symlink(&precious, &link).unwrap();
    for (at, problem) in [
        (&link, "it is a symbolic link"),
        (&directory.path().join("no/game.mcap"), "cannot create"),
    ] {
        let refused =
            nao(&["-q", "play", "--minutes", "0.1", "--record", text(at)]).output().unwrap();
        let err = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert_eq!(refused.status.code(), Some(2), "{err}");
        assert!(err.contains(problem), "{err}");
    }
    assert_eq!(fs::read_to_string(&precious).unwrap(), "text");
    let done = nao(&["-q", "play", "--minutes", "0.1", "--record", text(&path)]).output().unwrap();
    assert!(done.status.success());
    let mode = fs::metadata(&path).unwrap().permissions().mode();
    assert_eq!(mode & 0o137, 0, "{mode:o}");
}

#[test]
fn each_run_has_a_file_in_a_directory_and_the_oldest_go() {
    let directory = tempfile::tempdir().unwrap();
    let in_directory = ["--record", text(directory.path())];
    let run = |arguments: &[&str]| {
        let done = nao(&["-q", "play", "--minutes", "0.1"]).args(arguments).output().unwrap();
        (done.status.code(), String::from_utf8_lossy(&done.stderr).into_owned())
    };
    let old = directory.path().join("nao-2020-01-01T00-00-00Z.mcap");
    fs::write(&old, vec![0; 3_000_000]).unwrap();
    assert_eq!(run(&in_directory).0, Some(0));
    let files = || fs::read_dir(directory.path()).unwrap().map(|entry| entry.unwrap().path());
    let new: Vec<_> = files().filter(|path| *path != old).collect();
    assert!(old.exists() && new.len() == 1, "{new:?}");
    assert_eq!(check(&new[0]).0, Some(0));
    let keep = ["--record-keep-mb", "2"];
    assert_eq!(run(&[&in_directory[..], &keep].concat()).0, Some(0));
    assert!(!old.exists() && new[0].exists());
    let file = directory.path().join("game.mcap");
    let (code, err) = run(&[&["--record", text(&file)], &keep[..]].concat());
    assert!(code == Some(2) && err.contains("is no directory"), "{err}");
}

/// The run in which a skill has failed is there, whole, when a later one is gone in which none has.
#[test]
fn a_run_that_failed_is_kept_longest() {
    let directory = tempfile::tempdir().unwrap();
    let keep = ["--record-keep-mb", "1", "--record-keep-failures"];
    let run = |call: &[&str]| {
        let mut command = nao(&["-q", "run"]);
        command.args(call).args(["--record", text(directory.path())]).args(keep);
        command.output().unwrap().status.code()
    };
    let files = |ending: &str| {
        let entries = fs::read_dir(directory.path()).unwrap().map(|entry| entry.unwrap().path());
        let is_one = |path: &std::path::PathBuf| path.extension().is_some_and(|of| of == ending);
        entries.filter(is_one).collect::<Vec<_>>()
    };
    assert_eq!(run(&["servo{head_yaw=2.0, tolerance_rad=0}"]), Some(1));
    let [failed] = &files("mcap")[..] else { panic!("one recording") };
    let first = fs::read_to_string(failed.with_extension("failed")).unwrap();
    assert!(first.contains("servo") && first.contains("timeout"), "{first}");
    // It is older, and each is nearly as large as all may be.
    fill(failed);
    assert_eq!(run(&["servo{head_yaw=0.1}"]), Some(0));
    let good = files("mcap").into_iter().find(|path| path != failed).unwrap();
    assert_eq!(files("failed").len(), 1);
    fill(&good);
    assert_eq!(run(&["servo{head_yaw=0.1}"]), Some(0));
    assert!(failed.exists() && !good.exists(), "{:?}", files("mcap"));
    assert_eq!(check(failed).0, Some(3), "it has zeros after its end, and the replay is the same");
}

/// Adds zeros to a recording, so that two have more than 1 MB.
fn fill(path: &Path) {
    const BYTES: u64 = 700_000;
    let file = fs::File::options().write(true).open(path).unwrap();
    assert!(file.metadata().unwrap().len() < BYTES);
    file.set_len(BYTES).unwrap();
}

/// A recorder that cannot begin its next file says so while the robot runs on.
#[test]
fn a_next_file_that_cannot_be_begun_is_told_at_once() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("game.mcap");
    fs::create_dir(directory.path().join("game-2.mcap")).unwrap();
    let record = ["--record", text(&path), "--record-max-minutes", "1"];
    let done = nao(&["-q", "play", "--minutes", "2"]).args(record).output().unwrap();
    let err = String::from_utf8_lossy(&done.stderr).into_owned();
    assert_eq!(done.status.code(), Some(2), "{err}");
    assert!(err.matches("the recording ends at ").count() == 2, "at once, and at the end: {err}");
    assert!(err.contains("game-2.mcap"), "{err}");
    assert_eq!(check(&path).0, Some(3), "the next file is missing");
}
