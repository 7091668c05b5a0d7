//! Recordings as tests.

use skill_runtime::agent::HasSkiller;
use skill_runtime::{AgentStage, SkillSpace};
use skill_studio::record::Recording;
use skill_studio::{Description, replay};
use std::path::Path;

/// Runs the skills of the space `S`, and an agent, again on the file of a recording, and returns the
/// number of its passes.
///
/// `board` is a new blackboard, and `agent` an [`AgentRunner`](skill_runtime::AgentRunner) on it;
/// `()` if the skills are commanded by recorded calls only, as in an extract.
///
/// # Panics
/// If a transition differs from the recorded one; the message names the transition and the reason.
/// If the file cannot be read, or is of another robot.
#[track_caller]
pub fn run_recording<S: SkillSpace>(
    path: impl AsRef<Path>,
    board: &S::Board,
    agent: impl AgentStage,
) -> usize
where
    S::Board: HasSkiller,
{
    let path = path.as_ref();
    let recording = Recording::open(path);
    let recording = recording.unwrap_or_else(|error| panic!("`{}`: {error}", path.display()));
    let description = Description::of::<S>(S::NAME, &[]);
    let checked = replay::check::<S, _>(description, &recording, board, agent);
    let checked = checked.unwrap_or_else(|error| panic!("`{}`: {error}", path.display()));
    if let Some(difference) = checked.difference {
        panic!("`{}`: {difference}", path.display());
    }
    checked.passes
}
