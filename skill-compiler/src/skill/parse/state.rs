//! `start state NAME = runs? { .. }`

use super::slips::Place;
use super::{flow, items, kw, params, transition};
use crate::skill::ast::{Action, Body, Call, CallArg, Runs, State};
use crate::syntax::errors::Errors;
use crate::syntax::explain::CodeKind;
use crate::syntax::names;
use crate::syntax::read::{self, attributes, found};
use crate::syntax::recover::{take_entry, take_expr, take_until};
use proc_macro2::Span;
use quote::quote_spanned;
use syn::parse::ParseStream;
use syn::spanned::Spanned as _;
use syn::{Attribute, Expr, Ident, Path, Token, braced, parenthesized};

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
    keyword(input, start.is_some(), errors)?;
    let (start, name) = named(input, start, errors)?;
    let mut state = State {
        attrs,
        start,
        name,
        params: Vec::new(),
        lost_param: false,
        runs: Some(Runs::Nothing),
        passes_failure: None,
        broken: false,
        body: Body::default(),
    };
    if input.peek(syn::token::Paren) {
        let list;
        parenthesized!(list in input);
        (state.params, state.lost_param) = params::list(&list, errors);
    }
    if let Some(equals) = equals(input, &state.name, errors)? {
        match runs(input, equals, errors) {
            Ok(runs) => state.runs = Some(runs),
            Err(error) => {
                errors.absorb(error);
                state.runs = None;
                take_until(input, |input| {
                    input.peek(syn::token::Brace) || items::begins_item(input)
                });
            }
        }
    }
    if let Some(question) = input.parse::<Option<Token![?]>>()? {
        if matches!(state.runs, Some(Runs::Nothing)) {
            errors.at(
                &question,
                "`?` in a state that runs no sub-skill\nhelp: write `state NAME = Skill { .. }? { .. }`, or remove it",
            );
        } else {
            state.passes_failure = Some(question.span());
        }
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
        if state.runs.is_some() {
            errors.at(&state.name, format!("expected `{{ .. }}` after `state {}`", state.name));
        }
        let _ = input.parse::<Token![;]>();
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
        debug_assert!(started);
        let message = format!("expected `state` after `start`\nhelp: write `start state {word}`");
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
    let name = read::name(input, "expected a name after `state`", errors)?;
    if name == "start" && input.peek(Ident) {
        let next = input.parse::<Ident>()?;
        let message = format!("`start` after `state`\nhelp: write `start state {next}`");
        errors.at(&name, message);
        return Ok((Some(name.span()), next));
    }
    Ok((start, name))
}

/// `=` before what a state runs; `:` is reported.
fn equals(
    input: ParseStream<'_>,
    name: &Ident,
    errors: &mut Errors,
) -> syn::Result<Option<Span>> {
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

/// `Sub { .. }`, `(A { .. }, B { .. })` or `action f(args)`
fn runs(
    input: ParseStream<'_>,
    equals: Span,
    errors: &mut Errors,
) -> syn::Result<Runs> {
    if input.is_empty() || items::begins_item(input) {
        return Err(syn::Error::new(
            equals,
            "expected a sub-skill or an action after `=`\nhelp: write `Skill { .. }`, `(A { .. }, B { .. })` or `action f(..)`",
        ));
    }
    if input.peek(kw::action) && input.peek2(Ident) {
        errors.record_keyword("action", input.parse::<kw::action>()?.span);
        return Ok(Runs::Action(action(input, errors)?));
    }
    if !input.peek(syn::token::Paren) {
        return Ok(Runs::Skills(vec![call(input, errors)?]));
    }
    let list;
    let paren = parenthesized!(list in input);
    let mut calls = Vec::new();
    while !list.is_empty() {
        calls.push(call(&list, errors)?);
        if !list.is_empty() {
            list.parse::<Token![,]>()?;
        }
    }
    if calls.is_empty() {
        return Err(syn::Error::new(
            paren.span.join(),
            "expected at least one sub-skill\nhelp: list them as in `(A { .. }, B { .. })`",
        ));
    }
    Ok(Runs::Skills(calls))
}

/// `Sub { name: value, .., ..base }`
fn call(input: ParseStream<'_>, errors: &mut Errors) -> syn::Result<Call> {
    let skill = input.call(Path::parse_mod_style).map_err(|error| {
        syn::Error::new(
            error.span(),
            "expected a sub-skill\nhelp: write `state NAME = Skill { .. } { .. }`",
        )
    })?;
    errors.words.skills.push(quote::quote!(#skill));
    if !input.peek(syn::token::Brace) {
        return Err(syn::Error::new_spanned(
            &skill,
            "missing arguments of the sub-skill\nhelp: add `{ .. }`, or `{}` if it takes no arguments",
        ));
    }
    if state_follows(input) {
        let name = names::last(&skill);
        let message = format!(
            "missing arguments of the sub-skill\nhelp: write them before the body of the state: `{name} {{}} {{ .. }}`"
        );
        return Err(syn::Error::new_spanned(&skill, message));
    }
    let content;
    braced!(content in input);
    let (mut args, mut base) = (Vec::new(), None);
    while !content.is_empty() {
        if let Some(dots) = content.parse::<Option<Token![..]>>()? {
            let tokens = take_expr(&content, |input| input.peek(Token![,]));
            base = items::code::<Expr>(tokens, CodeKind::Value, dots.spans[1], errors);
            let _ = content.parse::<Token![,]>();
            let rest = take_until(&content, |_| false);
            if !rest.is_empty() {
                errors.at(
                    &rest,
                    "unexpected arguments after the base of the call\nhelp: move them before `..`",
                );
            }
            break;
        }
        match call_arg(&content, errors) {
            Ok(arg) => args.push(arg),
            Err(error) => {
                errors.absorb(error);
                take_until(&content, |input| input.peek(Token![,]));
            }
        }
        let _ = content.parse::<Token![,]>();
    }
    Ok(Call { skill, args, base })
}

/// Returns whether the braces are the body of a state, not the arguments of a call.
fn state_follows(input: ParseStream<'_>) -> bool {
    fn begins_state(input: ParseStream<'_>) -> syn::Result<bool> {
        let content;
        braced!(content in input);
        Ok(items::begins_item(&content))
    }
    begins_state(&input.fork()).unwrap_or(false)
}

/// `name: value`, or `name` for `name: self.name`. One that is half typed is kept for the IDE.
fn call_arg(input: ParseStream<'_>, errors: &mut Errors) -> syn::Result<CallArg> {
    let name: Ident = input.parse().map_err(|error| {
        syn::Error::new(error.span(), "expected an argument\nhelp: write `name: value`")
    })?;
    let shorthand = input.is_empty() || input.peek(Token![,]);
    let tokens = if shorthand {
        quote_spanned!(name.span()=> self.#name)
    } else if input.parse::<Token![:]>().is_ok() {
        take_entry(input)
    } else {
        let message = format!(
            "expected `:` after argument `{name}`{}\nhelp: write `{name}: value`",
            found(input)
        );
        errors.absorb(input.error(message));
        take_until(input, |input| input.peek(Token![,]));
        return Ok(CallArg { name, value: None, shorthand });
    };
    let value = items::code::<Expr>(tokens, CodeKind::Value, name.span(), errors);
    Ok(CallArg { name, value, shorthand })
}

/// `f(args)`
fn action(input: ParseStream<'_>, errors: &mut Errors) -> syn::Result<Action> {
    let function = input.call(Path::parse_mod_style)?;
    if !input.peek(syn::token::Paren) {
        return Err(syn::Error::new_spanned(
            &function,
            "missing arguments of the action\nhelp: write `action f(..)`",
        ));
    }
    let list;
    parenthesized!(list in input);
    let mut args = Vec::new();
    while !list.is_empty() {
        let arg = take_expr(&list, |input| input.peek(Token![,]));
        args.extend(items::code::<Expr>(arg, CodeKind::Value, list.span(), errors));
        let _ = list.parse::<Token![,]>();
    }
    Ok(Action { function, args })
}
