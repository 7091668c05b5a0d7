//! Arguments: `name: Type = default in range`, `..group: Type`; parameters of a skill.

use super::{items, misplaced};
use crate::skill::ast::{Arg, ArgRange, GroupArg, NamedArg, SkillParamEntry};
use crate::skill::facts::Facts;
use crate::syntax::constant::literal;
use crate::syntax::errors::Errors;
use crate::syntax::explain::CodeKind;
use crate::syntax::label;
use crate::syntax::names::{plain, snake};
use crate::syntax::read::{attributes, colon_equals, name};
use crate::syntax::recover::{self, parse_all, take_entry, take_to, take_until};
use crate::syntax::typed::{name_and_type, typed};
use crate::syntax::units;
use proc_macro2::{Spacing, TokenStream, TokenTree};
use quote::ToTokens;
use std::cmp::Ordering;
use syn::parse::ParseStream;
use syn::spanned::Spanned as _;
use syn::{Expr, ExprRange, Ident, Lit, RangeLimits, Token};

/// The list between the parentheses.
pub fn list(input: ParseStream<'_>, errors: &mut Errors) -> Vec<Arg> {
    let before = errors.lost.entries;
    let all = recover::list(input, errors, arg);
    errors.lost.args |= errors.lost.entries > before;
    all
}

fn arg(input: ParseStream<'_>, errors: &mut Errors) -> syn::Result<Arg> {
    let attrs = attributes(input, errors)?;
    if let Some(word) = misplaced::section(input, errors) {
        let help =
            format!("help: move it into the braces of the skill: `{{ {word} {{ .. }} .. }}`");
        return Err(syn::Error::new(word.span(), format!("`{word}` in the arguments\n{help}")));
    }
    if input.peek(Token![in]) {
        let help = "help: remove the comma before it: the range is that of the argument before";
        return Err(input.error(format!("expected an argument, found `in`\n{help}")));
    }
    let dots = input.parse::<Token![...]>().ok();
    if let Some(dots) = &dots {
        let help = "help: write `..name: Type`";
        errors.at(dots, format!("expected `..` before a struct of arguments, found `...`\n{help}"));
    }
    let is_dot = input.peek(Token![.]) && !input.peek(Token![..]);
    let dot = if is_dot { input.parse::<Token![.]>().ok() } else { None };
    if let Some(dot) = &dot {
        let help = "help: write `..name: Type`";
        errors.at(dot, format!("expected `..` before a struct of arguments, found `.`\n{help}"));
    }
    let is_marked = dots.is_some() || dot.is_some();
    let group = is_marked || input.parse::<Option<Token![..]>>()?.is_some();
    if let Some(ty) = type_alone(input).filter(|_| group) {
        input.parse::<Ident>()?;
        let name = Ident::new(&snake(&plain(&ty)), ty.span());
        let help = format!("help: write `..{name}: {ty}`");
        errors.at(&ty, format!("missing name of the struct of arguments\n{help}"));
        return Ok(Arg::Group(GroupArg { attrs, name, ty: syn::parse_quote!(#ty) }));
    }
    let expected =
        "expected an argument\nhelp: declare it as `name: Type` or `name: Type = DEFAULT`";
    let name = name(input, expected, errors)?;
    let missing = |name: &Ident| {
        format!("missing type for argument `{name}`\nhelp: provide a type: `{name}: Type`")
    };
    let question = input.parse::<Option<Token![?]>>()?;
    let (name, mut ty) = name_and_type(input, name, missing, errors)?;
    if let Some(sign) = question {
        let shown = label::print_type(&ty);
        let help = format!("help: write `{name}: Option<{shown}> = None`");
        errors.at(&sign, format!("unexpected `?` after the name of an argument\n{help}"));
        ty = syn::parse_quote!(::core::option::Option<#ty>);
    }
    if group {
        if input.peek(Token![=]) {
            let default = take_until(input, |input| input.peek(Token![,]));
            let help = "help: remove it: what is not given is `None`";
            errors.at(&default, format!("default of a struct of arguments\n{help}"));
        }
        return Ok(Arg::Group(GroupArg { attrs, name, ty }));
    }
    colon_equals(input, errors);
    let mut default = match input.parse::<Option<Token![=]>>()? {
        None if items::missing_equals(input, &name, &ty, errors) => {
            given_default(input, name.span(), errors)
        }
        None if question.is_some() => Some(quote::quote!(::core::option::Option::None)),
        None => None,
        Some(equals) => given_default(input, equals.span(), errors),
    };
    let range = optional_range(input, "an argument", errors)?;
    if range.is_some() && default.is_none() && input.peek(Token![=]) {
        let rest = take_until(input, |input| input.peek(Token![,]));
        let help =
            format!("help: write it before the range: `{name}: Type = DEFAULT in LOW..=HIGH`");
        errors.at(&rest, format!("default after the range\n{help}"));
        // It has a default: a call that leaves it out is no error.
        default = Some(rest.into_iter().skip(1).collect());
    }
    Ok(Arg::Named(NamedArg { attrs, name, ty, default, range }))
}

/// Returns a type that is in the place of a name.
fn type_alone(input: ParseStream<'_>) -> Option<Ident> {
    let ty = input.fork().parse::<Ident>().ok()?;
    let is_end = input.peek2(Token![,]) || input.cursor().ident()?.1.eof();
    (is_end && plain(&ty).starts_with(char::is_uppercase)).then_some(ty)
}

/// `name: Type = DEFAULT in RANGE` in `params`.
pub fn param(input: ParseStream<'_>, errors: &mut Errors) -> syn::Result<SkillParamEntry> {
    let attrs = attributes(input, errors)?;
    if input.peek(Token![in]) {
        let help = "help: remove the comma before it: the range is that of the parameter before";
        return Err(input.error(format!("expected a parameter, found `in`\n{help}")));
    }
    let expected = "expected a parameter\nhelp: declare it as `name: Type = DEFAULT in LOW..=HIGH`";
    let name = name(input, expected, errors)?;
    let missing = format!(
        "missing type for parameter `{name}`\nhelp: provide a type: `{name}: Type = DEFAULT`"
    );
    let ty = typed(input, &name, &missing, errors)?;
    colon_equals(input, errors);
    let default = match input.parse::<Option<Token![=]>>()? {
        None if items::missing_equals(input, &name, &ty, errors) => {
            given_default(input, name.span(), errors)
        }
        None => {
            let ty = label::print_type(&ty);
            errors.at(&name, format!("missing default of parameter `{name}`\nhelp: give the value that it has until it is set: `{name}: {ty} = VALUE`"));
            None
        }
        Some(equals) => given_default(input, equals.span(), errors),
    };
    let range = optional_range(input, "a parameter", errors)?;
    Ok(SkillParamEntry(NamedArg { attrs, name, ty, default, range }))
}

/// The expression after `=`, if it is one.
fn given_default(
    input: ParseStream<'_>,
    equals: proc_macro2::Span,
    errors: &mut Errors,
) -> Option<TokenStream> {
    let tokens = default(input);
    errors.ok(parse_all::<Expr>(&tokens, CodeKind::Value, equals)).map(|_| tokens)
}

/// `in RANGE` of `what`
fn optional_range(
    input: ParseStream<'_>,
    what: &str,
    errors: &mut Errors,
) -> syn::Result<Option<ArgRange>> {
    Ok(match input.parse::<Option<Token![in]>>()? {
        None => None,
        Some(keyword) => errors.ok(range_of(what, take_range(input), keyword.span())),
    })
}

/// Takes the tokens of a range, up to `=`.
fn take_range(input: ParseStream<'_>) -> TokenStream {
    let (mut in_sign, mut is_value) = (false, false);
    let mut range = TokenStream::new();
    // A comma is missing before the next one.
    let is_next = |input: ParseStream<'_>| {
        input.peek(Ident) && input.peek2(Token![:]) && !input.peek2(Token![::])
    };
    let is_end =
        |input: ParseStream<'_>| input.is_empty() || input.peek(Token![,]) || input.peek(Token![;]);
    loop {
        let is_default = input.peek(Token![=]) && !in_sign;
        if is_end(input)
            || is_default
            || is_value && (is_next(input) || recover::begins_attribute(input))
        {
            break;
        }
        let Ok(token) = input.parse::<TokenTree>() else { break };
        in_sign = matches!(&token, TokenTree::Punct(sign) if sign.spacing() == Spacing::Joint);
        is_value = !matches!(&token, TokenTree::Punct(_));
        range.extend([token]);
    }
    range
}

/// The expression after `=`, up to `in` or the end of the entry.
pub fn default(input: ParseStream<'_>) -> TokenStream {
    let ahead = input.fork();
    let is_whole = ahead.parse::<Expr>().is_ok();
    if is_whole && ahead.peek(Token![in]) {
        return take_to(input, &ahead);
    }
    if is_whole && ahead.peek(Token![:]) {
        // A comma is missing before `..group: Type`.
        return take_until(input, |input| input.peek(Token![,]) || recover::begins_group(input));
    }
    take_entry(input)
}

/// The range that is meant by times such as `100ms..=5s`.
fn in_seconds(low: Option<&Expr>, high: Option<&Expr>) -> Option<String> {
    let bound = |bound: Option<&Expr>| match bound {
        Some(Expr::Lit(of)) => units::seconds(&of.lit).map(|seconds| format!("{seconds:?}")),
        _ => None,
    };
    let print =
        |of: Option<&Expr>| bound(of).unwrap_or_else(|| label::print(&of.to_token_stream()));
    bound(low).or_else(|| bound(high))?;
    Some(format!("{}..={}", print(low), print(high)))
}

/// Reports a bound that is no number, or none before the skill runs.
fn no_bound(bound: &Expr) -> syn::Result<()> {
    let is_number =
        |lit: &Lit| matches!(lit, Lit::Int(_) | Lit::Float(_) | Lit::Byte(_) | Lit::Bool(_));
    let message = match bound {
        Expr::Lit(of) if !is_number(&of.lit) => {
            let found = label::print(&bound.to_token_stream());
            format!("expected a number as the bound of a range, found `{found}`\nhelp: write a range such as `0.1..=30.0`")
        }
        _ if !Facts::of_expr(bound).fields.is_empty() => {
            "`self` in a range\nhelp: write a literal or a constant; `precond -> FAILED(\"..\") when GUARD;` compares two arguments".to_owned()
        }
        _ => return Ok(()),
    };
    Err(syn::Error::new_spanned(bound, message))
}

/// `low..=high` of an argument
pub fn range(tokens: TokenStream, keyword: proc_macro2::Span) -> syn::Result<ArgRange> {
    range_of("an argument", tokens, keyword)
}

fn range_of(what: &str, tokens: TokenStream, keyword: proc_macro2::Span) -> syn::Result<ArgRange> {
    let expected = "expected a range after `in`\nhelp: write a range such as `0.1..=30.0`";
    let all: Vec<TokenTree> = tokens.clone().into_iter().collect();
    let is_dot = |token: &TokenTree| matches!(token, TokenTree::Punct(dot) if dot.as_char() == '.');
    if let Some(dots) = all.windows(3).find(|three| three.iter().all(is_dot)) {
        return Err(syn::Error::new(dots[0].span(), "`...` is not a range\nhelp: write `..=`"));
    }
    let expr: Expr = parse_all(&tokens, CodeKind::Value, keyword)?;
    let Expr::Range(ExprRange { start, limits, end, .. }) = expr else {
        return Err(syn::Error::new(expr.span(), expected));
    };
    if start.is_none() && end.is_none() {
        return Err(syn::Error::new(keyword, expected));
    }
    if let Some(seconds) = in_seconds(start.as_deref(), end.as_deref()) {
        let message =
            format!("unit of a time in a range\nhelp: write the numbers of seconds: `{seconds}`");
        return Err(syn::Error::new_spanned(&tokens, message));
    }
    for bound in start.iter().chain(&end) {
        no_bound(bound)?;
    }
    let literal = |bound: &Option<Box<Expr>>| literal(&bound.to_token_stream());
    let order = literal(&start).zip(literal(&end)).and_then(|(low, high)| low.partial_cmp(&high));
    let help = match order {
        Some(Ordering::Greater) => Some("write the smaller bound first"),
        Some(Ordering::Equal) if matches!(limits, RangeLimits::HalfOpen(_)) => {
            Some("write `..=` if the bound is a value, too")
        }
        _ => None,
    };
    if let Some(help) = help {
        let message = format!("empty range of {what}\nhelp: {help}");
        return Err(syn::Error::new_spanned(&tokens, message));
    }
    Ok(ArgRange {
        low: start.map(ToTokens::into_token_stream),
        high: end.map(ToTokens::into_token_stream),
        inclusive: matches!(limits, RangeLimits::Closed(_)),
        tokens,
    })
}
