//! The requests of the HTTP interface: what an address reads or commands, over any transport.

use super::command::{
    NewCall, NewControl, NewFault, NewOverride, NewStop, NewValue, Place, find_skill,
};
use super::{
    Capabilities, Command, Debug, Hub, InRun, NewBreakpoint, Newest, Refusal, Role, complete, past,
};
use crate::drawing::graph::{DotOfRun, Mermaid, Run, Svg, SvgOfRun, Taken, View as GraphView};
use crate::drawing::layout::Direction;
use crate::model::describe::Description;
use crate::model::space::Space;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// The most machines that a graph shows inside others.
const MAX_OPEN: usize = 200;

/// The purpose of a request.
pub enum Route {
    /// A document that is made from the description of the robot.
    Document(DocumentRoute),
    /// The newest view of a kind.
    Newest(Kind),
    /// The stream of batches. If its viewer confirms them, the number of the stream.
    Events(Option<u64>),
    /// A viewer confirms what it has taken of a stream.
    Seen,
    /// A command of a client with this role, which is made from the body of the request.
    Command(Role, ReadCommand),
}

/// Makes a command from the body of a request.
pub type ReadCommand = Box<dyn Fn(&[u8]) -> Result<Command, Refusal> + Send + Sync>;

/// A document that is made from the description of the robot.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DocumentRoute {
    /// The description of the robot.
    Description,
    /// The skills and their arguments.
    Skills,
    /// The graph of a skill or of the space: the name, and the query.
    Graph(String, String),
    /// The source code of a skill: the name.
    Source(String),
    /// The ways in which a call can go on: the query.
    Complete(String),
    /// A part of the past: the query.
    Timeline(String),
    /// The next mark of the past: the query.
    Mark(String),
    /// The values of a field over a part of a recording: the query.
    Plot(String),
    /// Whether a text is a condition of a breakpoint: the query.
    Condition(String),
    /// The numbers of the robot, in the text format of Prometheus.
    Metrics,
}

/// A confirmation of a viewer, in the body of a request.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Seen {
    /// The number of the stream, which the viewer has chosen.
    pub stream: u64,
    /// The number of the last batch.
    pub number: u64,
}

/// A kind of view.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// The call, and the active states.
    View,
    /// The values on the blackboard.
    Board,
    /// Why the active states are not left.
    Why,
}

/// A text with its type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Document {
    /// The media type, for `Content-Type`.
    pub media: &'static str,
    /// The body of the response.
    pub text: String,
}

impl Route {
    /// Finds what a method of an address is for. `path` begins with `/`.
    ///
    /// # Errors
    /// 404 if there is no such address, 405 if it has other methods.
    pub fn find(method: &str, path: &str, query: &str) -> Result<Self, Refusal> {
        let unknown = || Refusal::not_found("there is nothing at this address");
        let document = |of| ("GET", Self::Document(of));
        let newest = |of| ("GET", Self::Newest(of));
        let name = path.strip_prefix("/api/");
        let (only, route) = match name.map(|name| (name, name.split_once('/'))) {
            // Where collectors of metrics look for them.
            None if path == "/metrics" => document(DocumentRoute::Metrics),
            None => return Err(unknown()),
            Some((name, None)) => match name {
                "description" => document(DocumentRoute::Description),
                "skills" => document(DocumentRoute::Skills),
                "complete" => document(DocumentRoute::Complete(query.to_owned())),
                "timeline" => document(DocumentRoute::Timeline(query.to_owned())),
                "mark" => document(DocumentRoute::Mark(query.to_owned())),
                "plot" => document(DocumentRoute::Plot(query.to_owned())),
                "condition" => document(DocumentRoute::Condition(query.to_owned())),
                "events" => ("GET", Self::Events(confirms(query)?)),
                "seen" => ("POST", Self::Seen),
                "image" => ("GET", Self::Command(Role::See, Box::new(|_| Ok(Command::Image)))),
                "view" => newest(Kind::View),
                "board" => newest(Kind::Board),
                "why" => newest(Kind::Why),
                name => {
                    let (role, read) = command(name).ok_or_else(unknown)?;
                    ("POST", Self::Command(role, read))
                }
            },
            Some((_, Some(("source", name)))) if is_one_part(name) => {
                document(DocumentRoute::Source(decoded(name)?))
            }
            Some((_, Some(("graph", name)))) if is_one_part(name) => {
                document(DocumentRoute::Graph(decoded(name)?, query.to_owned()))
            }
            Some((_, Some(("breakpoints", id)))) if is_one_part(id) => {
                ("DELETE", Self::Command(Role::Set, remove_breakpoint(decoded(id)?)))
            }
            Some((_, Some(_))) => return Err(unknown()),
        };
        if method != only {
            return Err(Refusal::new(405, "wrong_method", "this address has other methods"));
        }
        Ok(route)
    }
}

fn is_one_part(text: &str) -> bool {
    !text.is_empty() && !text.contains('/')
}

fn decoded(part: &str) -> Result<String, Refusal> {
    let text = percent_encoding::percent_decode_str(part).decode_utf8();
    text.map(String::from).map_err(|_| Refusal::bad_request("the address is not UTF-8"))
}

fn query<T: DeserializeOwned>(text: &str) -> Result<T, Refusal> {
    serde_urlencoded::from_str(text).map_err(|error| Refusal::bad_request(error.to_string()))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Confirms {
    confirm: Option<u64>,
}

/// The greatest number of a stream: each program reads up to this one exactly from JSON.
const MAX_STREAM: u64 = (1 << 53) - 1;

/// Returns the number of the stream that a viewer confirms.
fn confirms(text: &str) -> Result<Option<u64>, Refusal> {
    let Confirms { confirm } = query(text)?;
    if confirm.is_some_and(|number| number > MAX_STREAM) {
        let message = format!("`confirm` is a random number, 0 to {MAX_STREAM}");
        return Err(Refusal::bad_request(message));
    }
    Ok(confirm)
}

impl Seen {
    /// Reads the body of a request.
    ///
    /// # Errors
    /// 400 if it cannot be read.
    pub fn read(body: &[u8]) -> Result<Self, Refusal> {
        serde_json::from_slice(body).map_err(|error| Refusal::bad_request(error.to_string()))
    }
}

/// Returns who may send the command at `/api/NAME`, and how it is made.
fn command(name: &str) -> Option<(Role, ReadCommand)> {
    let role = match name {
        "call" | "stop" | "control" => Role::Call,
        _ => Role::Set,
    };
    let read = match name {
        "call" => of(|new: NewCall| Command::Call(new)),
        "stop" => of(|new: NewStop| Command::Stop(new)),
        "control" => of(|new: NewControl| Command::Control(new)),
        "debug" => of(|debug: Debug| Command::Debug(debug)),
        "breakpoints" => of(|new: NewBreakpoint| Command::SetBreakpoint(new)),
        "override" => of(|new: NewOverride| Command::Override(new)),
        "fault" => of(|new: NewFault| Command::Fault(new)),
        "params" => of(|new: NewValue| Command::Param(new)),
        "move" => of(|place: Place| Command::Move(place)),
        "push" => of(|place: Place| Command::Push(place)),
        _ => return None,
    };
    Some((role, read))
}

/// Returns a function that makes a command from the JSON of a body.
fn of<T: DeserializeOwned + 'static>(make: fn(T) -> Command) -> ReadCommand {
    Box::new(move |body| {
        // An empty body is an object without fields.
        let body = if body.is_empty() { b"{}" } else { body };
        // A struct could be read from a list, too.
        if !body.trim_ascii_start().starts_with(b"{") {
            return Err(Refusal::bad_request("expected a JSON object"));
        }
        let value = serde_json::from_slice(body);
        value.map(make).map_err(|error| Refusal::bad_request(error.to_string()))
    })
}

fn remove_breakpoint(id: String) -> ReadCommand {
    Box::new(move |_| {
        let id = id.parse();
        let id = id.map_err(|_| Refusal::bad_request("expected the number of a breakpoint"))?;
        Ok(Command::RemoveBreakpoint(id))
    })
}

impl Kind {
    /// Returns the newest view of this kind as JSON.
    #[must_use]
    pub fn json(self, newest: &Newest) -> String {
        match self {
            Self::View => json(&*newest.view.value),
            Self::Board => json(&*newest.board.value),
            Self::Why => json(&*newest.why.value),
        }
    }

    /// Returns the number of the newest view of this kind.
    #[must_use]
    pub fn number(self, newest: &Newest) -> u64 {
        match self {
            Self::View => newest.view.number,
            Self::Board => newest.board.number,
            Self::Why => newest.why.number,
        }
    }
}

/// Returns a value as JSON. All that are served are maps with texts as keys.
pub(super) fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

impl DocumentRoute {
    /// Makes the document. `can` lists the permissions of its reader.
    ///
    /// # Errors
    /// 400 if the query cannot be read, 404 if there is no such skill or field, 501 if the robot does not
    /// have it.
    pub fn make(&self, hub: &Hub, capabilities: Capabilities) -> Result<Document, Refusal> {
        let description = &hub.description;
        let json = |text| Ok(Document { media: "application/json", text });
        match self {
            Self::Description => json(described(hub, capabilities)),
            Self::Skills => json(skills(description)),
            Self::Source(name) => {
                json(self::json(&super::source::of(find_skill(description, name)?)?))
            }
            Self::Graph(name, text) => graph(description, name, query(text)?),
            Self::Complete(text) => {
                let PartialCall { text, at } = query(text)?;
                let at = at.unwrap_or(text.len());
                json(self::json(&complete(description, &text, at)))
            }
            Self::Timeline(text) => json(self::json(&past::timeline(hub, &query(text)?)?)),
            Self::Mark(text) => json(self::json(&past::mark(hub, &query(text)?)?)),
            Self::Plot(text) => json(self::json(&past::plot(hub, &query(text)?)?)),
            Self::Metrics => {
                let metrics = hub.metrics().ok_or_else(|| {
                    Refusal::not_here("only the program of a robot has its numbers")
                })?;
                let name = hub.run().map(|of| &*of.name);
                let media = "text/plain; version=0.0.4; charset=utf-8";
                Ok(Document { media, text: metrics.text(description.robot, name) })
            }
            Self::Condition(text) => {
                let PartialCondition { skill, text, at } = query(text)?;
                json(self::json(&super::condition_help(description, &skill, &text, at)?))
            }
        }
    }
}

fn described(hub: &Hub, capabilities: Capabilities) -> String {
    #[derive(Serialize)]
    struct Described<'h> {
        #[serde(flatten)]
        robot: &'h Description,
        #[serde(rename = "can")]
        capabilities: Capabilities,
        /// Whether this machine has the source code of the skills.
        has_source: bool,
        /// The place among the robots of a run.
        #[serde(skip_serializing_if = "Option::is_none")]
        run: Option<&'h InRun>,
    }
    let robot = &hub.description;
    let has_source = robot.all.iter().any(|skill| super::source::path(skill).is_some());
    json(&Described { robot, capabilities, has_source, run: hub.run() })
}

fn skills(description: &Description) -> String {
    #[derive(Serialize)]
    struct Listed {
        name: &'static str,
        docs: &'static str,
        arguments: Vec<String>,
    }
    let skills = description.space.skills.iter().map(|skill| Listed {
        name: skill.name,
        docs: skill.docs,
        arguments: skill
            .arguments()
            .map(|arg| format!("{}: {}", arg.name, arg.type_name))
            .collect(),
    });
    json(&skills.collect::<Vec<_>>())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PartialCondition {
    skill: String,
    text: String,
    at: Option<usize>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PartialCall {
    text: String,
    at: Option<usize>,
}

#[derive(Deserialize, Clone, Copy, Default)]
#[serde(rename_all = "lowercase")]
enum Format {
    #[default]
    Svg,
    Dot,
    Mermaid,
    Json,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Drawn {
    #[serde(default)]
    format: Format,
    #[serde(default)]
    open: String,
    #[serde(default)]
    direction: Direction,
    /// States whose inner states are not shown, each as `MACHINE/STATE`.
    #[serde(default)]
    folded: String,
    /// Whether reasons of failures are left out.
    #[serde(default)]
    brief: bool,
    /// For DOT and SVG: the active states.
    #[serde(default)]
    active: String,
    /// For DOT and SVG: the transitions that were taken, in order, each as `TRANSITION/STATE` with the
    /// innermost state that it left.
    #[serde(default)]
    taken: String,
}

/// Returns the numbers of a list.
fn numbers<T: std::str::FromStr>(text: &str, name: &str) -> Result<Vec<T>, Refusal> {
    let all = text.split(',').filter(|text| !text.is_empty()).map(str::parse);
    let all: Result<Vec<T>, _> = all.collect();
    all.map_err(|_| Refusal::bad_request(format!("`{name}` is a list of numbers")))
}

/// Returns the pairs of numbers of a list, with `/` between the two.
fn pairs<T: std::str::FromStr>(text: &str) -> Option<Vec<(T, u16)>> {
    let pairs = text.split(',').filter(|text| !text.is_empty()).map(|text| {
        let (one, state) = text.split_once('/')?;
        Some((one.parse().ok()?, state.parse().ok()?))
    });
    pairs.collect()
}

fn graph(description: &Description, name: &str, drawn: Drawn) -> Result<Document, Refusal> {
    let Drawn { format, open, direction, folded, brief, active, taken } = drawn;
    let open: BTreeSet<u32> = numbers(&open, "open")?.into_iter().collect();
    if open.len() > MAX_OPEN {
        return Err(Refusal::bad_request(format!("at most {MAX_OPEN} machines can be open")));
    }
    let folded = pairs(&folded).ok_or_else(|| {
        Refusal::bad_request("`folded` is a list of states, each as MACHINE/STATE")
    })?;
    let folded = folded.into_iter().collect();
    let svg = |text| Document { media: "image/svg+xml", text };
    let plain = |text| Document { media: "text/plain; charset=utf-8", text };
    if name == "@space" {
        let space: Space = description.space;
        return match format {
            Format::Svg => Ok(svg(Svg::of_space(&space, direction).to_string())),
            Format::Dot => Ok(plain(crate::drawing::listing::Dot(space).to_string())),
            _ => Err(Refusal::not_found("a space is drawn as svg and dot")),
        };
    }
    let skill = find_skill(description, name)?;
    let endless = description.is_agent(skill);
    let taken = pairs(&taken).ok_or_else(|| {
        Refusal::bad_request("`taken` is a list of transitions, each as TRANSITION/STATE")
    })?;
    let taken = taken.into_iter().map(|(transition, from)| Taken { transition, from }).collect();
    let run = Run { active: numbers(&active, "active")?, taken };
    let is_state = |of: &u16| usize::from(*of) < skill.graph.states.len();
    let is_taken = |of: &Taken| {
        usize::from(of.transition) < skill.graph.transitions.len() && is_state(&of.from)
    };
    let is_machine = |of: &u32| *of < skill.instances();
    if !run.active.iter().all(is_state)
        || !run.taken.iter().all(is_taken)
        || !open.iter().all(is_machine)
    {
        let text = format!("`{name}` has no such state, transition or machine");
        return Err(Refusal::bad_request(text));
    }
    let numbered = run != Run::default();
    let view = GraphView { direction, open, folded, brief, endless, numbered };
    Ok(match format {
        Format::Svg if numbered => {
            svg(SvgOfRun { svg: &Svg::with(skill, &view), run: &run }.to_string())
        }
        Format::Svg => svg(Svg::with(skill, &view).to_string()),
        Format::Dot => plain(DotOfRun { skill, run: &run }.to_string()),
        Format::Mermaid => plain(Mermaid(skill).to_string()),
        Format::Json => Document { media: "application/json", text: json(skill) },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_a_purpose_and_a_method() {
        for (method, path, status) in [
            ("GET", "/api/description", 200),
            ("GET", "/api/graph/%40space", 200),
            ("GET", "/api/graph/%ff", 400),
            ("GET", "/api/graph/", 404),
            ("GET", "/api/graph/a/b", 404),
            ("GET", "/api/events", 200),
            ("GET", "/api/events?confirm=17", 200),
            ("GET", "/api/events?confirm=-1", 400),
            ("GET", "/api/events?confirm=9007199254740991", 200),
            ("GET", "/api/events?confirm=9007199254740992", 400),
            ("GET", "/api/events?confirms=1", 400),
            ("POST", "/api/seen", 200),
            ("GET", "/api/seen", 405),
            ("GET", "/api/image", 200),
            ("POST", "/api/image", 405),
            ("POST", "/api/view", 405),
            ("POST", "/api/call", 200),
            ("GET", "/api/call", 405),
            ("POST", "/api/sing", 404),
            ("DELETE", "/api/breakpoints/7", 200),
            ("POST", "/api/breakpoints/7", 405),
            ("POST", "/api/breakpoints/7/8", 404),
            ("GET", "/api", 404),
            ("GET", "", 404),
        ] {
            let (path, query) = path.split_once('?').unwrap_or((path, ""));
            let found = Route::find(method, path, query).err();
            assert_eq!(found.map_or(200, |refusal| refusal.status), status, "{method} {path}");
        }
    }

    #[test]
    fn a_command_is_read_from_the_body() {
        let read = |path: &str, body: &str| match Route::find("POST", path, "") {
            Ok(Route::Command(_, read)) => read(body.as_bytes()).map_err(|refusal| refusal.status),
            _ => panic!("{path} is no command"),
        };
        let call = |lease| Ok(Command::Call(NewCall { call: "a{}".to_owned(), lease }));
        assert_eq!(read("/api/call", r#"{"call": "a{}"}"#), call(false));
        assert_eq!(read("/api/call", r#"{"call": "a{}", "lease": true}"#), call(true));
        assert_eq!(read("/api/stop", ""), Ok(Command::Stop(NewStop::default())));
        let seventh = NewStop { message: Some(7) };
        assert_eq!(read("/api/stop", r#"{"message":7}"#), Ok(Command::Stop(seventh)));
        for body in ["", "{}", "[", r#"{"call": 1}"#, r#"{"call": "a{}", "more": 1}"#] {
            assert_eq!(read("/api/call", body), Err(400), "{body}");
        }
    }
}
