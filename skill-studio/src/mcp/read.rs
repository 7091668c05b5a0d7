//! Requests that only read the robot. They are carried out one after the other in a thread of their own: a stop must
//! not wait for them.

use super::call::{Robot, refusal};
use super::message::{Event, Failure, Kind, reply};
use super::result;
use crate::live::Hub;
use crate::model::describe::Description;
use crate::watch::{RemoteError, first};
use serde_json::{Value, json};
use std::sync::mpsc::{self, Sender, SyncSender};
use std::sync::{Arc, OnceLock};
use std::thread;

/// The greatest number of requests that wait.
const MAX_WAITING: usize = 100;

/// A request that only reads.
pub enum Read {
    /// Which skill runs, and what it waits for.
    Why,
    /// A resource by its address.
    Resource(String),
}

/// Begins the thread; the requests have their numbers.
pub fn begin(
    robot: Arc<Robot>,
    description: Description,
    replies: Sender<Event>,
) -> SyncSender<(Value, Read)> {
    let (requests, waiting) = mpsc::sync_channel::<(Value, Read)>(MAX_WAITING);
    let reader = Reader { robot, description, hub: OnceLock::new() };
    thread::spawn(move || {
        for (id, read) in waiting {
            let message = reply(&id, reader.read(&read));
            if replies.send(Event::Send(message, None)).is_err() {
                return;
            }
        }
    });
    requests
}

struct Reader {
    robot: Arc<Robot>,
    description: Description,
    hub: OnceLock<Arc<Hub>>,
}

impl Reader {
    fn read(&self, read: &Read) -> Result<Value, Failure> {
        match read {
            Read::Resource(uri) => self.resource(uri),
            Read::Why => Ok(match self.robot.why() {
                Ok(why) => result(&why, None, false),
                Err(error) => result(&refusal(&error), None, true),
            }),
        }
    }

    fn resource(&self, uri: &str) -> Result<Value, Failure> {
        let lost = |error| Failure::new(Kind::Robot, refusal(&error));
        let get = |path| self.robot.remote().get(path).map(|of| of.to_string()).map_err(lost);
        let (kind, text) = match uri.strip_prefix("robot://") {
            Some("description") => {
                (JSON, serde_json::to_string(&self.description).unwrap_or_default())
            }
            Some("view") => (JSON, get("/api/view")?),
            Some("blackboard") => (JSON, get("/api/board")?),
            Some("why") => (JSON, get("/api/why")?),
            Some("log") => ("text/plain", self.log().map_err(lost)?),
            _ => return Err(Failure::new(Kind::Resource, format!("no resource {uri:?}"))),
        };
        Ok(json!({ "contents": [{ "uri": uri, "mimeType": kind, "text": text }] }))
    }

    /// Returns the last lines of the robot's log. From the first time on, the robot is watched.
    fn log(&self) -> Result<String, RemoteError> {
        let hub = match self.hub.get() {
            Some(hub) => hub,
            None => {
                let hub = self.robot.remote().watch()?;
                self.hub.get_or_init(|| hub)
            }
        };
        let lines = first(hub)?.log.value;
        let lines = lines.iter().map(|line| format!("{:9.3} {}", line.time_sec, line.text));
        Ok(lines.collect::<Vec<_>>().join("\n"))
    }
}

const JSON: &str = "application/json";

/// Returns the list of resources.
pub fn resources() -> Vec<Value> {
    let resource = |name: &str, docs: &str, kind: &str| {
        let uri = format!("robot://{name}");
        json!({ "uri": uri, "name": name, "description": docs, "mimeType": kind })
    };
    vec![
        resource("view", "The skill that runs, its states, the last transitions.", JSON),
        resource("why", "Why the active states are not left: each transition and its guard.", JSON),
        resource("blackboard", "The values of all interfaces, with their ages.", JSON),
        resource("log", "The last lines that the robot's program has logged.", "text/plain"),
        resource("description", "Skills, agents and interfaces of this program.", JSON),
    ]
}
