//! `nao call` with exclusive control, beside two pages.

use serde_json::{Value, json};
use skill_studio::watch::{Remote, RemoteError};
use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

const TOKEN: &str = "0123456789abcdef0123";
/// The longest wait for anything.
const PATIENCE: Duration = Duration::from_secs(30);

fn nao(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_nao"));
    command.args(arguments).env("SKILL_STUDIO_TOKEN", TOKEN).stdin(Stdio::null());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// A robot that lies, with a live page.
struct Robot {
    program: Child,
    host: String,
}

impl Robot {
    fn start() -> Self {
        let robot =
            Self::of(&["run", "park{}", "--pose", "lying-back", "--gui", "--allow-commands"]);
        let faster = json!({"command": "speed", "factor": 10});
        robot.page().post("/api/debug", &faster).expect("faster");
        robot
    }

    /// Starts the program with these arguments, which show a page.
    fn of(arguments: &[&str]) -> Self {
        let mut program = nao(arguments).spawn().expect("the program");
        let mut lines = BufReader::new(program.stdout.take().expect("a pipe")).lines();
        let host = lines.find_map(|line| {
            let line = line.expect("a text");
            Some(line.split_once("http://")?.1.split_once('/')?.0.to_owned())
        });
        std::thread::spawn(move || lines.for_each(drop));
        Self { program, host: host.expect("an address") }
    }

    /// Another client, as a page is one.
    fn page(&self) -> Remote {
        Remote::new(self.host.clone(), Some(TOKEN.to_owned()))
    }

    fn call(&self, arguments: &[&str]) -> Child {
        nao(&[&["call", &self.host][..], arguments].concat()).spawn().expect("the program")
    }

    #[track_caller]
    fn until(&self, what: &str, is_there: impl Fn(&Value) -> bool) -> Value {
        let (start, page) = (Instant::now(), self.page());
        loop {
            let skiller = page.get("/api/view").expect("a view")["skiller"].take();
            if is_there(&skiller) {
                return skiller;
            }
            assert!(start.elapsed() < PATIENCE, "never {what}: {skiller}");
        }
    }
}

impl Drop for Robot {
    fn drop(&mut self) {
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}

#[test]
fn the_robots_of_a_recording_are_on_one_page_at_one_time() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("game.mcap");
    let path = path.to_str().expect("a text");
    let game = ["-q", "play", "--players", "2", "--against", "1", "--minutes", "0.5"];
    let status = nao(&[&game[..], &["--record", path]].concat()).status();
    assert!(status.is_ok_and(|status| status.success()));
    let robot = Robot::of(&["replay", path]);
    let page = robot.page();
    let names = ["1.1", "2.1", "1.2"];
    // Who goes to a time takes all along.
    for (name, time_sec) in names.iter().zip([12.0, 3.0, 20.0]) {
        let seek = json!({"command": "seek", "time_sec": time_sec});
        page.post(&format!("/robots/{name}/api/debug"), &seek).expect("another time");
        for of in names {
            let start = Instant::now();
            loop {
                let path = format!("/robots/{of}/api/view");
                let view = page.get(&path).expect("a view");
                if view["time_sec"] == time_sec && view["seeking"].is_null() {
                    assert_eq!(view["paused"], true, "{view}");
                    break;
                }
                assert!(start.elapsed() < PATIENCE, "{of} is not at {time_sec} s: {view}");
            }
        }
    }
    let run = |path: &str| page.get(path).expect("a description")["run"].clone();
    assert_eq!(run("/robots/1.2/api/description"), json!({"name": "1.2", "robots": names}));
    // Of one that breaks off all end at one time.
    let cut = directory.path().join("cut.mcap");
    let whole = std::fs::read(path).expect("a recording");
    std::fs::write(&cut, &whole[..whole.len() / 3]).expect("a part");
    let broken = Robot::of(&["replay", cut.to_str().expect("a text")]);
    let ends = names.map(|name| {
        let path = format!("/robots/{name}/api/description");
        broken.page().get(&path).expect("a description")["can"]["seek"].clone()
    });
    assert!(ends[0].is_array() && ends.iter().all(|end| *end == ends[0]), "{ends:?}");
    let alone = Robot::of(&["replay", path, "--robot", "1.2"]);
    let description: Value = alone.page().get("/api/description").expect("a description");
    assert_eq!(description["run"], Value::Null);
}

#[test]
fn a_replay_has_the_token_of_the_environment() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("game.mcap");
    let path = path.to_str().expect("a text");
    let played = nao(&["play", "--minutes", "0.1", "--record", path]).output();
    assert!(played.expect("the program").status.success());
    let replay = Robot::of(&["replay", path]);
    let seek = json!({"command": "seek", "time_sec": 3.0});
    replay.page().post("/api/debug", &seek).expect("the token is known");
}

fn control(page: &Remote, action: &str) {
    page.post("/api/control", &json!({"action": action, "lease": true})).expect("control");
}

/// Returns the kind of error of a call, or nothing.
fn refused(page: &Remote) -> String {
    match page.post("/api/call", &json!({"call": "park{}"})) {
        Err(RemoteError::Refused { error, .. }) => error,
        other => format!("{other:?}"),
    }
}

fn ended(child: Child) -> (Option<i32>, String) {
    let Output { status, stdout, stderr } = child.wait_with_output().expect("it ends");
    (status.code(), String::from_utf8_lossy(&[stdout, stderr].concat()).into_owned())
}

#[test]
fn a_call_takes_and_releases_control() {
    let robot = Robot::start();
    let [page, other] = [(); 2].map(|()| robot.page());
    control(&page, "acquire");
    robot.until("in control", |of| of["controller"] == page.client());
    assert_eq!(refused(&other), "controlled");
    let (status, printed) = ended(robot.call(&["standup{from=\"back\"}"]));
    let parts = [
        "another client, sender ",
        "exclusive control",
        "help: take it with `call --take-control`",
    ];
    let has_all = parts.iter().all(|part| printed.contains(part));
    assert!(status != Some(0) && has_all, "{status:?} {printed}");

    // With control, both pages are kept out until the call has ended.
    let call = robot.call(&["standup{from=\"back\"}", "--take-control"]);
    let others = [0, page.client(), other.client()];
    robot.until("running", |of| {
        of["call"] == "standup{from=\"back\"}" && others.iter().all(|id| of["controller"] != *id)
    });
    assert_eq!([&page, &other].map(refused), ["controlled"; 2]);
    let (status, printed) = ended(call);
    assert!(status == Some(0) && printed.contains("FINAL"), "{status:?} {printed}");
    robot.until("free", |of| of["controller"] == 0);

    // Control of another client is released.
    control(&other, "acquire");
    robot.until("in control", |of| of["controller"] == other.client());
    assert_eq!(ended(robot.call(&["--release-control"])).0, Some(0));
    robot.until("free", |of| of["controller"] == 0);

    // A stop with control keeps the others out until it is released.
    assert_eq!(ended(robot.call(&["--stop", "--take-control"])).0, Some(0));
    robot.until("in control", |of| of["controller"] != 0);
    assert_eq!([&page, &other].map(refused), ["controlled"; 2]);
    assert_eq!(ended(robot.call(&["--release-control"])).0, Some(0));
    robot.until("free", |of| of["controller"] == 0);
}

#[test]
fn a_call_that_is_displaced_or_stopped_fails() {
    let robot = Robot::start();
    let slower = json!({"command": "speed", "factor": 0.5});
    robot.page().post("/api/debug", &slower).expect("slower");
    let standup = "standup{from=\"back\"}";
    let running = |call: &str| robot.until("running", |of| of["call"] == call);
    let first = robot.call(&[standup]);
    running(standup);
    let second = robot.call(&["park{}", "--format", "json"]);
    let (status, printed) = ended(first);
    assert_eq!(status, Some(1), "{printed}");
    assert_eq!(printed, format!("STOPPED {standup}: `park{{}}` was called\n"));
    running("park{}");
    assert_eq!(ended(robot.call(&["--stop"])).0, Some(0));
    let (status, printed) = ended(second);
    assert_eq!(status, Some(1), "{printed}");
    let printed: Value = serde_json::from_str(&printed).expect("JSON");
    let expected = json!({"status": "stopped", "call": "park{}", "reason": "it was stopped"});
    assert_eq!(printed, expected);

    // Whoever loses control has a reason, too.
    let first = robot.call(&[standup, "--take-control"]);
    running(standup);
    let second = robot.call(&["park{}", "--take-control"]);
    let (status, printed) = ended(first);
    assert!(status == Some(1) && printed.starts_with("STOPPED"), "{status:?} {printed}");
    assert!(!printed.contains("error"), "{printed}");
    let (status, printed) = ended(second);
    assert!(status == Some(0) && printed.contains("FINAL park{}"), "{status:?} {printed}");
    robot.until("free", |of| of["controller"] == 0);
}

#[test]
fn what_lacks_the_token_names_its_option() {
    let robot = Robot::start();
    let host = &robot.host[..];
    for arguments in
        [&["call", host, "park{}"][..], &["set", "striker.pause_sec", "1", "--at", host]]
    {
        let mut command = nao(arguments);
        for token in [None, Some("another-token-of-this-length")] {
            command.env_remove("SKILL_STUDIO_TOKEN");
            token.map(|token| command.env("SKILL_STUDIO_TOKEN", token));
            let (status, printed) = ended(command.spawn().expect("the program"));
            assert!(status == Some(2) && printed.contains("--token TOKEN"), "{status:?} {printed}");
        }
    }
    let watch = nao(&["watch", &robot.host, "--gui", "--allow-commands"]).spawn();
    let (status, printed) = ended(watch.expect("the program"));
    assert!(status == Some(2) && printed.contains("only shows it"), "{status:?} {printed}");
}

#[test]
fn a_call_that_is_killed_does_not_keep_control() {
    let robot = Robot::start();
    robot.page().post("/api/debug", &json!({"command": "speed", "factor": 0.1})).expect("slower");
    let standup = "standup{from=\"back\"}";
    let mut call = robot.call(&[standup, "--take-control"]);
    robot.until("running", |of| of["call"] == standup && of["controller"] != 0);
    call.kill().expect("it runs");
    call.wait().expect("it ends");
    let view = robot.until("free", |of| of["controller"] == 0);
    assert_eq!(view["status"], "running", "{view}");
}
