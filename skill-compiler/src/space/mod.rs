//! `skill_space!`: parse, check, expand.

mod ast;
mod emit;
mod parse;

use crate::syntax::errors::Errors;
use proc_macro2::TokenStream;
use syn::parse::Parser as _;

/// Reports the syntax errors of one `skill_space!` block.
pub fn check_syntax(input: TokenStream, errors: &mut Errors) {
    let parsed = (|input: syn::parse::ParseStream<'_>| parse::space(input, errors)).parse2(input);
    errors.ok(parsed);
}

/// Compiles one `skill_space!` block.
pub fn compile(input: TokenStream, why: bool) -> TokenStream {
    let mut errors = Errors::default();
    let parsed =
        (|input: syn::parse::ParseStream<'_>| parse::space(input, &mut errors)).parse2(input);
    // Rust cannot match on a reference to an enum without variants.
    let space = errors.ok(parsed).filter(|space| !space.skills.is_empty());
    // A name that is not declared is no further error of its module.
    let Some(space) = space else { return errors.into_module_items() };
    let (expansion, errors) = (emit::emit(&space, why), errors.into_tokens());
    quote::quote!(#expansion #errors)
}
