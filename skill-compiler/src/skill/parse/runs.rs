//! The sub-skills and actions of a state: `Sub { .. }`, `action f(args)`, or several of them in parentheses.

use super::{items, kw};
use crate::skill::ast::{Action, Activity, Call, CallArg};
use crate::syntax::errors::Errors;
use crate::syntax::explain::CodeKind;
use crate::syntax::names;
use crate::syntax::read::found_token;
use crate::syntax::recover::{MISSING, after_entry, take_entry, take_expr, take_until};
use proc_macro2::{Ident, Span, TokenTree};
use quote::{quote, quote_spanned};
use syn::parse::ParseStream;
use syn::{Expr, Path, Token, braced, parenthesized};

/// Parses what is after `=`. Returns it, and whether a part of it could not be read, which is
/// reported.
pub fn after(input: ParseStream<'_>, equals: Span, errors: &mut Errors) -> (Vec<Activity>, bool) {
    let mut runs = Runs::default();
    if input.is_empty() || items::begins_item(input) {
        errors.span(
            equals,
            "expected a sub-skill or an action after `=`\nhelp: write `Skill { .. }`, `action f(..)`, or several in parentheses: `(A { .. }, B { .. })`",
        );
        runs.lost = true;
    } else if input.peek(syn::token::Paren) {
        if let Err(error) = runs.list(input, errors) {
            errors.absorb(error);
            runs.lost = true;
        }
    } else {
        runs.one(input, errors);
        runs.without_parentheses(input, errors);
    }
    (runs.all, runs.lost)
}

#[derive(Default)]
struct Runs {
    all: Vec<Activity>,
    /// Whether a part could not be read; reported.
    lost: bool,
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
            match activity(&list, errors) {
                Ok(activity) => self.all.push(activity),
                Err(error) => {
                    errors.absorb(error);
                    self.lost = true;
                    take_until(&list, |input| input.peek(Token![,]));
                }
            }
            if let Some(question) = list.parse::<Option<Token![?]>>()? {
                errors.at(
                    &question,
                    "`?` after one of several sub-skills and actions\nhelp: write it after the list: `(A { .. }, B { .. })?`",
                );
            }
            if !list.is_empty() && list.parse::<Token![,]>().is_err() {
                self.lost = true;
                errors.absorb(list.error("expected `,` between two sub-skills or actions"));
                take_until(&list, |input| input.peek(Token![,]));
                let _ = list.parse::<Token![,]>();
            }
        }
        Ok(())
    }

    fn one(&mut self, input: ParseStream<'_>, errors: &mut Errors) {
        self.lost |= question_before_arguments(input);
        match activity(input, errors) {
            Ok(activity) => self.all.push(activity),
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
        if !self.lost && is_separator(input) {
            errors.span(
                input.span(),
                "several sub-skills or actions without parentheses\nhelp: list them as in `(A { .. }, B { .. })`",
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
    let is_word = matches!(input.fork().parse::<syn::Ident>(), Ok(word) if word == "and");
    let follows = if is_double { input.peek3(syn::Ident) } else { input.peek2(syn::Ident) };
    (joins || is_double || is_word) && (follows || input.peek(Token![,]))
}

/// Whether `Skill? { .. }` is next: the `?` is reported, and which failure it passes on is unknown.
fn question_before_arguments(input: ParseStream<'_>) -> bool {
    let ahead = input.fork();
    function(&ahead).is_some() && ahead.peek(Token![?]) && ahead.peek2(syn::token::Brace)
}

/// Returns whether there is anything between what a state runs and its body.
pub fn words_before_body(input: ParseStream<'_>) -> bool {
    let ahead = input.fork();
    let words =
        take_until(&ahead, |input| input.peek(syn::token::Brace) || items::begins_item(input));
    !words.is_empty() && ahead.peek(syn::token::Brace)
}

/// `Sub { .. }` or `action f(args)`
fn activity(input: ParseStream<'_>, errors: &mut Errors) -> syn::Result<Activity> {
    // A module may have this name.
    if input.peek(kw::action) && !input.peek2(Token![::]) {
        let word = input.parse::<kw::action>()?.span;
        errors.record_keyword("action", word);
        action(input, word, errors).map(Activity::Action)
    } else {
        let ahead = input.fork();
        if let Some(function) = function(&ahead)
            && ahead.peek(syn::token::Paren)
            && names::last(&function).starts_with(char::is_lowercase)
        {
            let name = names::print_path(&function);
            let message =
                format!("missing `action` before the function\nhelp: write `action {name}(..)`");
            errors.at(&function, message);
            let word = syn::spanned::Spanned::span(&function);
            return action(input, word, errors).map(Activity::Action);
        }
        call(input, errors).map(|call| Activity::Skill(Box::new(call)))
    }
}

/// `Sub { name: value, .., ..base }`
fn call(input: ParseStream<'_>, errors: &mut Errors) -> syn::Result<Call> {
    let skill = input.call(Path::parse_mod_style).map_err(|error| {
        syn::Error::new(
            error.span(),
            "expected a sub-skill or an action\nhelp: write `Skill { .. }` or `action f(..)`",
        )
    })?;
    errors.words.skills.push(quote!(#skill));
    if input.peek(Token![?]) && input.peek2(syn::token::Brace) {
        let name = names::last(&skill);
        let message = format!(
            "`?` before the arguments of the sub-skill\nhelp: write it after them: `{name} {{ .. }}?`"
        );
        errors.at(&input.parse::<Token![?]>()?, message);
    }
    if !input.peek(syn::token::Brace) {
        return Err(syn::Error::new_spanned(
            &skill,
            "missing arguments of the sub-skill\nhelp: add `{ .. }`, or `{}` if it takes no arguments",
        ));
    }
    if state_follows(input) {
        let name = names::last(&skill);
        let message = format!(
            "missing arguments of the sub-skill\nhelp: write them before the body of the state: `{name} {{}} {{ .. }}`"
        );
        return Err(syn::Error::new_spanned(&skill, message));
    }
    let content;
    braced!(content in input);
    let (mut args, mut base, mut lost) = (Vec::new(), None, false);
    while !content.is_empty() {
        if let Some(dots) = content.parse::<Option<Token![..]>>()? {
            let tokens = take_expr(&content, |input| input.peek(Token![,]));
            base = items::code::<Expr>(tokens, CodeKind::Value, dots.spans[1], errors);
            let _ = content.parse::<Token![,]>();
            let rest = take_until(&content, |_| false);
            if !rest.is_empty() {
                errors.at(
                    &rest,
                    "unexpected arguments after the base of the call\nhelp: move them before `..`",
                );
            }
            break;
        }
        match call_arg(&content, errors) {
            Ok(arg) => args.push(arg),
            Err(error) => {
                errors.absorb(error);
                lost = true;
                take_until(&content, |input| input.peek(Token![,]));
            }
        }
        after_entry(&content, errors);
    }
    Ok(Call { skill, args, base, lost })
}

/// Returns whether the braces are the body of a state, not the arguments of a call.
fn state_follows(input: ParseStream<'_>) -> bool {
    fn begins_state(input: ParseStream<'_>) -> syn::Result<bool> {
        let content;
        braced!(content in input);
        Ok(items::begins_item(&content))
    }
    begins_state(&input.fork()).unwrap_or(false)
}

/// `name: value`, or `name` for `name: self.name`. One that is half typed is kept for the IDE.
fn call_arg(input: ParseStream<'_>, errors: &mut Errors) -> syn::Result<CallArg> {
    let name: Ident = input.parse().map_err(|error| {
        syn::Error::new(error.span(), "expected an argument\nhelp: write `name: value`")
    })?;
    let shorthand = input.is_empty() || input.peek(Token![,]);
    let tokens = if shorthand {
        quote_spanned!(name.span()=> self.#name)
    } else if input.parse::<Token![:]>().is_ok() {
        take_entry(input)
    } else {
        let message = format!(
            "expected `:` after argument `{name}`{}\nhelp: write `{name}: value`",
            found_token(input)
        );
        errors.absorb(input.error(message));
        take_until(input, |input| input.peek(Token![,]));
        return Ok(CallArg { name, value: None, shorthand });
    };
    let value = items::code::<Expr>(tokens, CodeKind::Value, name.span(), errors);
    Ok(CallArg { name, value, shorthand })
}

/// `f(args)`
fn action(input: ParseStream<'_>, word: Span, errors: &mut Errors) -> syn::Result<Action> {
    let function = if items::begins_item(input) { None } else { function(input) };
    let Some(function) = function else {
        let missing = Ident::new(MISSING, word);
        errors.words.functions.push(quote!(#missing));
        return Err(syn::Error::new(
            word,
            "missing function of the action\nhelp: write `action f(..)`",
        ));
    };
    if !input.peek(syn::token::Paren) {
        errors.words.functions.push(quote!(#function));
        return Err(syn::Error::new_spanned(
            &function,
            "missing arguments of the action\nhelp: write `action f(..)`",
        ));
    }
    let list;
    parenthesized!(list in input);
    let mut args = Vec::new();
    while !list.is_empty() {
        let arg = take_expr(&list, |input| input.peek(Token![,]));
        args.extend(items::code::<Expr>(arg, CodeKind::Value, list.span(), errors));
        let _ = list.parse::<Token![,]>();
    }
    Ok(Action { function, args })
}

/// The path of a function, if there is one.
fn function(input: ParseStream<'_>) -> Option<Path> {
    input.fork().call(Path::parse_mod_style).ok()?;
    input.call(Path::parse_mod_style).ok()
}
