//! `resume` and `resume deep` before the target of a transition.

use super::edge::{TRIGGERS, is_trigger, trigger_follows};
use super::slips::help_for_trigger;
use super::{items, kw};
use crate::skill::ast::{Resume, Target};
use crate::syntax::errors::Errors;
use crate::syntax::names::{nearest, plain};
use proc_macro2::TokenTree;
use syn::ext::IdentExt as _;
use syn::parse::ParseStream;
use syn::{Ident, Token};

/// The help for a missing state.
const STATE: &str = "help: write the state that is entered again as it was left: `-> resume STATE`";

/// Words that are written in place of `resume`.
const SLIPS: [&str; 9] =
    ["history", "restore", "reenter", "last", "previous", "back", "deep", "shallow", "return"];

/// Parses `resume` or `resume deep`, which may be missing. A word that is meant as one is reported.
pub fn before(input: ParseStream<'_>, errors: &mut Errors) -> Option<(Resume, Ident)> {
    if let Some(word) = word(input).filter(|word| word == "resume")
        && let Some(option) = option_in_parentheses(input)
    {
        let state = self::word(input).map_or("STATE".to_owned(), |state| plain(&state));
        let help = format!("help: write `-> resume deep {state}`");
        errors.at(&option, format!("unexpected parentheses after `resume`\n{help}"));
        return Some((Resume::Deep, word));
    }
    let word = word(input).filter(|_| is_before_target(input))?;
    let is_slip = word != "resume";
    if is_slip && !(is_meant(&word) && state_follows(input)) {
        return None;
    }
    input.call(Ident::parse_any).ok()?;
    if !is_slip {
        errors.record_keyword("resume", word.span());
    }
    let mut resume = if word == "deep" { Resume::Deep } else { Resume::Shallow };
    let mut second = None;
    while let Some(next) = self::word(input).filter(|next| is_another(next, input)) {
        input.call(Ident::parse_any).ok()?;
        if is_deep(&next) {
            resume = Resume::Deep;
        }
        if next == "deep" && word == "resume" && second.is_none() {
            errors.record_keyword("deep", next.span());
        } else if !is_slip && is_deep(&next) && next != "deep" {
            errors
                .at(&next, format!("expected `deep`, found `{next}`\nhelp: did you mean `deep`?"));
        } else if !is_slip && next != "deep" {
            let help = if next == "shallow" {
                "remove it: without `deep`, `resume` enters the state directly inside again"
            } else {
                "remove it"
            };
            errors.at(&next, format!("unexpected `{next}` after `resume`\nhelp: {help}"));
        } else if !is_slip {
            errors.at(&next, "`deep` specified more than once\nhelp: remove one of them");
        }
        second = Some(next);
    }
    if is_slip {
        let state = self::word(input).map_or("STATE".to_owned(), |state| plain(&state));
        let help = format!("help: write `-> {} {state}`", resume.words());
        let message = match (&*word.to_string(), second) {
            ("deep", Some(second)) if second == "resume" => {
                format!("`deep` before `resume`\n{help}")
            }
            ("deep", _) => format!("`deep` without `resume`\n{help}"),
            (word, _) => format!("expected `resume`, found `{word}`\n{help}"),
        };
        errors.at(&word, message);
    }
    Some((resume, word))
}

/// Reads `resume (deep)` before a state.
fn option_in_parentheses(input: ParseStream<'_>) -> Option<proc_macro2::Group> {
    let ahead = input.fork();
    ahead.parse::<Ident>().ok()?;
    let option: proc_macro2::Group = ahead.parse().ok()?;
    let is_option = syn::parse2::<Ident>(option.stream()).is_ok_and(|word| is_deep(&word));
    if !is_option || !ahead.peek(Ident) {
        return None;
    }
    input.parse::<Ident>().ok()?;
    input.parse().ok()
}

/// Whether the state after `resume` is missing, which is reported.
pub fn is_alone(input: ParseStream<'_>, word: &Ident, errors: &mut Errors) -> bool {
    let is_missing = input.is_empty() || input.peek(Token![;]) || items::begins_item(input);
    if is_missing {
        errors.at(word, format!("missing state after `{word}`\n{STATE}"));
        errors.words.resumed.push(Err(word.span()));
    }
    is_missing
}

/// Returns how a target is resumed: one that cannot be is reported, and so are `resume` and `deep`
/// after it.
pub fn of_target(
    input: ParseStream<'_>,
    resume: Option<Resume>,
    target: &Target,
    errors: &mut Errors,
) -> Option<Resume> {
    let resume = resume.filter(|resume| can_be(*resume, target, errors));
    let Target::State(name, _) = target else { return resume };
    let Some(word) = word(input).filter(|word| word == "resume" || word == "deep") else {
        return resume;
    };
    input.call(Ident::parse_any).ok()?;
    let mut found = if word == "deep" { Resume::Deep } else { Resume::Shallow };
    if input.peek(kw::deep) && input.parse::<kw::deep>().is_ok() {
        found = Resume::Deep;
    }
    let help = format!("help: write `-> {} {name}`", found.words());
    errors.at(&word, format!("`{word}` after the state\n{help}"));
    Some(found)
}

/// Whether a target can be resumed; reports why it cannot.
fn can_be(resume: Resume, target: &Target, errors: &mut Errors) -> bool {
    let words = resume.words();
    match target {
        Target::State(..) | Target::Missing | Target::HalfTyped(_) => return true,
        Target::Held(name, _) => errors.at(
            name,
            format!("`resume` needs a state by name\nhelp: write `-> {words} STATE`, or remove `{words}`"),
        ),
        Target::Final(name, _) | Target::Failed(name, _) | Target::FailedWith(name, _) => errors.at(
            name,
            format!("`{name}` contains no state that could be entered again\nhelp: remove `{words}`"),
        ),
    }
    false
}

fn word(input: ParseStream<'_>) -> Option<Ident> {
    input.fork().call(Ident::parse_any).ok()
}

/// Whether the next word is no state: a state may have the name of a keyword.
fn is_before_target(input: ParseStream<'_>) -> bool {
    let ahead = input.fork();
    let _ = ahead.parse::<TokenTree>();
    let is_name = ahead.peek(syn::token::Paren)
        || ahead.peek(syn::token::Brace)
        || ahead.peek(Token![::])
        || ahead.peek(Token![.])
        || ahead.peek(Token![?]);
    if is_name || !trigger_follows(&ahead) {
        return !is_name;
    }
    // A state may have the name of a trigger, too.
    let _ = ahead.parse::<TokenTree>();
    trigger_follows(&ahead)
}

/// Whether a word after `resume` is part of it.
fn is_another(word: &Ident, input: ParseStream<'_>) -> bool {
    let is_misspelt = || is_deep(word) && is_before_state(input);
    let is_word = ["deep", "shallow", "resume"].iter().any(|other| word == other);
    is_word && is_before_target(input) || is_misspelt()
}

/// Whether a word is `deep`, or meant as it.
fn is_deep(word: &Ident) -> bool {
    let text = plain(word);
    text.starts_with(char::is_lowercase) && nearest(&text, ["deep"]).is_some()
}

/// Whether the name of a state and a trigger follow on the next word.
fn is_before_state(input: ParseStream<'_>) -> bool {
    let ahead = input.fork();
    let _ = ahead.parse::<TokenTree>();
    let is_state = ahead.fork().parse::<Ident>().is_ok_and(|name| !is_trigger(&name));
    let _ = ahead.parse::<TokenTree>();
    is_state && (trigger_follows(&ahead) || ahead.peek(syn::token::Paren))
}

/// Whether a word is meant as `resume`.
fn is_meant(word: &Ident) -> bool {
    let text = word.to_string();
    SLIPS.contains(&&*text) || nearest(&text, ["resume"]).is_some()
}

/// Whether the word after the next one is a state, and not a trigger that is misspelt.
fn state_follows(input: ParseStream<'_>) -> bool {
    let ahead = input.fork();
    let _ = ahead.parse::<TokenTree>();
    let next = ahead.call(Ident::parse_any);
    next.is_ok_and(|next| {
        let text = next.to_string();
        let is_value = matches!(&*text, "FINAL" | "FAILED" | "true" | "false" | "self");
        let is_near = || help_for_trigger(&text).is_some() || nearest(&text, TRIGGERS).is_some();
        let is_name = text.starts_with(char::is_uppercase);
        !is_value && !is_trigger(&next) && (is_name || !is_near())
    })
}
