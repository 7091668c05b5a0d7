//! Kinds of machines: an action runs no skill, a skill runs skills, an agent runs one skill at a
//! time, beside actions and messages. That no skill runs an agent follows from the types.

use super::{Analysis, Model, StateId};
use crate::skill::ast::{ActivityKind, MachineKind};
use crate::syntax::errors::Errors;
use crate::syntax::names::{last, plain};

/// Reports what is wrong, and removes it from what the state runs.
pub fn check(analysis: &mut Analysis, errors: &mut Errors) {
    for state in 0..analysis.states.len() {
        let mut busy = around(analysis, state);
        let mut runs = std::mem::take(&mut analysis.states[state].runs);
        let count = runs.len();
        runs.retain(|activity| match &activity.kind {
            ActivityKind::Action(action) => match is_skill(analysis, &action.function) {
                None => true,
                Some(place) => {
                    report(analysis, place, &action.function, errors);
                    false
                }
            },
            ActivityKind::Message(_) => true,
            ActivityKind::Skill(_) if analysis.kind == MachineKind::Skill => true,
            ActivityKind::Skill(call) => match busy.replace("here".to_owned()) {
                None => true,
                Some(with) => {
                    let message = format!(
                        "an agent cannot run two skills at once, and another one runs {with}\nhelp: run both in a skill of their own: `state S = (A {{ .. }}, B {{ .. }})`"
                    );
                    errors.at(&call.skill, message);
                    false
                }
            },
        });
        analysis.lost[state].runs |= runs.len() < count;
        analysis.states[state].runs = runs;
    }
}

/// The place of a skill among the dependencies, if the path is one.
fn is_skill(model: &Model, path: &syn::Path) -> Option<usize> {
    let name = last(path);
    model.skills.iter().position(|skill| last(skill) == name)
}

/// Reports a dependency that is run as an action: by its name, it is a skill, or a function among the skills.
fn report(model: &mut Model, place: usize, function: &syn::Path, errors: &mut Errors) {
    let name = last(function);
    if name.starts_with(char::is_uppercase) {
        let help = format!("help: run it as a sub-skill: `{name} {{ .. }}`");
        errors.at(function, format!("expected a function, found skill `{name}`\n{help}"));
        return;
    }
    let message = format!(
        "expected a skill, found `{name}`, which is run as an action\nhelp: remove `{name}` from `depends_skills`"
    );
    errors.once(&model.skills[place], message);
    super::states::lose_skill(model, place);
}

/// The state around this one that runs a skill, if there is one: "in `Outer`".
fn around(model: &Model, state: StateId) -> Option<String> {
    let mut around = model.around(model.states[state].parent);
    let busy = around
        .find(|around| model.states[*around].runs.iter().any(|each| each.skill().is_some()))?;
    Some(format!("in `{}`", plain(&model.states[busy].name)))
}
