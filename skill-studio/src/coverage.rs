//! The states and transitions that recorded robots have been in and have taken.

use crate::record::Recording;
use crate::{Description, Escaped};
use serde::Serialize;
use skill_runtime::SkillInfo;
use skill_runtime::graph::StateKind;
use std::collections::BTreeSet;
use std::fmt::{self, Display, Formatter};

/// The coverage of the skills and agents of a robot.
#[derive(Clone, Debug)]
pub struct Coverage {
    description: Description,
    /// For each of [`Description::all`] the transitions that were taken, and the states that were
    /// entered.
    taken: Vec<Taken>,
}

#[derive(Clone, Debug, Default)]
struct Taken {
    transitions: BTreeSet<u16>,
    states: BTreeSet<String>,
}

/// The coverage of a skill.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SkillCoverage {
    /// The name of the skill.
    pub skill: &'static str,
    /// The number of its transitions.
    pub transitions: usize,
    /// The number of those that were taken.
    pub transitions_taken: usize,
    /// The number of its states.
    pub states: usize,
    /// The number of those that were entered.
    pub states_entered: usize,
    /// The transitions that were not taken.
    pub missing: Vec<MissingTransition>,
}

/// A transition that was not taken.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct MissingTransition {
    /// Its index in the skill's graph.
    pub index: usize,
    /// The state from which it leads; `None` for one of `always` of the skill.
    pub from: Option<&'static str>,
    /// The state to which it leads.
    pub to: &'static str,
    /// Its label.
    pub label: &'static str,
}

/// A recording of another build: its transitions may be others.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OtherBuild {
    /// The build.
    pub build: String,
}

impl Display for OtherBuild {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "it was recorded with other skills ({})\nhelp: record it again with this program",
            Escaped(&self.build)
        )
    }
}

impl std::error::Error for OtherBuild {}

impl Coverage {
    /// Creates the coverage of a robot that has done nothing yet.
    #[must_use]
    pub fn new(description: Description) -> Self {
        let taken = vec![Taken::default(); description.all.len()];
        Self { description, taken }
    }

    /// Adds a recording.
    ///
    /// # Errors
    /// [`OtherBuild`] if it was made with other skills.
    pub fn add(&mut self, recording: &Recording) -> Result<(), OtherBuild> {
        if recording.descriptions != self.description.hash {
            return Err(OtherBuild { build: recording.build.clone() });
        }
        for event in &recording.events {
            let skill = self.description.all.iter().position(|skill| skill.name == event.skill);
            let Some(taken) = skill.and_then(|index| self.taken.get_mut(index)) else { continue };
            if event.kind == "transition" {
                taken.transitions.extend(event.transition);
            }
            if !event.to.is_empty() {
                taken.states.insert(event.to.clone());
            }
        }
        Ok(())
    }

    /// Returns the coverage of each skill and agent.
    pub fn skills(&self) -> impl Iterator<Item = SkillCoverage> + '_ {
        self.description.all.iter().zip(&self.taken).map(|(skill, taken)| of_skill(skill, taken))
    }

    /// Returns the part of all transitions that were taken, in percent; 100 if there are none.
    #[must_use]
    pub fn percent(&self) -> f64 {
        let (all, taken) = self.skills().fold((0, 0), |(all, taken), skill| {
            (all + skill.transitions, taken + skill.transitions_taken)
        });
        percent(taken, all)
    }
}

#[allow(clippy::cast_precision_loss)] // far below 2^52
fn percent(part: usize, all: usize) -> f64 {
    if all == 0 { 100.0 } else { 100.0 * part as f64 / all as f64 }
}

fn of_skill(skill: &'static SkillInfo, taken: &Taken) -> SkillCoverage {
    let graph = &skill.graph;
    let ends = |kind: StateKind| matches!(kind, StateKind::Final | StateKind::Failed);
    let states = graph.states.iter().filter(|state| !ends(state.kind)).count();
    let entered = graph
        .states
        .iter()
        .filter(|state| !ends(state.kind) && taken.states.contains(state.name))
        .count();
    let missing = graph.transitions.iter().enumerate();
    let missing = missing.filter(|(index, _)| {
        u16::try_from(*index).is_ok_and(|index| !taken.transitions.contains(&index))
    });
    let missing: Vec<MissingTransition> = missing
        .map(|(index, transition)| MissingTransition {
            index,
            from: transition.from.map(|from| graph.state_name(from)),
            to: graph.state_name(transition.to),
            label: transition.label,
        })
        .collect();
    SkillCoverage {
        skill: skill.name,
        transitions: graph.transitions.len(),
        transitions_taken: graph.transitions.len() - missing.len(),
        states,
        states_entered: entered,
        missing,
    }
}

/// Prints a line for each skill, and one for each transition that was not taken.
impl Display for Coverage {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for skill in self.skills() {
            let (taken, all) = (skill.transitions_taken, skill.transitions);
            writeln!(
                f,
                "{:<16} {taken:3} of {all:3} transitions {:5.1} %, {} of {} states",
                skill.skill,
                percent(taken, all),
                skill.states_entered,
                skill.states,
            )?;
            for missing in &skill.missing {
                let from = missing.from.unwrap_or("always");
                writeln!(f, "  not taken: {from} -> {}  \"{}\"", missing.to, missing.label)?;
            }
        }
        write!(f, "{:.1} % of all transitions", self.percent())
    }
}
