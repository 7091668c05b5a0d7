//! Explanations compared with what machines do.

use skill_runtime::why::{Why, WhyTrace};
use skill_runtime::{TraceEvent, TraceKind, Tracer};
use std::cell::RefCell;
use std::rc::Rc;

/// The usual cause of a difference, and its cure.
const TWO_VALUES: &str = "a guard gave two values in one pass: it calls a function that is not pure\n\
    help: call the function in `loop`, or use `without_explanations()`";

/// A tracer that compares the explanation of each pass with what the machine does: the transition
/// that the explanation names is taken, or deferred by the limit of transitions, before anything
/// else is checked, and no other is taken.
///
/// A crossing of a hybrid skill is found between two passes and is not compared.
#[derive(Clone, Debug, Default)]
pub struct ExplanationCheck {
    trace: WhyTrace,
    machine: u32,
    /// Whether transitions were checked since the last one was taken.
    is_open: bool,
    differences: Vec<String>,
    checks: u64,
    transitions: u64,
}

impl ExplanationCheck {
    /// Returns the differences between explanations and machines.
    #[must_use]
    pub fn differences(&self) -> &[String] {
        &self.differences
    }

    /// Returns the number of states whose transitions were explained.
    #[must_use]
    pub fn checks(&self) -> u64 {
        self.checks
    }

    /// Returns the number of transitions that were compared.
    #[must_use]
    pub fn transitions(&self) -> u64 {
        self.transitions
    }

    /// Returns the explanation of the last pass with checks.
    #[must_use]
    pub fn last(&self) -> Why {
        self.trace.last()
    }

    /// Completes the comparison of a pass: a transition that was named must have been taken. The
    /// next pass does so as well.
    pub fn end_of_checks(&mut self) {
        if self.is_open && self.trace.borrow().next().is_some() {
            let why = self.trace.last();
            self.differences
                .push(format!("the transition that fires is not taken\n{TWO_VALUES}\n{why}"));
        }
        self.is_open = false;
    }

    fn compare_taken(&mut self, event: &TraceEvent, transition: u16) {
        let info = event.skill.graph.transitions.get(usize::from(transition));
        if info.is_some_and(|info| info.trigger == skill_runtime::graph::Trigger::Crossing) {
            return;
        }
        let why = self.trace.borrow();
        let named = why.next().map(|(of, next)| (of.machine, of.skill.name, next));
        if !self.is_open || named != Some((self.machine, event.skill.name, transition)) {
            self.differences
                .push(format!("{event}: the explanation names {named:?}\n{TWO_VALUES}\n{why}"));
        }
        drop(why);
        (self.is_open, self.transitions) = (false, self.transitions + 1);
    }
}

impl Tracer for ExplanationCheck {
    const WHY: bool = true;
    fn why(&mut self) -> Option<Rc<RefCell<Why>>> {
        self.end_of_checks();
        (self.is_open, self.checks) = (true, self.checks + 1);
        self.trace.why()
    }
    fn record(&mut self, event: &TraceEvent) {
        if let TraceKind::Transition { transition, .. } | TraceKind::Limit { transition } =
            event.kind
        {
            self.compare_taken(event, transition);
        }
    }
    fn descend(&mut self, offset: u32) {
        self.machine += offset;
        self.trace.descend(offset);
    }
    fn ascend(&mut self, offset: u32) {
        self.machine -= offset;
        self.trace.ascend(offset);
    }
}
