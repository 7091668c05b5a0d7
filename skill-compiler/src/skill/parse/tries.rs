//! `tries COUNT via STATE` before the body of a state.

use super::{items, kw};
use crate::skill::ast::{Code, Tries};
use crate::syntax::errors::Errors;
use crate::syntax::explain::CodeKind;
use crate::syntax::read::found_token;
use crate::syntax::recover::take_until;
use proc_macro2::TokenStream;
use syn::parse::ParseStream;
use syn::{Expr, ExprLit, Ident, Lit, Token};

/// The help for a missing count.
const COUNT: &str = "help: write the number of tries in all, such as `tries 3`";

/// Words that are written in place of `tries`.
const SLIPS: [&str; 7] = ["retry", "retries", "try", "attempt", "attempts", "repeat", "times"];

/// Whether `tries` is next, or a word that is meant as it.
pub fn begins(input: ParseStream<'_>) -> bool {
    if input.peek(kw::tries) {
        return true;
    }
    let ahead = input.fork();
    let is_slip = ahead.call(any).is_ok_and(|word| SLIPS.contains(&word.to_string().as_str()));
    is_slip && !ahead.peek(syn::token::Brace) && !ahead.peek(Token![=])
}

fn any(input: ParseStream<'_>) -> syn::Result<Ident> {
    syn::ext::IdentExt::parse_any(input)
}

/// Parses `tries COUNT via STATE`.
pub fn head(input: ParseStream<'_>, errors: &mut Errors) -> syn::Result<Tries> {
    let word = input.call(any)?;
    let tokens = take_until(input, |input| ends(input) || input.peek(kw::via));
    if word == "tries" {
        errors.record_keyword("tries", word.span());
    } else {
        let count = one_more(&tokens);
        errors.at(&word, format!("expected `tries`, found `{word}`\nhelp: write `tries {count}`: the number of tries in all"));
    }
    let count = count(tokens, &word, errors);
    let mut tries = Tries { word, count, via: None };
    if let Some(via) = input.parse::<Option<kw::via>>()? {
        errors.record_keyword("via", via.span);
        match input.parse::<Ident>() {
            Ok(name) => tries.via = Some(name),
            Err(_) => errors.span(via.span, "missing state after `via`\nhelp: write the state that leads to the next try, or remove `via`"),
        }
        if !ends(input) {
            let message = format!(
                "expected the body of the state{}\nhelp: one state leads to the next try",
                found_token(input)
            );
            errors.absorb(input.error(message));
            take_until(input, ends);
        }
    }
    Ok(tries)
}

/// Whether the body of the state is next, or something that is no part of its head.
fn ends(input: ParseStream<'_>) -> bool {
    input.peek(syn::token::Brace) || input.peek(Token![=]) || items::begins_item(input)
}

/// The number after `retry N`: one more than N.
fn one_more(tokens: &TokenStream) -> String {
    let count = syn::parse2::<syn::LitInt>(tokens.clone());
    let count = count.and_then(|count| count.base10_parse::<u32>());
    count.map_or("N".to_owned(), |count| count.saturating_add(1).to_string())
}

fn count(tokens: TokenStream, word: &Ident, errors: &mut Errors) -> Option<Code> {
    if tokens.is_empty() {
        errors.at(word, format!("missing number after `{word}`\n{COUNT}"));
        return None;
    }
    let (code, expr) = items::parsed::<Expr>(tokens, CodeKind::Value, word.span(), errors)?;
    if let Expr::Try(of) = &expr {
        errors.at(
            &of.question_token,
            format!(
                "`?` after the number of tries\nhelp: remove it, `{word}` handles the failures, too"
            ),
        );
        return None;
    }
    let Expr::Lit(ExprLit { lit, .. }) = &expr else { return Some(code) };
    let message = match lit {
        Lit::Int(count) => match count.base10_parse::<u32>() {
            Ok(0 | 1) => {
                "one try is no retry\nhelp: write the number of tries in all, 2 or more, or remove it"
            }
            Ok(_) if matches!(count.suffix(), "" | "u32") => return Some(code),
            _ => {
                "expected a number of tries\nhelp: write an integer, `tries 3`; a state of `via` makes a pause"
            }
        },
        _ => {
            "expected a number of tries\nhelp: write an integer, `tries 3`; a state of `via` makes a pause"
        }
    };
    errors.at(lit, message);
    None
}
