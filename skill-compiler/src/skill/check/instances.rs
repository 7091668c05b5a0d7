//! The states as they run: each at its place in the tree, and once more where it is
//! instantiated by value; the transitions between them.

use super::Scope;
use super::first_class::held_by;
use super::{
    Analysis, End, Held, MAX_TRANSITIONS, Model, StateId, StateInstance, StateInstanceId, Target,
    TransitionId, TransitionInstance, Value,
};
use crate::skill::ast::ParamType;
use crate::syntax::errors::Errors;
use crate::syntax::names::plain;
use proc_macro2::Ident;
use std::collections::BTreeSet;

/// Most instances that a skill may have: what is instantiated may hold what is instantiated.
const MAX_INSTANCES: usize = 10_000;
/// The greatest depth of nested states.
const MAX_DEPTH: usize = 64;

/// Builds the tree of instances and their transition instances.
pub fn build(analysis: &mut Analysis, errors: &mut Errors) {
    for state in 0..analysis.states.len() {
        // A state comes before those inside it, so its instance exists already.
        let parent = analysis.states[state].parent;
        add(analysis, state, parent, None);
    }
    let mut said = BTreeSet::new();
    let mut instance = 0;
    while instance < analysis.instances.len() && instance < MAX_INSTANCES {
        instantiate(analysis, instance, &mut said, errors);
        instance += 1;
    }
    if analysis.instances.len() >= MAX_INSTANCES {
        errors.at(
            &analysis.name,
            format!(
                "more than {MAX_INSTANCES} instances of states\nhelp: pass some states by `ref`"
            ),
        );
    }
    if let Some(deep) = analysis.instances.iter().find(|of| of.depth > MAX_DEPTH) {
        let name = &analysis.states[deep.state].name;
        errors.at(name, format!("states are nested more than {MAX_DEPTH} levels deep\nhelp: move some of them into a skill of its own"));
    }
    transition_instances(analysis, errors);
}

fn add(
    analysis: &mut Analysis,
    state: StateId,
    parent: Option<StateInstanceId>,
    through: Option<usize>,
) -> StateInstanceId {
    let id = analysis.instances.len();
    let depth = parent.map_or(1, |parent| analysis.instances[parent].depth + 1);
    analysis.instances.push(StateInstance {
        state,
        parent,
        through,
        start: None,
        children: Vec::new(),
        depth,
    });
    if let Some(parent) = parent {
        analysis.instances[parent].children.push(id);
        if through.is_none() && analysis.state_of(parent).start == Some(state) {
            analysis.instances[parent].start = Some(id);
        }
    }
    id
}

/// Gives an instance a child for each state that it can receive by value and go to.
fn instantiate(
    analysis: &mut Analysis,
    instance: StateInstanceId,
    said: &mut BTreeSet<(Held, StateId)>,
    errors: &mut Errors,
) {
    let owner = analysis.instances[instance].state;
    for index in 0..analysis.states[owner].params.len() {
        let by_value = match &analysis.states[owner].params[index].ty {
            ParamType::State(ty) => !ty.by_ref,
            ParamType::Value(_) => false,
        };
        let held = (owner, index);
        if !by_value
            || !analysis.transitions.values().any(|transition| transition.to == Target::Held(held))
        {
            continue;
        }
        for (state, passed) in held_by(analysis, held).to_vec() {
            if let Some(cycle) = cycle(analysis, instance, held, state) {
                let names = cycle.iter().map(|instance| &analysis.state_of(*instance).name);
                let chain: Vec<String> = names.map(|name| format!("`{name}`")).collect();
                let members: Vec<_> =
                    cycle.iter().filter_map(|instance| instance_of(analysis, *instance)).collect();
                if members.iter().all(|member| !said.contains(member)) {
                    said.extend(members);
                    errors.at(
                        &passed,
                        format!(
                            "infinite instantiation of `{passed}`: {}\nhelp: pass it by `ref`",
                            chain.join(" holds ")
                        ),
                    );
                }
                continue;
            }
            let instance = add_below(analysis, state, instance, Some(index));
            if !said.contains(&(held, state)) && !check_names(analysis, instance, &passed, errors) {
                said.insert((held, state));
            }
        }
    }
}

/// Returns the parameter through which a state was instantiated, and the state.
pub(super) fn instance_of(model: &Model, instance: StateInstanceId) -> Option<(Held, StateId)> {
    let of = &model.instances[instance];
    let parent = model.instances[of.parent?].state;
    Some(((parent, of.through?), of.state))
}

/// The instances from an instance of `state` around `instance` to what would be the next, if there
/// is one.
fn cycle(
    model: &Model,
    instance: StateInstanceId,
    held: Held,
    state: StateId,
) -> Option<Vec<StateInstanceId>> {
    let chain = model.path_to(instance);
    let first =
        chain.iter().position(|instance| instance_of(model, *instance) == Some((held, state)))?;
    Some(chain[first..].iter().chain([&chain[first]]).copied().collect())
}

/// An instance with all that lies in its state.
fn add_below(
    analysis: &mut Analysis,
    state: StateId,
    parent: StateInstanceId,
    through: Option<usize>,
) -> StateInstanceId {
    let id = add(analysis, state, Some(parent), through);
    let inside: Vec<StateId> = analysis.inside(state).collect();
    for child in inside {
        add_below(analysis, child, id, None);
    }
    id
}

/// Checks that an instance uses variables of active states only, and returns whether it does.
fn check_names(
    model: &Model,
    instance: StateInstanceId,
    passed: &Ident,
    errors: &mut Errors,
) -> bool {
    let chain: Vec<StateId> = model
        .path_to(instance)
        .into_iter()
        .map(|instance| model.instances[instance].state)
        .collect();
    let root = model.instances[instance].state;
    for state in (0..model.states.len()).filter(|state| model.lies_in(*state, root)) {
        for scope in model.used(state) {
            let (Scope::Params(owner) | Scope::Vars(owner)) = scope else { continue };
            let inside = model.lies_in(owner, root);
            if inside || chain.contains(&owner) {
                continue;
            }
            let names: Vec<String> =
                chain.iter().map(|state| model.states[*state].name.to_string()).collect();
            errors.at(
                passed,
                format!(
                    "`{}` uses `self.{}` of `{}`, which is not active in the instance {}\nhelp: add a parameter for the value, or pass the state by `ref`",
                    model.states[state].name,
                    model.name_of(state, scope),
                    model.states[owner].name,
                    names.join(" -> "),
                ),
            );
            return false;
        }
    }
    true
}

/// The transition instances of all instances, in their order.
fn transition_instances(analysis: &mut Analysis, errors: &mut Errors) {
    for transition in analysis.always.clone() {
        add_transition_instances(analysis, transition, None, errors);
    }
    for instance in 0..analysis.instances.len() {
        let mut transitions: Vec<TransitionId> =
            analysis.transitions_of(analysis.instances[instance].state).collect();
        transitions.sort_by_key(|transition| analysis.order_of(*transition));
        for transition in transitions {
            add_transition_instances(analysis, transition, Some(instance), errors);
        }
    }
    if analysis.transition_instances.len() > MAX_TRANSITIONS {
        errors.at(&analysis.name, "too many transitions\nhelp: a skill can have at most 65500, those of states passed by value counted once per instance");
        analysis.transition_instances.truncate(MAX_TRANSITIONS);
    }
}

fn add_transition_instances(
    analysis: &mut Analysis,
    transition: TransitionId,
    from: Option<StateInstanceId>,
    errors: &mut Errors,
) {
    let push = |analysis: &mut Analysis, to: End, held: Option<StateId>| {
        analysis.transition_instances.push(TransitionInstance { transition, from, to, held });
    };
    match analysis.transitions[&transition].to {
        Target::Final => push(analysis, End::Final, None),
        Target::Failed => push(analysis, End::Failed, None),
        Target::State(state) => match place(analysis, from, state) {
            Some(instance) if resumes_itself(analysis, transition, from, instance) => {
                resumed_inside(analysis, from, state, errors);
            }
            Some(instance) => push(analysis, End::Instance(instance), None),
            None => out_of_reach(analysis, from, state, None, errors),
        },
        Target::Held(held) => {
            let ParamType::State(ty) = &analysis.states[held.0].params[held.1].ty else { return };
            let by_ref = ty.by_ref;
            for (state, passed) in held_by(analysis, held).to_vec() {
                let instance = if by_ref {
                    place(analysis, from, state)
                } else {
                    passed_instance(analysis, from, held, state)
                };
                // A precondition leads nowhere inside what is not entered yet.
                let inside = |instance: &StateInstanceId| {
                    analysis.transitions[&transition].precond
                        && analysis.instances[*instance].parent == from
                };
                match instance.filter(|instance| !inside(instance)) {
                    Some(instance) => push(analysis, End::Instance(instance), Some(state)),
                    None if by_ref => out_of_reach(analysis, from, state, Some(&passed), errors),
                    // Already reported as missing.
                    None => {}
                }
            }
        }
    }
}

/// The instance of a state, seen from an instance: the active one, or a child of an active one.
fn place(model: &Model, from: Option<StateInstanceId>, state: StateId) -> Option<StateInstanceId> {
    let child = |of: &[StateInstanceId]| {
        let is = |instance: &&StateInstanceId| {
            model.instances[**instance].state == state
                && model.instances[**instance].through.is_none()
        };
        of.iter().find(is).copied()
    };
    for instance in from.map_or(Vec::new(), |from| model.path_to(from)).into_iter().rev() {
        if model.instances[instance].state == state {
            return Some(instance);
        }
        if let Some(found) = child(&model.instances[instance].children) {
            return Some(found);
        }
    }
    // An outermost state's instance bears its number.
    model.states[state].parent.is_none().then_some(state)
}

/// The instance of a state that a parameter holds by value.
fn passed_instance(
    model: &Model,
    from: Option<StateInstanceId>,
    held: Held,
    state: StateId,
) -> Option<StateInstanceId> {
    let owner = model
        .path_to(from?)
        .into_iter()
        .find(|instance| model.instances[*instance].state == held.0)?;
    let is = |instance: &&StateInstanceId| {
        let instance = &model.instances[**instance];
        instance.state == state && instance.through == Some(held.1)
    };
    model.instances[owner].children.iter().find(is).copied()
}

/// Whether a transition resumes a state that is active where it is taken.
fn resumes_itself(
    model: &Model,
    transition: TransitionId,
    from: Option<StateInstanceId>,
    to: StateInstanceId,
) -> bool {
    model.transitions[&transition].resume.is_some()
        && from.is_some_and(|from| model.path_to(from).contains(&to))
}

/// Reports a state that resumes the one that it is passed to.
fn resumed_inside(
    analysis: &mut Analysis,
    from: Option<StateInstanceId>,
    to: StateId,
    errors: &mut Errors,
) {
    if let Some((passed, from)) = from.and_then(|from| passed_in(analysis, from)) {
        let target = &analysis.states[to].name;
        errors.at(&passed, format!("`{from}` resumes `{target}`, in which it is active here\nhelp: pass the state by `ref`, or write `-> {target}`"));
    }
    analysis.drop_transition(from.map(|from| analysis.instances[from].state), None);
}

/// Returns where the state was passed whose instance the transitions of an instance belong to, and
/// the name of the state that has them.
fn passed_in(analysis: &Analysis, from: StateInstanceId) -> Option<(Ident, Ident)> {
    let mut around = analysis.path_to(from).into_iter().rev();
    let (held, of) = around.find_map(|instance| instance_of(analysis, instance))?;
    let mut holds = held_by(analysis, held).iter();
    let passed = holds.find(|(state, _)| *state == of).map(|(_, passed)| passed.clone())?;
    Some((passed, analysis.state_of(from).name.clone()))
}

/// A state that is neither a child nor a sibling of one that is active.
fn out_of_reach(
    analysis: &mut Analysis,
    from: Option<StateInstanceId>,
    state: StateId,
    passed: Option<&Ident>,
    errors: &mut Errors,
) {
    let chain: Vec<String> = from
        .map_or(Vec::new(), |from| analysis.path_to(from))
        .into_iter()
        .map(|instance| plain(&analysis.state_of(instance).name))
        .collect();
    // The instance whose transition it is, and where its state is passed.
    let instance = from.and_then(|from| passed_in(analysis, from));
    let target = &analysis.states[state].name;
    let around = analysis.states[state]
        .parent
        .map_or(String::new(), |parent| format!(" of `{}`", analysis.states[parent].name));
    let outside = "neither a child nor a sibling of an active state";
    let active = chain.join(" -> ");
    match (passed, instance) {
        (Some(passed), _) => errors.at(passed, format!("cannot go to `{target}`{around} from {active}, where it is {outside}\nhelp: pass a state around it instead")),
        (None, Some((passed, from))) => errors.at(&passed, format!("`{from}` leads to `{target}`{around}, which is {outside} in the instance {active}\nhelp: pass the state by `ref`, or change the target")),
        (None, None) => {}
    }
    analysis.drop_transition(from.map(|from| analysis.instances[from].state), None);
}

impl Model {
    /// A name of a scope that the code of a state uses.
    fn name_of(&self, state: StateId, scope: Scope) -> String {
        let code = self.code_of(state);
        let names = code.into_iter().flat_map(|code| self.names_in(state, code));
        let mut names = names.filter(|(_, of)| *of == scope).map(|(name, _)| plain(name));
        let passed =
            self.transitions_of(state).flat_map(|transition| &self.transitions[&transition].values);
        let mut passed = passed.filter_map(|value| match value {
            Value::Held((owner, param), _) if scope == Scope::Params(*owner) => {
                Some(plain(&self.states[*owner].params[*param].name))
            }
            _ => None,
        });
        names.next().or_else(|| passed.next()).unwrap_or_default()
    }
}
