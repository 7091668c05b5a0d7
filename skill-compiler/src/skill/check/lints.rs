//! Findings that are a matter of judgement, with levels as in Rust.

use super::findings::Findings;
use super::lint_levels::{
    DEAD_END, DUPLICATE_CALL, MILLISECONDS, UNCONDITIONAL_CYCLE, UNREACHABLE_STATE,
    UNUSED_DEPENDENCY,
};
use super::spins::{self, Spin, always_to, lost};
use super::{
    Analysis, End, Model, State, StateId, StateInstanceId, Target, TransitionInstance, dead,
    handlers, idle, inputs, unused,
};
use crate::skill::ast::{Activity, ActivityKind, Code, MachineKind, Memory, Time, Trigger};
use crate::syntax::errors::Errors;
use crate::syntax::label;
use crate::syntax::names::last;
use crate::syntax::types::is_floating;
use quote::ToTokens as _;
use std::collections::BTreeSet;
use syn::{Expr, ExprField, Member, Path};

/// Looks for all of them. What must warn is left in the model for the expansion. Unless the block
/// `is_parsed` without errors, any transition may be missing.
pub fn check(analysis: &mut Analysis, is_parsed: bool, errors: &mut Errors) {
    // A part that does not parse may use anything.
    let is_whole = errors.count() == 0 && errors.broken.is_empty() && !errors.lost_section;
    let mut findings = Findings::new(errors);
    if is_whole {
        unused_dependencies(analysis, &mut findings);
        unused::check(analysis, &mut findings);
        duplicate_calls(analysis, &mut findings);
        dead::check(analysis, &mut findings);
        milliseconds(analysis, &mut findings);
        handlers::lint(analysis, &mut findings);
        idle::check(analysis, &mut findings);
        inputs::never_refused(analysis, &mut findings);
    }
    if is_parsed {
        inputs::lint(analysis, &mut findings);
    }
    if is_parsed && analysis.start.is_some() {
        let reached = reachable(analysis);
        for state in 0..analysis.states.len() {
            let instances: Vec<StateInstanceId> = analysis.instances_of(state).collect();
            let is_reached = |instance: &StateInstanceId| {
                reached.as_ref().is_none_or(|reached| reached.contains(instance))
            };
            // A state whose sub-skill is being typed will be led to next.
            let typed = analysis.lost[state].runs;
            // An enclosing state that is not reached is reported instead.
            let around = analysis.states[state].parent.as_ref().is_none_or(is_reached);
            if !typed && around && !instances.iter().any(is_reached) {
                unreachable(analysis, state, &mut findings);
            }
            // A state that is only passed on has no place of its own to be left.
            let passed = instances.len() > 1 && instances[1..].iter().any(is_reached);
            let there =
                |instance: &StateInstanceId| *instance != state || !passed || is_reached(instance);
            // An agent may do the same all the time.
            let runs_on = analysis.kind == MachineKind::Agent && analysis.states.len() == 1;
            let is_end = |instance: &StateInstanceId| {
                // One that leads to itself at once is reported as a cycle.
                !runs_on
                    && there(instance)
                    && is_dead_end(analysis, *instance)
                    && passes_on(analysis, *instance) != Some(*instance)
            };
            if instances.iter().any(is_end) {
                dead_end(analysis, state, &mut findings);
            }
        }
        cycles(analysis, &mut findings);
    }
    analysis.warnings = findings.into_warnings();
}

/// Looks for `after self.wait_ms`: the time is a number of seconds.
fn milliseconds(model: &Model, findings: &mut Findings<'_>) {
    for transition in model.transitions.values() {
        let (Trigger::After(Time::Seconds(time), _)
        | Trigger::Remembers(_, Memory { time: Some(Time::Seconds(time)), .. })) =
            &transition.trigger
        else {
            continue;
        };
        let Ok(Expr::Field(ExprField { member: Member::Named(name), .. })) =
            syn::parse2(time.tokens.clone())
        else {
            continue;
        };
        // An integer is an error of its own.
        if model.args.iter().any(|arg| arg.name == name && !is_floating(&arg.ty)) {
            continue;
        }
        let endings = [("_ms", "0.001"), ("_us", "1e-6")];
        let factor = endings.iter().find(|(end, _)| name.to_string().ends_with(end));
        if let Some((end, factor)) = factor {
            let (what, value) = (end.trim_start_matches('_'), label::print(&time.tokens));
            let message = format!(
                "`{name}` is named as a number of {what}, expected seconds\nhelp: write `{value} * {factor}`, or rename it"
            );
            findings.report(model, transition.from, MILLISECONDS, &name, &message);
        }
    }
}

/// The transition instances that can be taken while an instance is the innermost that is active, but for the
/// root's that would lead to where it is.
fn transition_instances_of(
    model: &Model,
    instance: StateInstanceId,
) -> impl Iterator<Item = &TransitionInstance> + '_ {
    let chain = model.path_to(instance);
    let top = End::Instance(chain[0]);
    let root = model
        .transition_instances_from(None)
        .iter()
        .filter(move |transition_instance| transition_instance.to != top);
    let runs = chain.iter().any(|around| model.state_of(*around).can_fail());
    let all = root.chain(
        chain.into_iter().flat_map(|instance| model.transition_instances_from(Some(instance))),
    );
    all.filter(move |of| {
        runs || !matches!(model.transitions[&of.transition].trigger, Trigger::OnFailed(..))
    })
}

/// The instances that paths from the start state reach; `None` if a transition was left out
/// that may lead anywhere.
pub(super) fn reachable(analysis: &Analysis) -> Option<BTreeSet<StateInstanceId>> {
    let mut reached = BTreeSet::new();
    let mut open: Vec<StateInstanceId> = analysis.start.into_iter().collect();
    while let Some(instance) = open.pop() {
        if !reached.insert(instance) {
            continue;
        }
        open.extend(analysis.instances[instance].parent);
        open.extend(analysis.instances[instance].start);
        let from_here = analysis
            .transition_instances_from(None)
            .iter()
            .chain(analysis.transition_instances_from(Some(instance)));
        open.extend(from_here.filter_map(|transition_instance| match transition_instance.to {
            End::Instance(to) => Some(to),
            End::Final | End::Failed => None,
        }));
        for lost in &analysis.lost[analysis.instances[instance].state].targets {
            match (*lost)? {
                // A state's instance at its own place bears its number.
                Target::State(to) => open.push(to),
                Target::Held(_) => return None,
                Target::Final | Target::Failed => {}
            }
        }
    }
    Some(reached)
}

fn unreachable(analysis: &Analysis, state: StateId, findings: &mut Findings<'_>) {
    let name = &analysis.states[state].name;
    let message = format!("unreachable state `{name}`\nhelp: add a transition to it, or remove it");
    findings.report(analysis, Some(state), UNREACHABLE_STATE, name, &message);
}

/// Whether no path leaves an instance once it is the innermost that is active.
fn is_dead_end(analysis: &Analysis, instance: StateInstanceId) -> bool {
    let mut around = analysis.path_to(instance).into_iter().map(|of| analysis.state_of(of));
    let is_limited = around
        .any(|of| [&of.init, &of.loop_, &of.exit].into_iter().flatten().any(Code::is_limited));
    let limit = |of: &TransitionInstance| {
        analysis.transitions[&of.transition].trigger.guard().is_some_and(Code::is_limited)
    };
    let left = transition_instances_of(analysis, instance)
        // That of `max_iterations`, which a state without loops never takes.
        .filter(|of| is_limited || !limit(of))
        .any(|transition_instance| transition_instance.to != End::Instance(instance))
        || lost(analysis, instance)
            .any(|to| to != Some(Target::State(analysis.instances[instance].state)));
    let inside = analysis.instances[instance].start.is_some();
    !left && !inside && !analysis.lost[analysis.instances[instance].state].runs
}

fn dead_end(model: &Model, state: StateId, findings: &mut Findings<'_>) {
    let name = &model.states[state].name;
    let message = format!(
        "no transition leaves state `{name}`\nhelp: add one, such as `-> FAILED after 10s;`"
    );
    findings.report(model, Some(state), DEAD_END, name, &message);
}

/// Reports cycles of states that are left unconditionally as soon as they are entered.
fn cycles(analysis: &Analysis, findings: &mut Findings<'_>) {
    let next: Vec<Option<StateInstanceId>> =
        (0..analysis.instances.len()).map(|instance| passes_on(analysis, instance)).collect();
    let mut seen = BTreeSet::new();
    for first in 0..next.len() {
        let mut path = vec![first];
        let mut instance = first;
        while let Some(to) = next[instance] {
            if to == first {
                if path.iter().all(|instance| seen.insert(*instance)) {
                    report_cycle(analysis, &path, findings);
                }
                break;
            }
            if path.contains(&to) {
                break;
            }
            path.push(to);
            instance = to;
        }
    }
    for spin in spins::all(analysis) {
        if spin.path.iter().all(|instance| seen.insert(*instance)) {
            report_spin(analysis, &spin, findings);
        }
    }
}

/// Returns the target of an instance that is always left as soon as it is entered, together with its
/// inner states.
fn passes_on(analysis: &Analysis, instance: StateInstanceId) -> Option<StateInstanceId> {
    let mut leaf = instance;
    loop {
        // A transition that was left out may come first.
        if lost(analysis, leaf).next().is_some() {
            return None;
        }
        if let Some(first) = analysis.state_of(leaf).preconds.first() {
            return always_to(analysis, leaf, *first);
        }
        let Some(start) = analysis.instances[leaf].start else { break };
        leaf = start;
    }
    let chain = analysis.path_to(leaf);
    let top = End::Instance(chain[0]);
    if analysis
        .transition_instances_from(None)
        .iter()
        .any(|transition_instance| transition_instance.to != top)
    {
        return None;
    }
    chain
        .into_iter()
        .find_map(|instance| Some((instance, *analysis.state_of(instance).plain.first()?)))
        .and_then(|(instance, first)| always_to(analysis, instance, first))
}

fn report_cycle(model: &Model, path: &[StateInstanceId], findings: &mut Findings<'_>) {
    let cycle = names(model, path);
    let cure = match path.len() {
        1 => "lead to another state",
        _ => "give one of them a guard or a timeout",
    };
    let message = format!("unconditional cycle of transitions: {cycle}\nhelp: {cure}");
    let state = model.instances[path[0]].state;
    let name = &model.states[state].name;
    findings.report(model, Some(state), UNCONDITIONAL_CYCLE, name, &message);
}

fn report_spin(model: &Model, Spin { path, guard }: &Spin, findings: &mut Findings<'_>) {
    let cycle = names(model, path);
    let (when, cure) = match guard {
        Some(guard) => {
            (format!("`{guard}` holds"), "give one of the transitions another guard, or a timeout")
        }
        None if path.len() == 1 => (
            "no guard holds".to_owned(),
            "lead to another state, or remove the transition: a state stays active while none of its transitions holds",
        ),
        None => (
            "no guard holds".to_owned(),
            "remove one of the transitions, or give it a timeout: a state stays active while none of its transitions holds",
        ),
    };
    let message = format!("endless cycle of transitions while {when}: {cycle}\nhelp: {cure}");
    let state = model.instances[path[0]].state;
    let name = &model.states[state].name;
    findings.report(model, Some(state), UNCONDITIONAL_CYCLE, name, &message);
}

/// Prints the names of the states of a cycle.
fn names(model: &Model, path: &[StateInstanceId]) -> String {
    let names: Vec<String> = path
        .iter()
        .chain(&path[..1])
        .map(|instance| model.state_of(*instance).name.to_string())
        .collect();
    names.join(" -> ")
}

fn unused_dependencies(analysis: &Analysis, findings: &mut Findings<'_>) {
    let calls = analysis.states.iter().flat_map(State::calls);
    let used: BTreeSet<usize> =
        calls.flat_map(|call| analysis.dependencies_of(&call.skill)).collect();
    let unused = analysis.skills.iter().enumerate().filter(|(index, _)| !used.contains(index));
    for (_, skill) in unused {
        let name = last(skill);
        let message = format!("unused dependency `{name}`\nhelp: remove it from `depends_skills`");
        if let Some(segment) = skill.segments.last() {
            findings.report(analysis, None, UNUSED_DEPENDENCY, &segment.ident, &message);
        }
    }
}

/// Reports what a state runs twice with the same arguments.
fn duplicate_calls(analysis: &Analysis, findings: &mut Findings<'_>) {
    for (number, state) in analysis.states.iter().enumerate() {
        let mut seen = BTreeSet::new();
        for activity in &state.runs {
            let segment = |path: &Path| path.segments.last().map(|last| last.ident.clone());
            let at = match &activity.kind {
                ActivityKind::Skill(call) => segment(&call.skill),
                ActivityKind::Action(action) => segment(&action.function),
                ActivityKind::Message(message) => Some(message.port.clone()),
            };
            if let (false, Some(at)) = (seen.insert(text(activity)), at) {
                let does = match activity.message() {
                    None => format!("runs `{at}` twice with the same arguments"),
                    Some(_) => format!("sends the same message to `{at}` twice"),
                };
                let message = format!("state `{}` {does}\nhelp: remove one of them", state.name);
                findings.report(analysis, Some(number), DUPLICATE_CALL, &at, &message);
            }
        }
    }
}

/// Prints an activity, so that it can be compared.
fn text(activity: &Activity) -> String {
    match &activity.kind {
        ActivityKind::Skill(call) => {
            let args = call.args.iter().map(|arg| {
                let value = arg.value.as_ref().map(|value| label::print(&value.tokens));
                format!("{}: {}", arg.name, value.unwrap_or_default())
            });
            let base = call.base.iter().map(|base| format!("..{}", label::print(&base.tokens)));
            let all: Vec<String> = args.chain(base).collect();
            format!("{} {{ {} }}", label::print(&call.skill.to_token_stream()), all.join(", "))
        }
        ActivityKind::Message(message) => label::print(&message.whole.tokens),
        ActivityKind::Action(action) => {
            let args: Vec<String> =
                action.args.iter().map(|arg| label::print(&arg.tokens)).collect();
            format!("{}({})", label::print(&action.function.to_token_stream()), args.join(", "))
        }
    }
}
