//! Interfaces, field groups, blackboards, skill spaces and parts of robots, and the entries of lists.

use proc_macro2::{Delimiter, Group};
use syn::parse::{ParseStream, Parser as _};
use syn::punctuated::Punctuated;
use syn::token::{Brace, Bracket, Paren};
use syn::{Ident, Lit, LitStr, Token};

use super::parts::{Parts, attrs, is_end, is_word};
use crate::tree::{Item, ListStyle, Space};

/// `/// docs  pub NAME { items }`
pub fn interface(input: ParseStream<'_>) -> syn::Result<Item> {
    let attrs = attrs(input);
    let mut parts = Parts::default();
    parts.visibility(input)?;
    parts.token(Space::One, input)?;
    parts.items(input, true, |input| {
        let attrs = self::attrs(input);
        let mut parts = Parts::default();
        interface_item(&mut parts, input)?;
        Ok(parts.item(attrs))
    })?;
    Ok(parts.item(attrs))
}

fn interface_item(parts: &mut Parts, input: ParseStream<'_>) -> syn::Result<()> {
    if input.peek(Token![const]) {
        parts.token(Space::One, input)?;
        return typed(parts, input);
    }
    if is_word(input, "bits") {
        parts.token(Space::One, input)?;
        parts.token(Space::One, input)?;
        parts.operator::<Token![..]>(Space::None, input)?;
        parts.path(Space::None, input)?;
        parts.token(Space::None, input)?;
        parts.ty(Space::One, input)?;
        return parts.token(Space::None, input);
    }
    let is_enum = input.peek(Token![enum]);
    parts.token(Space::One, input)?;
    if input.peek(Token![=]) {
        // `max_age = 40ms;`
        parts.token(Space::One, input)?;
        parts.token(Space::One, input)?;
        return parts.token(Space::None, input);
    }
    parts.optional(Space::One, input, is_enum)?;
    if input.peek(Paren) {
        parts.list(Space::One, ListStyle::Tight, input, assignment)?;
    }
    let entry = if is_enum { assignment } else { message };
    parts.list(Space::One, ListStyle::Padded, input, entry)
}

/// `flush NAME { fields }`, `NAME { fields } until NAME`, a field, or an item of an enum.
fn message(input: ParseStream<'_>) -> syn::Result<Item> {
    if !input.peek(Ident) || input.peek2(Token![:]) {
        let ahead = input.fork();
        attrs(&ahead);
        if !ahead.peek(Ident) || ahead.peek2(Token![:]) {
            return typed_entry(input);
        }
    }
    let attrs = attrs(input);
    let mut parts = Parts::default();
    parts.token(Space::One, input)?;
    let is_flush = input.peek(Ident) && !is_word(input, "until");
    parts.optional(Space::One, input, is_flush)?;
    if input.peek(Brace) {
        parts.list(Space::One, ListStyle::Padded, input, typed_entry)?;
    }
    if is_word(input, "until") {
        parts.token(Space::One, input)?;
        parts.token(Space::One, input)?;
    }
    Ok(parts.item(attrs))
}

/// `/// docs  pub NAME on BOARD { entries }`
pub fn declaration(input: ParseStream<'_>) -> syn::Result<Item> {
    let attrs = attrs(input);
    let mut parts = Parts::default();
    parts.visibility(input)?;
    parts.token(Space::One, input)?;
    if is_word(input, "on") {
        parts.token(Space::One, input)?;
        parts.path(Space::One, input)?;
        parts.list(Space::One, ListStyle::Filled, input, list_entry)?;
    } else {
        parts.list(Space::One, ListStyle::Padded, input, |input| {
            let ahead = input.fork();
            self::attrs(&ahead);
            let is_typed = ahead.peek2(Token![:]) && !ahead.peek2(Token![::]);
            if is_typed { typed_entry(input) } else { list_entry(input) }
        })?;
    }
    Ok(parts.item(attrs))
}

/// `/// docs  pub NAME = "PATH", capacity = 4, flush = [Stop]`
pub fn interface_from_xml(input: ParseStream<'_>) -> syn::Result<Item> {
    let attrs = attrs(input);
    let mut parts = Parts::default();
    parts.visibility(input)?;
    while !input.is_empty() {
        let space = if input.peek(Token![,]) { Space::None } else { Space::One };
        if input.peek(Bracket) {
            parts.list(space, ListStyle::Tight, input, list_entry)?;
        } else {
            parts.token(space, input)?;
        }
    }
    Ok(parts.item(attrs))
}

/// A skill, `name = [skills]`, an id, a field of a group, `..group` or `"name" => skill`.
pub fn list_entry(input: ParseStream<'_>) -> syn::Result<Item> {
    let attrs = attrs(input);
    let mut parts = Parts::default();
    if input.peek(Lit) {
        parts.token(Space::One, input)?;
        if is_end(input) {
            return Ok(parts.item(attrs));
        }
        parts.operator::<Token![=>]>(Space::One, input)?;
    }
    if input.peek2(Token![=]) && input.peek3(Bracket) {
        parts.token(Space::One, input)?;
        parts.token(Space::One, input)?;
        parts.list(Space::One, ListStyle::Tight, input, list_entry)?;
    } else if input.peek(Token![..]) {
        parts.operator::<Token![..]>(Space::One, input)?;
        parts.path(Space::None, input)?;
    } else if input.peek(Ident) || input.peek(Token![::]) || input.peek(Token![crate]) {
        parts.path(Space::One, input)?;
    } else {
        parts.token(Space::One, input)?;
        while input.peek(Token![::]) {
            parts.operator::<Token![::]>(Space::None, input)?;
            parts.path(Space::None, input)?;
        }
    }
    Ok(parts.item(attrs))
}

/// `NAME = VALUE` or `NAME`
fn assignment(input: ParseStream<'_>) -> syn::Result<Item> {
    let attrs = attrs(input);
    let mut parts = Parts::default();
    parts.token(Space::One, input)?;
    if input.peek(Token![=]) {
        parts.token(Space::One, input)?;
        parts.expr(Space::One, input, is_end)?;
    }
    Ok(parts.item(attrs))
}

/// `optional NAME: Type = VALUE in RANGE`, `..group: Type`, `"Id": Type (writer = NAME)`
pub fn typed_entry(input: ParseStream<'_>) -> syn::Result<Item> {
    let attrs = attrs(input);
    let mut parts = Parts::default();
    if input.peek(Token![..]) {
        parts.operator::<Token![..]>(Space::One, input)?;
        parts.path(Space::None, input)?;
    }
    typed(&mut parts, input)?;
    Ok(parts.item(attrs))
}

/// `NAME: Type = VALUE in RANGE`, `NAME: Space with Agent`, or the same with `;`.
fn typed(parts: &mut Parts, input: ParseStream<'_>) -> syn::Result<()> {
    while !input.peek(Token![:]) {
        parts.token(Space::One, input)?;
    }
    parts.token(Space::None, input)?;
    state_type(parts, input)?;
    if is_word(input, "with") {
        parts.token(Space::One, input)?;
        parts.path(Space::One, input)?;
    }
    if input.peek(Token![=]) {
        parts.token(Space::One, input)?;
        if input.peek(LitStr) {
            parts.token(Space::One, input)?;
        } else if is_list_of_ids(input) {
            parts.list(Space::One, ListStyle::Tight, input, list_entry)?;
        } else {
            parts.expr(Space::One, input, |input| {
                is_end(input) || input.peek(Token![in]) || input.peek(Token![;])
            })?;
        }
    }
    if input.peek(Paren) {
        parts.list(Space::One, ListStyle::Tight, input, assignment)?;
    }
    if input.peek(Token![in]) {
        parts.token(Space::Break, input)?;
        parts.expr(Space::One, input, is_end)?;
    }
    parts.optional(Space::None, input, input.peek(Token![;]))
}

/// `["Left", "Right"]`, before the end of an entry.
fn is_list_of_ids(input: ParseStream<'_>) -> bool {
    let ahead = input.fork();
    let Ok(group) = ahead.parse::<Group>() else { return false };
    let ids = Punctuated::<LitStr, Token![,]>::parse_terminated;
    let is_whole = is_end(&ahead) || ahead.peek(Paren);
    group.delimiter() == Delimiter::Bracket && is_whole && ids.parse2(group.stream()).is_ok()
}

/// A type, `state(types)` or `ref state(types)`.
fn state_type(parts: &mut Parts, input: ParseStream<'_>) -> syn::Result<()> {
    parts.optional(Space::One, input, input.peek(Token![ref]))?;
    if !is_word(input, "state") || !input.peek2(Paren) {
        return parts.ty(Space::One, input);
    }
    parts.token(Space::One, input)?;
    parts.list(Space::None, ListStyle::Tight, input, |input| {
        let mut parts = Parts::default();
        state_type(&mut parts, input)?;
        Ok(parts.item(Vec::new()))
    })
}
