//! Lets a parser continue after a broken item.

use super::errors::Errors;
use proc_macro2::{Group, Span, TokenStream, TokenTree};
use syn::Token;
use syn::parse::ParseStream;

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

/// A list with commas; a broken entry is reported and passed over.
pub fn list<T>(
    input: ParseStream<'_>,
    errors: &mut Errors,
    entry: impl Fn(ParseStream<'_>, &mut Errors) -> syn::Result<T>,
) -> Vec<T> {
    let mut entries = Vec::new();
    while !input.is_empty() {
        match entry(input, errors) {
            Ok(entry) => entries.push(entry),
            Err(error) => {
                errors.absorb(error);
                take_until(input, |input| input.peek(Token![,]));
            }
        }
        if !input.is_empty() && input.parse::<Token![,]>().is_err() {
            errors.absorb(input.error("expected `,` between two entries"));
            take_until(input, |input| input.peek(Token![,]));
            let _ = input.parse::<Token![,]>();
        }
    }
    entries
}

/// Takes an expression up to `stop`, or the tokens in place of one. Commas
/// inside the expression (`f::<A, B>()`) do not end it.
pub fn take_expr(input: ParseStream<'_>, stop: impl Fn(ParseStream<'_>) -> bool) -> TokenStream {
    let ahead = input.fork();
    let whole = ahead.parse::<syn::Expr>().is_ok() && (ahead.is_empty() || stop(&ahead));
    if whole {
        take_until(input, |input| input.cursor() == ahead.cursor())
    } else {
        take_until(input, stop)
    }
}

/// Parses all of `tokens` as a `T`. An error at the end of the input, which would
/// light up the whole macro, is moved to the last token.
pub fn parse_all<T: syn::parse::Parse>(tokens: &TokenStream, otherwise: Span) -> syn::Result<T> {
    syn::parse2::<T>(tokens.clone()).map_err(|error| {
        let last = tokens.clone().into_iter().last().map_or(otherwise, |token| token.span());
        let at_end = format!("{:?}", error.span()) == format!("{:?}", Span::call_site());
        let text = error.to_string();
        if at_end || text.starts_with("unexpected end of input") {
            let text = text.replace("unexpected end of input, ", "incomplete code: ");
            syn::Error::new(last, text)
        } else {
            error
        }
    })
}

/// `tokens` with a placeholder at their end, or at the end of their last brackets,
/// that makes them parse: what an IDE is shown of a line that is half typed.
pub fn completed(
    tokens: &TokenStream,
    parses: impl Fn(&TokenStream) -> bool,
) -> Option<TokenStream> {
    candidates(tokens).into_iter().find(parses)
}

fn candidates(tokens: &TokenStream) -> Vec<TokenStream> {
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
        for inside in candidates_inside(group) {
            candidates.push(quote::quote!(#(#before)* #inside #(#after)*));
            candidates.push(quote::quote!(#(#before)* #inside #(#after)*;));
        }
    }
    candidates
}

fn candidates_inside(group: &Group) -> impl Iterator<Item = Group> + '_ {
    candidates(&group.stream()).into_iter().map(|stream| {
        let mut inside = Group::new(group.delimiter(), stream);
        inside.set_span(group.span());
        inside
    })
}
