//! A robot that a page runs.

use crate::model::describe::Description;
use crate::model::world::World;
use serde::Serialize;
use serde_json::Value;
use skill_runtime::agent::HasSkiller;
use skill_runtime::{Instant, Observer, SkillSpace};

/// An option of a start: a control of the page, and a part of its address.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Choice {
    /// The name of the field of the options, and in the address.
    pub name: &'static str,
    /// The words beside the control.
    pub label: &'static str,
    /// The meaning in a sentence, without a full stop.
    pub about: &'static str,
    /// The values that can be chosen.
    #[serde(flatten)]
    pub control: Control,
}

/// The values of a choice.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "control", rename_all = "snake_case")]
pub enum Control {
    /// A whole number.
    Number {
        /// The number if nobody chooses.
        first: u64,
        /// The greatest number.
        max: u64,
    },
    /// Yes or no; no if nobody chooses.
    Flag,
    /// One of several texts, each with the words for it; the first if nobody chooses.
    OneOf {
        /// The texts, and their words.
        values: Vec<(&'static str, &'static str)>,
    },
}

/// The events of a pass.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Passed {
    /// The lines for the log.
    pub lines: Vec<String>,
    /// Whether the run has ended with this pass: the recording ends, and the page is paused.
    pub is_over: bool,
}

/// A robot with its simulator, which runs one pass after the other.
///
/// `cli::Robot` makes one of any simulated robot. A robot with options, or a run with an end,
/// implements it: see the NAO's, in the package `playground` of this project.
pub trait Play {
    /// The skills.
    type Skills: SkillSpace<Board: HasSkiller>;

    /// Returns the blackboard.
    fn board(&self) -> &'static <Self::Skills as SkillSpace>::Board;

    /// Returns the description of the robot.
    fn description(&self) -> Description;

    /// Returns the name of the agent that runs, for the recording.
    fn agent(&self) -> Option<&'static str> {
        None
    }

    /// Returns the time of the next pass, which goes on with each pass.
    fn time(&self) -> Instant;

    /// Runs the next pass; `observer` sees it.
    fn pass(&mut self, observer: &mut impl Observer) -> Passed;

    /// Returns the world, which can be seen and disturbed.
    fn world(&mut self) -> impl World;

    /// Returns the state in a few words, for the bar of the page.
    fn state(&self) -> String {
        String::new()
    }

    /// Returns more about the state, for programs.
    fn details(&self) -> Value {
        Value::Null
    }
}
