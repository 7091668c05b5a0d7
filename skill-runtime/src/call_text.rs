//! Calls as text and as the arguments of a trace.

use crate::call::SkillString;
use crate::machine::{Skill, display, write_call};
use core::fmt;

/// Displays a call as a skill string that [`parse`](crate::call::parse) accepts: `standup{from="back"}`. A text of
/// more than 1024 bytes, which no skiller accepts, ends in `..`.
#[derive(Debug)]
pub struct CallText<'a, S>(pub &'a S);

impl<S: Skill> CallText<'_, S> {
    /// Writes the text.
    ///
    /// # Errors
    /// Returns [`fmt::Error`] if it is too long.
    pub fn write(&self, text: &mut SkillString) -> fmt::Result {
        write_call(self.0, S::INFO.name, text)
    }
}

impl<S: Skill> fmt::Display for CallText<'_, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        display(self.0, S::INFO.name, f)
    }
}
