//! The state of a replay between two passes, to which it comes back without running everything again.

use super::Replay;
use crate::recording::record::Passes;
use skill_runtime::agent::HasSkiller;
use skill_runtime::blackboard::InterfaceSet;
use skill_runtime::skiller::SkillerState;
use skill_runtime::{AgentStage, Checkpoint, SkillSpace};
use std::fmt;
use std::sync::atomic::Ordering::Relaxed;

/// The state of a [`Replay`] before a pass. It does not depend on the blackboard on which it was
/// saved.
pub struct Saved<'r, S: SkillSpace, A: Checkpoint> {
    passes: Passes<'r>,
    words: Vec<u32>,
    agent: A::State,
    skiller: SkillerState<S>,
}

impl<S: SkillSpace, A: Checkpoint> fmt::Debug for Saved<'_, S, A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Saved").field("next", &self.passes.peek()).finish_non_exhaustive()
    }
}

impl<'r, S: SkillSpace, A: AgentStage + Checkpoint> Replay<'_, 'r, S, A>
where
    S::Board: HasSkiller,
{
    /// Returns the state; `None` if a machine cannot be copied.
    #[must_use]
    pub fn save(&self) -> Option<Saved<'r, S, A>> {
        let words = self.targets.iter().flat_map(|target| target.words.words());
        Some(Saved {
            passes: self.passes.clone(),
            words: words.map(|word| word.load(Relaxed)).collect(),
            agent: self.agent.save()?,
            skiller: self.skiller.save()?,
        })
    }

    /// Comes back to a state, also to one of a replay of the same recording on another blackboard;
    /// `None` if a machine cannot be copied.
    pub fn restore(&mut self, saved: &Saved<'r, S, A>) -> Option<()> {
        let words = self.targets.iter().flat_map(|target| target.words.words());
        for (to, word) in words.zip(&saved.words) {
            to.store(*word, Relaxed);
        }
        self.passes = saved.passes.clone();
        // The next pass restores all interfaces.
        self.wrote = InterfaceSet::NONE;
        self.agent.restore(&saved.agent)?;
        self.skiller.restore(&saved.skiller)
    }
}
