//! The server: requests of the client, and their replies.

use super::call::{Robot, refusal};
use super::message::{self, Event, Failure, Kind, Message, reply};
use super::printer::Printer;
use super::read::{self, Read};
use super::work::{self, Work};
use super::{plan, result, tool};
use crate::console::signals;
use crate::model::describe::Description;
use crate::watch::Remote;
use serde_json::{Map, Value, json};
use skill_runtime::ParseError;
use std::collections::HashMap;
use std::io::{BufReader, stdin};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

/// The versions of the protocol, the newest first.
const VERSIONS: [&str; 4] = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"];
/// The greatest number of calls and plans at once.
const MAX_RUNNING: usize = 8;
/// The time between two looks at signals.
const PERIOD: Duration = Duration::from_millis(50);
/// The time that calls have at the end to stop.
const ENDING: Duration = Duration::from_secs(5);
/// The time for which reads go on at the end.
const READING: Duration = Duration::from_secs(1);

/// A client and its robot.
#[derive(Clone)]
pub struct Server {
    /// The skills, which are the tools.
    pub description: Description,
    /// Checks a call.
    pub check: fn(&str) -> Result<(), ParseError>,
    /// The robot.
    pub remote: Remote,
    /// Whether the client may move the robot.
    pub allows_commands: bool,
    /// Whether this program can simulate a plan.
    pub has_simulation: bool,
    /// After which time a skill is stopped.
    pub timeout: Duration,
}

/// Serves the client on standard input and output until the input ends, a signal comes, or the client no longer reads. Then
/// calls that still run are stopped.
pub fn serve(server: &Server) {
    let (sender, events) = mpsc::channel();
    let lines = sender.clone();
    thread::spawn(move || {
        let mut input = BufReader::new(stdin());
        while let Ok(Some(line)) = message::line(&mut input) {
            if lines.send(Event::Line(line)).is_err() {
                return;
            }
        }
        let _ = lines.send(Event::End);
    });
    let printer = Printer::new();
    let mut client = Client::new(server.clone(), sender);
    while signals::came().is_none() && !printer.is_unread() {
        match events.recv_timeout(PERIOD) {
            Ok(Event::Line(line)) => {
                if let Some(reply) = client.line(line) {
                    printer.send(&reply);
                }
            }
            Ok(Event::Send(message, request)) => client.print(&printer, &message, request),
            Ok(Event::End) | Err(RecvTimeoutError::Disconnected) => break,
            Err(RecvTimeoutError::Timeout) => {}
        }
    }
    client.end(&printer, &events);
    printer.end();
}

struct Client {
    server: Server,
    robot: Arc<Robot>,
    sender: Sender<Event>,
    /// Requests whose calls run, by their numbers as JSON.
    running: HashMap<String, Running>,
    /// The requests that wait and only read.
    reads: SyncSender<(Value, Read)>,
    /// The requests to stop the robot.
    stops: Sender<Value>,
}

/// Begins a thread that stops the robot, for each request once.
fn stop_thread(robot: Arc<Robot>, replies: Sender<Event>) -> Sender<Value> {
    let (stops, requests) = mpsc::channel::<Value>();
    thread::spawn(move || {
        for id in requests {
            let stopped = match robot.remote().post("/api/stop", &json!({})) {
                Ok(_) => result("stopped", None, false),
                Err(error) => result(&refusal(&error), None, true),
            };
            if replies.send(Event::Send(reply(&id, Ok(stopped)), None)).is_err() {
                return;
            }
        }
    });
    stops
}

/// A call that runs.
struct Running {
    stop: Arc<AtomicBool>,
    /// It gets no reply.
    is_cancelled: bool,
}

impl Client {
    fn new(server: Server, sender: Sender<Event>) -> Self {
        let robot = Robot::new(server.remote.clone(), server.description, server.timeout);
        let robot = Arc::new(robot);
        let reads = read::begin(Arc::clone(&robot), server.description, sender.clone());
        let stops = stop_thread(Arc::clone(&robot), sender.clone());
        Self { server, robot, sender, running: HashMap::new(), reads, stops }
    }

    /// Prints a message, by which the call of a request may have ended.
    fn print(&mut self, printer: &Printer, message: &Value, request: Option<Value>) {
        let ended = request.and_then(|id| self.running.remove(&id.to_string()));
        if !ended.is_some_and(|call| call.is_cancelled) {
            printer.send(message);
        }
    }

    /// Stops all calls, and prints what ends in time.
    fn end(mut self, printer: &Printer, events: &Receiver<Event>) {
        self.running.values().for_each(|call| call.stop.store(true, Ordering::Relaxed));
        // The threads have the other senders, until they have ended.
        (self.sender, self.reads) = (mpsc::channel().0, mpsc::sync_channel(0).0);
        self.stops = mpsc::channel().0;
        let start = Instant::now();
        loop {
            let limit = if self.running.is_empty() { READING } else { ENDING };
            if start.elapsed() >= limit {
                return;
            }
            match events.recv_timeout(PERIOD) {
                Ok(Event::Send(message, request)) => self.print(printer, &message, request),
                Err(RecvTimeoutError::Disconnected) => return,
                Ok(_) | Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// Returns the reply to a line, unless there is none, or it follows later.
    fn line(&mut self, line: Result<Vec<u8>, Failure>) -> Option<Value> {
        let message = line.map_err(|failure| (Value::Null, failure));
        match message.and_then(|line| Message::read(&line)) {
            Err((id, failure)) => Some(reply(&id, Err(failure))),
            Ok(Message::Request { id, method, params }) => {
                self.request(&id, &method, &params).map(|result| reply(&id, result))
            }
            Ok(Message::Notification { method, params }) => {
                let id = params.get("requestId").map_or(String::new(), Value::to_string);
                if method == "notifications/cancelled"
                    && let Some(call) = self.running.get_mut(&id)
                {
                    call.is_cancelled = true;
                    call.stop.store(true, Ordering::Relaxed);
                }
                None
            }
            Ok(Message::Nothing) => None,
        }
    }

    fn request(
        &mut self,
        id: &Value,
        method: &str,
        params: &Map<String, Value>,
    ) -> Option<Result<Value, Failure>> {
        Some(match method {
            "initialize" => Ok(self.initialize(params)),
            "ping" => Ok(json!({})),
            "tools/list" => Ok(json!({ "tools": self.tools() })),
            "tools/call" => return self.tool(id, params),
            "resources/list" => Ok(json!({ "resources": read::resources() })),
            "resources/templates/list" => Ok(json!({ "resourceTemplates": [] })),
            "resources/read" => match params.get("uri").and_then(Value::as_str) {
                Some(uri) => return self.read(id, Read::Resource(uri.to_owned())),
                None => Err(Failure::new(Kind::Params, "expected a text as `uri`")),
            },
            _ => {
                let text = format!("no method {method:?}");
                Err(Failure::new(Kind::Method, text))
            }
        })
    }

    fn initialize(&self, params: &Map<String, Value>) -> Value {
        let wanted = params.get("protocolVersion").and_then(Value::as_str).unwrap_or_default();
        let version = VERSIONS.iter().find(|version| **version == wanted).unwrap_or(&VERSIONS[0]);
        let rights = if self.server.allows_commands {
            "Each skill is a tool that moves the robot and returns when it has ended; another call takes \
             its place. `robot-stop` stops the robot, `robot-why` says what it waits for. Run several calls with \
             `robot-plan`."
        } else {
            "The robot can be watched only: it was not started with `--allow-commands`."
        };
        json!({
            "protocolVersion": version,
            "capabilities": { "tools": {}, "resources": {} },
            "serverInfo": {
                "name": self.server.description.robot,
                "version": env!("CARGO_PKG_VERSION"),
            },
            "instructions": rights,
        })
    }

    /// The tools: those of this server have a `-` in their names, which no skill has.
    fn tools(&self) -> Vec<Value> {
        let calls = json!({
            "type": "object",
            "properties": { "calls": {
                "type": "array", "items": { "type": "string" }, "minItems": 1,
                "maxItems": plan::MAX_CALLS,
                "description": "Calls of skills, such as `drive_to{x_m=1, y_m=0.5}`.",
            } },
            "required": ["calls"],
            "additionalProperties": false,
        });
        let simulated = if self.server.has_simulation {
            " They are run in a simulation first, which begins with a new robot, not with the state of this one."
        } else {
            ""
        };
        let tool = |name: &str, docs: String, schema: &Value, is_command: bool| {
            let (reads, is_stop) = (!is_command, name == "robot-stop");
            let hints = json!({ "readOnlyHint": reads, "destructiveHint": is_command && !is_stop });
            json!({ "name": name, "description": docs, "inputSchema": schema, "annotations": hints })
        };
        let nothing = json!({ "type": "object", "properties": {}, "additionalProperties": false });
        let check = format!("Checks a list of calls without moving the robot.{simulated}");
        let check = tool("robot-check", check, &calls, false);
        let why = "Returns which skill runs, and what it waits for.".to_owned();
        let why = tool("robot-why", why, &nothing, false);
        if !self.server.allows_commands {
            return vec![check, why];
        }
        let stop = "Stops the skill that runs, whoever called it.".to_owned();
        let plan = format!(
            "Runs calls one after the other, until one is not FINAL. All are checked before the first one.{simulated}"
        );
        let mut tools = vec![tool("robot-stop", stop, &nothing, true), check, why];
        tools.push(tool("robot-plan", plan, &calls, true));
        let skills = self.server.description.space.skills.iter();
        tools.extend(skills.map(|skill| tool::skill(skill)));
        tools
    }

    /// Begins what a tool does, or refuses it: an error of the protocol if there is no such tool, else a result that
    /// the model can read.
    fn tool(&mut self, id: &Value, params: &Map<String, Value>) -> Option<Result<Value, Failure>> {
        let wrong = |text: String| Some(Err(Failure::new(Kind::Params, text)));
        let refused = |text: &str| Some(Ok(result(text, None, true)));
        let Some(name) = params.get("name").and_then(Value::as_str) else {
            return wrong("expected a text as `name`".to_owned());
        };
        let empty = Map::new();
        let arguments = match params.get("arguments") {
            None | Some(Value::Null) => &empty,
            Some(Value::Object(arguments)) => arguments,
            Some(_) => return wrong("expected an object as `arguments`".to_owned()),
        };
        let skills = self.server.description.space.skills;
        let skill = skills.iter().find(|skill| skill.name == name);
        let is_command = skill.is_some() || ["robot-stop", "robot-plan"].contains(&name);
        if is_command && !self.server.allows_commands {
            return refused(
                "commands are not allowed\nhelp: start this server with `--allow-commands`",
            );
        }
        let work = match name {
            "robot-stop" => {
                self.running.values().for_each(|call| call.stop.store(true, Ordering::Relaxed));
                // The thread ends after this.
                let _ = self.stops.send(id.clone());
                return None;
            }
            "robot-why" => return self.read(id, Read::Why),
            "robot-check" | "robot-plan" => match work::calls(arguments) {
                Ok(calls) => Work::Plan { calls, runs: name == "robot-plan" },
                Err(text) => return refused(&text),
            },
            _ => {
                let Some(skill) = skill else {
                    let names = skills.iter().map(|skill| skill.name);
                    let near = crate::text::suggest::did_you_mean(name, names);
                    return wrong(format!("no tool {name:?}{near}"));
                };
                match tool::call(skill, arguments) {
                    Ok(call) => Work::Call(call),
                    Err(text) => return refused(&text),
                }
            }
        };
        if let Err(text) = self.check(&work) {
            return refused(&text);
        }
        let token = params.get("_meta").map_or(Value::Null, |meta| meta["progressToken"].clone());
        self.begin(id, work, token)
    }

    /// Has the robot read, after what is to be read already.
    fn read(&self, id: &Value, read: Read) -> Option<Result<Value, Failure>> {
        let is_full = self.reads.try_send((id.clone(), read)).is_err();
        is_full.then(|| Err(Failure::new(Kind::Robot, "too many requests wait already")))
    }

    /// Checks all calls.
    fn check(&self, work: &Work) -> Result<(), String> {
        let calls = match work {
            Work::Call(call) => std::slice::from_ref(call),
            Work::Plan { calls, .. } => calls,
        };
        let check = |call: &String| match (self.server.check)(call) {
            Err(error) => Some(crate::text::underline::underlined(call, &error)),
            Ok(()) => tool::missing(self.server.description.space.skills, call),
        };
        let wrong: Vec<String> = calls.iter().filter_map(check).collect();
        if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n")) }
    }

    /// Does the work in a thread of its own, which sends the reply.
    fn begin(&mut self, id: &Value, work: Work, token: Value) -> Option<Result<Value, Failure>> {
        if self.running.len() >= MAX_RUNNING {
            let text = format!("there are {MAX_RUNNING} calls already that have not ended");
            return Some(Ok(result(&text, None, true)));
        }
        if self.running.contains_key(&id.to_string()) {
            return Some(Err(Failure::new(Kind::Request, format!("request {id} has not ended"))));
        }
        let stop = Arc::new(AtomicBool::new(false));
        let running = Running { stop: Arc::clone(&stop), is_cancelled: false };
        self.running.insert(id.to_string(), running);
        let (sender, id, robot) = (self.sender.clone(), id.clone(), Arc::clone(&self.robot));
        let has_simulation = self.server.has_simulation;
        thread::spawn(move || {
            let progress = |seconds: f64, text: &str| {
                if !token.is_null() {
                    let params =
                        json!({ "progressToken": token, "progress": seconds, "message": text });
                    let message = json!({
                        "jsonrpc": "2.0", "method": "notifications/progress", "params": params,
                    });
                    let _ = sender.send(Event::Send(message, None));
                }
            };
            let done = work::run(&robot, work, has_simulation, &stop, progress);
            let _ = sender.send(Event::Send(reply(&id, Ok(done)), Some(id)));
        });
        None
    }
}
