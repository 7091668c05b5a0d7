//! The run of a skill in its graph.

use crate::model::machines::active_states;
use skill_runtime::graph::Graph;

/// A run of a skill: the states that are active, and the transitions that were taken, in order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Run {
    /// The active states.
    pub active: Vec<u16>,
    /// The transitions, in the order in which they were taken.
    pub taken: Vec<Taken>,
}

/// A transition that was taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Taken {
    /// The index of the transition.
    pub transition: u16,
    /// The innermost state that was active.
    pub from: u16,
}

impl Run {
    /// Sets the active states: a state that was entered, those around it and the start states inside it.
    pub fn enter(&mut self, graph: &Graph, state: u16) {
        self.active = active_states(graph, state);
    }

    /// Returns the numbers of the transitions that are meant, with a text between them; empty if none was
    /// taken.
    pub(super) fn orders(&self, is_meant: impl Fn(&Taken) -> bool, separator: &str) -> String {
        let taken = (1_usize..).zip(&self.taken).filter(|(_, of)| is_meant(of));
        let taken: Vec<String> = taken.map(|(number, _)| number.to_string()).collect();
        taken.join(separator)
    }

    /// Returns whether a transition was taken that leaves a state.
    pub(super) fn has_left(&self, graph: &Graph, state: u16) -> bool {
        self.taken.iter().any(|of| {
            let to = graph.transitions.get(usize::from(of.transition)).map(|of| of.to);
            graph.is_active(state, of.from) && to.is_none_or(|to| !graph.is_active(state, to))
        })
    }
}
