//! Help for a condition of a breakpoint that is being written: its error, and how it can go on.

use super::command::{Refusal, find_skill};
use super::complete::{Completion, Completions};
use super::condition::Condition;
use super::read_condition::names_of;
use crate::model::describe::Description;
use serde::Serialize;
use skill_runtime::SkillInfo;
use skill_runtime::blackboard::FieldInfo;

/// The state of a condition that is being written.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ConditionHelp {
    /// The error; `None` if the text is empty, or a condition.
    pub error: Option<WrongCondition>,
    /// The ways in which the text can go on.
    #[serde(flatten)]
    pub completions: Completions,
}

/// The error in a condition.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct WrongCondition {
    /// The place in bytes.
    pub at: usize,
    /// The error, in words.
    pub message: String,
}

/// Checks a condition of a breakpoint in a skill, and completes it at the byte `at`.
///
/// # Errors
/// 404 if there is no such skill.
pub fn condition_help(
    description: &Description,
    skill: &str,
    text: &str,
    at: Option<usize>,
) -> Result<ConditionHelp, Refusal> {
    let skill = find_skill(description, skill)?;
    let at = at.unwrap_or(text.len()).min(text.len());
    let at = (0..=at).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
    let parsed = if text.trim().is_empty() {
        Ok(())
    } else {
        Condition::parse(text, description, skill).map(drop)
    };
    let error = parsed.err().map(|of| WrongCondition { at: of.at, message: of.message });
    Ok(ConditionHelp { error, completions: complete(description, skill, &text[..at]) })
}

fn complete(description: &Description, skill: &'static SkillInfo, before: &str) -> Completions {
    let is_of_name = |c: char| c.is_alphanumeric() || "_.".contains(c);
    let start = before.char_indices().rev().take_while(|(_, c)| is_of_name(*c)).last();
    let word = start.map_or("", |(at, _)| &before[at..]);
    let item = |text: &str, docs: &str| Completion {
        text: text.to_owned(),
        label: text.to_owned(),
        docs: docs.to_owned(),
    };
    let (head, last) = word.rsplit_once('.').unwrap_or(("", word));
    let mut items: Vec<Completion> = match head {
        "" if word.contains('.') => Vec::new(),
        "" => {
            let variables =
                skill.interfaces.iter().map(|of| item(&format!("{}.", of.variable), of.id));
            let own =
                (!names_of(skill).is_empty()).then(|| item("self.", "variables of the skill"));
            variables.chain(own).collect()
        }
        "self" => names_of(skill).into_iter().map(|name| item(name, "")).collect(),
        variable => {
            let of = skill.interfaces.iter().find(|of| of.variable == variable);
            let entry = of.and_then(|of| description.interface(of.id));
            let fields: &[FieldInfo] = entry.map_or(&[], |(_, of)| of.interface.fields);
            fields.iter().map(|of| item(of.name, of.docs)).collect()
        }
    };
    items.retain(|of| of.text.starts_with(last) && of.text != last);
    Completions { from: before.len() - last.len(), to: before.len(), items }
}
