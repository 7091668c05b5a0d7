//! Parts at another place than their own, and signs of other languages.

use super::slips::Place;
use crate::syntax::errors::Errors;
use crate::syntax::names::{nearest, plain};
use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use syn::parse::ParseStream;
use syn::{Ident, Path, Token};

/// The sections that declare something.
pub const DECLARE: [&str; 5] =
    ["depends_skills", "depends_interfaces", "params", "vars", "continuous"];

/// Returns the keyword of a section, if one is next. What it declares has no errors of its own: it is at the
/// wrong place.
pub fn section(input: ParseStream<'_>, errors: &mut Errors) -> Option<Ident> {
    let ahead = input.fork();
    let word = ahead.parse::<Ident>().ok().filter(|word| DECLARE.iter().any(|of| word == of))?;
    let section = ahead.parse::<Group>().ok()?;
    errors.lost_section |= word == "depends_skills";
    errors.broken.extend(declared(section.stream()));
    Some(word)
}

/// The names before a `:`.
pub fn declared(tokens: TokenStream) -> impl Iterator<Item = String> {
    let all: Vec<TokenTree> = tokens.into_iter().collect();
    let count = all.len();
    let is_colon = |token: Option<&TokenTree>| matches!(token, Some(TokenTree::Punct(colon)) if colon.as_char() == ':');
    let name = move |at: usize| match &all[at] {
        TokenTree::Ident(name) if is_colon(all.get(at + 1)) && !is_colon(all.get(at + 2)) => {
            Some(plain(name))
        }
        _ => None,
    };
    (0..count).filter_map(name)
}

/// Reports `[*] -> A`, with which other languages mark the start state, and passes over its arrow.
pub fn start_mark(input: ParseStream<'_>, place: Place, errors: &mut Errors) -> bool {
    let ahead = input.fork();
    let mark = ahead.parse::<Group>().ok().filter(|of| of.delimiter() == Delimiter::Bracket);
    let (Some(mark), Ok(_)) = (mark, ahead.parse::<Token![->]>()) else { return false };
    let name = ahead.parse::<Ident>().map_or("NAME".to_owned(), |name| name.to_string());
    let help = format!("help: write `start state {name} {{ .. }}`");
    let found = mark.to_string().replace(' ', "");
    errors.span(mark.span(), format!("unexpected `{found}` in {}\n{help}", place.name()));
    errors.lost.start = true;
    let _ = input.parse::<TokenTree>().and_then(|_| input.parse::<Token![->]>());
    true
}

/// The first word of `acton f(..)`.
pub fn misspelt_action(input: ParseStream<'_>) -> Option<Ident> {
    let ahead = input.fork();
    let word = ahead.parse::<Ident>().ok()?;
    let is_call = ahead.call(Path::parse_mod_style).is_ok() && ahead.peek(syn::token::Paren);
    let text = word.to_string();
    let is_near = text != "action" && nearest(&text, ["action"]).is_some();
    (is_call && is_near && input.peek2(Ident)).then_some(word)
}
