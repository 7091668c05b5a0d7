//! Skill strings such as `standup{from="back"}`, which are parsed to typed calls.
//!
//! A skill string contains no code: it only names a skill of the space and gives values for its
//! arguments.

mod argument;
mod constant;
mod number;
mod parser;
mod raw;
mod result;
mod suggest;

pub use argument::{
    Argument, ArgumentError, ArgumentGroup, ArgumentList, Given, Number, Value, argument, assign,
    assign_integer, bounds, first_outside, group, problem_of,
};
#[doc(hidden)]
pub use constant::{Kind, Maybe, NotANumber, kind_of};
pub use parser::{CallSet, ParseError, ParseErrorKind, parse};
pub use raw::{CallArguments, RawValue};
pub use result::{ResultOf, ResultReader, SkillResult, field, result, write_part};
pub use suggest::nearest;

use crate::{Skill, Text};
use core::fmt;

/// The text of a call.
///
/// It is written without [`core::fmt`], whose code for numbers contains panic paths: agents call
/// skills by their text while they step.
pub type SkillString = Text<1024>;

/// Displays a call as a skill string that [`parse`] accepts: `standup{from="back"}`. A text of
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

/// Appends `part`.
fn push(text: &mut SkillString, part: &str) -> fmt::Result {
    text.push_str(part).map_err(|_| fmt::Error)
}

/// Appends the name of an enum's value, for the generated code.
///
/// # Errors
/// Returns [`fmt::Error`] if the text is full.
#[doc(hidden)]
pub fn write_name(text: &mut SkillString, name: &str) -> fmt::Result {
    push(text, "\"")?;
    push(text, name)?;
    push(text, "\"")
}
