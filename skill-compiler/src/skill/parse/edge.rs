//! The words and the end of a trigger.

use super::items;
use super::slips::is_member_arrow;
use crate::syntax::recover::take_until;
use proc_macro2::TokenStream;
use syn::parse::ParseStream;
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
