//! Parameters of a state: `mut n: u32 = 0, next: ref state(u32), avoid: state()`.

use super::{args, items, kw};
use crate::skill::ast::{Code, Param, ParamType, StateType};
use crate::skill::facts::FAILURES;
use crate::syntax::errors::Errors;
use crate::syntax::explain::CodeKind;
use crate::syntax::label;
use crate::syntax::names::{last, plain};
use crate::syntax::read::colon_equals;
use crate::syntax::recover;
use crate::syntax::typed::{own_types, type_first};
use crate::syntax::types::name_lifetimes;
use proc_macro2::Span;
use std::cell::Cell;
use syn::parse::ParseStream;
use syn::spanned::Spanned as _;
use syn::{Attribute, Expr, Ident, Token, Type, TypeReference, parenthesized};

/// The list between the parentheses.
///
/// Returns also whether there was one without a name.
pub fn list(input: ParseStream<'_>, errors: &mut Errors) -> (Vec<Param>, bool) {
    let lost = Cell::new(false);
    let params = recover::list(input, errors, |input, errors| {
        param(input, errors).inspect_err(|_| lost.set(true))
    });
    (params, lost.get())
}

fn param(input: ParseStream<'_>, errors: &mut Errors) -> syn::Result<Param> {
    let attrs = input.call(Attribute::parse_outer)?;
    if input.peek(kw::tries) && input.peek2(syn::Lit) {
        let tries = recover::take_until(input, |input| input.peek(Token![,]));
        let help =
            format!("help: write it after them: `state NAME {} {{ .. }}`", label::print(&tries));
        return Err(syn::Error::new_spanned(
            &tries,
            format!("`tries` in the parameters of the state\n{help}"),
        ));
    }
    let before = errors.lost.entries;
    let early = if input.peek2(Ident) { input.parse::<Option<Token![ref]>>()? } else { None };
    let declared = declaration(input, errors);
    let assigned = input.parse::<Option<Token![mut]>>()?.map(|word| word.span()).or(declared);
    if let Some(word) = assigned {
        errors.record_keyword("mut", word);
    }
    let is_mut = assigned.is_some();
    let name: Ident = input.parse().map_err(|error| {
        syn::Error::new(
            error.span(),
            "expected a parameter\nhelp: declare it as `name: Type` or `name: state(Type)`",
        )
    })?;
    let (name, mut ty) = match type_first(input, &name, errors) {
        Some((name, ty)) => (name, Some(ParamType::Value(Box::new(ty)))),
        None => (name.clone(), typed(input, &name, errors)),
    };
    if let Some(word) = early {
        let ty = if let Some(ParamType::State(ty)) = &mut ty {
            ty.by_ref = true;
            "state(..)"
        } else {
            "state()"
        };
        let help = format!("help: write `{name}: ref {ty}`");
        errors.at(&word, format!("`ref` before a parameter\n{help}"));
    }
    let holds_state = matches!(ty, Some(ParamType::State(_)));
    // Of the type of a state that is not known whole, nothing is known.
    ty = ty.filter(|_| errors.lost.entries == before);
    let is_borrowed = lifetimes(&name, &mut ty, errors);
    if let Some(word) = assigned.filter(|_| holds_state) {
        errors.span(word, "a parameter that holds a state cannot be assigned\nhelp: remove `mut`, and pass another state in a transition");
    }
    let mut default = None;
    colon_equals(input, errors);
    if let Ok(colon) = input.parse::<Token![:]>() {
        let tokens = args::default(input);
        let value = label::print(&tokens);
        let message = "expected `=` before the default of the parameter, found `:`";
        errors.at(&colon, format!("{message}\nhelp: write `= {value}`"));
        default = items::code::<Expr>(tokens, CodeKind::Value, colon.span, errors);
    }
    let equals = input.parse::<Option<Token![=]>>()?.map(|sign| sign.span);
    let is_missing = |errors: &mut Errors| match &ty {
        Some(ParamType::Value(ty)) => items::missing_equals(input, &name, ty, errors),
        _ => false,
    };
    if let Some(equals) = equals.or_else(|| is_missing(errors).then(|| name.span())) {
        let tokens = args::default(input);
        if holds_state {
            errors.span(equals, "a parameter that holds a state cannot have a default\nhelp: give the state in each transition");
            // A transition that relies on it is no further error.
            ty = None;
        } else {
            default = items::code::<Expr>(tokens, CodeKind::Value, equals, errors);
        }
    }
    if is_borrowed && default.is_some() {
        default = Some(Code::any_value());
    }
    if input.peek(Token![in]) {
        let range = recover::take_until(input, |input| input.peek(Token![,]));
        let help = "help: remove it: only arguments and parameters of the skill have a range";
        errors.at(&range, format!("range of a parameter of a state\n{help}"));
    }
    Ok(Param { attrs, is_mut: is_mut && !holds_state, name, ty, default })
}

/// Reports a reference without a lifetime, and gives it one.
fn lifetimes(name: &Ident, ty: &mut Option<ParamType>, errors: &mut Errors) -> bool {
    let Some(ParamType::Value(ty)) = ty else { return false };
    let mut named = ty.clone();
    name_lifetimes(&mut named);
    if label::print_type(&named) == label::print_type(ty) {
        return false;
    }
    if let Type::Reference(TypeReference { elem, .. }) = &**ty
        && matches!(&**elem, Type::Path(of) if last(&of.path) == "StoredFailure")
    {
        let help = "help: write `StoredFailure`";
        errors.at(&**ty, format!("reference to a failure, which is copied\n{help}"));
        let owned = elem.clone();
        *ty = owned;
        return false;
    }
    if FAILURES.contains(&&*plain(name)) {
        let help = "help: write `StoredFailure`, the type of a failure that is kept";
        errors.at(&**ty, format!("reference as the type of a failure\n{help}"));
        **ty = syn::parse_quote!(::skill_runtime::StoredFailure);
        return true;
    }
    let help = format!("help: write `{}`", label::print_type(&named));
    errors.at(&**ty, format!("missing lifetime of a reference\n{help}"));
    *ty = named;
    true
}

/// Reads `let` and `var` before a parameter, which are reported. Returns where `var` is, which means `mut`.
fn declaration(input: ParseStream<'_>, errors: &mut Errors) -> Option<Span> {
    let is_variable = |word: &Ident| ["var", "variable"].iter().any(|other| word == other);
    if let Ok(word) = input.parse::<Token![let]>() {
        errors.at(&word, "unexpected `let` before a parameter\nhelp: remove it");
        return None;
    }
    if input.peek2(Ident) && input.fork().parse::<Ident>().is_ok_and(|word| is_variable(&word)) {
        let word = input.parse::<Ident>().ok()?;
        errors.at(&word, format!("unexpected `{word}` before a parameter\nhelp: write `mut`"));
        return Some(word.span());
    }
    None
}

/// `: Type` after the name. `None` if it could not be read; reported.
fn typed(input: ParseStream<'_>, name: &Ident, errors: &mut Errors) -> Option<ParamType> {
    let ty = if input.peek(Token![:]) {
        let ty = input.parse::<Token![:]>().and_then(|_| param_type(input, name, errors));
        errors.ok(ty)
    } else {
        errors.at(
            name,
            format!("missing type for parameter `{name}`\nhelp: provide a type: `{name}: Type`"),
        );
        None
    };
    if ty.is_none() {
        recover::take_until(input, |input| input.peek(Token![,]));
    }
    ty
}

/// `Type`, `state(..)` or `ref state(..)`
fn param_type(input: ParseStream<'_>, name: &Ident, errors: &mut Errors) -> syn::Result<ParamType> {
    if input.peek(Token![&]) && input.peek2(kw::state) {
        let sign = input.parse::<Token![&]>()?;
        errors.at(&sign, "unexpected `&` before `state`\nhelp: write `ref state(..)`");
    }
    let mut by_ref = input.peek(Token![ref]);
    if let Some(word) = capital(input) {
        errors
            .at(&word, format!("unexpected `{word}` before parentheses\nhelp: write `state(..)`"));
        return state_type(input, by_ref, errors);
    }
    // A function with a result is a value like others.
    if input.peek(Token![fn]) && input.peek2(syn::token::Paren) && !input.peek3(Token![->]) {
        let help = "help: for a state, write `ref state(..)` with the types of its parameters, for a function `fn(..) -> ()`";
        let message = format!("expected the type of parameter `{name}`, found a function");
        return Err(input.error(format!("{message}\n{help}")));
    }
    let holds_state = input.peek(kw::state) && !input.peek2(Token![::]);
    if !by_ref && !holds_state {
        let help = if input.peek(Token![mut]) {
            format!("\nhelp: write `mut` before the name: `mut {name}: Type`")
        } else {
            String::new()
        };
        let ty: Type = input.parse().map_err(|error: syn::Error| {
            let message = format!("expected the type of parameter `{name}`{help}");
            syn::Error::new(error.span(), message)
        })?;
        return own_types(ty).map(|ty| ParamType::Value(Box::new(ty)));
    }
    if by_ref {
        errors.record_keyword("ref", input.parse::<Token![ref]>()?.span);
    }
    let word: kw::state = input.parse().map_err(|error| {
        syn::Error::new(
            error.span(),
            "expected `state(..)` after `ref`\nhelp: only states can be passed by reference",
        )
    })?;
    errors.record_keyword("state", word.span);
    if let Some(after) = input.parse::<Option<Token![ref]>>()? {
        errors.at(&after, "`ref` after `state`\nhelp: write `ref state(..)`");
        by_ref = true;
    }
    if !input.peek(syn::token::Paren) {
        let message = "missing parameter types of the state\nhelp: write `state(u32)`, or `state()` for a state without parameters";
        return Err(syn::Error::new(word.span, message));
    }
    state_type(input, by_ref, errors)
}

/// Reads `State` or `States` before parentheses: no type has any.
fn capital(input: ParseStream<'_>) -> Option<Ident> {
    let word: Ident = input.fork().parse().ok()?;
    let is_meant = word == "State" || word == "States" || word == "states";
    (is_meant && input.peek2(syn::token::Paren)).then(|| input.parse().ok()).flatten()
}

/// The types between the parentheses of `state(..)`.
fn state_type(input: ParseStream<'_>, by_ref: bool, errors: &mut Errors) -> syn::Result<ParamType> {
    let list;
    parenthesized!(list in input);
    let is_named = Cell::new(false);
    let params = recover::list(&list, errors, |input, errors| {
        let name = input.fork().parse::<Ident>();
        if let Ok(name) = name
            && input.peek2(Token![:])
            && !input.peek2(Token![::])
        {
            input.parse::<Ident>()?;
            input.parse::<Token![:]>()?;
            if !is_named.replace(true) {
                let help = "help: write the types alone: `state(u32)`";
                errors.at(&name, format!("name of a parameter in the type of a state\n{help}"));
            }
            return param_type(input, &name, errors);
        }
        param_type(input, &Ident::new("state", input.span()), errors)
    });
    let after = input.parse::<Option<Token![ref]>>()?;
    if let Some(after) = &after {
        errors.at(after, "`ref` after `state(..)`\nhelp: write `ref state(..)`");
    }
    Ok(ParamType::State(StateType { by_ref: by_ref || after.is_some(), params }))
}
