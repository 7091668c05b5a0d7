//! Random states, with their parameters and blocks.

use super::{Generator, MAX_DEPTH, Profile};
use crate::skill::{Block, Parameter, State, Term};

impl Generator<'_> {
    /// Adds `count` states. Returns the start state among them.
    pub(super) fn states(&mut self, parent: Option<usize>, count: usize) -> usize {
        let start = self.rng.usize(0..count);
        let mut start_index = 0;
        for place in 0..count {
            let index = self.skill.states.len();
            let state = match self.profile {
                Profile::Scxml => State {
                    parent,
                    blocks: [Some(Block::default()), None, Some(Block::default())],
                    ..State::default()
                },
                _ => self.state(parent, place == start),
            };
            self.skill.states.push(state);
            if place == start {
                start_index = index;
            }
            if self.profile != Profile::Scxml && self.rng.u8(0..3) == 0 {
                let names = self.skill.names(Some(index));
                // An initial value cannot read an interface.
                let initial = match self.term(&names) {
                    Term::Input(_) | Term::Value(_) => Term::Number(5.0),
                    initial => initial,
                };
                self.skill.states[index].variables.push(initial);
            }
            let depth = self.skill.ancestors(Some(index)).count();
            let chance = if self.profile == Profile::Scxml { 3 } else { 2 };
            if self.skill.states.len() < self.profile.max_states()
                && depth < MAX_DEPTH
                && self.rng.u8(0..5) < chance
            {
                let inside = self.rng.usize(1..4);
                self.skill.states[index].start = Some(self.states(Some(index), inside));
            }
        }
        start_index
    }

    fn state(&mut self, parent: Option<usize>, is_start: bool) -> State {
        let parameters = if is_start && !self.one_in(3) { 0 } else { self.rng.usize(0..3) };
        let defaults = match parameters {
            count if is_start => count,
            count if self.one_in(3) => self.rng.usize(0..=count),
            _ => 0,
        };
        let names = self.skill.names(parent);
        let block = |is_there: bool| is_there.then(Block::default);
        State {
            parent,
            parameters: vec![Parameter::Number; parameters],
            defaults: (0..defaults).map(|_| self.term(&names)).collect(),
            assigns_parameters: parameters > 0 && self.one_in(3),
            blocks: [block(!self.one_in(4)), block(self.rng.bool()), block(!self.one_in(4))],
            ..State::default()
        }
    }

    /// Chooses the states that may be passed by value, and adds parameters that hold states.
    pub(super) fn state_parameters(&mut self) {
        let states = 0..self.skill.states.len();
        for state in states.clone() {
            let is_candidate =
                self.skill.states[state].parent.is_none() && state != self.skill.start;
            if is_candidate && self.rng.bool() {
                self.by_value.push(state);
            }
        }
        for state in states {
            if self.is_inside_by_value(Some(state))
                || self.rng.u8(0..3) != 0
                || self.is_start(state)
                // What follows a default has one.
                || !self.skill.states[state].defaults.is_empty()
            {
                continue;
            }
            let by_ref = self.rng.bool();
            let takes = if self.rng.bool() { vec![Parameter::Number] } else { Vec::new() };
            self.skill.states[state].parameters.push(Parameter::State { by_ref, takes });
        }
    }

    fn is_start(&self, state: usize) -> bool {
        match self.skill.states[state].parent {
            None => self.skill.start == state,
            Some(parent) => self.skill.states[parent].start == Some(state),
        }
    }

    pub(super) fn is_inside_by_value(&self, state: Option<usize>) -> bool {
        self.skill.ancestors(state).any(|state| self.by_value.contains(&state))
    }
}
