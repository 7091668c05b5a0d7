//! The recorded runs as data: `corpus/nao_golden.txt`.

use std::collections::BTreeMap;
use std::fmt;

/// The tolerance of times, s: our ticks are those of the record.
const TIME_SEC: f64 = 1e-6;
/// The largest difference of equal numbers in a message.
const NEAR: f64 = 1e-6;

pub struct Case {
    /// The heading, with the call and the robot.
    pub name: String,
    pub call: String,
    /// The constant reading of the accelerometer, g.
    pub accel_x: f32,
    /// The variable of the interface that has no writer.
    pub without: Option<String>,
    /// Whether the robot ignores messages that move its joints.
    pub drops_joints: bool,
    pub run: Run,
}

/// The events of a call.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Run {
    /// The ticks in which something changed.
    pub lines: Vec<Line>,
    /// The reason of each skill's failure, by skill.
    pub errors: BTreeMap<String, String>,
}

/// A tick in which something changed.
#[derive(Clone, PartialEq, Debug)]
pub struct Line {
    /// The time since the call, s.
    pub time_sec: f64,
    /// The state that each skill has reached, by skill.
    pub states: BTreeMap<String, String>,
    /// RUNNING, FINAL or FAILED.
    pub status: String,
    /// The messages sent in this tick.
    pub messages: Vec<Message>,
}

/// A message to an interface.
#[derive(Clone, PartialEq, Debug)]
pub struct Message {
    pub to: String,
    pub name: String,
    /// Its fields in order.
    pub fields: Vec<Field>,
}

/// A field of a message.
#[derive(Clone, PartialEq, Debug)]
pub enum Field {
    Number(f64),
    Text(String),
}

impl Field {
    fn agrees(&self, other: &Field) -> bool {
        match (self, other) {
            (Field::Number(a), Field::Number(b)) => (a - b).abs() <= NEAR,
            _ => self == other,
        }
    }
}

impl Case {
    /// The skill that is called; of two calls the first.
    pub fn skill(&self) -> &str {
        self.call.split(['{', '(']).next().unwrap_or("")
    }
}

/// Returns all recorded calls in `text`.
pub fn parse(text: &str) -> Vec<Case> {
    text.split("### ").filter(|block| !block.is_empty()).map(case).collect()
}

fn case(block: &str) -> Case {
    let (name, body) = block.split_once('\n').expect("a run below the heading");
    let end = name.rfind(['}', ')']).expect("a call in the heading") + 1;
    let option = |key| {
        let mut options = name[end..].split_whitespace();
        options.find_map(|option| option.strip_prefix(key)?.strip_prefix('='))
    };
    Case {
        name: name.to_owned(),
        call: name[..end].to_owned(),
        accel_x: option("accel_x").map_or(0.0, number),
        without: option("nowriter").map(str::to_owned),
        drops_joints: option("drop") == Some("1"),
        run: run(body),
    }
}

fn run(body: &str) -> Run {
    let mut run = Run::default();
    for text in body.lines() {
        if let Some(text) = text.strip_prefix("t=") {
            run.lines.push(line(text));
        } else {
            let error = text.trim().strip_prefix("fsm.error[");
            let (skill, why) = error.and_then(|e| e.split_once("]=")).expect(text);
            run.errors.insert(skill.to_owned(), why.to_owned());
        }
    }
    run
}

/// `12.5 standup=FINAL servo=FINAL -> FINAL  msgs: naomotion.Kick(0,1)`
fn line(text: &str) -> Line {
    let (left, right) = text.split_once("->").expect(text);
    let mut left = left.split_whitespace();
    let time_sec = left.next().map(number).expect(text);
    let states = left.map(|machine| {
        let (skill, state) = machine.split_once('=').expect(text);
        (skill.to_owned(), plain(state))
    });
    let (result, messages) = right.split_once("msgs:").unwrap_or((right, ""));
    Line {
        time_sec,
        states: states.collect(),
        status: result.trim().to_owned(),
        messages: messages.split_whitespace().map(message).collect(),
    }
}

/// `naojoints.GotoAngle(1,0.5,1)`
fn message(text: &str) -> Message {
    let (to, rest) = text.split_once('.').expect(text);
    let (name, fields) = rest.split_once('(').expect(text);
    let fields = fields.trim_end_matches(')').split(',');
    Message {
        to: to.to_owned(),
        name: name.to_owned(),
        fields: fields
            .filter(|field| !field.is_empty())
            .map(|field| {
                field.parse().map_or_else(|_| Field::Text(field.to_owned()), Field::Number)
            })
            .collect(),
    }
}

fn number<T: std::str::FromStr<Err: fmt::Debug>>(text: &str) -> T {
    text.parse().expect(text)
}

/// Returns a state's name in a form in which `FROM_BACK` and `FromBack` are equal.
pub fn plain(state: &str) -> String {
    state.replace('_', "").to_uppercase()
}

impl Run {
    /// Returns whether the other run is the same in all recorded data. The record
    /// orders the messages of one tick by interface, so only the order within one is compared.
    pub fn agrees(&self, other: &Run) -> bool {
        self.lines.len() == other.lines.len()
            && self.errors == other.errors
            && self.lines.iter().zip(&other.lines).all(|(one, two)| one.agrees(two))
    }
}

impl Line {
    fn agrees(&self, other: &Line) -> bool {
        let (one, two) = (self.by_interface(), other.by_interface());
        (self.time_sec - other.time_sec).abs() <= TIME_SEC
            && self.states == other.states
            && self.status == other.status
            && one.len() == two.len()
            && one.iter().zip(two).all(|(one, two)| one.agrees(two))
    }

    fn by_interface(&self) -> Vec<&Message> {
        let mut messages: Vec<_> = self.messages.iter().collect();
        messages.sort_by_key(|message| &message.to);
        messages
    }
}

impl Message {
    fn agrees(&self, other: &Message) -> bool {
        let fields = self.fields.iter().zip(&other.fields);
        self.to == other.to
            && self.name == other.name
            && self.fields.len() == other.fields.len()
            && fields.into_iter().all(|(a, b)| a.agrees(b))
    }
}

/// Formats as in the record.
impl fmt::Display for Run {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for line in &self.lines {
            write!(f, "    t={:.2}", line.time_sec)?;
            for (skill, state) in &line.states {
                write!(f, " {skill}={state}")?;
            }
            write!(f, " -> {}", line.status)?;
            for Message { to, name, fields } in &line.messages {
                write!(f, " {to}.{name}{fields:?}")?;
            }
            writeln!(f)?;
        }
        for (skill, error) in &self.errors {
            writeln!(f, "    {skill}: {error}")?;
        }
        Ok(())
    }
}
