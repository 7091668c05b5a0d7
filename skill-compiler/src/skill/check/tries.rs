//! `tries`: each transition into FAILED out of a state that is tried again gets another one before
//! it, which leads to the next try while there are some left. The number of the try is a parameter
//! of the state that nobody has written.

use super::first_class::held_by;
use super::handlers::nothing_fails;
use super::instances::instance_of;
use super::{
    Again, Analysis, Draft, DraftValue, Model, Param, StateId, Target, Transition, TransitionId,
    Value,
};
use crate::skill::ast::{Code, ParamType, Trigger};
use crate::skill::facts::{Condition, Facts};
use crate::syntax::at::parentheses;
use crate::syntax::errors::Errors;
use crate::syntax::names::{TRIES, did_you_mean, plain};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use std::collections::{BTreeMap, BTreeSet};
use syn::Expr;
use syn::spanned::Spanned as _;

/// A state that is tried again.
struct Tried {
    state: StateId,
    /// The parameter with the number of the try.
    param: Ident,
    /// The condition that there are tries left; `None` if something is wrong.
    left: Option<Code>,
    via: Option<StateId>,
}

/// Adds parameters and transitions. All code has been checked.
pub fn expand(analysis: &mut Analysis, errors: &mut Errors) {
    let mut all: Vec<Tried> = Vec::new();
    for state in 0..analysis.states.len() {
        let Some(tries) = &analysis.states[state].tries else { continue };
        let (word, count, name) = (tries.word.clone(), tries.count.clone(), tries.via.clone());
        let before = errors.count();
        let via = name.and_then(|name| via(analysis, state, &name, &all, errors));
        let mut count = count.filter(|count| !count.half_typed && errors.count() == before);
        if count.is_none() {
            analysis.lost[state].targets.push(None);
        } else if !can_fail(analysis, state) {
            let lost = &analysis.lost[state].targets;
            if !lost.iter().any(|to| matches!(to, None | Some(Target::Failed))) {
                let name = &analysis.states[state].name;
                errors.at(&word, nothing_fails(name, &word.to_string()));
            }
            count = None;
        }
        let param = format_ident!("{TRIES}{}", plain(&analysis.states[state].key));
        let left = count.and_then(|count| left(&param, &count));
        all.push(Tried { state, param, left, via });
    }
    // Also of one that is wrong: an IDE must find the same tokens in the code before it.
    for tried in &all {
        count(analysis, tried.state, &tried.param, 1);
        if let Some(via) = tried.via {
            count(analysis, via, &tried.param, 0);
        }
    }
    let only_again = handle_failures(analysis, &all);
    for state in 0..analysis.states.len() {
        let around: Vec<StateId> = analysis.around(Some(state)).collect();
        let around = around.iter().filter_map(|state| all.iter().find(|of| of.state == *state));
        let around: Vec<&Tried> = around.collect();
        if around.is_empty() {
            continue;
        }
        let of = &mut analysis.states[state];
        let lists = [
            std::mem::take(&mut of.on_final),
            std::mem::take(&mut of.on_failed),
            std::mem::take(&mut of.plain),
        ];
        let [on_final, on_failed, plain] = lists.map(|list| {
            let mut expanded = Vec::new();
            for number in list {
                if only_again.contains(&number) {
                    if let Some(again) = again(analysis, number, around[0]) {
                        analysis.drafts[number] = again;
                    }
                } else {
                    for tried in &around {
                        expanded.extend(add_again(analysis, number, tried));
                    }
                }
                expanded.push(number);
            }
            expanded
        });
        let of = &mut analysis.states[state];
        (of.on_final, of.on_failed, of.plain) = (on_final, on_failed, plain);
    }
    for tried in &all {
        if let Some(via) = tried.via {
            go_on(analysis, via, tried);
        }
    }
}

/// Returns the state that leads to the next try of a state.
fn via(
    analysis: &Analysis,
    state: StateId,
    name: &Ident,
    others: &[Tried],
    errors: &mut Errors,
) -> Option<StateId> {
    let (of, text) = (&analysis.states[state].name, plain(name));
    let beside = analysis.states.iter().enumerate();
    let beside = beside.filter(|(_, each)| each.parent == analysis.states[state].parent);
    let names: BTreeMap<String, StateId> =
        beside.map(|(state, each)| (plain(&each.name), state)).collect();
    let found = names.get(&text).copied();
    let message = match found {
        None => {
            let elsewhere = analysis.states.iter().position(|each| plain(&each.name) == text);
            let near = did_you_mean(&text, names.keys().map(String::as_str));
            match elsewhere {
                Some(other) => {
                    let parents = [other, state].map(|state| analysis.states[state].parent);
                    let (place, by) = match parents {
                        _ if analysis.lies_in(state, other) => ("around", state),
                        [Some(parent), _] => ("inside", parent),
                        [None, parent] => ("outside of", parent.unwrap_or(state)),
                    };
                    let beside = if by == state { "it".to_owned() } else { format!("`{of}`") };
                    let by = &analysis.states[by].name;
                    format!(
                        "`{name}` is {place} `{by}`, not beside {beside}\nhelp: name a state beside `{of}` that leads to it"
                    )
                }
                None if near.is_empty() => format!(
                    "cannot find state `{name}` beside `{of}`\nhelp: add it beside `{of}`: `state {name} {{ -> {of} after 1s; }}`"
                ),
                None => format!("cannot find state `{name}` beside `{of}`{near}"),
            }
        }
        Some(via) if via == state => {
            format!("`{name}` between its own tries\nhelp: remove `via`, or name another state")
        }
        Some(via) => {
            let leads = |draft: &Draft| {
                let from = draft.from.is_some_and(|from| analysis.lies_in(from, via));
                from && draft.to == Some(Target::State(state))
            };
            let first = others.iter().find(|other| other.via == Some(via));
            let mut params = analysis.states[via].params.iter();
            if let Some(other) = first {
                let other = &analysis.states[other.state].name;
                format!(
                    "`{name}` is between the tries of `{other}`\nhelp: add another state for those of `{of}`"
                )
            } else if let Some(param) = params.find(|param| param.default.is_none()) {
                format!(
                    "`{name}` between two tries gets no value for `{}`\nhelp: give it a default",
                    param.name
                )
            } else if analysis.lost[via].targets.is_empty() && !analysis.drafts.iter().any(leads) {
                format!(
                    "`{name}` does not lead to `{of}`\nhelp: add a transition to it: `-> {of} after 1s;`"
                )
            } else {
                return found;
            }
        }
    };
    errors.at(name, message);
    None
}

/// Whether a transition out of a state, or out of one inside it, leads to FAILED, or may have to.
fn can_fail(analysis: &Analysis, state: StateId) -> bool {
    let leads = |draft: &Draft| {
        let inside = draft.from.is_some_and(|from| analysis.lies_in(from, state));
        inside && !draft.precond && draft.to == Some(Target::Failed)
    };
    analysis.drafts.iter().any(leads) || is_unhandled(analysis, state)
}

/// Whether a failure of what runs in a state may be handled by nothing in it.
fn is_unhandled(analysis: &Analysis, state: StateId) -> bool {
    let mut inside = (0..analysis.states.len()).filter(|from| analysis.lies_in(*from, state));
    inside.any(|from| {
        let of = &analysis.states[from];
        let mut between = analysis.around(Some(from)).take_while(|around| *around != state);
        (of.can_fail() || of.holds_by_value() || analysis.lost[from].runs)
            && !takes_each(analysis, state)
            && !between.any(|of| takes_each(analysis, of))
    })
}

/// Reports a state that leads to FAILED where one that is tried again holds it by value: its code is the
/// same wherever it is held, and cannot count the tries.
pub fn check_held(model: &Model, errors: &mut Errors) {
    let mut said = BTreeSet::new();
    for instance in 0..model.instances.len() {
        let path = model.path_to(instance);
        let held = path.iter().rposition(|of| model.instances[*of].through.is_some());
        let Some((place, (held, root))) =
            held.and_then(|place| Some((place, instance_of(model, path[place])?)))
        else {
            continue;
        };
        let Some(tried) = path[..place].iter().rfind(|of| model.state_of(**of).tries.is_some())
        else {
            continue;
        };
        let of = model.instances[instance].state;
        let leads = |of: &&Transition| of.to == Target::Failed && !of.precond;
        let transitions = model.transitions_of(of).map(|number| &model.transitions[&number]);
        let Some(leads) = transitions.into_iter().find(leads) else { continue };
        let tried = model.instances[*tried].state;
        let Some((_, passed)) = held_by(model, held).iter().find(|(state, _)| *state == root)
        else {
            continue;
        };
        if !said.insert((tried, of)) {
            continue;
        }
        let [name, root, tried] = [of, root, tried].map(|state| &model.states[state].name);
        let help = if leads.implied {
            format!("remove `?` from `{name}`, `tries` handles the failures of what it runs, too")
        } else {
            format!("write `{root}` inside `{tried}`, or pass it by `ref`")
        };
        errors.at(passed, format!("`{name}` leads to FAILED, which is not tried again where `{tried}` holds `{root}` by value\nhelp: {help}"));
    }
}

/// Whether the transitions of a state on FAILED take each failure.
fn takes_each(analysis: &Analysis, state: StateId) -> bool {
    let last = analysis.states[state].on_failed.last();
    last.is_some_and(|last| {
        matches!(analysis.drafts[*last].trigger, Some(Trigger::OnFailed(_, None)))
    })
}

/// Adds `-> FAILED on FAILED` to the states whose failures nothing in them handles. Returns those
/// that are in place of one that leads to the next try alone: a state around, or `always`, handles
/// the last failure.
fn handle_failures(analysis: &mut Analysis, all: &[Tried]) -> Vec<TransitionId> {
    let mut only_again = Vec::new();
    let is_handler = |number: &TransitionId| {
        matches!(analysis.drafts[*number].trigger, Some(Trigger::OnFailed(..)))
    };
    let always = analysis.always.iter().any(is_handler);
    for tried in all {
        if tried.left.is_none() || !is_unhandled(analysis, tried.state) {
            continue;
        }
        let number = analysis.drafts.len();
        let parent = analysis.states[tried.state].parent;
        let handles = |around: StateId| !analysis.states[around].on_failed.is_empty();
        if always || analysis.around(parent).any(handles) {
            only_again.push(number);
        }
        let runs = analysis.states[tried.state].can_fail();
        let word = analysis.states[tried.state].tries.as_ref().map(|tries| tries.word.span());
        analysis.drafts.push(Draft {
            arrow: word.unwrap_or_else(Span::call_site),
            to: Some(Target::Failed),
            trigger: Some(Trigger::OnFailed(None, None)),
            implied: runs,
            label: "on FAILED".to_owned(),
            ..Draft::of(Some(tried.state))
        });
        analysis.states[tried.state].on_failed.push(number);
    }
    only_again
}

/// Gives a state the parameter that counts.
fn count(analysis: &mut Analysis, state: StateId, name: &Ident, first: u32) {
    let ty = syn::parse_quote!(u32);
    analysis.states[state].params.push(Param {
        docs: String::new(),
        is_mut: false,
        name: name.clone(),
        ty: ParamType::Value(Box::new(ty)),
        default: Some(Code::generated(quote!(#first))),
        holds: Vec::new(),
        counts: true,
    });
}

/// Adds the transition that leads to the next try in place of one that leads to FAILED.
fn add_again(analysis: &mut Analysis, number: TransitionId, tried: &Tried) -> Option<TransitionId> {
    let mut again = again(analysis, number, tried)?;
    let id = analysis.drafts.len();
    // A crossing is located with its whole guard.
    if matches!(again.trigger, Some(Trigger::Crossing(_))) {
        again.again = Some(Again::Before(number));
    } else {
        again.again = Some(Again::Fired(number));
        let left = tried.left.as_ref()?.tokens.clone();
        analysis.drafts[number].agains.push((id, left));
    }
    analysis.drafts.push(again);
    Some(id)
}

/// Returns the transition that leads to the next try in place of one that leads to FAILED.
fn again(analysis: &Analysis, number: TransitionId, tried: &Tried) -> Option<Draft> {
    let draft = &analysis.drafts[number];
    if draft.to != Some(Target::Failed) || draft.wrong {
        return None;
    }
    let left = tried.left.as_ref()?;
    let to = tried.via.unwrap_or(tried.state);
    let param = &tried.param;
    let values = analysis.states[to].params.iter().enumerate().map(|(place, each)| {
        match (each.name == *param, tried.via) {
            (true, Some(_)) => Value::Code(generated(quote!(self.#param))),
            (true, None) => Value::Code(generated(quote!(self.#param.wrapping_add(1)))),
            (false, Some(_)) => Value::Default,
            (false, None) => Value::Kept((to, place)),
        }
    });
    Some(Draft {
        arrow: draft.arrow,
        to: Some(Target::State(to)),
        values: values.map(DraftValue::Right).collect(),
        bindings: draft.bindings.clone(),
        trigger: Some(while_left(draft.trigger.as_ref()?, left)?),
        again: Some(Again::Alone),
        label: format!("{}, try again", draft.label),
        ..Draft::of(draft.from)
    })
}

/// Code with its facts.
fn generated(tokens: TokenStream) -> Code {
    let facts =
        syn::parse2(tokens.clone()).map_or_else(|_| Facts::default(), |expr| Facts::of_expr(&expr));
    Code { tokens, facts, half_typed: false }
}

/// Code with those facts of its parts that are not in its tokens.
fn made_of(tokens: TokenStream, parts: &[&Code]) -> Code {
    let mut code = generated(tokens);
    for facts in parts.iter().map(|part| &part.facts) {
        code.facts.bound.extend(facts.bound.iter().cloned());
        code.facts.returns.extend(&facts.returns);
    }
    code
}

/// The condition that there are tries left.
fn left(param: &Ident, count: &Code) -> Option<Code> {
    let is_operand = matches!(
        syn::parse2(count.tokens.clone()).ok()?,
        Expr::Lit(_)
            | Expr::Path(_)
            | Expr::Field(_)
            | Expr::Call(_)
            | Expr::MethodCall(_)
            | Expr::Paren(_)
    );
    // An error of its type is at the count.
    let span = count.tokens.span();
    let grouped = parentheses(span, count.tokens.clone());
    let number = if is_operand { quote!(#count) } else { quote!(#grouped) };
    let mut param = param.clone();
    param.set_span(span);
    Some(made_of(quote_spanned!(span=> self.#param < #number), &[count]))
}

/// The same trigger while there are tries left.
fn while_left(trigger: &Trigger, left: &Code) -> Option<Trigger> {
    if trigger.codes().any(|code| code.half_typed) {
        return None;
    }
    let guard = match trigger.guard() {
        // Parts that are joined by `&&` alone.
        Some(guard) if guard.facts.effects.lets.is_some() => {
            made_of(quote!(#guard && #left), &[guard, left])
        }
        Some(guard) => made_of(quote!((#guard) && #left), &[guard, left]),
        None => left.clone(),
    };
    let condition = Condition::of(&syn::parse2(guard.tokens.clone()).ok()?);
    Some(match trigger.clone() {
        Trigger::When(..) | Trigger::Otherwise => Trigger::When(guard, condition),
        Trigger::Remembers(_, memory) => Trigger::Remembers(guard, memory),
        Trigger::Crossing(_) => Trigger::Crossing(guard),
        Trigger::After(time, _) => Trigger::After(time, Some((guard, condition))),
        Trigger::OnFinal(names, _) => Trigger::OnFinal(names, Some((guard, condition))),
        Trigger::OnFailed(name, _) => Trigger::OnFailed(name, Some((guard, condition))),
    })
}

/// Has the transitions from the state between two tries count the next one, and those to itself go on
/// counting.
fn go_on(analysis: &mut Analysis, via: StateId, tried: &Tried) {
    let params = &analysis.model.states[tried.state].params;
    let place = params.iter().position(|param| param.name == tried.param);
    let inside: Vec<StateId> = (0..analysis.model.states.len())
        .filter(|from| analysis.model.lies_in(*from, via))
        .collect();
    let leads = |draft: &&mut Draft| {
        let from = draft.from.is_some_and(|from| inside.contains(&from));
        let to = [tried.state, via].map(|state| Some(Target::State(state)));
        from && to.contains(&draft.to) && draft.again.is_none()
    };
    let own = analysis.model.states[via].params.iter().position(|param| param.name == tried.param);
    let param = &tried.param;
    for draft in analysis.drafts.iter_mut().filter(leads) {
        let (place, count) = match draft.to {
            Some(Target::State(to)) if to == via => (own, quote!(self.#param)),
            _ => (place, quote!(self.#param.wrapping_add(1))),
        };
        let given = draft.values.len();
        let defaults = (given..place.unwrap_or(given)).map(|_| DraftValue::Right(Value::Default));
        draft.values.extend(defaults);
        draft.values.push(DraftValue::Right(Value::Code(generated(count))));
    }
}
