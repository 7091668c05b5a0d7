//! Completion of calls: `stan` to `standup{`, `standup{fr` to `standup{from=`.

use crate::model::describe::Description;
use serde::Serialize;
use skill_runtime::SkillInfo;
use skill_runtime::graph::ArgInfo;

/// The ways in which a call can go on.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Completions {
    /// The begin of the text that they replace, in bytes.
    pub from: usize,
    /// The end of that text, in bytes.
    pub to: usize,
    /// The texts that can take its place, in the order of the description.
    pub items: Vec<Completion>,
}

/// A way in which a call can go on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Completion {
    /// The text that is inserted.
    pub text: String,
    /// The text as it is shown.
    pub label: String,
    /// The documentation of the skill or argument; empty if there is none.
    pub docs: String,
}

/// Returns the ways in which `text` can go on at the byte `at`.
#[must_use]
pub fn complete(description: &Description, text: &str, at: usize) -> Completions {
    let at = (0..=at.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
    let before = &text[..at];
    let Some((name, inside)) = before.split_once('{') else {
        return skills(description, before, at);
    };
    let skill = description.space.skills.iter().find(|skill| skill.name == name.trim());
    let Some(skill) = skill else { return Completions { from: at, to: at, items: Vec::new() } };
    // Texts can contain commas.
    let mut quoted = false;
    let start = inside.char_indices().fold(0, |start, (index, c)| {
        quoted ^= c == '"';
        if c == ',' && !quoted { index + 1 } else { start }
    });
    let argument = &inside[start..];
    match argument.split_once('=') {
        Some((name, value)) => values(skill, name.trim(), value, at),
        None => arguments(skill, inside, argument.trim_start(), at),
    }
}

fn skills(description: &Description, before: &str, at: usize) -> Completions {
    let word = before.trim_start();
    let skills = description.space.skills.iter().filter(|skill| skill.name.starts_with(word));
    let item = |skill: &&'static SkillInfo| Completion {
        text: format!(
            "{}{{{}",
            skill.name,
            if skill.arguments().next().is_some() { "" } else { "}" }
        ),
        label: skill.name.to_owned(),
        docs: skill.docs.to_owned(),
    };
    Completions { from: at - word.len(), to: at, items: skills.map(item).collect() }
}

fn arguments(skill: &'static SkillInfo, inside: &str, word: &str, at: usize) -> Completions {
    let given = |name: &str| {
        inside.split(',').any(|of| of.split_once('=').is_some_and(|(of, _)| of.trim() == name))
    };
    let arguments = skill.arguments().filter(|arg| arg.name.starts_with(word) && !given(arg.name));
    let item = |arg: &'static ArgInfo| {
        let unit = if arg.unit.is_empty() { String::new() } else { format!(" {}", arg.unit) };
        let range = arg.range.map_or(String::new(), |range| format!(" in {range}"));
        let default = arg.default.map_or(String::new(), |default| format!(" = {default}"));
        Completion {
            text: format!("{}=", arg.name),
            label: format!("{}: {}{default}{range}{unit}", arg.name, arg.type_name),
            docs: arg.docs.to_owned(),
        }
    };
    let mut items: Vec<Completion> = arguments.map(item).collect();
    if word.is_empty() {
        let (text, docs) = ("}".to_owned(), "The end of the call.".to_owned());
        items.push(Completion { label: text.clone(), text, docs });
    }
    Completions { from: at - word.len(), to: at, items }
}

fn values(skill: &'static SkillInfo, name: &str, value: &str, at: usize) -> Completions {
    let word = value.trim_start();
    let arg = skill.arguments().find(|arg| arg.name == name);
    let choices: Vec<String> = match arg {
        Some(arg) if !arg.choices.is_empty() => {
            arg.choices.iter().map(|choice| format!("\"{choice}\"")).collect()
        }
        Some(arg) if arg.type_name.contains("bool") => vec!["true".to_owned(), "false".to_owned()],
        _ => Vec::new(),
    };
    let items = choices.into_iter().filter(|choice| choice.starts_with(word));
    let docs = arg.map_or("", |arg| arg.docs);
    let item = |text: String| Completion { label: text.clone(), text, docs: docs.to_owned() };
    Completions { from: at - word.len(), to: at, items: items.map(item).collect() }
}
