//! Names of states that are not written as names: in quotes, with a digit first, with a hyphen.

use crate::syntax::errors::Errors;
use crate::syntax::names::{MADE_UP, camel, ident};
use crate::syntax::read::found_token;
use proc_macro2::{Literal, Span};
use syn::ext::IdentExt as _;
use syn::parse::ParseStream;
use syn::{Ident, Token};

/// Reads a literal in the place of a name, which is reported: the name that is meant.
pub fn literal(input: ParseStream<'_>, errors: &mut Errors) -> Option<Ident> {
    let literal = input.fork().parse::<Literal>().ok()?;
    let _ = input.parse::<Literal>();
    let written = literal.to_string();
    let text = written.trim_matches('"');
    let is_quoted = text != written;
    let words: Vec<&str> = text.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
    let name = joined(&words);
    let help = match syn::parse_str::<Ident>(&name) {
        Ok(_) if is_quoted => format!("help: write `{name}` without quotes"),
        _ => "help: begin with a letter, as in `State2`".to_owned(),
    };
    once(&written, errors, |errors| {
        errors.at(&literal, format!("expected a name, found `{written}`\n{help}"));
    });
    let made_up = syn::parse_str::<Ident>(&name).or_else(|_| syn::parse_str(&format!("__{name}")));
    let name = made_up.map_or_else(|_| MADE_UP.to_owned(), |name| name.to_string());
    Some(ident(&name, literal.span()))
}

/// Returns words as one name: `GoThere` or `go_there`.
fn joined(words: &[&str]) -> String {
    let is_camel = words.first().is_some_and(|word| word.starts_with(char::is_uppercase));
    if is_camel { camel(&words.join("_")) } else { words.join("_") }
}

/// Whether what follows a name is next.
pub fn is_missing(input: ParseStream<'_>) -> bool {
    if input.is_empty() {
        return true;
    }
    let sign = input.peek(Token![=]) || input.peek(Token![:]);
    sign || input.peek(syn::token::Paren) || input.peek(syn::token::Brace)
}

/// Reports that a name is missing after a `word`, and returns one in its place.
pub fn missing(input: ParseStream<'_>, word: Span, errors: &mut Errors) -> Ident {
    let at = if input.is_empty() { word } else { input.span() };
    let help = "help: write `state NAME { .. }`";
    errors.span(at, format!("expected a name after `state`{}\n{help}", found_token(input)));
    ident(&format!("{MADE_UP}{}", errors.count()), at)
}

/// Reads the rest of a name with hyphens, which is reported.
pub fn whole(input: ParseStream<'_>, first: Ident, errors: &mut Errors) -> Ident {
    let mut text = first.to_string();
    let mut hyphen = None;
    while input.peek(Token![-]) && !input.peek(Token![->]) && input.peek2(Ident::peek_any) {
        let Ok(sign) = input.parse::<Token![-]>() else { break };
        let Ok(word) = input.call(Ident::parse_any) else { break };
        hyphen.get_or_insert(sign);
        text += &format!("-{word}");
    }
    let Some(hyphen) = hyphen else { return first };
    let name = joined(&text.split('-').collect::<Vec<_>>());
    once(&text, errors, |errors| {
        let help = format!("help: write `{name}`");
        errors.at(&hyphen, format!("`-` in the name `{text}`\n{help}"));
    });
    ident(&name, first.span())
}

/// Reports a name once, though it is written in several places.
fn once(text: &str, errors: &mut Errors, report: impl FnOnce(&mut Errors)) {
    if errors.misspelt.insert(text.to_owned()) {
        report(errors);
    }
}
