//! Interfaces with a limit of age must be checked: some transition checks whether the value is
//! stale.

use super::{Analysis, Model, StateId};
use crate::skill::ast::{Code, Runs};
use crate::syntax::errors::Errors;
use crate::syntax::names::plain;

/// Reports limits that no guard checks.
pub fn check(analysis: &Analysis, errors: &mut Errors) {
    for interface in
        analysis.interfaces.iter().filter(|each| each.max_age_micros.is_some() && !each.writes)
    {
        let variable = plain(&interface.variable);
        let mut guards =
            analysis.transitions.values().filter_map(|transition| transition.trigger.guard());
        let checked = guards.any(|guard| guard.facts.checks_stale(&variable));
        if !checked && analysis.lost.iter().all(|lost| lost.targets.is_empty()) {
            errors.at(
                &interface.variable,
                format!(
                    "no transition checks whether `{variable}` is stale\nhelp: it has a `max_age`, so add `always {{ -> FAILED(\"{variable} is stale\") when {variable}.stale(); }}`"
                ),
            );
        }
    }
}

/// Returns whether some code may check what an interface refused: it says so, or passes the
/// interface on.
pub fn checks_refusals(model: &Model) -> bool {
    let action = |state: StateId| matches!(model.states[state].runs, Runs::Action(_));
    let always = model.always.iter().flat_map(|transition| model.code_of_transition(*transition));
    let states = 0..model.states.len();
    let mut code = states.clone().flat_map(|state| model.code_of(state)).chain(always);
    states.clone().any(action) || code.any(|code| may_check(model, code))
}

fn may_check(model: &Model, code: &Code) -> bool {
    let mut interfaces = model.interfaces.iter().map(|each| plain(&each.variable));
    code.facts.checks_refusal || interfaces.any(|name| code.facts.names.contains(&name))
}
