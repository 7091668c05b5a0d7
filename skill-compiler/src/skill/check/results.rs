//! Results: the type of a skill's, the value at FINAL, and the names that the caller gives to
//! those of its sub-skills.

use super::{Analysis, Binding, Model, StateId};
use crate::skill::ast::{self, Code, MachineKind, ParamType};
use crate::syntax::errors::Errors;
use crate::syntax::label;
use crate::syntax::names::{last, plain, snake};
use syn::{Ident, Type};

/// Checks the type after `->` in the header.
pub fn of_skill(kind: MachineKind, ty: Option<Type>, errors: &mut Errors) -> Option<ParamType> {
    let ty = ty?;
    if kind == MachineKind::Agent {
        errors.at(&ty, "an agent has no result\nhelp: remove the type, nothing calls an agent");
        return None;
    }
    if matches!(&ty, Type::Tuple(tuple) if tuple.elems.is_empty()) {
        errors.at(
            &ty,
            "`()` is not a result\nhelp: remove `-> ()`, and write `FINAL` without a value",
        );
        return None;
    }
    Some(ParamType::Value(Box::new(ty)))
}

/// Reports a FINAL with another number of values than the skill has results.
pub fn wrong_number(model: &Model, name: &Ident, codes: &[Code], errors: &mut Errors) {
    let skill = &model.name;
    match (&model.result, codes) {
        (None, [first, ..]) if model.kind == MachineKind::Agent => {
            errors.at(&first.tokens, "an agent has no result\nhelp: write `FINAL`");
        }
        // `-> ()` is reported.
        (None, [only]) if label::print(&only.tokens) == "()" && errors.count() > 0 => {}
        (None, [first, ..]) => errors.at(
            &first.tokens,
            format!("`{skill}` has no result\nhelp: write `FINAL`, or declare the type of the result: `skill {skill}(..) -> Type`"),
        ),
        (Some(ParamType::Value(ty)), []) => {
            let ty = label::print_type(ty);
            errors.at(
                name,
                format!("missing result of `{skill}`\nhelp: write `FINAL(value)`, with a value of type `{ty}`"),
            );
        }
        (_, [_, second, ..]) => errors.at(
            &second.tokens,
            "`FINAL` takes one value, the result\nhelp: use a struct with `#[derive(SkillResult)]` for several values",
        ),
        _ => {}
    }
}

/// Resolves the names after `on FINAL` in a state; `None` if one of them is wrong.
pub fn bindings(
    analysis: &Analysis,
    state: StateId,
    names: &[ast::Binding],
    errors: &mut Errors,
) -> Option<Vec<Binding>> {
    let (of, lost) = (&analysis.states[state], analysis.lost[state].runs);
    let skills: Vec<String> = of.calls().map(|call| snake(&last(&call.skill))).collect();
    let actions: Vec<String> = of.actions().map(|action| last(&action.function)).collect();
    let Some(first) = names.first() else { return Some(Vec::new()) };
    if lost || of.runs.is_empty() {
        // Reported.
        return None;
    }
    if skills.is_empty() {
        errors.at(&first.name, "an action has no result\nhelp: write `on FINAL`");
        return None;
    }
    let mut bound: Vec<Binding> = Vec::new();
    let mut wrong = false;
    for ast::Binding { skill, name } in names {
        let place = match skill {
            None if skills.len() == 1 && !actions.contains(&plain(name)) => Ok(0),
            _ => place(&skills, &actions, skill.as_ref().unwrap_or(name), skill.is_some()),
        };
        let is_port =
            |text: &str| analysis.interfaces.iter().any(|port| plain(&port.variable) == text);
        let text = plain(name);
        let problem = match place {
            Err(message) => {
                errors.at(skill.as_ref().unwrap_or(name), message);
                wrong = true;
                continue;
            }
            Ok(_) if is_port(&text) => format!(
                "`{name}` is the name of an interface\nhelp: choose another name for the result"
            ),
            Ok(_) if bound.iter().any(|other| plain(&other.name) == text) => {
                format!("`{name}` is the name of another result\nhelp: choose another name")
            }
            Ok(place) if bound.iter().any(|other| other.place == place) => {
                let first = &names[0].name;
                format!(
                    "the result of `{}` has a name already\nhelp: remove this one; a field of the result is `{first}.FIELD`",
                    skills[place]
                )
            }
            Ok(place) => {
                bound.push(Binding { place, name: name.clone() });
                continue;
            }
        };
        errors.at(name, problem);
        wrong = true;
    }
    if wrong {
        // Code with them has no errors of its own.
        errors.broken.extend(names.iter().map(|binding| plain(&binding.name)));
        return None;
    }
    Some(bound)
}

/// Returns the place of a sub-skill among those of a state.
fn place(
    skills: &[String],
    actions: &[String],
    name: &Ident,
    is_written: bool,
) -> Result<usize, String> {
    let text = plain(name);
    let mut places = skills.iter().enumerate().filter(|(_, skill)| **skill == text);
    match (places.next(), places.next()) {
        (Some((place, _)), None) => Ok(place),
        (Some(_), Some(_)) => Err(format!(
            "`{text}` runs more than once in this state\nhelp: run one of them in a state or a skill of its own, to name its result"
        )),
        (None, _) if actions.contains(&text) => Err(format!(
            "`{text}` is an action, which has no result\nhelp: name the result of a sub-skill: `{}`",
            skills.join("`, `")
        )),
        (None, _) => {
            let is_same = |skill: &&String| **skill == snake(&text);
            let same = skills.iter().find(is_same);
            let near = same.map_or(String::new(), |same| format!("\nhelp: write `{same}`"));
            let help = match &near[..] {
                "" if !is_written => {
                    format!("\nhelp: write whose result it is: `on FINAL({}: {text})`", skills[0])
                }
                "" => format!("\nhelp: this state runs `{}`", skills.join("`, `")),
                near => near.to_owned(),
            };
            Err(format!("cannot find sub-skill `{text}` in this state{help}"))
        }
    }
}

/// Prints `(spot, locate: spot)`; nothing if there are no names.
pub fn list(names: &[ast::Binding]) -> String {
    let names = names.iter().map(|ast::Binding { skill, name }| match skill {
        Some(skill) => format!("{skill}: {name}"),
        None => name.to_string(),
    });
    let names: Vec<String> = names.collect();
    if names.is_empty() { String::new() } else { format!("({})", names.join(", ")) }
}
