//! `tries COUNT via STATE` before the body of a state.

use super::{items, kw};
use crate::skill::ast::{Code, State, Tries};
use crate::syntax::errors::Errors;
use crate::syntax::explain::CodeKind;
use crate::syntax::label;
use crate::syntax::names::{did_you_mean, nearest};
use crate::syntax::read::{found_token, twice};
use crate::syntax::recover::{take_to, take_until};
use proc_macro2::{Group, Span, TokenStream, TokenTree};
use quote::ToTokens as _;
use syn::parse::ParseStream;
use syn::{Expr, ExprUnary, Ident, Lit, Token, UnOp};

/// The help for a missing count.
const COUNT: &str = "help: write the number of tries in all, such as `tries 3`";

const NONE: &str = "no try at all\nhelp: write the number of tries in all, 2 or more, or remove it";

const ONE: &str =
    "one try is no retry\nhelp: write the number of tries in all, 2 or more, or remove it";
const MANY: &str =
    "too many tries\nhelp: the number of tries is a `u32`, at most 4294967295; write a smaller one";
const NO_NUMBER: &str =
    "expected a number of tries\nhelp: write an integer, `tries 3`; a state of `via` makes a pause";

/// Words that are written in place of `tries`.
const SLIPS: [&str; 7] = ["retry", "retries", "try", "attempt", "attempts", "repeat", "times"];

/// Whether `tries` is next, or a word that is meant as it.
pub fn begins(input: ParseStream<'_>) -> bool {
    let ahead = input.fork();
    let Ok(word) = ahead.call(any) else { return false };
    let is_last = ahead.peek(syn::token::Brace) || ahead.peek(Token![=]);
    match word.to_string().as_str() {
        "tries" => true,
        "via" => ahead.peek(Ident),
        slip => !is_last && is_slip(slip) && (ahead.peek(Lit) || ahead.peek(Token![self])),
    }
}

/// Whether `tries COUNT` is before `state`.
pub fn is_first(input: ParseStream<'_>) -> bool {
    input.peek(kw::tries) && (input.peek2(Lit) || input.peek2(Token![self]))
}

/// Whether `3 tries` is next, or `3 times`.
pub fn is_number_first(input: ParseStream<'_>) -> bool {
    let ahead = input.fork();
    let word = ahead.parse::<Lit>().and_then(|_| ahead.call(any));
    word.is_ok_and(|word| is_slip(&word.to_string()))
}

/// Whether `tries COUNT` is next, which is not of a state that follows it.
fn is_after_body(input: ParseStream<'_>) -> bool {
    let ahead = input.fork();
    if !is_first(input) || ahead.parse::<kw::tries>().is_err() {
        return false;
    }
    take_until(&ahead, |input| input.peek(Token![;]) || items::begins_item(input));
    !items::begins_state(&ahead)
}

fn is_slip(word: &str) -> bool {
    SLIPS.contains(&word) || nearest(word, ["tries"]).is_some()
}

fn any(input: ParseStream<'_>) -> syn::Result<Ident> {
    syn::ext::IdentExt::parse_any(input)
}

/// Parses `tries COUNT via STATE`.
pub fn head(input: ParseStream<'_>, errors: &mut Errors) -> syn::Result<Tries> {
    if is_number_first(input) {
        return number_first(input, errors);
    }
    let mut tries = Tries { word: input.fork().call(any)?, count: None, via: None };
    if let Some((via, name)) = via_first(input) {
        tries.word = input.call(any)?;
        tries.count = whole_count(input, &tries.word, errors);
        let count =
            tries.count.as_ref().map_or("N".to_owned(), |count| label::print(&count.tokens));
        let message = format!("`via` before `tries`\nhelp: write `tries {count} via {name}`");
        errors.at(&via, message);
        tries.via = Some(name);
        return Ok(tries);
    }
    if let Some((group, count, via)) = in_parentheses(input) {
        input.call(any)?;
        input.parse::<Group>()?;
        let state = via.as_ref().map(|via| format!(" via {via}")).unwrap_or_default();
        let message = format!(
            "unexpected `(` after `{}`\nhelp: write `tries {}{state}`",
            tries.word,
            label::print(&count)
        );
        errors.span(group.span_open(), message);
        errors.words.targets.extend(via.clone().map(Ok));
        tries.count = Some(Code { half_typed: true, ..Code::generated(count) });
        tries.via = via;
        return Ok(tries);
    }
    if input.peek(kw::via) {
        errors.at(&tries.word, "`via` without `tries`\nhelp: write `tries 3 via STATE`");
    } else {
        input.call(any)?;
        tries.count = whole_count(input, &tries.word, errors);
    }
    if input.peek(kw::after) {
        errors.span(input.span(), "unexpected `after`, tries have no time\nhelp: lead to the next try through a state that waits: `tries 3 via PAUSE`");
        take_until(input, |input| ends(input) || input.peek(kw::via));
    }
    if let Some(state) = arrow_to_state(input) {
        let count =
            tries.count.as_ref().map_or("N".to_owned(), |count| label::print(&count.tokens));
        let help = format!("help: write `tries {count} via {state}`");
        errors.at(&input.parse::<Token![->]>()?, format!("expected `via`, found `->`\n{help}"));
        tries.via = via(input, state.span(), errors);
    }
    if let Some(word) = input.parse::<Option<kw::via>>()? {
        errors.record_keyword("via", word.span);
        twice(input, "via", errors);
        tries.via = via(input, word.span, errors);
    }
    Ok(tries)
}

/// Returns what `tries(3, via = PAUSE)` says, and `tries(3 via PAUSE)`: the number and the state.
fn in_parentheses(input: ParseStream<'_>) -> Option<(Group, TokenStream, Option<Ident>)> {
    let ahead = input.fork();
    ahead.call(any).ok().filter(|_| ahead.peek(syn::token::Paren))?;
    let group = ahead.parse::<Group>().ok()?;
    let is_end = |token: &TokenTree| match token {
        TokenTree::Punct(punct) => punct.as_char() == ',',
        TokenTree::Ident(word) => word == "via",
        _ => false,
    };
    let all: Vec<TokenTree> = group.stream().into_iter().collect();
    let end = all.iter().position(is_end).filter(|end| *end > 0)?;
    let via = match all.get(end + 1..)?.last() {
        Some(TokenTree::Ident(name)) if name != "via" => Some(name.clone()),
        _ => None,
    };
    let count = all.into_iter().take(end).collect();
    Some((group, count, via))
}

/// The state of `-> STATE` before the body, in place of `via STATE`.
fn arrow_to_state(input: ParseStream<'_>) -> Option<Ident> {
    let ahead = input.fork();
    ahead.parse::<Token![->]>().ok()?;
    ahead.parse::<Ident>().ok().filter(|_| ahead.peek(syn::token::Brace))
}

/// `3 tries via STATE`; the number is reported.
fn number_first(input: ParseStream<'_>, errors: &mut Errors) -> syn::Result<Tries> {
    let number = input.parse::<Lit>()?;
    let mut tries = Tries { word: input.call(any)?, count: None, via: None };
    let tokens = number.to_token_stream();
    let message = if tries.word == "tries" {
        "number before `tries`".to_owned()
    } else {
        format!("expected `tries`, found `{tokens} {}`", tries.word)
    };
    errors.at(&number, format!("{message}\nhelp: write `tries {tokens}`"));
    tries.count = Some(Code { half_typed: true, ..Code::generated(tokens) });
    if let Some(word) = input.parse::<Option<kw::via>>()? {
        tries.via = via(input, word.span, errors);
    }
    Ok(tries)
}

/// Reads `via STATE` before `tries`.
fn via_first(input: ParseStream<'_>) -> Option<(kw::via, Ident)> {
    let read = |input: ParseStream<'_>| {
        Some((input.parse::<kw::via>().ok()?, input.parse::<Ident>().ok()?))
    };
    let ahead = input.fork();
    read(&ahead)?;
    if ahead.peek(kw::tries) { read(input) } else { None }
}

/// The state after `via`.
fn via(input: ParseStream<'_>, word: Span, errors: &mut Errors) -> Option<Ident> {
    let at = input.span();
    let is_held = input.peek(Token![self]);
    let is_end = input.peek(kw::FINAL) || input.peek(kw::FAILED);
    if input.peek(syn::token::Brace)
        && input.peek2(syn::token::Brace)
        && input.parse::<Group>().is_ok()
    {
        let help =
            "help: declare it: `state PAUSE { -> STATE after TIME; }`, and write `via PAUSE`";
        errors.span(at, format!("expected the name of a state after `via`, found `{{`\n{help}"));
        return None;
    }
    let mut via = input.parse::<Ident>().ok();
    if is_held || is_end {
        let found = via.as_ref().map_or("self".to_owned(), Ident::to_string);
        let help = "help: write the name of a state beside this one that leads to it";
        errors.span(at, format!("expected a state after `via`, found `{found}`\n{help}"));
        take_until(input, ends);
        return None;
    }
    if let Some(name) = &via {
        errors.words.targets.push(Ok(name.clone()));
    } else {
        errors.span(word, "missing state after `via`\nhelp: write the state that leads to the next try, or remove `via`");
    }
    if !ends(input) {
        let help = if input.peek(syn::token::Paren) {
            "remove the values, the state of `via` has the defaults of its parameters"
        } else if input.peek(Token![::]) {
            via = None;
            "write the name alone, of a state beside this one"
        } else {
            "one state leads to the next try"
        };
        let found = found_token(input);
        let message = format!("expected the body of the state{found}\nhelp: {help}");
        errors.absorb(input.error(message));
        take_until(input, ends);
    }
    via
}

/// The number after `word`.
fn whole_count(input: ParseStream<'_>, word: &Ident, errors: &mut Errors) -> Option<Code> {
    let stop = |input: ParseStream<'_>| {
        ends(input) || input.peek(kw::via) || input.peek(kw::after) || input.peek(Token![,])
    };
    let is_sign = input.peek(Token![=]) || input.peek(Token![:]);
    if is_sign && (input.peek2(Lit) || input.peek2(Token![self])) {
        let (at, sign) = (input.span(), input.parse::<TokenTree>().ok()?);
        let help = format!("help: remove it: write `{word} 3`");
        errors.span(at, format!("unexpected `{sign}` after `{word}`\n{help}"));
    }
    // A field may have the name of a keyword; a body is no part of the expression.
    let ahead = input.fork();
    let expr = ahead.call(Expr::parse_without_eager_brace);
    let is_value = expr.is_ok_and(|expr| !matches!(expr, Expr::Assign(_)));
    let tokens = if input.peek(Lit) && input.peek2(syn::token::Paren) {
        // What follows are parameters.
        input.parse::<TokenTree>().into_iter().collect()
    } else if is_value && stop(&ahead) {
        take_to(input, &ahead)
    } else {
        take_until(input, stop)
    };
    if input.peek(Token![,]) && (input.peek2(syn::token::Brace) || input.peek2(kw::via)) {
        let at = input.span();
        let _ = input.parse::<Token![,]>();
        errors.span(at, "unexpected `,` after the number of tries\nhelp: remove it");
    }
    if word == "tries" {
        errors.record_keyword("tries", word.span());
    } else {
        let count = label::print(&tokens);
        errors.at(word, format!("expected `tries`, found `{word}`\nhelp: write `tries {count}`: the number of tries in all"));
    }
    if let Some(more) = word_after(&tokens) {
        let near = did_you_mean(&more.to_string(), ["via"]);
        errors.at(
            &more,
            format!("expected `via STATE` or the body of the state, found `{more}`{near}"),
        );
        errors.record_unknown("after_tries", more);
        return None;
    }
    count(tokens, word, errors)
}

/// Whether the body of the state is next, or something that is no part of its head.
fn ends(input: ParseStream<'_>) -> bool {
    input.peek(syn::token::Brace)
        || input.peek(Token![=])
        || input.peek(Token![;])
        || input.peek(kw::tries)
        || items::begins_item(input)
}

/// Returns the word after a whole expression, if something follows it.
fn word_after(tokens: &TokenStream) -> Option<Ident> {
    let all: Vec<TokenTree> = tokens.clone().into_iter().collect();
    let is_whole =
        |tokens: &[TokenTree]| syn::parse2::<Expr>(tokens.iter().cloned().collect()).is_ok();
    if is_whole(&all) {
        return None;
    }
    let mut words = all.iter().enumerate().filter_map(|(place, token)| match token {
        TokenTree::Ident(word) => Some((place, word)),
        _ => None,
    });
    words.find(|(place, _)| is_whole(&all[..*place])).map(|(_, word)| word.clone())
}

fn count(tokens: TokenStream, word: &Ident, errors: &mut Errors) -> Option<Code> {
    if tokens.is_empty() {
        errors.at(word, format!("missing number after `{word}`\n{COUNT}"));
        return None;
    }
    let number = syn::parse2::<Lit>(tokens.clone());
    let message = match &number {
        Ok(Lit::Int(count)) if matches!(count.suffix(), "" | "u32") => {
            let is_negative = count.base10_digits().starts_with('-');
            match count.base10_parse::<u32>() {
                Err(_) if is_negative => None,
                Ok(0) => Some(NONE),
                Ok(1) => Some(ONE),
                Ok(_) => None,
                Err(_) => Some(MANY),
            }
        }
        Ok(_) => Some(NO_NUMBER),
        Err(_) => None,
    };
    if let (Ok(number), Some(message)) = (&number, message) {
        errors.at(number, message);
        return None;
    }
    let (code, expr) = items::parsed::<Expr>(tokens, CodeKind::Value, word.span(), errors)?;
    match &expr {
        Expr::Try(of) => {
            errors.at(&of.question_token, "`?` after the number of tries\nhelp: remove it: the last failure is passed on without it");
            None
        }
        Expr::Unary(ExprUnary { op: UnOp::Neg(_), .. })
        | Expr::Assign(_)
        | Expr::Break(_)
        | Expr::Continue(_)
        | Expr::ForLoop(_)
        | Expr::Let(_)
        | Expr::Loop(_)
        | Expr::Return(_)
        | Expr::While(_) => {
            errors.at(&expr, NO_NUMBER);
            None
        }
        _ => Some(code),
    }
}

/// `tries COUNT` after the body, which is reported.
pub fn after_body(
    input: ParseStream<'_>,
    state: &mut State,
    errors: &mut Errors,
) -> syn::Result<()> {
    if !is_after_body(input) {
        return Ok(());
    }
    let tries = head(input, errors)?;
    let runs = if state.runs.is_empty() { "" } else { " = Skill { .. }" };
    let message = format!(
        "`tries` after the body of the state\nhelp: write it before the body: `state {}{runs} tries N {{ .. }}`",
        state.name
    );
    errors.at(&tries.word, message);
    state.tries.get_or_insert(tries);
    let _ = input.parse::<Token![;]>();
    Ok(())
}
