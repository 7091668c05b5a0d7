//! The entries that a state runs: `Sub { .. }`, `action f(args)`, `VAR.send(MESSAGE)`, or several of them in parentheses.

use super::{action, calls, items, kw, message, misplaced, needs, tries};
use crate::skill::ast::{Activity, ActivityKind, Needs};
use crate::syntax::errors::Errors;
use crate::syntax::label;
use crate::syntax::names::{self, plain, snake};
use crate::syntax::read::found_token;
use crate::syntax::recover::{take_to, take_until};
use proc_macro2::{Delimiter, Group, Ident, Span, TokenTree};
use quote::quote;
use syn::ext::IdentExt as _;
use syn::parse::{ParseStream, Parser as _};
use syn::{Path, Token, parenthesized};

/// Parses what is after `=`.
pub fn after(input: ParseStream<'_>, equals: Span, errors: &mut Errors) -> Runs {
    let mut runs = Runs::default();
    if input.is_empty() || items::begins_item(input) {
        errors.span(
            equals,
            "expected a sub-skill or an action after `=`\nhelp: write `Skill { .. }`, `action f(..)`, or several in parentheses: `(A { .. }, B { .. })`",
        );
        runs.lost = true;
        return runs;
    }
    if tries::is_first(input)
        && let Ok(word) = input.parse::<kw::tries>()
    {
        let count = take_until(input, |input| input.peek(syn::Ident) && calls::is_next(input));
        let count = label::print(&count);
        let help =
            format!("help: write it after: `state NAME = Skill {{ .. }} tries {count} {{ .. }}`");
        errors.at(&word, format!("`tries` before what the state runs\n{help}"));
        // What is FAILED after the last try is passed on.
        runs.question = Some(word.span);
    }
    runs.needs = needs::before(input, errors);
    if let Some(found) = other_brackets(input) {
        let help = "help: list them in parentheses: `(A { .. }, B { .. })`";
        errors.span(found.span_open(), format!("several sub-skills without parentheses\n{help}"));
        let _ = input.parse::<TokenTree>();
        let list = Group::new(Delimiter::Parenthesis, found.stream());
        let parse = |input: ParseStream<'_>| runs.list(input, errors);
        if let Err(error) = parse.parse2(TokenTree::from(list).into()) {
            errors.absorb(error);
            runs.lost = true;
        }
    } else if input.peek(syn::token::Paren) {
        if let Err(error) = runs.list(input, errors) {
            errors.absorb(error);
            runs.lost = true;
        }
        runs.needs = needs::after(input, runs.needs, errors);
    } else {
        runs.one(input, errors);
        runs.without_parentheses(input, errors);
    }
    if !runs.lost {
        runs.needs = needs::checked(runs.needs, runs.all.len(), errors);
    }
    runs
}

/// Returns the group of `{ A {}, B {} }?` and `[A {}, B {}]`.
fn other_brackets(input: ParseStream<'_>) -> Option<Group> {
    let group = input.fork().parse::<Group>().ok()?;
    let is_list = match group.delimiter() {
        Delimiter::Bracket => true,
        Delimiter::Brace => items::braces_follow(input),
        Delimiter::Parenthesis | Delimiter::None => false,
    };
    let begins = |input: ParseStream<'_>| {
        let begins =
            input.peek(syn::Ident) && (input.peek2(syn::token::Brace) || input.peek2(Token![:]));
        take_until(input, |_| false);
        Ok(begins)
    };
    (is_list && begins.parse2(group.stream()).unwrap_or(false)).then_some(group)
}

/// The sub-skills and actions of a state.
#[derive(Default)]
pub struct Runs {
    pub all: Vec<Activity>,
    pub needs: Needs,
    /// Whether a part could not be read; reported.
    pub lost: bool,
    /// A `?` that is written where it does not belong; reported.
    pub question: Option<Span>,
}

impl Runs {
    /// `(A { .. }, action f(args), ..)`
    fn list(&mut self, input: ParseStream<'_>, errors: &mut Errors) -> syn::Result<()> {
        let list;
        let paren = parenthesized!(list in input);
        if list.is_empty() {
            return Err(syn::Error::new(
                paren.span.join(),
                "expected at least one sub-skill or action\nhelp: list them as in `(A { .. }, B { .. })`",
            ));
        }
        while !list.is_empty() {
            let label = label(&list, errors);
            let mut is_message = false;
            match activity(&list, errors) {
                Ok(kind) => {
                    is_message = matches!(kind, ActivityKind::Message(_));
                    self.add(label, kind, errors);
                }
                Err(error) => {
                    errors.absorb(error);
                    self.lost = true;
                    take_until(&list, |input| input.peek(Token![,]));
                }
            }
            if is_message && let Some(question) = list.parse::<Option<Token![?]>>()? {
                errors.at(&question, "`?` after a message, which is never FAILED\nhelp: remove it");
            }
            if let Some(question) = list.parse::<Option<Token![?]>>()?
                && self.question.replace(question.span).is_none()
            {
                errors.at(
                    &question,
                    "`?` after one of several sub-skills and actions\nhelp: write it after the list: `(A { .. }, B { .. })?`",
                );
            }
            if self.alternative(&list, errors) {
                continue;
            }
            if !list.is_empty() && list.parse::<Token![,]>().is_err() {
                self.missing_comma(&list, errors);
            }
        }
        Ok(())
    }

    /// Reports what is after an entry in place of `,`, and finds the next one.
    fn missing_comma(&mut self, list: ParseStream<'_>, errors: &mut Errors) {
        if tries::begins(list) {
            let (at, tries) = (list.span(), take_until(list, |input| input.peek(Token![,])));
            let tries = label::print(&tries);
            let help = format!(
                "help: write it after the list, `(A {{ .. }}, B {{ .. }}) {tries}`, or give it a state of its own"
            );
            errors.span(at, format!("`tries` after one of several sub-skills and actions\n{help}"));
        } else {
            let found = found_token(list);
            let message = format!("expected `,` between two sub-skills or actions{found}");
            errors.absorb(list.error(message));
            if list.peek(Ident::peek_any) {
                return;
            }
            self.lost = true;
            take_until(list, |input| input.peek(Token![,]));
        }
        let _ = list.parse::<Token![,]>();
    }

    /// Reads `|` in place of `,`, which is reported once: the first that is FINAL is meant.
    fn alternative(&mut self, list: ParseStream<'_>, errors: &mut Errors) -> bool {
        if !is_alternative(list) {
            return false;
        }
        let (at, found) = (list.span(), found_token(list));
        let _ = list.parse::<TokenTree>();
        let _ = list.parse::<Token![|]>();
        if !matches!(self.needs, Needs::Wrong) {
            let help = "help: for the first that is FINAL, write `1 of (A { .. }, B { .. })`";
            errors
                .span(at, format!("expected `,` between two sub-skills or actions{found}\n{help}"));
        }
        self.needs = Needs::Wrong;
        true
    }

    /// Adds one; a label that another one has is reported.
    fn add(&mut self, mut label: Option<Ident>, kind: ActivityKind, errors: &mut Errors) {
        let is_label = |other: &Activity| label.is_some() && other.label == label;
        if self.all.iter().any(is_label)
            && let Some(label) = label.take()
        {
            let message = format!("duplicate label `{label}`\nhelp: choose another label");
            errors.at(&label, message);
            // The label that is meant has no error of its own.
            self.lost = true;
        }
        self.all.push(Activity { label, kind });
    }

    fn one(&mut self, input: ParseStream<'_>, errors: &mut Errors) {
        if input.peek(syn::token::Bracket) {
            let help = "help: list them as in `(A { .. }, B { .. })`";
            errors.span(input.span(), format!("several sub-skills in brackets\n{help}"));
            self.lost = true;
            let _ = input.parse::<TokenTree>();
            if items::braces_follow(input) {
                let _ = input.parse::<TokenTree>();
            }
            return;
        }
        if input.peek(Token![?])
            && input.peek2(syn::Ident)
            && let Ok(question) = input.parse::<Token![?]>()
        {
            let name = input.fork().call(Path::parse_mod_style);
            let name = name.map_or("SKILL".to_owned(), |skill| names::last(&skill));
            let help = format!("help: write it after the arguments: `{name} {{ .. }}?`");
            errors.at(&question, format!("`?` before the sub-skill\n{help}"));
            self.question = Some(question.span);
        }
        if let Some(question) = question_before_arguments(input) {
            self.lost = true;
            self.question = Some(question);
        }
        if input.peek(kw::action) && input.peek2(Token![:]) && !input.peek2(Token![::]) {
            // The word alone is read as the keyword.
            let word = input.parse::<kw::action>();
            let colon = input.parse::<Token![:]>();
            if let (Ok(word), Ok(colon)) = (word, colon) {
                errors.at(&colon, "unexpected `:` after `action`\nhelp: remove it");
                match action::action(input, word.span, errors) {
                    Ok(called) => self.add(None, ActivityKind::Action(called), errors),
                    Err(error) => {
                        errors.absorb(error);
                        self.lost = true;
                    }
                }
            }
            return;
        }
        let label = label(input, errors);
        match activity(input, errors) {
            Ok(kind) => {
                let is_alone = self.all.is_empty() && !is_separator(input);
                if let Some(label) = label.as_ref().filter(|_| is_alone) {
                    let what = "of all that the state runs";
                    errors.at(label, format!("label `{label}` {what}\nhelp: remove `{label}:`"));
                }
                self.add(label.filter(|_| !is_alone), kind, errors);
            }
            Err(error) => {
                errors.absorb(error);
                self.lost = true;
                take_until(input, |input| {
                    input.peek(syn::token::Brace) || items::begins_item(input)
                });
            }
        }
    }

    /// Reports several without parentheses, and reads all of them.
    fn without_parentheses(&mut self, input: ParseStream<'_>, errors: &mut Errors) {
        if input.peek(Token![,]) && input.peek2(syn::token::Brace) {
            if let Ok(comma) = input.parse::<Token![,]>() {
                errors.at(&comma, "unexpected `,` before the body of the state\nhelp: remove it");
            }
            return;
        }
        if !self.lost && is_separator(input) {
            let one = is_alternative(input);
            if one {
                self.needs = Needs::Wrong;
            }
            let of = if one { "1 of " } else { "" };
            errors.span(
                input.span(),
                format!("several sub-skills or actions without parentheses\nhelp: list them as in `{of}(A {{ .. }}, B {{ .. }})`"),
            );
        }
        while !self.lost && is_separator(input) {
            let _ = input.parse::<TokenTree>();
            // `&&` is two tokens.
            let _ = input
                .parse::<Token![&]>()
                .map(drop)
                .or_else(|_| input.parse::<Token![|]>().map(drop));
            self.one(input, errors);
        }
    }
}

/// Whether another sub-skill follows on a sign that joins two of them.
fn is_separator(input: ParseStream<'_>) -> bool {
    let joins = input.peek(Token![,])
        || input.peek(Token![&])
        || input.peek(Token![|])
        || input.peek(Token![+]);
    let is_double = input.peek(Token![&&]) || input.peek(Token![||]);
    let is_word = is_word(input, "and") || is_word(input, "or");
    let follows = if is_double { input.peek3(syn::Ident) } else { input.peek2(syn::Ident) };
    (joins || is_double || is_word) && (follows || input.peek(Token![,]))
}

/// Whether a sign or word is next that joins two of which one is enough.
fn is_alternative(input: ParseStream<'_>) -> bool {
    input.peek(Token![|]) || input.peek(Token![||]) || is_word(input, "or")
}

fn is_word(input: ParseStream<'_>, text: &str) -> bool {
    matches!(input.fork().parse::<Ident>(), Ok(word) if word == text)
}

/// `LABEL:` before a sub-skill or an action.
fn label(input: ParseStream<'_>, errors: &mut Errors) -> Option<Ident> {
    let ahead = input.fork();
    let label = ahead.call(Ident::parse_any).ok()?;
    let is_equals = ahead.peek(Token![=]) && !ahead.peek(Token![=>]);
    if !(is_equals || ahead.peek(Token![:]) && !ahead.peek(Token![::])) {
        return None;
    }
    let is_reserved =
        input.call(Ident::parse_any).is_ok() && syn::parse2::<Ident>(quote!(#label)).is_err();
    let Ok(sign) = input.parse::<TokenTree>() else { return None };
    if is_equals {
        let message = format!(
            "expected `:` after label `{label}`, found `=`\nhelp: write `{label}: Skill {{ .. }}`"
        );
        errors.at(&sign, message);
    }
    let text = plain(&label);
    if text == "_" {
        errors.at(&label, "expected a label, found `_`\nhelp: remove it");
        return None;
    }
    if is_reserved {
        let message =
            format!("label `{text}` is a reserved word of Rust\nhelp: choose another label");
        errors.at(&label, message);
        return Some(names::ident(&text, label.span()));
    }
    if text.starts_with(char::is_uppercase) {
        let label = names::ident(&snake(&text), label.span());
        let message =
            format!("expected a label in small letters, found `{text}`\nhelp: write `{label}`");
        errors.at(&label, message);
        return Some(label);
    }
    Some(label)
}

/// Reads `send arm(MESSAGE)` or `send arm.MoveTo { .. }`, if that is next, and returns its cure.
fn sent_first(input: ParseStream<'_>) -> Option<String> {
    let ahead = input.fork();
    ahead.parse::<Ident>().ok().filter(|word| word == "send")?;
    let port: Ident = ahead.parse().ok()?;
    let message = if ahead.parse::<Option<Token![.]>>().ok()?.is_some() {
        let message: Ident = ahead.parse().ok()?;
        let _fields = ahead.parse::<Group>();
        format!("{port}::{message} {{ .. }}")
    } else {
        let list = ahead.parse::<Group>().ok();
        label::print(&list.filter(|of| of.delimiter() == Delimiter::Parenthesis)?.stream())
    };
    take_to(input, &ahead);
    Some(format!("{port}.send({message})"))
}

/// Whether `action f(..)` is next.
pub fn is_action(input: ParseStream<'_>) -> bool {
    let ahead = input.fork();
    ahead.parse::<kw::action>().is_ok()
        && ahead.call(Path::parse_mod_style).is_ok()
        && ahead.peek(syn::token::Paren)
}

/// The `?` of `Skill? { .. }`, if that is next; it is reported.
fn question_before_arguments(input: ParseStream<'_>) -> Option<Span> {
    let ahead = input.fork();
    action::function(&ahead)?;
    let is_early = ahead.peek(Token![?]) && ahead.peek2(syn::token::Brace);
    is_early.then(|| ahead.span())
}

/// `Sub { .. }`, `action f(args)` or `VAR.send(MESSAGE)`
fn activity(input: ParseStream<'_>, errors: &mut Errors) -> syn::Result<ActivityKind> {
    misplaced::before_skill(input, errors);
    if let Some(word) = misplaced::misspelt_action(input) {
        input.parse::<Ident>()?;
        let help = "help: did you mean `action`?";
        errors.at(&word, format!("unexpected `{word}` before a function\n{help}"));
        return action::action(input, word.span(), errors).map(ActivityKind::Action);
    }
    let first = input.span();
    if let Some(error) = message::by_sign(input, errors) {
        return Err(error);
    }
    if let Some(cure) = sent_first(input) {
        let message = format!("unexpected `send` before an interface\nhelp: write `{cure}`");
        return Err(syn::Error::new(first, message));
    }
    // A module may have this name.
    if input.peek(kw::action) && !input.peek2(Token![::]) {
        let word = input.parse::<kw::action>()?.span;
        errors.record_keyword("action", word);
        action::action(input, word, errors).map(ActivityKind::Action)
    } else if message::begins(input) {
        message::parse(input, errors).map(|message| ActivityKind::Message(Box::new(message)))
    } else {
        let ahead = input.fork();
        if let Some(function) = action::function(&ahead)
            && ahead.peek(syn::token::Paren)
            && names::last(&function).starts_with(char::is_lowercase)
        {
            let name = names::print_path(&function);
            if let Some(call) = calls::skill_built(&function, &ahead, errors) {
                take_to(input, &ahead);
                input.parse::<TokenTree>()?;
                return Ok(ActivityKind::Skill(Box::new(call)));
            }
            if name == "send" {
                return Err(message::without_interface(input));
            }
            let message =
                format!("missing `action` before the function\nhelp: write `action {name}(..)`");
            // What is no action is no further error.
            let _ = action::function(input);
            let _ = input.parse::<proc_macro2::Group>();
            return Err(syn::Error::new_spanned(&function, message));
        }
        calls::call(input, errors).map(|call| ActivityKind::Skill(Box::new(call)))
    }
}
