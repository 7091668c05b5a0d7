//! The text of a call.

use crate::blackboard::Text;
use core::fmt;

/// The text of a call.
///
/// It is written without [`core::fmt`], whose code for numbers contains panic paths: agents call
/// skills by their text while they step.
pub type SkillString = Text<1024>;

/// Appends `part`.
pub(crate) fn push(text: &mut SkillString, part: &str) -> fmt::Result {
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
