//! The failure of a machine and of the machines that it runs.

use crate::failure::InvalidCall;
use crate::{Cause, Failure, SkillInfo};

/// The part of a machine that it shares with the machines that it runs, and these with theirs. One
/// failure is enough for all of them: that of a sub-skill becomes its caller's, or is forgotten.
#[derive(Debug, Default)]
pub struct Chain {
    /// The last failure.
    pub failure: Option<Failure>,
}

impl Chain {
    /// Sets the failure of a transition whose reason has no values.
    #[cold]
    #[inline(never)]
    pub fn fail(&mut self, skill: &'static SkillInfo, transition: u16) {
        self.failure = Some(Failure::new(skill, Cause::Transition(transition), ()));
    }

    /// Sets the failure of a call that cannot be run.
    #[cold]
    #[inline(never)]
    pub(crate) fn fail_call(&mut self, skill: &'static SkillInfo, call: InvalidCall) {
        self.failure = Some(call.failure(skill));
    }
}
