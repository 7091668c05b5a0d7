//! `robot_parts!`: parse, check, expand.

mod ast;
mod emit;
mod parse;

use crate::syntax::errors::Errors;
use proc_macro2::TokenStream;
use syn::parse::Parser as _;

/// Reports the syntax errors of one `robot_parts!` block.
pub fn check_syntax(input: TokenStream, errors: &mut Errors) {
    let parsed = (|input: syn::parse::ParseStream<'_>| parse::parts(input, errors)).parse2(input);
    errors.ok(parsed);
}

/// Compiles one `robot_parts!` block.
pub fn compile(input: TokenStream) -> TokenStream {
    let mut errors = Errors::default();
    let parsed =
        (|input: syn::parse::ParseStream<'_>| parse::parts(input, &mut errors)).parse2(input);
    // A name that is not declared is no further error of its module.
    let Some(parts) = errors.ok(parsed) else { return errors.into_module_items() };
    let (expansion, errors) = (emit::emit(&parts), errors.into_tokens());
    quote::quote!(#expansion #errors)
}
