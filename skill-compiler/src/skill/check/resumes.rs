//! `resume`: the state is not active, and contains states.

use super::{Analysis, Draft, StateId, Target, params};
use crate::skill::ast::{self, Resume};
use crate::syntax::errors::Errors;

/// Returns how a transition resumes its target, if it does and can.
pub fn check(
    analysis: &Analysis,
    from: Option<StateId>,
    to: Target,
    transition: &ast::Transition,
    errors: &mut Errors,
) -> Option<Resume> {
    let resume = transition.resume?;
    let (Target::State(to), ast::Target::State(name, _)) = (to, &transition.target) else {
        return None;
    };
    let words = resume.words();
    if let Some(from) = from.filter(|from| analysis.lies_in(*from, to)) {
        let place = if from == to {
            "itself".to_owned()
        } else {
            format!("`{}`, which is inside it", analysis.states[from].name)
        };
        errors.at(name, format!("`{name}` is resumed by {place}\nhelp: write `-> {name}` to enter it anew, or resume it from a state outside of it"));
        return None;
    }
    let contains = analysis.inside(to).next().is_some();
    // One that could not be read may be inside it.
    let is_lost = analysis.lost[to].targets.contains(&None);
    if !contains && !analysis.states[to].holds_by_value() {
        if !is_lost {
            errors.at(name, format!("`{name}` contains no state that could be entered again\nhelp: write `-> {name}`, without `{words}`"));
        }
        return None;
    }
    check_defaults(analysis, to, transition, errors);
    Some(resume)
}

/// Reports `resume deep` without a state, unless one is called `deep`.
pub fn is_without_state(
    analysis: &Analysis,
    transition: &ast::Transition,
    errors: &mut Errors,
) -> bool {
    let (Some(_), ast::Target::State(name, values)) = (transition.resume, &transition.target)
    else {
        return false;
    };
    let is_missing = name == "deep"
        && values.is_empty()
        && !analysis.states.iter().any(|state| state.name == "deep");
    if is_missing {
        errors.at(name, "missing state after `resume deep`\nhelp: write the state that is entered again as it was left: `-> resume deep STATE`");
    }
    is_missing
}

/// Reports a parameter that has no value the first time.
fn check_defaults(
    analysis: &Analysis,
    to: StateId,
    transition: &ast::Transition,
    errors: &mut Errors,
) {
    let ast::Target::State(name, codes) = &transition.target else { return };
    let of = &analysis.states[to];
    let missing = of.params.get(codes.len()).filter(|param| param.default.is_none());
    let is_whole = !codes.iter().any(|code| code.half_typed) && analysis.lost[to].params.is_none();
    if let Some(param) = missing.filter(|_| is_whole) {
        let (param, ty) = (&param.name, params::print(&param.ty));
        let help = match of.params[codes.len()].ty {
            ast::ParamType::Value(_) => format!(
                "give it a default, `{param}: {ty} = VALUE`, or the transition a value for it"
            ),
            ast::ParamType::State(_) => "give a value for it".to_owned(),
        };
        errors.at(name, format!("parameter `{param}` of `{name}` has no value before `{name}` was first left\nhelp: {help}"));
    }
}

/// Has the states that transitions resume remember those inside them.
pub fn set_memory(analysis: &mut Analysis) {
    let resumed = |draft: &Draft| match draft.to {
        Some(Target::State(to)) => Some((to, draft.resume?)),
        _ => None,
    };
    for (state, resume) in analysis.drafts.iter().filter_map(resumed).collect::<Vec<_>>() {
        let of = &mut analysis.states[state].remembers;
        *of = (*of).max(Some(resume));
    }
}
