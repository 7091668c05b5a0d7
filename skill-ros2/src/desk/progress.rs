//! The way of a skill to its end.

use skill_studio::view::{Layer, View, WhyView};
use std::time::{Duration, Instant};

/// The least time between two feedbacks of a goal.
const LEAST: Duration = Duration::from_millis(50);
/// The time after which one is sent even if nothing has changed.
const IDLE: Duration = Duration::from_millis(500);

/// The active states of a skill.
#[derive(Clone, Debug, Default)]
pub struct Progress {
    /// The active states, outermost first: `fetch.Search`.
    pub path: Vec<String>,
    /// The time in the innermost of them, s; -1 if it is not known.
    pub in_state_sec: f64,
    /// Why it is not left; empty if that is not known yet.
    pub waits_for: String,
    at: Option<Instant>,
}

/// Equal if the states are, and why they are not left.
impl PartialEq for Progress {
    fn eq(&self, other: &Self) -> bool {
        (&self.path, &self.waits_for) == (&other.path, &other.waits_for)
    }
}

impl Progress {
    pub(crate) fn of(view: &View, why: &WhyView) -> Self {
        let active = || view.active.iter().filter(|of| of.layer == Layer::Skiller);
        let innermost = active().next_back();
        let entered = innermost.and_then(|of| of.entered_sec);
        // Explanations are made less often than views.
        let is_of_now = why
            .machines
            .iter()
            .any(|of| innermost.is_some_and(|at| (at.machine, at.state) == (of.machine, of.state)));
        Self {
            path: active().map(|of| format!("{}.{}", of.skill, of.name)).collect(),
            in_state_sec: entered.map_or(-1.0, |entered| (view.time_sec - entered).max(0.0)),
            waits_for: if is_of_now { why.sentence.to_string() } else { String::new() },
            at: Some(Instant::now()),
        }
    }

    /// Returns whether `next` is to be sent after this one.
    pub(crate) fn is_due(&self, next: &Self) -> bool {
        let Some(at) = self.at else { return true };
        // A number in the reason changes in each pass.
        let least = if self.path == next.path { IDLE } else { LEAST };
        at.elapsed() >= least
    }
}
