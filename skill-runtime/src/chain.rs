//! The failure of a machine and of the machines that it runs.

use crate::failure::Cause;
use crate::failure::{InvalidCall, StoredFailure};

/// The part of a machine that it shares with the machines that it runs, and these with theirs. One
/// failure is enough for all of them: that of a sub-skill becomes its caller's, or is forgotten.
#[derive(Debug, Default)]
pub struct Chain {
    /// The last failure.
    pub failure: Option<StoredFailure>,
}

impl Chain {
    /// Sets the failure of the skill with the key `skill`, whose reason has no values.
    #[cold]
    #[inline(never)]
    pub fn fail(&mut self, skill: u32, cause: Cause) {
        self.failure = Some(StoredFailure::plain(skill, cause));
    }

    /// Sets the failure of a call that cannot be run.
    #[cold]
    #[inline(never)]
    pub(crate) fn fail_call(&mut self, skill: u32, call: InvalidCall) {
        self.failure = Some(call.failure(skill));
    }
}
