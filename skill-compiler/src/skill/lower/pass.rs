//! The pass: what runs and which guards are checked while each state is active.

use super::machine::{Alone, Arm, Check, Group, Pass, Round, Site, StateInstance};
use super::transitions::{Place, Sites};
use crate::skill::check::{Model, StateInstanceId};

/// Lowers the pass, and the sites at which it takes transitions.
pub fn lower(model: &Model, states: &[StateInstance]) -> (Vec<Site>, Pass) {
    let mut sites = Sites { model, states, sites: Vec::new() };
    let outermost: Vec<StateInstanceId> = model.outermost().collect();
    let arms = arms(&mut sites, &outermost, &[]);
    let always = sites.choices(model.always.iter().copied(), None, Place::Anywhere);
    (sites.sites, Pass { start: model.start, arms, always })
}

impl StateInstance {
    /// Whether something of it runs in each pass.
    pub fn steps(&self) -> bool {
        self.has_loop || self.has_result
    }
}

/// The arms of siblings. `waiting` are the states around them whose turn has not come.
fn arms(
    sites: &mut Sites<'_>,
    siblings: &[StateInstanceId],
    waiting: &[StateInstanceId],
) -> Vec<Arm> {
    siblings.iter().map(|instance| arm(sites, *instance, waiting)).collect()
}

fn arm(sites: &mut Sites<'_>, instance: StateInstanceId, around: &[StateInstanceId]) -> Arm {
    let (model, states) = (sites.model, sites.states);
    let preconditions = model.state_of(instance).preconds.iter().copied();
    let preconditions = sites.choices(preconditions, Some(instance), Place::Entering(instance));
    let mut waiting = around.to_vec();
    waiting.push(instance);
    let children = &states[instance].children;
    let (first, inside, round) = if children.is_empty() {
        (None, Vec::new(), Some(round(sites, &waiting)))
    } else if waits_for_inner(model, states, instance) {
        let inside = arms(sites, children, &waiting);
        let alone = states[instance].innermost.then(|| round(sites, &waiting));
        (None, inside, alone)
    } else {
        (Some(round(sites, &waiting)), arms(sites, children, &[]), None)
    };
    let alone = states[instance].innermost.then(|| Alone {
        round,
        steps_after_begin: model.flows()
            || model.chain(instance).into_iter().any(|around| states[around].steps()),
    });
    Arm { instance, preconditions, first, inside, alone }
}

/// Whether an inner state has something to do before the transitions of this one are checked.
fn waits_for_inner(model: &Model, states: &[StateInstance], instance: StateInstanceId) -> bool {
    model.flows()
        || states[instance].children.iter().any(|child| {
            let of = &states[*child];
            of.steps() || of.has_preconditions || waits_for_inner(model, states, *child)
        })
}

/// One round over `waiting`, the last of which is the innermost whose turn it is.
fn round(sites: &mut Sites<'_>, waiting: &[StateInstanceId]) -> Round {
    let (model, states) = (sites.model, sites.states);
    let here = waiting[waiting.len() - 1];
    let of = |holds: fn(&StateInstance) -> bool| {
        let all = waiting.iter().copied();
        all.filter(move |instance| holds(&states[*instance])).collect::<Vec<_>>()
    };
    let always = waiting
        .first()
        .filter(|first| !model.always.is_empty() && states[**first].parent.is_none())
        .map(|first| Group { check: Check::Always(*first), choices: Vec::new() });
    let own = waiting.iter().filter_map(|instance| {
        let state = model.state_of(*instance);
        let all = state.on_final.iter().chain(&state.on_failed).chain(&state.plain);
        let choices = sites.choices(all.copied(), Some(*instance), Place::In(here));
        (!choices.is_empty()).then_some(Group { check: Check::Own(*instance), choices })
    });
    let groups = always.into_iter().chain(own).collect();
    Round {
        flow: model.flows().then_some(here),
        loops: of(|each| each.has_loop),
        runs: of(|each| each.has_action || !each.slots.is_empty()),
        groups,
    }
}
