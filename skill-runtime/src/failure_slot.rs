//! The memory for the failure of a machine and of the machines that it runs.

use crate::failure::{Cause, InvalidCall, StoredFailure};

/// The failure of a machine, which shares the memory with the machines that it runs, and these with
/// theirs: that of a sub-skill becomes its caller's, or is forgotten.
#[derive(Debug, Default)]
pub struct FailureSlot {
    /// The last failure.
    pub stored: Option<StoredFailure>,
}

impl FailureSlot {
    /// Stores the failure of the skill with the key `skill`, whose reason has no values.
    #[cold]
    #[inline(never)]
    pub fn set(&mut self, skill: u32, cause: Cause) {
        self.stored = Some(StoredFailure::plain(skill, cause));
    }

    /// Stores the failure of a call that cannot be run.
    #[cold]
    #[inline(never)]
    pub(crate) fn set_invalid_call(&mut self, skill: u32, call: InvalidCall) {
        self.stored = Some(call.failure(skill));
    }
}
