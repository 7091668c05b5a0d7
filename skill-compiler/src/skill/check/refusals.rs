//! Whether code of the skill checks what an interface refused.

use super::{Model, StateId};
use crate::skill::ast::Code;
use crate::syntax::names::plain;

/// Returns whether some code may check what an interface refused: it says so, or passes the
/// interface on.
pub fn checks_refusals(model: &Model) -> bool {
    let action = |state: StateId| model.states[state].has_action();
    let always = model.always.iter().flat_map(|transition| model.code_of_transition(*transition));
    let states = 0..model.states.len();
    let mut code = states.clone().flat_map(|state| model.code_of(state)).chain(always);
    states.clone().any(action) || code.any(|code| may_check(model, code))
}

fn may_check(model: &Model, code: &Code) -> bool {
    let mut interfaces = model.interfaces.iter().map(|each| plain(&each.variable));
    code.facts.checks_refusal || interfaces.any(|name| code.facts.names.contains(&name))
}
