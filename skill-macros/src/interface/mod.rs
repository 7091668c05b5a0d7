//! `interface!`: parse, check, expand.

mod ast;
mod check;
mod expand;
mod parse;

use crate::syntax::errors::Errors;
use proc_macro2::TokenStream;
use syn::parse::Parser as _;

/// Compiles one `interface!` block.
pub fn compile(input: TokenStream) -> TokenStream {
    let mut errors = Errors::default();
    let parsed =
        (|input: syn::parse::ParseStream<'_>| parse::interface(input, &mut errors)).parse2(input);
    let interface = errors.ok(parsed);
    let expansion = interface.map(|mut interface| {
        check::check(&mut interface, &mut errors);
        expand::expand(&interface)
    });
    let errors = errors.into_tokens();
    quote::quote!(#expansion #errors)
}
