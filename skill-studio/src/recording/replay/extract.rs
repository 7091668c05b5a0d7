//! A part of a recording: one call of a skill, as a recording of its own.

use super::{ReplayError, restore, targets};
use crate::model::describe::Description;
use crate::model::view::Layer;
use crate::recording::record::{Options, RecordError, Recorder, Recording};
use skill_runtime::agent::HasSkiller;
use skill_runtime::blackboard::InterfaceSet;
use skill_runtime::dependency::interface_id;
use skill_runtime::skiller::{self, ExecSkill, SkillStatus, SkillerInterface};
use skill_runtime::why::WhyTrace;
use skill_runtime::{
    Blackboard, Instant, ObservedPass, ParseError, Provides, Sent, SkillSpace, Skiller, Stages,
    Text, Tick,
};
use std::fmt::{self, Display, Formatter};

const SKILLER: u64 = interface_id(skiller::INTERFACE_ID);

/// A call that was extracted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Extracted {
    /// The call, as a skill string.
    pub call: String,
    /// The number of passes.
    pub passes: usize,
    /// The time of the first pass.
    pub begin: Instant,
}

/// The reason why a call cannot be extracted.
#[derive(Debug)]
pub enum ExtractError {
    /// The skill was not called in this time.
    NotCalled {
        /// The skill that was to be extracted.
        skill: String,
        /// The skills that were called.
        called: Vec<String>,
    },
    /// The skill cannot be called by itself.
    Call(String, ParseError),
    /// The recording cannot be run again.
    Replay(ReplayError),
    /// The new recording cannot be written.
    Record(RecordError),
}

impl Display for ExtractError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotCalled { skill, called } => {
                write!(f, "`{}` was not called in this time", crate::text::escape::Escaped(skill))?;
                if called.is_empty() {
                    return f.write_str(", and no other skill");
                }
                write!(f, "\nhelp: the called skills are {}", called.join(", "))
            }
            Self::Call(call, error) => {
                write!(
                    f,
                    "the call `{}` cannot be made by itself: {error}",
                    crate::text::escape::Escaped(call)
                )
            }
            Self::Replay(error) => error.fmt(f),
            Self::Record(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ExtractError {}

impl From<ReplayError> for ExtractError {
    fn from(error: ReplayError) -> Self {
        Self::Replay(error)
    }
}

/// Writes the first call of a skill between two times, by an agent or by another skill, as a
/// recording of its own, in which it is called by itself. It ends with the skill, or at the second time.
/// `board` is empty.
///
/// # Errors
/// [`ExtractError`].
pub fn extract<S: SkillSpace>(
    description: Description,
    recording: &Recording,
    board: &S::Board,
    skill: &str,
    [from, to]: [Instant; 2],
    options: &Options,
) -> Result<Extracted, ExtractError>
where
    S::Board: HasSkiller,
{
    super::check_robot::<S>(recording)?;
    super::check_layout::<S>(recording)?;
    let mut calls = recording.events.iter().filter(|event| {
        event.kind == "called" && event.layer == Layer::Skiller && (from..=to).contains(&event.time)
    });
    let Some(event) = calls.clone().find(|event| event.skill == skill) else {
        let mut called: Vec<String> = calls.by_ref().map(|event| event.skill.clone()).collect();
        called.sort();
        called.dedup();
        return Err(ExtractError::NotCalled { skill: skill.to_owned(), called });
    };
    let call = event.text.clone();
    S::parse(&call).map(drop).map_err(|error| ExtractError::Call(call.clone(), error))?;
    let mut passes = recording.passes(&description);
    while passes.peek().is_some_and(|now| now.count != event.pass) {
        passes.next();
    }
    let mut skiller = Skiller::<S>::new(board).map_err(ReplayError::from)?;
    let recorder = Recorder::new(description, board, None, options);
    let mut recorder = recorder.map_err(ExtractError::Record)?;
    let own = description.interface_set(skiller::INTERFACE_ID);
    let targets = targets(board, &description);
    let overrides = WhyTrace::new();
    let mut extracted = Extracted { call, passes: 0, begin: event.time };
    while let Some(now) = passes.next().filter(|now| now.time <= to) {
        let queues = InterfaceSet(!own.0);
        restore(&targets, (passes.words(), InterfaceSet::ALL), own.union(skiller.writes()), queues);
        let count = now.count;
        let now = Tick { count: count.wrapping_sub(event.pass), ..now };
        if extracted.passes == 0 && !send(board, &extracted.call) {
            break;
        }
        let change = recording.change(count).map(|of| of.inside(event.machine));
        let change = change.unwrap_or_default();
        skiller.refuse_messages(change.refusing(&description));
        overrides.set_overrides(change.overrides(&description));
        recorder.change(change);
        let mut pass = ObservedPass {
            robot: &mut (),
            agent: &mut (),
            skiller: &mut skiller,
            observer: &mut recorder,
            tracer: &mut overrides.clone(),
        };
        pass.run(now);
        extracted.passes += 1;
        if skiller.status() != SkillStatus::Running {
            break;
        }
    }
    recorder.finish().map_err(ExtractError::Record)?;
    Ok(extracted)
}

/// Sends a call to the skiller. Returns whether it was accepted, as it is by an empty blackboard.
fn send<B: HasSkiller + Blackboard>(board: &B, call: &str) -> bool {
    let Ok(skill_string) = Text::try_from(call) else { return false };
    let cell = Provides::<SkillerInterface, SKILLER>::cell(board);
    matches!(cell.send_as(0, ExecSkill { skill_string }), Sent::Queued(_))
}
