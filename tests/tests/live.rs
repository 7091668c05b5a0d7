//! A live robot: its HTTP interface, its debugger, and the limits of access.

#[path = "live/mutated.rs"]
mod mutated;

use rover::agent::Collector;
use rover::interfaces::RoverBoard;
use rover::simulator::Simulator;
use rover::skills::RoverSkills;
use serde_json::{Value, json};
use skill_runtime::{Agent, AgentRunner, NoTrace, SkillSpace};
use skill_studio::live::server::{Options, start};
use skill_studio::watch::{Remote, RemoteError};
use skill_studio::{Description, Session};
use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, mpsc};
use std::time::{Duration, Instant};

const TOKEN: &str = "0123456789abcdef0123";

/// A rover with a live page, in a thread of its own.
struct Robot {
    address: SocketAddr,
    ends: Arc<AtomicBool>,
    remote: Remote,
}

impl Robot {
    fn new(with_agent: bool, allow_commands: bool) -> Self {
        let ends = Arc::new(AtomicBool::new(false));
        let (sender, receiver) = mpsc::channel();
        let is_over = Arc::clone(&ends);
        std::thread::spawn(move || {
            let board: &'static RoverBoard = Box::leak(Box::default());
            let mut simulator = Simulator::new(board).expect("the only simulator");
            if !with_agent {
                // Without cans, the robot searches until it gives up.
                simulator.cans = [None; 3];
            }
            let agents = const { &[Collector::INFO] };
            let description = Description::of::<RoverSkills>("rover", agents);
            let session = Session::<RoverSkills, _>::new(board, simulator).expect("the only one");
            let options = Options {
                address: SocketAddr::from(([127, 0, 0, 1], 0)),
                allow_commands,
                token: Some(TOKEN.to_owned()),
                roles: Vec::new(),
                hosts: Vec::new(),
            };
            let serve = |hub| {
                let server = start(hub, &options).expect("a free port");
                sender.send(server.address).expect("the test waits");
            };
            if with_agent {
                let agent = AgentRunner::new(board, Collector::default(), rover_agent());
                let mut session = session.with_agent(agent.expect("the only agent"));
                serve(session.make_live(description));
                while !is_over.load(Relaxed) {
                    session.pass(&mut NoTrace);
                }
            } else {
                let mut session = session;
                serve(session.make_live(description));
                while !is_over.load(Relaxed) {
                    session.pass(&mut NoTrace);
                }
            }
        });
        let address = receiver.recv().expect("the robot starts");
        let remote = Remote::new(address.to_string(), Some(TOKEN.to_owned()));
        Self { address, ends, remote }
    }

    fn post(&self, path: &str, body: &Value) -> Value {
        self.remote.post(path, body).unwrap_or_else(|error| panic!("{path} {body}: {error}"))
    }

    fn refused(&self, path: &str, body: &Value) -> Value {
        match self.remote.post(path, body) {
            Err(RemoteError::Refused { answer, .. }) => answer,
            other => panic!("{path} {body}: {other:?}"),
        }
    }

    fn view(&self) -> Value {
        self.remote.get("/api/view").expect("a view")
    }

    /// Waits until a view satisfies `is_there`.
    #[track_caller]
    fn until(&self, what: &str, is_there: impl Fn(&Value) -> bool) -> Value {
        let start = Instant::now();
        loop {
            let view = self.view();
            if is_there(&view) {
                return view;
            }
            assert!(start.elapsed() < Duration::from_secs(20), "never {what}: {view}");
        }
    }

    fn interface(&self, id: &str) -> Value {
        let board = self.remote.get("/api/board").expect("a blackboard");
        let all = board["interfaces"].as_array().expect("a list");
        all.iter().find(|of| of["id"] == id).expect(id).clone()
    }
}

fn rover_agent() -> std::num::NonZeroU32 {
    std::num::NonZeroU32::new(7).expect("not zero")
}

impl Drop for Robot {
    fn drop(&mut self) {
        self.ends.store(true, Relaxed);
        let _ = self.remote.post("/api/debug", &json!({"command": "continue"}));
    }
}

/// The index of a state or a transition of a skill.
fn state(skill: &str, name: &str) -> u16 {
    let skill = RoverSkills::SKILLS.iter().find(|of| of.name == skill).expect(skill);
    let index = skill.graph.states.iter().position(|of| of.name == name).expect(name);
    u16::try_from(index).expect("few")
}

fn is_active(view: &Value, skill: &str, state: &str) -> bool {
    let active = view["active"].as_array().expect("a list");
    active.iter().any(|of| of["skill"] == skill && of["name"] == state)
}

#[test]
fn a_skill_is_called_watched_and_stopped() {
    let robot = Robot::new(false, true);
    robot.post("/api/call", &json!({"call": "search{}"}));
    let view = robot.until("searching", |view| is_active(view, "search", "Turn"));
    assert_eq!(view["skiller"]["call"], "search{}");
    assert!(view["trace"].as_array().expect("a list").len() >= 2, "{view}");
    let why = robot.remote.get("/api/why").expect("why");
    let of = &why["machines"][0];
    assert!(why["complete"] == true && of["skill"] == "search", "{why}");
    assert!(!of["transitions"].as_array().expect("a list").is_empty(), "{why}");
    robot.post("/api/stop", &json!({}));
    robot.until("stopped", |view| view["skiller"]["status"] == "inactive");

    let wrong = robot.refused("/api/call", &json!({"call": "serch{}"}));
    assert_eq!(wrong["error"], "bad_call");
    assert_eq!((&wrong["at"], &wrong["suggestion"]), (&json!(0), &json!("search")));
    let wrong = robot.refused("/api/call", &json!({"cal": "search{}"}));
    assert_eq!(wrong["error"], "bad_request");
    // Exclusive control.
    robot.post("/api/control", &json!({"action": "acquire"}));
    robot.until("in control", |view| view["skiller"]["controller"] == robot.remote.client());
    robot.post("/api/control", &json!({"action": "release"}));
    robot.until("free", |view| view["skiller"]["controller"] == 0);
}

#[test]
fn an_agent_keeps_control_until_it_is_stolen() {
    let robot = Robot::new(true, true);
    robot.until("in control", |view| view["skiller"]["controller"] == 7);
    let refused = robot.refused("/api/call", &json!({"call": "search{}"}));
    assert_eq!((&refused["error"], &refused["controller"]), (&json!("controlled"), &json!(7)));
    let view = robot.until("running", |view| is_active(view, "collector", "Fetch"));
    let layers: Vec<&str> = view["active"]
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|of| of["layer"].as_str())
        .collect();
    assert!(layers.contains(&"agent") && layers.contains(&"skiller"), "{view}");
    robot.post("/api/control", &json!({"action": "steal"}));
    robot.until("stolen", |view| view["skiller"]["controller"] == robot.remote.client());
    robot.post("/api/call", &json!({"call": "search{}"}));
    robot.post("/api/control", &json!({"action": "release"}));
}

#[test]
fn a_breakpoint_with_a_condition_pauses_and_steps() {
    let robot = Robot::new(false, true);
    let new = |condition: &str| {
        let state = state("search", "Turn");
        json!({"skill": "search", "on": "loop", "state": state, "condition": condition})
    };
    let wrong = robot.refused("/api/breakpoints", &new("lidar.see"));
    assert!(wrong["message"].as_str().expect("text").contains("did you mean \"sees\""), "{wrong}");
    let wrong = robot.refused("/api/breakpoints", &new("odometry.x_m == 1"));
    assert_eq!(wrong["at"], 0, "not an interface of the skill: {wrong}");
    let set = robot.post(
        "/api/breakpoints",
        &new("\"Lidar\".sees == false && !(\"Wheels\".turn_rad_per_sec < 0.1)"),
    );
    robot.post("/api/call", &json!({"call": "search{}"}));
    let view = robot.until("paused", |view| view["paused"] == true);
    assert_eq!(view["hit"]["breakpoint"], set["id"], "{view}");
    assert!(is_active(&view, "search", "Turn"));
    let (pass, again) = (view["pass"].clone(), robot.view());
    assert_eq!(again["pass"], pass, "no pass begins");
    robot.post("/api/debug", &json!({"command": "step"}));
    let next = pass.as_u64().expect("a number") + 1;
    robot.until("one pass later", |view| view["pass"] == next);
    assert_eq!(robot.remote.get("/api/why").expect("why")["machines"][0]["skill"], "search");
    // Without the breakpoint the robot continues.
    let id = set["id"].as_u64().expect("a number");
    let removed = delete(&robot, &format!("/api/breakpoints/{id}"));
    assert!(removed.contains("\"ok\":true"), "{removed}");
    robot.until("paused, by nothing", |view| view["paused"] == true && view["hit"].is_null());
    robot.post("/api/debug", &json!({"command": "continue"}));
    robot.until("on", |view| view["pass"].as_u64() > Some(next + 3));
    let to = json!({"command": "run_to", "skill": "search", "on": "exit", "state": state("search", "Turn")});
    robot.post("/api/debug", &to);
    robot.post("/api/call", &json!({"call": "search{}"}));
    robot.post("/api/debug", &json!({"command": "speed", "factor": null}));
    let view = robot.until("there", |view| view["paused"] == true);
    assert!(view["breakpoints"].as_array().expect("a list").is_empty(), "once: {view}");
}

fn delete(robot: &Robot, path: &str) -> String {
    let request = format!(
        "DELETE {path} HTTP/1.1\r\nHost: {}\r\nAuthorization: Bearer {TOKEN}\r\nConnection: close\r\n\r\n",
        robot.address
    );
    raw(robot.address, request.as_bytes())
}

/// Sends bytes, and returns the response.
fn raw(address: SocketAddr, request: &[u8]) -> String {
    let mut stream = TcpStream::connect(address).expect("the server listens");
    stream.set_read_timeout(Some(Duration::from_secs(5))).expect("a time");
    stream.write_all(request).expect("is read");
    let mut answer = String::new();
    let _ = stream.read_to_string(&mut answer);
    answer
}

#[test]
fn faults_are_put_in_and_taken_out() {
    let robot = Robot::new(false, true);
    let fault = |kind: &str| json!({"interface": "Lidar", "kind": kind});
    robot.post("/api/call", &json!({"call": "search{}"}));
    robot.until("searching", |view| is_active(view, "search", "Turn"));
    robot.post("/api/fault", &fault("remove_writer"));
    let view = robot.until("failed", |view| view["skiller"]["status"] == "failed");
    assert!(view["skiller"]["error"].as_str().expect("text").contains("lidar"), "{view}");
    assert_eq!(robot.interface("Lidar")["problem"], "no writer", "as the skills see it");
    robot.post("/api/fault", &fault("clear"));
    let set = json!({"interface": "Lidar", "kind": "set", "field": "sees", "value": true});
    robot.post("/api/fault", &set);
    robot.post("/api/call", &json!({"call": "search{}"}));
    robot.until("found", |view| view["skiller"]["status"] == "final");
    let wrong = json!({"interface": "Lidar", "kind": "set", "field": "sees", "value": 3});
    let refused = robot.refused("/api/fault", &wrong);
    assert!(refused["message"].as_str().expect("text").contains("true or false"), "{refused}");
    robot.post("/api/fault", &fault("clear"));
    assert_eq!(robot.interface("Lidar")["has_writer"], true);
    robot.post("/api/fault", &fault("stall"));
    std::thread::sleep(Duration::from_millis(400));
    robot.post("/api/fault", &fault("clear"));
    // The wheels refuse messages.
    robot.post("/api/fault", &json!({"interface": "Wheels", "kind": "refuse_messages"}));
    robot.post("/api/call", &json!({"call": "search{}"}));
    let view = robot.until("refused", |view| view["skiller"]["status"] == "failed");
    assert!(view["skiller"]["error"].as_str().expect("text").contains("queue"), "{view}");
    let trace = view["trace"].to_string();
    assert!(trace.contains("SetVelocity") && !trace.contains('#'), "names, not numbers: {trace}");
    assert_eq!(view["faults"].as_array().expect("a list").len(), 1);
}

#[test]
fn a_transition_is_forced_by_the_debugger() {
    let robot = Robot::new(false, true);
    let skill = RoverSkills::SKILLS.iter().find(|of| of.name == "search").expect("exists");
    let to_final =
        skill.graph.transitions.iter().position(|of| skill.graph.state_name(of.to) == "FINAL");
    let action = |action: &str| json!({"skill": "search", "transition": to_final, "action": action, "machine": null});
    robot.post("/api/override", &action("suppress"));
    robot.post("/api/call", &json!({"call": "search{}"}));
    robot.until("searching", |view| is_active(view, "search", "Turn"));
    robot.post("/api/override", &action("force"));
    robot.until("final", |view| view["skiller"]["status"] == "final");
    robot.post("/api/override", &action("clear"));
    assert!(robot.view()["overrides"].as_array().expect("a list").is_empty());
}

/// The head of a request without its end.
fn head(robot: &Robot, line: &str, headers: &[&str], body: &str) -> String {
    let mut request =
        format!("{line} HTTP/1.1\r\nConnection: close\r\nContent-Length: {}\r\n", body.len());
    if !headers.iter().any(|of| of.to_lowercase().starts_with("host:")) {
        request += &format!("Host: {}\r\n", robot.address);
    }
    for header in headers {
        request += &format!("{header}\r\n");
    }
    request + "\r\n" + body
}

#[test]
fn nobody_commands_without_the_token() {
    let robot = Robot::new(false, true);
    let bearer = format!("Authorization: Bearer {TOKEN}");
    let origin = format!("Origin: http://{}", robot.address);
    let call = r#"{"call":"search{}"}"#;
    for (headers, expected) in [
        (&[][..], "no_token"),
        (&["Authorization: Bearer 0123456789abcdef0124"], "wrong_token"),
        (&["Authorization: Bearer "], "wrong_token"),
        (&["Authorization: Basic 0123456789abcdef0123"], "wrong_token"),
        (&[&bearer[..], "Origin: http://evil.example"], "foreign_origin"),
        (&[&bearer[..], "Origin: null"], "foreign_origin"),
        (&[&bearer[..], "Origin: http://127.0.0.1:1"], "foreign_origin"),
        (&[&bearer[..], "Host: evil.example"], "foreign_host"),
        (&[&bearer[..], "Host: evil.example:80"], "foreign_host"),
        (&[&bearer[..], "Content-Type: text/plain"], "bad_request"),
        (&[&bearer[..], "Content-Type: application/x-www-form-urlencoded"], "bad_request"),
    ] {
        let answer = raw(robot.address, head(&robot, "POST /api/call", headers, call).as_bytes());
        assert!(answer.contains(&format!("\"error\":\"{expected}\"")), "{headers:?}: {answer}");
    }
    // A page of another origin cannot read either.
    for path in ["/api/view", "/api/events", "/api/description", "/"] {
        let foreign = ["Origin: http://evil.example"];
        let answer =
            raw(robot.address, head(&robot, &format!("GET {path}"), &foreign, "").as_bytes());
        assert!(
            answer.contains("foreign_origin") && !answer.contains("access-control"),
            "{answer}"
        );
    }
    assert_eq!(robot.view()["skiller"]["status"], "inactive", "nothing was called");
    let own = head(&robot, "POST /api/call", &[&bearer, &origin], call);
    let answer = raw(robot.address, own.as_bytes());
    assert!(answer.contains("\"ok\":true"), "{answer}");

    let read_only = Robot::new(false, false);
    for path in
        ["call", "stop", "control", "debug", "breakpoints", "override", "fault", "move", "push"]
    {
        let line = format!("POST /api/{path}");
        let answer = raw(read_only.address, head(&read_only, &line, &[&bearer], "{}").as_bytes());
        assert!(answer.contains("\"error\":\"read_only\""), "{path}: {answer}");
    }
    let answer = raw(
        read_only.address,
        head(&read_only, "DELETE /api/breakpoints/1", &[&bearer], "").as_bytes(),
    );
    assert!(answer.contains("\"error\":\"read_only\""), "{answer}");
}

#[test]
fn addresses_without_a_document_are_not_found() {
    let robot = Robot::new(false, false);
    for path in ["/page/none.js", "/page/%FF", "/page/%", "/page/a%2Fb", "/page/", "/none", "/%FF"]
    {
        let answer = raw(robot.address, head(&robot, &format!("GET {path}"), &[], "").as_bytes());
        let is_typed = answer.contains("\"error\":\"not_found\"");
        assert!(answer.starts_with("HTTP/1.1 404") && is_typed, "{path}: {answer}");
    }
}
