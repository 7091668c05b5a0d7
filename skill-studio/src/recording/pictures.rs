//! The graph at each change of the active state in a recording, as Figure 3 of Fawkes's paper shows one.

use crate::drawing::graph::{Run, Taken};
use crate::model::describe::Description;
use crate::model::view::Layer;
use crate::recording::record::{Event, Recording};
use crate::text::suggest::did_you_mean;
use skill_runtime::SkillInfo;
use skill_runtime::graph::StateKind;
use std::collections::BTreeMap;
use std::fmt::{self, Display, Formatter};

/// A part of a recording: the changes of a skill or agent, or of all, between two times.
#[derive(Clone, PartialEq, Debug)]
pub struct Part {
    /// The skill or agent; all if it is `None`.
    pub skill: Option<String>,
    /// The first and the last time, s.
    pub time_sec: [f64; 2],
    /// The number of changes that it may have.
    pub limit: usize,
}

/// A change of the active state.
#[derive(Clone, PartialEq, Debug)]
pub struct PictureOfChange<'r> {
    /// The time, s.
    pub time_sec: f64,
    /// The skill or agent.
    pub skill: &'static SkillInfo,
    /// The name of the state that is active now.
    pub state: &'static str,
    /// All that was active and taken since the skill was started.
    pub run: &'r Run,
}

/// The reason why a recording has no pictures.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PicturesError {
    /// The robot has no such skill.
    NoSkill {
        /// The name that was given.
        skill: String,
        /// A similar name, in words; empty if there is none.
        near: String,
    },
    /// Nothing changes in this part.
    Empty,
    /// There are too many changes.
    TooMany {
        /// The number of changes.
        found: usize,
        /// The number that is allowed.
        limit: usize,
    },
}

impl Display for PicturesError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSkill { skill, near } => {
                let skill = crate::text::escape::Escaped(skill);
                write!(f, "the recorded robot has no skill or agent `{skill}`{near}")
            }
            Self::Empty => f.write_str("no state changes in this part of the recording"),
            Self::TooMany { found, limit } => write!(
                f,
                "{found} changes are more than the limit of {limit} pictures\nhelp: choose a part \
                 with --skill and --time, or another --limit"
            ),
        }
    }
}

impl std::error::Error for PicturesError {}

/// Calls `each` for the changes of a part of a recording, in order, and returns their number.
/// `description` is that of the recorded robot.
///
/// # Errors
/// [`PicturesError`], before the first call; the first error of `each`.
pub fn pictures<E: From<PicturesError>>(
    recording: &Recording,
    description: &Description,
    part: &Part,
    mut each: impl FnMut(PictureOfChange<'_>) -> Result<(), E>,
) -> Result<usize, E> {
    let Part { skill, limit, .. } = part;
    if let Some(skill) = skill.as_ref().filter(|name| description.find(name).is_none()) {
        let near = did_you_mean(skill, description.all.iter().map(|of| of.name));
        return Err(PicturesError::NoSkill { skill: skill.clone(), near }.into());
    }
    let mut found = 0;
    changes(recording, description, part, |_| {
        found += 1;
        Ok::<_, E>(())
    })?;
    match found {
        0 => return Err(PicturesError::Empty.into()),
        found if found > *limit => {
            return Err(PicturesError::TooMany { found, limit: *limit }.into());
        }
        _ => {}
    }
    changes(recording, description, part, &mut each)?;
    Ok(found)
}

fn changes<E>(
    recording: &Recording,
    description: &Description,
    Part { skill: wanted, time_sec: [from, to], .. }: &Part,
    mut each: impl FnMut(PictureOfChange<'_>) -> Result<(), E>,
) -> Result<(), E> {
    // Also what was before the part: it has the numbers of the whole run.
    let mut runs = Runs::new();
    for event in &recording.events {
        let Some(skill) = description.find(&event.skill) else { continue };
        let Some(run) = add(&mut runs, skill, event) else { continue };
        let time_sec = event.time.as_secs_f64();
        let is_wanted = wanted.as_ref().is_none_or(|name| name == skill.name);
        if is_wanted && (*from..=*to).contains(&time_sec) {
            let state = run.active.last().map_or("", |state| skill.graph.state_name(*state));
            each(PictureOfChange { time_sec, skill, state, run })?;
        }
    }
    Ok(())
}

/// The runs of all machines: whether it is of the agent, and its number.
type Runs = BTreeMap<(bool, u32), Run>;

/// Adds an event. Returns the run of its machine if another state is active.
fn add<'r>(runs: &'r mut Runs, skill: &SkillInfo, event: &Event) -> Option<&'r Run> {
    let graph = &skill.graph;
    let is_agent = event.layer == Layer::Agent;
    // An agent has one machine; the others are those of the skills that it calls.
    if is_agent && event.machine != 0 {
        return None;
    }
    let run = runs.entry((is_agent, event.machine)).or_default();
    match &event.kind[..] {
        "entered" => {
            *run = Run::default();
            run.enter(graph, event.target(graph)?);
        }
        "transition" => {
            let (transition, to) = (event.transition?, event.target(graph)?);
            let named = |of: &u16| graph.state_name(*of) == event.from;
            let from = run.active.last().copied().filter(named);
            let from = from.or_else(|| (0..).take(graph.states.len()).find(named))?;
            run.taken.push(Taken { transition, from });
            run.enter(graph, to);
        }
        "failed" => {
            let mut states = (0..).zip(graph.states);
            let (failed, _) = states.find(|(_, of)| matches!(of.kind, StateKind::Failed))?;
            // The transition to it was drawn.
            if run.active == [failed] {
                return None;
            }
            run.enter(graph, failed);
        }
        _ => return None,
    }
    Some(run)
}
