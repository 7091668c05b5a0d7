//! The arrow of a transition, and the words and the end of its trigger.

use super::slips::{help_for_trigger, is_member_arrow};
use super::{items, kw};
use crate::syntax::errors::Errors;
use crate::syntax::label;
use crate::syntax::names::did_you_mean;
use crate::syntax::read::found_token;
use crate::syntax::recover::{take_to, take_until};
use proc_macro2::{Span, TokenStream, TokenTree};
use quote::ToTokens as _;
use syn::ext::IdentExt as _;
use syn::parse::ParseStream;
use syn::spanned::Spanned as _;
use syn::{Expr, Ident, Token};

/// The words with which a trigger begins.
pub const TRIGGERS: [&str; 4] = ["when", "after", "on", "otherwise"];

/// Whether a trigger begins with a word.
pub fn is_trigger(word: &Ident) -> bool {
    TRIGGERS.contains(&word.to_string().as_str())
}

/// Whether a trigger is next.
pub fn trigger_follows(input: ParseStream<'_>) -> bool {
    input.fork().parse::<Ident>().is_ok_and(|word| is_trigger(&word))
}

/// Takes the rest of a transition, without its `;`. An arrow in place of `.` is part of it.
pub fn rest(input: ParseStream<'_>) -> TokenStream {
    let begins_item = |input: ParseStream<'_>| items::begins_item(input) && !is_member_arrow(input);
    take_until(input, |input| input.peek(Token![;]) || begins_item(input))
}

/// `->`; other arrows are reported and read, too.
pub fn arrow(input: ParseStream<'_>, errors: &mut Errors) -> syn::Result<Span> {
    let is_arrow = |input: ParseStream<'_>| input.peek(Token![->]);
    let arrow = if is_arrow(input) {
        return Ok(input.parse::<Token![->]>()?.span());
    } else if input.peek(Token![=>]) {
        input.parse::<Token![=>]>()?.to_token_stream()
    } else if input.peek(Token![-]) && input.peek2(Token![->]) {
        let first = input.parse::<Token![-]>()?;
        let rest = input.parse::<Token![->]>()?;
        quote::quote!(#first #rest)
    } else if input.peek(Token![-]) && input.peek2(Token![>]) {
        let at = input.parse::<Token![-]>()?.span;
        input.parse::<Token![>]>()?;
        errors.span(at, "space in `->`\nhelp: write `->`");
        return Ok(at);
    } else if let Some(target) = target_without_arrow(input) {
        let first = found_token(input);
        let word = if first.contains("`resume`") {
            format!("resume {target}")
        } else {
            target.to_string()
        };
        let help = format!("help: write `-> {word} ..`");
        errors.span(input.span(), format!("missing `->` before `{word}`\n{help}"));
        return Ok(input.span());
    } else {
        return Err(input.error("expected `->`"));
    };
    let found = arrow.to_string().replace(' ', "");
    errors.at(&arrow, format!("expected `->`, found `{found}`"));
    Ok(arrow.span())
}

/// Whether a transition begins here, perhaps with another arrow.
pub fn begins(input: ParseStream<'_>) -> bool {
    input.peek(Token![->])
        || input.peek(Token![=>])
        || (input.peek(Token![-]) && (input.peek2(Token![->]) || input.peek2(Token![>])))
        || (input.peek(kw::precond) && input.peek2(Token![->]))
        || (input.peek(kw::precond) && input.peek2(Token![:]) && input.peek3(Token![->]))
        || target_without_arrow(input).is_some()
}

/// Returns the target of a transition whose arrow is missing: `Wait when GUARD;`.
fn target_without_arrow(input: ParseStream<'_>) -> Option<Ident> {
    let ahead = input.fork();
    let word = ahead.call(Ident::parse_any).ok()?;
    let target = if word == "resume" { ahead.parse().ok()? } else { word };
    if ahead.peek(syn::token::Paren) {
        ahead.parse::<proc_macro2::TokenTree>().ok()?;
    }
    let is_target = target.to_string().starts_with(char::is_uppercase);
    (is_target && trigger_follows(&ahead)).then_some(target)
}

/// Whether a trigger follows on the next word, which is a name then.
pub fn is_state_named_as_trigger(input: ParseStream<'_>) -> bool {
    let ahead = input.fork();
    let _ = ahead.parse::<TokenTree>();
    if ahead.peek(syn::token::Paren) {
        let _ = ahead.parse::<TokenTree>();
    }
    trigger_follows(&ahead)
}

/// Reads a word such as `goto` before the target, which is reported.
pub fn word_before_target(input: ParseStream<'_>, errors: &mut Errors) {
    let ahead = input.fork();
    let Ok(word) = ahead.call(Ident::parse_any) else { return };
    let Ok(target) = ahead.fork().parse::<Ident>() else { return };
    let is_target = target.to_string().starts_with(char::is_uppercase);
    let is_word = word.to_string().starts_with(char::is_lowercase);
    if is_word && word != "return" && is_target && is_state_named_as_trigger(&ahead) {
        let _ = input.call(Ident::parse_any);
        let help = match &*word.to_string() {
            of @ ("rising" | "falling" | "crossing") => {
                help_for_trigger(of).unwrap_or_default().to_owned()
            }
            _ => format!("write `-> {target}`"),
        };
        errors.at(&word, format!("unexpected `{word}` before the target\nhelp: {help}"));
    }
}

/// Reports `return VALUE` in the place of a target.
pub fn returns_value(input: ParseStream<'_>, errors: &mut Errors) -> bool {
    let ahead = input.fork();
    let Ok(word) = ahead.parse::<Token![return]>() else { return false };
    if ahead.is_empty() || ahead.peek(Token![;]) || trigger_follows(&ahead) {
        return false;
    }
    let value = take_until(&ahead, is_end_of_value);
    take_to(input, &ahead);
    let value = label::print(&value);
    let end = if matches!(&*value, "FINAL" | "FAILED") { value } else { format!("FINAL({value})") };
    errors.at(&word, format!("`return` in place of a target\nhelp: write `-> {end}`"));
    true
}

/// The value of `FINAL = VALUE`, or of `FINAL VALUE` before a trigger.
pub fn result_without_parentheses(input: ParseStream<'_>) -> Option<TokenStream> {
    if input.peek(Token![=]) && !input.peek(Token![==]) {
        input.parse::<Token![=]>().ok()?;
    } else {
        value_without_parentheses(input)?;
    }
    Some(take_until(input, is_end_of_value))
}

fn is_end_of_value(input: ParseStream<'_>) -> bool {
    input.peek(Token![;]) || trigger_follows(input)
}

/// Returns the value before a trigger, if one is next.
pub fn value_without_parentheses(input: ParseStream<'_>) -> Option<TokenStream> {
    let is_other = |word: Ident| {
        let text = word.to_string();
        help_for_trigger(&text).is_some() || !did_you_mean(&text, TRIGGERS).is_empty()
    };
    if input.peek(syn::token::Paren)
        || input.peek(syn::token::Brace)
        || input.fork().call(Ident::parse_any).is_ok_and(is_other)
    {
        return None;
    }
    let ahead = input.fork();
    let value = take_until(&ahead, is_end_of_value);
    (ahead.peek(Ident) && syn::parse2::<Expr>(value.clone()).is_ok()).then_some(value)
}

/// Whether a trigger follows on the next token.
pub fn trigger_after_token(input: ParseStream<'_>) -> bool {
    let ahead = input.fork();
    ahead.parse::<TokenTree>().is_ok() && trigger_follows(&ahead)
}
