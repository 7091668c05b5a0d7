//! The arrow of a transition, and the words and the end of its trigger.

use super::slips::is_member_arrow;
use super::{items, kw};
use crate::syntax::errors::Errors;
use crate::syntax::recover::take_until;
use proc_macro2::{Span, TokenStream};
use quote::ToTokens as _;
use syn::parse::ParseStream;
use syn::spanned::Spanned as _;
use syn::{Ident, Token};

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
}
