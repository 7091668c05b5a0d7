//! Findings that are a matter of judgement, with levels as in Rust.

use super::{EdgeId, Model, StateId, Target};
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
    if let Some(start) = model.start {
        let reached = reachable(model, start);
        for state in 0..model.states.len() {
            // A state whose sub-skill is being typed will be led to next.
            let typed = matches!(model.states[state].runs, Runs::Unknown);
            if !typed && reached.as_ref().is_some_and(|reached| !reached.contains(&state)) {
                unreachable(model, state, &mut findings);
            }
            if is_dead_end(model, state) {
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

/// Where the transitions of a state lead, those left out included; `None` may be
/// anywhere.
fn targets(model: &Model, state: StateId) -> impl Iterator<Item = Option<Target>> + '_ {
    let taken = edges_of(model, state).map(|edge| Some(model.edges[edge].to));
    taken.chain(model.states[state].lost.iter().copied())
}

/// The edges that can be taken out of a state.
fn edges_of(model: &Model, state: StateId) -> impl Iterator<Item = EdgeId> + '_ {
    let of = &model.states[state];
    let always =
        model.always.iter().filter(move |edge| model.edges[**edge].to != Target::State(state));
    always.chain(&of.preconds).chain(&of.on_final).chain(&of.on_failed).chain(&of.plain).copied()
}

/// The states that paths from the start state reach; `None` if a transition was
/// left out that may lead anywhere.
fn reachable(model: &Model, start: StateId) -> Option<BTreeSet<StateId>> {
    let mut reached = BTreeSet::from([start]);
    let mut open = vec![start];
    while let Some(state) = open.pop() {
        for target in targets(model, state) {
            if let Target::State(to) = target?
                && reached.insert(to)
            {
                open.push(to);
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

/// Whether no path leaves a state.
fn is_dead_end(model: &Model, state: StateId) -> bool {
    let left = targets(model, state).any(|to| to != Some(Target::State(state)));
    !left && !matches!(model.states[state].runs, Runs::Unknown)
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
    let next: Vec<Option<StateId>> =
        (0..model.states.len()).map(|state| passes_on(model, state)).collect();
    let mut seen = BTreeSet::new();
    for first in 0..next.len() {
        let mut path = vec![first];
        let mut state = first;
        while let Some(to) = next[state] {
            if to == first {
                // A state that leads only to itself was reported as a dead end.
                let dead_end = path.len() == 1 && is_dead_end(model, first);
                if path.iter().all(|state| seen.insert(*state)) && !dead_end {
                    report_ring(model, &path, findings);
                }
                break;
            }
            if path.contains(&to) {
                break;
            }
            path.push(to);
            state = to;
        }
    }
}

/// Where a state leads whose first edge fires always.
fn passes_on(model: &Model, state: StateId) -> Option<StateId> {
    let of = &model.states[state];
    let first = of.preconds.first().or_else(|| {
        let guarded = model.always.iter().any(|edge| model.edges[*edge].to != Target::State(state));
        if guarded { None } else { of.plain.first() }
    })?;
    let edge = &model.edges[*first];
    let fires = match &edge.trigger {
        Trigger::Otherwise => true,
        Trigger::When(guard) => guard.to_string() == "true",
        _ => false,
    };
    match edge.to {
        Target::State(to) if fires => Some(to),
        _ => None,
    }
}

fn report_ring(model: &Model, path: &[StateId], findings: &mut Findings<'_>) {
    let names: Vec<String> =
        path.iter().chain(&path[..1]).map(|state| model.states[*state].name.to_string()).collect();
    let ring = names.join(" -> ");
    let message = format!(
        "these transitions always fire, in a ring: {ring}; give one of them a guard or a time"
    );
    let name = &model.states[path[0]].name;
    findings.report(
        level(model, Some(path[0]), UNCONDITIONAL_RING),
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
