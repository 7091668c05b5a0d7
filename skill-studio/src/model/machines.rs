//! The numbers of the machines of a skill: it has the first one, then its states' sub-skills follow; and
//! the states that are active together.

use skill_runtime::SkillInfo;
use skill_runtime::graph::{Activity, Graph};
use std::iter::successors;

/// A machine that a state runs.
pub struct SubMachine {
    /// The skill or agent that is drawn.
    pub skill: &'static SkillInfo,
    /// The number of the machine.
    pub machine: u32,
}

/// Returns the machines that the states of `machine` run, each with the state, in the order of their
/// numbers.
pub fn sub_machines(skill: &'static SkillInfo, machine: u32) -> Vec<(u16, SubMachine)> {
    let (mut all, mut next) = (Vec::new(), machine + 1);
    for (state, info) in (0_u16..).zip(skill.graph.states) {
        for activity in info.runs() {
            if let Activity::SubSkill(sub) = activity {
                all.push((state, SubMachine { skill: sub.skill, machine: next }));
                next += sub.skill.instances();
            }
        }
    }
    all
}

/// Returns the states that are active when `state` was entered, the outermost first: those around it, and
/// the start states inside it.
pub fn active_states(graph: &Graph, state: u16) -> Vec<u16> {
    let start = |of: &u16| graph.states.get(usize::from(*of))?.start;
    let innermost = successors(Some(state), start).take(graph.states.len()).last();
    let outer = successors(innermost, |of| graph.parent(*of)).take(graph.states.len());
    let mut all: Vec<u16> = outer.collect();
    all.reverse();
    all
}
