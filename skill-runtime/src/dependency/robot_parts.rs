//! Checks that the parts of a robot do not command one device.

use super::{Message, same};
use crate::blackboard::{BoardEntry, PARAMETERS_ID};
use crate::graph::SkillInfo;
use crate::robot_parts::PartInfo;
use crate::skiller::{FAILURE_ID, INTERFACE_ID};

/// Returns the error of an agent of a part, which begins with defaults, if an argument has none.
#[must_use]
pub const fn agent_needs(part: &PartInfo) -> Option<Message> {
    let [agent] = part.agents else { return None };
    let mut i = 0;
    while i < agent.args.len() {
        if agent.args[i].default.is_none() {
            let text = Message::new().then("the agent of a part begins with defaults, `");
            let text = text.then(agent.type_name).then("` needs `").then(agent.args[i].name);
            return Some(text.then("`\nhelp: give the argument a default in the agent"));
        }
        i += 1;
    }
    None
}

/// Returns the error of an agent of a part that runs a skill of another space.
#[must_use]
pub const fn agent_outside(part: &PartInfo) -> Option<Message> {
    let [agent] = part.agents else { return None };
    let mut i = 0;
    while i < agent.deps.len() {
        let dep = &agent.deps[i];
        if !is_among(part.skills, dep.id) {
            let text = Message::new().then("agent `").then(agent.type_name).then("` runs `");
            let text = text.then(dep.type_name).then("`, which is not in `").then(part.space);
            let text = text.then("`, the space of part `").then(part.name);
            let text = text.then("`\nhelp: add `").then(dep.type_name).then("` to `");
            return Some(text.then(part.space).then("`, or give the agent to another part"));
        }
        i += 1;
    }
    None
}

const fn is_among(skills: &[&'static SkillInfo], id: u64) -> bool {
    let mut i = 0;
    while i < skills.len() {
        if skills[i].id == id {
            return true;
        }
        i += 1;
    }
    false
}

/// Returns the error of the part at `index`, if an interface that it shares with one before is none that both can have.
#[must_use]
pub const fn parts_collide(parts: &[PartInfo], index: usize) -> Option<Message> {
    let mut i = 0;
    while i < index {
        let message = collide(&parts[i], &parts[index]);
        if message.is_some() {
            return message;
        }
        i += 1;
    }
    None
}

const fn collide(one: &PartInfo, other: &PartInfo) -> Option<Message> {
    let mut k = 0;
    while k < one.interfaces.len() {
        let entry = &one.interfaces[k];
        k += 1;
        if is_of_each_part(entry.id) {
            continue;
        }
        let Some(shared) = find(other.interfaces, entry.id) else { continue };
        let text = Message::new().then("parts `").then(one.name).then("` and `");
        if !same(entry.interface.name, shared.interface.name) {
            let text = text.then(other.name).then("` have different interfaces \"").then(entry.id);
            let text = text.then("\": `").then(entry.interface.name).then("` and `");
            return Some(
                text.then(shared.interface.name).then("`\nhelp: give one of them another id"),
            );
        }
        if !entry.interface.messages.is_empty()
            && let (Some(first), Some(second)) =
                (user(one, entry.id, true), user(other, entry.id, true))
        {
            let text = text.then(other.name).then("` both send messages to \"").then(entry.id);
            let text = text.then("\": `").then(first.type_name).then("` and `");
            return Some(text.then(second.type_name).then(
                "` would command it at once\nhelp: give each part an interface with an id of its own, or send from one part alone",
            ));
        }
        let (part, writer) = match (user(one, entry.id, false), user(other, entry.id, false)) {
            (Some(writer), _) => (other, writer),
            (None, Some(writer)) => (one, writer),
            (None, None) => continue,
        };
        let text =
            Message::new().then("`").then(writer.type_name).then("` writes \"").then(entry.id);
        let text = text.then("\" on the blackboard of its own part alone\nhelp: remove \"");
        let text = text.then(entry.id).then("\" from the blackboard of part `").then(part.name);
        return Some(text.then("`, or let a driver publish it"));
    }
    None
}

/// Returns whether each part has an interface of its own with this id.
const fn is_of_each_part(id: &str) -> bool {
    same(id, INTERFACE_ID) || same(id, FAILURE_ID) || same(id, PARAMETERS_ID)
}

const fn find<'e>(entries: &'e [BoardEntry], id: &str) -> Option<&'e BoardEntry> {
    let mut i = 0;
    while i < entries.len() {
        if same(entries[i].id, id) {
            return Some(&entries[i]);
        }
        i += 1;
    }
    None
}

/// Returns the first skill or agent of a part that sends messages to an interface, or else writes it.
const fn user(part: &PartInfo, id: &str, sends: bool) -> Option<&'static SkillInfo> {
    match first(part.skills, id, sends) {
        None => first(part.agents, id, sends),
        found => found,
    }
}

const fn first(all: &[&'static SkillInfo], id: &str, sends: bool) -> Option<&'static SkillInfo> {
    let mut i = 0;
    while i < all.len() {
        let uses = all[i].interfaces;
        let mut k = 0;
        while k < uses.len() {
            let is_meant = if sends { uses[k].sends } else { uses[k].writes };
            if is_meant && same(uses[k].id, id) {
                return Some(all[i]);
            }
            k += 1;
        }
        i += 1;
    }
    None
}
