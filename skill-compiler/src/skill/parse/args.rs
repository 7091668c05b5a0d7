//! Arguments: `name: Type = default in range`, `..group: Type`.

use crate::skill::ast::{Arg, ArgRange, GroupArg, NamedArg};
use crate::syntax::errors::Errors;
use crate::syntax::recover::{self, parse_all, take_expr, take_until};
use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::parse::ParseStream;
use syn::spanned::Spanned as _;
use syn::{Attribute, Expr, ExprRange, Ident, RangeLimits, Token, Type};

/// The list between the parentheses.
pub fn list(input: ParseStream<'_>, errors: &mut Errors) -> Vec<Arg> {
    recover::list(input, errors, arg)
}

fn arg(input: ParseStream<'_>, errors: &mut Errors) -> syn::Result<Arg> {
    let attrs = input.call(Attribute::parse_outer)?;
    let group = input.parse::<Option<Token![..]>>()?.is_some();
    let name: Ident = input.parse().map_err(|error| {
        syn::Error::new(
            error.span(),
            "expected an argument\nhelp: declare it as `name: Type` or `name: Type = DEFAULT`",
        )
    })?;
    if !input.peek(Token![:]) {
        return Err(syn::Error::new(
            name.span(),
            format!("missing type for argument `{name}`\nhelp: provide a type: `{name}: Type`"),
        ));
    }
    input.parse::<Token![:]>()?;
    let ty: Type = input.parse().map_err(|error| {
        syn::Error::new(error.span(), format!("expected the type of argument `{name}`"))
    })?;
    if group {
        return Ok(Arg::Group(GroupArg { attrs, name, ty }));
    }
    let default = match input.parse::<Option<Token![=]>>()? {
        None => None,
        Some(equals) => {
            let tokens = take_expr(input, |input| input.peek(Token![,]) || input.peek(Token![in]));
            errors.ok(parse_all::<Expr>(&tokens, equals.span())).map(|_| tokens)
        }
    };
    let range = match input.parse::<Option<Token![in]>>()? {
        None => None,
        Some(keyword) => {
            let tokens = take_until(input, |input| input.peek(Token![,]));
            errors.ok(range(tokens, keyword.span()))
        }
    };
    Ok(Arg::Named(NamedArg { attrs, name, ty, default, range }))
}

/// `low..=high`
pub fn range(tokens: TokenStream, keyword: proc_macro2::Span) -> syn::Result<ArgRange> {
    let expected = "expected a range after `in`\nhelp: write a range such as `0.1..=30.0`";
    let expr: Expr = parse_all(&tokens, keyword)?;
    let Expr::Range(ExprRange { start, limits, end, .. }) = expr else {
        return Err(syn::Error::new(expr.span(), expected));
    };
    if start.is_none() && end.is_none() {
        return Err(syn::Error::new(keyword, expected));
    }
    Ok(ArgRange {
        low: start.map(ToTokens::into_token_stream),
        high: end.map(ToTokens::into_token_stream),
        inclusive: matches!(limits, RangeLimits::Closed(_)),
        tokens,
    })
}
