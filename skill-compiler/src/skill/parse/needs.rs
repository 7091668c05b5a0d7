//! `N of` before a list of sub-skills and actions: how many of them must be FINAL.

use super::kw;
use crate::syntax::errors::Errors;
use proc_macro2::TokenTree;
use syn::parse::ParseStream;
use syn::{Ident, LitInt, Token};

/// Parses `N of`, if present.
pub fn before(input: ParseStream<'_>, errors: &mut Errors) -> Option<LitInt> {
    if input.peek(kw::of) {
        let word = input.parse::<kw::of>().ok()?;
        errors.at(&word, format!("missing number before `of`\nhelp: {EXAMPLE}"));
        return None;
    }
    if input.peek(LitInt) {
        let number = input.parse::<LitInt>().ok()?;
        if let Some(of) = input.parse::<Option<kw::of>>().ok()? {
            errors.record_keyword("of", of.span);
        } else {
            if let Ok(word) = input.fork().parse::<Ident>() {
                errors.record_unknown("after_number", word);
            }
            let word = input.parse::<Option<Token![in]>>().ok()?;
            let message = format!("missing `of` after the number\nhelp: {EXAMPLE}");
            errors.span(word.map_or_else(|| number.span(), |word| word.span), message);
        }
        return Some(number);
    }
    wrong_number(input, errors);
    None
}

const EXAMPLE: &str = "write how many must be FINAL: `1 of (A { .. }, B { .. })`";

/// Reports a word or sign in the place of the number: `any of (..)`, `1.0 of (..)`, `N of (..)`.
fn wrong_number(input: ParseStream<'_>, errors: &mut Errors) {
    if !input.peek2(kw::of) {
        return;
    }
    let Ok(token) = input.parse::<TokenTree>() else { return };
    let _ = input.parse::<kw::of>();
    let text = token.to_string();
    let help = match &text[..] {
        "all" | "both" | "each" | "every" => {
            format!("remove `{text} of`: a list is FINAL when all of it is FINAL")
        }
        _ => EXAMPLE.to_owned(),
    };
    let message = format!("expected a number before `of`, found `{text}`\nhelp: {help}");
    errors.at(&token, message);
}

/// Returns the number if it fits a list of this length.
pub fn checked(needs: LitInt, length: usize, errors: &mut Errors) -> Option<LitInt> {
    let number = needs.base10_parse::<usize>().ok().filter(|_| needs.suffix().is_empty());
    let message = match number {
        None => format!("expected a number before `of`, found `{needs}`\nhelp: {EXAMPLE}"),
        Some(_) if length == 1 => {
            format!("`{needs} of` a single sub-skill or action\nhelp: remove `{needs} of`")
        }
        Some(0) => format!("the list is FINAL before anything of it runs\nhelp: {EXAMPLE}"),
        Some(number) if number == length => format!(
            "`{needs} of` all {length} of the list\nhelp: remove `{needs} of`: a list is FINAL when all of it is FINAL"
        ),
        Some(number) if number > length => {
            format!("`{needs} of` a list of {length}, which is never FINAL\nhelp: {EXAMPLE}")
        }
        Some(_) => return Some(needs),
    };
    errors.at(&needs, message);
    None
}
