//! The numbers of the machines of a skill: it has the first one, then its states' sub-skills follow.

use skill_runtime::SkillInfo;
use skill_runtime::graph::Activity;

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
