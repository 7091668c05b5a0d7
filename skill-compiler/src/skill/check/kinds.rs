//! Kinds of machines: an action runs nothing, a skill runs skills, an agent runs one skill at a
//! time. That no skill runs an agent follows from the types.

use super::{Analysis, Model, StateId};
use crate::skill::ast::{MachineKind, Runs};
use crate::syntax::errors::Errors;
use crate::syntax::names::{last, plain};

/// Reports what is wrong; such a state runs nothing in the model.
pub fn check(analysis: &mut Analysis, errors: &mut Errors) {
    for state in 0..analysis.states.len() {
        let wrong = match &analysis.states[state].runs {
            Runs::Action(action) => is_skill(analysis, &action.function).map(|name| {
                let message = format!(
                    "expected a function, found skill `{name}`\nhelp: run it as a sub-skill: `= {name} {{ .. }}`"
                );
                (syn::spanned::Spanned::span(&action.function), message)
            }),
            Runs::Skills(calls) if analysis.kind == MachineKind::Agent => {
                let busy = around(analysis, state);
                let second = if busy.is_some() { calls.first() } else { calls.get(1) };
                second.map(|call| {
                    let with = busy.map_or("here".to_owned(), |name| format!("in `{name}`"));
                    let message = format!(
                        "an agent cannot run two skills at once, and another one runs {with}\nhelp: run both in a skill of their own: `state S = (A {{ .. }}, B {{ .. }})`"
                    );
                    (syn::spanned::Spanned::span(&call.skill), message)
                })
            }
            _ => None,
        };
        if let Some((at, message)) = wrong {
            errors.span(at, message);
            analysis.states[state].runs = Runs::Nothing;
            analysis.lost[state].runs = true;
        }
    }
}

/// The name of a skill among the dependencies, if the path is one.
fn is_skill(model: &Model, path: &syn::Path) -> Option<String> {
    let name = last(path);
    model.skills.iter().any(|skill| last(skill) == name).then_some(name)
}

/// The state around this one that runs a skill.
fn around(model: &Model, state: StateId) -> Option<String> {
    let mut around = model.around(model.states[state].parent);
    let busy = around.find(|around| matches!(model.states[*around].runs, Runs::Skills(_)))?;
    Some(plain(&model.states[busy].name))
}
