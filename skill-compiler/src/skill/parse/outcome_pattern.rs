//! `when FINAL`, `when let FINAL(x) = walk` and `when walk == FINAL`: an outcome as a guard, a pattern or a value.

use super::edge::rest;
use super::{kw, outcome};
use crate::skill::ast::Trigger;
use crate::syntax::errors::Errors;
use crate::syntax::label;
use crate::syntax::recover::{take_to, take_until};
use crate::syntax::tokens::is_sign;
use proc_macro2::{Delimiter, Ident, TokenStream, TokenTree};
use quote::quote;
use syn::Token;
use syn::ext::IdentExt as _;
use syn::parse::{ParseStream, Parser as _};

/// Reads a guard that matches an outcome as the outcome, which is reported.
pub fn trigger(
    input: ParseStream<'_>,
    errors: &mut Errors,
) -> Option<syn::Result<Option<Trigger>>> {
    let ahead = input.fork();
    let keyword = ahead.call(Ident::parse_any).ok()?;
    if !["when", "on", "if", "while", "where"].iter().any(|word| keyword == word) {
        return None;
    }
    let is_let = ahead.parse::<Option<Token![let]>>().ok()?.is_some();
    if !is_let {
        ahead.parse::<Ident>().ok()?;
        let is_equal = ahead.parse::<Option<Token![==]>>().ok()?.is_some();
        if !is_equal {
            ahead.parse::<Ident>().ok().filter(|word| word == "is")?;
        }
    }
    let is_final = ahead.peek(kw::FINAL);
    if !is_final && !ahead.peek(kw::FAILED) {
        return None;
    }
    let word: Ident = ahead.parse().ok()?;
    take_to(input, &ahead);
    let all: Vec<TokenTree> = rest(input).into_iter().collect();
    let is_list = |token: &&TokenTree| matches!(token, TokenTree::Group(of) if of.delimiter() == Delimiter::Parenthesis);
    let names = all.first().filter(is_list);
    let is_and = |two: &[TokenTree]| two.iter().all(|token| is_sign(token, '&'));
    let guard = all.windows(2).position(is_and).map(|at| &all[at + 2..]);
    let guard: TokenStream = guard.into_iter().flatten().cloned().collect();
    let when = if guard.is_empty() { TokenStream::new() } else { quote!(when #guard) };
    let meant = quote!(#word #names #when);
    let help = format!("help: write `on {}`", label::print(&meant));
    errors.at(&word, format!("`{word}` cannot be matched in a guard\n{help}"));
    let outcome = |input: ParseStream<'_>| {
        let trigger = outcome::after(input, is_final, errors);
        take_until(input, |_| false);
        trigger
    };
    Some(outcome.parse2(quote!(#names #when)))
}

/// Returns the result of `when FINAL`, which is reported: whether it is FINAL.
pub fn as_guard(input: ParseStream<'_>, errors: &mut Errors) -> Option<bool> {
    let is_final = input.peek(kw::FINAL);
    if !is_final && !input.peek(kw::FAILED) || input.peek2(Token![.]) {
        return None;
    }
    let word: Ident = input.parse().ok()?;
    errors.at(&word, format!("expected a guard, found `{word}`\nhelp: write `on {word}`"));
    Some(is_final)
}
