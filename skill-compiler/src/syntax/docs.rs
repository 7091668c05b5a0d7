//! Doc comments.

use syn::{Attribute, Expr, ExprLit, Lit, Meta};

/// The text of the doc comments in `attrs`, lines joined by line ends.
pub fn text(attrs: &[Attribute]) -> String {
    let lines: Vec<String> = attrs
        .iter()
        .filter_map(|attr| match &attr.meta {
            Meta::NameValue(meta) if meta.path.is_ident("doc") => match &meta.value {
                Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => {
                    let text = text.value();
                    Some(text.strip_prefix(' ').unwrap_or(&text).trim_end().to_owned())
                }
                _ => None,
            },
            _ => None,
        })
        .collect();
    lines.join("\n").trim().to_owned()
}

/// The doc comments among `attrs`.
pub fn only(attrs: &[Attribute]) -> impl Iterator<Item = &Attribute> {
    attrs.iter().filter(|attr| attr.path().is_ident("doc"))
}

/// The doc comments in `attrs`, or `otherwise` if there are none: a public item
/// always has documentation.
pub fn or(attrs: &[Attribute], otherwise: &str) -> proc_macro2::TokenStream {
    let docs: Vec<_> = only(attrs).collect();
    if docs.is_empty() { quote::quote!(#[doc = #otherwise]) } else { quote::quote!(#(#docs)*) }
}
