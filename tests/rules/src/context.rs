//! Everything outside a running skill: its inputs, and the events that it reports.

use crate::skill::Skill;

/// The inputs of a call of `exec`, and its time.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Inputs {
    /// The inputs; one that is missing is 0.
    pub values: Vec<f64>,
    /// The time in milliseconds.
    pub millis: u64,
    /// The tick.
    pub tick: u32,
}

/// The status of a skill.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Status {
    /// It runs.
    Running,
    /// It has succeeded.
    Final,
    /// It has failed, with this reason.
    Failed(Option<f64>),
}

/// An observable event.
#[derive(Debug, Clone, PartialEq)]
pub enum Event {
    /// A block ran.
    Block {
        /// The skill.
        skill: usize,
        /// The state.
        state: usize,
        /// The block, as an index of [`crate::skill::BLOCKS`].
        block: usize,
        /// The values that it reports.
        reported: Vec<f64>,
    },
    /// The guard of a transition with an id was evaluated.
    Guard {
        /// The skill.
        skill: usize,
        /// The id of the transition.
        transition: usize,
        /// Its value.
        value: bool,
    },
    /// A skill stopped at its transition limit.
    Limit {
        /// The skill.
        skill: usize,
    },
}

/// Everything outside a running skill.
#[derive(Debug)]
pub struct Context<'a> {
    /// All skills.
    pub skills: &'a [Skill],
    /// The inputs of this call.
    pub inputs: Inputs,
    /// The events so far.
    pub events: Vec<Event>,
}

impl Context<'_> {
    /// Returns an input.
    pub(crate) fn input(&self, input: usize) -> f64 {
        self.inputs.values.get(input).copied().unwrap_or(0.0)
    }
}
