//! `(max_age = 40ms, keeps_running)` after an interface that a skill depends on.

use super::{kw, time};
use crate::skill::ast::MaxAge;
use crate::syntax::errors::Errors;
use crate::syntax::names::{nearest, plain};
use crate::syntax::read::found_token;
use crate::syntax::recover::{rejected, take_until};
use proc_macro2::{Span, TokenStream, TokenTree};
use quote::ToTokens as _;
use syn::ext::IdentExt as _;
use syn::parse::{ParseStream, Parser as _};
use syn::{Ident, Lit, Token};

/// The options of an interface.
pub struct Options {
    pub max_age: MaxAge,
    /// The position of `keeps_running`, if present.
    pub keeps_running: Option<Span>,
}

impl Options {
    /// Those of an interface without any.
    pub const NONE: Self = Self { max_age: MaxAge::OfInterface, keeps_running: None };
}

/// Reads what is between the parentheses.
pub fn options(input: ParseStream<'_>, errors: &mut Errors) -> syn::Result<Options> {
    let (mut options, mut has_age) = (Options::NONE, false);
    loop {
        let begin = input.fork();
        let word = input.fork().call(Ident::parse_any).ok();
        if input.peek(kw::max_age) {
            if has_age {
                let help = "help: remove one of them";
                errors.at(&word, format!("unexpected `max_age` after `max_age`\n{help}"));
            }
            options.max_age = max_age(input, errors)?.unwrap_or(options.max_age);
            has_age = true;
        } else if let Some(word) = word.as_ref().filter(|word| is_keeps_running(word)) {
            keeps_running(input, word, &mut options, errors)?;
        } else if let Some(word) = word.filter(|word| word == "optional" || word == "writes") {
            let help = format!("help: write it before the name: `{word} v: Type`");
            errors.at(&word, format!("unexpected `{word}` after an interface\n{help}"));
            input.parse::<Ident>()?;
        } else if let Ok(id) = input.parse::<syn::LitStr>() {
            let id = id.to_token_stream();
            let help = format!("help: write it after `=`: `v: Type = {id}`");
            errors.at(&id, format!("id of an interface between parentheses\n{help}"));
        } else {
            let message = if has_age || options.keeps_running.is_some() {
                "expected `)` after the options\nhelp: remove what is after it"
            } else {
                "expected `max_age` or `keeps_running`\nhelp: write a limit such as `max_age = 40ms`"
            };
            if let Ok(word) = input.fork().parse::<Ident>() {
                errors.record_unknown("after_interface", word);
            }
            errors.absorb(rejected(input, message));
            return Ok(options);
        }
        if input.is_empty() {
            return Ok(options);
        }
        if input
            .fork()
            .parse::<Ident>()
            .is_ok_and(|word| word == "max_age" || is_keeps_running(&word))
        {
            let before = take_until(&begin, |begin| begin.cursor() == input.cursor());
            let last = before.into_iter().last().map_or_else(|| input.span(), |last| last.span());
            errors.span(last, format!("expected `,` after the option{}", found_token(input)));
            continue;
        }
        if !(input.peek(Token![,]) && input.peek2(Ident)) {
            let message = "expected `)` after the options\nhelp: remove what is after it";
            errors.absorb(rejected(input, message));
            return Ok(options);
        }
        input.parse::<Token![,]>()?;
    }
}

/// Whether a word is `keeps_running`, or meant so.
fn is_keeps_running(word: &Ident) -> bool {
    let words = ["keep", "keeps", "running", "runs", "runs_on", "keep_on", "keeps_on"];
    let word = plain(word);
    words.contains(&&*word) || nearest(&word, ["keeps_running"]).is_some()
}

/// `keeps_running`
fn keeps_running(
    input: ParseStream<'_>,
    word: &Ident,
    options: &mut Options,
    errors: &mut Errors,
) -> syn::Result<()> {
    input.call(Ident::parse_any)?;
    if word == "keeps_running" {
        errors.record_keyword("keeps_running", word.span());
    } else {
        errors.record_unknown("after_interface", word.clone());
        let help = "help: did you mean `keeps_running`?";
        errors.at(word, format!("unexpected `{word}` after an interface\n{help}"));
        // `keeps running`
        input.parse::<Option<Ident>>()?;
    }
    if options.keeps_running.is_some() {
        let help = "help: remove one of them";
        errors.at(word, format!("unexpected `keeps_running` after `keeps_running`\n{help}"));
    }
    if input.peek(Token![=]) || input.peek(Token![:]) || input.peek(syn::token::Paren) {
        let value = take_until(input, |input| input.peek(Token![,]));
        let help = "help: remove it: `keeps_running` alone is for all messages";
        errors.at(&value, format!("unexpected value of `keeps_running`\n{help}"));
    }
    options.keeps_running = Some(word.span());
    Ok(())
}

/// `max_age = 40ms`; nothing if the time is wrong, which is reported.
fn max_age(input: ParseStream<'_>, errors: &mut Errors) -> syn::Result<Option<MaxAge>> {
    let mut sign = input.parse::<kw::max_age>()?.span;
    errors.record_keyword("max_age", sign);
    if let Ok(equals) = input.fork().parse::<Token![=]>() {
        sign = equals.span;
    }
    if input.parse::<Option<Token![=]>>()?.is_none() {
        let message = format!(
            "expected `=`{}\nhelp: write a limit such as `max_age = 40ms`",
            found_token(input)
        );
        errors.absorb(input.error(message));
        input.parse::<Option<Token![:]>>()?;
    }
    let time: TokenStream = if input.peek(Lit) && input.peek2(Ident) {
        input.parse::<TokenTree>()?.into()
    } else {
        take_until(input, |input| input.peek(Token![,]))
    };
    Ok(errors.ok((|input: ParseStream<'_>| time::max_age(input, sign)).parse2(time)))
}
