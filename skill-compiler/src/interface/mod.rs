//! `interface!`: parse, check, expand. `interface_from_xml!`: read (`xml`), check, expand.

mod ast;
mod check;
mod expand;
mod parse;
mod xml;

use crate::syntax::errors::Errors;
use ast::Interface;
use proc_macro2::TokenStream;
use syn::parse::Parser as _;
pub use xml::compile as compile_xml;

/// Compiles one `interface!` block.
pub fn compile(input: TokenStream) -> TokenStream {
    let mut errors = Errors::default();
    let parsed =
        (|input: syn::parse::ParseStream<'_>| parse::interface(input, &mut errors)).parse2(input);
    let interface = errors.ok(parsed);
    match interface {
        Some(interface) => finish(interface, &TokenStream::new(), errors),
        None => errors.into_tokens(),
    }
}

/// What both macros do with an interface; `more` goes with it.
fn finish(mut interface: Interface, more: &TokenStream, mut errors: Errors) -> TokenStream {
    check::check(&mut interface, &mut errors);
    let expansion = expand::expand(&interface);
    let errors = errors.into_tokens();
    quote::quote!(#expansion #more #errors)
}
