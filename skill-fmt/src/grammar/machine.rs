//! Skills and agents.

use proc_macro2::TokenTree;
use syn::parse::ParseStream;
use syn::token::{Brace, Bracket, Paren};
use syn::{Ident, Lit, LitInt, Token};

use super::declarations::{list_entry, typed_entry};
use super::parts::{Parts, attrs, is_end, is_word};
use crate::tree::{Item, ListStyle, Space};

/// `/// docs  pub skill NAME(args) -> Result { items }`, or with `[NAME, NAME]`
pub fn machine(input: ParseStream<'_>) -> syn::Result<Item> {
    let attrs = attrs(input);
    let mut parts = Parts::default();
    parts.visibility(input)?;
    parts.token(Space::One, input)?;
    if input.peek(Bracket) {
        parts.list(Space::One, ListStyle::Tight, input, list_entry)?;
    } else {
        parts.token(Space::One, input)?;
    }
    if input.peek(Paren) {
        parts.list(Space::None, ListStyle::Tight, input, typed_entry)?;
    }
    if input.peek(Token![->]) {
        parts.operator::<Token![->]>(Space::One, input)?;
        parts.ty(Space::One, input)?;
    }
    parts.items(input, false, item)?;
    Ok(parts.item(attrs))
}

/// An item of a skill or of a state.
fn item(input: ParseStream<'_>) -> syn::Result<Item> {
    let attrs = attrs(input);
    let mut parts = Parts::default();
    let is_start = is_word(input, "start") && input.peek2(Ident);
    if input.peek(Token![->]) || (is_word(input, "precond") && input.peek2(Token![->])) {
        transition(&mut parts, input)?;
    } else if is_start || (is_word(input, "state") && input.peek2(Ident)) {
        parts.optional(Space::One, input, is_start)?;
        state(&mut parts, input)?;
    } else if input.peek2(Token![=]) {
        parts.token(Space::One, input)?;
        parts.token(Space::One, input)?;
        parts.expr(Space::One, input, |input| input.peek(Token![;]))?;
        parts.token(Space::None, input)?;
    } else if input.peek2(Brace) {
        let word = input.fork().call(syn::ext::IdentExt::parse_any)?;
        let word: Ident = word;
        parts.token(Space::One, input)?;
        match word.to_string().as_str() {
            "init" | "loop" | "exit" => parts.block(input)?,
            "always" => parts.items(input, false, item)?,
            "flow" => parts.items(input, false, equation)?,
            "depends_skills" => parts.list(Space::One, ListStyle::Filled, input, list_entry)?,
            "depends_interfaces" | "params" | "vars" | "continuous" => {
                parts.list(Space::One, ListStyle::Padded, input, typed_entry)?;
            }
            _ => return Err(input.error("unknown item")),
        }
    } else {
        return Err(input.error("unknown item"));
    }
    Ok(parts.item(attrs))
}

/// `state NAME(params) = N of (LABEL: runs, ..)? tries COUNT via STATE { items }`
fn state(parts: &mut Parts, input: ParseStream<'_>) -> syn::Result<()> {
    parts.token(Space::One, input)?;
    parts.token(Space::One, input)?;
    if input.peek(Paren) {
        parts.list(Space::None, ListStyle::Tight, input, typed_entry)?;
    }
    if input.peek(Token![=]) {
        parts.token(Space::One, input)?;
        if input.peek(LitInt) {
            parts.token(Space::One, input)?;
            parts.token(Space::One, input)?;
        }
        if input.peek(Paren) {
            parts.list(Space::One, ListStyle::Tight, input, |input| {
                let attrs = attrs(input);
                let mut parts = Parts::default();
                name_before(&mut parts, input)?;
                runs(&mut parts, input)?;
                Ok(parts.item(attrs))
            })?;
        } else {
            runs(parts, input)?;
        }
    }
    parts.optional(Space::None, input, input.peek(Token![?]))?;
    if is_word(input, "tries") {
        let is_via = |input: ParseStream<'_>| is_word(input, "via") && input.peek2(Ident);
        parts.token(Space::One, input)?;
        parts.expr(Space::One, input, |input| input.peek(Brace) || is_via(input))?;
        if is_via(input) {
            parts.token(Space::One, input)?;
            parts.token(Space::One, input)?;
        }
    }
    parts.items(input, false, item)
}

/// `Skill { name: value, ..base }`, `action f(values)` or `VAR.send(message)`
fn runs(parts: &mut Parts, input: ParseStream<'_>) -> syn::Result<()> {
    if input.peek(Ident) && input.peek2(Token![.]) {
        return message(parts, input);
    }
    // A module may be named `action`.
    let is_action = is_word(input, "action") && !input.peek2(Token![::]);
    parts.optional(Space::One, input, is_action)?;
    parts.path(Space::One, input)?;
    if is_action || input.peek(Paren) {
        return parts.list(Space::None, ListStyle::Tight, input, value);
    }
    parts.list(Space::One, ListStyle::Padded, input, |input| {
        let attrs = attrs(input);
        let mut parts = Parts::default();
        if input.peek(Token![..]) {
            parts.operator::<Token![..]>(Space::One, input)?;
            parts.expr(Space::None, input, is_end)?;
        } else {
            parts.token(Space::One, input)?;
            if input.peek(Token![:]) {
                parts.token(Space::None, input)?;
                parts.expr(Space::One, input, is_end)?;
            }
        }
        Ok(parts.item(attrs))
    })
}

/// `VAR.send(message)`, which is broken inside its parentheses.
fn message(parts: &mut Parts, input: ParseStream<'_>) -> syn::Result<()> {
    let ahead = input.fork();
    let is_plain = ahead.parse::<Ident>().is_ok()
        && ahead.parse::<Token![.]>().is_ok()
        && ahead.parse::<Ident>().is_ok()
        && ahead.peek(Paren);
    if !is_plain {
        return parts.expr(Space::One, input, ends_message);
    }
    parts.token(Space::One, input)?;
    parts.token(Space::None, input)?;
    parts.token(Space::None, input)?;
    parts.list(Space::None, ListStyle::Tight, input, value)
}

/// Whether a message is over: before `?`, the body of the state, or the next entry.
fn ends_message(input: ParseStream<'_>) -> bool {
    is_end(input) || input.peek(Brace) || input.peek(Token![?]) || is_word(input, "tries")
}

/// `LABEL:` before what a state runs, or `KIND:` before a reason, if present.
fn name_before(parts: &mut Parts, input: ParseStream<'_>) -> syn::Result<()> {
    if input.peek(Ident) && input.peek2(Token![:]) && !input.peek2(Token![::]) {
        parts.token(Space::One, input)?;
        parts.token(Space::None, input)?;
    }
    Ok(())
}

/// A value in a list.
fn value(input: ParseStream<'_>) -> syn::Result<Item> {
    let mut parts = Parts::default();
    parts.expr(Space::One, input, is_end)?;
    Ok(parts.item(Vec::new()))
}

/// `precond -> TARGET(values) TRIGGER;`
fn transition(parts: &mut Parts, input: ParseStream<'_>) -> syn::Result<()> {
    parts.optional(Space::One, input, is_word(input, "precond"))?;
    parts.operator::<Token![->]>(Space::One, input)?;
    // A state may have the name of a keyword.
    for word in ["resume", "deep"] {
        let is_state = !input.peek2(Ident) || begins_trigger(input);
        parts.optional(Space::One, input, is_word(input, word) && !is_state)?;
    }
    if input.peek(Token![self]) {
        parts.tokens(Space::One, input, |input| {
            input.parse::<Token![self]>()?;
            input.parse::<Token![.]>()?;
            input.parse::<Ident>()
        })?;
    } else {
        parts.path(Space::One, input)?;
    }
    if input.peek(Paren) {
        parts.list(Space::None, ListStyle::Tight, input, |input| {
            let mut parts = Parts::default();
            name_before(&mut parts, input)?;
            parts.expr(Space::One, input, is_end)?;
            Ok(parts.item(Vec::new()))
        })?;
    }
    while !input.peek(Token![;]) {
        trigger(parts, input)?;
    }
    parts.token(Space::None, input)
}

/// Whether a trigger follows on the next word.
fn begins_trigger(input: ParseStream<'_>) -> bool {
    let ahead = input.fork();
    let _ = ahead.parse::<Ident>();
    let is_trigger = |input: ParseStream<'_>| {
        ["when", "after", "on", "otherwise"].iter().any(|word| is_word(input, word))
    };
    let follows = is_trigger(&ahead);
    let _ = ahead.parse::<Ident>();
    follows && !is_trigger(&ahead)
}

/// `when GUARD`, `when crossing GUARD`, `when rising GUARD for TIME`, `after TIME`,
/// `on FINAL(names)`, `otherwise`; `when GUARD` also after a time and after an outcome.
fn trigger(parts: &mut Parts, input: ParseStream<'_>) -> syn::Result<()> {
    if is_word(input, "when") {
        parts.token(Space::Break, input)?;
        let has_word = is_word(input, "crossing") || is_word(input, "rising");
        let is_name = input.peek2(Token![.]) || input.peek2(Token![;]);
        parts.optional(Space::One, input, has_word && !is_name)?;
        parts.guard(input, |input| input.peek(Token![;]) || lasts(input))?;
        if input.peek(Token![for]) {
            parts.token(Space::Break, input)?;
            parts.expr(Space::One, input, |input| input.peek(Token![;]))?;
        }
        Ok(())
    } else if is_word(input, "after") {
        parts.token(Space::Break, input)?;
        if input.peek(Lit) && input.peek2(Ident) && !is_time_then_when(input) {
            parts.token(Space::One, input)?;
            return parts.token(Space::One, input);
        }
        parts.expr(Space::One, input, |input| input.peek(Token![;]) || is_word(input, "when"))
    } else if is_word(input, "on") {
        parts.token(Space::Break, input)?;
        parts.token(Space::One, input)?;
        if input.peek(Paren) {
            parts.list(Space::None, ListStyle::Tight, input, |input| {
                let mut parts = Parts::default();
                parts.token(Space::One, input)?;
                if input.peek(Token![:]) {
                    parts.token(Space::None, input)?;
                    parts.token(Space::One, input)?;
                }
                Ok(parts.item(Vec::new()))
            })?;
        }
        Ok(())
    } else if is_word(input, "otherwise") {
        parts.token(Space::Break, input)
    } else {
        Err(input.error("expected a trigger"))
    }
}

/// Returns whether `for TIME` is next; `for<'a>` begins an expression.
fn lasts(input: ParseStream<'_>) -> bool {
    input.peek(Token![for]) && !input.peek2(Token![<])
}

/// Returns whether a time such as `0.4s` and `when` are next; not `25 ticks`.
fn is_time_then_when(input: ParseStream<'_>) -> bool {
    let ahead = input.fork();
    ahead.parse::<TokenTree>().is_ok() && is_word(&ahead, "when")
}

/// `der(self.h) = RATE;`
fn equation(input: ParseStream<'_>) -> syn::Result<Item> {
    let attrs = attrs(input);
    let mut parts = Parts::default();
    parts.token(Space::One, input)?;
    parts.list(Space::None, ListStyle::Tight, input, value)?;
    parts.token(Space::One, input)?;
    parts.expr(Space::One, input, |input| input.peek(Token![;]))?;
    parts.optional(Space::None, input, input.peek(Token![;]))?;
    Ok(parts.item(attrs))
}
