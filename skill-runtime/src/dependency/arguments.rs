//! Checks of arguments: those of a call, and the declarations themselves.

use super::{Message, same};
use crate::graph::ArgInfo;
use crate::graph::SkillInfo;

/// Returns whether `arg` is missing in a call with only the arguments `given`.
const fn lacks(arg: &ArgInfo, given: &[&str]) -> bool {
    let mut found = arg.default.is_some();
    let mut i = 0;
    while !found && i < given.len() {
        found = same(given[i], arg.name);
        i += 1;
    }
    !found
}

/// Returns whether a skill has an argument of this name.
const fn has_argument(skill: &SkillInfo, name: &str) -> bool {
    let lists = [
        skill.args,
        match skill.group {
            Some(group) => group,
            None => &[],
        },
    ];
    let mut list = 0;
    while list < lists.len() {
        let mut i = 0;
        while i < lists[list].len() {
            if same(lists[list][i].name, name) {
                return true;
            }
            i += 1;
        }
        list += 1;
    }
    false
}

/// Returns the error of a call of `skill` with only the arguments `given`, if all of these are its
/// arguments: an unknown argument is another error, and perhaps a misspelled one that is missing here.
#[must_use]
pub const fn missing_argument(skill: &SkillInfo, given: &[&str]) -> Option<Message> {
    let mut known = 0;
    while known < given.len() {
        // A struct of arguments may be given as a whole.
        if skill.group.is_none() && !has_argument(skill, given[known]) {
            return None;
        }
        known += 1;
    }
    let mut text = None;
    let mut i = 0;
    while i < skill.args.len() {
        let arg = &skill.args[i];
        if lacks(arg, given) {
            let before = match text {
                None => Message::new()
                    .then("the call of `")
                    .then(skill.type_name)
                    .then("` is missing `"),
                Some(text) => Message::then(text, ", `"),
            };
            text = Some(before.then(arg.name).then(": ").then(arg.type_name).then("`"));
        }
        i += 1;
    }
    match text {
        None => None,
        Some(text) => Some(text.then("\nhelp: name arguments without a default in the braces")),
    }
}

/// Returns the error of an argument `name` of `skill` that its struct of arguments has, too.
#[must_use]
pub const fn argument_twice(skill: &SkillInfo, name: &str) -> Option<Message> {
    let Some(group) = skill.group else { return None };
    let mut i = 0;
    while i < group.len() {
        if same(group[i].name, name) {
            let text = Message::new().then("the name `").then(name);
            return Some(text.then(
                "` is already used by a field of the struct of arguments\nhelp: rename this argument",
            ));
        }
        i += 1;
    }
    None
}

/// Returns the error of a range that contains no value, of the argument at `index` of `args`.
#[must_use]
pub const fn empty_range(args: &[ArgInfo], index: usize) -> Option<Message> {
    let Some(range) = &args[index].range else { return None };
    let (Some(low), Some(high)) = (range.low, range.high) else { return None };
    if low < high || (low <= high && range.inclusive) {
        return None;
    }
    Some(Message::new().then(EMPTY_RANGE))
}

/// Returns the error of a constant number of tries below 2.
#[must_use]
pub const fn too_few_tries(count: Option<f64>) -> Option<Message> {
    match count {
        Some(count) if count < 2.0 => Some(Message::new().then(
            "one try is no retry\nhelp: write the number of tries in all, 2 or more, or remove it",
        )),
        _ => None,
    }
}

/// The error of a range that contains no value.
const EMPTY_RANGE: &str = "empty range of an argument\nhelp: write the smaller bound first, and `..=` if it is a value, too";

/// Returns the error of the constant `value`, written `literal`, as argument `name` of `skill`.
#[must_use]
pub const fn out_of_range(
    skill: &SkillInfo,
    name: &str,
    value: Option<f64>,
    literal: &str,
) -> Option<Message> {
    let Some(value) = value else { return None };
    let what = "argument";
    let error = out_of_range_among(what, skill.args, skill.type_name, name, value, literal);
    match (error, skill.group) {
        (None, Some(group)) => {
            out_of_range_among(what, group, skill.type_name, name, value, literal)
        }
        (error, _) => error,
    }
}

/// Returns the error of the constant `value`, written `literal`, as the field `name` of a result
/// with these fields, of the type `type_name`.
#[must_use]
pub const fn result_out_of_range(
    fields: &[ArgInfo],
    type_name: &str,
    name: &str,
    value: Option<f64>,
    literal: &str,
) -> Option<Message> {
    let Some(value) = value else { return None };
    out_of_range_among("field", fields, type_name, name, value, literal)
}

/// Returns the error of the constant `value`, written `literal`, as the result of `skill`, which is a number.
#[must_use]
pub const fn result_not_finite(value: Option<f64>, literal: &str, skill: &str) -> Option<Message> {
    match value {
        Some(value) if !value.is_finite() => {
            let text = Message::new().then("`").then(literal).then("` cannot be the result of `");
            Some(
                text.then(skill)
                    .then("`\nhelp: give a finite number, or fail: `-> FAILED(\"..\")`"),
            )
        }
        _ => None,
    }
}

/// Returns whether a literal is an integer.
const fn is_integer(literal: &str) -> bool {
    let bytes = literal.as_bytes();
    let mut i = 0;
    while i < bytes.len() {
        if !matches!(bytes[i], b'0'..=b'9' | b'-' | b'_') {
            return false;
        }
        i += 1;
    }
    true
}

/// Whether the type of an argument is an integer without a sign.
const fn is_unsigned(type_name: &str) -> bool {
    matches!(
        type_name.as_bytes(),
        [b'u', b'1'..=b'9', ..] | [b'O', b'p', b't', b'i', b'o', b'n', b'<', b'u', b'1'..=b'9', ..]
    )
}

#[allow(clippy::cast_possible_truncation)] // on purpose, see below
const fn out_of_range_among(
    what: &str,
    args: &[ArgInfo],
    type_name: &str,
    name: &str,
    value: f64,
    literal: &str,
) -> Option<Message> {
    let mut i = 0;
    while i < args.len() {
        let arg = &args[i];
        // The value that the argument gets, and its bounds, are those of the nearest `f32`.
        let value = if arg.single { value as f32 as f64 } else { value };
        let inside = match &arg.range {
            Some(range) => range.contains(value),
            None => value.is_finite(),
        };
        // An integer for an `f32` is an error of its own, and so is a sign before a `u32`.
        let is_wrong =
            arg.single && is_integer(literal) || value < 0.0 && is_unsigned(arg.type_name);
        if same(arg.name, name) && !inside && !is_wrong {
            let text = Message::new().then("`").then(literal).then("` is out of range for ");
            let text = text.then(what).then(" `").then(name).then("` of `").then(type_name);
            return Some(match &arg.range {
                Some(range) if !range.text.is_empty() => {
                    text.then("`\nhelp: the range is `").then(range.text).then("`")
                }
                Some(_) => text.then("`\nhelp: the range is in the declaration of the ").then(what),
                None => text.then("`\nhelp: give a number that is finite in its type"),
            });
        }
        i += 1;
    }
    None
}
