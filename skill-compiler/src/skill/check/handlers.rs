//! Handlers of failures: FAILED of what a state runs is handled by the state, by one around it, or
//! under `always`, at each place where the state runs.

use super::findings::Findings;
use super::lint_levels::UNREACHABLE_TRANSITION;
use super::{Analysis, End, Model, StateId, StateInstanceId, Target, TransitionId};
use crate::skill::ast::Trigger;
use crate::syntax::errors::Errors;
use std::collections::BTreeSet;
use syn::Ident;

/// Reports a state whose failure may be handled by nothing; `reached` are the instances that may be
/// active, if they are known. The model must be whole.
pub fn check(model: &Model, reached: Option<&BTreeSet<StateInstanceId>>, errors: &mut Errors) {
    let is_reached = |instance: &StateInstanceId| reached.is_none_or(|all| all.contains(instance));
    for (state, of) in model.states.iter().enumerate().filter(|(_, of)| of.can_fail()) {
        // One that is only passed by value is never active at its own place.
        let only_passed =
            !is_reached(&state) && model.instances_of(state).any(|of| is_reached(&of));
        let mut instances = model.instances_of(state).skip(only_passed.into());
        let Some(instance) = instances.find(|of| !model.handlers(*of).take_each) else { continue };
        let path = model.path_to(instance).into_iter();
        let path: Vec<_> = path.map(|around| model.state_of(around).name.to_string()).collect();
        let name = &of.name;
        let place =
            if path.len() > 1 { format!(", in {}", path.join(" -> ")) } else { String::new() };
        let mut tried = model.around(Some(state)).filter_map(|of| model.states[of].tries.as_ref());
        let (last, note) = match tried.next() {
            None => ("", ""),
            Some(_) => (
                " after the last try",
                ": `tries` leaves the last failure to the guarded ones around it",
            ),
        };
        errors.at(name, format!("`{name}` does not handle every failure of what it runs{last}{place}\nhelp: add `-> TARGET on FAILED;` without a guard to it, to a state around it, or to `always`{note}"));
    }
}

/// Warns of a transition on FAILED that is never checked: all that it could be for is handled before.
pub(super) fn lint(model: &Analysis, findings: &mut Findings<'_>) {
    let mut checked = BTreeSet::new();
    for instance in 0..model.instances.len() {
        let state = model.state_of(instance);
        if !state.can_fail() {
            continue;
        }
        let Handlers { around, always, .. } = model.handlers(instance);
        let around = around.iter().flat_map(|by| &model.state_of(*by).on_failed);
        checked.extend(state.on_failed.iter().chain(around).chain(&always).copied());
    }
    for (number, of) in &model.transitions {
        if matches!(of.trigger, Trigger::OnFailed(..)) && !checked.contains(number) {
            let at = Ident::new("transition", of.arrow);
            let tried = of.from.filter(|from| {
                model.states[*from].tries.is_some() && !model.lost[*from].written.on_failed
            });
            let message = match tried {
                Some(state) => nothing_fails(&model.states[state].name, "tries"),
                None => "unreachable `on FAILED` transition, the states inside handle all their failures\nhelp: remove it, or the transitions on FAILED of a state inside".to_owned(),
            };
            findings.report(model, of.from, UNREACHABLE_TRANSITION, &at, &message);
        }
    }
}

/// Returns the message about `tries` of a state that is never FAILED.
pub fn nothing_fails(state: &Ident, tries: &str) -> String {
    format!(
        "nothing in `{state}` can be FAILED\nhelp: remove `{tries}`, or add a transition: `-> FAILED(\"..\") when GUARD;`"
    )
}

/// The handlers of the failures that an instance does not handle itself.
pub struct Handlers {
    /// The instances around it that handle some, innermost first, up to the first that takes each.
    pub around: Vec<StateInstanceId>,
    /// The transitions under `always`, unless those around take each.
    pub always: Vec<TransitionId>,
    /// Whether each failure is taken, by the instance itself or by these.
    pub take_each: bool,
}

impl Model {
    /// Returns whether some transitions `on FAILED` take each failure: the last has no guard.
    pub fn handles_all(&self, on_failed: &[TransitionId]) -> bool {
        let last = on_failed.last().and_then(|last| self.transitions.get(last));
        last.is_some_and(|last| last.trigger.guard().is_none())
    }

    /// Returns the handlers of what an instance runs.
    pub fn handlers(&self, instance: StateInstanceId) -> Handlers {
        let mut take_each = self.handles_all(&self.state_of(instance).on_failed);
        let (path, mut around, mut always) = (self.path_to(instance), Vec::new(), Vec::new());
        for state in path.iter().rev().skip(1) {
            let on_failed = &self.state_of(*state).on_failed;
            if !take_each && !on_failed.is_empty() {
                around.push(*state);
                take_each = self.handles_all(on_failed);
            }
        }
        if !take_each {
            always = self.always_failed(Some(End::Instance(path[0])));
            take_each = self.handles_all(&always);
        }
        Handlers { around, always, take_each }
    }

    /// Returns the transitions `on FAILED` under `always`, but for those to `top`.
    pub fn always_failed(&self, top: Option<End>) -> Vec<TransitionId> {
        let of = |number: &TransitionId| {
            let of = &self.transitions[number];
            let leads_to = match of.to {
                Target::State(state) => Some(End::Instance(state)),
                _ => None,
            };
            matches!(of.trigger, Trigger::OnFailed(..)) && (top.is_none() || leads_to != top)
        };
        self.always.iter().copied().filter(of).collect()
    }

    /// Returns the states whose transitions on FAILED are checked for what states inside run.
    pub fn handle_inside(&self) -> BTreeSet<StateId> {
        let instances = (0..self.instances.len()).filter(|of| self.state_of(*of).can_fail());
        let around = instances.flat_map(|of| self.path_to(of).into_iter().rev().skip(1));
        around.map(|around| self.instances[around].state).collect()
    }
}
