//! Commands to a running robot.

use crate::model::describe::Description;
use crate::model::view::FaultKind;
use crate::text::suggest::did_you_mean;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use skill_runtime::SkillInfo;
use skill_runtime::debug::BreakpointKind;
use skill_runtime::why::Overridden;
use std::fmt::{self, Display, Formatter};
use tokio::sync::oneshot;

/// A command of a watcher, which the robot carries out between two passes.
#[derive(Clone, PartialEq, Debug)]
pub enum Command {
    /// Calls a skill.
    Call(NewCall),
    /// Stops the skill that runs, also while another client has control.
    Stop(NewStop),
    /// Takes or gives back exclusive control.
    Control(NewControl),
    /// Pauses, steps, continues.
    Debug(Debug),
    /// Sets a breakpoint.
    SetBreakpoint(NewBreakpoint),
    /// Removes the breakpoint with this number.
    RemoveBreakpoint(u32),
    /// Forces or suppresses a transition, or neither.
    Override(NewOverride),
    /// Puts a fault in, or removes those of an interface.
    Fault(NewFault),
    /// Sets a parameter.
    Param(NewValue),
    /// Moves a shape of the world.
    Move(Place),
    /// Pushes a shape of the world.
    Push(Place),
    /// Reads the words of the robot's memory, for a recording. It changes nothing.
    Image,
}

impl Command {
    /// Returns whether it is not carried out if its sender does not await the answer any more: a call, or new control.
    pub(super) fn is_withdrawable(&self) -> bool {
        match self {
            Self::Call(_) => true,
            Self::Control(new) => new.action != Control::Release,
            _ => false,
        }
    }
}

/// A call of a skill, and how long it may go on.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewCall {
    /// The skill string.
    pub call: String,
    /// Whether the skill is stopped when the sender is not heard for 10 s.
    #[serde(default)]
    pub lease: bool,
}

/// A stop of any call, or of one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewStop {
    /// The number of the message with the call. A call that has ended, or that another one replaces, is not
    /// stopped, and the other one goes on.
    #[serde(default)]
    pub message: Option<u32>,
}

/// A change of exclusive control.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Control {
    /// Takes control, unless another sender has it.
    Acquire,
    /// Takes control in any case.
    Steal,
    /// Gives control back, so that any sender may call skills.
    Release,
}

/// A change of exclusive control, and how long it is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewControl {
    /// The change.
    pub action: Control,
    /// Whether control ends when the sender is not heard for 10 s, as a page that is gone. Otherwise it
    /// is kept until it is released or stolen.
    #[serde(default)]
    pub lease: bool,
}

/// A command of the debugger.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(tag = "command", rename_all = "snake_case", deny_unknown_fields)]
pub enum Debug {
    /// Begins no further pass.
    Pause,
    /// Goes on after a pause or a breakpoint.
    Continue,
    /// Runs one pass and pauses again.
    Step,
    /// Sets the speed as a multiple of the wall clock's; `None` for as fast as possible.
    Speed {
        /// The multiple, 0.01 to 100.
        // Without this, one that is left out would be `None`.
        #[serde(deserialize_with = "Option::deserialize")]
        factor: Option<f64>,
    },
    /// Goes to a time of a recording, and pauses there.
    Seek {
        /// The robot's time, s.
        time_sec: f64,
    },
    /// Goes on to an event.
    RunTo {
        /// The skill or agent.
        skill: String,
        /// The kind of event.
        on: BreakpointKind,
        /// The index of the state, for the event of a state.
        state: Option<u16>,
        /// The index of the transition, for the event of a transition.
        transition: Option<u16>,
    },
}

/// A breakpoint that is to be set.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewBreakpoint {
    /// The skill or agent.
    pub skill: String,
    /// The kind of event.
    pub on: BreakpointKind,
    /// The index of the state; `None` for each state.
    pub state: Option<u16>,
    /// The index of the transition; `None` for each transition.
    pub transition: Option<u16>,
    /// The condition; empty for none.
    #[serde(default)]
    pub condition: String,
}

/// A transition that is to be forced or suppressed.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewOverride {
    /// The skill or agent.
    pub skill: String,
    /// The number of the machine; `None` for all that run the skill.
    pub machine: Option<u32>,
    /// The index of the transition.
    pub transition: u16,
    /// Forced, suppressed, or neither.
    pub action: OverrideAction,
    /// Whether a transition stays forced when it was taken.
    #[serde(default)]
    pub keep: bool,
}

/// The change of a transition.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OverrideAction {
    /// It fires when it is checked next, or each time with `keep`.
    Force,
    /// It does not fire.
    Suppress,
    /// Its guard decides again.
    Clear,
}

impl OverrideAction {
    pub(super) fn overridden(self) -> Option<Overridden> {
        match self {
            Self::Force => Some(Overridden::Force),
            Self::Suppress => Some(Overridden::Suppress),
            Self::Clear => None,
        }
    }
}

/// A fault that is to be put in.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewFault {
    /// The id of the interface.
    pub interface: String,
    /// The kind of fault.
    pub kind: FaultAction,
    /// The field that is set.
    pub field: Option<String>,
    /// The value of the field, for a fault that sets it.
    pub value: Option<Value>,
}

/// A fault, or its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FaultAction {
    /// A field has another value than its writer gives it.
    Set,
    /// There is no writer.
    RemoveWriter,
    /// The writer no longer publishes.
    Stall,
    /// Messages that skills send to the interface are refused.
    RefuseMessages,
    /// The faults of the interface end.
    Clear,
}

impl FaultAction {
    pub(super) fn kind(self) -> Option<FaultKind> {
        match self {
            Self::Set => Some(FaultKind::Set),
            Self::RemoveWriter => Some(FaultKind::RemoveWriter),
            Self::Stall => Some(FaultKind::Stall),
            Self::RefuseMessages => Some(FaultKind::RefuseMessages),
            Self::Clear => None,
        }
    }
}

/// A value for a parameter.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewValue {
    /// The parameter, `standup.wait_sec`.
    pub name: String,
    /// The value; null for the default.
    pub value: Value,
}

/// A shape of the world, and a place or a direction, m: each coordinate is -1000 to 1000.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Place {
    /// The name of the shape.
    pub shape: String,
    /// Along the x axis of the world, m.
    pub x_m: f64,
    /// Along the y axis of the world, m.
    pub y_m: f64,
}

impl Place {
    /// Returns the shape and the coordinates.
    ///
    /// # Errors
    /// `bad_request` if a coordinate is out of range.
    pub(super) fn checked(&self) -> Result<(&str, f64, f64), Refusal> {
        /// The greatest coordinate, m.
        const FAR: f64 = 1000.0;
        let Self { shape, x_m, y_m } = self;
        if x_m.abs() <= FAR && y_m.abs() <= FAR {
            return Ok((shape, *x_m, *y_m));
        }
        Err(Refusal::bad_request(format!(
            "({x_m:e}, {y_m:e}) is out of range: expected -{FAR} to {FAR} m"
        )))
    }
}

/// The reason why a request was refused: as JSON `{"error": KIND, "message": TEXT, ..}`.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Refusal {
    /// The status of HTTP.
    #[serde(skip)]
    pub status: u16,
    /// The kind of error.
    pub error: &'static str,
    /// The error as a text.
    pub message: String,
    /// Fields that the kind of error adds.
    #[serde(flatten)]
    pub more: Map<String, Value>,
}

/// Returns the skill with this name.
///
/// # Errors
/// 404 if there is none.
pub(super) fn find_skill(
    description: &Description,
    name: &str,
) -> Result<&'static SkillInfo, Refusal> {
    description.find(name).ok_or_else(|| {
        let near = did_you_mean(name, description.all.iter().map(|skill| skill.name));
        Refusal::not_found(format!("there is no skill `{name}`{near}"))
    })
}

impl Refusal {
    /// Returns a refusal with a status of HTTP, a kind that programs compare, and a text.
    #[must_use]
    pub fn new(status: u16, error: &'static str, message: impl Into<String>) -> Self {
        Self { status, error, message: message.into(), more: Map::new() }
    }

    /// Returns that the request is wrong.
    #[must_use]
    pub fn bad_request(message: impl Into<String>) -> Self {
        Self::new(400, "bad_request", message)
    }

    /// Returns that what the request names does not exist.
    #[must_use]
    pub fn not_found(message: impl Into<String>) -> Self {
        Self::new(404, "not_found", message)
    }

    /// Returns that this robot cannot do that.
    #[must_use]
    pub fn not_here(message: impl Into<String>) -> Self {
        Self::new(501, "not_here", message)
    }

    /// Adds a field to the JSON object.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.more.insert(name.to_owned(), value.into());
        self
    }
}

impl Display for Refusal {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Refusal {}

/// The answer to a command: fields of a JSON object.
pub type Answer = Result<Map<String, Value>, Refusal>;

/// The sender of commands of the own program, and of a client that does not name itself.
pub const SENDER: u32 = 0x5354_5544;
/// The least number of a client that names itself.
pub const MIN_CLIENT: u32 = 0x8000_0000;

/// A command on its way to the robot.
#[derive(Debug)]
pub struct Request {
    /// The sender of the messages to the skiller that the command causes.
    pub sender: u32,
    /// The command to carry out.
    pub command: Command,
    /// The recipient of the answer.
    pub reply: oneshot::Sender<Answer>,
}
