//! Attributes: documentation, Rust's lints, and the language's own.

use super::lint_levels::{LINTS, LintLevel, LintLevels};
use crate::syntax::errors::Errors;
use crate::syntax::names::did_you_mean;
use quote::ToTokens;
use syn::{Attribute, Meta, Path, Token, punctuated::Punctuated};

/// The attributes of a skill or state, by kind.
#[derive(Default)]
pub struct Attributes {
    /// Doc comments.
    pub docs: Vec<Attribute>,
    /// Levels of Rust's lints.
    pub rust: Vec<Attribute>,
    /// The levels of the language's lints.
    pub levels: LintLevels,
}

/// Sorts the attributes of a skill or state.
pub fn sort(attrs: Vec<Attribute>, errors: &mut Errors) -> Attributes {
    let mut sorted = Attributes::default();
    for attr in attrs {
        if attr.path().is_ident("doc") {
            sorted.docs.push(attr);
            continue;
        }
        match lint_names(&attr) {
            Some((word, level, names)) => {
                let own = |name: &Path| name.segments.len() == 2 && name.segments[0].ident == "skill";
                let (own, rust): (Vec<Path>, Vec<Path>) = names.into_iter().partition(own);
                for name in own {
                    set_level(&mut sorted.levels, &name, level, errors);
                }
                if !rust.is_empty() {
                    sorted.rust.push(syn::parse_quote!(#[#word(#(#rust),*)]));
                }
            }
            None => errors.at(
                &attr,
                "unexpected attribute\nhelp: only doc comments and lint levels are allowed here, put other attributes on the macro call",
            ),
        }
    }
    sorted
}

/// `#[allow(a, b)]` as its word, level and names.
fn lint_names(attr: &Attribute) -> Option<(Path, Option<LintLevel>, Vec<Path>)> {
    let word = attr.path();
    let level = match word.get_ident()?.to_string().as_str() {
        "allow" => Some(LintLevel::Allow),
        "warn" => Some(LintLevel::Warn),
        "deny" | "forbid" => Some(LintLevel::Deny),
        "expect" => None,
        _ => return None,
    };
    let Meta::List(list) = &attr.meta else { return None };
    let names = list.parse_args_with(Punctuated::<Path, Token![,]>::parse_terminated).ok()?;
    Some((word.clone(), level, names.into_iter().collect()))
}

fn set_level(levels: &mut LintLevels, name: &Path, level: Option<LintLevel>, errors: &mut Errors) {
    let lint = name.segments[1].ident.to_string();
    let written = name.to_token_stream().to_string().replace(' ', "");
    match (LINTS.iter().find(|known| **known == lint), level) {
        (Some(lint), Some(level)) => {
            levels.insert(lint, level);
        }
        (Some(_), None) => {
            errors
                .at(name, format!("`expect` is not supported for lint `{written}`\nhelp: use `#[allow({written})]`"));
        }
        (None, _) => {
            let near = did_you_mean(&lint, LINTS);
            errors.at(name, format!("unknown lint: `{written}`{near}"));
        }
    }
}
