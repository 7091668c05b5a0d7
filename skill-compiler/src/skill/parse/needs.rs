//! `N of` before a list of sub-skills and actions: how many of them must be FINAL.

use super::{items, kw};
use crate::skill::ast::Needs;
use crate::syntax::errors::Errors;
use crate::syntax::label;
use crate::syntax::names::{last, nearest};
use crate::syntax::recover::take_until;
use proc_macro2::TokenTree;
use syn::parse::ParseStream;
use syn::{Ident, LitInt, Path, Token, parenthesized};

/// Parses `N of`, if present.
pub fn before(input: ParseStream<'_>, errors: &mut Errors) -> Needs {
    if let Ok(word) = input.parse::<kw::of>() {
        errors.at(&word, format!("missing number before `of`\nhelp: {EXAMPLE}"));
        return Needs::Wrong;
    }
    if wrong_number(input, errors) {
        return Needs::Wrong;
    }
    let Some(number) = input.peek(LitInt).then(|| input.parse::<LitInt>().ok()).flatten() else {
        return Needs::All;
    };
    if let Ok(of) = input.parse::<kw::of>() {
        errors.record_keyword("of", of.span);
    } else {
        if let Ok(word) = input.fork().parse::<Ident>() {
            let text = word.to_string();
            errors.record_unknown("after_number", word.clone());
            if text.len() > 1 && nearest(&text, ["of"]).is_some() && input.parse::<Ident>().is_ok()
            {
                let message =
                    format!("expected `of` after the number, found `{text}`\nhelp: {EXAMPLE}");
                errors.at(&word, message);
                return Needs::Some(number);
            }
        }
        let word = input.parse::<Token![in]>();
        let message = format!("missing `of` after the number\nhelp: {EXAMPLE}");
        errors.span(word.map_or_else(|_| number.span(), |word| word.span), message);
    }
    Needs::Some(number)
}

/// Reads `1 of` after the list, which is reported; `needs` is what is before it.
pub fn after(input: ParseStream<'_>, needs: Needs, errors: &mut Errors) -> Needs {
    if !(input.peek(LitInt) && input.peek2(kw::of)) {
        return needs;
    }
    let (Ok(number), Ok(_)) = (input.parse::<LitInt>(), input.parse::<kw::of>()) else {
        return needs;
    };
    let help = format!("help: write it before: `{number} of (A {{ .. }}, B {{ .. }})`");
    errors.at(&number, format!("`{number} of` after the list\n{help}"));
    Needs::Some(number)
}

const EXAMPLE: &str = "write how many must be FINAL: `1 of (A { .. }, B { .. })`";

/// Reports what is in the place of the number: `any of (..)`, `1.0 of (..)`, `self.n of (..)`, `1+ of (..)`,
/// `first_of(..)`.
fn wrong_number(input: ParseStream<'_>, errors: &mut Errors) -> bool {
    let ahead = input.fork();
    let is_end = |input: ParseStream<'_>| {
        input.peek(kw::of)
            || input.peek(Token![;])
            || input.peek(syn::token::Brace)
            || items::begins_item(input)
    };
    let tokens = take_until(&ahead, is_end);
    let is_number = input.peek(LitInt) && input.peek2(kw::of);
    let is_list = ahead.peek2(syn::token::Paren);
    if ahead.peek(kw::of) && !is_number && (is_list || input.peek2(kw::of)) {
        take_until(input, is_end);
        let _ = input.parse::<kw::of>();
        let text = label::print(&tokens);
        let help = help_for(&text, &format!("{text} of"));
        errors.at(&tokens, format!("expected a number before `of`, found `{text}`\nhelp: {help}"));
        return true;
    }
    if !is_list_of_skills(input) {
        return false;
    }
    let Ok(word) = input.parse::<Ident>() else { return false };
    let help = help_for(&word.to_string().to_lowercase(), &word.to_string());
    errors.at(&word, format!("unexpected `{word}` before a list\nhelp: {help}"));
    true
}

/// Returns the cure for a word that says how many; `written` is to be removed if that is all.
fn help_for(word: &str, written: &str) -> String {
    match word {
        "all" | "both" | "each" | "every" | "all_of" | "both_of" | "parallel" | "join" => {
            format!("remove `{written}`: a list is FINAL when all of it is FINAL")
        }
        "fallback" | "selector" | "select" | "priority" => {
            "lead to a state for each: `state A = First {} { -> FINAL on FINAL; -> B on FAILED; }`"
                .to_owned()
        }
        "sequence" | "seq" | "then" | "chain" => {
            "lead to a state for each: `state A = First {}? { -> B on FINAL; }`".to_owned()
        }
        _ => EXAMPLE.to_owned(),
    }
}

/// Whether `word(Skill { .. }, ..)` is next, perhaps with labels.
fn is_list_of_skills(input: ParseStream<'_>) -> bool {
    fn begins_list(input: ParseStream<'_>) -> syn::Result<bool> {
        let name: Ident = input.parse()?;
        let text = name.to_string();
        let is_known = help_for(&text.to_lowercase(), "") != EXAMPLE;
        if !is_known && !text.starts_with(char::is_lowercase) {
            return Ok(false);
        }
        let list;
        parenthesized!(list in input);
        let has_label = list.peek(Ident) && list.peek2(Token![:]) && !list.peek2(Token![::]);
        if has_label {
            list.parse::<Ident>()?;
            list.parse::<Token![:]>()?;
        }
        if list.peek(kw::action) && list.peek2(Ident) {
            take_until(&list, |_| false);
            return Ok(true);
        }
        let skill = list.call(Path::parse_mod_style)?;
        let is_skill = list.peek(syn::token::Brace) && last(&skill).starts_with(char::is_uppercase);
        list.parse::<TokenTree>()?;
        // One value may be the argument of a function.
        let is_list = is_skill && (has_label || list.peek(Token![,]));
        take_until(&list, |_| false);
        Ok(is_list)
    }
    begins_list(&input.fork()).unwrap_or(false)
}

/// Checks that the number fits a list of this length.
pub fn checked(needs: Needs, length: usize, errors: &mut Errors) -> Needs {
    let Needs::Some(needs) = needs else { return needs };
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
        Some(_) => return Needs::Some(needs),
    };
    errors.at(&needs, message);
    Needs::Wrong
}
