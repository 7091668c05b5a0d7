//! `nao watch HOST --record`: a robot in another program, recorded over HTTP.
#![cfg(unix)]

use skill_studio::record::{Ending, Recording};
use std::io::{BufRead as _, BufReader, Read as _};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

const SEE: &str = "see-token-0123456789";
/// The longest wait for anything.
const PATIENCE: Duration = Duration::from_secs(30);

/// The program, with the default action of each signal: a test may be started with some ignored.
fn nao(arguments: &[&str]) -> Command {
    let mut command = Command::new("env");
    command.args(["--default-signal=INT,TERM,HUP", env!("CARGO_BIN_EXE_nao")]).args(arguments);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// A program that is killed when it is dropped.
struct Running(Child);

impl Running {
    fn start(arguments: &[&str], token: Option<&str>) -> Self {
        let mut command = nao(arguments);
        token.map(|token| command.env("SKILL_STUDIO_TOKEN", token));
        Self(command.spawn().unwrap())
    }

    fn lines(&mut self) -> std::io::Lines<BufReader<ChildStdout>> {
        BufReader::new(self.0.stdout.take().unwrap()).lines()
    }

    fn signal(&self, name: &str) {
        let id = self.0.id().to_string();
        assert!(Command::new("kill").args(["-s", name, &id]).status().unwrap().success());
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Starts a game whose page needs a token for reading. Returns the port.
fn robot(gui: &str, token: &str) -> (Running, u16) {
    let token = format!("--token-file=see={token}");
    let mut robot = Running::start(&["play", "--realtime", gui, &token], None);
    let mut lines = robot.lines();
    let port = lines.find_map(|line| {
        let line = line.unwrap();
        line.split_once("http://127.0.0.1:")?.1.split_once('/')?.0.parse().ok()
    });
    std::thread::spawn(move || lines.for_each(drop));
    (robot, port.unwrap())
}

fn grow(path: &Path, bytes: u64) {
    let (start, old) = (Instant::now(), path.metadata().map_or(0, |of| of.len()));
    while path.metadata().map_or(0, |of| of.len()) < old + bytes {
        assert!(start.elapsed() < PATIENCE, "{} does not grow", path.display());
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn a_robot_is_recorded_by_its_host_name() {
    let directory = tempfile::tempdir().unwrap();
    let [token, file] = ["see", "game.mcap"].map(|name| directory.path().join(name));
    std::fs::write(&token, format!("{SEE}\n")).unwrap();
    assert!(Command::new("chmod").arg("600").arg(&token).status().unwrap().success());
    let (token, path) = (token.to_str().unwrap(), file.to_str().unwrap());
    let (robot, port) = robot("--gui", token);
    let host = format!("localhost:{port}");

    // Who may not see it cannot record it.
    let refused = nao(&["watch", &host, "--record", path]).output().unwrap();
    let text = String::from_utf8(refused.stderr).unwrap();
    assert_eq!(refused.status.code(), Some(2));
    assert!(text.contains("the role `see`") && text.contains("SKILL_STUDIO_TOKEN"), "{text}");
    assert!(!file.exists());

    let mut watch = Running::start(&["watch", &host, "--record", path], Some(SEE));
    grow(&file, 40_000);
    // A robot that does not respond for a while is recorded again then.
    robot.signal("STOP");
    let mut lines = watch.lines();
    let mut said = |expected: &str| {
        let line = lines.next().unwrap().unwrap();
        assert!(line.contains(expected), "{line}");
    };
    said("lost: ");
    robot.signal("CONT");
    said("seen again");
    grow(&file, 40_000);

    // Another one at the same address is not.
    drop(robot);
    said("lost: ");
    let (_other, _) = self::robot(&format!("--gui=127.0.0.1:{port}"), token);
    said("lost: the robot was started again");
    assert!(watch.0.wait().unwrap().success());
    let mut rest = String::new();
    watch.0.stderr.take().unwrap().read_to_string(&mut rest).unwrap();
    assert_eq!(rest, "");

    let recording = Recording::open(&file).unwrap();
    assert!(!recording.each_pass && recording.ending == Ending::Whole);
    assert!(recording.events.iter().any(|event| event.skill == "striker"));
    let numbers = recording.events.iter().map(|event| event.pass);
    assert!(numbers.is_sorted());
}
