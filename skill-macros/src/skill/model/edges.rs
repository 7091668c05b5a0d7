//! Edges: targets exist, triggers fit, results of sub-skills are handled.

use super::{Edge, EdgeId, Held, Model, Reason, StateId, Target, Value, args, params, purity};
use crate::skill::ast::{self, Runs, Trigger};
use crate::syntax::errors::Errors;
use crate::syntax::names::{did_you_mean, nearest, plain};
use crate::syntax::{docs, label};
use proc_macro2::{Ident, Span, TokenTree};

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
        if let Some(to) = target(model, Some(state), &edge.target, errors) {
            model.states[state].lost.push(Some(to));
        }
        return;
    }
    if let Some(precond) = edge.precond {
        if !matches!(edge.trigger, Trigger::When(_) | Trigger::HalfTyped(_) | Trigger::Otherwise) {
            errors.span(precond, "a precondition is checked before the state is entered: `precond -> TARGET when GUARD;`");
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
        return;
    }
    if let Some(id) = add(model, Some(state), edge, errors) {
        model.states[state].plain.push(id);
    }
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
    let values = match &edge.target {
        ast::Target::State(name, values) | ast::Target::Held(name, values) => {
            values_of(model, from, to, name, values, errors)
        }
        _ => Some(Vec::new()),
    };
    let Some(values) = values else {
        if let Some(from) = from {
            model.states[from].lost.push(Some(to));
        }
        return guard_alone(model, from, edge.trigger);
    };
    if edge.precond.is_some() && leads_inside(model, from, to) {
        errors.span(edge.arrow, "a precondition is checked before the state is entered, so it cannot lead inside it; lead beside it, or write the edge without `precond`");
        if let Some(from) = from {
            model.states[from].lost.push(None);
        }
        return guard_alone(model, from, edge.trigger);
    }
    if !purity::check(model, &edge.trigger, errors) {
        if let Some(from) = from {
            model.states[from].lost.push(Some(to));
        }
        return None;
    }
    let reason = match edge.target {
        ast::Target::Failed(_, reason) => reason.and_then(|reason| check_reason(reason, errors)),
        _ => None,
    };
    let documented = docs::text(&edge.attrs);
    let label = if documented.is_empty() { describe(&edge.trigger) } else { documented };
    let precond = edge.precond.is_some();
    model.edges.push(Edge { from, to, values, trigger: edge.trigger, precond, label, reason });
    Some(model.edges.len() - 1)
}

/// What an IDE shall see of an edge without a target: its guard.
fn guard_alone(model: &mut Model, from: Option<StateId>, trigger: Trigger) -> Option<EdgeId> {
    let (Trigger::When(guard) | Trigger::HalfTyped(guard)) = trigger else { return None };
    model.edges.push(Edge {
        from,
        to: Target::Failed,
        values: Vec::new(),
        trigger: Trigger::HalfTyped(guard),
        precond: false,
        label: String::new(),
        reason: None,
    });
    Some(model.edges.len() - 1)
}

/// The target of an edge. One that does not exist is remembered as lost, perhaps
/// with the state that was meant.
fn target(
    model: &mut Model,
    from: Option<StateId>,
    target: &ast::Target,
    errors: &mut Errors,
) -> Option<Target> {
    let name = match target {
        ast::Target::Final(_) => return Some(Target::Final),
        ast::Target::Failed(..) => return Some(Target::Failed),
        ast::Target::State(name, _) => name,
        ast::Target::Held(name, _) => return held_target(model, from, name, errors),
        ast::Target::Missing => {
            if let Some(from) = from {
                model.states[from].lost.push(None);
            }
            return None;
        }
    };
    let of_name = |name: &str| model.states.iter().position(|state| state.name == name);
    if let Some(state) = of_name(&name.to_string()) {
        return check_place(model, from, state, name, errors).then_some(Target::State(state));
    }
    let names: Vec<String> = model.states.iter().map(|state| state.name.to_string()).collect();
    let names = names.iter().map(String::as_str).chain(["FINAL", "FAILED"]);
    let near = nearest(&name.to_string(), names);
    let mend = match near {
        Some(near) => format!("; did you mean `{near}`?"),
        None => format!("; add `state {name} {{ .. }}`"),
    };
    errors.at(name, format!("there is no state `{name}`{mend}"));
    let meant = near.map(|near| match near {
        "FINAL" => Target::Final,
        "FAILED" => Target::Failed,
        near => of_name(near).map_or(Target::Failed, Target::State),
    });
    match from {
        Some(from) => model.states[from].lost.push(meant),
        None => model.states.iter_mut().for_each(|state| state.lost.push(meant)),
    }
    None
}

/// Whether a target lies in the state that the edge leaves.
fn leads_inside(model: &Model, from: Option<StateId>, to: Target) -> bool {
    match to {
        Target::State(to) => model.states[to].parent.is_some() && model.states[to].parent == from,
        Target::Held((owner, index)) => {
            let by_ref = matches!(&model.states[owner].params[index].ty,
                ast::ParamType::State(ty) if ty.by_ref);
            Some(owner) == from && !by_ref
        }
        Target::Final | Target::Failed => false,
    }
}

/// A transition leads to a child or a sibling of an active state: of the state it leaves
/// or one around it.
fn check_place(
    model: &mut Model,
    from: Option<StateId>,
    to: StateId,
    name: &Ident,
    errors: &mut Errors,
) -> bool {
    let Some(parent) = model.states[to].parent else { return true };
    if model.around(from).any(|around| around == parent) {
        return true;
    }
    // The outermost state around the target that a transition could lead to.
    let near = model.around(Some(to)).find(|state| match model.states[*state].parent {
        None => true,
        Some(parent) => model.around(from).any(|around| around == parent),
    });
    let near = near.map_or(String::new(), |near| model.states[near].name.to_string());
    let message = format!(
        "`{name}` lies in `{}`, which need not be active here; a transition leads to a child or a sibling of an active state, so lead to `{near}` and let it go on",
        model.states[parent].name
    );
    errors.at(name, message);
    match from {
        Some(from) => model.states[from].lost.push(None),
        None => model.states.iter_mut().for_each(|state| state.lost.push(None)),
    }
    false
}

/// `-> self.next`: a parameter, of the state or one around it, that holds a state.
fn held_target(
    model: &mut Model,
    from: Option<StateId>,
    name: &Ident,
    errors: &mut Errors,
) -> Option<Target> {
    if let Some(held) = held(model, from, name) {
        return Some(Target::Held(held));
    }
    let known: Vec<String> = params_around(model, from)
        .filter(|(_, _, param)| matches!(param.ty, ast::ParamType::State(_)))
        .map(|(_, _, param)| plain(&param.name))
        .collect();
    let text = plain(name);
    let near = did_you_mean(&text, known.iter().map(String::as_str));
    let is_param = params_around(model, from).any(|(_, _, param)| plain(&param.name) == text);
    let what = if is_param {
        format!(
            "the parameter `{name}` holds no state; its type would be `state(..)` or `ref state(..)`"
        )
    } else {
        format!("no parameter `{name}` holds a state here{near}")
    };
    errors.at(name, what);
    match from {
        Some(from) => model.states[from].lost.push(None),
        None => model.states.iter_mut().for_each(|state| state.lost.push(None)),
    }
    None
}

/// The parameters that a state sees, innermost first.
fn params_around(
    model: &Model,
    from: Option<StateId>,
) -> impl Iterator<Item = (StateId, usize, &super::Param)> {
    model.around(from).flat_map(|state| {
        let params = model.states[state].params.iter().enumerate();
        params.map(move |(index, param)| (state, index, param))
    })
}

/// The parameter of this name, if it holds a state.
fn held(model: &Model, from: Option<StateId>, name: &Ident) -> Option<Held> {
    params_around(model, from)
        .find(|(_, _, param)| plain(&param.name) == plain(name))
        .filter(|(_, _, param)| matches!(param.ty, ast::ParamType::State(_)))
        .map(|(state, index, _)| (state, index))
}

/// The values that an edge gives to its target, if they are as many as its parameters.
fn values_of(
    model: &Model,
    from: Option<StateId>,
    to: Target,
    name: &Ident,
    values: &[ast::Code],
    errors: &mut Errors,
) -> Option<Vec<Value>> {
    let types = model.param_types(to);
    if types.len() != values.len() {
        let given = values.len();
        let list = params::print_list(types.iter().copied());
        let message = if types.is_empty() {
            format!("`{name}` has no parameters; write `{name}` alone")
        } else {
            format!(
                "`{name}` takes ({list}), and {given} {} given; give a value for each",
                if given == 1 { "value is" } else { "values are" }
            )
        };
        match values.first() {
            Some(first) if types.is_empty() => errors.at(&first.tokens, message),
            _ => errors.at(name, message),
        }
        return None;
    }
    let pairs: Vec<(&ast::ParamType, &ast::Code)> = types.into_iter().zip(values).collect();
    let values = pairs.into_iter().map(|(ty, code)| match ty {
        ast::ParamType::Value(_) => Some(Value::Code(ast::Code {
            tokens: code.tokens.clone(),
            half_typed: code.half_typed,
        })),
        ast::ParamType::State(ty) => state_value(model, from, ty, code, errors),
    });
    // All are looked at, so that all that is wrong is said.
    let values: Vec<Option<Value>> = values.collect();
    values.into_iter().collect()
}

/// The name of a state, or `self.name` of a parameter that holds one.
fn state_value(
    model: &Model,
    from: Option<StateId>,
    ty: &ast::StateType,
    code: &ast::Code,
    errors: &mut Errors,
) -> Option<Value> {
    let wanted = params::print_list(&ty.params);
    let tokens: Vec<TokenTree> = code.tokens.clone().into_iter().collect();
    let (what, found, value) = match &tokens[..] {
        [TokenTree::Ident(name)] if name != "self" => {
            let state = model.states.iter().position(|state| plain(&state.name) == plain(name));
            let Some(state) = state else {
                let names: Vec<String> =
                    model.states.iter().map(|state| plain(&state.name)).collect();
                let near = did_you_mean(&plain(name), names.iter().map(String::as_str));
                errors.at(name, format!("there is no state `{name}`{near}"));
                return None;
            };
            let params = model.states[state].params.iter().map(|param| &param.ty);
            (name, params::print_list(params), Value::State(state, name.clone()))
        }
        [TokenTree::Ident(word), TokenTree::Punct(dot), TokenTree::Ident(name)]
            if word == "self" && dot.as_char() == '.' =>
        {
            let Some(held) = held(model, from, name) else {
                errors.at(name, format!("no parameter `{name}` holds a state here; pass the name of a state, or a parameter of type `state(..)`"));
                return None;
            };
            let param = &model.states[held.0].params[held.1];
            let ast::ParamType::State(of) = &param.ty else { return None };
            if of.by_ref != ty.by_ref {
                let (is, wanted) = if of.by_ref { ("ref ", "") } else { ("", "ref ") };
                errors.at(name, format!("`{name}` is `{is}state(..)`, but `{wanted}state(..)` is expected; make both the same"));
                return None;
            }
            (name, params::print_list(&of.params), Value::Held(held))
        }
        _ => {
            errors.at(
                &code.tokens,
                "expected the name of a state, or `self.name` of a parameter that holds one",
            );
            return None;
        }
    };
    if found != wanted {
        errors.at(
            what,
            format!("`{what}` takes ({found}), but a state that takes ({wanted}) is expected"),
        );
        return None;
    }
    Some(value)
}

impl Model {
    /// The types of what a target takes.
    pub fn param_types(&self, to: Target) -> Vec<&ast::ParamType> {
        match to {
            Target::Final | Target::Failed => Vec::new(),
            Target::State(state) => {
                self.states[state].params.iter().map(|param| &param.ty).collect()
            }
            Target::Held((state, index)) => match &self.states[state].params[index].ty {
                ast::ParamType::State(ty) => ty.params.iter().collect(),
                ast::ParamType::Value(_) => Vec::new(),
            },
        }
    }
}

/// The label of an edge without a doc comment.
fn describe(trigger: &Trigger) -> String {
    match trigger {
        Trigger::When(guard) => label::print(guard),
        Trigger::Crossing(guard) => format!("crossing {}", label::print(guard)),
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
