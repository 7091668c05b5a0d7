//! Calls and plans, as tools run them.

use super::call::{End, Robot};
use super::{plan, result};
use serde_json::{Map, Value, json};
use std::sync::atomic::{AtomicBool, Ordering};

/// The work of a tool in a thread of its own.
pub enum Work {
    Call(String),
    Plan { calls: Vec<String>, runs: bool },
}

/// Returns the calls of a plan.
pub fn calls(arguments: &Map<String, Value>) -> Result<Vec<String>, String> {
    let expected = format!("expected `calls`, a list of 1 to {} texts", plan::MAX_CALLS);
    if let Some(name) = arguments.keys().find(|name| *name != "calls") {
        return Err(format!("unexpected {name:?}; {expected}"));
    }
    let Some(Value::Array(all)) = arguments.get("calls") else { return Err(expected) };
    let calls: Option<Vec<String>> =
        all.iter().map(|call| call.as_str().map(str::to_owned)).collect();
    calls.filter(|calls| (1..=plan::MAX_CALLS).contains(&calls.len())).ok_or(expected)
}

/// Does the work, and returns the result of the tool. Of a robot with a simulation, a plan begins with it.
pub fn run(
    robot: &Robot,
    work: Work,
    has_simulation: bool,
    stop: &AtomicBool,
    progress: impl Fn(f64, &str),
) -> Value {
    match work {
        Work::Call(call) => {
            let end = robot.call(&call, stop, progress);
            result(&end.line(), Some(end.json()), !end.is_final())
        }
        Work::Plan { calls, runs } => {
            let mut text = Vec::new();
            let how = (runs, has_simulation);
            match run_plan(robot, &calls, how, stop, &progress, &mut text) {
                Ok(ends) => {
                    let calls: Vec<Value> = ends.iter().map(End::json).collect();
                    let is_good = ends.last().is_none_or(End::is_final);
                    let structured = runs.then(|| json!({ "calls": calls }));
                    result(&text.join("\n"), structured, !is_good)
                }
                Err(reason) => {
                    text.extend([reason, "the robot has not moved".to_owned()]);
                    result(&text.join("\n"), None, true)
                }
            }
        }
    }
}

/// Simulates a plan, then runs it, with lines about both; the error is why the robot has not begun.
fn run_plan(
    robot: &Robot,
    calls: &[String],
    (runs, is_simulated): (bool, bool),
    stop: &AtomicBool,
    progress: impl Fn(f64, &str),
    text: &mut Vec<String>,
) -> Result<Vec<End>, String> {
    let last_call = || robot.last_call().map_err(|error| error.to_string());
    let before = if runs { Some(last_call()?) } else { None };
    if is_simulated {
        let ends = plan::simulate(calls)?;
        let (lines, is_good) = plan::lines(calls, &ends);
        text.push("in simulation:".to_owned());
        text.extend(lines);
        if !is_good {
            return Err("a call was not FINAL in simulation".to_owned());
        }
    }
    if !runs {
        let plan = if is_simulated {
            "all calls are FINAL in simulation"
        } else {
            "all calls can be read"
        };
        text.push(plan.to_owned());
        return Ok(Vec::new());
    }
    if stop.load(Ordering::Relaxed) {
        return Err("it was stopped".to_owned());
    }
    if before != Some(last_call()?) {
        return Err("the robot was called or stopped meanwhile".to_owned());
    }
    text.push("on the robot:".to_owned());
    let mut ends: Vec<End> = Vec::new();
    for call in calls {
        let end = robot.call(call, stop, &progress);
        let goes_on = end.is_final();
        text.push(end.line());
        ends.push(end);
        if !goes_on {
            break;
        }
    }
    Ok(ends)
}
