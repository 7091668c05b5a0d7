//! Tokens between the sub-skills of a state and its body.

use super::items;
use crate::skill::ast::State;
use crate::syntax::errors::Errors;
use crate::syntax::names::{did_you_mean, last};
use crate::syntax::read::found_token;
use crate::syntax::recover::{take_to, take_until};
use proc_macro2::{Delimiter, Group, Span};
use syn::parse::ParseStream;
use syn::spanned::Spanned as _;
use syn::{Ident, Token};

/// Reports what is there, and passes over it.
pub fn check(input: ParseStream<'_>, state: &mut State, errors: &mut Errors) {
    result(input, state, errors);
    if state.lost_runs || !is_there(input) {
        return;
    }
    let runs_nothing = state.runs.is_empty();
    let in_turn = input.peek(Token![>>]) || input.peek(Token![->]) || input.peek(Token![=>]);
    let word = input.fork().parse::<Ident>().ok();
    let in_turn = in_turn || word.as_ref().is_some_and(|word| word == "then");
    let cure = word.as_ref().and_then(|word| help_for(&word.to_string(), runs_nothing));
    let near = word.as_ref().map(|word| did_you_mean(&word.to_string(), ["tries"]));
    if let Some(word) = word {
        errors.record_unknown("after_state", word);
    }
    let help = if in_turn && !runs_nothing {
        "lead to a state for each of what runs in turn: `-> NEXT on FINAL;`"
    } else if let Some(near) = near.as_ref().and_then(|near| near.strip_prefix("\nhelp: ")) {
        near
    } else if let Some(cure) = cure {
        cure
    } else if input.peek(Token![;]) {
        "remove it: the body of the state follows"
    } else if runs_nothing {
        "write `=` before what the state runs: `state NAME = Skill { .. } { .. }`"
    } else if input.peek(Token![!]) {
        state.passes_failure.get_or_insert(input.span());
        "write `?` to fail with the same reason"
    } else if input.peek(syn::token::Paren) && state.passes_failure.is_some() {
        "write a transition with the reason in place of `?`: `-> FAILED(\"..\") on FAILED;`"
    } else if input.peek(Token![.]) {
        "remove it: the state waits until what it runs has ended"
    } else {
        "list several sub-skills and actions in parentheses: `(A { .. }, B { .. })`"
    };
    let found = if input.peek(Token![->]) { ", found `->`".to_owned() } else { found_token(input) };
    let message = format!("expected the body of the state{found}\nhelp: {help}");
    errors.absorb(input.error(message));
    if in_turn {
        // The braces are those of another sub-skill.
        take_until(input, |input| input.peek(syn::token::Brace) && !items::braces_follow(input));
        state.lost_runs = true;
    }
    take_until(input, |input| input.peek(Token![?]) || input.peek(syn::token::Brace));
    state.lost_runs |= runs_nothing && cure.is_none();
    if let Ok(question) = input.parse::<Token![?]>() {
        state.passes_failure = Some(question.span);
        take_until(input, |input| input.peek(syn::token::Brace));
    }
}

/// Returns the cure for a word that belongs elsewhere, or to other languages.
fn help_for(word: &str, runs_nothing: bool) -> Option<&'static str> {
    Some(match word {
        "until" if !runs_nothing => "remove it: the interface says what ends a message",
        "timeout" | "after" => "write a transition in the body: `-> STATE after TIME;`",
        "keeps_running" => {
            "write it after the interface: `depends_interfaces { v: Type (keeps_running) }`"
        }
        "extends" | "inherits" | "implements" if runs_nothing => {
            "remove it: what states share is in a state around them: `state BOTH { state A { .. } }`"
        }
        _ => return None,
    })
}

/// Reads the arrow of `state S -> Skill { .. } { .. }`, which is reported, and returns where it is.
pub fn arrow(input: ParseStream<'_>, name: &Ident, errors: &mut Errors) -> Option<Span> {
    let ahead = input.fork();
    let arrow = ahead.parse::<Token![->]>().ok()?;
    let skill = ahead.call(syn::Path::parse_mod_style).ok()?;
    ahead.parse::<Group>().ok().filter(|of| of.delimiter() == Delimiter::Brace)?;
    if !ahead.peek(Token![?]) && !ahead.peek(syn::token::Brace) {
        return None;
    }
    let skill = last(&skill);
    let help = format!("help: write `state {name} = {skill} {{ .. }} {{ .. }}`");
    errors.at(&arrow, format!("expected `=` before what the state runs, found `->`\n{help}"));
    input.parse::<Token![->]>().ok().map(|arrow| arrow.span())
}

/// Reports `-> Type` before the body of a state that runs nothing.
fn result(input: ParseStream<'_>, state: &State, errors: &mut Errors) {
    let ahead = input.fork();
    let is_arrow = ahead.parse::<Token![->]>().is_ok();
    let is_type = ahead.parse::<syn::Type>().is_ok() && ahead.peek(syn::token::Brace);
    if !state.runs.is_empty() || state.lost_runs || !is_arrow || !is_type {
        return;
    }
    let result = take_to(input, &ahead);
    errors.at(&result, "a state has no result\nhelp: remove it: the result is that of the skill, `-> FINAL(VALUE)` gives it");
}

/// Whether there is anything before the body.
fn is_there(input: ParseStream<'_>) -> bool {
    let ahead = input.fork();
    // `-> Walk {}` is no transition.
    let arrow = input.fork();
    let is_next = arrow.parse::<Token![->]>().is_ok()
        && arrow.call(syn::Path::parse_mod_style).is_ok()
        && arrow.peek(syn::token::Brace);
    if is_next {
        return true;
    }
    let words =
        take_until(&ahead, |input| input.peek(syn::token::Brace) || items::begins_item(input));
    !words.is_empty() && ahead.peek(syn::token::Brace)
}
