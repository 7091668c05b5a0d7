//! Calls as text and as the arguments of a trace.

use crate::call::{ArgumentList, CallArguments, SkillString, push};
use crate::machine::Skill;
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

/// Displays a call of the skill that is called `name`.
pub(crate) fn display<S: Skill>(
    call: &S,
    name: &'static str,
    f: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    let mut text = SkillString::new();
    let complete = write_call(call, name, &mut text).is_ok();
    f.write_str(&text)?;
    f.write_str(if complete { "" } else { ".." })
}

fn write_call<S: Skill>(call: &S, name: &str, text: &mut SkillString) -> fmt::Result {
    push(text, name)?;
    push(text, "{")?;
    call.write_arguments(&mut ArgumentList::new(text))?;
    push(text, "}")
}

/// Returns the arguments of `call`.
pub(crate) fn arguments_of<S: Skill>(call: &S) -> CallArguments {
    let mut arguments = CallArguments::default();
    call.keep_arguments(&mut arguments);
    arguments
}
