//! `<..>` after the name of a skill: there are no generic skills.

use crate::syntax::at::with_content;
use crate::syntax::errors::Errors;
use crate::syntax::names::plain;
use crate::syntax::recover::take_to;
use proc_macro2::{Literal, TokenStream, TokenTree};
use quote::quote;
use std::collections::BTreeMap;
use syn::parse::ParseStream;
use syn::{GenericParam, Generics, Ident, Token, Type};

/// The reason for which an id is no parameter.
const REASON: &str = "note: an id is a constant of the block, so that it is checked against the \
    blackboard, and each skill has its own name, graph and proof";

/// Reads and reports `<..>` after the name, and returns the tokens after it. In these a parameter
/// is any number from here on, so that its uses are no errors.
pub fn read(
    name: &Ident,
    word: &str,
    input: ParseStream<'_>,
    errors: &mut Errors,
) -> syn::Result<TokenStream> {
    let ahead = input.fork();
    let Ok(generics) = ahead.parse::<Generics>() else {
        // `<"Left">`
        let at = angle_brackets(input);
        errors.at(&at, of_ids(name, word));
        return input.parse();
    };
    take_to(input, &ahead);
    let rest: TokenStream = input.parse()?;
    let is_id = |param: &GenericParam| is_id(param) || is_value(&name_of(param), &rest);
    let ids = generics.params.iter().filter(|param| is_id(param));
    errors.broken.extend(ids.map(name_of));
    if generics.params.iter().any(is_id) {
        errors.at(&generics, of_ids(name, word));
    } else {
        let help =
            format!("help: remove them; a {word} has the types of its arguments and interfaces");
        errors.at(&generics, format!("generic parameters on a {word}\n{help}"));
    }
    errors.lost.generic |= generics.type_params().next().is_some();
    let any = |param: &GenericParam| match param {
        GenericParam::Type(of) => TokenTree::Ident(Ident::new("f32", of.ident.span())),
        GenericParam::Const(_) => Literal::usize_unsuffixed(1).into(),
        GenericParam::Lifetime(of) => {
            TokenTree::Ident(Ident::new("static", of.lifetime.ident.span()))
        }
    };
    let others = generics.params.iter().filter(|param| !is_id(param));
    let params = others.map(|param| (name_of(param), any(param))).collect();
    Ok(replace(rest, &params))
}

/// Whether a name is after `=`, as an id is.
fn is_value(name: &str, tokens: &TokenStream) -> bool {
    let mut is_after = false;
    tokens.clone().into_iter().any(|token| {
        let found = match &token {
            TokenTree::Group(group) => is_value(name, &group.stream()),
            TokenTree::Ident(word) => is_after && word == name,
            _ => false,
        };
        is_after = matches!(&token, TokenTree::Punct(sign) if sign.as_char() == '=');
        found
    })
}

/// Whether a parameter is meant as an id: `arm`, or `const ID: &str`.
fn is_id(param: &GenericParam) -> bool {
    match param {
        GenericParam::Type(of) => plain(&of.ident).starts_with(char::is_lowercase),
        GenericParam::Const(of) => matches!(of.ty, Type::Reference(_)),
        GenericParam::Lifetime(_) => false,
    }
}

fn name_of(param: &GenericParam) -> String {
    match param {
        GenericParam::Type(of) => plain(&of.ident),
        GenericParam::Const(of) => plain(&of.ident),
        GenericParam::Lifetime(of) => plain(&of.lifetime.ident),
    }
}

/// Whether the name of such a parameter is next, which is reported.
pub fn is_parameter(input: ParseStream<'_>, errors: &Errors) -> bool {
    input.fork().parse::<Ident>().is_ok_and(|word| errors.broken.contains(&plain(&word)))
}

fn of_ids(name: &Ident, word: &str) -> String {
    format!(
        "generic parameters on a {word}\nhelp: list a name for each id, `{word} [{name}Left, {name}Right](..)`, and the ids, `arm: Type = [\"Left\", \"Right\"]`\n{REASON}"
    )
}

/// Returns the error about a sub-skill with generic arguments, `ArmTo<"Left">`, if they are next.
pub fn of_sub_skill(skill: &str, input: ParseStream<'_>) -> Option<syn::Error> {
    if !input.peek(Token![<]) {
        return None;
    }
    let at = angle_brackets(input);
    Some(syn::Error::new_spanned(
        at,
        format!(
            "generic arguments of skill `{skill}`\nhelp: declare a skill for each id in one block: `skill [{skill}Left, {skill}Right](..)`, with `arm: Type = [\"Left\", \"Right\"]`\n{REASON}"
        ),
    ))
}

/// Takes `<..>`.
fn angle_brackets(input: ParseStream<'_>) -> TokenStream {
    let mut taken = TokenStream::new();
    let mut depth = 0_usize;
    while let Ok(token) = input.parse::<TokenTree>() {
        match &token {
            TokenTree::Punct(sign) if sign.as_char() == '<' => depth += 1,
            TokenTree::Punct(sign) if sign.as_char() == '>' => depth -= 1,
            _ => {}
        }
        taken.extend(quote!(#token));
        // The closing one may be missing.
        let ends = input.peek(syn::token::Paren) || input.peek(syn::token::Brace);
        if depth == 0 || ends && !input.peek(Token![>]) {
            break;
        }
    }
    taken
}

/// Replaces words.
fn replace(tokens: TokenStream, words: &BTreeMap<String, TokenTree>) -> TokenStream {
    let tokens = tokens.into_iter().map(|token| match token {
        TokenTree::Group(group) => with_content(&group, replace(group.stream(), words)).into(),
        TokenTree::Ident(word) => {
            words.get(&plain(&word)).cloned().unwrap_or(TokenTree::Ident(word))
        }
        other => other,
    });
    tokens.collect()
}
