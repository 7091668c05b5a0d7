//! Tokens to the AST of a skill space; each skill once.

use super::Space;
use crate::syntax::errors::Errors;
use crate::syntax::read::{attributes, braces, declared_name, found};
use crate::syntax::recover::list;
use std::collections::BTreeSet;
use syn::parse::ParseStream;
use syn::{Path, Token};

mod kw {
    syn::custom_keyword!(on);
}

/// `/// docs  pub NAME on BOARD { skills }`
pub fn space(input: ParseStream<'_>, errors: &mut Errors) -> syn::Result<Space> {
    let expected = "expected a skill space\nhelp: write `pub NAME on BLACKBOARD { Skill, .. }`";
    let attrs = attributes(input, errors)?;
    let vis = input.parse()?;
    let name = declared_name(input, "skill space", expected, errors)?;
    if input.peek(kw::on) {
        input.parse::<kw::on>()?;
    } else {
        let message = format!(
            "expected `on BLACKBOARD` after `{name}`{}\nhelp: write `pub {name} on BLACKBOARD {{ Skill, .. }}`",
            found(input)
        );
        if !input.peek(Token![:]) {
            return Err(input.error(message));
        }
        errors.absorb(input.error(message));
        input.parse::<Token![:]>()?;
    }
    let board = input.call(Path::parse_mod_style)?;
    let content = braces(input, "the blackboard", errors)?;
    let list = list(&content, errors, |input, _| {
        input.call(Path::parse_mod_style).map_err(|error| {
            let message = format!("expected the path of a skill{}", found(input));
            syn::Error::new(error.span(), message)
        })
    });
    let mut seen = BTreeSet::new();
    let mut skills = Vec::new();
    for path in list {
        let last = path.segments.last().map(|segment| segment.ident.to_string());
        if seen.insert(last.clone()) {
            skills.push(path);
        } else {
            let skill = last.unwrap_or_default();
            errors.at(&path, format!("duplicate skill `{skill}`\nhelp: remove one of them"));
        }
    }
    if skills.is_empty() {
        errors.at(&name, format!("skill space `{name}` has no skills"));
    }
    Ok(Space { attrs, vis, name, board, skills })
}
