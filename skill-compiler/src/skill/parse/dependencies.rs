//! `depends_skills { A, path::B }`.

use super::{each, generics};
use crate::skill::ast::{Dependency, EachList};
use crate::syntax::errors::Errors;
use crate::syntax::label;
use crate::syntax::names::{last, print_path};
use crate::syntax::read::{item_path, plain_attributes};
use crate::syntax::recover::{completed, list, take_to, take_until};
use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use quote::ToTokens as _;
use syn::parse::{ParseStream, Parser as _};
use syn::{Ident, LitStr, Path, Token};

/// The skills between the braces.
pub fn skills(input: ParseStream<'_>, errors: &mut Errors) -> Vec<Dependency> {
    let before = errors.lost.entries;
    let all = list(input, errors, |input, errors| {
        plain_attributes(input, "a sub-skill", errors)?;
        if input.peek(syn::token::Bracket) {
            let list = each::list(input, SUB_SKILLS, errors, skill)?;
            errors.lost_section = true;
            let message =
                "missing name of the listed sub-skills in the block\nhelp: write `NAME = [A, B]`";
            return Err(syn::Error::new(list.span, message));
        }
        let has_colon = input.peek2(Token![:]) && input.peek3(syn::token::Bracket);
        if input.peek(Ident) && (input.peek2(Token![=]) || has_colon) {
            return listed(input, errors);
        }
        Ok(Some(Dependency { path: skill(input, errors)?, list: None }))
    });
    errors.lost_section |= errors.lost.entries > before;
    all.into_iter().flatten().collect()
}

const SUB_SKILLS: (&str, &str) = ("sub-skills", "A, B");

/// `Home = [HomeLeft, HomeRight]`; nothing of a list without entries, which is reported.
fn listed(input: ParseStream<'_>, errors: &mut Errors) -> syn::Result<Option<Dependency>> {
    let name: Ident = input.parse()?;
    if input.peek(Token![:]) {
        let help = format!("help: write `{name} = [A, B]`");
        errors.span(
            input.span(),
            format!("expected `=` before a list of sub-skills, found `:`\n{help}"),
        );
    } else if !input.peek2(syn::token::Bracket) {
        errors.lost_section = true;
        let equals = input.span();
        input.parse::<Token![=]>()?;
        let one = skill(input, errors);
        take_until(input, |input| input.peek(Token![,]));
        let help = format!("help: list one for each name of the header: `{name} = [A, B]`");
        errors.span(equals, format!("expected a list of sub-skills after `=`\n{help}"));
        errors.words.skills.push(quote::quote!(#name));
        let all = one.into_iter().collect();
        let list = EachList { span: equals, all, broken: true };
        return Ok(Some(Dependency { path: name.into(), list: Some(list) }));
    }
    input.parse::<TokenTree>()?;
    errors.words.skills.push(quote::quote!(#name));
    let list = each::list(input, SUB_SKILLS, errors, skill)?;
    errors.lost_section |= list.all.is_empty();
    let listed = Dependency { path: name.into(), list: Some(list) };
    Ok(Some(listed).filter(|listed| listed.list.as_ref().is_some_and(|list| !list.all.is_empty())))
}

fn skill(input: ParseStream<'_>, errors: &mut Errors) -> syn::Result<Path> {
    if let Ok(text) = input.fork().parse::<LitStr>()
        && let Ok(path) = text.parse_with(Path::parse_mod_style)
    {
        input.parse::<LitStr>()?;
        let help = format!("help: write `{}` without quotes", text.value());
        errors.at(&text, format!("expected the path of a skill, found a string\n{help}"));
        return Ok(path);
    }
    let comma = input.span();
    let tokens = take_path(input);
    if tokens.is_empty() {
        let message = "expected the path of a skill, found `,`\nhelp: remove it";
        return Err(syn::Error::new(comma, message));
    }
    let parse = item_path;
    let whole = |tokens: &TokenStream| parse.parse2(tokens.clone()).is_ok();
    let seen = if whole(&tokens) { Some(tokens.clone()) } else { completed(&tokens, whole) };
    errors.words.skills.extend(seen);
    let generic = |input: ParseStream<'_>| {
        let path = input.call(Path::parse_mod_style)?;
        let error = generics::of_sub_skill(&last(&path), input);
        take_until(input, |_| false);
        Ok((path, error))
    };
    if let Ok((path, Some(error))) = generic.parse2(tokens.clone()) {
        errors.absorb(error);
        return Ok(path);
    }
    if let Some((path, group)) = with_options(&tokens) {
        let help = "help: remove it: options are for interfaces, arguments are given in a state";
        errors.at(
            &group,
            format!(
                "unexpected `{}` after a sub-skill\n{help}",
                label::print(&group.to_token_stream())
            ),
        );
        return Ok(path);
    }
    if let Some(error) = with_name(&tokens) {
        // The name that is meant has no error of its own.
        errors.lost_section = true;
        return Err(error);
    }
    let skill = parse.parse2(tokens.clone()).map_err(|_| {
        syn::Error::new_spanned(
            &tokens,
            "expected the path of a skill\nhelp: name it as in `Getup` or `skills::Getup`",
        )
    })?;
    Ok(skill)
}

/// The path and the parentheses of `Wait (keeps_running)`.
fn with_options(tokens: &TokenStream) -> Option<(Path, Group)> {
    let mut all: Vec<TokenTree> = tokens.clone().into_iter().collect();
    match all.pop() {
        Some(TokenTree::Group(group))
            if matches!(group.delimiter(), Delimiter::Parenthesis | Delimiter::Brace) =>
        {
            Some((item_path.parse2(all.into_iter().collect()).ok()?, group))
        }
        _ => None,
    }
}

/// Returns the error about a name for a sub-skill: `Walk as Go`, `go: Walk`.
fn with_name(tokens: &TokenStream) -> Option<syn::Error> {
    let renamed = |input: ParseStream<'_>| {
        let path = input.call(Path::parse_mod_style)?;
        let word = input.parse::<Token![as]>()?;
        input.parse::<Ident>()?;
        let (text, name) = (print_path(&path), last(&path));
        let help = format!("help: write `{text}`, and run it as `{name} {{ .. }}`");
        Ok(syn::Error::new(word.span, format!("`as` in `depends_skills`\n{help}")))
    };
    let named = |input: ParseStream<'_>| {
        let name = input.parse::<Ident>()?;
        input.parse::<Token![:]>()?;
        let path = print_path(&input.call(Path::parse_mod_style)?);
        let help = format!(
            "help: write `{path}`; several of one skill get labels where they run: `({name}: {path} {{ .. }}, ..)`"
        );
        Ok(syn::Error::new(name.span(), format!("name before a sub-skill\n{help}")))
    };
    renamed.parse2(tokens.clone()).or_else(|_| named.parse2(tokens.clone())).ok()
}

/// Takes a path, or the tokens in place of one.
fn take_path(input: ParseStream<'_>) -> TokenStream {
    let ahead = input.fork();
    let is_path = ahead.call(Path::parse_mod_style).is_ok();
    let begins_entry = ahead.peek(Ident) || ahead.peek(Token![;]);
    if is_path && (ahead.is_empty() || begins_entry || ahead.peek(Token![,])) {
        return take_to(input, &ahead);
    }
    take_until(input, |input| input.peek(Token![,]))
}
