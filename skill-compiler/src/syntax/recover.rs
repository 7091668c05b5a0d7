//! Lets a parser continue after a broken item.

use super::at::with_content;
use super::errors::Errors;
use super::explain::{CodeKind, explained, found_token};
use super::foreign;
use proc_macro2::{Delimiter, Span, TokenStream, TokenTree};
use syn::ext::IdentExt as _;
use syn::parse::{ParseStream, Parser as _};
use syn::punctuated::Punctuated;
use syn::{Expr, Ident, Lit, Token};

/// The placeholder for a name that is not typed yet.
pub const MISSING: &str = "__missing";

/// Takes tokens until `stop` says so, or the end.
pub fn take_until(input: ParseStream<'_>, stop: impl Fn(ParseStream<'_>) -> bool) -> TokenStream {
    let mut taken = TokenStream::new();
    while !input.is_empty() && !stop(input) {
        match input.parse::<TokenTree>() {
            Ok(token) => taken.extend([token]),
            Err(_) => break,
        }
    }
    taken
}

/// Returns the error at the next token, and skips the rest, which `syn` would report as well.
pub fn rejected(input: ParseStream<'_>, message: &str) -> syn::Error {
    let error = syn::Error::new(input.span(), message);
    take_until(input, |_| false);
    error
}

/// A list with commas; a broken entry is reported and passed over.
pub fn list<T>(
    input: ParseStream<'_>,
    errors: &mut Errors,
    entry: impl Fn(ParseStream<'_>, &mut Errors) -> syn::Result<T>,
) -> Vec<T> {
    let mut entries = Vec::new();
    let mut semicolons = false;
    // Where a `,` is missing: what cannot be an entry there is no further error.
    let mut missing = None;
    while !input.is_empty() {
        let before = errors.count();
        match entry(input, errors) {
            Ok(entry) => entries.push(entry),
            Err(error) => {
                errors.absorb(error);
                errors.lost.entries += 1;
                take_until(input, |input| input.peek(Token![,]));
            }
        }
        if let Some(at) = missing.take() {
            errors.forget_at(at, before);
        }
        // The same mistake after each entry is one.
        let is_reported = semicolons || errors.count() > before;
        if is_reported && input.parse::<Token![;]>().is_ok() {
            continue;
        }
        semicolons |= input.peek(Token![;]);
        let (at, before) = (input.span(), errors.count());
        after_entry(input, errors);
        missing = (errors.count() > before).then_some(at);
    }
    entries
}

/// Reads the `,` after an entry, unless it is the last; a missing one is reported.
pub fn after_entry(input: ParseStream<'_>, errors: &mut Errors) {
    let is_end = input.is_empty() || documentation_after(input, errors);
    if !is_end && input.parse::<Token![,]>().is_err() {
        missing_comma(input, errors);
    }
}

/// Reports documentation after the last entry.
fn documentation_after(input: ParseStream<'_>, errors: &mut Errors) -> bool {
    let ahead = input.fork();
    let Ok(attributes) = ahead.call(syn::Attribute::parse_outer) else { return false };
    let Some(first) = attributes.first().filter(|_| ahead.is_empty() || ahead.peek(Token![,]))
    else {
        return false;
    };
    let help = "help: write it before the entry, or as `// text`";
    errors.at(first, format!("nothing follows that this could document\n{help}"));
    take_to(input, &ahead);
    let _ = input.parse::<Token![,]>();
    true
}

/// Reports that a `,` is missing, and finds the beginning of the next entry.
fn missing_comma(input: ParseStream<'_>, errors: &mut Errors) {
    let found = match input.fork().call(syn::Attribute::parse_outer) {
        Ok(attributes) if !attributes.is_empty() => {
            let is_doc = attributes[0].path().is_ident("doc");
            let what = if is_doc { "a doc comment" } else { "an attribute" };
            format!(", found {what}")
        }
        _ if input.peek(Token![..]) => ", found `..`".to_owned(),
        _ => found_token(input),
    };
    errors.absorb(input.error(format!("expected `,` between two entries{found}")));
    if input.peek(Token![;]) {
        let _ = input.parse::<Token![;]>();
        return;
    }
    let begins_entry = input.peek(Ident::peek_any)
        || input.peek(Token![#])
        || input.peek(Lit)
        || input.peek(Token![..]);
    if !begins_entry {
        take_until(input, |input| input.peek(Token![,]));
        let _ = input.parse::<Token![,]>();
    }
}

/// Takes the tokens that a fork of the input has read.
pub fn take_to(input: ParseStream<'_>, ahead: ParseStream<'_>) -> TokenStream {
    take_until(input, |input| input.cursor() == ahead.cursor())
}

/// Whether documentation or another attribute is next.
pub fn begins_attribute(input: ParseStream<'_>) -> bool {
    input.peek(Token![#]) && input.peek2(syn::token::Bracket)
}

/// Whether `..name: Type` is next.
pub fn begins_group(input: ParseStream<'_>) -> bool {
    let ahead = input.fork();
    ahead.parse::<Token![..]>().is_ok()
        && ahead.peek(Ident)
        && ahead.peek2(Token![:])
        && !ahead.peek2(Token![::])
}

/// Takes an expression of a list with commas. If it is followed by `name:`, a `,` is missing
/// there.
pub fn take_entry(input: ParseStream<'_>) -> TokenStream {
    let ahead = input.fork();
    let is_next_entry = |input: ParseStream<'_>| {
        (input.peek(Ident::peek_any) && input.peek2(Token![:]) && !input.peek2(Token![::]))
            || (input.peek(Token![mut]) && input.peek2(Ident))
            || input.peek(Token![;])
            || begins_attribute(input)
    };
    let is_whole = ahead.parse::<Expr>().is_ok()
        && (ahead.is_empty() || ahead.peek(Token![,]) || is_next_entry(&ahead));
    if is_whole { take_to(input, &ahead) } else { take_until(input, |input| input.peek(Token![,])) }
}

/// Takes an expression up to `stop`, or the tokens in place of one. Commas
/// inside the expression (`f::<A, B>()`) do not end it.
pub fn take_expr(input: ParseStream<'_>, stop: impl Fn(ParseStream<'_>) -> bool) -> TokenStream {
    let ahead = input.fork();
    let whole = ahead.parse::<syn::Expr>().is_ok() && (ahead.is_empty() || stop(&ahead));
    if whole { take_to(input, &ahead) } else { take_until(input, stop) }
}

/// Parses all of `tokens` as a `T`. An error says what was found; one at the end of the input,
/// which would light up the whole macro, is moved to the last token.
pub fn parse_all<T: syn::parse::Parse>(
    tokens: &TokenStream,
    kind: CodeKind,
    otherwise: Span,
) -> syn::Result<T> {
    if let Some(error) = foreign::power(tokens) {
        return Err(error);
    }
    syn::parse2::<T>(tokens.clone()).map_err(|error| explained(tokens, kind, otherwise, &error))
}

/// `tokens` with a placeholder at their end, or at the end of their last brackets,
/// that makes them parse: what an IDE is shown of a line that is half typed.
pub fn completed(
    tokens: &TokenStream,
    parses: impl Fn(&TokenStream) -> bool,
) -> Option<TokenStream> {
    candidates(tokens, 0).into_iter().find(parses)
}

/// The number of groups inside each other after each of which a `;` is tried, too: each doubles the attempts.
const ENDED: u8 = 4;

fn candidates(tokens: &TokenStream, level: u8) -> Vec<TokenStream> {
    let all: Vec<TokenTree> = tokens.clone().into_iter().collect();
    let span = all.last().map_or_else(Span::call_site, TokenTree::span);
    let missing = syn::Ident::new(MISSING, span);
    let mut candidates = vec![
        quote::quote!(#tokens #missing),
        quote::quote!(#tokens #missing;),
        quote::quote!(#tokens;),
    ];
    let last = all.iter().rposition(|token| matches!(token, TokenTree::Group(_)));
    if let Some(TokenTree::Group(group)) = last.and_then(|last| all.get(last)) {
        let (before, after) = all.split_at(last.unwrap_or(0));
        let after = &after[1..];
        for inside in self::candidates(&group.stream(), level.saturating_add(1)) {
            let inside = with_content(group, inside);
            candidates.push(quote::quote!(#(#before)* #inside #(#after)*));
            if level < ENDED {
                candidates.push(quote::quote!(#(#before)* #inside #(#after)*;));
            }
        }
    }
    candidates
}

/// The number of tokens of a statement after which a placeholder is tried.
const MAX_TRIED: usize = 24;

/// `tokens` with a placeholder in the middle that makes them parse, where other code follows what is
/// half typed: `self.` on the line before another statement.
pub fn repaired(
    tokens: &TokenStream,
    parses: &dyn Fn(&TokenStream) -> bool,
) -> Option<TokenStream> {
    let all: Vec<TokenTree> = tokens.clone().into_iter().collect();
    let begin = all.len() - broken_statements(tokens);
    let end = all.len().min(begin + MAX_TRIED);
    for place in begin..end {
        let (before, after) = all.split_at(place + 1);
        let span = before.last().map_or_else(Span::call_site, TokenTree::span);
        let missing = syn::Ident::new(MISSING, span);
        let placeholders = [
            quote::quote!(#missing;),
            quote::quote!(;),
            quote::quote!(#missing {}),
            quote::quote!({}),
            quote::quote!(#missing),
            quote::quote!(#missing,),
            quote::quote!(,),
            quote::quote!(#missing &&),
            quote::quote!(&&),
        ];
        // Only the part that does not parse is parsed again for each placeholder.
        let broken = &before[begin..];
        let placed = placeholders.into_iter().find(|placeholder| {
            can_be_inside(&quote::quote!(#(#broken)* #placeholder #(#after)*))
                && parses(&quote::quote!(#(#before)* #placeholder #(#after)*))
        });
        if let Some(placeholder) = placed {
            return Some(quote::quote!(#(#before)* #placeholder #(#after)*));
        }
    }
    (begin..end).find_map(|place| {
        let TokenTree::Group(group) = &all[place] else { return None };
        let (before, after) = (&all[..place], &all[place + 1..]);
        let around = |inside: &TokenStream| {
            let group = with_content(group, inside.clone());
            quote::quote!(#(#before)* #group #(#after)*)
        };
        let inside = group.stream();
        let is_code = broken_statements(&inside) == 0 && group.delimiter() == Delimiter::Brace;
        if is_code || inside.is_empty() {
            return None;
        }
        repaired(&inside, &|inside| parses(&around(inside))).map(|inside| around(&inside))
    })
}

/// Returns the number of tokens from the first statement on that does not parse.
fn broken_statements(tokens: &TokenStream) -> usize {
    let statements = |input: ParseStream<'_>| {
        while !input.is_empty() {
            let ahead = input.fork();
            if ahead.parse::<syn::Stmt>().is_ok() {
                take_to(input, &ahead);
            } else if syn::Block::parse_within.parse2(input.cursor().token_stream()).is_ok() {
                // The value of the block.
                take_until(input, |_| false);
            } else {
                break;
            }
        }
        Ok(take_until(input, |_| false).into_iter().count())
    };
    statements.parse2(tokens.clone()).unwrap_or(0)
}

/// Whether `tokens` parse as statements, as arms of a `match`, or as values or fields with commas.
fn can_be_inside(tokens: &TokenStream) -> bool {
    let arms = |input: ParseStream<'_>| {
        while !input.is_empty() {
            input.parse::<syn::Arm>()?;
        }
        Ok(())
    };
    let values = Punctuated::<Expr, Token![,]>::parse_terminated;
    let fields = Punctuated::<syn::FieldValue, Token![,]>::parse_terminated;
    syn::Block::parse_within.parse2(tokens.clone()).is_ok()
        || values.parse2(tokens.clone()).is_ok()
        || fields.parse2(tokens.clone()).is_ok()
        || arms.parse2(tokens.clone()).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deep_code_is_not_completed_in_ever_more_ways() {
        let deep =
            |levels| (0..levels).fold(quote::quote!(x y), |inside, _| quote::quote!({ #inside }));
        let ways = |levels| candidates(&deep(levels), 0).len();
        assert!(ways(80) < 2 * ways(40) + 100, "{} {}", ways(40), ways(80));
        assert!(completed(&deep(64), |_| false).is_none());
    }
}
