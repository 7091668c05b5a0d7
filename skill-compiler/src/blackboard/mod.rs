//! `blackboard!`: parse, check, expand.

mod ast;
mod emit;
mod parse;

use crate::syntax::errors::Errors;
use crate::syntax::types::is_value_type;
use proc_macro2::TokenStream;
use syn::parse::Parser as _;

/// Reports the syntax errors of one `blackboard!` block.
pub fn check_syntax(input: TokenStream, errors: &mut Errors) {
    let parsed =
        (|input: syn::parse::ParseStream<'_>| parse::blackboard(input, errors)).parse2(input);
    errors.ok(parsed);
}

/// Compiles one `blackboard!` block.
pub fn compile(input: TokenStream) -> TokenStream {
    let mut errors = Errors::default();
    let parsed =
        (|input: syn::parse::ParseStream<'_>| parse::blackboard(input, &mut errors)).parse2(input);
    let expansion = errors.ok(parsed).map(|mut board| {
        board.entries.retain(|entry| !is_value_type(&entry.ty, &mut errors));
        emit::emit(&board, errors.count() > 0)
    });
    let errors = errors.into_tokens();
    quote::quote!(#expansion #errors)
}
