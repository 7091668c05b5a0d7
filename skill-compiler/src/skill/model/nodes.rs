//! The states as they run: each at its place in the tree, and once more where it is
//! instantiated by value; the transitions between them.

use super::first_class::held_by;
use super::scope::Level;
use super::{Arc, EdgeId, End, Held, Model, Node, NodeId, StateId, Target, Value, targets};
use crate::skill::ast::ParamType;
use crate::syntax::errors::Errors;
use crate::syntax::names::plain;
use std::collections::BTreeSet;

/// Most nodes that a skill may have: what is instantiated may hold what is instantiated.
const MOST: usize = 10_000;

/// Builds the tree of nodes and their arcs.
pub fn build(model: &mut Model, errors: &mut Errors) {
    for state in 0..model.states.len() {
        // A state stands in front of those inside it, so its node is there already.
        let parent = model.states[state].parent;
        add(model, state, parent, None);
    }
    let mut said = BTreeSet::new();
    let mut node = 0;
    while node < model.nodes.len() && node < MOST {
        instantiate(model, node, &mut said, errors);
        node += 1;
    }
    if model.nodes.len() >= MOST {
        errors.at(&model.name, format!("more than {MOST} states, those passed by value counted at each place; pass some by `ref`"));
    }
    arcs(model, errors);
}

fn add(
    model: &mut Model,
    state: StateId,
    parent: Option<NodeId>,
    through: Option<usize>,
) -> NodeId {
    let id = model.nodes.len();
    let depth = parent.map_or(1, |parent| model.nodes[parent].depth + 1);
    model.nodes.push(Node { state, parent, through, start: None, children: Vec::new(), depth });
    if let Some(parent) = parent {
        model.nodes[parent].children.push(id);
        if through.is_none() && model.state_of(parent).start == Some(state) {
            model.nodes[parent].start = Some(id);
        }
    }
    id
}

/// Gives a node a child for each state that it can receive by value and go to.
fn instantiate(
    model: &mut Model,
    node: NodeId,
    said: &mut BTreeSet<(Held, StateId)>,
    errors: &mut Errors,
) {
    let owner = model.nodes[node].state;
    for index in 0..model.states[owner].params.len() {
        let by_value = match &model.states[owner].params[index].ty {
            ParamType::State(ty) => !ty.by_ref,
            ParamType::Value(_) => false,
        };
        let held = (owner, index);
        if !by_value || !model.edges.iter().any(|edge| edge.to == Target::Held(held)) {
            continue;
        }
        for (state, passed) in held_by(model, held).to_vec() {
            if let Some(ring) = ring(model, node, held, state) {
                let names = ring.iter().map(|node| &model.state_of(*node).name);
                let chain: Vec<String> = names.map(|name| format!("`{name}`")).collect();
                let members: Vec<_> =
                    ring.iter().filter_map(|node| instance_of(model, *node)).collect();
                if members.iter().all(|member| !said.contains(member)) {
                    said.extend(members);
                    errors.at(&passed, format!("`{passed}` by value would be instantiated without end: {}; pass it by `ref`", chain.join(" holds ")));
                }
                continue;
            }
            let instance = add_below(model, state, node, Some(index));
            if !said.contains(&(held, state)) && !check_names(model, instance, &passed, errors) {
                said.insert((held, state));
            }
        }
    }
}

/// What a node is an instance of: through which parameter, and the state.
fn instance_of(model: &Model, node: NodeId) -> Option<(Held, StateId)> {
    let of = &model.nodes[node];
    let parent = model.nodes[of.parent?].state;
    Some(((parent, of.through?), of.state))
}

/// The nodes from an instance of `state` around `node` to what would be the next, if there
/// is one.
fn ring(model: &Model, node: NodeId, held: Held, state: StateId) -> Option<Vec<NodeId>> {
    let chain = model.chain(node);
    let first = chain.iter().position(|node| instance_of(model, *node) == Some((held, state)))?;
    Some(chain[first..].iter().chain([&chain[first]]).copied().collect())
}

/// A node with all that lies in its state.
fn add_below(model: &mut Model, state: StateId, parent: NodeId, through: Option<usize>) -> NodeId {
    let id = add(model, state, Some(parent), through);
    let inside: Vec<StateId> = (0..model.states.len())
        .filter(|child| model.states[*child].parent == Some(state))
        .collect();
    for child in inside {
        add_below(model, child, id, None);
    }
    id
}

/// The variables that an instance names must be those of active states; answers whether
/// they are.
fn check_names(
    model: &Model,
    instance: NodeId,
    passed: &proc_macro2::Ident,
    errors: &mut Errors,
) -> bool {
    let chain: Vec<StateId> =
        model.chain(instance).into_iter().map(|node| model.nodes[node].state).collect();
    let root = model.nodes[instance].state;
    for state in (0..model.states.len())
        .filter(|state| model.around(Some(*state)).any(|around| around == root))
    {
        for level in model.used(state) {
            let (Level::Params(owner) | Level::Vars(owner)) = level else { continue };
            let inside = model.around(Some(owner)).any(|around| around == root);
            if inside || chain.contains(&owner) {
                continue;
            }
            let names: Vec<String> =
                chain.iter().map(|state| model.states[*state].name.to_string()).collect();
            errors.at(
                passed,
                format!(
                    "`{}` uses `self.{}` of `{}`, which is not active where it would be instantiated: {}; give it a parameter for the value, or pass it by `ref`",
                    model.states[state].name,
                    model.name_of(state, level),
                    model.states[owner].name,
                    names.join(" -> "),
                ),
            );
            return false;
        }
    }
    true
}

/// The arcs of all nodes, in their order.
fn arcs(model: &mut Model, errors: &mut Errors) {
    for edge in model.always.clone() {
        add_arcs(model, edge, None, errors);
    }
    for node in 0..model.nodes.len() {
        let mut edges: Vec<EdgeId> = model.edges_of(model.nodes[node].state).collect();
        edges.sort_unstable();
        for edge in edges {
            add_arcs(model, edge, Some(node), errors);
        }
    }
    if model.arcs.len() > usize::from(u16::MAX) {
        errors.at(&model.name, "a skill has at most 65535 transitions, those of states passed by value counted at each place");
        model.arcs.truncate(usize::from(u16::MAX));
    }
}

fn add_arcs(model: &mut Model, edge: EdgeId, from: Option<NodeId>, errors: &mut Errors) {
    let arc = |model: &mut Model, to: End, held: Option<StateId>| {
        model.arcs.push(Arc { edge, from, to, held });
    };
    match model.edges[edge].to {
        Target::Final => arc(model, End::Final, None),
        Target::Failed => arc(model, End::Failed, None),
        Target::State(state) => match place(model, from, state) {
            Some(node) => arc(model, End::Node(node), None),
            None => out_of_reach(model, from, state, None, errors),
        },
        Target::Held(held) => {
            let ParamType::State(ty) = &model.states[held.0].params[held.1].ty else { return };
            let by_ref = ty.by_ref;
            for (state, passed) in held_by(model, held).to_vec() {
                let node = if by_ref {
                    place(model, from, state)
                } else {
                    instance(model, from, held, state)
                };
                // A precondition leads nowhere inside what is not entered yet.
                let inside =
                    |node: &NodeId| model.edges[edge].precond && model.nodes[*node].parent == from;
                match node.filter(|node| !inside(node)) {
                    Some(node) => arc(model, End::Node(node), Some(state)),
                    None if by_ref => out_of_reach(model, from, state, Some(&passed), errors),
                    // That it is not there was reported.
                    None => {}
                }
            }
        }
    }
}

/// The node of a state, seen from a node: the active one, or a child of an active one.
fn place(model: &Model, from: Option<NodeId>, state: StateId) -> Option<NodeId> {
    let child = |of: &[NodeId]| {
        let is = |node: &&NodeId| {
            model.nodes[**node].state == state && model.nodes[**node].through.is_none()
        };
        of.iter().find(is).copied()
    };
    for node in from.map_or(Vec::new(), |from| model.chain(from)).into_iter().rev() {
        if model.nodes[node].state == state {
            return Some(node);
        }
        if let Some(found) = child(&model.nodes[node].children) {
            return Some(found);
        }
    }
    // An outermost state's node bears its number.
    model.states[state].parent.is_none().then_some(state)
}

/// The instance of a state that a parameter holds by value.
fn instance(model: &Model, from: Option<NodeId>, held: Held, state: StateId) -> Option<NodeId> {
    let owner = model.chain(from?).into_iter().find(|node| model.nodes[*node].state == held.0)?;
    let is = |node: &&NodeId| {
        let node = &model.nodes[**node];
        node.state == state && node.through == Some(held.1)
    };
    model.nodes[owner].children.iter().find(is).copied()
}

/// A state that is neither a child nor a sibling of one that is active.
fn out_of_reach(
    model: &mut Model,
    from: Option<NodeId>,
    state: StateId,
    passed: Option<&proc_macro2::Ident>,
    errors: &mut Errors,
) {
    let chain: Vec<String> = from
        .map_or(Vec::new(), |from| model.chain(from))
        .into_iter()
        .map(|node| plain(&model.state_of(node).name))
        .collect();
    // The instance whose transition it is, and where its state is passed.
    let instance = from.and_then(|from| {
        let mut around = model.chain(from).into_iter().rev();
        let (held, of) = around.find_map(|node| instance_of(model, node))?;
        let mut holds = held_by(model, held).iter();
        let passed = holds.find(|(state, _)| *state == of).map(|(_, passed)| passed.clone())?;
        Some((passed, &model.state_of(from).name))
    });
    let target = &model.states[state].name;
    let around = model.states[state]
        .parent
        .map_or(String::new(), |parent| format!(" of `{}`", model.states[parent].name));
    let outside = "neither a child nor a sibling of an active state";
    let active = chain.join(" -> ");
    match (passed, instance) {
        (Some(passed), _) => errors.at(passed, format!("`{target}`{around} would be gone to by `ref` where it is {outside} ({active}); a transition leads nowhere else, so go to a state around it")),
        (None, Some((passed, from))) => errors.at(&passed, format!("`{from}` leads to `{target}`{around}, which is {outside} where it would be instantiated ({active}); pass it by `ref`, or let it lead elsewhere")),
        (None, None) => {}
    }
    targets::lose(model, from.map(|from| model.nodes[from].state), None);
}

impl Model {
    /// A name of a level that the code of a state uses.
    fn name_of(&self, state: StateId, level: Level) -> String {
        let tokens = self.code_of(state);
        let names = tokens.iter().flat_map(|tokens| self.names_in(state, tokens));
        let mut names = names.filter(|(_, of)| *of == level).map(|(name, _)| plain(&name));
        let passed = self.edges_of(state).flat_map(|edge| &self.edges[edge].values);
        let mut passed = passed.filter_map(|value| match value {
            Value::Held((owner, param), _) if level == Level::Params(*owner) => {
                Some(plain(&self.states[*owner].params[*param].name))
            }
            _ => None,
        });
        names.next().or_else(|| passed.next()).unwrap_or_default()
    }
}
