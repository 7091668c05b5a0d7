//! Findings that are a matter of judgement, with levels as in Rust.

use super::{Arc, End, Model, NodeId, StateId, Target};
use crate::skill::ast::{Runs, Trigger};
use crate::syntax::errors::Errors;
use crate::syntax::names::last;
use std::collections::{BTreeMap, BTreeSet};
use syn::Ident;

/// A state that no path from the start state reaches.
pub const UNREACHABLE_STATE: &str = "unreachable_state";
/// A state that no path leaves.
pub const DEAD_END: &str = "dead_end";
/// States whose transitions fire always, in a ring.
pub const UNCONDITIONAL_RING: &str = "unconditional_ring";
/// A dependency that no state runs.
pub const UNUSED_DEPENDENCY: &str = "unused_dependency";
/// All of them.
pub const LINTS: [&str; 4] = [UNREACHABLE_STATE, DEAD_END, UNCONDITIONAL_RING, UNUSED_DEPENDENCY];

/// What follows from a finding.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Level {
    /// Nothing.
    Allow,
    /// A warning.
    Warn,
    /// An error.
    Deny,
}

/// Levels that a skill or state sets.
pub type Levels = BTreeMap<&'static str, Level>;

/// Looks for all of them. What must warn is left in the model for the expansion.
pub fn check(model: &mut Model, errors: &mut Errors) {
    let mut findings = Findings { errors, warnings: Vec::new() };
    unused_dependencies(model, &mut findings);
    if model.start.is_some() {
        let reached = reachable(model);
        for state in 0..model.states.len() {
            let nodes: Vec<NodeId> = model.nodes_of(state).collect();
            let is_reached =
                |node: &NodeId| reached.as_ref().is_none_or(|reached| reached.contains(node));
            // A state whose sub-skill is being typed will be led to next.
            let typed = matches!(model.states[state].runs, Runs::Unknown);
            // Where the state around it is not reached, that is said.
            let around = model.states[state].parent.as_ref().is_none_or(is_reached);
            if !typed && around && !nodes.iter().any(is_reached) {
                unreachable(model, state, &mut findings);
            }
            // A state that is only passed on has no place of its own to be left.
            let passed = nodes.len() > 1 && nodes[1..].iter().any(is_reached);
            let there = |node: &NodeId| *node != state || !passed || is_reached(node);
            if nodes.iter().any(|node| there(node) && is_dead_end(model, *node)) {
                dead_end(model, state, &mut findings);
            }
        }
        rings(model, &mut findings);
    }
    model.warnings = findings.warnings;
}

struct Findings<'a> {
    errors: &'a mut Errors,
    warnings: Vec<(Ident, String)>,
}

impl Findings<'_> {
    fn report(&mut self, level: Level, at: &Ident, lint: &str, message: &str) {
        match level {
            Level::Allow => {}
            Level::Warn => self.warnings.push((at.clone(), format!("{message} [skill::{lint}]"))),
            Level::Deny => self.errors.at(at, format!("{message} [skill::{lint}]")),
        }
    }
}

/// The level at a state: its own, or the skill's, or the lint's.
fn level(model: &Model, state: Option<StateId>, lint: &'static str) -> Level {
    let default = if lint == UNUSED_DEPENDENCY { Level::Warn } else { Level::Deny };
    state
        .and_then(|state| model.states[state].levels.get(lint))
        .or_else(|| model.levels.get(lint))
        .copied()
        .unwrap_or(default)
}

/// The arcs that can be taken while a node is the innermost that is active, but for the
/// root's that would lead to where it is.
fn arcs_of(model: &Model, node: NodeId) -> impl Iterator<Item = &Arc> + '_ {
    let chain = model.chain(node);
    let top = End::Node(chain[0]);
    let root = model.arcs_from(None).iter().filter(move |arc| arc.to != top);
    root.chain(chain.into_iter().flat_map(|node| model.arcs_from(Some(node))))
}

/// Where transitions lead that were left out; `None` may be anywhere.
fn lost(model: &Model, node: NodeId) -> impl Iterator<Item = Option<Target>> + '_ {
    model.chain(node).into_iter().flat_map(|node| model.state_of(node).lost.iter().copied())
}

/// The nodes that paths from the start state reach; `None` if a transition was left out
/// that may lead anywhere.
fn reachable(model: &Model) -> Option<BTreeSet<NodeId>> {
    let mut reached = BTreeSet::new();
    let mut open: Vec<NodeId> = model.start.into_iter().collect();
    while let Some(node) = open.pop() {
        if !reached.insert(node) {
            continue;
        }
        open.extend(model.nodes[node].parent);
        open.extend(model.nodes[node].start);
        let from_here = model.arcs_from(None).iter().chain(model.arcs_from(Some(node)));
        open.extend(from_here.filter_map(|arc| match arc.to {
            End::Node(to) => Some(to),
            End::Final | End::Failed => None,
        }));
        for lost in &model.state_of(node).lost {
            match (*lost)? {
                // A state's node at its own place bears its number.
                Target::State(to) => open.push(to),
                Target::Held(_) => return None,
                Target::Final | Target::Failed => {}
            }
        }
    }
    Some(reached)
}

fn unreachable(model: &Model, state: StateId, findings: &mut Findings<'_>) {
    let name = &model.states[state].name;
    let message = format!(
        "no path leads from the start state to `{name}`; add a transition to it, or remove it"
    );
    findings.report(
        level(model, Some(state), UNREACHABLE_STATE),
        name,
        UNREACHABLE_STATE,
        &message,
    );
}

/// Whether no path leaves a node once it is the innermost that is active.
fn is_dead_end(model: &Model, node: NodeId) -> bool {
    let left = arcs_of(model, node).any(|arc| arc.to != End::Node(node))
        || lost(model, node).any(|to| to != Some(Target::State(model.nodes[node].state)));
    let inside = model.nodes[node].start.is_some();
    !left && !inside && !matches!(model.state_of(node).runs, Runs::Unknown)
}

fn dead_end(model: &Model, state: StateId, findings: &mut Findings<'_>) {
    let name = &model.states[state].name;
    let message = format!(
        "no transition leaves `{name}`, so the skill would stay in it; add one, such as `-> FAILED after 10s;`"
    );
    findings.report(level(model, Some(state), DEAD_END), name, DEAD_END, &message);
}

/// Rings of states that are left unconditionally as soon as they are entered.
fn rings(model: &Model, findings: &mut Findings<'_>) {
    let next: Vec<Option<NodeId>> =
        (0..model.nodes.len()).map(|node| passes_on(model, node)).collect();
    let mut seen = BTreeSet::new();
    for first in 0..next.len() {
        let mut path = vec![first];
        let mut node = first;
        while let Some(to) = next[node] {
            if to == first {
                // A state that leads only to itself was reported as a dead end.
                let dead_end = path.len() == 1 && is_dead_end(model, first);
                if path.iter().all(|node| seen.insert(*node)) && !dead_end {
                    report_ring(model, &path, findings);
                }
                break;
            }
            if path.contains(&to) {
                break;
            }
            path.push(to);
            node = to;
        }
    }
}

/// Where a node leads that is left always as soon as it is entered, with what is entered
/// with it.
fn passes_on(model: &Model, node: NodeId) -> Option<NodeId> {
    let mut leaf = node;
    loop {
        if let Some(first) = model.state_of(leaf).preconds.first() {
            return always_to(model, leaf, *first);
        }
        let Some(start) = model.nodes[leaf].start else { break };
        leaf = start;
    }
    let chain = model.chain(leaf);
    let top = End::Node(chain[0]);
    if model.arcs_from(None).iter().any(|arc| arc.to != top) {
        return None;
    }
    chain
        .into_iter()
        .find_map(|node| Some((node, *model.state_of(node).plain.first()?)))
        .and_then(|(node, first)| always_to(model, node, first))
}

/// The node that an edge leads to, if it always fires.
fn always_to(model: &Model, node: NodeId, edge: usize) -> Option<NodeId> {
    let fires = match &model.edges[edge].trigger {
        Trigger::Otherwise => true,
        Trigger::When(guard) => guard.to_string() == "true",
        _ => false,
    };
    let mut arcs = model.arcs_of(edge, Some(node)).map(|arc| &model.arcs[arc]);
    match arcs.next()? {
        Arc { to: End::Node(to), held: None, .. } if fires => Some(*to),
        _ => None,
    }
}

fn report_ring(model: &Model, path: &[NodeId], findings: &mut Findings<'_>) {
    let names: Vec<String> =
        path.iter().chain(&path[..1]).map(|node| model.state_of(*node).name.to_string()).collect();
    let ring = names.join(" -> ");
    let message = format!(
        "these transitions always fire, in a ring: {ring}; give one of them a guard or a time"
    );
    let state = model.nodes[path[0]].state;
    let name = &model.states[state].name;
    findings.report(
        level(model, Some(state), UNCONDITIONAL_RING),
        name,
        UNCONDITIONAL_RING,
        &message,
    );
}

fn unused_dependencies(model: &Model, findings: &mut Findings<'_>) {
    let mut used = BTreeSet::new();
    for state in &model.states {
        match &state.runs {
            Runs::Skills(calls) => used.extend(calls.iter().map(|call| last(&call.skill))),
            // What could not be read may have used it.
            Runs::Unknown => return,
            Runs::Nothing | Runs::Action(_) => {}
        }
    }
    for skill in model.skills.iter().filter(|skill| !used.contains(&last(skill))) {
        let name = last(skill);
        let message = format!("no state runs `{name}`; remove it from `depends_skills`");
        if let Some(segment) = skill.segments.last() {
            findings.report(
                level(model, None, UNUSED_DEPENDENCY),
                &segment.ident,
                UNUSED_DEPENDENCY,
                &message,
            );
        }
    }
}
