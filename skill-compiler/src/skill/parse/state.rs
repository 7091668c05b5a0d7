//! `start state NAME = runs? { .. }`

use super::{flow, items, kw, params, runs, transition};
use crate::skill::ast::{Body, State};
use crate::syntax::errors::Errors;
use crate::syntax::recover::take_until;
use syn::parse::ParseStream;
use syn::spanned::Spanned as _;
use syn::{Attribute, Ident, Token, braced, parenthesized};

const IN_STATE: [&str; 9] =
    ["init", "loop", "exit", "precond ->", "->", "vars", "flow", "start", "state"];

/// Parses a state with its body.
pub fn state(
    input: ParseStream<'_>,
    attrs: Vec<Attribute>,
    errors: &mut Errors,
) -> syn::Result<State> {
    let start = if input.peek(kw::start) {
        let span = input.parse::<kw::start>()?.span;
        errors.record_keyword("start", span);
        Some(span)
    } else {
        None
    };
    errors.record_keyword("state", input.parse::<kw::state>()?.span);
    let name: Ident = input
        .parse()
        .map_err(|error| syn::Error::new(error.span(), "expected a name after `state`"))?;
    let mut state = State {
        attrs,
        start,
        name,
        params: Vec::new(),
        lost_param: false,
        runs: Vec::new(),
        lost_runs: false,
        passes_failure: None,
        broken: false,
        body: Body::default(),
    };
    if input.peek(syn::token::Paren) {
        let list;
        parenthesized!(list in input);
        (state.params, state.lost_param) = params::list(&list, errors);
    }
    if let Some(equals) = input.parse::<Option<Token![=]>>()? {
        (state.runs, state.lost_runs) = runs::after(input, equals.span(), errors);
    }
    if let Some(question) = input.parse::<Option<Token![?]>>()? {
        if state.runs.is_empty() && !state.lost_runs {
            errors.at(
                &question,
                "`?` in a state that runs no sub-skill\nhelp: write `state NAME = Skill { .. }? { .. }`, or remove it",
            );
        } else {
            state.passes_failure = Some(question.span());
        }
    }
    if !state.runs.is_empty() && runs::words_before_body(input) {
        errors.absorb(input.error(format!(
            "expected the body of the state, found `{}`\nhelp: list several sub-skills and actions in parentheses: `(A {{ .. }}, B {{ .. }})`",
            items::next_token(input)
        )));
        take_until(input, |input| input.peek(syn::token::Brace));
    }
    if input.peek(syn::token::Brace) {
        let content;
        braced!(content in input);
        while !content.is_empty() {
            if let Err(error) = item(&content, &mut state, errors) {
                errors.absorb(error);
                items::skip_item(&content);
            }
        }
    } else {
        state.broken = true;
        if !state.lost_runs {
            errors.at(&state.name, format!("expected `{{ .. }}` after `state {}`", state.name));
        }
    }
    Ok(state)
}

fn item(input: ParseStream<'_>, parent: &mut State, errors: &mut Errors) -> syn::Result<()> {
    let body = &mut parent.body;
    let attrs = input.call(Attribute::parse_outer)?;
    if input.peek(Token![->]) || input.peek(kw::precond) {
        parent.broken |= !transition::transition(input, attrs, &mut body.transitions, errors);
        return Ok(());
    }
    if items::begins_state(input) {
        body.states.push(state(input, attrs, errors)?);
        return Ok(());
    }
    if let Some(attr) = attrs.first() {
        errors.at(attr, "unexpected attribute in a state\nhelp: doc comments are allowed on transitions and states");
    }
    if input.peek(kw::vars) && input.peek2(syn::token::Brace) {
        return items::vars(input, "vars", &mut body.vars, errors);
    }
    if input.peek(kw::flow) && input.peek2(syn::token::Brace) {
        errors.record_keyword("flow", input.parse::<kw::flow>()?.span);
        let content = items::braces(input, "flow")?;
        body.flow.extend(flow::equations(&content, errors));
        return Ok(());
    }
    let (place, word) = if input.peek(kw::init) {
        errors.record_keyword("init", input.parse::<kw::init>()?.span);
        (&mut body.init, "init")
    } else if input.peek(Token![loop]) {
        errors.record_keyword("loop", input.parse::<Token![loop]>()?.span);
        (&mut body.loop_, "loop")
    } else if input.peek(kw::exit) {
        errors.record_keyword("exit", input.parse::<kw::exit>()?.span);
        (&mut body.exit, "exit")
    } else {
        return Err(items::unexpected(input, "a state", &IN_STATE, errors));
    };
    let at = input.span();
    let block = items::block(input, word, errors)?;
    if place.is_some() {
        errors.span(at, format!("duplicate `{word}` block\nhelp: merge it with the first `{word}` block of this state"));
    } else {
        *place = block;
    }
    Ok(())
}
