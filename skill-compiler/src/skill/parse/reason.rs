//! `FAILED(..)`: the reason of a failure, its kind, or a failure that is there already.

use super::edge::trigger_follows;
use super::items;
use crate::skill::ast::{Reason, Target};
use crate::syntax::errors::Errors;
use crate::syntax::explain::CodeKind;
use crate::syntax::names::{plain, snake};
use crate::syntax::read::found_token;
use crate::syntax::recover::{take_expr, take_to, take_until};
use proc_macro2::{Delimiter, Group, TokenTree};
use quote::ToTokens as _;
use syn::parse::ParseStream;
use syn::{Expr, Ident, LitStr, Token, parenthesized};

/// `FAILED("text", values)`, `FAILED(KIND: "text", values)` or `FAILED(why)`; without the reason if
/// not all values can be read, which is reported.
pub fn failed(name: Ident, input: ParseStream<'_>, errors: &mut Errors) -> syn::Result<Target> {
    let content;
    parenthesized!(content in input);
    let kind = kind(&content, errors);
    errors.words.kinds.extend(kind.clone());
    let before = errors.count();
    if kind.is_none() && is_failure(&content) {
        let why = take_expr(&content, |input| input.peek(Token![,]));
        let why = items::code::<Expr>(why, CodeKind::Value, name.span(), errors);
        if !content.is_empty() {
            errors.span(content.span(), "unexpected value after a failure, which has its numbers\nhelp: remove it, or write a reason: `FAILED(\"text {}\", number)`");
            take_until(&content, |_| false);
            return Ok(Target::Failed(name, None));
        }
        return Ok(
            why.map_or(Target::Failed(name.clone(), None), |why| Target::FailedWith(name, why))
        );
    }
    let (found, constant) = (found_token(&content), content.fork().parse::<Ident>().ok());
    let constant = constant.filter(|name| plain(name) == plain(name).to_uppercase());
    let (at, is_trigger) = (content.span(), trigger_follows(&content));
    let Ok(text) = content.parse::<LitStr>() else {
        let all = take_until(&content, |_| false);
        let help = match &constant {
            Some(kind) => {
                format!("help: write the text after the kind: `FAILED({kind}: \"text\")`")
            }
            None if all.clone().into_iter().all(|word| matches!(word, TokenTree::Ident(_)))
                && !all.is_empty() =>
            {
                format!("help: write `FAILED(\"{all}\")`")
            }
            None => "help: write `FAILED(\"text\")`, or `FAILED(\"text {}\", number)`".to_owned(),
        };
        let message = format!("expected a string literal with the reason{found}\n{help}");
        if is_trigger {
            return Err(syn::Error::new(at, message));
        }
        errors.span(at, message);
        errors.words.kinds.extend(constant);
        // The mistakes in the trigger are reported, too.
        return Ok(Target::Failed(name, None));
    };
    let mut values = Vec::new();
    if content.peek(Token![+]) {
        let help = "help: write one text, with `{}` for a number: `FAILED(\"text {}\", number)`";
        errors.span(content.span(), format!("unexpected `+` after the reason\n{help}"));
        take_until(&content, |_| false);
    }
    while !content.is_empty() {
        content.parse::<Token![,]>()?;
        if content.is_empty() {
            break;
        }
        let value = take_expr(&content, |input| input.peek(Token![,]));
        values.extend(items::code::<Expr>(value, CodeKind::Value, text.span(), errors));
    }
    let is_whole = items::is_whole(&values, before, errors);
    Ok(Target::Failed(name, is_whole.then_some(Reason { kind, text, values })))
}

/// The text of `FAILED { "text" }`, which is reported.
pub fn in_braces(input: ParseStream<'_>, errors: &mut Errors) -> Option<LitStr> {
    let braces = input.fork().parse::<Group>().ok()?;
    if braces.delimiter() != Delimiter::Brace {
        return None;
    }
    let text = syn::parse2::<LitStr>(braces.stream()).ok()?;
    let _ = input.parse::<Group>();
    let help = format!("help: write `FAILED({})`", text.to_token_stream());
    errors.span(braces.span_open(), format!("expected `(` before the reason, found `{{`\n{help}"));
    Some(text)
}

/// `KIND:` before a reason.
fn kind(input: ParseStream<'_>, errors: &mut Errors) -> Option<Ident> {
    if input.peek(LitStr) && input.peek2(Token![:]) && input.peek3(LitStr) {
        let (text, _) = (input.parse::<LitStr>().ok()?, input.parse::<Token![:]>().ok()?);
        let kind = text.parse::<Ident>().ok();
        let name = kind.as_ref().map_or("KIND".to_owned(), ToString::to_string);
        let help = format!("help: write `FAILED({name}: \"..\")`");
        errors.at(&text, format!("the kind of a failure is no string\n{help}"));
        return kind;
    }
    let kind = input.fork().parse::<Ident>().ok()?;
    if input.peek2(Token![::]) {
        return kind_by_path(input, errors);
    }
    if !input.peek2(Token![:]) || input.peek2(Token![::]) {
        return None;
    }
    let _ = (input.parse::<Ident>(), input.parse::<Token![:]>());
    let text = plain(&kind);
    let upper = snake(&text).to_uppercase();
    if text != upper {
        let message = format!(
            "expected a kind of failure in capitals, found `{text}`\nhelp: write `{upper}`"
        );
        errors.at(&kind, message);
        return Some(Ident::new(&upper, kind.span()));
    }
    Some(kind)
}

/// `Skill::KIND:` before a reason, which is reported.
fn kind_by_path(input: ParseStream<'_>, errors: &mut Errors) -> Option<Ident> {
    let ahead = input.fork();
    let path = ahead.call(syn::Path::parse_mod_style).ok()?;
    ahead.parse::<Token![:]>().ok()?;
    take_to(input, &ahead);
    let kind = path.segments.last()?.ident.clone();
    let help = format!("help: write `FAILED({kind}: \"text\")`: the kind is of this skill");
    errors.at(&path, format!("expected a kind of failure, found a path\n{help}"));
    Some(kind)
}

/// Whether a failure that is there already follows, and not a reason.
fn is_failure(input: ParseStream<'_>) -> bool {
    let ahead = input.fork();
    if ahead.parse::<Option<Token![self]>>().is_ok_and(|own| own.is_some()) {
        return ahead.peek(Token![.]);
    }
    let Ok(name) = ahead.parse::<Ident>() else { return false };
    // A constant is meant as a text.
    let is_constant = plain(&name) == plain(&name).to_uppercase();
    let goes_on = ahead.peek(Token![.]) || ahead.peek(syn::token::Paren) || ahead.peek(Token![,]);
    !is_constant && (ahead.is_empty() || goes_on)
}
