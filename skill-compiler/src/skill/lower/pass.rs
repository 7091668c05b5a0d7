//! The check of a pass: what runs and which guards are checked while each state is active.

use super::machine::{Arm, Check, Group, Pass, Round, StateInstance};
use super::transitions::choices;
use crate::skill::check::{Handlers, Model, StateInstanceId};

/// Lowers the check of a pass.
pub fn lower(model: &Model, states: &[StateInstance]) -> Pass {
    let outermost: Vec<StateInstanceId> = model.outermost().collect();
    Pass { start: model.start, arms: arms(model, states, &outermost, &[]) }
}

impl StateInstance {
    /// Whether something of it runs in each pass.
    pub fn steps(&self) -> bool {
        self.has_loop || self.has_result
    }
}

/// The arms of siblings. `waiting` are the states around them whose turn has not come.
fn arms(
    model: &Model,
    states: &[StateInstance],
    siblings: &[StateInstanceId],
    waiting: &[StateInstanceId],
) -> Vec<Arm> {
    siblings.iter().map(|instance| arm(model, states, *instance, waiting)).collect()
}

fn arm(
    model: &Model,
    states: &[StateInstance],
    instance: StateInstanceId,
    around: &[StateInstanceId],
) -> Arm {
    let preconditions = model.state_of(instance).preconds.iter().copied();
    let preconditions = choices(model, preconditions, Some(instance));
    let mut waiting = around.to_vec();
    waiting.push(instance);
    let round = || Some(round(model, states, &waiting));
    let children = &states[instance].children;
    let (first, inside, alone) = if children.is_empty() {
        (None, Vec::new(), round())
    } else if waits_for_inner(states, instance) {
        let inside = arms(model, states, children, &waiting);
        (None, inside, states[instance].innermost.then(round).flatten())
    } else {
        (round(), arms(model, states, children, &[]), None)
    };
    Arm { instance, preconditions, first, inside, alone }
}

/// Whether an inner state has something to do before the transitions of this one are checked.
fn waits_for_inner(states: &[StateInstance], instance: StateInstanceId) -> bool {
    states[instance].children.iter().any(|child| {
        let of = &states[*child];
        of.steps() || of.has_preconditions || waits_for_inner(states, *child)
    })
}

/// One round over `waiting`, the last of which is the innermost whose turn it is.
fn round(model: &Model, states: &[StateInstance], waiting: &[StateInstanceId]) -> Round {
    let of = |holds: fn(&StateInstance) -> bool| {
        let all = waiting.iter().copied();
        all.filter(move |instance| holds(&states[*instance])).collect::<Vec<_>>()
    };
    let always = waiting
        .first()
        .filter(|first| !model.always.is_empty() && states[**first].parent.is_none())
        .map(|first| {
            let handlers = model.always_failed(None);
            let all = model.always.iter().filter(|number| !handlers.contains(number));
            let choices = choices(model, all.copied(), None);
            Group { check: Check::Always(*first), choices }
        })
        .filter(|group| !group.choices.is_empty());
    let own = waiting.iter().flat_map(|instance| {
        let state = model.state_of(*instance);
        let on_failed = if state.can_fail() { &state.on_failed } else { &[][..] };
        let all = state.on_final.iter().chain(on_failed).chain(&state.plain);
        let choices = choices(model, all.copied(), Some(*instance));
        let own = (!choices.is_empty()).then_some(Group { check: Check::Own(*instance), choices });
        own.into_iter().chain(handling(model, *instance))
    });
    let groups = always.into_iter().chain(own).collect();
    Round { loops: of(|each| each.has_loop), runs: of(|each| each.has_result), groups }
}

/// The transitions of states around, and under `always`, on FAILED of what an instance runs.
fn handling(model: &Model, of: StateInstanceId) -> Vec<Group> {
    if !model.state_of(of).can_fail() {
        return Vec::new();
    }
    let Handlers { around, always, .. } = model.handlers(of);
    let around = around.into_iter().map(|by| {
        let choices = choices(model, model.state_of(by).on_failed.iter().copied(), Some(by));
        Group { check: Check::Handler { of, by }, choices }
    });
    let top = model.path_to(of)[0];
    let always = (!always.is_empty()).then(|| {
        let check = Check::AlwaysHandler { of, top };
        Group { check, choices: choices(model, always, None) }
    });
    around.chain(always).collect()
}
