//! Calls as text.

use super::interface::{ErrorText, ExecSkill, write_truncated};
use crate::call::{CallText, ParseError, SkillString};
use crate::machine::Skill;
use crate::space::SkillSpace;

/// Returns the message of a call, unless it is too long.
pub(crate) fn message<S: Skill>(call: &S) -> Option<ExecSkill> {
    let mut skill_string = SkillString::new();
    CallText(call).write(&mut skill_string).ok()?;
    Some(ExecSkill { skill_string })
}

/// Returns the call of a message.
pub(super) fn call<S: SkillSpace>(message: &ExecSkill) -> Result<S::Call, ParseError> {
    S::parse(&message.skill_string)
}

/// Shows the call of a message.
pub(super) fn show<S: SkillSpace>(
    text: &mut SkillString,
    message: &ExecSkill,
    _: Option<&S::Call>,
) {
    text.clone_from(&message.skill_string);
}

pub(super) fn show_error(text: &mut ErrorText, error: &ParseError) {
    write_truncated(text, format_args!("{error}"));
}
