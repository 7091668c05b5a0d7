//! Slips in the head of a skill, and words around its items.

use crate::syntax::errors::Errors;
use crate::syntax::label;
use crate::syntax::recover::take_until;
use crate::syntax::typed;
use proc_macro2::{Group, Span, TokenStream};
use quote::ToTokens as _;
use syn::parse::ParseStream;
use syn::{Ident, Token, Type, Visibility};

/// Reads `pub` after the keyword, which is reported.
pub fn visibility(
    input: ParseStream<'_>,
    (vis, word): (Visibility, &str),
    errors: &mut Errors,
) -> syn::Result<Visibility> {
    if !input.peek(Token![pub]) {
        return Ok(vis);
    }
    let late = input.parse::<Visibility>()?;
    let text = label::print(&late.to_token_stream());
    errors.at(&late, format!("`{text}` after `{word}`\nhelp: write `{text} {word} NAME(..)`"));
    Ok(late)
}

/// Reads a second name, which is reported.
pub fn second_name(input: ParseStream<'_>, word: &str, errors: &mut Errors) {
    if input.peek(Ident)
        && input.peek2(syn::token::Paren)
        && let Ok(second) = input.parse::<Ident>()
    {
        let message =
            format!("unexpected `{second}` after the name of the {word}\nhelp: remove it");
        errors.at(&second, message);
    }
}

/// Reads a result before the arguments, which is reported: `skill Task -> u32 ()`.
pub fn result_first(
    input: ParseStream<'_>,
    name: &Ident,
    word: &str,
    errors: &mut Errors,
) -> Option<Type> {
    let ahead = input.fork();
    ahead.parse::<Token![->]>().ok()?;
    let is_list = |input: ParseStream<'_>| input.peek(syn::token::Paren);
    let ty = take_until(&ahead, |input| is_list(input) || input.peek(syn::token::Brace));
    if ty.is_empty() || !is_list(&ahead) {
        return None;
    }
    let ty = syn::parse2(ty).and_then(typed::one_type).ok()?;
    let arrow = input.parse::<Token![->]>().ok()?;
    take_until(input, is_list);
    let help = format!("help: write `{word} {name}(..) -> {}`", label::print_type(&ty));
    errors.at(&arrow, format!("result before the arguments\n{help}"));
    Some(ty)
}

/// Returns arguments without parentheses, which are reported: `skill Turn angle_rad: f32 { .. }`.
pub fn arguments(
    input: ParseStream<'_>,
    name: &Ident,
    word: &str,
    errors: &mut Errors,
) -> Option<TokenStream> {
    if !input.peek(Ident) || !input.peek2(Token![:]) || input.peek2(Token![::]) {
        return None;
    }
    let at = input.span();
    let list = take_until(input, |input| input.peek(Token![->]) || input.peek(syn::token::Brace));
    let text = label::print(&list);
    let help = format!("help: write `{word} {name}({})`", text.trim_end_matches(','));
    errors.span(at, format!("arguments without parentheses\n{help}"));
    Some(list)
}

/// Reads `:` or `=>` after the arguments: the place of one that is meant as `->`. One before the body is
/// reported.
pub fn colon(input: ParseStream<'_>, errors: &mut Errors) -> syn::Result<Option<Span>> {
    let at = input.span();
    let is_arrow = input.parse::<Option<Token![=>]>>()?.is_some();
    if !is_arrow && input.parse::<Option<Token![:]>>()?.is_none() {
        return Ok(None);
    }
    if !input.peek(syn::token::Brace) {
        return Ok(Some(at));
    }
    let sign = if is_arrow { "=>" } else { ":" };
    errors.span(at, format!("unexpected `{sign}` before the body\nhelp: remove it"));
    Ok(None)
}

/// Reports what is between the name of a skill and its arguments: `L + R(..)`.
pub fn after_name(input: ParseStream<'_>, word: &str, errors: &mut Errors) {
    let ahead = input.fork();
    let is_end = |input: ParseStream<'_>| {
        input.peek(syn::token::Paren) || input.peek(syn::token::Brace) || input.peek(Token![->])
    };
    if take_until(&ahead, is_end).is_empty() || !ahead.peek(syn::token::Paren) {
        return;
    }
    let found = take_until(input, is_end);
    let text = label::print(&found);
    let help = format!("help: remove it; several {word}s in one block are `{word} [A, B](..)`");
    errors.at(&found, format!("unexpected `{text}` after the name of the {word}\n{help}"));
}

/// Reports what is before the body of a skill: `extends Other { .. }`.
pub fn before_body(input: ParseStream<'_>, word: &str, errors: &mut Errors) {
    let ahead = input.fork();
    let is_body = |input: ParseStream<'_>| input.peek(syn::token::Brace);
    if take_until(&ahead, is_body).is_empty() || ahead.is_empty() {
        return;
    }
    let found = take_until(input, is_body);
    let text = label::print(&found);
    let help = if text.starts_with("extends") || text.starts_with("inherits") {
        "name the other in `depends_skills`, and run it in a state: `state NAME = Skill {}?`"
    } else {
        "remove it"
    };
    errors.at(&found, format!("unexpected `{text}` before the body of the {word}\nhelp: {help}"));
}

/// Returns what is in the braces of `states { .. }`, which is reported.
pub fn states(input: ParseStream<'_>, errors: &mut Errors) -> syn::Result<Option<TokenStream>> {
    let Ok(word) = input.fork().parse::<Ident>() else { return Ok(None) };
    let words = ["states", "state_machine", "machine", "body"];
    if !words.iter().any(|other| word == other) || !input.peek2(syn::token::Brace) {
        return Ok(None);
    }
    let word = input.parse::<Ident>()?;
    let help = "help: remove it and its braces: states are directly in the skill";
    errors.at(&word, format!("unexpected `{word}` in a skill\n{help}"));
    let inside = input.parse::<Group>()?;
    Ok(Some(inside.stream()))
}
