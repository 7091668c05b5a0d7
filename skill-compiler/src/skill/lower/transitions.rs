//! Transition instances: the values they evaluate, and which is taken if a transition fires.

use super::machine::{Choice, End, Evaluates, Moment, StateInstance, Take, TransitionInstance};
use crate::skill::ast::Trigger;
use crate::skill::check::{
    self, Model, Place, StateId, StateInstanceId, Target, TransitionId, Value,
};
use std::collections::BTreeSet;

/// Lowers all transitions.
pub fn lower(model: &Model, states: &[StateInstance]) -> Vec<TransitionInstance> {
    let handlers = model.handle_inside();
    let all = model.transition_instances.iter();
    all.map(|of| TransitionInstance {
        transition: of.transition,
        from: of.from,
        to: match of.to {
            check::End::Instance(instance) => End::State(instance),
            check::End::Final => End::Final,
            check::End::Failed => End::Failed,
        },
        resume: model.transitions[&of.transition].resume,
        evaluates: evaluates(model, states, &handlers, of),
        may_decline: model.transitions[&of.transition].uses_lets(),
        defaults: defaults(model, of),
        results: results(model, states, of),
        label: model.transitions[&of.transition].label.clone(),
    })
    .collect()
}

/// Returns the evaluation that precedes the exits of a transition.
fn evaluates(
    model: &Model,
    states: &[StateInstance],
    handlers: &BTreeSet<StateId>,
    of: &check::TransitionInstance,
) -> Evaluates {
    let written = &model.transitions[&of.transition];
    let moment = if written.precond { Moment::Before } else { Moment::Active };
    match of.to {
        check::End::Instance(to) if states[to].has_params => match of.held {
            Some(state) => Evaluates::ParamsOfHeld(moment, state),
            None => Evaluates::Params(moment),
        },
        check::End::Final if !written.values.is_empty() => Evaluates::Result(moment),
        check::End::Instance(_) | check::End::Final => Evaluates::Nothing,
        check::End::Failed if !written.values.is_empty() => Evaluates::Given(moment),
        check::End::Failed => {
            if let Some(reason) = &written.reason {
                return if reason.values.is_empty() {
                    Evaluates::Failure
                } else {
                    Evaluates::Reason(moment)
                };
            }
            let handles = match of.from {
                Some(from) => {
                    let state = model.instances[from].state;
                    let is_on_failed = model.states[state].on_failed.contains(&of.transition);
                    is_on_failed && handlers.contains(&state)
                }
                None => matches!(written.trigger, Trigger::OnFailed(..)),
            };
            if handles {
                return Evaluates::FailureOfInner;
            }
            // The skill fails with the failure of its sub-skill.
            let from_sub =
                of.from.filter(|from| model.state_of(*from).on_failed.contains(&of.transition));
            match from_sub.map(|from| &states[from]) {
                Some(of) if of.slots.is_empty() => Evaluates::Failure,
                Some(of) if of.kept_results > 0 && (of.needs_some() || of.keeps_failure) => {
                    Evaluates::FailureOfInner
                }
                Some(of) if of.kept_results > 0 => Evaluates::FailureOfSubOrOwn,
                Some(_) => Evaluates::FailureOfSub,
                None => Evaluates::Failure,
            }
        }
    }
}

/// Returns the parameters of the target to which a transition gives no value.
fn defaults(model: &Model, of: &check::TransitionInstance) -> Vec<usize> {
    let values = model.transitions[&of.transition].values.iter().enumerate();
    values.filter(|(_, value)| matches!(value, Value::Default)).map(|(place, _)| place).collect()
}

/// Returns the sub-skills whose results the values of a transition name.
fn results(model: &Model, states: &[StateInstance], of: &check::TransitionInstance) -> Vec<usize> {
    let bindings = model.transitions[&of.transition].bindings.iter();
    let slots = of.from.map_or(&[][..], |from| &states[from].slots);
    let skills = bindings.filter(|binding| binding.name != "_").filter_map(|binding| {
        let Place::Skill(place) = binding.place else { return None };
        slots.get(place).copied()
    });
    skills.collect()
}

/// Returns what is taken for each of `transitions` out of `from` (none: under `always`).
pub fn choices(
    model: &Model,
    transitions: impl IntoIterator<Item = TransitionId>,
    from: Option<StateInstanceId>,
) -> Vec<Choice> {
    let transitions = transitions.into_iter();
    transitions
        .map(|transition| Choice { transition, take: take(model, transition, from) })
        .collect()
}

fn take(model: &Model, transition: TransitionId, from: Option<StateInstanceId>) -> Take {
    let mut all = model.transition_instances_of(transition, from);
    let Target::Held((owner, param)) = model.transitions[&transition].to else {
        return all.next().map_or(Take::Nothing, Take::One);
    };
    let chain = from.map_or(Vec::new(), |from| model.path_to(from));
    let owner = chain.into_iter().find(|around| model.instances[*around].state == owner);
    let Some(owner) = owner else { return Take::Nothing };
    let each = all.filter_map(|each| Some((model.transition_instances[each].held?, each)));
    Take::ByHeld { owner, param, each: each.collect() }
}
