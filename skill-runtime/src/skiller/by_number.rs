//! Calls by number: the key of the skill, and the arguments in the form for a trace.

use super::interface::{ErrorText, ExecSkill, put_truncated};
use crate::call::{CallArguments, CallSet as _, RawValue, SkillString, Value};
use crate::graph::SkillKey;
use crate::machine::{Skill, arguments_of};
use crate::space::SkillSpace;

/// The message is not of a call of this space, or its arguments are not.
pub(super) struct Invalid;

/// Returns the message of a call; `None` if it has more arguments than a trace has, or one that is a text or an
/// `f64`, which a trace does not have as a whole.
pub(crate) fn message<S: Skill>(call: &S) -> Option<ExecSkill> {
    let arguments = arguments_of(call);
    let is_whole = arguments.given_count() <= CallArguments::MAX
        && arguments.iter(S::INFO).all(|(argument, value)| match value {
            RawValue::Other => false,
            RawValue::Float(_) => argument.single,
            _ => true,
        });
    let skill = SkillKey::of(S::INFO).number();
    is_whole.then(|| ExecSkill { skill, arguments: arguments.to_words() })
}

/// Returns the call of a message.
pub(super) fn call<S: SkillSpace>(message: &ExecSkill) -> Result<S::Call, Invalid> {
    read::<S>(message).ok_or(Invalid)
}

fn read<S: SkillSpace>(message: &ExecSkill) -> Option<S::Call> {
    let index = S::SKILLS.iter().position(|of| SkillKey::of(of).number() == message.skill)?;
    let mut call = S::Call::new(index)?;
    let arguments = CallArguments::of_words(message.arguments);
    for (argument, value) in arguments.iter(S::SKILLS.get(index)?) {
        let value = match value {
            RawValue::Bool(value) => Value::Bool(value),
            RawValue::Float(value) => Value::Number(value.into()),
            RawValue::Signed(value) => Value::Number(value.into()),
            RawValue::Unsigned(value) => Value::Number(value.into()),
            RawValue::Name(name) => Value::Text(name),
            RawValue::Other => return None,
        };
        call.set_argument(argument.name, &value).ok()?;
    }
    S::problem(&call).is_none().then_some(call)
}

/// Shows the name of the skill that a message calls.
pub(super) fn show<S: SkillSpace>(text: &mut SkillString, _: &ExecSkill, call: Option<&S::Call>) {
    put_truncated(text, &[call.map_or("", |call| S::info(call).name)]);
}

pub(super) fn show_error(text: &mut ErrorText, _: &Invalid) {
    put_truncated(text, &["not a call of a skill of this space"]);
}
