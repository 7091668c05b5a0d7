//! A message of an interface, and the size of their queue.

use super::ast::{Capacity, Message};
use super::field_list::{fields, section_inside};
use super::{kw, until};
use crate::syntax::errors::Errors;
use crate::syntax::names::nearest;
use crate::syntax::read::{found_token, name, plain_attributes};
use crate::syntax::recover::take_until;
use syn::parse::ParseStream;
use syn::{Ident, Token, braced, parenthesized};

/// `NAME { fields }`, perhaps after `flush`, or before `until NAME`
pub fn message(input: ParseStream<'_>, errors: &mut Errors) -> syn::Result<Message> {
    let attrs = plain_attributes(input, "a message", errors)?;
    section_inside(input, "message")?;
    let early = until::early(input, errors)?;
    if input.peek2(Ident) && input.fork().parse::<Ident>().is_ok_and(|word| word == "message") {
        let word: Ident = input.parse()?;
        errors.at(&word, "unexpected `message` before a message\nhelp: remove it");
    }
    let near = |word: Ident| {
        let text = word.to_string();
        let is_near = nearest(&text, ["flush"]).is_some();
        text != "flush" && text.starts_with(char::is_lowercase) && is_near
    };
    let is_misspelt = input.peek2(Ident) && input.fork().parse::<Ident>().is_ok_and(near);
    if is_misspelt {
        let word: Ident = input.parse()?;
        errors.at(
            &word,
            format!("unexpected `{word}` before a message\nhelp: did you mean `flush`?"),
        );
    }
    let flush = input.parse::<Option<kw::flush>>()?;
    if let Some(flush) = &flush {
        errors.record_keyword("flush", flush.span);
        if input.peek(kw::flush) || !input.peek(Ident) {
            let message = "expected a message after `flush`\nhelp: write `flush Stop`";
            return Err(input.error(message));
        }
    }
    let expected =
        "expected a message\nhelp: write `Name { field: Type }`, or `Name` without fields";
    let (flush, name) = (is_misspelt || flush.is_some(), name(input, expected, errors)?);
    while input.fork().parse::<Ident>().is_ok_and(|next| next == name) {
        let again: Ident = input.parse()?;
        errors.at(&again, format!("unexpected `{name}` after `{name}`\nhelp: remove one of them"));
    }
    let mut message = Message {
        attrs,
        flush,
        name,
        fields: Vec::new(),
        groups: Vec::new(),
        until: early,
        lost: false,
    };
    if input.peek(syn::token::Paren) {
        let list;
        let parentheses = parenthesized!(list in input);
        let name = &message.name;
        message.flush |= list.peek(kw::flush);
        let message_text = if list.peek(kw::flush) {
            format!("`flush` after the message\nhelp: write it before the name: `flush {name}`")
        } else if list.is_empty() {
            format!("unexpected `()` after message `{name}`\nhelp: remove it")
        } else {
            format!(
                "unexpected `(` after message `{name}`\nhelp: write named fields: `{name} {{ field: Type }}`"
            )
        };
        errors.span(parentheses.span.open(), message_text);
        let before = errors.lost.entries;
        if list.peek(Ident) && list.peek2(Token![:]) {
            fields(&list, errors, &mut message.fields, &mut message.groups);
            message.lost = errors.lost.entries > before;
        } else if !list.is_empty() && !list.peek(kw::flush) {
            message.lost = true;
            errors.lost.declaration = true;
        }
        take_until(&list, |_| false);
    }
    if input.peek(kw::flush) {
        let late = input.parse::<kw::flush>()?;
        message.flush = true;
        let help = format!("help: write it before the name: `flush {}`", message.name);
        errors.at(&late, format!("`flush` after the message\n{help}"));
    }
    if input.peek(Token![:]) && input.peek2(syn::token::Brace) {
        let colon = input.parse::<Token![:]>()?;
        errors.at(&colon, "unexpected `:` after the name of the message\nhelp: remove it");
    }
    if input.peek(kw::until) && input.peek2(Ident) && input.peek3(syn::token::Brace) {
        let until = input.parse::<kw::until>()?;
        let ending: Ident = input.parse()?;
        let help = format!("help: write it after them: `{} {{ .. }} until {ending}`", message.name);
        errors.at(&until, format!("`until` before the fields\n{help}"));
        message.until = Some(ending);
    }
    if input.peek(syn::token::Brace) {
        let content;
        braced!(content in input);
        let before = errors.lost.entries;
        fields(&content, errors, &mut message.fields, &mut message.groups);
        message.lost |= errors.lost.entries > before;
    }
    message.until = until::parse(input, &message.name, errors)?.or(message.until);
    Ok(message)
}

/// `capacity = 16` or `words = 64`
pub fn capacity(input: ParseStream<'_>) -> syn::Result<Capacity> {
    let of: fn(syn::LitInt) -> Capacity = if input.peek(kw::words) {
        input.parse::<kw::words>()?;
        Capacity::Words
    } else {
        input.parse::<kw::capacity>().map_err(|error| {
            syn::Error::new(
                error.span(),
                "expected `capacity` or `words`\nhelp: write `capacity = 16` or `words = 64`",
            )
        })?;
        Capacity::Messages
    };
    let help = "help: write `capacity = 16` or `words = 64`";
    input.parse::<Token![=]>().map_err(|error| {
        syn::Error::new(error.span(), format!("expected `=`{}\n{help}", found_token(input)))
    })?;
    let found = found_token(input);
    let number = input.parse().map_err(|error: syn::Error| {
        syn::Error::new(error.span(), format!("expected an integer literal{found}\n{help}"))
    })?;
    Ok(of(number))
}
