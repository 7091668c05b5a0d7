//! Edges: targets exist, triggers fit, results of sub-skills are handled.

use super::targets::{Given, leads_inside, lose, target, values_of};
use super::{Edge, EdgeId, Model, Reason, StateId, Target, args};
use crate::skill::ast::{self, Runs, Trigger};
use crate::syntax::errors::Errors;
use crate::syntax::{docs, label};
use proc_macro2::Span;

/// Numbers the edges: the root's first, then each state's in order.
pub fn check(
    model: &mut Model,
    edges_of: Vec<Vec<ast::Edge>>,
    always: Vec<ast::Edge>,
    errors: &mut Errors,
) {
    for edge in always {
        if matches!(edge.trigger, Trigger::Broken) {
            target(model, None, &edge.target, errors);
            continue;
        }
        let guarded = matches!(edge.trigger, Trigger::When(_) | Trigger::HalfTyped(_));
        if !guarded || edge.precond.is_some() {
            errors.span(
                edge.arrow,
                "an edge of `always` is checked in every state, so it is `-> TARGET when GUARD;`",
            );
            if let Some(to) = target(model, None, &edge.target, errors) {
                lose(model, None, Some(to));
            }
            continue;
        }
        if let Some(id) = add(model, None, edge, errors) {
            model.always.push(id);
        }
    }
    for (state, edges) in edges_of.into_iter().enumerate() {
        let mut otherwise = None;
        for edge in edges {
            check_one(model, state, edge, &mut otherwise, errors);
        }
        check_results(model, state, errors);
    }
    if model.edges.len() > usize::from(u16::MAX) {
        errors.at(&model.name, "a skill has at most 65535 edges");
        model.edges.truncate(usize::from(u16::MAX));
    }
}

/// One edge of a state; sorted in where it is checked.
fn check_one(
    model: &mut Model,
    state: StateId,
    edge: ast::Edge,
    otherwise: &mut Option<Span>,
    errors: &mut Errors,
) {
    let arrow = edge.arrow;
    if matches!(edge.trigger, Trigger::Broken) {
        left_out(model, state, &edge, errors);
        return;
    }
    if let Some(precond) = edge.precond {
        if !matches!(edge.trigger, Trigger::When(_) | Trigger::HalfTyped(_) | Trigger::Otherwise) {
            errors.span(precond, "a precondition is checked before the state is entered: `precond -> TARGET when GUARD;`");
            left_out(model, state, &edge, errors);
            return;
        }
        if let Some(id) = add(model, Some(state), edge, errors) {
            model.states[state].preconds.push(id);
        }
        return;
    }
    let on = match edge.trigger {
        Trigger::OnFinal => Some("FINAL"),
        Trigger::OnFailed => Some("FAILED"),
        _ => None,
    };
    if let Some(on) = on {
        let of = &model.states[state];
        if matches!(of.runs, Runs::Nothing) {
            let name = &of.name;
            errors.span(arrow, format!("`{name}` runs no sub-skill, so nothing in it becomes {on}; write `state {name} = Skill {{ .. }}` or another trigger"));
            left_out(model, state, &edge, errors);
            return;
        }
        let handled = if on == "FINAL" { of.on_final } else { of.on_failed };
        if handled.is_some() {
            errors.span(arrow, format!("`on {on}` is handled in this state already; remove one"));
            return;
        }
        if let Some(id) = add(model, Some(state), edge, errors) {
            let of = &mut model.states[state];
            *(if on == "FINAL" { &mut of.on_final } else { &mut of.on_failed }) = Some(id);
        }
        return;
    }
    if otherwise.is_some() {
        errors.span(arrow, "an edge behind `otherwise` is never checked; move it in front of it");
    }
    if matches!(edge.trigger, Trigger::Otherwise) {
        *otherwise = Some(arrow);
    }
    if matches!(edge.trigger, Trigger::Crossing(_)) && !model.flows() {
        errors.span(arrow, "nothing flows in this skill, so nothing crosses a bound; declare `continuous { x: f32 = 0.0 }`, or write `when` alone");
        left_out(model, state, &edge, errors);
        return;
    }
    if let Some(id) = add(model, Some(state), edge, errors) {
        model.states[state].plain.push(id);
    }
}

/// An edge that is wrong otherwise, and reported: its target is looked at all the same,
/// and an IDE is shown its values.
fn left_out(model: &mut Model, state: StateId, edge: &ast::Edge, errors: &mut Errors) {
    let Some(to) = target(model, Some(state), &edge.target, errors) else { return };
    lose(model, Some(state), Some(to));
    let mut quiet = Errors::default();
    let Given { values, .. } = values_of(model, Some(state), to, &edge.target, &mut quiet);
    model.states[state].plain.push(model.edges.len());
    model.edges.push(Edge {
        from: Some(state),
        to,
        values,
        wrong: true,
        trigger: Trigger::Broken,
        precond: false,
        label: String::new(),
        reason: None,
    });
}

/// Adds an edge whose target exists.
fn add(
    model: &mut Model,
    from: Option<StateId>,
    edge: ast::Edge,
    errors: &mut Errors,
) -> Option<EdgeId> {
    args::only_docs(&edge.attrs, errors);
    let Some(to) = target(model, from, &edge.target, errors) else {
        return guard_alone(model, from, edge.trigger);
    };
    let Given { values, wrong } = values_of(model, from, to, &edge.target, errors);
    if let ast::Target::State(name, _) | ast::Target::Held(name, _) = &edge.target
        && edge.precond.is_some()
        && leads_inside(model, from, to)
    {
        errors.at(name, "a precondition is checked before the state is entered, so it cannot lead inside it; lead beside it, or write the edge without `precond`");
        lose(model, from, None);
        return guard_alone(model, from, edge.trigger);
    }
    let reason = match edge.target {
        ast::Target::Failed(_, reason) => reason.and_then(|reason| check_reason(reason, errors)),
        _ => None,
    };
    let documented = docs::text(&edge.attrs);
    let label = if documented.is_empty() { describe(&edge.trigger) } else { documented };
    let precond = edge.precond.is_some();
    let trigger = edge.trigger;
    model.edges.push(Edge { from, to, values, wrong, trigger, precond, label, reason });
    Some(model.edges.len() - 1)
}

/// What an IDE shall see of an edge without a target: its guard.
fn guard_alone(model: &mut Model, from: Option<StateId>, trigger: Trigger) -> Option<EdgeId> {
    let (Trigger::When(guard) | Trigger::HalfTyped(guard)) = trigger else { return None };
    model.edges.push(Edge {
        from,
        to: Target::Failed,
        values: Vec::new(),
        wrong: false,
        trigger: Trigger::HalfTyped(guard),
        precond: false,
        label: String::new(),
        reason: None,
    });
    Some(model.edges.len() - 1)
}

/// The label of an edge without a doc comment.
fn describe(trigger: &Trigger) -> String {
    match trigger {
        Trigger::When(guard) => label::print(guard),
        Trigger::Crossing(guard) => format!("crossing {}", label::print(&guard.tokens)),
        Trigger::Otherwise => "otherwise".to_owned(),
        Trigger::AfterTicks(1) => "after 1 tick".to_owned(),
        Trigger::AfterTicks(ticks) => format!("after {ticks} ticks"),
        Trigger::After(time, _) => format!("after {}", label::print(time)),
        Trigger::OnFinal => "on FINAL".to_owned(),
        Trigger::OnFailed => "on FAILED".to_owned(),
        Trigger::HalfTyped(_) | Trigger::HalfTypedTime(_) | Trigger::Broken => String::new(),
    }
}

/// As many numbers as `{}` in the text, and at most four.
fn check_reason(reason: ast::Reason, errors: &mut Errors) -> Option<Reason> {
    let ast::Reason { text, values } = reason;
    let template = text.value().replace("{{", "").replace("}}", "");
    let mut places = 0;
    for part in template.split('{').skip(1) {
        places += 1;
        let spec = part.split_once('}').map(|(spec, _)| spec);
        let digits = spec.and_then(|spec| spec.strip_prefix(":."));
        let known = spec == Some("") || digits.is_some_and(|digits| digits.parse::<u8>().is_ok());
        if !known {
            errors.at(
                &text,
                "a place for a number is `{}` or `{:.2}`; a brace itself is `{{` or `}}`",
            );
            return None;
        }
    }
    if values.len() > 4 {
        errors.at(&values[4].tokens, "a reason carries at most four numbers");
        return None;
    }
    if places != values.len() {
        let given = values.len();
        errors.at(&text, format!("this text has a place for {places}, but {given} given behind it; give one number for each `{{}}`"));
        return None;
    }
    Some(Reason { text, values })
}

/// FINAL and FAILED of what a state runs must both be handled.
fn check_results(model: &Model, state: StateId, errors: &mut Errors) {
    let state = &model.states[state];
    let what = match &state.runs {
        Runs::Nothing | Runs::Unknown => return,
        Runs::Skills(calls) if calls.len() == 1 => "the sub-skill",
        Runs::Skills(_) => "the sub-skills",
        Runs::Action(_) => "the action",
    };
    let missing = match (state.on_final, state.on_failed) {
        (Some(_), Some(_)) => return,
        (None, Some(_)) => "-> TARGET on FINAL;",
        (Some(_), None) => "-> FAILED on FAILED;",
        (None, None) => "-> FINAL on FINAL; -> FAILED on FAILED;",
    };
    errors.at(
        &state.name,
        format!("`{}` does not handle every result of {what}; add `{missing}`", state.name),
    );
}
