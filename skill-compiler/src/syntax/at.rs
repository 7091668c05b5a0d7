//! Code at a place: the path of the runtime, and code whose errors must land on the user's token.
//!
//! Only brackets get the token's span: an IDE looks for what a token means in
//! everything that bears its span, and brackets mean nothing.

use proc_macro2::{Delimiter, Group, Ident, Literal, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};

/// The path of the runtime, as the user's module names it.
pub fn rt() -> TokenStream {
    quote!(::skill_runtime::__v1)
}

/// `(tokens)`, at `span`.
pub fn parentheses(span: Span, tokens: TokenStream) -> Group {
    let mut group = Group::new(Delimiter::Parenthesis, tokens);
    group.set_span(span);
    group
}

/// `group` with `tokens` inside, where it was.
pub fn with_content(group: &Group, tokens: TokenStream) -> Group {
    let mut new = Group::new(group.delimiter(), tokens);
    new.set_span(group.span());
    new
}

/// `value`, at `span`: a field whose first and last tokens are there.
pub fn value(span: Span, value: &TokenStream) -> TokenStream {
    value_between((span, span), value)
}

/// `value`, where the tokens are: a cure of `rustc` for them fits.
pub fn value_over(tokens: &TokenStream, value: &TokenStream) -> TokenStream {
    let span_of = |token: Option<TokenTree>| token.map_or_else(Span::call_site, |of| of.span());
    let first = span_of(tokens.clone().into_iter().next());
    value_between((first, span_of(tokens.clone().into_iter().last())), value)
}

fn value_between((first, last): (Span, Span), value: &TokenStream) -> TokenStream {
    let (tuple, mut field) = (parentheses(first, quote!(#value,)), Literal::u8_unsuffixed(0));
    field.set_span(last);
    quote!(#tuple.#field)
}

/// `(function)(arguments)`, at `span`.
pub fn call(span: Span, function: TokenStream, arguments: TokenStream) -> TokenStream {
    let (function, arguments) = (parentheses(span, function), parentheses(span, arguments));
    quote!(#function #arguments)
}

/// `_`, at `span`: where a type is inferred that must implement a trait, as in
/// `<_ as Trait>::function(value)`. If it does not, the error is there, without a word about the
/// function.
pub fn inferred(span: Span) -> Ident {
    Ident::new("_", span)
}

/// The token that names a value: the last one of `self.time_sec`, the first one of any other.
pub fn place_of(tokens: &TokenStream) -> Span {
    let mut tokens_of = tokens.clone().into_iter();
    let token = if is_place(tokens) { tokens_of.last() } else { tokens_of.next() };
    token.map_or_else(Span::call_site, |token| token.span())
}

/// Whether a value is a place: `self.time_sec`.
pub fn is_place(tokens: &TokenStream) -> bool {
    tokens.clone().into_iter().enumerate().all(|(place, token)| match token {
        TokenTree::Ident(_) => place.is_multiple_of(2),
        TokenTree::Punct(of) => of.as_char() == '.' && !place.is_multiple_of(2),
        _ => false,
    })
}

/// `<>`, from the first of some types to the last one: `rustc` does not propose a type it cannot find
/// as a generic parameter where these are.
pub fn no_generics<'a, T: ToTokens + 'a>(types: impl IntoIterator<Item = &'a T>) -> TokenStream {
    let tokens: Vec<_> = types.into_iter().flat_map(ToTokens::to_token_stream).collect();
    let (Some(first), Some(last)) = (tokens.first(), tokens.last()) else {
        return TokenStream::new();
    };
    let (open, close) = (quote_spanned!(first.span()=> <), quote_spanned!(last.span()=> >));
    quote!(#open #close)
}

/// A check that `rustc` evaluates: an error at `span` if `message`, an
/// `Option<Message>`, holds one.
pub fn const_error(span: Span, message: TokenStream) -> TokenStream {
    let check = call(span, quote!(::skill_runtime::__v1::const_error), message);
    quote! {
        #[allow(unused_parens)]
        const _: () = #check;
    }
}
