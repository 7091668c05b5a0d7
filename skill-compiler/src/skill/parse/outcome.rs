//! The rest of `on FINAL` and `on FAILED`: names for results, and a guard.

use super::edge::{is_trigger, rest};
use super::slips::{self, help_for_trigger};
use super::{guard, items, kw};
use crate::skill::ast::{Binding, Code, Trigger};
use crate::skill::facts::Condition;
use crate::syntax::errors::Errors;
use crate::syntax::explain::printed;
use crate::syntax::label;
use crate::syntax::names::{self, did_you_mean, plain, snake};
use crate::syntax::read::found_token;
use crate::syntax::recover;
use proc_macro2::{Delimiter, Group, Span, TokenStream, TokenTree};
use quote::ToTokens as _;
use syn::ext::IdentExt as _;
use syn::parse::{ParseStream, Parser as _};
use syn::{Ident, Token};

/// Parses what follows `on FINAL` or `on FAILED`: the names of results, and a guard. `None` if the
/// guard cannot be read, which is reported.
pub fn after(
    input: ParseStream<'_>,
    is_final: bool,
    errors: &mut Errors,
) -> syn::Result<Option<Trigger>> {
    let before = errors.lost.entries;
    let list = names(input, is_final, errors);
    let named = list.as_ref().filter(|_| is_final);
    let names = named.map_or_else(Vec::new, |list| bindings(list, errors));
    if errors.lost.entries > before && input.peek(Token![;]) {
        // It may be for some of the results.
        return Ok(Some(Trigger::OnFinal(names, Some(no_guard()))));
    }
    let mut failure = None;
    if let Some(list) = list.filter(|_| !is_final) {
        failure = failure_name(&list, errors);
        // A pattern is meant as a guard.
        let takes_all = syn::parse2::<Token![_]>(list.stream()).is_ok();
        if failure.is_none() && !takes_all && input.peek(Token![;]) {
            return Ok(Some(Trigger::OnFailed(None, Some(no_guard()))));
        }
    }
    let of = |guard| {
        if is_final { Trigger::OnFinal(names, guard) } else { Trigger::OnFailed(failure, guard) }
    };
    if let Some(other) = second_outcome(input) {
        let help = if other == "FINAL" {
            "help: a list is FINAL as a whole: write `on FINAL`, or `on FINAL(a: x, b: y)` to name several"
        } else {
            "help: write two transitions, one for each outcome"
        };
        if let Some((sign, text)) = conjunction(input) {
            let message = format!("unexpected `{text}`, a transition has one outcome\n{help}");
            errors.at(&sign, message);
        }
        if let Trigger::OnFinal(names, _) = of(None) {
            errors.broken.extend(names.iter().map(|binding| plain(&binding.name)));
        }
        errors.broken.extend(words(rest(input)));
        let none = Some(no_guard());
        return Ok(Some(if is_final {
            Trigger::OnFinal(Vec::new(), none)
        } else {
            Trigger::OnFailed(None, none)
        }));
    }
    if let Some((sign, text)) = conjunction(input) {
        let message = format!(
            "expected `;` or `when GUARD` after the outcome, found `{text}`\nhelp: write a condition as `when GUARD`"
        );
        errors.at(&sign, message);
        let keyword = syn::spanned::Spanned::span(&sign);
        return Ok(Some(of(Some(guarded(input, keyword, errors)))));
    }
    if input.peek(kw::when) {
        let keyword = input.parse::<kw::when>()?.span;
        errors.record_keyword("when", keyword);
        return Ok(Some(of(Some(guarded(input, keyword, errors)))));
    }
    if name_after_sign(input, is_final, errors) {
        return Ok(Some(of(Some(no_guard()))));
    }
    if let Some(comma) = last_comma(input) {
        errors.at(&comma, "expected `;` at the end of the transition, found `,`");
        return Ok(Some(of(Some(no_guard()))));
    }
    if let Some(both) = disjunction(input) {
        second_trigger(input, &both, is_final, errors);
        return Ok(Some(of(Some(no_guard()))));
    }
    if input.peek(kw::after) {
        let help = "help: lead to a state that waits: `state WAIT { -> TARGET after TIME; }`";
        errors.span(input.span(), format!("unexpected `after`, an outcome has no time\n{help}"));
        rest(input);
        return Ok(Some(of(None)));
    }
    if input.peek(kw::otherwise) {
        let word = input.parse::<kw::otherwise>()?;
        errors.at(&word, "unexpected `otherwise` after the outcome\nhelp: remove it");
        return Ok(Some(of(None)));
    }
    let (at, found) = (input.span(), found_token(input));
    let word = input.fork().call(Ident::parse_any).ok();
    let word = word.filter(|word| !is_trigger(word) && !items::begins_item(input));
    // `-> S on FINAL wh`
    let Some(word) = word else { return Ok(Some(of(None))) };
    let text = word.to_string();
    // Not a keyword of Rust.
    if let Ok(word) = input.fork().parse::<Ident>() {
        errors.record_unknown("after_outcome", word);
    }
    if let Some(name) = name_beside(input) {
        let help = in_parentheses(is_final, &name);
        errors.span(at, format!("expected `;` or `when GUARD` after the outcome{found}\n{help}"));
        errors.broken.insert(plain(&name));
        rest(input);
        return Ok(Some(of(Some(no_guard()))));
    }
    let help = match help_for_trigger(&text) {
        _ if text == "for" => {
            "\nhelp: an outcome has no time: lead to a state that waits".to_owned()
        }
        Some(help) if slips::outcome(&text).is_none() => format!("\nhelp: {help}"),
        _ => did_you_mean(&text, ["when"]),
    };
    errors.span(at, format!("expected `;` or `when GUARD` after the outcome{found}{help}"));
    rest(input);
    Ok(Some(of(Some(no_guard()))))
}

/// The names in parentheses after the outcome; other brackets are reported.
fn names(input: ParseStream<'_>, is_final: bool, errors: &mut Errors) -> Option<Group> {
    let ahead = input.fork();
    let list: Group = ahead.parse().ok()?;
    if list.delimiter() == Delimiter::Brace {
        // It may be meant as an action.
        let is_end = ahead.peek(Token![;]) || ahead.peek(kw::when);
        let first = list.stream().into_iter().nth(1);
        let is_names = first.is_none_or(
            |sign| matches!(sign, TokenTree::Punct(sign) if matches!(sign.as_char(), ':' | ',')),
        );
        if !is_end || !is_names || list.stream().is_empty() {
            return None;
        }
    }
    recover::take_to(input, &ahead);
    if list.delimiter() != Delimiter::Parenthesis {
        let outcome = if is_final { "FINAL" } else { "FAILED" };
        let help = format!("help: write `on {outcome}({})`", label::print(&list.stream()));
        let found = printed(&TokenTree::from(list.clone()));
        let message = format!("expected `(` before the names of the outcome, found `{found}`");
        errors.span(list.span_open(), format!("{message}\n{help}"));
    }
    Some(list)
}

/// The name in `on FINAL spot`, `on FINAL as spot` and `on FINAL -> spot`.
fn name_beside(input: ParseStream<'_>) -> Option<Ident> {
    let ahead = input.fork();
    let is_as = ahead.parse::<Option<Token![as]>>().ok()?.is_some()
        || ahead.parse::<Option<Token![->]>>().ok()?.is_some();
    let in_bars = ahead.parse::<Option<Token![|]>>().ok()?.is_some();
    let name = ahead.parse::<Ident>().ok()?;
    if in_bars {
        ahead.parse::<Token![|]>().ok()?;
    }
    let text = plain(&name);
    let is_end = ahead.peek(Token![;]) || ahead.peek(kw::when);
    let is_word =
        is_as || did_you_mean(&text, ["when"]).is_empty() && help_for_trigger(&text).is_none();
    (is_end && is_word && text.starts_with(char::is_lowercase)).then_some(name)
}

/// Reads a `,` that is meant as the `;` of the transition.
fn last_comma(input: ParseStream<'_>) -> Option<Token![,]> {
    let ahead = input.fork();
    ahead.parse::<Token![,]>().ok()?;
    if ahead.is_empty() || items::begins_item(&ahead) { input.parse().ok() } else { None }
}

/// Reads `-> spot` or `|why|` after the outcome, which is reported. The first would be a transition without a trigger.
fn name_after_sign(input: ParseStream<'_>, is_final: bool, errors: &mut Errors) -> bool {
    let is_sign = input.peek(Token![->]) || input.peek(Token![|]);
    let Some(name) = name_beside(input).filter(|_| is_sign) else { return false };
    let (at, help) = (input.span(), in_parentheses(is_final, &name));
    let found = if input.peek(Token![->]) { "->" } else { "|" };
    let message = format!("expected `;` or `when GUARD` after the outcome, found `{found}`");
    errors.span(at, format!("{message}\n{help}"));
    errors.broken.insert(plain(&name));
    let _ = input.parse::<Option<Token![->]>>();
    rest(input);
    true
}

fn in_parentheses(is_final: bool, name: &Ident) -> String {
    let cure = if is_final {
        format!("`on FINAL({name})`, or `on FINAL(skill: {name})` for one of several sub-skills")
    } else {
        format!("`on FAILED({name})`")
    };
    format!("help: write the name in parentheses: {cure}")
}

/// The name in `on FAILED(why)`.
fn failure_name(list: &Group, errors: &mut Errors) -> Option<Ident> {
    let help =
        "help: write `on FAILED(why)`, and `when why.is(Skill::KIND)` for one kind of failure";
    let mut inside = list.stream().into_iter();
    if let (Some(TokenTree::Ident(word)), Some(TokenTree::Ident(name)), None) =
        (inside.next(), inside.next(), inside.next())
        && word == "mut"
    {
        let help = format!("help: write `on FAILED({name})`");
        errors.at(&word, format!("the name of a failure cannot be `mut`\n{help}"));
        errors.broken.insert(plain(&name));
        return Some(name);
    }
    let typed = |input: ParseStream<'_>| {
        Ok((input.parse::<Ident>()?, input.parse::<Token![:]>()?, input.parse::<syn::Type>()?))
    };
    if let Ok((name, colon, ty)) = typed.parse2(list.stream()) {
        let found = label::print_type(&ty);
        let help = format!("help: write `on FAILED({name})`");
        errors.at(&colon, format!("unexpected `: {found}` after the name of a failure\n{help}"));
        return Some(name);
    }
    match syn::parse2::<Ident>(list.stream()) {
        Ok(name) if plain(&name).starts_with(char::is_uppercase) => {
            let text = plain(&name);
            errors.at(
                &name,
                format!("expected a name for the failure in small letters, found `{text}`\n{help}"),
            );
            errors.broken.insert(text);
            None
        }
        Ok(name) => Some(name),
        Err(_) => {
            if syn::parse2::<Token![_]>(list.stream()).is_ok() {
                let help = "help: write `on FAILED` without a name";
                errors.span(list.span(), format!("`_` in place of a name for the failure\n{help}"));
                return None;
            }
            let found = list.stream().into_iter().next();
            let found = found.map_or(String::new(), |token| format!(", found `{token}`"));
            errors.span(list.span(), format!("expected a name for the failure{found}\n{help}"));
            errors.broken.extend(words(list.stream()));
            None
        }
    }
}

/// The guard after `when`.
fn guarded(input: ParseStream<'_>, keyword: Span, errors: &mut Errors) -> (Code, Condition) {
    if input.peek(kw::crossing) && !input.peek2(Token![.]) && input.peek2(Ident::peek_any) {
        let help =
            "help: lead to a state with a transition of its own: `-> TARGET when crossing GUARD;`";
        errors.span(input.span(), format!("`crossing` beside an outcome\n{help}"));
        rest(input);
        return no_guard();
    }
    match guard::parse(rest(input), keyword, "when", errors) {
        Some((guard, expr)) => (guard, Condition::of(&expr)),
        // Reported: the outcome is not handled without a guard.
        None => no_guard(),
    }
}

/// Returns the outcome that follows on a sign that joins it to the one before: `on FINAL && FAILED`.
fn second_outcome(input: ParseStream<'_>) -> Option<Ident> {
    let ahead = input.fork();
    conjunction(&ahead)?;
    let _ = ahead.parse::<Option<kw::on>>();
    let word = ahead.parse::<Ident>().ok()?;
    let is_alone = !ahead.peek(Token![.]) && !ahead.peek(Token![::]);
    ((word == "FINAL" || word == "FAILED") && is_alone).then_some(word)
}

/// Takes a sign or word that is meant as `when`: `on FINAL && GUARD`.
fn conjunction(input: ParseStream<'_>) -> Option<(TokenStream, String)> {
    let is_word = |word: &Ident| ["and", "if", "where"].iter().any(|other| word == other);
    let sign = if input.peek(Token![&&]) {
        input.parse::<Token![&&]>().ok()?.to_token_stream()
    } else if input.peek(Token![&]) {
        input.parse::<Token![&]>().ok()?.to_token_stream()
    } else if input.fork().call(Ident::parse_any).is_ok_and(|word| is_word(&word)) {
        input.call(Ident::parse_any).ok()?.to_token_stream()
    } else {
        return None;
    };
    let text = sign.to_string().replace(' ', "");
    Some((sign, text))
}

/// Reports what follows on `both`, and its names.
fn second_trigger(input: ParseStream<'_>, both: &str, is_final: bool, errors: &mut Errors) {
    let help = if is_final && both == "," && input.peek2(kw::FINAL) {
        "write the names of several results in one list: `on FINAL(a: x, b: y)`"
    } else {
        "write two transitions, one for each trigger"
    };
    let message = format!("unexpected `{both}`, a transition has one trigger\nhelp: {help}");
    errors.span(input.span(), message);
    for token in rest(input) {
        if let TokenTree::Group(list) = token {
            errors.broken.extend(words(list.stream()));
        }
    }
}

/// Returns the sign or word that is meant to join two triggers: `on FINAL or FAILED`.
fn disjunction(input: ParseStream<'_>) -> Option<String> {
    if input.peek(Token![||]) {
        return Some("||".to_owned());
    }
    let token = input.fork().parse::<TokenTree>().ok()?;
    let text = token.to_string();
    ["|", ",", "/", "or", "on"].contains(&&*text).then_some(text)
}

/// A guard that could not be read; reported.
fn no_guard() -> (Code, Condition) {
    let tokens = quote::quote!(false);
    (Code { half_typed: true, ..Code::generated(tokens) }, Condition::Test)
}

/// Parses `(name, skill: name, ..)` after `on FINAL`.
fn bindings(list: &Group, errors: &mut Errors) -> Vec<Binding> {
    if list.stream().is_empty() {
        errors.absorb(expected_name(list.span()));
    }
    let parse = |input: ParseStream<'_>| Ok(recover::list(input, errors, binding));
    parse.parse2(list.stream()).unwrap_or_default()
}

fn binding(input: ParseStream<'_>, errors: &mut Errors) -> syn::Result<Binding> {
    let name = || {
        if let Ok(nothing) = input.parse::<Token![_]>() {
            return Ok(Ident::new("_", nothing.span));
        }
        input.parse::<Ident>().map_err(|error| expected_name(error.span()))
    };
    if input.peek(syn::token::Paren) {
        let tuple: Group = input.parse()?;
        let help = "help: name each by its sub-skill, without the inner parentheses: `on FINAL(skill: name, other: _)`";
        errors.broken.extend(words(tuple.stream()));
        let message = format!("expected a name for the result, found a tuple\n{help}");
        return Err(syn::Error::new(tuple.span_open(), message));
    }
    let assigned = input.parse::<Option<Token![mut]>>()?;
    let first = name()?;
    if let Some(word) = assigned {
        let help = format!(
            "help: remove `mut`; what is to be changed is passed to a state: `-> STATE({first})` and `state STATE(mut {first}: Type)`"
        );
        errors.at(&word, format!("the name of a result cannot be `mut`\n{help}"));
        errors.broken.insert(plain(&first));
    }
    if let Some(binding) = pattern(input, (None, &first), errors) {
        return Ok(binding);
    }
    let mut binding = if input.peek(Token![=]) || input.peek(Token![as]) {
        let sign = (input.span(), if input.peek(Token![=]) { "=" } else { "as" });
        input.parse::<TokenTree>()?;
        let (skill, name) = (names::ident(&snake(&plain(&first)), first.span()), name()?);
        Binding { skill: Some(skill), name, sign: Some(sign) }
    } else if input.parse::<Option<Token![:]>>()?.is_some() {
        let name = name()?;
        if let Some(binding) = pattern(input, (Some(&first), &name), errors) {
            return Ok(binding);
        }
        let is_type = plain(&name) != plain(&first) && snake(&plain(&name)) == plain(&first);
        if is_type {
            let help = format!("help: remove it: `{first}`");
            errors.at(&name, format!("type after the name of a result\n{help}"));
            return Ok(Binding { skill: None, name: first, sign: None });
        }
        Binding { skill: Some(first), name, sign: None }
    } else if input.peek(Token![.]) {
        return Ok(field(input, first, errors));
    } else {
        Binding { skill: None, name: first, sign: None }
    };
    let text = plain(&binding.name);
    // To Rust, it would be the skill itself.
    if text.starts_with(char::is_uppercase) {
        let message = format!(
            "expected a name for the result in small letters, found `{text}`\nhelp: write `{}`",
            snake(&text)
        );
        errors.at(&binding.name, message);
        binding.name = names::ident(&snake(&text), binding.name.span());
        errors.broken.insert(text);
    }
    Ok(binding)
}

/// Reads a pattern in the place of a name, which is reported: `Spot { x, .. }`.
fn pattern(
    input: ParseStream<'_>,
    (label, first): (Option<&Ident>, &Ident),
    errors: &mut Errors,
) -> Option<Binding> {
    if !input.peek(syn::token::Brace) && !input.peek(syn::token::Paren) {
        return None;
    }
    let inside: Group = input.parse().ok()?;
    let name = names::ident(&snake(&plain(first)), first.span());
    let written = label.map_or(String::new(), |label| format!("{label}: "));
    let message = format!(
        "expected a name for the result, found a pattern\nhelp: write `on FINAL({written}{name})`, and `{name}.FIELD` for its fields"
    );
    errors.at(first, message);
    errors.broken.extend(words(inside.stream()));
    errors.broken.insert(plain(&name));
    Some(Binding { skill: label.cloned(), name, sign: None })
}

/// Reads a field in the place of a result, which is reported: `spot.x: x`.
fn field(input: ParseStream<'_>, skill: Ident, errors: &mut Errors) -> Binding {
    let at = input.span();
    let rest = recover::take_until(input, |input| input.peek(Token![,]));
    let help =
        format!("help: write `on FINAL({skill}: {skill})`, and `{skill}.FIELD` for its fields");
    errors.span(at, format!("expected a name for the result, found a field\n{help}"));
    errors.broken.extend(words(rest));
    errors.broken.insert(plain(&skill));
    Binding { skill: Some(skill.clone()), name: skill, sign: None }
}

/// The names in a list, code with which has no errors of its own.
fn words(list: TokenStream) -> impl Iterator<Item = String> {
    list.into_iter().filter_map(|token| match token {
        TokenTree::Ident(word) => Some(plain(&word)),
        _ => None,
    })
}

fn expected_name(at: Span) -> syn::Error {
    let message = "expected a name for the result\nhelp: write `on FINAL(name)`, or `on FINAL(skill: name)` for one of several sub-skills";
    syn::Error::new(at, message)
}

/// Reads `word.FINAL` after `on`, which is reported.
pub fn of_sub_skill(
    input: ParseStream<'_>,
    word: &Ident,
    is_final: bool,
    errors: &mut Errors,
) -> syn::Result<Option<Trigger>> {
    input.call(Ident::parse_any)?;
    input.parse::<Token![.]>()?;
    let outcome = input.call(Ident::parse_any)?;
    let help = if is_final {
        format!("help: write `on FINAL`, or `on FINAL({word}: NAME)` for its result")
    } else {
        "help: write `on FAILED`, or `on FAILED(why)` for which one and why".to_owned()
    };
    let expected = "expected `FINAL` or `FAILED` after `on`";
    errors.at(word, format!("{expected}, found `{word}.{outcome}`\n{help}"));
    let mut trigger = after(input, is_final, errors)?;
    if let Some(Trigger::OnFinal(names, _)) = &mut trigger
        && let [Binding { skill: skill @ None, .. }] = &mut names[..]
    {
        *skill = Some(word.clone());
    }
    Ok(trigger)
}

/// Whether `name.FINAL` or `name.FAILED` is next, and which.
pub fn outcome_of(input: ParseStream<'_>) -> Option<bool> {
    let ahead = input.fork();
    ahead.call(Ident::parse_any).ok()?;
    ahead.parse::<Token![.]>().ok()?;
    let is_final = ahead.peek(kw::FINAL);
    (is_final || ahead.peek(kw::FAILED)).then_some(is_final)
}
