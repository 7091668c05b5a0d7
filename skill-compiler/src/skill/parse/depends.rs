//! `depends_skills { A, path::B }` and `depends_interfaces { v: Type = "Id" }`.

use super::{kw, time};
use crate::skill::ast::Interface;
use crate::syntax::errors::Errors;
use crate::syntax::names::did_you_mean;
use crate::syntax::recover::{completed, list, take_until};
use proc_macro2::TokenStream;
use syn::parse::{ParseStream, Parser as _};
use syn::{Ident, LitStr, Path, Token, Type, parenthesized};

/// The skills between the braces.
pub fn skills(input: ParseStream<'_>, errors: &mut Errors) -> Vec<Path> {
    list(input, errors, |input, errors| {
        let tokens = take_until(input, |input| input.peek(Token![,]));
        let parse = |input: ParseStream<'_>| input.call(Path::parse_mod_style);
        let whole = |tokens: &TokenStream| parse.parse2(tokens.clone()).is_ok();
        let seen = if whole(&tokens) { Some(tokens.clone()) } else { completed(&tokens, whole) };
        errors.words.skills.extend(seen);
        let skill = parse.parse2(tokens.clone()).map_err(|_| {
            syn::Error::new_spanned(
                &tokens,
                "expected the path of a skill\nhelp: name it as in `Getup` or `skills::Getup`",
            )
        })?;
        Ok(skill)
    })
}

/// The interfaces between the braces.
pub fn interfaces(input: ParseStream<'_>, errors: &mut Errors) -> Vec<Interface> {
    list(input, errors, interface)
}

fn interface(input: ParseStream<'_>, errors: &mut Errors) -> syn::Result<Interface> {
    let (mut optional, mut writes) = (None, false);
    while input.peek(Ident) && input.peek2(Ident) {
        let word: Ident = input.parse()?;
        match &*word.to_string() {
            "optional" => optional = Some(word.span()),
            "writes" => writes = true,
            other => {
                errors.record_unknown("in_interfaces", word.clone());
                let near = did_you_mean(other, ["optional", "writes"]);
                if near.is_empty() {
                    return Err(missing_type(&word));
                }
                errors.at(&word, format!("unexpected `{word}` before an interface{near}"));
                continue;
            }
        }
        errors.record_keyword(&word.to_string(), word.span());
    }
    let variable: Ident = input.parse().map_err(|error| {
        syn::Error::new(
            error.span(),
            "expected an interface\nhelp: declare it as `variable: Type = \"Id\"`",
        )
    })?;
    if !input.peek(Token![:]) {
        errors.record_unknown("in_interfaces", variable.clone());
        return Err(missing_type(&variable));
    }
    input.parse::<Token![:]>()?;
    let ty: Type = input.parse()?;
    errors.words.types.push(ty.clone());
    let id = match input.parse::<Option<Token![=]>>()? {
        None => None,
        Some(_) => Some(input.parse::<LitStr>().map_err(|error| {
            syn::Error::new(error.span(), "expected a string literal with the id of the interface")
        })?),
    };
    let mut max_age_micros = None;
    if input.peek(syn::token::Paren) {
        let options;
        parenthesized!(options in input);
        if !options.peek(kw::max_age) {
            return Err(
                options.error("expected `max_age`\nhelp: write a limit such as `max_age = 40ms`")
            );
        }
        errors.record_keyword("max_age", options.parse::<kw::max_age>()?.span);
        options.parse::<Token![=]>()?;
        max_age_micros = errors.ok(time::literal(&options));
        if !options.is_empty() {
            return Err(options.error("expected `)` after the time"));
        }
    }
    Ok(Interface { optional, writes, variable, ty, id, max_age_micros })
}

fn missing_type(variable: &Ident) -> syn::Error {
    let message = format!(
        "missing type for interface `{variable}`\nhelp: provide a type: `{variable}: Type = \"Id\"`"
    );
    syn::Error::new(variable.span(), message)
}
