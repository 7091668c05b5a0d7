//! Scopes of `self.x` in a state: its own parameters and variables, those of the states around
//! it, or those of the skill.

use super::{Model, Scope, StateId, TransitionId};
use crate::skill::ast::{Activity, Code, Memory, Trigger};
use crate::syntax::names::plain;
use proc_macro2::Ident;
use std::collections::BTreeSet;

impl Model {
    /// Whether a state or one around it has parameters or variables: then `self` is more
    /// than the skill's.
    pub fn has_levels(&self, state: StateId) -> bool {
        let holds = |state: StateId| {
            !self.states[state].params.is_empty() || !self.states[state].vars.is_empty()
        };
        self.around(Some(state)).any(holds) || self.states[state].uses_elapsed
    }

    /// Returns those of some transitions whose guards have a memory.
    pub fn memories<'a>(
        &'a self,
        of: impl IntoIterator<Item = &'a TransitionId>,
    ) -> impl Iterator<Item = (TransitionId, &'a Memory)> {
        of.into_iter().filter_map(|number| {
            let of = self.transitions.get(number)?;
            match &of.trigger {
                Trigger::Remembers(_, memory) if of.again.is_none() => Some((*number, memory)),
                _ => None,
            }
        })
    }

    /// Returns the owner of `name`, seen from `state`.
    pub fn scope(&self, state: StateId, name: &str) -> Option<Scope> {
        for around in self.around(Some(state)) {
            let of = &self.states[around];
            if of.params.iter().any(|param| plain(&param.name) == name) {
                return Some(Scope::Params(around));
            }
            if of.vars.iter().any(|var| plain(&var.name) == name) {
                return Some(Scope::Vars(around));
            }
        }
        let args = self.args.iter().map(|arg| &arg.name);
        let group = self.group.iter().map(|group| &group.name);
        let vars = self.vars.iter().chain(&self.continuous).map(|var| &var.name);
        let params = self.params.iter().map(|param| &param.name);
        let mut all = args.chain(group).chain(params).chain(vars);
        all.any(|known| plain(known) == name).then_some(Scope::Skill)
    }

    /// The levels that the code of a state names, the skill's aside.
    pub fn used(&self, state: StateId) -> BTreeSet<Scope> {
        let mut used = BTreeSet::new();
        for code in self.code_of(state) {
            for (_, scope) in self.names_in(state, code) {
                used.insert(scope);
            }
        }
        // A state that is passed on is named outside of code.
        let passed =
            self.transitions_of(state).flat_map(|transition| &self.transitions[&transition].values);
        used.extend(passed.filter_map(|value| match value {
            super::Value::Held((owner, _), _) | super::Value::Kept((owner, _)) => {
                Some(Scope::Params(*owner))
            }
            _ => None,
        }));
        used.remove(&Scope::Skill);
        used
    }

    /// All transitions of a state, as they are written.
    pub fn transitions_of(&self, state: StateId) -> impl Iterator<Item = TransitionId> + '_ {
        let of = &self.states[state];
        of.preconds.iter().chain(&of.on_final).chain(&of.on_failed).chain(&of.plain).copied()
    }

    /// Returns the fields of `self` in `code`, with whose they are.
    pub fn names_in<'a>(
        &self,
        state: StateId,
        code: &'a Code,
    ) -> impl Iterator<Item = (&'a Ident, Scope)> {
        code.facts.fields.iter().filter_map(move |field| {
            self.scope(state, &plain(&field.name)).map(|scope| (&field.name, scope))
        })
    }

    /// Returns all code of a state, without the states inside it.
    pub fn code_of(&self, state: StateId) -> Vec<&Code> {
        let of = &self.states[state];
        let blocks = [&of.init, &of.loop_, &of.exit].into_iter().flatten();
        let mut code: Vec<&Code> = blocks.collect();
        code.extend(of.flow.iter().map(|(_, rate)| rate));
        code.extend(of.tries.iter().filter_map(|tries| tries.count.as_ref()));
        code.extend(of.params.iter().filter_map(|param| param.default.as_ref()));
        code.extend(of.vars.iter().map(|var| &var.init));
        code.extend(of.runs.iter().flat_map(Activity::codes));
        code.extend(
            self.transitions_of(state).flat_map(|transition| self.code_of_transition(transition)),
        );
        code
    }

    /// Returns all code of the skill's states and transitions.
    pub fn code(&self) -> impl Iterator<Item = &Code> {
        let always = self.always.iter().flat_map(|transition| self.code_of_transition(*transition));
        (0..self.states.len()).flat_map(|state| self.code_of(state)).chain(always)
    }

    /// Returns all code of a transition.
    pub fn code_of_transition(&self, transition: TransitionId) -> impl Iterator<Item = &Code> {
        let transition = &self.transitions[&transition];
        transition.trigger.codes().chain(transition.carried())
    }
}
