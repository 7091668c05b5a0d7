//! First-class states: which states can flow into each parameter.

use super::{Analysis, Held, Model, StateId, Target, Value};
use proc_macro2::Ident;

/// Finds the states that each parameter can hold, until no more are found: there are
/// finitely many of both.
pub fn check(analysis: &mut Analysis) {
    while let Some((to, state, from)) = next_flow(analysis) {
        let param = &mut analysis.states[to.0].params[to.1];
        param.holds.push((state, from));
    }
    // A state that a wrong transition passes is not held by any parameter.
    let wrong = analysis.hints.transitions.values();
    if wrong.into_iter().any(|draft| draft.wrong || !draft.values.is_empty()) {
        let transitions = analysis.model.transitions.values();
        let held = transitions.filter(|transition| matches!(transition.to, Target::Held(_)));
        for from in held.map(|transition| transition.from).collect::<Vec<_>>() {
            analysis.drop_transition(from, None);
        }
    }
    for state in &mut analysis.states {
        for param in &mut state.params {
            param.holds.sort_by_key(|(state, _)| *state);
        }
    }
}

/// A state that flows into a parameter where it was not found yet.
fn next_flow(model: &Model) -> Option<(Held, StateId, Ident)> {
    model.transitions.values().find_map(|transition| {
        states_of(model, transition.to).into_iter().find_map(|to| {
            transition.values.iter().enumerate().find_map(|(index, value)| {
                let known = &model.states[to].params.get(index)?.holds;
                let is_new = |state: StateId| known.iter().all(|(known, _)| *known != state);
                let (state, from) = match value {
                    Value::Code(_) | Value::Kept(_) | Value::Default => return None,
                    Value::State(state, name) => (*state, name),
                    Value::Held(held, _) => {
                        let (state, from) =
                            held_by(model, *held).iter().find(|(state, _)| is_new(*state))?;
                        (*state, from)
                    }
                };
                is_new(state).then(|| ((to, index), state, from.clone()))
            })
        })
    })
}

/// The states that a parameter can hold.
pub fn held_by(model: &Model, held: Held) -> &[(StateId, Ident)] {
    &model.states[held.0].params[held.1].holds
}

/// The states that a transition can lead to.
pub fn states_of(model: &Model, to: Target) -> Vec<StateId> {
    match to {
        Target::State(state) => vec![state],
        Target::Held(held) => held_by(model, held).iter().map(|(state, _)| *state).collect(),
        Target::Final | Target::Failed => Vec::new(),
    }
}
