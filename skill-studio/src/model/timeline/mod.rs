//! The past of a robot along its time: which states were active when, and what happened.
//!
//! A [`Timeline`] grows with the events of the trace; [`Timeline::part`] summarizes a part of it for a
//! picture of some width, so that a day takes no longer than a minute.

#[cfg(any(feature = "hub", feature = "record"))]
mod losses;
mod plot;
mod rows;
mod summary;
#[cfg(test)]
mod tests;

#[cfg(feature = "hub")]
pub(crate) use losses::Loss;
#[cfg(any(feature = "hub", feature = "record"))]
pub(crate) use losses::{Input, Losses, Sample};
pub use plot::{PlotError, PlotPart, PlotView, Plots};
pub use rows::{Happened, Timeline};

use serde::{Deserialize, Serialize};

/// A part of the past, as a picture shows it.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct TimelineView {
    /// The time of the first event that is kept, s.
    pub first_sec: f64,
    /// The time of the last one, s.
    pub last_sec: f64,
    /// The begin of the part, s.
    pub from_sec: f64,
    /// The end of the part, s.
    pub to_sec: f64,
    /// Grows with each event: a part with the same number is still true.
    pub changes: u64,
    /// The rows, from the agent to the innermost sub-skill.
    pub rows: Vec<RowView>,
    /// The marks in the part, in order.
    pub marks: Vec<MarkView>,
    /// The number of marks of each kind in all of the past.
    pub counts: Vec<(MarkKind, u32)>,
}

/// A row: what was active at one depth.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Row {
    /// The kind of row.
    pub kind: RowKind,
    /// The depth among the sub-skills; 0 for the skill that was called.
    pub depth: u16,
    /// The place among the sub-skills that one state runs side by side.
    pub side: u16,
}

/// The kind of a row.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RowKind {
    /// The states of the agent.
    Agent,
    /// The skill that the skiller runs.
    Skill,
    /// The states of that skill, or of a sub-skill.
    State,
}

/// A row in a part of the past.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct RowView {
    /// The row.
    #[serde(flatten)]
    pub row: Row,
    /// The spans in the part, in order; none overlap.
    pub spans: Vec<SpanView>,
}

/// A time in which something was active.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SpanView {
    /// The begin, s.
    pub from_sec: f64,
    /// The end, s; `None` if it goes on.
    pub to_sec: Option<f64>,
    /// The name of what was active; of the longest one, if several are too short to be drawn.
    pub text: String,
    /// The skill or agent that it belongs to.
    pub skill: String,
    /// The number of spans that it represents.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub count: u32,
    /// Whether it ended with a failure.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub failed: bool,
}

/// Something that happened at one moment.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct MarkView {
    /// The moment, s; of the first, if there are several.
    pub time_sec: f64,
    /// The kind.
    pub kind: MarkKind,
    /// The event, in words.
    pub text: String,
    /// The number of marks of this kind that are too near to be drawn.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub count: u32,
}

/// The kind of a mark.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MarkKind {
    /// The skill that was called is FAILED.
    Failed,
    /// A skill was called by hand, not by the agent.
    Call,
    /// The log has a fall.
    Fall,
    /// The log has a goal.
    Goal,
    /// An input was lost that something active reads: its value became too old, its writer went
    /// away, or its flag became false.
    Lost,
    /// A breakpoint was reached.
    Break,
}

impl MarkKind {
    /// Returns the kind of a line of the log: one with the word `goal`, which is neither `no goal` nor a `goal kick`,
    /// with `falls` or `fell`, or of a breakpoint. Others are no marks.
    #[must_use]
    pub fn of_line(text: &str) -> Option<Self> {
        let words: Vec<&str> = text.split(|c: char| !c.is_alphanumeric()).collect();
        let beside = |at: Option<usize>| at.and_then(|at| words.get(at)).copied().unwrap_or("");
        words.iter().enumerate().find_map(|(at, word)| match *word {
            "goal" => {
                let (before, after) = (beside(at.checked_sub(1)), beside(Some(at + 1)));
                let is_one = !["no", "own"].contains(&before)
                    && !["kick", "kicks", "area", "line", "post"].contains(&after);
                is_one.then_some(Self::Goal)
            }
            "falls" | "fell" => Some(Self::Fall),
            "breakpoint" => Some(Self::Break),
            _ => None,
        })
    }
}

const fn one() -> u32 {
    1
}

#[allow(clippy::trivially_copy_pass_by_ref)] // as serde calls it
const fn is_one(count: &u32) -> bool {
    *count == 1
}
