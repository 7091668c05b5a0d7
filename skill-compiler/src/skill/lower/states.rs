//! State instances: what each holds and runs.

use super::machine::{Activity, Flow, Memory, Remembers, Slot, StateInstance};
use super::transitions::choices;
use super::{entries, views};
use crate::skill::ast::{self, Resume, Trigger};
use crate::skill::check::{
    DEFAULT_LIMIT, End, Model, State, StateId, StateInstanceId, TransitionId,
};
use crate::syntax::names::{last, plain};

/// The interfaces whose refusal of a message transitions decide while `instance` is active.
fn decided(model: &Model, instance: StateInstanceId) -> u32 {
    let chain = model.path_to(instance);
    // One to the outermost active state is not checked.
    let top = End::Instance(chain[0]);
    let always = model.transition_instances_from(None).iter().filter(|each| each.to != top);
    let own = chain.into_iter().flat_map(|around| {
        let state = model.state_of(around);
        state.on_final.iter().chain(&state.on_failed).chain(&state.plain)
    });
    let guards: Vec<_> = own
        .chain(always.map(|each| &each.transition))
        .filter_map(|transition| model.transitions.get(transition)?.trigger.guard())
        .collect();
    let bits = model.interfaces.iter().enumerate().map(|(index, interface)| {
        let variable = plain(&interface.variable);
        let decides = guards.iter().any(|guard| guard.facts.checks_refused(&variable));
        u32::from(decides) << index
    });
    bits.fold(0, |set, bit| set | bit)
}

/// The sub-skills of all instances, in the order in which the trace numbers them.
pub fn slots(model: &Model) -> Vec<Slot> {
    let slots = (0..model.instances.len()).flat_map(|owner| {
        let calls = model.state_of(owner).calls().enumerate();
        calls.map(move |(place, call)| {
            let (skill, key) = (last(&call.skill), model.dependency_key(&call.skill));
            Slot { owner, place, skill, key }
        })
    });
    slots.collect()
}

/// Lowers all instances.
pub fn lower(model: &Model, slots: &[Slot]) -> Vec<StateInstance> {
    let mut states: Vec<StateInstance> =
        (0..model.instances.len()).map(|instance| one(model, instance)).collect();
    for (index, slot) in slots.iter().enumerate() {
        states[slot.owner].slots.push(index);
    }
    for (instance, of) in states.iter_mut().enumerate() {
        of.runs = runs(model.state_of(instance), &of.slots);
        // Without states inside it, it outlasts a failure only where the limit of transitions ends
        // the pass.
        let outlasts = !of.children.is_empty() || model.max_transitions < DEFAULT_LIMIT;
        of.keeps_failure = outlasts && (!of.slots.is_empty() || of.needs_some());
    }
    for instance in 0..states.len() {
        let entry = entries::enter(model, &states, instance);
        let resume =
            states[instance].has_preconditions.then(|| entries::resume(model, &states, instance));
        (states[instance].entry, states[instance].resume) = (entry, resume);
    }
    states
}

fn one(model: &Model, instance: StateInstanceId) -> StateInstance {
    let (of, state) = (&model.instances[instance], model.state_of(instance));
    StateInstance {
        state: of.state,
        name: name(model, instance),
        parent: of.parent,
        children: of.children.clone(),
        innermost: model.is_innermost(instance),
        remembers: remembers(model, instance),
        depth: of.depth,
        has_params: !state.params.is_empty(),
        has_vars: !state.vars.is_empty(),
        slots: Vec::new(),
        runs: Vec::new(),
        messages: state.messages().count(),
        needs: state.needs.unwrap_or(state.runs.len()),
        kept_results: if state.runs.len() > 1 { state.actions().count() } else { 0 },
        keeps_failure: false,
        has_loop: state.loop_.is_some(),
        memories: memories(model, &state.plain),
        uses_elapsed: state.uses_elapsed,
        has_timer: has_timer(model, of.state) || state.uses_elapsed,
        has_result: state.waits(),
        has_preconditions: !state.preconds.is_empty(),
        decided: decided(model, instance),
        receiver: views::receiver(model, instance),
        flow: model.flows().then(|| flow(model, instance)),
        entry: entries::nothing(),
        resume: None,
    }
}

/// Returns what an instance remembers.
fn remembers(model: &Model, instance: StateInstanceId) -> Option<Remembers> {
    let own = model.state_of(instance).remembers;
    let deep = Some(Resume::Deep);
    let mut around = model.path_to(instance).into_iter();
    let is_deep = around.any(|around| model.state_of(around).remembers == deep);
    let has_states = !model.instances[instance].children.is_empty();
    (has_states && (is_deep || own.is_some())).then(|| Remembers {
        params: own.is_some() && model.state_of(instance).params.iter().any(|of| !of.counts),
        deep: is_deep,
    })
}

/// A state may be instantiated through two parameters of the same state.
fn name(model: &Model, instance: StateInstanceId) -> String {
    let of = &model.instances[instance];
    let state = plain(&model.states[of.state].name);
    match (of.through, of.parent) {
        (Some(through), Some(parent)) => {
            let param = &model.state_of(parent).params[through].name;
            format!("{state}_{}", plain(param))
        }
        _ => state,
    }
}

/// Returns what a state runs, in order; `slots` are its sub-skills.
fn runs(state: &State, slots: &[usize]) -> Vec<Activity> {
    let (mut slots, mut actions, mut messages) = (slots.iter(), 0.., 0..);
    let runs = state.runs.iter().filter_map(|activity| match activity.kind {
        ast::ActivityKind::Skill(_) => slots.next().copied().map(Activity::Sub),
        ast::ActivityKind::Action(_) => actions.next().map(Activity::Action),
        ast::ActivityKind::Message(_) => messages.next().map(Activity::Message),
    });
    runs.collect()
}

/// All calls of sub-skills as they are written, in order.
pub fn calls(model: &Model) -> impl Iterator<Item = &ast::Call> {
    model.states.iter().flat_map(State::calls)
}

/// The memories of the guards of some transitions.
pub fn memories(model: &Model, of: &[TransitionId]) -> Vec<(TransitionId, Memory)> {
    model.memories(of).map(|(transition, memory)| (transition, Memory::of(memory))).collect()
}

/// Whether the transitions of a state depend on how long it is active.
fn has_timer(model: &Model, state: StateId) -> bool {
    model.states[state]
        .plain
        .iter()
        .any(|transition| matches!(model.transitions[transition].trigger, Trigger::After(..)))
}

/// Lowers the flow of variables while `instance` is the innermost.
fn flow(model: &Model, instance: StateInstanceId) -> Flow {
    let chain = model.path_to(instance);
    let rates = chain.iter().filter(|around| !model.state_of(**around).flow.is_empty());
    let rates = rates.copied().collect();
    let (mut crossings, mut transitions) = (Vec::new(), Vec::new());
    for around in chain {
        let own = model.crossings(model.instances[around].state);
        let own = choices(model, own, Some(around));
        if !own.is_empty() {
            crossings.push((around, transitions.len()));
            transitions.extend(own);
        }
    }
    Flow { rates, crossings, transitions }
}
