//! The record of a bench's run.

use crate::{ExplanationCheck, covered};
use skill_runtime::why::Why;
use skill_runtime::{TraceEvent, TraceKind, Tracer};
use std::cell::RefCell;
use std::rc::Rc;

type Watcher<'a> = Box<dyn FnMut(&TraceEvent) + 'a>;

/// Records every event, in order.
#[derive(Default)]
pub struct Record<'a> {
    events: Vec<TraceEvent>,
    explained: ExplanationCheck,
    /// Whether explanations are disabled.
    is_plain: bool,
    watchers: Vec<Watcher<'a>>,
}

impl std::fmt::Debug for Record<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Record").field("events", &self.events).finish_non_exhaustive()
    }
}

impl<'a> Record<'a> {
    /// Calls `watcher` with each event, when it is recorded.
    pub fn watch(&mut self, watcher: impl FnMut(&TraceEvent) + 'a) {
        self.watchers.push(Box::new(watcher));
    }

    /// Disables explanations, so that machines evaluate guards once.
    pub(crate) fn explain_nothing(&mut self) {
        self.is_plain = true;
    }

    /// Returns the events since the record was cleared.
    #[must_use]
    pub fn events(&self) -> &[TraceEvent] {
        &self.events
    }

    /// Removes all events.
    pub fn clear(&mut self) {
        self.events.clear();
    }

    /// Returns the transitions since the record was cleared, as `skill: From -> To`.
    #[must_use]
    pub fn transitions(&self) -> Vec<String> {
        self.events.iter().filter_map(transition).collect()
    }

    /// Returns the explanation of the last pass, and the differences found so far.
    #[must_use]
    pub fn explained(&self) -> &ExplanationCheck {
        &self.explained
    }

    /// Returns how often `skill` entered `state` by a transition.
    #[must_use]
    pub fn entries(&self, skill: &str, state: &str) -> usize {
        let entered = |event: &&TraceEvent| {
            target(event).is_some_and(|to| event.skill.name == skill && to == state)
        };
        self.events.iter().filter(entered).count()
    }

    /// Returns the events as text, one line each.
    #[must_use]
    pub fn text(&self) -> String {
        self.events.iter().flat_map(|event| [event.to_string(), "\n".to_owned()]).collect()
    }
}

impl Tracer for Record<'_> {
    const TIMES: bool = true;
    const WHY: bool = true;
    fn why(&mut self) -> Option<Rc<RefCell<Why>>> {
        if self.is_plain { None } else { self.explained.why() }
    }
    fn descend(&mut self, offset: u32) {
        self.explained.descend(offset);
    }
    fn ascend(&mut self, offset: u32) {
        self.explained.ascend(offset);
    }
    fn record(&mut self, event: &TraceEvent) {
        if !self.is_plain {
            self.explained.record(event);
        }
        covered::note(event);
        self.watchers.iter_mut().for_each(|watcher| watcher(event));
        self.events.push(*event);
    }
}

/// Returns the name of the state that `event` leads to, if it is a transition.
fn target(event: &TraceEvent) -> Option<&'static str> {
    let TraceKind::Transition { transition, .. } = event.kind else { return None };
    let graph = &event.skill.graph;
    graph.transitions.get(usize::from(transition)).map(|transition| graph.state_name(transition.to))
}

fn transition(event: &TraceEvent) -> Option<String> {
    let TraceKind::Transition { from, .. } = event.kind else { return None };
    let from = event.skill.graph.state_name(from);
    target(event).map(|to| format!("{}: {from} -> {to}", event.skill.name))
}
