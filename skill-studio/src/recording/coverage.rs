//! The states and transitions that recorded robots, and tests, have been in and have taken.

use crate::model::describe::Description;
use crate::recording::record::Recording;
use crate::text::escape::Escaped;
use serde::{Deserialize, Serialize};
use skill_runtime::SkillInfo;
use skill_runtime::graph::{Graph, TransitionInfo};
use std::collections::{BTreeMap, BTreeSet};
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
    /// The transitions that cannot be taken, with the reasons.
    excepted: BTreeMap<u16, String>,
}

/// A transition that cannot be taken.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Exception {
    /// The name of the skill.
    pub skill: String,
    /// The state from which it leads; none for one of `always` of the skill.
    pub from: Option<String>,
    /// The state to which it leads.
    pub to: String,
    /// The label, as in the graph.
    pub label: String,
    /// The reason why it cannot be taken.
    pub reason: String,
}

impl Exception {
    /// Returns the index of the transition.
    fn index(&self, graph: &Graph) -> Option<u16> {
        let is_it = |of: &TransitionInfo| {
            of.from.map(|from| graph.state_name(from)) == self.from.as_deref()
                && graph.state_name(of.to) == self.to
                && of.label == self.label
        };
        graph.transitions.iter().position(is_it)?.try_into().ok()
    }
}

impl Display for Exception {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let from = self.from.as_deref().unwrap_or("always");
        write!(f, "{} -> {}  \"{}\"", Escaped(from), Escaped(&self.to), Escaped(&self.label))
    }
}

/// The transitions and states of a skill that were taken and entered, and those that were not.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SkillCoverage {
    /// The name of the skill.
    pub skill: &'static str,
    /// The number of its transitions that can be taken.
    pub transitions: usize,
    /// The number of those that were taken.
    pub transitions_taken: usize,
    /// The number of its states.
    pub states: usize,
    /// The number of those that were entered.
    pub states_entered: usize,
    /// The transitions that were not taken.
    pub missing: Vec<MissingTransition>,
    /// The transitions that cannot be taken.
    pub excepted: Vec<MissingTransition>,
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
    /// The label, as in the graph.
    pub label: &'static str,
    /// The reason why it cannot be taken; empty if it can.
    pub reason: String,
}

impl Display for MissingTransition {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let from = self.from.unwrap_or("always");
        write!(f, "{from} -> {}  \"{}\"", self.to, self.label)
    }
}

/// The reason why transitions cannot be counted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CoverageError {
    /// A recording is of another build: its transitions may be others.
    OtherBuild(String),
    /// A line of the transitions of a test has not the form `SKILL INDEX TARGET`.
    Line(usize),
    /// The transition in a line is not one of this program.
    OtherTransition(usize),
}

impl Display for CoverageError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::OtherBuild(build) => write!(
                f,
                "it was recorded with other skills ({})\nhelp: record it again with this program",
                Escaped(build)
            ),
            Self::Line(line) => write!(
                f,
                "line {line}: expected a skill, the index of a transition, and its target"
            ),
            Self::OtherTransition(line) => write!(
                f,
                "line {line}: this program has another transition\nhelp: run the tests again"
            ),
        }
    }
}

impl std::error::Error for CoverageError {}

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
    /// [`CoverageError::OtherBuild`] if it was made with other skills.
    pub fn add(&mut self, recording: &Recording) -> Result<(), CoverageError> {
        if recording.descriptions != self.description.hash {
            return Err(CoverageError::OtherBuild(recording.build.clone()));
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

    /// Adds the transitions that tests have taken, as `robot-skill-test` writes them: a line for each
    /// with the path of the skill, the index and the target. Those of other skills are ignored.
    ///
    /// # Errors
    /// [`CoverageError`] if a line has another form, or names a transition that does not exist.
    pub fn add_tests(&mut self, text: &str) -> Result<(), CoverageError> {
        for (number, line) in (1..).zip(text.lines()) {
            let parts: Vec<&str> = line.split(' ').collect();
            let [path, index, to] = parts[..] else { return Err(CoverageError::Line(number)) };
            let index: u16 = index.parse().map_err(|_| CoverageError::Line(number))?;
            let is_of = |skill: &&SkillInfo| {
                path.strip_prefix(skill.path).and_then(|rest| rest.strip_prefix("::"))
                    == Some(skill.type_name)
            };
            let of = self.description.all.iter().zip(&mut self.taken);
            let Some((skill, taken)) = of.into_iter().find(|(skill, _)| is_of(skill)) else {
                continue;
            };
            let transition = skill.graph.transitions.get(usize::from(index));
            if transition.is_none_or(|transition| skill.graph.state_name(transition.to) != to) {
                return Err(CoverageError::OtherTransition(number));
            }
            taken.transitions.insert(index);
        }
        Ok(())
    }

    /// Excepts transitions that cannot be taken: they no longer count.
    ///
    /// # Errors
    /// A message for each that does not exist, or was taken.
    pub fn except(&mut self, exceptions: &[Exception]) -> Result<(), Vec<String>> {
        let mut wrong = Vec::new();
        for exception in exceptions {
            let of = self.description.all.iter().zip(&mut self.taken);
            let Some((skill, taken)) = of.into_iter().find(|(of, _)| of.name == exception.skill)
            else {
                wrong.push(format!("there is no skill `{}`", Escaped(&exception.skill)));
                continue;
            };
            let Some(index) = exception.index(&skill.graph) else {
                wrong.push(format!("`{}` has no transition {exception}", skill.name));
                continue;
            };
            if taken.transitions.contains(&index) {
                wrong.push(format!(
                    "`{}` has taken {exception}\nhelp: remove it from the exceptions",
                    skill.name
                ));
            }
            taken.excepted.insert(index, exception.reason.clone());
        }
        if wrong.is_empty() { Ok(()) } else { Err(wrong) }
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
    let is_entered = |name: &str| {
        let leads = |(_, transition): &(u16, &TransitionInfo)| {
            let from = transition.from.map(|from| graph.state_name(from));
            from == Some(name) || graph.state_name(transition.to) == name
        };
        let mut transitions = (0..).zip(graph.transitions);
        taken.states.contains(name)
            || transitions.any(|of| taken.transitions.contains(&of.0) && leads(&of))
    };
    let states = graph.states.iter().filter(|state| !state.kind.is_exit());
    let not_taken = (0..).zip(graph.transitions);
    let not_taken = not_taken.filter(|(index, _)| !taken.transitions.contains(index));
    let not_taken = not_taken.map(|(index, transition)| MissingTransition {
        index: index.into(),
        from: transition.from.map(|from| graph.state_name(from)),
        to: graph.state_name(transition.to),
        label: transition.label,
        reason: taken.excepted.get(&index).cloned().unwrap_or_default(),
    });
    let (missing, excepted): (Vec<_>, Vec<_>) = not_taken.partition(|of| of.reason.is_empty());
    SkillCoverage {
        skill: skill.name,
        transitions: graph.transitions.len() - excepted.len(),
        transitions_taken: graph.transitions.len() - excepted.len() - missing.len(),
        states: states.clone().count(),
        states_entered: states.filter(|state| is_entered(state.name)).count(),
        missing,
        excepted,
    }
}

/// Prints a line for each skill, and one for each transition that was not or cannot be taken.
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
                writeln!(f, "  not taken: {missing}")?;
            }
            for excepted in &skill.excepted {
                writeln!(f, "  cannot be taken: {excepted}: {}", excepted.reason)?;
            }
        }
        write!(f, "{:.1} % of all transitions", self.percent())
    }
}
