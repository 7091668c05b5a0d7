//! Entries of states: outermost first, each with its start state inside it.

use super::exits;
use super::machine::{Entry, StateInstance, Step};
use crate::skill::check::{Model, StateInstanceId};

/// No entry, before all instances are known.
pub fn nothing() -> Entry {
    Entry { steps: Vec::new(), states: Vec::new(), waits: None, goes_on: None, refused: Vec::new() }
}

/// Enters an instance, or begins to if it has preconditions.
pub fn enter(model: &Model, states: &[StateInstance], instance: StateInstanceId) -> Entry {
    let mut entry = nothing();
    begin(model, states, instance, &mut entry);
    entry
}

/// Enters an instance whose preconditions have let it be entered.
pub fn resume(model: &Model, states: &[StateInstance], instance: StateInstanceId) -> Entry {
    let mut entry = nothing();
    if states[instance].has_params {
        entry.steps.push(Step::KeepParams(instance));
    }
    initialize(model, states, instance, &mut entry);
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

/// Rule 3 after the preconditions: variables, `init`, messages, timer, sub-skills; then the start
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
    }
    steps.extend((0..of.messages).map(|message| Step::Send(instance, message)));
    if model.state_of(instance).init.is_some() || of.messages > 0 {
        entry.refused.push((instance, refused(model, states, instance, &entry.states)));
    }
    let steps = &mut entry.steps;
    steps.push(if of.has_timer { Step::Timer(instance) } else { Step::Time(instance) });
    if of.kept_results > 0 || of.keeps_failure {
        steps.push(Step::KeptResults(instance));
    }
    if !of.memories.is_empty() {
        steps.push(Step::Memories(instance));
    }
    steps.extend(of.slots.iter().map(|slot| Step::Start(*slot)));
    entry.states.push(instance);
    if of.remembers.is_some() {
        // The state inside it is entered by itself, whichever it is.
        entry.goes_on = Some(instance);
    } else if let Some(start) = model.instances[instance].start {
        if states[start].has_params {
            entry.steps.push(Step::Defaults(start));
        }
        begin(model, states, start, entry);
    }
}

/// Leaves an instance that could not send a message when it was entered, and the active states around it.
/// Those among `entered` have not yet begun their sub-skills.
fn refused(
    model: &Model,
    states: &[StateInstance],
    instance: StateInstanceId,
    entered: &[StateInstanceId],
) -> Vec<Step> {
    let is_new = |of: &StateInstanceId| *of == instance || entered.contains(of);
    let chain = model.path_to(instance).into_iter().rev();
    let steps = chain.flat_map(|around| {
        let own = exits::own(model, states, around).into_iter();
        own.filter(move |step| !is_new(&around) || !matches!(step, Step::Leave(_)))
    });
    steps.collect()
}
