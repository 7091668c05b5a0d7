//! Bounds of a machine that are known at compile time.

use super::machine::{Bounds, StateInstance};
use crate::skill::ast::Trigger;
use crate::skill::check::{End, Model, StateInstanceId, TransitionId};

/// Counts what a machine has at most.
pub fn lower(model: &Model, states: &[StateInstance]) -> Bounds {
    // A run enters one state more than it takes transitions; one state is resident.
    let (entered, resident) = (most_guards(model, true), most_guards(model, false));
    let entries = model.max_transitions.saturating_add(1);
    let parallel = innermost(model).map(|leaf| {
        let chain = model.path_to(leaf).into_iter();
        chain.flat_map(|around| states[around].slots.iter().copied()).collect::<Vec<_>>()
    });
    Bounds {
        states: number(model.instances.len()),
        transitions: number(model.transition_instances.len()),
        guards: entries.saturating_mul(entered).saturating_add(resident),
        parallel: parallel.filter(|slots| !slots.is_empty()).collect(),
    }
}

fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

/// The states that can be the innermost that is active.
fn innermost(model: &Model) -> impl Iterator<Item = StateInstanceId> + '_ {
    (0..model.instances.len()).filter(|instance| model.is_innermost(*instance))
}

/// Most guards and timeouts that are checked at once, on entry or while a state is active.
fn most_guards(model: &Model, entering: bool) -> u32 {
    number(innermost(model).map(|leaf| guards(model, leaf, entering)).max().unwrap_or(0))
}

fn guards(model: &Model, leaf: StateInstanceId, entering: bool) -> usize {
    let is_guard = |transition: &TransitionId| {
        let trigger = &model.transitions[transition].trigger;
        trigger.guard().is_some() || matches!(trigger, Trigger::After(..))
    };
    let count = |of: &[TransitionId]| of.iter().filter(|transition| is_guard(transition)).count();
    let chain = model.path_to(leaf);
    let top = End::Instance(chain[0]);
    let always = model.transition_instances_from(None).iter();
    let always = always.filter(|each| each.to != top && is_guard(&each.transition)).count();
    let own = chain.into_iter().map(|around| {
        let state = model.state_of(around);
        let preconds: &[TransitionId] = if entering { &state.preconds } else { &[] };
        // What a state runs does not end on entry, and ends in one way.
        let outcomes =
            if entering { 0 } else { count(&state.on_final).max(count(&state.on_failed)) };
        count(preconds) + outcomes + count(&state.plain)
    });
    always + own.sum::<usize>()
}
