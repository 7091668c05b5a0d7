//! Cycles of states that are left as soon as they are entered while no guard holds, or while one does: all
//! guards of a pass see one snapshot, so that the pass takes its largest number of transitions.

use super::{
    Analysis, End, Model, StateInstanceId, Target, TransitionId, TransitionInstance, Value,
};
use crate::skill::ast::{Code, Memory, Time, Trigger};
use crate::skill::facts::Condition;
use crate::syntax::label;
use crate::syntax::names::plain;
use std::collections::{BTreeMap, BTreeSet};

/// A cycle of states, and when it is taken.
pub struct Spin {
    pub path: Vec<StateInstanceId>,
    /// The guard that holds; `None` if none does.
    pub guard: Option<String>,
}

/// Guards, each with what it reads: an interface or `self`, as a whole or a field of it.
type Guards = BTreeMap<String, Vec<(String, Option<String>)>>;

/// The transition that leaves a state.
struct Left {
    to: StateInstanceId,
    /// The guards that must not hold.
    guards: Guards,
    /// Whether the transition depends on the guard that is assumed to hold.
    is_assumed: bool,
    /// Whether it gives values to the parameters of the state that it enters.
    carries: bool,
}

/// Returns the cycles. Each has a guard; those without one are looked for elsewhere.
pub fn all(analysis: &Analysis) -> Vec<Spin> {
    let mut found = cycles(analysis, None);
    let guards: BTreeSet<String> =
        analysis.transitions.keys().filter_map(|number| assumable(analysis, *number)).collect();
    for guard in guards {
        found.extend(cycles(analysis, Some(&guard)));
    }
    found
}

/// The cycles while no guard holds, or while the one that is `assumed` does.
fn cycles(analysis: &Analysis, assumed: Option<&str>) -> Vec<Spin> {
    let left: Vec<Option<Left>> =
        (0..analysis.instances.len()).map(|of| left(analysis, of, assumed)).collect();
    let mut found = Vec::new();
    for first in 0..left.len() {
        let mut path = vec![first];
        let mut instance = first;
        while let Some(of) = &left[instance] {
            instance = of.to;
            if instance == first {
                // Once, from its first state on.
                let is_first = path.iter().all(|of| *of >= first);
                let of: Vec<&Left> = path.iter().filter_map(|of| left[*of].as_ref()).collect();
                if is_first && is_certain(&of, assumed) && is_blind(analysis, &path, &of) {
                    let guard = assumed.map(str::to_owned);
                    found.push(Spin { path: path.clone(), guard });
                }
                break;
            }
            if path.contains(&instance) {
                break;
            }
            path.push(instance);
        }
    }
    found
}

/// Whether the guards of a cycle can all be false: those of several states that read the same may be such
/// that one of them always holds.
fn is_certain(cycle: &[&Left], assumed: Option<&str>) -> bool {
    if assumed.is_some() {
        return cycle.iter().any(|of| of.is_assumed);
    }
    let is_subset =
        |one: &Left, other: &Left| one.guards.keys().all(|of| other.guards.contains_key(of));
    let read = |of: &Left| of.guards.values().flatten().cloned().collect::<Vec<_>>();
    let is_apart = |one: &Left, other: &Left| {
        let other = read(other);
        read(one).iter().all(|(owner, field)| {
            other.iter().all(|(of, other)| {
                owner != of || field != other && field.is_some() && other.is_some()
            })
        })
    };
    let has_all = |one: &&&Left| cycle.iter().all(|other| is_subset(other, one));
    let is_free = |one: &Left, other: &Left| {
        is_subset(one, other) || is_subset(other, one) || is_apart(one, other)
    };
    cycle.iter().any(|one| has_all(&one))
        || cycle.iter().all(|one| cycle.iter().all(|other| is_free(one, other)))
}

/// Returns a guard with what it reads.
fn with_reads(guard: &Code) -> (String, Vec<(String, Option<String>)>) {
    let facts = &guard.facts;
    let members = facts.members.iter().map(|used| {
        // A method may read all of it.
        (plain(&used.owner), (!used.is_method).then(|| plain(&used.name)))
    });
    let fields = facts.fields.iter().map(|field| ("self".to_owned(), Some(plain(&field.name))));
    let whole = facts.names.iter().map(|name| (name.clone(), None));
    let elapsed = facts.elapsed.iter().map(|_| ("self".to_owned(), None));
    let reads = members.chain(fields).chain(whole).chain(elapsed).collect();
    (label::print(&guard.tokens), reads)
}

/// The guard of a transition, if it can be assumed to hold in each of the states of a cycle.
fn assumable(model: &Model, number: TransitionId) -> Option<String> {
    let transition = &model.transitions[&number];
    let Trigger::When(guard, Condition::Test | Condition::All(_) | Condition::Any(_)) =
        &transition.trigger
    else {
        return None;
    };
    // What is the same text may be another value.
    let is_own = |from, name: &str| !matches!(model.scope(from, name), Some(super::Scope::Skill));
    let has_own = transition.from.is_some_and(|from| {
        guard.facts.fields.iter().any(|field| is_own(from, &plain(&field.name)))
    });
    let is_timed = !guard.facts.elapsed.is_empty() || guard.facts.names.contains("self");
    (!has_own && !is_timed && guard.facts.effects.lets.is_none())
        .then(|| label::print(&guard.tokens))
}

/// Returns how an instance is left at once, if it and the states inside it that are entered with it do nothing that
/// could change a guard.
fn left(analysis: &Analysis, instance: StateInstanceId, assumed: Option<&str>) -> Option<Left> {
    let mut guards = Guards::new();
    let mut leaf = instance;
    loop {
        // A transition that was left out may come first.
        if lost(analysis, leaf).next().is_some() {
            return None;
        }
        let of = analysis.state_of(leaf);
        for number in &of.preconds {
            if let Some(left) = taken(analysis, leaf, *number, assumed, &mut guards)? {
                return Some(left);
            }
        }
        let is_idle = is_own(of.init.as_ref())
            && is_own(of.exit.as_ref())
            && of.loop_.is_none()
            && of.vars.is_empty()
            && of.runs.is_empty()
            && of.tries.is_none();
        if !is_idle || of.params.iter().any(|param| param.is_mut || param.counts) {
            return None;
        }
        let Some(start) = analysis.instances[leaf].start else { break };
        leaf = start;
    }
    let chain = analysis.path_to(leaf);
    if chain.iter().any(|of| {
        let of = analysis.state_of(*of);
        of.loop_.is_some() || !of.runs.is_empty()
    }) {
        return None;
    }
    let top = End::Instance(chain[0]);
    let always = analysis.transition_instances_from(None).iter().filter(|of| of.to != top);
    for of in always {
        match &analysis.transitions[&of.transition].trigger {
            Trigger::OnFailed(..) => {}
            trigger if waits(trigger) => {}
            Trigger::After(Time::Seconds(time), _) if assumed.is_none() && !time.half_typed => {
                guards.extend([with_reads(time)]);
            }
            Trigger::When(guard, _) if assumed.is_none() && !guard.is_true() => {
                guards.extend([with_reads(guard)]);
            }
            Trigger::When(guard, _) if assumed == Some(&*label::print(&guard.tokens)) => {
                let transition = &analysis.transitions[&of.transition];
                let End::Instance(to) = of.to else { return None };
                let is_plain = transition.resume.is_none()
                    && transition.again.is_none()
                    && transition.values.is_empty();
                return is_plain.then_some(Left { to, guards, is_assumed: true, carries: false });
            }
            _ => return None,
        }
    }
    for instance in chain {
        for number in &analysis.state_of(instance).plain {
            if let Some(left) = taken(analysis, instance, *number, assumed, &mut guards)? {
                return Some(left);
            }
        }
    }
    None
}

/// Whether a block changes nothing but variables of the skill.
fn is_own(block: Option<&Code>) -> bool {
    block.is_none_or(|block| block.facts.members.is_empty() && block.facts.names.is_empty())
}

/// Whether no guard or time of the states of a cycle reads a variable that their blocks use, or a parameter
/// that is given a value in it.
fn is_blind(analysis: &Analysis, path: &[StateInstanceId], left: &[&Left]) -> bool {
    let states =
        || path.iter().flat_map(|of| analysis.path_to(*of)).map(|of| analysis.state_of(of));
    let blocks = states().flat_map(|of| of.init.iter().chain(&of.exit));
    let mut used: BTreeSet<String> =
        blocks.flat_map(|block| &block.facts.fields).map(|field| plain(&field.name)).collect();
    let given = left.iter().filter(|of| of.carries).map(|of| analysis.state_of(of.to));
    used.extend(given.flat_map(|of| &of.params).map(|param| plain(&param.name)));
    let own = states().flat_map(|of| of.plain.iter().chain(&of.preconds)).copied();
    let always = analysis.transition_instances_from(None).iter().map(|of| of.transition);
    let triggers = own.chain(always).map(|of| &analysis.transitions[&of].trigger);
    let mut read = triggers.flat_map(Trigger::codes).flat_map(|code| &code.facts.fields);
    !read.any(|field| used.contains(&plain(&field.name)))
}

/// Whether a transition is taken at once: `Some(None)` if not, `None` if that is not known.
#[allow(clippy::option_option)] // whether it is known, and how the state is left
fn taken(
    analysis: &Analysis,
    instance: StateInstanceId,
    number: TransitionId,
    assumed: Option<&str>,
    guards: &mut Guards,
) -> Option<Option<Left>> {
    let transition = &analysis.transitions[&number];
    let is_assumed = match &transition.trigger {
        Trigger::When(guard, Condition::Literal(false)) if guard.facts.effects.lets.is_none() => {
            return Some(None);
        }
        trigger if trigger.is_always() => false,
        Trigger::When(guard, _) => {
            let text = label::print(&guard.tokens);
            match assumed {
                Some(assumed) if assumed == text => true,
                Some(_) => return None,
                None => {
                    guards.extend([with_reads(guard)]);
                    return Some(None);
                }
            }
        }
        // Neither is a moment at which time goes on.
        Trigger::Crossing(_) => return Some(None),
        trigger if waits(trigger) => return Some(None),
        // It may be zero.
        Trigger::After(Time::Seconds(time), _) if assumed.is_none() && !time.half_typed => {
            guards.extend([with_reads(time)]);
            return Some(None);
        }
        _ => return None,
    };
    let carries = transition.values.iter().any(|value| !matches!(value, Value::State(..)));
    if transition.resume.is_some() || transition.again.is_some() {
        return None;
    }
    let to = leads_to(analysis, instance, number)?;
    Some(Some(Left { to, guards: std::mem::take(guards), is_assumed, carries }))
}

/// Whether a transition is not taken because its time has just begun.
fn waits(trigger: &Trigger) -> bool {
    let (Trigger::After(time, _) | Trigger::Remembers(_, Memory { time: Some(time), .. })) =
        trigger
    else {
        return false;
    };
    match time {
        Time::Ticks(ticks) => *ticks > 0,
        Time::Literal(_, micros) => *micros > 0,
        Time::Seconds(of) => label::print(&of.tokens).parse().is_ok_and(|of: f32| of > 0.0),
    }
}

/// The instance that a transition leads to, if it always fires.
pub(super) fn always_to(
    model: &Model,
    instance: StateInstanceId,
    transition: usize,
) -> Option<StateInstanceId> {
    let fires = model.transitions[&transition].trigger.is_always();
    if fires { leads_to(model, instance, transition) } else { None }
}

/// The instance that a transition leads to, if it names it.
fn leads_to(
    model: &Model,
    instance: StateInstanceId,
    transition: TransitionId,
) -> Option<StateInstanceId> {
    let mut transition_instances = model
        .transition_instances_of(transition, Some(instance))
        .map(|transition_instance| &model.transition_instances[transition_instance]);
    match transition_instances.next()? {
        TransitionInstance { to: End::Instance(to), held: None, .. } => Some(*to),
        _ => None,
    }
}

/// Returns the targets of transitions that were left out; `None` may be anywhere.
pub(super) fn lost(
    analysis: &Analysis,
    instance: StateInstanceId,
) -> impl Iterator<Item = Option<Target>> + '_ {
    analysis.path_to(instance).into_iter().flat_map(|instance| {
        analysis.lost[analysis.instances[instance].state].targets.iter().copied()
    })
}
