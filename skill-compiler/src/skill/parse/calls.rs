//! Sub-skills: `Sub { name: value, .., ..base }`.

use super::{generics, items, kw, misplaced};
use crate::skill::ast::{Call, CallArg};
use crate::syntax::errors::Errors;
use crate::syntax::explain::CodeKind;
use crate::syntax::names::{self, plain};
use crate::syntax::read::found_token;
use crate::syntax::recover::{after_entry, take_entry, take_expr, take_until};
use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};
use quote::{quote, quote_spanned};
use syn::ext::IdentExt as _;
use syn::parse::ParseStream;
use syn::{Expr, ExprRange, Path, RangeLimits, Token, braced, parenthesized};

/// Whether sub-skills in parentheses are next: `(Walk {}, ..)`.
pub fn is_list(input: ParseStream<'_>) -> bool {
    fn begins_call(input: ParseStream<'_>) -> syn::Result<bool> {
        let content;
        parenthesized!(content in input);
        if content.parse::<Option<kw::action>>()?.is_some() {
            return Ok(content.peek(syn::Ident));
        }
        let skill = content.call(Path::parse_mod_style)?;
        let is_skill = names::last(&skill).starts_with(char::is_uppercase);
        Ok(is_skill && content.peek(syn::token::Brace))
    }
    begins_call(&input.fork()).unwrap_or(false)
}

/// Whether `Sub { ..` is next.
pub fn is_next(input: ParseStream<'_>) -> bool {
    input
        .fork()
        .call(Path::parse_mod_style)
        .is_ok_and(|skill| names::last(&skill).starts_with(char::is_uppercase))
}

/// Whether a sub-skill is next where a state could be: `Walk { far_m: 1.0 }`, `Walk {}?`, `run Walk {}`.
pub fn is_call(input: ParseStream<'_>, errors: &Errors) -> bool {
    let ahead = input.fork();
    let is_run = misplaced::run_before_skill(input).is_some();
    if is_run {
        let _ = ahead.call(Ident::parse_any);
    }
    let Ok(name) = ahead.parse::<Ident>() else { return false };
    let Ok(TokenTree::Group(group)) = ahead.parse::<TokenTree>() else { return false };
    if !name.to_string().starts_with(char::is_uppercase)
        || group.delimiter() != proc_macro2::Delimiter::Brace
    {
        return false;
    }
    let inside: Vec<TokenTree> = group.stream().into_iter().take(3).collect();
    let sign = |at: usize, sign: char| matches!(inside.get(at), Some(TokenTree::Punct(punct)) if punct.as_char() == sign);
    let is_argument = matches!(inside.first(), Some(TokenTree::Ident(_)))
        && (sign(1, ':') && !sign(2, ':') || sign(1, ','));
    let is_call = is_run || ahead.peek(Token![?]) || is_listed(&plain(&name), errors);
    is_argument || inside.is_empty() && is_call
}

/// The sub-skill of `Walk::new(..)`, which is reported.
pub fn skill_built(function: &Path, list: ParseStream<'_>, errors: &mut Errors) -> Option<Call> {
    let mut skill = function.clone();
    skill.segments.pop();
    skill.segments.pop_punct();
    let name = skill.segments.last().map(|last| plain(&last.ident))?;
    if !is_listed(&name, errors) {
        return None;
    }
    let is_empty = list.fork().parse::<Group>().ok()?.stream().is_empty();
    let cure = if is_empty { "{}" } else { "{ NAME: VALUE }" };
    let message = format!("function of skill `{name}`\nhelp: write `{name} {cure}`");
    errors.at(function, message);
    Some(Call { skill, args: Vec::new(), base: None, lost: !is_empty })
}

/// Whether a skill is in `depends_skills` before.
fn is_listed(name: &str, errors: &Errors) -> bool {
    let is_name =
        |of: &proc_macro2::TokenStream| of.to_string().split(' ').next_back() == Some(name);
    errors.words.skills.iter().any(is_name)
}

/// `Sub { name: value, .., ..base }`
pub fn call(input: ParseStream<'_>, errors: &mut Errors) -> syn::Result<Call> {
    let skill = input.call(Path::parse_mod_style).map_err(|error| {
        syn::Error::new(
            error.span(),
            "expected a sub-skill or an action\nhelp: write `Skill { .. }` or `action f(..)`",
        )
    })?;
    let is_known = is_listed(&names::last(&skill), errors);
    errors.words.skills.push(quote!(#skill));
    if let Some(error) = generics::of_sub_skill(&names::last(&skill), input) {
        errors.absorb(error);
    }
    let mut is_reported = false;
    if input.peek(Token![?]) && input.peek2(syn::token::Brace) {
        let name = names::last(&skill);
        is_reported = true;
        let message = format!(
            "`?` before the arguments of the sub-skill\nhelp: write it after them: `{name} {{ .. }}?`, or `{name} {{}}?` if there are none"
        );
        errors.at(&input.parse::<Token![?]>()?, message);
    }
    if input.peek(syn::token::Paren) {
        let list: proc_macro2::Group = input.parse()?;
        let name = names::last(&skill);
        let is_empty = list.stream().is_empty();
        let is_retry = ["Retry", "RetryUntilSuccessful", "Repeat"].contains(&&*name);
        if is_retry && !is_known {
            errors.words.skills.pop();
            let help = "help: a state is tried again: `state NAME = Skill {} tries 3 { .. }`";
            return Err(syn::Error::new_spanned(
                &skill,
                format!("`{name}` is not a skill\n{help}"),
            ));
        }
        let cure = if is_empty { "{}" } else { "{ NAME: VALUE }" };
        let message = format!(
            "expected `{{ .. }}` with the arguments of the sub-skill, found `(`\nhelp: write `{name} {cure}`"
        );
        errors.span(list.span_open(), message);
        return Ok(Call { skill, args: Vec::new(), base: None, lost: !is_empty });
    }
    if !input.peek(syn::token::Brace) {
        return Err(syn::Error::new_spanned(
            &skill,
            "missing arguments of the sub-skill\nhelp: add `{ .. }`, or `{}` if it takes no arguments",
        ));
    }
    if state_follows(input) {
        let name = names::last(&skill);
        if is_reported {
            // The braces are those of the state.
            return Ok(Call { skill, args: Vec::new(), base: None, lost: true });
        }
        if skill.segments.len() > 1 && !is_known {
            // It may be a message.
            return Ok(Call { skill, args: Vec::new(), base: None, lost: true });
        }
        let message = format!(
            "missing arguments of the sub-skill\nhelp: write them before the body of the state: `{name} {{}} {{ .. }}`"
        );
        return Err(syn::Error::new_spanned(&skill, message));
    }
    let content;
    braced!(content in input);
    let (mut args, mut base, mut lost) = (Vec::new(), None, false);
    while !content.is_empty() {
        if let Some(dots) = dots(&content, errors)? {
            let tokens = take_expr(&content, |input| input.peek(Token![,]));
            base = items::code::<Expr>(tokens, CodeKind::Value, dots, errors);
            let _ = content.parse::<Token![,]>();
            if content.peek(Token![..]) {
                let message = "second base of the call\nhelp: remove one of them";
                errors.span(content.span(), message);
                lost = true;
                take_until(&content, |_| false);
            } else if !content.is_empty() {
                let message = "argument after the base of the call\nhelp: move it before `..`";
                errors.span(content.span(), message);
            }
            continue;
        }
        if let Some(error) = sub_skill_inside(&content, &skill) {
            take_until(&content, |_| false);
            return Err(error);
        }
        match call_arg(&content, errors) {
            Ok(arg) => args.push(arg),
            Err(error) => {
                errors.absorb(error);
                lost = true;
                take_until(&content, |input| input.peek(Token![,]));
            }
        }
        if content.peek(Token![;]) {
            let message = "expected `,` between two arguments, found `;`\nhelp: write `,`";
            errors.span(content.span(), message);
            lost = true;
            take_until(&content, |_| false);
        }
        after_entry(&content, errors);
    }
    Ok(Call { skill, args, base, lost })
}

/// The dots before a base; `...` is reported.
fn dots(input: ParseStream<'_>, errors: &mut Errors) -> syn::Result<Option<Span>> {
    if let Ok(dots) = input.parse::<Token![...]>() {
        let help = "help: write `..`";
        errors.at(&dots, format!("expected `..` before the other arguments, found `...`\n{help}"));
        return Ok(Some(dots.spans[2]));
    }
    Ok(input.parse::<Option<Token![..]>>()?.map(|dots| dots.spans[1]))
}

/// The error about a sub-skill in the arguments of another: `Sequence { Walk {}, Kick {} }`.
fn sub_skill_inside(input: ParseStream<'_>, skill: &Path) -> Option<syn::Error> {
    let name = input.fork().parse::<Ident>().ok()?;
    let is_inside =
        name.to_string().starts_with(char::is_uppercase) && input.peek2(syn::token::Brace);
    let around = names::last(skill);
    is_inside.then(|| syn::Error::new(name.span(), format!("sub-skill in the arguments of `{around}`\nhelp: write `({name} {{ .. }}, ..)` for what runs at once, a state for each of what runs in turn")))
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

/// Takes a value, without the `..BASE` before which a `,` is missing.
fn take_value(input: ParseStream<'_>) -> TokenStream {
    let is_base = |range: &ExprRange| {
        let is_open = matches!(range.limits, RangeLimits::HalfOpen(_)) && range.start.is_some();
        is_open && range.end.as_ref().is_some_and(|end| !matches!(**end, Expr::Lit(_)))
    };
    match input.fork().parse::<Expr>() {
        Ok(Expr::Range(range)) if is_base(&range) => {
            take_until(input, |input| input.peek(Token![..]))
        }
        _ => take_entry(input),
    }
}

/// `name: value`, or `name` for `name: self.name`. One that is half typed is kept for the IDE.
fn call_arg(input: ParseStream<'_>, errors: &mut Errors) -> syn::Result<CallArg> {
    let name: Ident = input.parse().map_err(|error| {
        syn::Error::new(error.span(), "expected an argument\nhelp: write `name: value`")
    })?;
    let shorthand = input.is_empty() || input.peek(Token![,]) || input.peek(Token![;]);
    let tokens = if shorthand {
        quote_spanned!(name.span()=> self.#name)
    } else if input.parse::<Token![:]>().is_ok() {
        take_value(input)
    } else {
        let cure = match input.fork().parse::<TokenTree>() {
            Ok(TokenTree::Group(list)) => {
                format!("..{name}{list}` for the other arguments, or `{name}: value")
            }
            _ => format!("{name}: value"),
        };
        let found = found_token(input);
        let message = format!("expected `:` after argument `{name}`{found}\nhelp: write `{cure}`");
        errors.absorb(input.error(message));
        take_until(input, |input| input.peek(Token![,]));
        return Ok(CallArg { name, value: None, shorthand });
    };
    let value = items::code::<Expr>(tokens, CodeKind::Value, name.span(), errors);
    Ok(CallArg { name, value, shorthand })
}
