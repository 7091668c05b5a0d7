//! Everything outside a running skill: its inputs, the blackboard, and the events that it
//! reports.

use std::collections::VecDeque;

use crate::fault::Fault;
use crate::skill::{Kind, Skill, Target, Transition};

/// The inputs of a call of `exec`, and its time.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Inputs {
    /// The inputs; one that is missing is 0.
    pub values: Vec<f64>,
    /// The time in milliseconds.
    pub millis: u64,
    /// The number of the tick.
    pub tick: u32,
}

/// An interface of the blackboard. Only the messages change during a call of `exec`.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Cell {
    /// Whether it has a writer.
    pub has_writer: bool,
    /// The value published by its writer.
    pub value: f64,
    /// Whether its writer, or one before, has published a value.
    pub is_published: bool,
    /// The time in milliseconds at which the value was published.
    pub millis: u64,
    /// The age in milliseconds beyond which its value is stale, unless a skill says another.
    pub max_age: u64,
    /// The greatest number of messages that wait.
    pub capacity: usize,
    /// The messages that wait, oldest first.
    pub queue: VecDeque<Waiting>,
    /// The number of messages that were sent to it.
    pub sent: u64,
    /// Whether the value says which message is done.
    pub reports_done: bool,
    /// The last message that its writer has taken.
    pub taken: Option<u64>,
    /// The same when the value was published, and whether the message was done.
    pub last: Option<(u64, bool)>,
}

/// A message that waits.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Waiting {
    /// Its place among all that were sent to the interface.
    pub number: u64,
    /// The message.
    pub kind: Kind,
    /// Its content.
    pub content: f64,
}

/// The status of a skill.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// It has not ended.
    Running,
    /// It has reached its purpose.
    Final,
    /// It has failed, with a cause.
    Failed,
}

/// The failure of a skill, which its callers may pass on.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Failure {
    /// The index of the skill that failed first.
    pub skill: usize,
    /// The cause of the failure in that skill.
    pub cause: Cause,
}

/// The cause of a failure.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Cause {
    /// The transition with this label, which may give a number as its reason.
    Transition(usize, Option<f64>),
    /// The argument at this index has a value outside its range.
    Argument(usize, f64),
    /// The first value of the result is larger than [`crate::skill::MAX_RESULT`].
    Result(f64),
    /// The interface of the skill at this index has no writer.
    NoWriter(usize),
    /// The value of the interface of the skill at this index is stale.
    Stale(usize),
    /// A message was refused.
    Refused(Refusal),
}

/// A message that was refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Refusal {
    /// The message that was refused.
    pub message: crate::skill::Message,
    /// Whether the queue was full; otherwise, there was no writer.
    pub is_full: bool,
}

/// An observable event of a run.
#[derive(Debug, Clone, PartialEq)]
pub enum Event<'a> {
    /// A block or an action ran.
    Block {
        /// The index of the skill.
        skill: usize,
        /// The index of the state.
        state: usize,
        /// The block, as an index of [`crate::skill::BLOCKS`]; an action has the index of the
        /// first number after these, plus its place in [`crate::skill::State::runs`].
        block: usize,
        /// The values that it reports.
        reported: Vec<f64>,
    },
    /// The guard of a transition with an id was evaluated.
    Guard {
        /// The index of the skill.
        skill: usize,
        /// The id of the transition.
        transition: usize,
        /// The value of the guard.
        value: bool,
    },
    /// A skill was called.
    Called {
        /// The index of the skill.
        skill: usize,
        /// The argument at each index, if the call gives it.
        arguments: Vec<Option<f64>>,
    },
    /// A skill began to run.
    Begun {
        /// The index of the skill.
        skill: usize,
    },
    /// A transition was taken.
    Taken {
        /// The index of the skill.
        skill: usize,
        /// The innermost active state, or the one that was being entered.
        from: usize,
        /// The transition that was taken.
        transition: &'a Transition,
        /// Its target, which a parameter may hold.
        target: Target,
        /// Whether it leads to the next try of a state in place of FAILED.
        again: bool,
    },
    /// A message was refused.
    Refused {
        /// The index of the skill.
        skill: usize,
        /// The message, and the reason.
        refusal: Refusal,
    },
    /// A message that ran was ended.
    Stopped {
        /// The index of the skill.
        skill: usize,
        /// The message that ended it.
        message: crate::skill::Message,
        /// The message that ran.
        running: Kind,
    },
    /// A skill is FINAL with a result.
    Result {
        /// The index of the skill.
        skill: usize,
        /// The values of the result.
        values: Vec<f64>,
    },
    /// A skill has failed.
    Failed {
        /// The index of the skill.
        skill: usize,
        /// The failure of the skill.
        failure: Failure,
    },
    /// A skill stopped at its transition limit.
    Limit {
        /// The index of the skill.
        skill: usize,
        /// The transition that it defers.
        transition: &'a Transition,
        /// Whether that would lead to the next try of a state in place of FAILED.
        again: bool,
    },
    /// A skill was reset.
    Reset {
        /// The index of the skill.
        skill: usize,
    },
}

/// Everything outside a running skill.
#[derive(Debug)]
pub struct Context<'a> {
    /// All skills that may run.
    pub skills: &'a [Skill],
    /// The inputs of this call.
    pub inputs: Inputs,
    /// The interfaces of the blackboard.
    pub board: Vec<Cell>,
    /// The events so far.
    pub events: Vec<Event<'a>>,
    /// The fault that the interpreter has; `None` but in tests.
    pub fault: Option<Fault>,
}

impl<'a> Context<'a> {
    /// Creates a context without inputs and interfaces.
    #[must_use]
    pub fn new(skills: &'a [Skill]) -> Self {
        let (inputs, board, events) = (Inputs::default(), Vec::new(), Vec::new());
        Self { skills, inputs, board, events, fault: None }
    }

    /// Returns whether the interpreter has a fault.
    pub(crate) fn has(&self, fault: Fault) -> bool {
        self.fault == Some(fault)
    }

    /// Returns the value of an input.
    pub(crate) fn input(&self, input: usize) -> f64 {
        self.inputs.values.get(input).copied().unwrap_or(0.0)
    }
}

impl Cell {
    /// Appends a message, after emptying the queue if it `empties`. Returns its number; `None` if it was
    /// refused because the queue was full. There is a writer.
    pub fn push(&mut self, content: f64, kind: Kind, empties: bool) -> Option<u64> {
        if empties {
            self.queue.clear();
        }
        let is_full = self.queue.len() >= self.capacity;
        (!is_full).then(|| {
            self.sent += 1;
            self.queue.push_back(Waiting { number: self.sent, kind, content });
            self.sent
        })
    }
}
