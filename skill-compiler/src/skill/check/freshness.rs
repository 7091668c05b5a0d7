//! A freshness limit must be looked at: some transition asks whether the value is stale.

use super::{Model, StateId};
use crate::skill::ast::{Code, Runs, Trigger};
use crate::syntax::errors::Errors;
use crate::syntax::names::plain;
use proc_macro2::{TokenStream, TokenTree};

/// Reports limits that no guard asks for.
pub fn check(model: &Model, errors: &mut Errors) {
    for interface in
        model.interfaces.iter().filter(|each| each.max_age_micros.is_some() && !each.writes)
    {
        let variable = plain(&interface.variable);
        let asked = model.transitions.iter().any(|transition| match &transition.trigger {
            Trigger::When(tokens) | Trigger::Crossing(Code { tokens, .. }) => {
                asks_stale(tokens.clone(), &variable)
            }
            _ => false,
        });
        if !asked && model.states.iter().all(|state| state.lost.is_empty()) {
            errors.at(
                &interface.variable,
                format!(
                    "no transition checks whether `{variable}` is stale\nhelp: it has a `max_age`, so add `always {{ -> FAILED(\"{variable} is stale\") when {variable}.stale(); }}`"
                ),
            );
        }
    }
}

/// Whether `variable.stale` stands in `tokens`.
fn asks_stale(tokens: TokenStream, variable: &str) -> bool {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let inside = |token: &TokenTree| match token {
        TokenTree::Group(group) => asks_stale(group.stream(), variable),
        _ => false,
    };
    let here = tokens.windows(3).any(|three| match three {
        [TokenTree::Ident(word), TokenTree::Punct(dot), TokenTree::Ident(method)] => {
            word == variable && dot.as_char() == '.' && method == "stale"
        }
        _ => false,
    });
    here || tokens.iter().any(inside)
}

/// Whether some code may ask what an interface refused: it says so, or gives the interface
/// away.
pub fn asks_refusals(model: &Model) -> bool {
    let action = |state: StateId| matches!(model.states[state].runs, Runs::Action(_));
    let always = model.always.iter().flat_map(|transition| model.code_of_transition(*transition));
    let states = 0..model.states.len();
    let mut code = states.clone().flat_map(|state| model.code_of(state)).chain(always);
    states.clone().any(action) || code.any(|tokens| may_ask(model, tokens.clone()))
}

fn may_ask(model: &Model, tokens: TokenStream) -> bool {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    tokens.iter().enumerate().any(|(place, token)| match token {
        TokenTree::Group(group) => may_ask(model, group.stream()),
        TokenTree::Ident(word) => {
            let next = tokens.get(place + 1);
            let used = matches!(next, Some(TokenTree::Punct(dot)) if dot.as_char() == '.');
            let interface = || model.interfaces.iter().any(|each| each.variable == *word);
            word == "refused" || (!used && interface())
        }
        _ => false,
    })
}
