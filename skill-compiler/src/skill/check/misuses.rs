//! Fields and methods of what has none: calls that no interface takes, `State.elapsed()`, an interface that
//! is not declared; texts in messages.

use super::inputs::METHODS;
use crate::skill::facts::{ELAPSED, Facts, MemberUse};
use crate::syntax::errors::Errors;
use crate::syntax::names::{camel, did_you_mean, plain, snake};
use syn::Ident;

/// The names in a skill.
pub struct Known<'a> {
    /// Of interfaces.
    pub interfaces: &'a [String],
    /// The types of these.
    pub types: &'a [String],
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
    for name in &facts.effects.assigned {
        let text = plain(name);
        if known.interfaces.contains(&text) && !facts.bound.contains(&text) {
            let help = format!("help: assign its fields: `{text}.NAME = VALUE;`");
            errors.at(name, format!("cannot assign interface `{text}` as a whole\n{help}"));
            found = true;
        }
    }
    for used in &facts.members {
        let MemberUse { owner, name, .. } = used;
        let text = plain(owner);
        if facts.bound.contains(&text) {
            continue;
        }
        if let Some(message) = named_by_type(&text, known) {
            errors.at(owner, message);
            found = true;
            continue;
        }
        // A constant has a name in capitals, and its methods are not those of an interface.
        let is_port = !used.is_method || METHODS.iter().any(|method| name == method);
        let is_used = facts.names.contains(&text) || used.in_macro;
        if is_port && !is_used && (known.is_no_value)(&text) {
            no_value(owner, &text, facts, known, errors);
            found = true;
        } else if !used.is_method && known.skills.contains(&text) && !is_of_info(name) {
            let is_constant = *name == name.to_string().to_uppercase();
            let message = if is_constant {
                format!(
                    "`{text}` is a skill, whose constants have a path\nhelp: write `{text}::{name}`"
                )
            } else {
                format!(
                    "`{text}` is a skill, not its result\nhelp: name the result where its end is handled: \
                     `on FINAL({0})`, then `{0}.{name}`",
                    snake(&text)
                )
            };
            errors.at(owner, message);
            found = true;
        } else if let Some(text) = used.text.as_deref().filter(|_| is_sent(used, &text, known)) {
            // `rustc` would print what `Text` is in another crate.
            errors.at(text, format!("mismatched types: expected `Text`, found a string literal\nhelp: write `Text::try_from({text}).unwrap_or_default()`"));
            found = true;
        } else if let Some(message) = method(used, &text, known).filter(|_| used.is_method) {
            errors.at(name, message);
            found = true;
        }
    }
    found
}

/// Returns the message about the type or the module of interfaces in place of one of them.
fn named_by_type(owner: &String, known: &Known<'_>) -> Option<String> {
    if known.interfaces.contains(owner) {
        return None;
    }
    let of = |is: &dyn Fn(&String) -> bool| -> Vec<String> {
        let all = known.interfaces.iter().zip(known.types).filter(|(_, ty)| is(ty));
        all.map(|(name, _)| format!("`{name}`")).collect()
    };
    let (what, names) = match of(&|ty| ty == owner) {
        names if names.is_empty() => {
            ("module of the messages", of(&|ty| snake(ty) == *owner && (known.is_no_value)(owner)))
        }
        names => ("type", names),
    };
    let s = if names.len() > 1 { "s" } else { "" };
    let all = names.join(" or ");
    (!names.is_empty()).then(|| {
        format!("`{owner}` is the {what} of interface{s} {all}\nhelp: write {all} in its place")
    })
}

/// Whether a field is one of `SkillInfo`, which the name of a skill is as a value.
fn is_of_info(field: &Ident) -> bool {
    const FIELDS: &str = "name type_name path id initial docs args group params vars source result deps interfaces \
                          graph max_transitions";
    FIELDS.split(' ').any(|of| field == of)
}

/// Reports a name that is no value.
fn no_value(owner: &Ident, name: &str, facts: &Facts, known: &Known<'_>, errors: &mut Errors) {
    let others = facts.bound.iter().chain(known.interfaces).map(String::as_str);
    let near = did_you_mean(name, others);
    let help = match &near[..] {
        _ if known.skills.contains(&camel(name)) => {
            format!("\nhelp: name the result of the sub-skill: `on FINAL({name})`")
        }
        "" if name == "ports" => "\nhelp: remove it: interfaces are used by their names".to_owned(),
        "" if name == "params" => "\nhelp: write `self.NAME` for a parameter".to_owned(),
        "" if name == "time" => {
            "\nhelp: `self.elapsed()` is the time since the state was entered, in seconds"
                .to_owned()
        }
        "" => {
            let ty = camel(name);
            let help = format!("help: declare it: `depends_interfaces {{ {name}: {ty} }}`");
            return errors.once(owner, format!("cannot find interface `{name}`\n{help}"));
        }
        near => near.to_owned(),
    };
    errors.at(owner, format!("cannot find value `{name}` in this scope{help}"));
}

fn is_sent(used: &MemberUse, owner: &String, known: &Known<'_>) -> bool {
    used.name == "send" && known.interfaces.contains(owner)
}

/// Returns the message about a method that does not fit.
fn method(used: &MemberUse, owner: &String, known: &Known<'_>) -> Option<String> {
    if used.name == ELAPSED && known.states.contains(owner) {
        return Some(format!(
            "cannot call `elapsed` of the state `{owner}`\nhelp: write `self.elapsed()`, the seconds since the state was entered"
        ));
    }
    let is_written = known.interfaces.contains(owner) && !known.read.contains(owner);
    let of_readers = METHODS.iter().any(|name| used.name == name)
        && used.name != "has_writer"
        && used.name != "send";
    if is_written && of_readers {
        let name = &used.name;
        return Some(format!(
            "cannot call `{name}` of `{owner}`, which the skill writes\nhelp: remove it: only what another one writes can be stale, and is sent messages"
        ));
    }
    if !is_sent(used, owner, known) {
        return None;
    }
    if is_written {
        return Some(format!(
            "cannot send to `{owner}`, which the skill writes\nhelp: assign its fields, or remove `writes` to send to its writer"
        ));
    }
    let several =
        format!("`send` takes one message\nhelp: send each by itself: `{owner}.send(..);`");
    (used.arguments > 1).then_some(several)
}
