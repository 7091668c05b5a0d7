//! Fields and methods of what has none: calls that no interface takes, `State.elapsed()`, an interface that
//! is not declared.

use super::inputs::METHODS;
use crate::skill::facts::{ELAPSED, Facts, MemberUse};
use crate::syntax::errors::Errors;
use crate::syntax::names::{camel, did_you_mean, plain};

/// The names in a skill.
pub struct Known<'a> {
    /// Of interfaces.
    pub interfaces: &'a [String],
    /// Of those that the skill does not write.
    pub read: &'a [String],
    /// Of states.
    pub states: &'a [String],
    /// Of sub-skills.
    pub skills: &'a [String],
    /// Whether a name is none of a value.
    pub is_no_value: &'a dyn Fn(&str) -> bool,
}

/// Reports them, and returns whether there are any.
pub fn check(facts: &Facts, known: &Known<'_>, errors: &mut Errors) -> bool {
    let mut found = false;
    for used in &facts.members {
        let MemberUse { owner, name, .. } = used;
        let text = plain(owner);
        if facts.bound.contains(&text) {
            continue;
        }
        // A constant has a name in capitals, and its methods are not those of an interface.
        let is_port = !used.is_method || METHODS.iter().any(|method| name == method);
        let is_used = facts.names.contains(&text) || used.in_macro;
        if is_port && !is_used && (known.is_no_value)(&text) {
            errors.at(owner, no_value(&text, facts, known));
            found = true;
        } else if let Some(message) = method(used, &text, known).filter(|_| used.is_method) {
            errors.at(name, message);
            found = true;
        }
    }
    found
}

/// Returns the message about a name that is no value.
fn no_value(name: &str, facts: &Facts, known: &Known<'_>) -> String {
    let others = facts.bound.iter().chain(known.interfaces).map(String::as_str);
    match did_you_mean(name, others) {
        _ if known.skills.contains(&camel(name)) => format!(
            "cannot find value `{name}` in this scope\nhelp: name the result of the sub-skill: `on FINAL({name})`"
        ),
        near if !near.is_empty() => format!("cannot find value `{name}` in this scope{near}"),
        _ if name == "time" => format!(
            "cannot find value `{name}` in this scope\nhelp: `self.elapsed()` is the time since the state was entered, in seconds"
        ),
        _ => format!(
            "cannot find interface `{name}`\nhelp: declare it: `depends_interfaces {{ {name}: {} }}`",
            camel(name)
        ),
    }
}

/// Returns the message about a method that does not fit.
fn method(used: &MemberUse, owner: &String, known: &Known<'_>) -> Option<String> {
    if used.name == ELAPSED && known.states.contains(owner) {
        return Some(format!(
            "cannot call `elapsed` of the state `{owner}`\nhelp: write `self.elapsed()`, the seconds since the state was entered"
        ));
    }
    if used.name != "send" || !known.interfaces.contains(owner) {
        return None;
    }
    if !known.read.contains(owner) {
        return Some(format!(
            "cannot send to `{owner}`, which the skill writes\nhelp: assign its fields, or remove `writes` to send to its writer"
        ));
    }
    let several =
        format!("`send` takes one message\nhelp: send each by itself: `{owner}.send(..);`");
    (used.arguments > 1).then_some(several)
}
