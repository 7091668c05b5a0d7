//! Random transitions that enter states again which others remember.

use super::Generator;
use crate::skill::{Argument, Parameter, Resume, Target, Transition};

impl Generator<'_> {
    /// Has some transitions to states that contain states resume them, and adds some.
    pub(super) fn resumes(&mut self) {
        let states = 0..self.skill.states.len();
        for state in states.clone().filter(|_| self.rng.bool()).collect::<Vec<_>>() {
            self.add_resume(state);
        }
        for from in states.map(Some).chain([None]) {
            for list in 0..4 {
                let mut transitions = std::mem::take(self.list(from, list));
                for of in &mut transitions {
                    self.resume(from, of);
                }
                *self.list(from, list) = transitions;
            }
        }
    }

    /// The transitions of a state of one kind; those of the skill are all of one.
    fn list(&mut self, from: Option<usize>, kind: usize) -> &mut Vec<Transition> {
        let Some(from) = from else { return &mut self.skill.always };
        let of = &mut self.skill.states[from];
        match kind {
            0 => &mut of.on_final,
            1 => &mut of.on_failed,
            2 => &mut of.preconditions,
            _ => &mut of.transitions,
        }
    }

    fn resume(&mut self, from: Option<usize>, of: &mut Transition) {
        let Target::State(to) = of.target else { return };
        if of.resume.is_none() && self.is_resumable(from, to) && self.one_in(3) {
            of.resume = Some(self.shallow_or_deep());
        }
    }

    fn shallow_or_deep(&mut self) -> Resume {
        if self.rng.bool() { Resume::Shallow } else { Resume::Deep }
    }

    /// Adds a transition that resumes a state from one beside it.
    fn add_resume(&mut self, state: usize) {
        let of = &self.skill.states[state];
        let beside = self.skill.states.iter().enumerate();
        let beside = beside.filter(|(index, other)| *index != state && other.parent == of.parent);
        let beside: Vec<usize> = beside.map(|(index, _)| index).collect();
        let is_number = |of: &Parameter| *of == Parameter::Number;
        if beside.is_empty() || !of.parameters.iter().all(is_number) {
            return;
        }
        let (takes, defaults) = (of.parameters.len(), of.defaults.len());
        let from = beside[self.any(beside.len())];
        if !self.is_resumable(Some(from), state) {
            return;
        }
        let names = self.skill.names(Some(from));
        let guard = self.guard(&names, false);
        let resume = Some(self.shallow_or_deep());
        let given = takes - self.rng.usize(0..=defaults);
        let arguments = (0..given).map(|_| Argument::Number(self.term(&names))).collect();
        let of = self.labelled(guard, Target::State(state));
        let of = Transition { arguments, resume, ..of };
        self.skill.states[from].transitions.insert(0, of);
        if self.one_in(3) {
            self.add_precondition(state, from);
        }
    }

    /// Adds a precondition that leads from the start state in a state to one beside that.
    fn add_precondition(&mut self, state: usize, to: usize) {
        let (Some(start), of) = (self.skill.states[state].start, &self.skill.states[to]) else {
            return;
        };
        if of.parameters.len() == of.defaults.len() {
            let names = self.skill.names(self.skill.states[start].parent);
            let guard = self.guard(&names, true);
            let precondition = self.labelled(guard, Target::State(to));
            self.skill.states[start].preconditions.push(precondition);
        }
    }

    /// Whether a transition may resume a state: it contains states, and is not active then.
    fn is_resumable(&self, from: Option<usize>, to: usize) -> bool {
        let skill = &self.skill;
        let by_value = |of: &Parameter| matches!(of, Parameter::State { by_ref: false, .. });
        let mut inside = (0..skill.states.len())
            .filter(|of| skill.ancestors(Some(*of)).any(|around| around == to));
        let holds = inside.any(|of| skill.states[of].parameters.iter().any(by_value));
        skill.states[to].start.is_some()
            && skill.ancestors(from).all(|around| around != to)
            && !(holds && self.is_inside_by_value(from))
    }
}
