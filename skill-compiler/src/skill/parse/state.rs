//! `start state NAME = runs? { .. }`

use super::slips::Place;
use super::{flow, items, kw, params, runs, transition};
use crate::skill::ast::{Body, State};
use crate::syntax::errors::Errors;
use crate::syntax::names::{self, plain};
use crate::syntax::read::{self, attributes};
use crate::syntax::recover::take_until;
use proc_macro2::Span;
use syn::ext::IdentExt as _;
use syn::parse::ParseStream;
use syn::spanned::Spanned as _;
use syn::{Attribute, Ident, Token, braced, parenthesized};

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
    } else if items::means_start(input) {
        let word = input.parse::<Ident>()?;
        errors.at(&word, format!("expected `start`, found `{word}`\nhelp: write `start state`"));
        Some(word.span())
    } else if items::means_end(input) {
        let word = input.call(Ident::parse_any)?;
        errors.at(&word, format!("unexpected `{word}` before `state`\nhelp: remove it; a transition to `FINAL` ends the skill: `-> FINAL when GUARD;`"));
        None
    } else {
        None
    };
    keyword(input, start.is_some(), errors)?;
    let (start, name) = named(input, start, errors)?;
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
    if input.peek(Token![?]) && input.peek2(Token![=]) {
        let question = input.parse::<Token![?]>()?;
        let message = format!(
            "`?` after the name of the state\nhelp: write it before the body: `state {} = Skill {{ .. }}? {{ .. }}`",
            state.name
        );
        errors.at(&question, message);
        state.passes_failure = Some(question.span());
    }
    if let Some(equals) = equals(input, &state.name, errors)? {
        (state.runs, state.lost_runs) = runs::after(input, equals, errors);
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
            "expected the body of the state{}\nhelp: list several sub-skills and actions in parentheses: `(A {{ .. }}, B {{ .. }})`",
            read::found_token(input)
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
        let _ = input.parse::<Token![;]>();
    }
    if let Some(question) = input.parse::<Option<Token![?]>>()? {
        let message = format!(
            "`?` after the body of the state\nhelp: write it before the body: `state {} = Skill {{ .. }}? {{ .. }}`",
            state.name
        );
        errors.at(&question, message);
        state.passes_failure = Some(question.span());
    }
    Ok(state)
}

/// `state`; what is in its place is reported.
fn keyword(input: ParseStream<'_>, started: bool, errors: &mut Errors) -> syn::Result<()> {
    if let Some(word) = input.parse::<Option<kw::state>>()? {
        errors.record_keyword("state", word.span);
        return Ok(());
    }
    let word = input.fork().parse::<Ident>()?;
    if input.peek2(Ident) {
        input.parse::<Ident>()?;
        errors.at(&word, format!("expected `state`, found `{word}`"));
    } else {
        let message = if started {
            format!("missing `state` after `start`\nhelp: write `start state {word}`")
        } else {
            format!("missing `state` before `{word}`\nhelp: write `state {word}`")
        };
        errors.at(&word, message);
    }
    Ok(())
}

/// The name of a state. `state start A` is reported.
fn named(
    input: ParseStream<'_>,
    start: Option<Span>,
    errors: &mut Errors,
) -> syn::Result<(Option<Span>, Ident)> {
    let name = read::name(input, "expected a name after `state`", errors)
        .inspect_err(|_| errors.lost_state = true)?;
    // Raw only where it must be: `r#Try` is `Try`.
    let name = names::ident(&plain(&name), name.span());
    if name == "start" && input.peek(Ident) {
        let next = input.parse::<Ident>()?;
        let message = format!("`start` after `state`\nhelp: write `start state {next}`");
        errors.at(&name, message);
        return Ok((Some(name.span()), next));
    }
    Ok((start, name))
}

/// `=` before what a state runs; `:` is reported.
fn equals(input: ParseStream<'_>, name: &Ident, errors: &mut Errors) -> syn::Result<Option<Span>> {
    if let Some(colon) = input.parse::<Option<Token![:]>>()? {
        let message = format!(
            "expected `=` before what the state runs, found `:`\nhelp: write `state {name} = Skill {{ .. }} {{ .. }}`"
        );
        errors.at(&colon, message);
        return Ok(Some(colon.span));
    }
    Ok(input.parse::<Option<Token![=]>>()?.map(|equals| equals.span))
}

fn item(input: ParseStream<'_>, parent: &mut State, errors: &mut Errors) -> syn::Result<()> {
    let body = &mut parent.body;
    let attrs = attributes(input, errors)?;
    if transition::begins(input) {
        parent.broken |= !transition::transition(input, attrs, &mut body.transitions, errors);
        return Ok(());
    }
    if items::begins_state(input) || items::state_is_meant(input) {
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
        let content = read::braces(input, "flow", errors)?;
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
        items::unexpected(input, Place::State, errors);
        parent.broken = true;
        return Ok(());
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
