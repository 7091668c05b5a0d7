//! Checks of parameters.

use super::{Message, fnv};
use crate::parameter::ParamInfo;

/// Returns the number by which the blackboard knows the parameter `name` of the skill with the id
/// `skill`; never 0.
#[must_use]
#[allow(clippy::cast_possible_truncation)] // half is enough among the parameters of a robot
pub const fn parameter_key(skill: u64, name: &str) -> u32 {
    let hash = fnv(skill, name);
    let key = (hash >> 32) as u32 ^ hash as u32;
    if key == 0 { 1 } else { key }
}

/// Returns the error of a default that is no value of its parameter, of the skill `type_name`.
#[must_use]
pub const fn parameter_out_of_range(of: &ParamInfo, type_name: &str) -> Option<Message> {
    if of.limits().accepts(of.default_word) {
        return None;
    }
    let text = Message::new().then("`").then(of.default).then("` is out of range for parameter `");
    let text = text.then(of.name).then("` of `").then(type_name);
    Some(match &of.range {
        Some(range) if !range.text.is_empty() => {
            text.then("`\nhelp: the range is `").then(range.text).then("`")
        }
        Some(_) => text.then("`\nhelp: the range is in the declaration of the parameter"),
        None => text.then("`\nhelp: give a number that is finite in its type"),
    })
}
