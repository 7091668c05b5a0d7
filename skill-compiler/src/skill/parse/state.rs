//! `start state NAME = runs? { .. }`

use super::{flow, items, kw, params, transition};
use crate::skill::ast::{Action, Body, Call, CallArg, Runs, State};
use crate::syntax::errors::Errors;
use crate::syntax::names;
use crate::syntax::recover::{take_expr, take_until};
use quote::quote_spanned;
use syn::parse::ParseStream;
use syn::spanned::Spanned as _;
use syn::{Attribute, Expr, Ident, Path, Token, braced, parenthesized};

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
    if let Some(equals) = input.parse::<Option<Token![=]>>()? {
        match runs(input, equals.span(), errors) {
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

/// `Sub { .. }`, `(A { .. }, B { .. })` or `action f(args)`
fn runs(
    input: ParseStream<'_>,
    equals: proc_macro2::Span,
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
            base = items::code::<Expr>(tokens, dots.spans[1], errors);
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
        take_expr(input, |input| input.peek(Token![,]))
    } else {
        errors
            .at(&name, format!("missing value for argument `{name}`\nhelp: write `{name}: value`"));
        return Ok(CallArg { name, value: None, shorthand });
    };
    let value = items::code::<Expr>(tokens, name.span(), errors);
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
        args.extend(items::code::<Expr>(arg, list.span(), errors));
        let _ = list.parse::<Token![,]>();
    }
    Ok(Action { function, args })
}
