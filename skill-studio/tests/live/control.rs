//! Control, stops, and the counters of the trace, with an agent and several clients.

use super::rig::{Robot, client};
use serde_json::{Value, json};
use skill_studio::watch::{Remote, RemoteError};
use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader};
use std::time::{Duration, Instant};

fn error(answer: Result<Value, RemoteError>) -> String {
    match answer {
        Err(RemoteError::Refused { error, .. }) => error,
        other => panic!("{other:?}"),
    }
}

fn control(remote: &Remote, action: &str) -> Result<Value, RemoteError> {
    remote.post("/api/control", &json!({ "action": action }))
}

#[test]
fn control_excludes_other_clients() {
    let robot = Robot::new(false, &[]);
    let [page, other] = [(); 2].map(|()| client(robot.address));
    let call = json!({"call": "blink{times=100000}"});
    control(&page, "acquire").expect("nobody has it");
    // Already before the next pass.
    page.post("/api/call", &call).expect("it has control");
    robot.until("in control", |view| view["skiller"]["controller"] == page.client());
    assert_eq!(error(other.post("/api/call", &call)), "controlled");
    assert_eq!(error(control(&other, "acquire")), "controlled");
    assert_eq!(error(control(&other, "release")), "controlled");
    page.post("/api/call", &call).expect("it has control");
    // A stop comes before control.
    robot.until("running", |view| view["skiller"]["status"] == "running");
    other.post("/api/stop", &json!({})).expect("always");
    let view = robot.until("stopped", |view| view["skiller"]["status"] == "inactive");
    assert_eq!(view["skiller"]["controller"], page.client());
    control(&other, "steal").expect("always");
    robot.until("stolen", |view| view["skiller"]["controller"] == other.client());
    assert_eq!(error(page.post("/api/call", &call)), "controlled");
    control(&other, "release").expect("it has control");
    robot.until("free", |view| view["skiller"]["controller"] == 0);
    page.post("/api/call", &call).expect("nobody has control");
    // Given back before the next pass.
    robot.post("/api/debug", &json!({"command": "pause"}));
    control(&page, "acquire").expect("nobody has it");
    control(&page, "release").expect("it has control");
    control(&other, "acquire").expect("it was given back");
    assert_eq!(error(control(&page, "acquire")), "controlled");
    robot.post("/api/debug", &json!({"command": "continue"}));
    robot.until("the other", |view| view["skiller"]["controller"] == other.client());
    control(&other, "release").expect("it has control");
    page.post("/api/call", &call).expect("in the same pass");
    // Stolen and stopped before the next pass.
    control(&other, "steal").expect("always");
    page.post("/api/stop", &json!({})).expect("always");
    robot.until("stopped", |view| view["skiller"]["status"] == "inactive");
}

#[test]
fn a_stop_of_one_call_leaves_another() {
    let robot = Robot::new(false, &[]);
    let call = json!({"call": "blink{times=100000}"});
    let sent = |answer: Value| answer["message"].as_u64().expect("a number");
    let stop =
        |message: u64| robot.post("/api/stop", &json!({ "message": message }))["stops"].clone();
    let first = sent(robot.post("/api/call", &call));
    robot.until("running", |view| view["skiller"]["message"] == first);
    // Not taken yet, and taken.
    let second = sent(robot.post("/api/call", &call));
    assert_eq!(stop(first), false);
    robot.until("the second", |view| view["skiller"]["message"] == second);
    for other in [first, 0, second + 1, u64::from(u32::MAX)] {
        assert_eq!(stop(other), false, "{other}");
    }
    let pass = robot.until("running", |_| true)["pass"].as_u64().expect("a number");
    let view = robot.until("later", |view| view["pass"].as_u64() > Some(pass + 5));
    assert_eq!(
        (&view["skiller"]["message"], &view["skiller"]["status"]),
        (&json!(second), &json!("running"))
    );
    assert_eq!(stop(second), true);
    robot.until("stopped", |view| view["skiller"]["status"] == "inactive");
    assert_eq!(stop(second), false, "it has ended");
    // One that waits to begin.
    robot.post("/api/debug", &json!({"command": "pause"}));
    let third = sent(robot.post("/api/call", &call));
    assert_eq!(stop(third), true);
    robot.post("/api/debug", &json!({"command": "continue"}));
    let pass =
        robot.until("on", |view| view["paused"] == false)["pass"].as_u64().expect("a number");
    let view = robot.until("later", |view| view["pass"].as_u64() > Some(pass + 5));
    assert_eq!(view["skiller"]["status"], "inactive");
}

#[test]
fn a_stop_comes_before_the_agent() {
    let robot = Robot::new(true, &[]);
    robot.until("in control", |view| view["skiller"]["controller"] == 7);
    assert_eq!(error(robot.remote.post("/api/call", &json!({"call": "blink{}"}))), "controlled");
    // Paused while the skill runs: between two calls of the agent there is nothing to stop.
    let until_running = json!({"command": "run_to", "skill": "blink", "on": "entry", "state": 1});
    robot.post("/api/debug", &until_running);
    robot.until("paused", |view| view["paused"] == true);
    robot.post("/api/stop", &json!({}));
    robot.post("/api/debug", &json!({"command": "continue"}));
    let stopped = |view: &Value| {
        let trace = view["trace"].as_array().expect("a list");
        let entries: Vec<_> = trace.iter().filter(|of| of["layer"] == "skiller").collect();
        // Reset without FINAL before.
        entries.windows(2).any(|of| of[1]["kind"] == "reset" && of[0]["to"] != 2)
    };
    robot.until("stopped", stopped);
    // Who takes control keeps the agent off.
    control(&robot.remote, "steal").expect("always");
    robot.post("/api/stop", &json!({}));
    robot.until("stopped", |view| view["skiller"]["status"] == "inactive");
    let pass = robot.until("quiet", |_| true)["pass"].as_u64().expect("a number");
    let view = robot.until("later", |view| view["pass"].as_u64() > Some(pass + 20));
    assert_eq!(view["skiller"]["status"], "inactive", "{view}");
}

#[test]
fn each_entry_of_both_layers_arrives() {
    let robot = Robot::new(true, &[]);
    let mut lines = BufReader::new(robot.events()).lines();
    let (start, mut last) = (Instant::now(), BTreeMap::<String, u64>::new());
    let mut first = BTreeMap::new();
    let mut seen = BTreeMap::<String, u64>::new();
    while start.elapsed() < Duration::from_secs(2) {
        let line = lines.next().expect("a stream").expect("a text");
        let Some(data) = line.strip_prefix("data:") else { continue };
        let value: Value = serde_json::from_str(data).expect("JSON");
        for entry in value["trace"].as_array().into_iter().flatten() {
            let layer = entry["layer"].as_str().expect("a name").to_owned();
            let number = entry["number"].as_u64().expect("a number");
            first.entry(layer.clone()).or_insert(number);
            if number > last.get(&layer).copied().unwrap_or(0) {
                *seen.entry(layer.clone()).or_default() += 1;
                last.insert(layer, number);
            }
        }
    }
    for (layer, number) in &last {
        // Each layer has each second number.
        assert_eq!(seen[layer], (number - first[layer]) / 2 + 1, "{layer}");
        assert!(seen[layer] > 10, "{layer}: {seen:?}");
    }
    assert_eq!(last.len(), 2, "{last:?}");
}
