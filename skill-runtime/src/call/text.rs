//! The text of a call.

use crate::blackboard::Text;
use core::fmt;

/// The text of a call.
///
/// It is written without [`core::fmt`], whose code for numbers contains panic paths: agents call
/// skills by their text while they step. It has up to 1024 bytes, or 32 without the feature `text`:
/// the name of a skill.
pub type SkillString = Text<{ if cfg!(feature = "text") { 1024 } else { 32 } }>;

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
