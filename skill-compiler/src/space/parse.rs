//! Tokens to the AST of a skill space; each skill once.

use super::Space;
use crate::syntax::errors::Errors;
use std::collections::BTreeSet;
use syn::parse::ParseStream;
use syn::{Attribute, Ident, Path, Token, braced};

mod kw {
    syn::custom_keyword!(on);
}

/// `/// docs  pub NAME on BOARD { skills }`
pub fn space(input: ParseStream<'_>, errors: &mut Errors) -> syn::Result<Space> {
    let expected = "expected a skill space\nhelp: write `pub NAME on BLACKBOARD { Skill, .. }`";
    let attrs = input.call(Attribute::parse_outer)?;
    let vis = input.parse()?;
    let name: Ident = input.parse().map_err(|error| syn::Error::new(error.span(), expected))?;
    if !input.peek(kw::on) {
        return Err(input.error(format!("expected `on BLACKBOARD` after `{name}`")));
    }
    input.parse::<kw::on>()?;
    let board = input.call(Path::parse_mod_style)?;
    let content;
    braced!(content in input);
    let list = content.parse_terminated(Path::parse_mod_style, Token![,])?;
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
