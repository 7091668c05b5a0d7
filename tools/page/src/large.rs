//! A robot with a large machine: 150 states, nested six deep. Nothing runs it; its page shows it.

use anyhow::Context as _;
use serde_json::{Value, json};
use skill_studio::Description;
use skill_studio::live::server::{self, Options, Server};
use skill_studio::live::{Capabilities, Hub, Moment};
use skill_studio::view::{ActiveView, Layer, View};
use std::net::{Ipv4Addr, SocketAddr};
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;

/// The states of the machine, without its exits.
pub const STATES: usize = 150;
/// The states that each state has inside, from the outermost on.
const INSIDE: [usize; 6] = [3, 2, 2, 2, 2, 2];

/// Serves the page of the robot. `program` is one whose description it varies.
pub fn serve(program: &Path) -> anyhow::Result<(Server, Arc<Hub>)> {
    let output = Command::new(program).arg("describe").output()?;
    let mut description: Value = serde_json::from_slice(&output.stdout)?;
    let skills = description["skills"].as_array_mut().context("a list of skills")?;
    let skill = skills.iter_mut().find(|of| of["name"] == "park").context("the skill `park`")?;
    let (states, path) = states();
    skill["graph"] = json!({ "states": states, "transitions": transitions(&states), "start": 0 });
    let description = Description::read(&description.to_string())?;
    let hub = Hub::read_only(description, Capabilities { why: true, ..Capabilities::default() });
    let active = (0..).zip(&path).map(|(depth, index)| ActiveView {
        layer: Layer::Skiller,
        machine: 0,
        skill: "park".to_owned(),
        state: u16::try_from(*index).ok(),
        name: states[*index]["name"].as_str().unwrap_or_default().to_owned(),
        depth,
        entered_sec: Some(1.0),
    });
    let mut view =
        View { session: "large".to_owned(), time_sec: 2.0, alive: true, ..View::default() };
    view.active = active.collect();
    view.skiller.present = true;
    "running".clone_into(&mut view.skiller.status);
    view.skiller.skill = Some("park".to_owned());
    hub.publish(Duration::ZERO, Moment { view: Some(view), ..Moment::default() });
    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
    let options = Options {
        address,
        allow_commands: false,
        token: None,
        roles: Vec::new(),
        hosts: Vec::new(),
    };
    let server = server::start(Arc::clone(&hub), &options)?;
    Ok((server, hub))
}

/// Returns the states, and the first state of each depth.
fn states() -> (Vec<Value>, Vec<usize>) {
    let (mut states, mut path) = (Vec::new(), Vec::new());
    let mut outermost = 0;
    while states.len() < STATES {
        outermost += 1;
        add(&mut states, None, &format!("Part{outermost}"), 0);
    }
    states.truncate(STATES);
    let mut at = Some(0);
    while let Some(index) = at {
        path.push(index);
        at = states[index]["start"].as_u64().and_then(|index| usize::try_from(index).ok());
    }
    for (name, kind) in [("FINAL", "Final"), ("FAILED", "Failed")] {
        states.push(state(name, kind, None));
    }
    (states, path)
}

fn state(name: &str, kind: &str, parent: Option<usize>) -> Value {
    json!({ "name": name, "docs": "", "kind": kind, "parent": parent, "start": null, "through": null, "params": [], "flow": [] })
}

/// Adds a state and those inside it.
fn add(states: &mut Vec<Value>, parent: Option<usize>, name: &str, depth: usize) {
    let index = states.len();
    if index >= STATES {
        return;
    }
    states.push(state(name, "Plain", parent));
    for number in 0..INSIDE.get(depth + 1).copied().unwrap_or(0) {
        let inner = states.len();
        if inner >= STATES {
            return;
        }
        if number == 0 {
            states[index]["start"] = json!(inner);
        }
        let letter = char::from(b'a' + u8::try_from(number).unwrap_or(0));
        add(states, Some(index), &format!("{name}{letter}"), depth + 1);
    }
}

/// Returns a transition from each state to the next one beside it, and from the last to FINAL.
fn transitions(states: &[Value]) -> Vec<Value> {
    let beside = |index: usize| {
        let next = states.iter().enumerate().skip(index + 1);
        let mut next = next.filter(|(_, of)| of["parent"] == states[index]["parent"]);
        next.next().map(|(next, _)| next)
    };
    let all = (0..STATES).filter_map(|index| {
        let to = beside(index).filter(|to| *to < STATES);
        let to = to.or_else(|| states[index]["parent"].is_null().then_some(STATES))?;
        Some(json!({ "from": index, "to": to, "trigger": "after", "label": "after 2s", "reason": null,
            "held": null, "values": "", "implied": false }))
    });
    all.collect()
}
