//! Attributes: documentation, Rust's lints, and the language's own.

use crate::syntax::errors::Errors;
use crate::syntax::names::did_you_mean;
use quote::ToTokens;
use syn::{Attribute, Meta, Path, Token, punctuated::Punctuated};

/// The lints of the language.
pub const LINTS: [&str; 4] =
    ["unreachable_state", "dead_end", "unconditional_ring", "unused_dependency"];

/// The documentation of a skill, and the attributes that Rust's lints understand.
pub fn of_skill(attrs: Vec<Attribute>, errors: &mut Errors) -> (Vec<Attribute>, Vec<Attribute>) {
    let mut docs = Vec::new();
    let mut lints = Vec::new();
    for attr in attrs {
        if attr.path().is_ident("doc") {
            docs.push(attr);
        } else if let Some(rest) = rust_lints(&attr, errors) {
            lints.extend(rest);
        } else {
            errors.at(&attr, "a skill takes doc comments and `#[allow(..)]`; put other attributes on the macro call");
        }
    }
    (docs, lints)
}

/// What is left of `#[allow(skill::x, dead_code)]` for Rust; `None` if `attr` is
/// not about lints.
fn rust_lints(attr: &Attribute, errors: &mut Errors) -> Option<Option<Attribute>> {
    let level = attr.path().get_ident()?.to_string();
    if !matches!(level.as_str(), "allow" | "warn" | "deny" | "expect") {
        return None;
    }
    let Meta::List(list) = &attr.meta else {
        return None;
    };
    let names = list.parse_args_with(Punctuated::<Path, Token![,]>::parse_terminated).ok()?;
    let (own, rust): (Vec<Path>, Vec<Path>) = names
        .into_iter()
        .partition(|name| name.segments.len() == 2 && name.segments[0].ident == "skill");
    for name in own {
        let lint = name.segments[1].ident.to_string();
        if !LINTS.contains(&lint.as_str()) {
            let near = did_you_mean(&lint, LINTS);
            errors.at(
                &name,
                format!(
                    "there is no lint `{}`{near}",
                    name.to_token_stream().to_string().replace(' ', "")
                ),
            );
        }
    }
    if rust.is_empty() {
        return Some(None);
    }
    let path = attr.path();
    Some(Some(syn::parse_quote!(#[#path(#(#rust),*)])))
}
