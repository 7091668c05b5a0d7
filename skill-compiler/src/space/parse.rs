//! Tokens to the AST of a skill space; each skill once.

use super::ast::{Entry, Space};
use crate::syntax::errors::Errors;
use crate::syntax::names::{ident, plain, snake, type_name, words};
use crate::syntax::read::{
    braces, declared_name, end, found_token, item_path, list_in_braces, plain_attributes,
    visibility,
};
use crate::syntax::recover::list;
use proc_macro2::TokenTree;
use syn::parse::{ParseStream, Parser as _};
use syn::spanned::Spanned as _;
use syn::{Ident, LitStr, Path, Token};

mod kw {
    syn::custom_keyword!(on);
}

/// `/// docs  pub NAME on BOARD { skills }`
pub fn space(input: ParseStream<'_>, errors: &mut Errors) -> syn::Result<Space> {
    let expected = "expected a skill space\nhelp: write `pub NAME on BLACKBOARD { Skill, .. }`";
    let attrs = plain_attributes(input, "a skill space", errors)?;
    let vis = visibility(input, errors)?;
    let name = declared_name(input, "skill space", expected, errors)?;
    if input.peek(kw::on) {
        input.parse::<kw::on>()?;
    } else {
        let message = format!(
            "expected `on BLACKBOARD` after `{name}`{}\nhelp: write `pub {name} on BLACKBOARD {{ Skill, .. }}`",
            found_token(input)
        );
        if !input.peek(Token![:]) {
            return Err(input.error(message));
        }
        errors.absorb(input.error(message));
        input.parse::<Token![:]>()?;
    }
    let board = item_path(input)?;
    let content = braces(input, "the blackboard", errors)?;
    let inside = list_in_braces(&content, errors);
    let list = list(inside.as_ref().unwrap_or(&content), errors, entries);
    let mut skills: Vec<Entry> = Vec::new();
    for entry in list.into_iter().flatten() {
        let same = |other: &&Entry| other.variant == entry.variant || other.name() == entry.name();
        match skills.iter().find(same) {
            None => skills.push(entry),
            Some(other) => {
                errors.repeated(&entry.path, other.path.span(), twice(other, &entry));
            }
        }
    }
    if skills.is_empty() && errors.count() == 0 {
        errors.at(&name, format!("skill space `{name}` has no skills\nhelp: list them: `{name} on BLACKBOARD {{ Skill, .. }}`"));
    }
    end(input, "skill_space", &name, errors);
    Ok(Space { attrs, vis, name, board, skills })
}

/// An entry, or several in brackets, which are reported.
fn entries(input: ParseStream<'_>, errors: &mut Errors) -> syn::Result<Vec<Entry>> {
    if !input.peek(syn::token::Bracket) {
        return Ok(vec![entry(input, errors)?]);
    }
    let group: proc_macro2::Group = input.parse()?;
    let help = "help: remove them: each skill is an entry of its own";
    errors.span(group.span_open(), format!("unexpected brackets around skills\n{help}"));
    let parse = |input: ParseStream<'_>| Ok(list(input, errors, entry));
    parse.parse2(group.stream())
}

/// `"call_name" => path`, or a path alone
fn entry(input: ParseStream<'_>, errors: &mut Errors) -> syn::Result<Entry> {
    plain_attributes(input, "a skill of a space", errors)?;
    let mut call_name = None;
    if input.peek(LitStr) {
        let name: LitStr = input.parse()?;
        if input.parse::<Option<Token![=>]>>()?.is_none() {
            let message = format!(
                "expected `=>` after the call name{}\nhelp: write `\"name\" => path::Skill`",
                found_token(input)
            );
            errors.absorb(input.error(message));
            input.parse::<Option<Token![:]>>()?;
            input.parse::<Option<Token![=]>>()?;
        }
        let text = name.value();
        if !is_call_name(&text) {
            let message = "invalid call name\nhelp: write small letters, digits and `_`, and a letter first, as in `\"pick_up\"`";
            errors.at(&name, message);
        }
        // A wrong one is no further error.
        let letter = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '_' };
        let text = text.trim_start_matches(|c: char| !c.is_ascii_alphabetic());
        let text = text.chars().map(letter).collect::<String>();
        call_name = (!text.is_empty()).then(|| LitStr::new(&text, name.span()));
    }
    let (mut path, mut last) = skill_path(input)?;
    if input.peek(syn::token::Brace) || input.peek(syn::token::Paren) {
        let list = input.parse::<proc_macro2::Group>()?;
        let message =
            format!("unexpected arguments of a skill in a space\nhelp: write `{last}` alone");
        errors.span(list.span_open(), message);
    }
    if call_name.is_none() && input.peek(Token![=>]) && input.peek3(LitStr) {
        input.parse::<Token![=>]>()?;
        let name: LitStr = input.parse()?;
        let cure = format!("write `\"{}\" => {last}`", name.value());
        errors.at(&name, format!("call name after the skill\nhelp: {cure}"));
        call_name = Some(name).filter(|name| is_call_name(&name.value()));
    }
    if call_name.is_none() && input.peek(Token![=>]) && path.get_ident().is_some() {
        let name = path.require_ident()?.clone();
        let message =
            format!("expected the call name in quotes\nhelp: write `\"{name}\" => path::Skill`");
        errors.at(&name, message);
        input.parse::<Token![=>]>()?;
        call_name = Some(LitStr::new(&snake(&plain(&name)), name.span()));
        (path, last) = skill_path(input)?;
    }
    if let Ok(word) = input.parse::<Token![as]>() {
        let name = input.parse::<TokenTree>().map_or(String::new(), |name| name.to_string());
        let text = name.trim_matches('"');
        let help = format!("help: write `\"{text}\" => {last}`");
        errors.at(&word, format!("expected `,` after the skill, found `as`\n{help}"));
        call_name = Some(LitStr::new(&snake(text), word.span)).filter(|_| is_call_name(text));
    }
    let variant = match &call_name {
        Some(name) => type_name(&ident(&name.value(), name.span())),
        None => last,
    };
    Ok(Entry { call_name, path, variant })
}

/// A path, and the last identifier in it.
fn skill_path(input: ParseStream<'_>) -> syn::Result<(Path, Ident)> {
    let error = |span| {
        let message = format!(
            "expected the path of a skill{}\nhelp: name it as in `Getup` or `skills::Getup`",
            found_token(input)
        );
        syn::Error::new(span, message)
    };
    input.fork().call(Path::parse_mod_style).map_err(|of| error(of.span()))?;
    let path = item_path(input)?;
    let last = path.segments.last().map(|segment| segment.ident.clone());
    last.map(|last| (path, last)).ok_or_else(|| error(input.span()))
}

/// The error of a second skill with the same name.
fn twice(first: &Entry, second: &Entry) -> String {
    let (one, other) = (words(&first.path), words(&second.path));
    let (name, call_name) = (&second.variant, second.name());
    if one == other && first.call_name.is_none() && second.call_name.is_none() {
        return format!("duplicate skill `{name}`\nhelp: remove one of them");
    }
    let words_of_call =
        other.iter().map(|word| snake(word)).filter(|word| word != "crate" && word != "super");
    let other_name = match words_of_call.collect::<Vec<_>>().join("_") {
        other if other == call_name => format!("{other}_2"),
        other => other,
    };
    let path = other.join("::");
    format!(
        "the call name \"{call_name}\" is already used by `{}`\nhelp: give one of them another: `\"{other_name}\" => {path}`",
        one.join("::")
    )
}

fn is_call_name(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_lowercase())
        && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
}
