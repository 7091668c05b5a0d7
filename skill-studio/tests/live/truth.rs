//! Explanations, changed transitions, breakpoints and commands say what is so.

use super::rig::Robot;
use serde_json::{Value, json};
use skill_studio::watch::RemoteError;
use std::time::Duration;

/// The transitions of `blink` from `On` to `FINAL` and to `Off`.
const DONE: u16 = 0;
const OFF: u16 = 1;

fn endless(robot: &Robot) {
    robot.post("/api/call", &json!({"call": "blink{times=1000000}"}));
}

fn change(robot: &Robot, transition: u16, action: &str, keep: bool) {
    let body = json!({"skill": "blink", "machine": null, "transition": transition, "action": action, "keep": keep});
    robot.post("/api/override", &body);
}

#[track_caller]
fn refused(answer: Result<Value, RemoteError>) -> String {
    match answer {
        Err(RemoteError::Refused { message, .. }) => message,
        other => panic!("{other:?}"),
    }
}

/// Waits for an explanation of the state of `blink`.
#[track_caller]
fn explained(robot: &Robot, is_there: impl Fn(&Value) -> bool) -> Value {
    for _ in 0..100 {
        let why = robot.remote.get("/api/why").expect("an explanation");
        let all = why["machines"].as_array().expect("a list");
        if let Some(state) = all.iter().find(|of| of["skill"] == "blink" && is_there(of)) {
            return state.clone();
        }
    }
    panic!("never explained: {}", robot.remote.get("/api/why").expect("an explanation"));
}

/// The number of transitions of each state of `blink`.
fn count(state: &Value) -> usize {
    if state["name"] == "On" { 2 } else { 1 }
}

#[test]
fn a_state_that_nobody_watched_has_its_transitions() {
    let robot = Robot::new(false, &[]);
    endless(&robot);
    std::thread::sleep(Duration::from_millis(300));
    // Commands do not watch.
    robot.post("/api/debug", &json!({"command": "pause"}));
    std::thread::sleep(Duration::from_millis(300));
    let state = explained(&robot, |_| true);
    assert_eq!(state["checked"], false, "{state}");
    let transitions = state["transitions"].as_array().expect("a list");
    assert_eq!(transitions.len(), count(&state), "{state}");
    assert!(transitions.iter().all(|of| of["fires"].is_null()), "{state}");
    // The next pass is watched.
    robot.post("/api/debug", &json!({"command": "step"}));
    let state = explained(&robot, |of| of["checked"] == true);
    assert_eq!(state["transitions"].as_array().expect("a list").len(), count(&state), "{state}");
}

#[test]
fn an_explanation_is_never_that_of_an_earlier_pass() {
    let robot = Robot::new(false, &[]);
    endless(&robot);
    explained(&robot, |of| of["checked"] == true);
    // Nobody watches for some passes, the last of which are explained by none.
    std::thread::sleep(Duration::from_millis(500));
    robot.post("/api/debug", &json!({"command": "pause"}));
    std::thread::sleep(Duration::from_millis(300));
    let state = explained(&robot, |_| true);
    assert_eq!(state["checked"], false, "{state}");
    assert_eq!(state["variables"], json!([]), "{state}");
}

#[test]
fn the_pass_of_a_breakpoint_is_explained() {
    let robot = Robot::new(false, &[]);
    robot.post("/api/breakpoints", &json!({"skill": "blink", "on": "loop", "state": 0}));
    endless(&robot);
    std::thread::sleep(Duration::from_millis(500));
    let state = explained(&robot, |_| true);
    assert_eq!((&state["name"], &state["checked"]), (&json!("On"), &json!(true)), "{state}");
    assert_eq!(state["transitions"].as_array().expect("a list").len(), 2, "{state}");
}

#[test]
fn a_suppressed_transition_says_so() {
    let robot = Robot::new(false, &[]);
    change(&robot, OFF, "suppress", false);
    endless(&robot);
    let holds = |state: &Value| {
        state["transitions"].as_array().expect("a list").iter().any(|of| {
            of["conditions"].as_array().expect("a list").iter().all(|part| part["holds"] == true)
                && of["index"] == OFF
        })
    };
    let state = explained(&robot, holds);
    let transition = &state["transitions"][1];
    assert_eq!(transition["overridden"], "suppress", "{state}");
    assert_eq!(transition["fires"], false, "{state}");
    assert!(state["transitions"][0]["overridden"].is_null(), "{state}");
}

#[test]
fn a_transition_is_forced_once_unless_it_is_kept() {
    let robot = Robot::new(false, &[]);
    endless(&robot);
    robot.until("running", |view| view["skiller"]["status"] == "running");
    change(&robot, DONE, "force", false);
    robot.until("final", |view| view["skiller"]["status"] == "final");
    let view = robot.until("the end of it", |view| view["overrides"] == json!([]));
    assert_eq!(view["skiller"]["status"], "final");
    endless(&robot);
    let pass =
        robot.until("running", |view| view["skiller"]["status"] == "running")["pass"].as_u64();
    let view = robot.until("later", |view| view["pass"].as_u64() > pass.map(|pass| pass + 30));
    assert_eq!(view["skiller"]["status"], "running", "{view}");
    change(&robot, DONE, "force", true);
    for _ in 0..2 {
        robot.until("final", |view| view["skiller"]["status"] == "final");
        let view = robot.until("kept", |_| true);
        assert_eq!(view["overrides"][0]["once"], false, "{view}");
        endless(&robot);
    }
    change(&robot, DONE, "clear", false);
    robot.until("cleared", |view| view["overrides"] == json!([]));
}

#[test]
fn a_call_while_paused_says_that_it_waits() {
    let robot = Robot::new(false, &[]);
    robot.post("/api/debug", &json!({"command": "pause"}));
    let answer = robot.post("/api/call", &json!({"call": "blink{}"}));
    let waits = answer["waits"].as_str().unwrap_or_default();
    assert!(waits.contains("paused") && waits.contains("blink{}"), "{answer}");
    let view = robot.until("waiting", |view| !view["waiting"].is_null());
    assert_eq!((&view["waiting"], &view["skiller"]["call"]), (&json!("blink{}"), &json!("")));
    robot.post("/api/debug", &json!({"command": "continue"}));
    let view = robot.until("called", |view| view["skiller"]["call"] == "blink{}");
    assert_eq!(view["waiting"], Value::Null, "{view}");
    let answer = robot.post("/api/call", &json!({"call": "blink{}"}));
    assert_eq!((&answer["ok"], &answer["waits"]), (&json!(true), &Value::Null), "{answer}");
    let is_ours = |view: &Value| view["skiller"]["message"] == answer["message"];
    assert!(answer["message"].is_u64() && is_ours(&robot.until("taken", is_ours)), "{answer}");
}

#[test]
fn what_is_not_whole_is_refused() {
    let robot = Robot::new(false, &[]);
    for (path, body) in [
        ("/api/debug", json!({"command": "speed"})),
        ("/api/call", json!([])),
        ("/api/call", json!(["blink{}"])),
        ("/api/call", json!("blink{}")),
    ] {
        let refused = robot.remote.post(path, &body);
        assert!(matches!(refused, Err(RemoteError::Refused { .. })), "{path} {body}: {refused:?}");
    }
    for query in ["active=99", "open=99", "taken=0/99", "taken=99/0", "taken=0"] {
        let refused = robot.remote.get(&format!("/api/graph/blink?format=dot&{query}"));
        assert!(matches!(refused, Err(RemoteError::Refused { .. })), "{query}: {refused:?}");
    }
}

#[test]
fn a_condition_with_an_unknown_name_is_refused_at_once() {
    let robot = Robot::new(false, &[]);
    let set = |condition: &str| {
        let body = json!({"skill": "blink", "on": "loop", "state": 0, "condition": condition});
        robot.remote.post("/api/breakpoints", &body)
    };
    for (condition, parts) in [
        ("self.tims > 2", &["`tims`", "did you mean \"times\"?", "done, times"][..]),
        ("lamp.level > 0.5 || self.nothing", &["column 26", "`nothing`", "done, times"]),
        ("lamp.lvel > 0.5", &["`lvel`", "level"]),
        ("lump.level > 0.5", &["`lump`", "lamp"]),
        ("lamp.level == true", &["a number cannot be compared with true or false"]),
        ("lamp.level", &["not true or false"]),
        ("\"Skiller\".status == Runing", &["`Runing`", "Running"]),
    ] {
        let message = refused(set(condition));
        assert!(parts.iter().all(|part| message.contains(part)), "{condition}: {message}");
    }
    for condition in
        ["self.times > 2", "self.done == 1", "lamp.level > 0.5", "\"Skiller\".status == Running"]
    {
        set(condition).unwrap_or_else(|error| panic!("{condition}: {error}"));
    }
}

#[test]
fn a_change_of_what_does_not_exist_is_refused() {
    let robot = Robot::new(true, &[]);
    let change = |skill: &str, machine: Option<u32>, transition: u16| {
        let body = json!({
            "skill": skill, "machine": machine, "transition": transition, "action": "suppress",
        });
        robot.remote.post("/api/override", &body)
    };
    for ((skill, machine, transition), expected) in [
        (("blnk", None, 0), "there is no skill `blnk`; did you mean \"blink\"?"),
        (("blink", None, 9), "`blink` has no transition 9; it has 3, numbered from 0"),
        (("blink", Some(7), 0), "`blink` is never run by machine 7, but by 0"),
        // In the agent's machine, its skill is one of the skiller's.
        (("blink", Some(1), 0), "`blink` is never run by machine 1, but by 0"),
        (("keeper", Some(1), 0), "`keeper` is never run by machine 1, but by 0"),
    ] {
        assert_eq!(refused(change(skill, machine, transition)), expected);
    }
    for skill in ["blink", "keeper"] {
        change(skill, Some(0), 0).unwrap_or_else(|error| panic!("{skill}: {error}"));
    }
}
