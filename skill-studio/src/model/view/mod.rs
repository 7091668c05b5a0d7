//! Views of a robot at one moment, as the page, the terminal and programs get them.
//!
//! They are made from the words of the blackboard and of the debug interface ([`Image`]), so a robot
//! in another process, on another machine or in a recording looks the same as the one that the
//! program itself runs.

pub(crate) mod board;
mod call_state;
mod change;
mod decode;
mod explain;
mod names;
mod sentence;
mod waits;
mod why_text;

pub(crate) use board::Words;
#[cfg(feature = "remote")]
pub(crate) use board::newest_write;
#[cfg(feature = "hub")]
pub(crate) use board::value;
#[cfg(any(feature = "hub", feature = "record"))]
pub(crate) use board::write_time;
pub use board::{board, encode};
pub use call_state::CallState;
pub use change::Change;
#[cfg(all(feature = "record", feature = "remote"))]
pub(crate) use decode::events;
#[cfg(any(feature = "record", feature = "hub"))]
pub(crate) use decode::trace_view;
pub use decode::{ImageError, view};
pub use explain::{explained, known};
pub use sentence::{Waiting, sentence};
pub use waits::{Layer, Meter, Near, Sentence, SentenceTone};
pub use why_text::{Tone, WhyLine};

use serde::{Deserialize, Serialize};
use serde_json::Value;
use skill_runtime::debug::BreakpointKind;
use skill_runtime::why::Overridden;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// The words of a robot's memory at one moment.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Image {
    /// Those of the blackboard.
    pub board: Vec<u32>,
    /// Those of the debug interface.
    pub debug: Vec<u32>,
    /// The number of times that the robot was seen to begin anew, if its memory does not outlast that.
    #[serde(default)]
    pub starts: u32,
}

/// The robot at one moment: what runs, and what has happened.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct View {
    /// Another text after each start of the behavior.
    pub session: String,
    /// The time of the last pass.
    pub time_sec: f64,
    /// Its number; for a robot in another process, that of the last pass in which something has
    /// changed.
    pub pass: u32,
    /// Whether passes go on, or are paused on purpose.
    pub alive: bool,
    /// Whether a debugger has paused the passes.
    pub paused: bool,
    /// The speed as a multiple of the wall clock's; `None` for as fast as possible, and if it is not
    /// known.
    pub speed: Option<f64>,
    /// The skiller and its last call.
    pub skiller: SkillerView,
    /// The agent, if there is one.
    pub agent: Option<AgentView>,
    /// The call that the skiller takes in the next pass, as a skill string, or `stop`.
    #[serde(default)]
    pub waiting: Option<String>,
    /// The time to which a recording goes, until it is there.
    #[serde(default)]
    pub seeking: Option<SeekView>,
    /// The active states, outermost first; those of the agent before those of the skiller.
    pub active: Vec<ActiveView>,
    /// The newest entries of the trace, oldest first.
    #[serde(default)]
    pub trace: Vec<TraceView>,
    /// The breakpoints that are set.
    pub breakpoints: Vec<BreakpointView>,
    /// The breakpoint that has paused the passes.
    pub hit: Option<Hit>,
    /// The transitions that are forced or suppressed.
    pub overrides: Vec<OverrideView>,
    /// The faults that a debugger has put in.
    pub faults: Vec<FaultView>,
    /// Why the robot is out of sight; the rest is as it was seen last.
    pub lost: Option<String>,
    /// Why no passes go on, of a robot that another program runs; what runs is that of the last pass.
    #[serde(default)]
    pub stopped: Option<String>,
    /// A text of the program that has started the robot, such as that the sources do not compile.
    #[serde(default)]
    pub notice: Option<String>,
}

/// A recording on its way to another time.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct SeekView {
    /// The time to which it goes.
    pub to_sec: f64,
    /// The time up to which it has run ahead.
    pub known_sec: f64,
}

/// The skiller, as its interface on the blackboard shows it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct SkillerView {
    /// Whether there is one.
    pub present: bool,
    /// The status of the last call: `inactive`, `final`, `running` or `failed`.
    pub status: String,
    /// The last call, as a skill string.
    pub call: String,
    /// The number of the message with it; 0 if it was sent by the program itself, or stopped.
    #[serde(default)]
    pub message: u32,
    /// The skill that runs.
    pub skill: Option<String>,
    /// The reason of a failure.
    pub error: String,
    /// The result of a skill that is FINAL.
    pub result: String,
    /// The sender with exclusive control; 0 if there is none.
    pub controller: u32,
}

/// The agent at one moment.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct AgentView {
    /// The name of the agent.
    pub skill: String,
    /// Its status: `inactive` while it waits for control.
    pub status: String,
}

/// An active state, with its place among the machines.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ActiveView {
    /// Of the agent or of the skiller.
    pub layer: Layer,
    /// The number of the machine.
    pub machine: u32,
    /// The skill or agent that has it.
    pub skill: String,
    /// The index of the state in the skill's graph; `None` for a skill that an agent calls.
    pub state: Option<u16>,
    /// The name of the state.
    pub name: String,
    /// The number of states around it.
    pub depth: u32,
    /// The time of entry, if it is known.
    pub entered_sec: Option<f64>,
}

/// An entry of the trace.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct TraceView {
    /// A number that no other entry has; a later entry of the same layer has a greater one, and those
    /// of different layers are in no order.
    pub number: u64,
    /// Of the agent or of the skiller.
    pub layer: Layer,
    /// The robot's time, s.
    pub time_sec: f64,
    /// The number of the machine.
    pub machine: u32,
    /// The skill or agent that has it.
    pub skill: String,
    /// The kind of event: `transition`, `entered`, `failed`, ...
    pub kind: String,
    /// The state that was left.
    pub from: Option<u16>,
    /// The state that was entered.
    pub to: Option<u16>,
    /// The index of the transition; `None` for each transition.
    pub transition: Option<u16>,
    /// The entry as a text, without the time.
    pub text: String,
}

/// A breakpoint, as watchers see it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BreakpointView {
    /// The number by which it is removed.
    pub id: u32,
    /// The skill or agent.
    pub skill: String,
    /// The kind of event at which it pauses.
    pub on: BreakpointKind,
    /// The index of the state; `None` for each state.
    pub state: Option<u16>,
    /// The index of the transition; `None` for each transition.
    pub transition: Option<u16>,
    /// The condition as written; empty if there is none.
    pub condition: String,
    /// The number of times that it was reached.
    pub hits: u32,
    /// Whether it is removed when it is reached.
    pub once: bool,
}

/// A breakpoint that was reached.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Hit {
    /// The number of the breakpoint.
    pub breakpoint: u32,
    /// The event as a text.
    pub text: String,
}

/// A transition that is forced or suppressed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct OverrideView {
    /// The skill or agent that has the transition.
    pub skill: String,
    /// The number of the machine; `None` for all that run the skill.
    pub machine: Option<u32>,
    /// The index of the transition.
    pub transition: u16,
    /// Forced or suppressed.
    pub action: Overridden,
    /// Whether the change ends when the forced transition is taken.
    #[serde(default)]
    pub once: bool,
}

/// A fault that a debugger has put in.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct FaultView {
    /// The id of the interface.
    pub interface: String,
    /// The kind of fault.
    pub kind: FaultKind,
    /// The field that is set.
    pub field: Option<String>,
    /// The value that the field has instead.
    pub value: Option<Value>,
}

/// The kind of a fault.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FaultKind {
    /// A field has another value than its writer gives it.
    Set,
    /// There is no writer.
    RemoveWriter,
    /// The writer no longer publishes.
    Stall,
    /// Messages that skills send to the interface are refused.
    RefuseMessages,
}

/// The blackboard at one moment.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct BoardView {
    /// The robot's time, s.
    pub time_sec: f64,
    /// The interfaces in the order of the description.
    pub interfaces: Vec<InterfaceView>,
}

/// An interface at one moment.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct InterfaceView {
    /// The id of the interface.
    pub id: String,
    /// Whether it has a writer.
    pub has_writer: bool,
    /// The age of the value; `None` before the first.
    pub age_sec: Option<f64>,
    /// The problem with it, if there is one.
    pub problem: Option<String>,
    /// Whether messages wait for the writer, in words.
    pub queued: u32,
    /// The number of messages that were refused because the queue was full.
    pub overflows: u32,
    /// The values in the order of the fields; a number that is not finite is a text.
    pub values: Vec<Value>,
}

/// Why the active states are not left.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct WhyView {
    /// The robot's time, s.
    pub time_sec: f64,
    /// Whether the robot explains its guards. Otherwise only times, sub-skills and interfaces are
    /// known.
    pub complete: bool,
    /// The machines, outermost first.
    pub machines: Vec<StateView>,
    /// One sentence: what the robot waits for.
    #[serde(default)]
    pub sentence: Sentence,
}

/// The transitions of an active state, and the variables of its machine.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct StateView {
    /// Of the agent or of the skiller.
    pub layer: Layer,
    /// The number of the machine.
    pub machine: u32,
    /// The skill or agent that has it.
    pub skill: String,
    /// The index of the state.
    pub state: Option<u16>,
    /// The name of the state.
    pub name: String,
    /// The interfaces that are missing or too old.
    pub missing: Vec<MissingView>,
    /// Whether its transitions were checked in the last pass. Otherwise they are those of the graph, with
    /// their times and sub-skills.
    #[serde(default)]
    pub checked: bool,
    /// The transitions, in the order in which they are checked.
    pub transitions: Vec<TransitionView>,
    /// The variables and arguments: names and values as text.
    pub variables: Vec<(String, String)>,
}

/// An interface that is missing or too old.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MissingView {
    /// The id of the interface.
    pub id: String,
    /// The variable of the skill.
    pub variable: String,
    /// Why the skill cannot use it.
    pub problem: String,
}

/// A transition of an active state.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct TransitionView {
    /// Its index in the skill's graph.
    pub index: u16,
    /// The name of its target.
    pub to: String,
    /// The label, as in the graph.
    pub label: String,
    /// The reason of the failure that it leads to, with the values that are known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Whether it fires; `None` if it was not checked, or is not known.
    pub fires: Option<bool>,
    /// The change of a debugger, which decided instead of the conditions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub overridden: Option<Overridden>,
    /// The conditions of the transition; it fires if all hold.
    pub conditions: Vec<PartView>,
}

/// A part of a condition.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct PartView {
    /// The expression, as it is written in the guard.
    pub text: String,
    /// Whether it holds; `None` if it was not evaluated.
    pub holds: Option<bool>,
    /// The kind of part.
    pub kind: PartKindView,
    /// The fields and variables in it, with their values.
    pub values: Vec<(String, String)>,
    /// The operands of a logical operator.
    pub parts: Vec<PartView>,
}

/// The kind of a part.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PartKindView {
    /// An expression of a guard.
    Expression,
    /// An expression of a robot that is seen from outside.
    Unknown,
    /// A time since the state was entered.
    Time {
        /// The time that has passed, in microseconds.
        elapsed_us: u64,
        /// The time after which the condition holds, in microseconds; `None` if it is not known.
        timeout_us: Option<u64>,
    },
    /// A number of passes since the state was entered.
    Ticks {
        /// The number of passes.
        elapsed: u32,
        /// The number after which the condition holds.
        timeout: u32,
    },
    /// The result of what the state runs.
    Status {
        /// The status; `None` if it is not known.
        is: Option<String>,
        /// The status with which the condition holds.
        expected: String,
    },
}

/// The number of times that each transition of each skill was taken.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct CoverageView {
    /// For each skill, by its name, the number for each transition in the order of the graph; those
    /// at the end that are missing were not taken.
    pub skills: BTreeMap<String, Vec<u32>>,
}

impl CoverageView {
    /// Counts a transition of a skill.
    pub fn count(&mut self, skill: &str, transition: u16) {
        let counts = match self.skills.get_mut(skill) {
            Some(counts) => counts,
            None => self.skills.entry(skill.to_owned()).or_default(),
        };
        let index = usize::from(transition);
        if counts.len() <= index {
            counts.resize(index + 1, 0);
        }
        counts[index] = counts[index].saturating_add(1);
    }
}

/// The world around the robot, for viewers that show it.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct SceneView {
    /// The extent in meters: left, bottom, right, top.
    pub bounds: [f64; 4],
    /// The shapes, first ones below.
    pub shapes: Vec<Shape>,
    /// A sentence about it.
    pub text: String,
}

/// A shape in the world.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Shape {
    /// The name, by which a watcher moves it.
    pub id: Cow<'static, str>,
    /// The form, which decides the meaning of the sizes.
    pub kind: ShapeKind,
    /// The place of its middle, or of its begin, m.
    pub x_m: f64,
    /// The same, to the left.
    pub y_m: f64,
    /// The orientation; 0 is along x.
    pub heading_rad: f64,
    /// The extent along x, or the diameter, m.
    pub width_m: f64,
    /// The extent along y, m.
    pub height_m: f64,
    /// The end of a line, m.
    pub x2_m: f64,
    /// The same, to the left.
    pub y2_m: f64,
    /// The meaning, which selects a color: `ball`, `robot`, `opponent`, `line`, `goal`, `belief` or `other`.
    pub fill: Cow<'static, str>,
    /// Whether it can be moved.
    pub movable: bool,
    /// Whether it can be pushed.
    pub pushable: bool,
    /// The text beside it.
    pub label: Cow<'static, str>,
    /// The number or letter on it.
    #[serde(default, skip_serializing_if = "str::is_empty")]
    pub sign: Cow<'static, str>,
    /// The robot of a run that believes this of the world: it is shown while that robot is chosen.
    #[serde(default, skip_serializing_if = "str::is_empty")]
    pub believer: Cow<'static, str>,
}

#[cfg(feature = "hub")]
impl SceneView {
    /// Leaves of what robots believe that of one alone.
    pub(crate) fn keep_beliefs_of(&mut self, robot: Option<&str>) {
        self.shapes.retain(|of| of.believer.is_empty() || Some(&*of.believer) == robot);
    }
}

/// The form of a shape.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ShapeKind {
    /// A circle around the place.
    #[default]
    Circle,
    /// A rectangle around the place.
    Rect,
    /// A line from the place.
    Line,
    /// A robot: a circle that shows where it looks.
    Robot,
}

/// Lines of the log.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct LogView {
    /// The last lines, the oldest first.
    pub lines: Vec<LogLine>,
}

/// A line of the log.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct LogLine {
    /// The robot's time, s.
    pub time_sec: f64,
    /// The line, without its time.
    pub text: String,
}
