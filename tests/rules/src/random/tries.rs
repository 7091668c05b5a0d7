//! Random tries of states.

use super::Generator;
use crate::skill::{Argument, Guard, Parameter, Skill, State, Target, Term, Transition, Tries};

impl Generator<'_> {
    /// Has some states tried again, and leaves some of their failures to that.
    pub(super) fn tries(&mut self) {
        for state in 0..self.skill.states.len() {
            let fails = inside(&self.skill, state).into_iter().any(|of| {
                let mut leaving = self.skill.states[of].leaving();
                leaving.any(|of| matches!(of.target, Target::Failed(_) | Target::PassOn))
            });
            if !fails || self.may_hold_failing(state) || !self.one_in(3) {
                continue;
            }
            let names = self.skill.names(Some(state));
            let count = match self.term(&names) {
                sum @ Term::Arithmetic(..) if self.rng.bool() => sum,
                _ => Term::Number(f64::from(self.rng.u32(2..5))),
            };
            let via = if self.rng.bool() { self.via(state) } else { None };
            let unhandled = Transition {
                id: None,
                label: 0,
                guard: Guard::OnResult(None),
                target: Target::PassOn,
                arguments: Vec::new(),
                binds: Vec::new(),
                finals: Vec::new(),
                names_failure: false,
                lets: Vec::new(),
                resume: None,
            };
            self.skill.states[state].tries = Some(Tries { count, via, unhandled });
            self.leave_failures(state);
        }
        // Those inside another one may have lost their last failures to that.
        for state in 0..self.skill.states.len() {
            if !self.can_fail(state) {
                self.skill.states[state].tries = None;
            }
        }
    }

    /// Returns whether a transition in a state leads to FAILED, or a failure is handled outside of it.
    fn can_fail(&self, state: usize) -> bool {
        let takes_all = |of: &Transition| of.guard == Guard::OnResult(None);
        inside(&self.skill, state).into_iter().any(|of| {
            let mut leaving = self.skill.states[of].leaving();
            let fails = |of: &Transition| matches!(of.target, Target::Failed(_) | Target::PassOn);
            let around = self.skill.ancestors(Some(of));
            let mut around = around.take_while(|of| Some(*of) != self.skill.states[state].parent);
            leaving.any(fails)
                || self.skill.states[of].can_fail()
                    && !around.any(|of| self.skill.states[of].on_failed.iter().any(takes_all))
        })
    }

    /// Returns whether a state, or one inside it, may hold by value a state that leads to FAILED, which
    /// is not tried again.
    fn may_hold_failing(&self, state: usize) -> bool {
        let holds = |of: &usize| {
            let mut all = self.skill.states[*of].parameters.iter();
            all.any(|of| matches!(of, Parameter::State { by_ref: false, .. }))
        };
        let fails = |of: usize| {
            let mut leaving = self.skill.states[of].leaving();
            leaving.any(|of| matches!(of.target, Target::Failed(_) | Target::PassOn))
        };
        let mut held = self.by_value.iter().flat_map(|of| inside(&self.skill, *of));
        inside(&self.skill, state).iter().any(holds) && held.any(fails)
    }

    /// Returns a state beside one that can lead to its next try.
    fn via(&mut self, state: usize) -> Option<usize> {
        let of = &self.skill.states[state];
        if of.parameters.iter().any(|of| *of != Parameter::Number) {
            return None;
        }
        let used = |via: usize| {
            let mut all = self.skill.states.iter().filter_map(|of| of.tries.as_ref()?.via);
            all.any(|other| other == via)
        };
        let fits = |via: &usize| {
            let (other, index) = (&self.skill.states[*via], *via);
            let numbers = other.parameters.iter().all(|of| *of == Parameter::Number);
            index != state
                && other.parent == of.parent
                && numbers
                && other.parameters.len() == other.defaults.len()
                && !used(index)
        };
        let all: Vec<usize> = (0..self.skill.states.len()).filter(fits).collect();
        if all.is_empty() {
            return None;
        }
        let via = all[self.any(all.len())];
        let names = self.skill.names(Some(via));
        let guard = self.guard(&names, false);
        let back = self.labelled(guard, Target::State(state));
        let takes = self.skill.states[state].parameters.len();
        let given = takes - self.rng.usize(0..=self.skill.states[state].defaults.len());
        let arguments = (0..given).map(|_| Argument::Number(self.term(&names)));
        let back = Transition { arguments: arguments.collect(), ..back };
        self.skill.states[via].transitions.insert(0, back);
        Some(via)
    }

    /// Removes handlers of failures in a state, unless it handles some itself, or a state around does.
    fn leave_failures(&mut self, state: usize) {
        let is_handler = |of: &Transition| matches!(of.guard, Guard::OnResult(_));
        let mut around = self.skill.ancestors(Some(state));
        let is_handled = around.any(|of| !self.skill.states[of].on_failed.is_empty())
            || self.skill.always.iter().any(is_handler);
        drop(around);
        if is_handled {
            return;
        }
        for of in inside(&self.skill, state) {
            if self.skill.states[of].can_fail() && !self.one_in(3) {
                let all = self.rng.bool();
                let State { on_failed, passes_on, .. } = &mut self.skill.states[of];
                on_failed.truncate(if all { 0 } else { on_failed.len().saturating_sub(1) });
                *passes_on = false;
            }
        }
    }
}

/// Returns a state and the states inside it.
fn inside(skill: &Skill, state: usize) -> Vec<usize> {
    let all = 0..skill.states.len();
    all.filter(|of| skill.ancestors(Some(*of)).any(|around| around == state)).collect()
}
