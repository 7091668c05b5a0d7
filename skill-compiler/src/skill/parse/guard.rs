//! Guards, also with memory: `when GUARD`, `when rising GUARD`, `when GUARD for TIME`.

use super::{items, kw, time};
use crate::skill::ast::{Code, Memory, Trigger};
use crate::skill::facts::{Condition, lets};
use crate::syntax::errors::Errors;
use crate::syntax::explain::CodeKind;
use crate::syntax::names::did_you_mean;
use proc_macro2::{Spacing, Span, TokenStream, TokenTree};
use syn::parse::ParseStream;
use syn::{Expr, Token};

/// `rising GUARD for TIME` after `when`; `rest` takes the tokens of the trigger.
pub fn when(
    input: ParseStream<'_>,
    when: Span,
    rest: impl Fn(ParseStream<'_>) -> TokenStream,
    errors: &mut Errors,
) -> Option<Trigger> {
    let rising = input.peek(kw::rising) && !input.peek2(Token![.]);
    let rising = if rising { input.parse::<kw::rising>().ok() } else { None };
    let (keyword, what) = match &rising {
        Some(word) => (word.span, "when rising"),
        None => (when, "when"),
    };
    if rising.is_some() {
        errors.record_keyword("rising", keyword);
    }
    if input.peek(Token![for]) && !input.peek2(Token![<]) {
        let (at, tokens) = (input.span(), rest(input));
        let time = tokens.into_iter().nth(1).map_or("TIME".to_owned(), |time| time.to_string());
        let help = format!("help: write it last: `when GUARD for {time}`");
        errors.span(at, format!("`for` before the guard\n{help}"));
        return None;
    }
    let (guard, lasts) = time::split(rest(input));
    let guard = parse(guard, keyword, what, errors);
    let time = lasts.map(|(word, tokens)| {
        errors.record_keyword("for", word);
        time::lasting(tokens, word, errors)
    });
    let (guard, expr) = guard?;
    let rising = rising.is_some();
    Some(match time {
        None if !rising => Trigger::When(guard, Condition::of(&expr)),
        None => Trigger::Remembers(guard, Memory { rising, time: None }),
        Some(Some(time)) => Trigger::Remembers(guard, Memory { rising, time: Some(time) }),
        // The time is reported; an IDE is shown the guard.
        Some(None) => Trigger::When(Code { half_typed: true, ..guard }, Condition::of(&expr)),
    })
}

/// A guard: an expression, kept as the tokens it was written with.
pub fn parse(
    tokens: TokenStream,
    keyword: Span,
    trigger: &str,
    errors: &mut Errors,
) -> Option<(Code, Expr)> {
    let all: Vec<TokenTree> = tokens.clone().into_iter().collect();
    if is_misplaced(&all, trigger, errors) {
        return None;
    }
    for two in all.windows(2) {
        if let [TokenTree::Punct(first), TokenTree::Punct(second)] = two
            && (first.as_char(), first.spacing(), second.as_char()) == ('<', Spacing::Joint, '-')
        {
            let message =
                "`<-` is a single token\nhelp: write `< -` to compare with a negative value";
            errors.span(second.span(), message);
            return None;
        }
    }
    if let [TokenTree::Ident(word), TokenTree::Ident(_), ..] = &all[..] {
        let near = did_you_mean(&word.to_string(), ["crossing", "rising"]);
        if !near.is_empty() && trigger == "when" {
            errors.at(word, format!("expected a guard, an expression of type `bool`{near}"));
            return None;
        }
    }
    if tokens.is_empty() {
        errors.span(
            keyword,
            format!("missing guard after `{trigger}`\nhelp: write an expression of type `bool`"),
        );
        return None;
    }
    let (mut guard, expr) = items::parsed::<Expr>(tokens, CodeKind::Trigger, keyword, errors)?;
    if let Some((at, message)) = lets::misplaced(&expr) {
        errors.at(&at.let_token, message);
        return None;
    }
    guard.facts.effects.lets = lets::names(&expr);
    if guard.facts.effects.lets.is_some() {
        if let Some(at) = guard.facts.returns.first() {
            let help = "help: write what follows it as another part of the guard";
            errors.span(*at, format!("`return` in a guard with `let`\n{help}"));
            return None;
        }
        if trigger == "when crossing" {
            let help = "help: write the value where it is used, in the guard and in the target";
            errors.at(&expr, format!("`let` in a crossing, whose moment is searched for\n{help}"));
            return None;
        }
    }
    if !guard.facts.returns.is_empty() {
        // `return` gives the value of the guard.
        guard.tokens = quote::quote!((|| -> bool { #guard })());
        guard.facts.effects.begins_with_block = false;
    }
    Some((guard, expr))
}

/// Reports `rising`, `falling` and `for` where a guard cannot have them;
/// `trigger` is what the guard follows.
fn is_misplaced(all: &[TokenTree], trigger: &str, errors: &mut Errors) -> bool {
    let ends = match all.get(1) {
        Some(TokenTree::Punct(sign)) => !matches!(sign.as_char(), '!' | '-' | '&' | '*'),
        Some(_) => false,
        None => true,
    };
    if let Some(TokenTree::Ident(word)) = all.first()
        && !ends
    {
        let message = match &*word.to_string() {
            "falling" => "expected a guard, found `falling`\nhelp: write `when rising !GUARD`".to_owned(),
            found @ ("rising" | "crossing") if trigger == "when rising" => {
                format!("unexpected `{found}` after `rising`\nhelp: remove one of them")
            }
            "rising" => "`rising` beside another trigger\nhelp: lead to a state with a transition of its own: `-> TARGET when rising GUARD;`".to_owned(),
            _ => String::new(),
        };
        if !message.is_empty() {
            errors.at(word, message);
            return true;
        }
    }
    for three in all.windows(3) {
        if let [TokenTree::Punct(_), TokenTree::Ident(word), TokenTree::Ident(next)] = three
            && word == "rising"
            && next != "as"
        {
            errors.at(word, "`rising` inside a guard\nhelp: it is about all of the guard: write `when rising GUARD`");
            return true;
        }
    }
    if let (_, Some((word, _))) = time::split(all.iter().cloned().collect()) {
        let help = match trigger {
            "when crossing" => "a crossing is a moment: remove `for`, or `crossing`",
            _ => "lead to a state with a transition of its own: `-> TARGET when GUARD for TIME;`",
        };
        errors.span(word, format!("`for` beside another trigger\nhelp: {help}"));
        return true;
    }
    false
}
