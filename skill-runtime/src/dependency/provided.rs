//! Checks that a blackboard provides what the skills of a space declare. The types are checked by
//! their traits.

use super::{Message, same};
use crate::blackboard::BoardEntry;
use crate::graph::InterfaceUse;
use crate::graph::SkillInfo;

/// Returns the first interface of a skill that is not on the blackboard.
const fn missing(skill: &SkillInfo, entries: &[BoardEntry]) -> Option<&'static InterfaceUse> {
    let mut k = 0;
    while k < skill.interfaces.len() {
        let one = &skill.interfaces[k];
        let mut i = 0;
        while i < entries.len() && !same(entries[i].id, one.id) {
            i += 1;
        }
        if i == entries.len() {
            return Some(one);
        }
        k += 1;
    }
    None
}

/// Returns whether an interface of one of the skills is not on the blackboard.
#[must_use]
pub const fn lacks_interface(skills: &[&'static SkillInfo], entries: &[BoardEntry]) -> bool {
    let mut i = 0;
    while i < skills.len() {
        if missing(skills[i], entries).is_some() {
            return true;
        }
        i += 1;
    }
    false
}

/// Returns the id, of those with the type of an interface, that shares most letters with its id at the
/// same places from either end.
const fn nearest(one: &InterfaceUse, entries: &[BoardEntry]) -> Option<&'static str> {
    let (mut best, mut most, mut i) = (None, 0, 0);
    while i < entries.len() {
        if same(entries[i].interface.name, one.type_name) {
            let shared = shared(entries[i].id.as_bytes(), one.id.as_bytes());
            if best.is_none() || shared > most {
                (best, most) = (Some(entries[i].id), shared);
            }
        }
        i += 1;
    }
    best
}

/// The number of letters with which two ids begin and end alike.
const fn shared(one: &[u8], other: &[u8]) -> usize {
    let least = if one.len() < other.len() { one.len() } else { other.len() };
    let (mut first, mut last) = (0, 0);
    while first < least && one[first] == other[first] {
        first += 1;
    }
    while last < least - first && one[one.len() - 1 - last] == other[other.len() - 1 - last] {
        last += 1;
    }
    first + last
}

/// Returns the error of a skill with an interface that is not on the blackboard. `any` is the
/// result of [`lacks_interface`].
#[must_use]
pub const fn missing_interface(
    any: bool,
    skill: &'static SkillInfo,
    board: &str,
    entries: &[BoardEntry],
) -> Option<Message> {
    if !any {
        return None;
    }
    let Some(one) = missing(skill, entries) else { return None };
    let text = Message::new().then("skill `").then(skill.type_name);
    let text = text.then(if one.writes { "` writes \"" } else { "` reads \"" });
    let text = text.then(one.id).then("\": ").then(one.type_name);
    let text = text.then(", which blackboard `").then(board).then("` does not provide\nhelp: ");
    let text = if let Some(id) = nearest(one, entries) {
        // Only its id is another.
        let text = text.then("it has \"").then(id).then("\": in the skill, write `");
        if same(one.id, one.variable) {
            let text = text.then(one.variable).then(": ").then(one.type_name).then(" = \"");
            text.then(id).then("\"`; or ")
        } else {
            // It may be one of a list.
            let text = text.then("\"").then(id).then("\"` in place of `\"").then(one.id);
            text.then("\"`; or ")
        }
    } else {
        text
    };
    let text = text.then("add `\"").then(one.id).then("\": ").then(one.type_name);
    Some(text.then(",` to `blackboard! { ").then(board).then(" { .. } }`"))
}
