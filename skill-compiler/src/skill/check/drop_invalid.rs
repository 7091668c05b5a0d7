//! Sorts out the transitions of which something is wrong: the model is valid from here on.

use super::Scope;
use super::{
    Analysis, Draft, DraftValue, MAX_TRANSITIONS, Model, Order, StateId, Target, Transition,
    TransitionId, Value,
};
use crate::skill::ast::{Code, Trigger};

/// Moves the drafts to the model, or to the hints if something of them is wrong.
pub fn sort_out(analysis: &mut Analysis) {
    for (number, draft) in std::mem::take(&mut analysis.drafts).into_iter().enumerate() {
        // Too many transitions are already reported.
        let fits = number < MAX_TRANSITIONS;
        let no_result = matches!(draft.trigger, Some(Trigger::OnFinal(..) | Trigger::OnFailed(..)))
            && draft.from.is_some_and(|from| analysis.lost[from].runs);
        let sorted = if fits && !no_result { valid(draft) } else { Err(Box::new(draft)) };
        match sorted {
            Ok(mut transition) => {
                if let Target::State(to) = transition.to {
                    let count = analysis.states[to].params.len();
                    let given = transition.values.len();
                    transition.values.extend((given..count).map(|_| Value::Default));
                }
                analysis.transitions.insert(number, transition);
            }
            Err(draft) => {
                // The intended target of the values is unknown.
                let to = draft.to.filter(|_| !draft.wrong);
                if draft.to.is_some() {
                    analysis.drop_transition(draft.from, to);
                }
                analysis.hints.transitions.insert(number, *draft);
            }
        }
    }
    let Analysis { model, hints, lost, .. } = analysis;
    for (of, lost) in model.states.iter().zip(lost) {
        let active = of.on_final.iter().chain(&of.on_failed).chain(&of.plain);
        hints.order.push(Order {
            preconds: of.preconds.clone(),
            active: active.copied().collect(),
            runs_unknown: lost.runs,
        });
    }
    hints.always.clone_from(&model.always);
    let is_right = |number: &TransitionId| model.transitions.contains_key(number);
    for of in &mut model.states {
        of.preconds.retain(is_right);
        of.on_final.retain(is_right);
        of.on_failed.retain(is_right);
        of.plain.retain(is_right);
    }
    model.always.retain(is_right);
    for state in 0..model.states.len() {
        let mut scopes = model.used(state);
        let uses = |code: &Code| !code.facts.elapsed.is_empty();
        let mut uses_elapsed = model.code_of(state).into_iter().any(uses);
        for draft in hints.transitions.values().filter(|draft| draft.from == Some(state)) {
            scopes.extend(named(model, state, draft));
            uses_elapsed |= code_of(draft).into_iter().any(uses);
        }
        scopes.remove(&Scope::Skill);
        model.states[state].scopes = scopes;
        model.states[state].uses_elapsed = uses_elapsed;
    }
}

/// Returns the scopes that the code of a draft names.
fn named(model: &Model, state: StateId, draft: &Draft) -> Vec<Scope> {
    let held = draft.values.iter().filter_map(|value| match value {
        DraftValue::Right(Value::Held((owner, _), _) | Value::Kept((owner, _))) => {
            Some(Scope::Params(*owner))
        }
        _ => None,
    });
    let named = code_of(draft).into_iter().flat_map(|code| model.names_in(state, code));
    held.chain(named.map(|(_, scope)| scope)).collect()
}

/// Returns all code of a draft.
fn code_of(draft: &Draft) -> Vec<&Code> {
    let trigger = draft.trigger.iter().flat_map(Trigger::codes);
    let reason = draft.reason.iter().flat_map(|reason| &reason.values);
    let values = draft.values.iter().filter_map(|value| match value {
        DraftValue::Right(Value::Code(code)) => Some(code),
        _ => None,
    });
    trigger.chain(reason).chain(values).collect()
}

/// Returns the transition if all of it is right, else the draft.
fn valid(draft: Draft) -> Result<Transition, Box<Draft>> {
    let is_right = !draft.wrong
        && draft.trigger.as_ref().is_some_and(|trigger| trigger.codes().all(is_whole))
        && draft.reason.iter().flat_map(|reason| &reason.values).all(is_whole)
        && draft.values.iter().all(|value| match value {
            DraftValue::Right(Value::Code(code)) => is_whole(code),
            DraftValue::Right(_) => true,
            DraftValue::Unknown(_) | DraftValue::NoState(_) => false,
        });
    if !is_right {
        return Err(Box::new(draft));
    }
    let Draft {
        arrow,
        from,
        to: Some(to),
        resume,
        values,
        bindings,
        trigger: Some(trigger),
        precond,
        implied,
        again,
        agains,
        label,
        reason,
        ..
    } = draft
    else {
        return Err(Box::new(draft));
    };
    let values = values.into_iter().filter_map(|value| match value {
        DraftValue::Right(value) => Some(value),
        _ => None,
    });
    let values = values.collect();
    Ok(Transition {
        arrow,
        from,
        to,
        resume,
        values,
        bindings,
        trigger,
        precond,
        implied,
        again,
        agains,
        label,
        reason,
    })
}

fn is_whole(code: &Code) -> bool {
    !code.half_typed
}
