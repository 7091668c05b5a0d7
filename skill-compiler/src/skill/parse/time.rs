//! Times: `12.5s`, `500ms`, `25 ticks`, and expressions of seconds.

use super::{items, kw, slips};
use crate::skill::ast::{MaxAge, Time};
use crate::syntax::at::{call as call_at, with_content};
use crate::syntax::errors::Errors;
use crate::syntax::explain::{CodeKind, printed};
use crate::syntax::recover::parse_all;
use crate::syntax::tokens::word_after_value;
use proc_macro2::{Span, TokenStream, TokenTree};
use quote::{ToTokens as _, quote};
use syn::parse::ParseStream;
use syn::{BinOp, Expr, ExprBinary, Lit, LitInt, LitStr};

const UNITS: &str = "help: the units are `s`, `ms`, `us` and `min`";

/// The cure of `after 0s`.
const AT_ONCE: &str = "help: use `otherwise` for a transition that fires at once";

/// The cure of `after 1s && self.x`.
const BOTH: &str = "help: write `after TIME when GUARD` if both must hold, or two transitions";

/// The cures of a time that is not positive, and of a guard after a time.
#[derive(Clone, Copy)]
struct Cures {
    zero: &'static str,
    both: &'static str,
}

/// Parses the time after `after`.
pub fn after(tokens: TokenStream, keyword: Span, errors: &mut Errors) -> Option<Time> {
    time(tokens, keyword, Cures { zero: AT_ONCE, both: BOTH }, errors)
}

/// Parses the time after `for`.
pub fn lasting(tokens: TokenStream, keyword: Span, errors: &mut Errors) -> Option<Time> {
    if tokens.is_empty() {
        errors.span(keyword, "missing time after `for`\nhelp: write a time such as `500ms`");
        return None;
    }
    let at = tokens.clone();
    let cures = Cures {
        zero: "help: remove `for` and the time",
        both: "help: write the time last: `when GUARD && GUARD for TIME`",
    };
    match time(tokens, keyword, cures, errors) {
        Some(Time::Ticks(_)) => {
            errors.at(&at, "`for` needs a time, not ticks\nhelp: write a time such as `500ms`");
            None
        }
        time => time,
    }
}

/// Reports `after FINAL`, and `after 1s otherwise`.
fn is_end(tokens: &TokenStream, keyword: Span, errors: &mut Errors) -> bool {
    if let Some(word) = otherwise_after(tokens) {
        errors.at(&word, "unexpected `otherwise` after a time\nhelp: remove it");
        return true;
    }
    let end = tokens.to_string();
    let is_end = end == "FINAL" || end == "FAILED";
    if is_end {
        errors.span(keyword, format!("`after {end}`, which is no time\nhelp: write `on {end}`"));
    }
    is_end
}

/// Returns `otherwise` at the end of more than that.
fn otherwise_after(tokens: &TokenStream) -> Option<proc_macro2::Ident> {
    let parts: Vec<TokenTree> = tokens.clone().into_iter().collect();
    match &parts[..] {
        [TokenTree::Literal(_), .., TokenTree::Ident(last)] if last == "otherwise" => {
            Some(last.clone())
        }
        _ => None,
    }
}

/// Returns the token after a time of two tokens, or `and` after one.
fn after_time(parts: &[TokenTree]) -> Option<&TokenTree> {
    match parts {
        [TokenTree::Literal(_), more @ TokenTree::Ident(word), ..] if word == "and" => Some(more),
        [TokenTree::Literal(_), TokenTree::Ident(unit), more, ..] => {
            (unit == "ticks" || unit == "tick").then_some(more)
        }
        _ => None,
    }
}

/// Reports `1,5s`.
fn has_comma(parts: &[TokenTree], errors: &mut Errors) -> bool {
    let [TokenTree::Literal(whole), TokenTree::Punct(comma), TokenTree::Literal(part)] = parts
    else {
        return false;
    };
    let is_comma = comma.as_char() == ',';
    if is_comma {
        let help = format!("help: write a fraction with a point: `{whole}.{part}`");
        errors.at(comma, format!("expected `;`, found `,`\n{help}"));
    }
    is_comma
}

fn time(tokens: TokenStream, keyword: Span, cures: Cures, errors: &mut Errors) -> Option<Time> {
    let Cures { zero, both } = cures;
    if tokens.is_empty() {
        errors.span(keyword, "missing time after `after`\nhelp: write a time such as `500ms`");
        return None;
    }
    if is_end(&tokens, keyword, errors) {
        return None;
    }
    if let Some(word) = split(tokens.clone()).1.map(|(word, _)| word) {
        let help = "help: a guard has one time: `when GUARD for TIME`";
        errors.span(word, format!("unexpected `for` after a time\n{help}"));
        return None;
    }
    let parts: Vec<TokenTree> = tokens.clone().into_iter().collect();
    if slips::time_in_quotes(&parts, errors)
        || slips::unit_after_expression(&parts, errors)
        || has_comma(&parts, errors)
    {
        return None;
    }
    if let [TokenTree::Group(of)] = &parts[..]
        && let [TokenTree::Literal(_), TokenTree::Ident(_)] = &Vec::from_iter(of.stream())[..]
    {
        return time(of.stream(), keyword, cures, errors);
    }
    if let Some(more) = after_time(&parts).or_else(|| word_after_value(&parts, "and")) {
        errors.at(more, format!("unexpected `{}` after a time\n{both}", printed(more)));
        return None;
    }
    if let [TokenTree::Literal(count), TokenTree::Ident(unit)] = &parts[..] {
        let ticks = syn::parse_str::<LitInt>(&count.to_string())
            .and_then(|count| count.base10_parse::<u32>());
        return match ticks {
            Ok(0) => {
                errors.at(count, format!("timeout of 0 ticks\n{zero}"));
                None
            }
            Ok(ticks) if unit == "ticks" || unit == "tick" => Some(Time::Ticks(ticks)),
            _ => {
                let help = if unit == "ticks" {
                    "help: ticks are whole: write `2 ticks`, or a time such as `12.5s`".to_owned()
                } else {
                    meant(&count.to_string(), &unit.to_string())
                };
                errors.at(&tokens, format!("expected `N ticks` or a time such as `12.5s`, found `{count} {unit}`\n{help}"));
                None
            }
        };
    }
    if let [TokenTree::Literal(number)] = &parts[..]
        && syn::parse_str::<LitInt>(&number.to_string())
            .is_ok_and(|number| number.suffix().is_empty())
    {
        let message = format!(
            "missing unit of the time\nhelp: write `{number}s`, or `{number}.0` for a number of seconds"
        );
        errors.at(number, message);
        return None;
    }
    if let [TokenTree::Literal(_)] = &parts[..] {
        let literal: Lit = errors.ok(parse_all(&tokens, CodeKind::Trigger, keyword))?;
        if !suffix(&literal).is_empty() {
            let micros = errors.ok(micros(&literal))?;
            if micros == 0 {
                errors.at(&literal, format!("timeout of zero\n{zero}"));
                return None;
            }
            return Some(Time::Literal(tokens, micros));
        }
    }
    if let [TokenTree::Punct(minus), TokenTree::Literal(literal)] = &parts[..]
        && minus.as_char() == '-'
        && !suffix(&Lit::new(literal.clone())).is_empty()
    {
        errors.at(&tokens, format!("timeout is not positive\n{zero}"));
        return None;
    }
    if let Some(second) = second_time(&parts) {
        let sum: u64 = parts.iter().filter_map(time_of).sum();
        #[allow(clippy::cast_precision_loss)] // shown
        let seconds = sum as f64 / 1e6;
        errors.at(second, format!("expected one time\nhelp: write the sum: `{seconds}s`"));
        return None;
    }
    let tokens = with_durations(tokens, errors);
    let (code, expr) = items::parsed::<Expr>(tokens, CodeKind::Trigger, keyword, errors)?;
    // The operator of one that is half typed may be made up.
    if !code.half_typed
        && let Expr::Binary(ExprBinary { op: op @ (BinOp::And(_) | BinOp::Or(_)), .. }) = &expr
    {
        errors.at(op, format!("unexpected `{}` after a time\n{both}", op.to_token_stream()));
        return None;
    }
    if let Some(value) = plain_number(&expr)
        && value <= 0.0
    {
        errors.at(&expr, format!("timeout is not positive\n{zero}"));
        return None;
    }
    Some(Time::Seconds(code))
}

/// The tokens before and after `for`, with its position. `for<'a>` begins an expression.
pub fn split(tokens: TokenStream) -> (TokenStream, Option<(Span, TokenStream)>) {
    let all: Vec<TokenTree> = tokens.into_iter().collect();
    let begins_type = |at: usize| matches!(all.get(at + 1), Some(TokenTree::Punct(next)) if next.as_char() == '<');
    let is_for = |at: &usize| matches!(&all[*at], TokenTree::Ident(word) if word == "for");
    let Some(at) = (0..all.len()).find(|at| is_for(at) && !begins_type(*at)) else {
        return (all.into_iter().collect(), None);
    };
    let (guard, rest) = all.split_at(at);
    let (word, time) = (rest[0].span(), rest[1..].iter().cloned().collect());
    (guard.iter().cloned().collect(), Some((word, time)))
}

/// Returns the second of several times such as `1min 30s`.
fn second_time(parts: &[TokenTree]) -> Option<&TokenTree> {
    let second = parts.get(1)?;
    parts.iter().all(|part| time_of(part).is_some()).then_some(second)
}

/// Returns the microseconds of a literal with a unit.
fn time_of(token: &TokenTree) -> Option<u64> {
    let TokenTree::Literal(literal) = token else { return None };
    micros(&Lit::new(literal.clone())).ok()
}

/// The time that was meant by a number and a word.
fn meant(count: &str, unit: &str) -> String {
    let unit = match unit {
        "s" | "sec" | "secs" | "second" | "seconds" => "s",
        "ms" | "msec" | "millis" | "milliseconds" | "millisecond" => "ms",
        "us" | "usec" | "micros" | "microseconds" | "microsecond" => "us",
        "m" | "min" | "mins" | "minute" | "minutes" => "min",
        "tick" | "ticks" => " ticks",
        _ => return UNITS.to_owned(),
    };
    format!("help: write `{count}{unit}`")
}

/// `40ms` or `never`, after a sign at `otherwise`.
pub fn max_age(input: ParseStream<'_>, otherwise: Span) -> syn::Result<MaxAge> {
    if input.parse::<Option<kw::never>>()?.is_some() {
        return Ok(MaxAge::Never);
    }
    if let Ok(text) = input.fork().parse::<LitStr>() {
        let help = format!("help: write `{}` without quotes", text.value());
        return Err(syn::Error::new(
            text.span(),
            format!("expected a time, found a string\n{help}"),
        ));
    }
    let literal: Lit = input.parse().map_err(|error| {
        let at = if input.is_empty() { otherwise } else { error.span() };
        syn::Error::new(at, format!("expected a time such as `40ms`, or `never`\n{UNITS}"))
    })?;
    match micros(&literal)? {
        0 => Err(syn::Error::new(
            literal.span(),
            "a value is never younger than 0 s\nhelp: write `max_age = 40ms`, or `max_age = never`",
        )),
        micros => Ok(MaxAge::Micros(micros)),
    }
}

pub fn suffix(literal: &Lit) -> &str {
    match literal {
        Lit::Int(literal) => literal.suffix(),
        Lit::Float(literal) => literal.suffix(),
        _ => "",
    }
}

/// `12.5s` as 12 500 000.
fn micros(literal: &Lit) -> syn::Result<u64> {
    let digits = match literal {
        Lit::Int(literal) => literal.base10_digits(),
        Lit::Float(literal) => literal.base10_digits(),
        _ => "",
    };
    let factor = match suffix(literal) {
        "us" => 1.0,
        "ms" => 1e3,
        "s" => 1e6,
        "min" => 60e6,
        "" => {
            return Err(syn::Error::new_spanned(
                literal,
                format!("missing unit of the time\n{UNITS}"),
            ));
        }
        other => {
            return Err(syn::Error::new_spanned(
                literal,
                format!("unknown unit `{other}`\n{}", meant(digits, other)),
            ));
        }
    };
    if let Some(positive) = literal.to_token_stream().to_string().strip_prefix('-') {
        let message = format!("time is not positive\nhelp: write `{}`", positive.trim());
        return Err(syn::Error::new_spanned(literal, message));
    }
    let value: f64 =
        digits.parse().map_err(|_| syn::Error::new_spanned(literal, "expected a number"))?;
    let micros = (value * factor).round();
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // checked
    if (0.0..9e18).contains(&micros) {
        Ok(micros as u64)
    } else {
        Err(syn::Error::new_spanned(literal, "time out of range\nhelp: use a shorter one"))
    }
}

/// The number an expression is, if it is but a number.
fn plain_number(expr: &Expr) -> Option<f64> {
    match expr {
        Expr::Lit(lit) => match &lit.lit {
            Lit::Int(literal) => literal.base10_parse().ok(),
            Lit::Float(literal) => literal.base10_parse().ok(),
            _ => None,
        },
        Expr::Unary(unary) if matches!(unary.op, syn::UnOp::Neg(_)) => {
            plain_number(&unary.expr).map(|value| -value)
        }
        Expr::Paren(paren) => plain_number(&paren.expr),
        _ => None,
    }
}

/// `tokens` with each literal that has a unit replaced by a `Duration`.
fn with_durations(tokens: TokenStream, errors: &mut Errors) -> TokenStream {
    tokens
        .into_iter()
        .map(|token| match token {
            TokenTree::Group(group) => {
                let inside = with_durations(group.stream(), errors);
                TokenTree::Group(with_content(&group, inside)).into()
            }
            TokenTree::Literal(literal) => {
                let lit = Lit::new(literal.clone());
                match suffix(&lit) {
                    "s" | "ms" | "us" | "min" => {
                        let micros = errors.ok(micros(&lit)).unwrap_or(0);
                        call_at(
                            literal.span(),
                            quote!(::core::time::Duration::from_micros),
                            quote!(#micros),
                        )
                    }
                    _ => TokenTree::Literal(literal).into(),
                }
            }
            token => token.into(),
        })
        .collect()
}
