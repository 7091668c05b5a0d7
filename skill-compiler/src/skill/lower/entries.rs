//! Entries of states: outermost first, each with its start state inside it.

use super::exits;
use super::machine::{Check, Entry, StateInstance, Step, Then};
use crate::skill::ast::{Time, Trigger};
use crate::skill::check::{End, Model, StateInstanceId};

/// No entry, before all instances are known.
pub fn nothing() -> Entry {
    Entry {
        steps: Vec::new(),
        states: Vec::new(),
        waits: None,
        refused: Vec::new(),
        then: Then::Round,
    }
}

/// Enters an instance, or begins to if it has preconditions.
pub fn enter(model: &Model, states: &[StateInstance], instance: StateInstanceId) -> Entry {
    let mut entry = nothing();
    begin(model, states, instance, &mut entry);
    let leaf = innermost(states, model, instance);
    entry.then = then(model, states, instance, leaf.filter(|_| entry.waits != Some(instance)));
    entry
}

/// Enters an instance whose preconditions have let it be entered.
pub fn resume(model: &Model, states: &[StateInstance], instance: StateInstanceId) -> Entry {
    let mut entry = nothing();
    if states[instance].has_params {
        entry.steps.push(Step::KeepParams(instance));
    }
    initialize(model, states, instance, &mut entry);
    entry.then = then(model, states, instance, innermost(states, model, instance));
    entry
}

/// Rule 3: preconditions come first.
fn begin(model: &Model, states: &[StateInstance], instance: StateInstanceId, entry: &mut Entry) {
    if model.checks_refusals {
        entry.steps.push(Step::ForgetRefusals(instance));
    }
    if states[instance].has_preconditions {
        entry.waits = Some(instance);
    } else {
        initialize(model, states, instance, entry);
    }
}

/// Rule 3 after the preconditions: variables, `init`, timer, sub-skills; then the start
/// state inside.
fn initialize(
    model: &Model,
    states: &[StateInstance],
    instance: StateInstanceId,
    entry: &mut Entry,
) {
    let of = &states[instance];
    let steps = &mut entry.steps;
    if of.has_params {
        steps.push(Step::Params(instance));
    }
    if of.has_vars {
        steps.push(Step::Vars(instance));
    }
    if model.state_of(instance).init.is_some() {
        steps.push(Step::Init(instance));
        entry.refused.push((instance, refused(model, states, instance, &entry.states)));
    }
    steps.push(if of.has_timer { Step::Timer(instance) } else { Step::Time(instance) });
    steps.extend(of.slots.iter().map(|slot| Step::Start(*slot)));
    entry.states.push(instance);
    if let Some(start) = model.instances[instance].start {
        begin(model, states, start, entry);
    }
}

/// Leaves an instance whose `init` could not send a message, and the active states around it.
/// Those among `entered` have not yet begun their sub-skills.
fn refused(
    model: &Model,
    states: &[StateInstance],
    instance: StateInstanceId,
    entered: &[StateInstanceId],
) -> Vec<Step> {
    let begun = |step: &Step| {
        let Step::Reset(slot) = step else { return true };
        let mut new = entered.iter().chain([&instance]);
        !new.any(|owner| states[*owner].slots.contains(slot))
    };
    exits::up_from(model, states, instance, 0).into_iter().filter(begun).collect()
}

/// The innermost state that is active when an instance has been entered, unless
/// preconditions are checked on the way into it.
fn innermost(
    states: &[StateInstance],
    model: &Model,
    instance: StateInstanceId,
) -> Option<StateInstanceId> {
    let mut leaf = instance;
    while let Some(start) = model.instances[leaf].start {
        leaf = start;
        if states[leaf].has_preconditions {
            return None;
        }
    }
    Some(leaf)
}

/// A state may be left as soon as it is entered. If the innermost state is known, its guards are
/// checked by the round that enters it: where none holds, no further round is needed.
fn then(
    model: &Model,
    states: &[StateInstance],
    instance: StateInstanceId,
    leaf: Option<StateInstanceId>,
) -> Then {
    match leaf.filter(|_| !model.flows()) {
        None => Then::Round,
        Some(leaf) if settles(model, states, instance, leaf) => Then::Settled,
        Some(leaf) => {
            let chain = model.chain(leaf);
            let always = (!model.always.is_empty()).then(|| Check::Always(chain[0]));
            let own = chain.into_iter().filter(|around| !model.state_of(*around).plain.is_empty());
            Then::Check(always.into_iter().chain(own.map(Check::Own)).collect())
        }
    }
}

/// Whether no transition can fire at once when an instance has been entered.
fn settles(
    model: &Model,
    states: &[StateInstance],
    instance: StateInstanceId,
    leaf: StateInstanceId,
) -> bool {
    let chain = model.chain(leaf);
    let top = End::Instance(chain[0]);
    let always = model.transition_instances_from(None).iter().any(|each| each.to != top);
    let waits = |around: StateInstanceId| {
        // One that was active before may have its time come now.
        let new = states[around].depth >= states[instance].depth;
        model.state_of(around).plain.iter().all(|transition| {
            match model.transitions[transition].trigger {
                Trigger::After(Time::Ticks(_) | Time::Literal(..), _) => new,
                Trigger::Crossing(_) => true,
                _ => false,
            }
        })
    };
    !always && chain.into_iter().all(waits)
}
