//! The hash of the descriptions of skills, by which a reader knows that it has the same ones.

use crate::graph::{Activity, ArgInfo, Graph, SkillInfo, StateKind};
use crate::hash::fnv;

/// Returns a hash of all that a reader interprets by the descriptions of `skills` and `agents`, and
/// of the skills that they can run: ids, names, arguments and results, states and transitions.
///
/// A skill that several others run is included once for each, so in a `const` the time of the
/// compiler grows with the number of ways to a skill.
#[must_use]
pub const fn descriptions_hash(
    skills: &[&'static SkillInfo],
    agents: &[&'static SkillInfo],
) -> u64 {
    let mut hash = number(0xcbf2_9ce4_8422_2325, skills.len() as u64);
    hash = all_skills(hash, skills);
    all_skills(hash, agents)
}

const fn all_skills(mut hash: u64, mut skills: &[&'static SkillInfo]) -> u64 {
    while let [skill, rest @ ..] = skills {
        hash = one_skill(hash, skill);
        skills = rest;
    }
    hash
}

const fn one_skill(hash: u64, skill: &SkillInfo) -> u64 {
    let mut hash = text(number(hash, skill.id), skill.name);
    hash = text(hash, skill.type_name);
    hash = arguments(hash, skill.args);
    if let Some(group) = skill.group {
        hash = arguments(hash, group);
    }
    let mut params = skill.params;
    while let [one, rest @ ..] = params {
        hash = text(text(number(hash, one.key as u64), one.name), one.ty.name());
        params = rest;
    }
    if let Some(result) = &skill.result {
        hash = arguments(text(hash, result.type_name), result.fields);
    }
    let mut interfaces = skill.interfaces;
    while let [one, rest @ ..] = interfaces {
        hash = text(text(text(hash, one.variable), one.type_name), one.id);
        interfaces = rest;
    }
    all_skills(graph(hash, &skill.graph), skill.deps)
}

const fn arguments(hash: u64, mut all: &[ArgInfo]) -> u64 {
    let mut hash = number(hash, all.len() as u64);
    while let [one, rest @ ..] = all {
        hash = text(text(hash, one.name), one.type_name);
        let mut choices = one.choices;
        while let [choice, rest @ ..] = choices {
            hash = text(hash, choice);
            choices = rest;
        }
        all = rest;
    }
    hash
}

const fn graph(hash: u64, graph: &Graph) -> u64 {
    let mut hash = number(hash, graph.start as u64);
    let mut states = graph.states;
    while let [state, rest @ ..] = states {
        hash = index(text(hash, state.name), state.parent);
        hash = match state.kind {
            StateKind::Plain => number(hash, 1),
            StateKind::Final => number(hash, 2),
            StateKind::Failed => number(hash, 3),
            StateKind::Runs(activities) => runs(number(hash, 4), activities),
        };
        if let Some(needs) = state.needs {
            hash = number(hash, needs as u64);
        }
        states = rest;
    }
    let mut transitions = graph.transitions;
    while let [transition, rest @ ..] = transitions {
        hash = number(index(hash, transition.from), transition.to as u64);
        hash = text(number(hash, transition.trigger as u64), transition.label);
        if let Some(reason) = transition.reason {
            hash = text(hash, reason);
        }
        transitions = rest;
    }
    hash
}

const fn runs(mut hash: u64, mut activities: &[Activity]) -> u64 {
    while let [activity, rest @ ..] = activities {
        hash = match activity {
            Activity::SubSkill(sub) => number(hash, sub.skill.id),
            Activity::Action(action) | Activity::Message(action) => text(hash, action),
        };
        activities = rest;
    }
    hash
}

const fn text(hash: u64, text: &str) -> u64 {
    fnv(number(hash, text.len() as u64), text)
}

const fn index(hash: u64, index: Option<u16>) -> u64 {
    match index {
        Some(index) => number(hash, index as u64 + 1),
        None => number(hash, 0),
    }
}

const fn number(hash: u64, number: u64) -> u64 {
    (hash.rotate_left(7) ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}
