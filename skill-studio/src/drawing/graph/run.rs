//! The run of a skill in its graph.

use crate::model::machines::active_states;
use skill_runtime::graph::Graph;

/// A run of a skill: the states that are active, and the transitions that were taken, in order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Run {
    /// The active states.
    pub active: Vec<u16>,
    /// The indices of the transitions, in the order in which they were taken.
    pub taken: Vec<u16>,
}

impl Run {
    /// Sets the active states: a state that was entered, those around it and the start states inside it.
    pub fn enter(&mut self, graph: &Graph, state: u16) {
        self.active = active_states(graph, state);
    }

    /// Returns the numbers of a transition with a text between them; empty if it was not taken.
    pub(super) fn orders(&self, transition: u16, separator: &str) -> String {
        let taken = (1_usize..).zip(&self.taken).filter(|(_, of)| **of == transition);
        let taken: Vec<String> = taken.map(|(number, _)| number.to_string()).collect();
        taken.join(separator)
    }

    /// Returns whether a transition was taken that leaves a state.
    pub(super) fn has_left(&self, graph: &Graph, state: u16) -> bool {
        let from = |of: &u16| graph.transitions.get(usize::from(*of)).and_then(|of| of.from);
        self.taken.iter().filter_map(from).any(|of| of == state)
    }
}
