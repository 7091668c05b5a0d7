//! Sorts out the transitions of which something is wrong: the model is valid from here on.

use super::Scope;
use super::{
    Analysis, Draft, DraftValue, MAX_TRANSITIONS, Model, Order, StateId, Transition, TransitionId,
    Value,
};
use crate::skill::ast::{Code, Trigger};

/// Moves the drafts to the model, or to the hints if something of them is wrong.
pub fn sort_out(analysis: &mut Analysis) {
    for (number, draft) in std::mem::take(&mut analysis.drafts).into_iter().enumerate() {
        // Too many transitions are already reported.
        let fits = number < MAX_TRANSITIONS;
        let no_result = matches!(draft.trigger, Some(Trigger::OnFinal(..) | Trigger::OnFailed(_)))
            && draft.from.is_some_and(|from| analysis.lost[from].runs);
        let sorted = if fits && !no_result { valid(draft) } else { Err(Box::new(draft)) };
        match sorted {
            Ok(transition) => {
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
        for draft in hints.transitions.values().filter(|draft| draft.from == Some(state)) {
            scopes.extend(named(model, state, draft));
        }
        scopes.remove(&Scope::Skill);
        model.states[state].scopes = scopes;
    }
}

/// Returns the scopes that the code of a draft names.
fn named(model: &Model, state: StateId, draft: &Draft) -> Vec<Scope> {
    let trigger = draft.trigger.iter().flat_map(Trigger::codes);
    let reason = draft.reason.iter().flat_map(|reason| &reason.values);
    let mut scopes = Vec::new();
    let mut codes: Vec<&Code> = trigger.chain(reason).collect();
    for value in &draft.values {
        match value {
            DraftValue::Right(Value::Code(code)) => codes.push(code),
            DraftValue::Right(Value::Held((owner, _), _)) => scopes.push(Scope::Params(*owner)),
            _ => {}
        }
    }
    let named = codes.into_iter().flat_map(|code| model.names_in(state, code));
    scopes.extend(named.map(|(_, scope)| scope));
    scopes
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
        from,
        to: Some(to),
        values,
        bindings,
        trigger: Some(trigger),
        precond,
        implied,
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
    Ok(Transition { from, to, values, bindings, trigger, precond, implied, label, reason })
}

fn is_whole(code: &Code) -> bool {
    !code.half_typed
}
