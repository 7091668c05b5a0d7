//! Keeps a parser going behind a broken item.

use proc_macro2::{Span, TokenStream, TokenTree};
use syn::parse::ParseStream;

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

/// Takes an expression up to `stop`, or what stands there instead of one. Commas
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
            let text = text.replace("unexpected end of input, ", "this is not complete: ");
            syn::Error::new(last, text)
        } else {
            error
        }
    })
}

/// `tokens` with a placeholder behind them that makes them parse: what an IDE is
/// shown of a line that is half typed.
pub fn completed(
    tokens: &TokenStream,
    parses: impl Fn(&TokenStream) -> bool,
) -> Option<TokenStream> {
    let span = tokens.clone().into_iter().last().map_or_else(Span::call_site, |token| token.span());
    let missing = syn::Ident::new("__missing", span);
    let endings = [quote::quote!(#missing), quote::quote!(#missing;), quote::quote!(;)];
    endings.into_iter().map(|ending| quote::quote!(#tokens #ending)).find(parses)
}
