//! `precond -> TARGET TRIGGER;`

use super::edge::{
    TRIGGERS, arrow, is_state_named_as_trigger, is_trigger, rest, result_without_parentheses,
    returns_value, trigger_after_token, trigger_follows, value_without_parentheses,
    word_before_target,
};
use super::slips::{self, help_for_trigger};
use super::{
    guard, items, kw, mistaken, outcome, outcome_pattern, reason, resume, state_name, time,
};
use crate::skill::ast::{Code, Reason, Target, Time, Transition, Trigger};
use crate::skill::facts::Condition;
use crate::syntax::errors::Errors;
use crate::syntax::explain::CodeKind;
use crate::syntax::label;
use crate::syntax::names::{self, did_you_mean, plain};
use crate::syntax::read::found_token;
use crate::syntax::recover::{MISSING, take_expr, take_until};
use proc_macro2::{Span, TokenStream, TokenTree};
use quote::ToTokens as _;
use syn::ext::IdentExt as _;
use syn::parse::ParseStream;
use syn::spanned::Spanned as _;
use syn::{Attribute, Expr, Ident, LitStr, Token, bracketed, parenthesized};

/// Parses one transition into `transitions`. Returns whether at least its target could be read;
/// what is broken is passed over.
pub fn transition(
    input: ParseStream<'_>,
    attrs: Vec<Attribute>,
    transitions: &mut Vec<Transition>,
    errors: &mut Errors,
) -> bool {
    match parse(input, attrs, errors) {
        Ok(transition) => {
            transitions.push(transition);
            true
        }
        Err(error) => {
            errors.absorb(error);
            items::skip_item(input);
            false
        }
    }
}

fn parse(
    input: ParseStream<'_>,
    attrs: Vec<Attribute>,
    errors: &mut Errors,
) -> syn::Result<Transition> {
    let mut precond = mistaken::precond(input, errors)?;
    let arrow = arrow(input, errors)?;
    if let Some((word, target)) = precond_after_arrow(input) {
        errors
            .span(word, format!("`precond` after the arrow\nhelp: write `precond -> {target} ..`"));
        input.parse::<kw::precond>()?;
        precond = Some(word);
    }
    let begin = input.fork();
    let targets = errors.words.targets.len();
    let resume = resume::before(input, errors);
    let target = match resume {
        Some((_, ref word)) if resume::is_alone(input, word, errors) => Target::Missing,
        _ => target(input, arrow, errors)?,
    };
    if resume.is_some() {
        let named = errors.words.targets.split_off(targets);
        errors.words.resumed.extend(named);
    }
    let resume = resume.map(|(resume, _)| resume);
    let resume = resume::of_target(input, resume, &target, errors);
    let begins = |target, trigger| Transition {
        attrs,
        precond,
        arrow,
        implied: false,
        resume,
        target,
        trigger,
    };
    let trigger = match trigger(input, &target, errors) {
        Ok(trigger) => trigger,
        Err(error) => {
            errors.absorb(error);
            if !items::begins_item(input) {
                items::skip_item(input);
            }
            return Ok(begins(target, None));
        }
    };
    let half_typed = match &trigger {
        None => true,
        Some(trigger) => trigger.codes().any(|code| code.half_typed),
    };
    let is_whole = !half_typed || input.is_empty() && ends_with_number(&begin);
    let whole = is_whole && !matches!(target, Target::Missing | Target::HalfTyped(_));
    if input.peek(Token![?]) {
        return Err(input.error("`?` after a trigger\nhelp: write it before the body of the state: `state NAME = Skill { .. }? { .. }`"));
    }
    if input.parse::<Token![;]>().is_err() && whole {
        let is_end = input.is_empty() || items::begins_item(input);
        let taken = take_until(&begin, |begin| begin.cursor() == input.cursor());
        let last = taken.into_iter().last().map_or(arrow, |last| last.span());
        let at = if is_end { last } else { input.span() };
        let message = match found_token(input) {
            // The next item does not explain what is wrong.
            _ if items::begins_item(input) => String::new(),
            found if input.peek(Token![for]) => {
                format!("{found}\nhelp: write `when GUARD for TIME`, or `after TIME`")
            }
            found if trigger_follows(input) => {
                format!(
                    "{found}\nhelp: write `after TIME when GUARD` if both must hold, or two transitions"
                )
            }
            found => found,
        };
        errors.span(at, format!("expected `;` at the end of the transition{message}"));
        if !items::begins_item(input) {
            items::skip_item(input);
        }
    }
    Ok(begins(target, trigger))
}

/// Whether nothing is missing after the last token but its unit: `after 5`.
fn ends_with_number(input: ParseStream<'_>) -> bool {
    let last = input.cursor().token_stream().into_iter().last();
    matches!(last, Some(TokenTree::Literal(_)))
}

/// The word in `-> precond TARGET`, and the target.
fn precond_after_arrow(input: ParseStream<'_>) -> Option<(Span, Ident)> {
    let ahead = input.fork();
    let word = ahead.parse::<kw::precond>().ok()?;
    let target = ahead.call(Ident::parse_any).ok()?;
    (!is_trigger(&target)).then_some((word.span, target))
}

/// `self.next(values)`; an IDE is shown it half typed, too.
fn held(input: ParseStream<'_>, errors: &mut Errors) -> syn::Result<Target> {
    let expected =
        "expected a parameter that holds a state\nhelp: name the parameter: `-> self.next(..)`";
    let word = input.parse::<Token![self]>()?.span;
    let Ok(dot) = input.parse::<Token![.]>() else {
        let message = if trigger_follows(input) {
            "expected the target of the transition, found `self`\nhelp: name the state, also where it leads to itself: `-> STATE`"
        } else {
            expected
        };
        errors.span(word, message);
        return Ok(Target::Missing);
    };
    let next = input.fork().parse::<Ident>();
    if next.is_ok_and(|word| !is_trigger(&word)) && !items::begins_item(input) {
        let name: Ident = input.parse()?;
        let values = values(input, false, errors)?;
        return Ok(values.map_or(Target::Missing, |values| Target::Held(name, values)));
    }
    errors.span(word, expected);
    Ok(Target::HalfTyped(Ident::new(MISSING, dot.span())))
}

fn target(input: ParseStream<'_>, arrow: Span, errors: &mut Errors) -> syn::Result<Target> {
    if input.peek(Token![self]) {
        return held(input, errors);
    }
    let expected = "expected the target of the transition: a state, `FINAL` or `FAILED`";
    if let Some(name) = state_name::literal(input, errors) {
        let values = values(input, false, errors)?;
        return Ok(values.map_or(Target::Missing, |values| Target::State(name, values)));
    }
    word_before_target(input, errors);
    if returns_value(input, errors) {
        return Ok(Target::Missing);
    }
    let word = input.fork().call(Ident::parse_any).ok();
    // A state may have the name of a trigger.
    let is_trigger = word.as_ref().is_some_and(is_trigger) && !is_state_named_as_trigger(input);
    let name = match word {
        Some(_) if !is_trigger && !items::begins_item(input) => {
            let word = input.call(Ident::parse_any)?;
            state_name::whole(input, names::ident(&plain(&word), word.span()), errors)
        }
        _ => {
            let at = if is_trigger { input.span() } else { arrow };
            errors.span(at, expected);
            errors.words.targets.push(Err(at));
            // No trigger: what is in the place of the target.
            while input.peek(syn::token::Paren) || input.peek(Token![.]) || input.peek(syn::Lit) {
                input.parse::<TokenTree>()?;
            }
            return Ok(Target::Missing);
        }
    };
    errors.words.targets.push(Ok(name.clone()));
    if input.peek(Token![::]) && input.peek3(Ident) {
        return Ok(path(&name, input, errors));
    }
    let arguments = input.peek(syn::token::Paren);
    if name == "FAILED" && input.peek(LitStr) {
        let text: LitStr = input.parse()?;
        let help = format!("help: write `FAILED({})`", text.to_token_stream());
        errors.at(&text, format!("expected `(` before the reason, found a string\n{help}"));
        return Ok(Target::Failed(name, Some(Reason { kind: None, text, values: Vec::new() })));
    }
    if name == "FAILED"
        && let Some(text) = reason::in_braces(input, errors)
    {
        return Ok(Target::Failed(name, Some(Reason { kind: None, text, values: Vec::new() })));
    }
    if name == "FAILED" {
        if arguments {
            return reason::failed(name, input, errors);
        }
        return Ok(Target::Failed(name, None));
    }
    if name == "FINAL" && slips::kind_of_result(input, errors) {
        return Ok(Target::Missing);
    }
    let (at, found) = (input.span(), found_token(input));
    if name == "FINAL"
        && let Some(value) = result_without_parentheses(input)
    {
        let help = format!("help: write `FINAL({})`", label::print(&value));
        errors.span(at, format!("expected `(` before the result{found}\n{help}"));
        let value = items::code::<Expr>(value, CodeKind::Value, at, errors);
        return Ok(value.map_or(Target::Missing, |value| Target::Final(name, vec![value])));
    }
    let Some(values) = values(input, name == "FINAL", errors)? else { return Ok(Target::Missing) };
    Ok(if name == "FINAL" { Target::Final(name, values) } else { Target::State(name, values) })
}

/// Reports `State::B` in the place of a target.
fn path(first: &Ident, input: ParseStream<'_>, errors: &mut Errors) -> Target {
    let rest = take_until(input, |input| {
        !input.peek(Token![::]) && !input.peek(Token![:]) && !input.peek(Ident)
            || trigger_follows(input)
    });
    let last = rest.clone().into_iter().last();
    let last = last.map_or(String::new(), |last| last.to_string());
    let help = format!(
        "help: write the name alone: `-> {last}`; from outside of a state, lead to the state around it"
    );
    errors.at(&quote::quote!(#first #rest), format!("path in place of a state\n{help}"));
    if input.peek(syn::token::Paren) {
        let _ = input.parse::<TokenTree>();
    }
    Target::Missing
}

/// Parses `(value, ..)` for the parameters of a state, if present; `None` if not all can be read,
/// which is reported.
fn values(
    input: ParseStream<'_>,
    is_final: bool,
    errors: &mut Errors,
) -> syn::Result<Option<Vec<Code>>> {
    let mut values = Vec::new();
    if slips::values_in_braces(input, is_final, errors) {
        return Ok(None);
    }
    let list;
    let end;
    if input.peek(syn::token::Bracket) {
        let brackets = bracketed!(list in input);
        end = brackets.span.close();
        if input.peek(Token![;]) {
            let help = format!("help: write `when {}`", label::print(&list.parse()?));
            let message = format!("guard in brackets\n{help}");
            return Err(syn::Error::new(brackets.span.open(), message));
        }
        let help = "help: write them in parentheses: `-> STATE(VALUE)`";
        let message = format!("values of parameters in brackets\n{help}");
        errors.span(brackets.span.open(), message);
    } else if input.peek(syn::token::Paren) {
        end = parenthesized!(list in input).span.close();
    } else {
        return Ok(Some(values));
    }
    let before = errors.count();
    while !list.is_empty() {
        slips::named_value(&list, errors)?;
        let value = take_expr(&list, |input| input.peek(Token![,]));
        values.extend(items::code::<Expr>(value, CodeKind::Value, end, errors));
        list.parse::<Option<Token![,]>>()?;
    }
    Ok(items::is_whole(&values, before, errors).then_some(values))
}

fn trigger(
    input: ParseStream<'_>,
    target: &Target,
    errors: &mut Errors,
) -> syn::Result<Option<Trigger>> {
    if let Some(trigger) = outcome_pattern::trigger(input, errors) {
        return trigger;
    }
    if input.peek(kw::when) {
        let keyword = input.parse::<kw::when>()?.span;
        errors.record_keyword("when", keyword);
        twice(input, "when", errors);
        if let Some(is_final) = outcome_pattern::as_guard(input, errors) {
            return outcome::after(input, is_final, errors);
        }
        Ok(when(input, keyword, errors))
    } else if input.peek(kw::otherwise) {
        errors.record_keyword("otherwise", input.parse::<kw::otherwise>()?.span);
        Ok(Some(Trigger::Otherwise))
    } else if input.peek(kw::after) {
        let keyword = input.parse::<kw::after>()?.span;
        errors.record_keyword("after", keyword);
        twice(input, "after", errors);
        Ok(after(rest(input), keyword, errors))
    } else if input.peek(kw::on) {
        errors.record_keyword("on", input.parse::<kw::on>()?.span);
        twice(input, "on", errors);
        on(input, errors)
    } else {
        let name = match target {
            Target::State(name, _)
            | Target::Held(name, _)
            | Target::Final(name, _)
            | Target::Failed(name, _)
            | Target::FailedWith(name, _) => name,
            // Already reported as missing.
            Target::Missing => return Ok(None),
            Target::HalfTyped(_) => {
                stray(input, errors);
                return Ok(None);
            }
        };
        let what = "expected the trigger of the transition";
        let help = "help: use `when GUARD`, `after TIME`, `on FINAL`, `on FAILED` or `otherwise`";
        if input.peek(Token![;]) || input.is_empty() || items::begins_item(input) {
            return Err(syn::Error::new(name.span(), format!("{what}\n{help}")));
        }
        stray(input, errors);
        let found = found_token(input);
        let at = input.span();
        let word = input.fork().call(Ident::parse_any).map(|word| word.to_string());
        let help = if input.peek(Token![::]) || input.peek(Token![.]) {
            "help: write the name of the state alone; from outside of it, lead to the state around it"
        } else {
            help
        };
        let is_known = word.as_ref().is_ok_and(|word| help_for_trigger(word).is_some());
        let resumes = resume_after_dot(input);
        let resumed = format!("help: write `-> resume {name}`");
        let help = if resumes { &resumed } else { help };
        let value = value_without_parentheses(input).map(|value| label::print(&value));
        let help = word.map_or(help.to_owned(), |word| {
            let near = did_you_mean(&word, TRIGGERS);
            match help_for_trigger(&word) {
                Some(help) => format!("help: {help}"),
                None if near.is_empty() => match value {
                    Some(value) => format!("help: write values in parentheses: `{name}({value})`"),
                    None => help.to_owned(),
                },
                None => near.trim_start().to_owned(),
            }
        });
        errors.span(at, format!("{what}{found}\n{help}"));
        // `crossing when GUARD`
        if is_known && trigger_after_token(input) {
            input.parse::<TokenTree>()?;
            return self::trigger(input, target, errors);
        }
        if let Some(keyword) = condition(input) {
            return Ok(when(input, keyword, errors));
        }
        // `FAILED { .. } after 1s;` is one mistake.
        rest(input);
        let _ = input.parse::<Token![;]>();
        Ok(None)
    }
}

/// `GUARD`, after `when`, perhaps with `crossing`.
fn when(input: ParseStream<'_>, keyword: Span, errors: &mut Errors) -> Option<Trigger> {
    if input.peek(kw::crossing)
        && !input.peek2(Token![.])
        && let Ok(word) = input.parse::<kw::crossing>()
    {
        errors.record_keyword("crossing", word.span);
        let guard = guard::parse(rest(input), word.span, "when crossing", errors);
        return guard.map(|(guard, _)| Trigger::Crossing(guard));
    }
    guard::when(input, keyword, rest, errors)
}

/// Takes a word that is meant as `when`: so the mistakes in the guard after it are reported, too.
fn condition(input: ParseStream<'_>) -> Option<Span> {
    let word = input.fork().call(Ident::parse_any).ok()?;
    match &*word.to_string() {
        "rising" | "crossing" => Some(word.span()),
        "if" | "where" | "while" => Some(input.call(Ident::parse_any).ok()?.span()),
        _ => None,
    }
}

/// Reports a word that is written twice, and passes over it.
fn twice(input: ParseStream<'_>, word: &str, errors: &mut Errors) {
    while input.fork().parse::<Ident>().is_ok_and(|next| next == word)
        && !input.peek2(Token![.])
        && !input.peek2(Token![;])
        && let Ok(again) = input.parse::<Ident>()
    {
        errors.at(&again, format!("unexpected `{word}` after `{word}`\nhelp: remove one of them"));
    }
}

/// `FINAL` or `FAILED`, after `on`.
fn on(input: ParseStream<'_>, errors: &mut Errors) -> syn::Result<Option<Trigger>> {
    let expected = "expected `FINAL` or `FAILED` after `on`";
    if input.peek(syn::token::Paren) || input.peek(Token![!]) {
        return Err(input.error(format!(
            "{expected}{}\nhelp: write a condition as `when GUARD`",
            found_token(input)
        )));
    }
    let Ok(word) = input.fork().call(Ident::parse_any) else {
        return Err(input.error(format!("{expected}{}", found_token(input))));
    };
    if word == "FINAL" || word == "FAILED" {
        input.call(Ident::parse_any)?;
        return outcome::after(input, word == "FINAL", errors);
    }
    let text = word.to_string();
    if let Some(is_final) = outcome::outcome_of(input) {
        return outcome::of_sub_skill(input, &word, is_final, errors);
    }
    if text == "done" && input.peek2(syn::token::Paren) {
        let message = format!("{expected}, found `done(..)`");
        errors.at(&word, format!("{message}\nhelp: write `when INTERFACE.done(..)`"));
        rest(input);
        return Ok(None);
    }
    let meant = slips::outcome(&text);
    let is_condition = meant.is_none() && input.peek2(Token![.]);
    let near = match meant {
        Some(true) => "\nhelp: write `on FINAL`".to_owned(),
        Some(false) => "\nhelp: write `on FAILED`".to_owned(),
        None if is_condition => "\nhelp: write a condition as `when GUARD`".to_owned(),
        None => did_you_mean(&text, ["FINAL", "FAILED"]),
    };
    let error = syn::Error::new(word.span(), format!("{expected}, found `{text}`{near}"));
    if is_condition {
        errors.absorb(error);
        return Ok(when(input, word.span(), errors));
    }
    input.call(Ident::parse_any)?;
    // The result counts as handled.
    let Some(is_final) = meant else { return Err(error) };
    errors.absorb(error);
    outcome::after(input, is_final, errors)
}

/// `TIME` or `TIME when GUARD`, after `after`.
fn after(tokens: TokenStream, keyword: Span, errors: &mut Errors) -> Option<Trigger> {
    let parts: Vec<TokenTree> = tokens.into_iter().collect();
    let is_when = |at: &usize| {
        let dot = at.checked_sub(1).and_then(|before| parts.get(before));
        // `self.when` is a field, unless a value follows.
        let is_field = matches!(dot, Some(TokenTree::Punct(dot)) if dot.as_char() == '.')
            && !matches!(parts.get(at + 1), Some(TokenTree::Ident(_) | TokenTree::Literal(_)));
        matches!(&parts[*at], TokenTree::Ident(word) if word == "when") && !is_field
    };
    let Some(when) = (0..parts.len()).find(is_when) else {
        return time::after(parts.into_iter().collect(), keyword, errors)
            .map(|time| Trigger::After(time, None));
    };
    let word = parts[when].span();
    errors.record_keyword("when", word);
    let mut before = &parts[..when];
    if let [time @ .., TokenTree::Punct(comma)] = before
        && comma.as_char() == ','
    {
        errors.at(comma, "unexpected `,` before `when`\nhelp: remove it");
        before = time;
    }
    let time = time::after(before.iter().cloned().collect(), keyword, errors);
    let guard = guard::parse(parts[when + 1..].iter().cloned().collect(), word, "when", errors);
    let (guard, expr) = guard?;
    let condition = Condition::of(&expr);
    // One that is wrong is reported; the guard is checked.
    Some(Trigger::After(time.unwrap_or_else(Time::broken), Some((guard, condition))))
}

/// Whether `.resume` is next.
fn resume_after_dot(input: ParseStream<'_>) -> bool {
    let ahead = input.fork();
    ahead.parse::<Token![.]>().is_ok() && ahead.parse::<Ident>().is_ok_and(|word| word == "resume")
}

/// Records a word in place of a trigger, which may become one.
fn stray(input: ParseStream<'_>, errors: &mut Errors) {
    if let Ok(word) = input.fork().parse::<Ident>()
        && !items::begins_item(input)
    {
        errors.record_unknown("in_edge", word);
    }
}
