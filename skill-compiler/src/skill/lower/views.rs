//! The type of `self` in the code of each state.

use super::machine::{Receiver, StateCode, View};
use crate::skill::check::Scope;
use crate::skill::check::{Model, StateId, StateInstanceId};
use crate::syntax::names::plain;
use std::collections::{BTreeMap, BTreeSet};
use syn::Ident;

/// Lowers the code of all states as written.
pub fn lower(model: &Model) -> Vec<StateCode> {
    (0..model.states.len()).map(|state| StateCode { view: view(model, state) }).collect()
}

fn view(model: &Model, state: StateId) -> Option<View> {
    model.has_levels(state).then(|| {
        let has_vars = !model.states[state].vars.is_empty();
        let active = named(model, state);
        let before = has_vars.then(|| before(&active, state));
        View {
            paths: paths(model, state),
            visible: visible(model, state, true),
            visible_before: visible(model, state, false),
            around: around(model, state),
            visible_around: match model.states[state].parent {
                Some(parent) => visible(model, parent, true),
                None => vec![Scope::Skill],
            },
            active,
            before,
        }
    })
}

/// The scopes whose names the code of a state uses, the skill's aside.
fn named(model: &Model, state: StateId) -> Vec<Scope> {
    let of = &model.states[state];
    let mut scopes = of.scopes.clone();
    // The first values of its variables name its parameters without `self`.
    if !of.vars.is_empty() && !of.params.is_empty() {
        scopes.insert(Scope::Params(state));
    }
    scopes.into_iter().collect()
}

fn before(active: &[Scope], state: StateId) -> Vec<Scope> {
    active.iter().copied().filter(|scope| *scope != Scope::Vars(state)).collect()
}

/// The scopes that the defaults of a state's parameters name, the skill's aside.
fn around(model: &Model, state: StateId) -> Option<Vec<Scope>> {
    let defaults = model.states[state].params.iter().filter_map(|param| param.default.as_ref());
    let mut named = BTreeSet::new();
    let mut has_default = false;
    for code in defaults {
        has_default = true;
        named.extend(model.names_in(state, code).map(|(_, scope)| scope));
    }
    // Its own are an error.
    let is_own = |scope: &Scope| match scope {
        Scope::Params(owner) | Scope::Vars(owner) => *owner == state,
        Scope::Skill => true,
    };
    has_default.then(|| named.into_iter().filter(|scope| !is_own(scope)).collect())
}

/// The scope of every name that the code of a state can use.
fn paths(model: &Model, state: StateId) -> BTreeMap<String, Scope> {
    let mut paths = BTreeMap::new();
    let mut add = |name: &Ident, scope| {
        paths.entry(plain(name)).or_insert(scope);
    };
    for around in model.around(Some(state)) {
        let of = &model.states[around];
        of.params.iter().for_each(|param| add(&param.name, Scope::Params(around)));
        of.vars.iter().for_each(|var| add(&var.name, Scope::Vars(around)));
    }
    let args = model.args.iter().map(|arg| &arg.name);
    let group = model.group.iter().map(|group| &group.name);
    let vars = model.vars.iter().chain(&model.continuous).map(|var| &var.name);
    let params = model.params.iter().map(|param| &param.name);
    args.chain(group).chain(params).chain(vars).for_each(|name| add(name, Scope::Skill));
    paths
}

/// All scopes that the code of a state sees, innermost first.
fn visible(model: &Model, state: StateId, active: bool) -> Vec<Scope> {
    let mut scopes = Vec::new();
    for around in model.around(Some(state)) {
        if !model.states[around].vars.is_empty() && (active || around != state) {
            scopes.push(Scope::Vars(around));
        }
        if !model.states[around].params.is_empty() {
            scopes.push(Scope::Params(around));
        }
    }
    scopes.push(Scope::Skill);
    scopes
}

/// Returns the value that the code of an instance is called on.
pub fn receiver(model: &Model, instance: StateInstanceId) -> Receiver {
    let state = model.instances[instance].state;
    if !model.has_levels(state) {
        return Receiver::Skill;
    }
    let chain = model.path_to(instance);
    // A scope that is not active here was reported: its field gets no value that is used.
    let place = |scope: Scope| {
        let owner = match scope {
            Scope::Params(owner) | Scope::Vars(owner) => owner,
            Scope::Skill => return (scope, 0),
        };
        let holds = chain.iter().find(|around| model.instances[**around].state == owner);
        (scope, holds.map_or(0, |around| model.instances[*around].depth))
    };
    let active = named(model, state);
    let before = before(&active, state);
    Receiver::View {
        active: active.into_iter().map(place).collect(),
        before: before.into_iter().map(place).collect(),
        around: around(model, state).into_iter().flatten().map(place).collect(),
    }
}
