//! `blackboard!`: parse, check, expand.

mod ast;
mod emit;
mod parse;

use crate::syntax::errors::{Errors, errors_of};
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
    // A name that is not declared is no further error of its module.
    let Some(mut board) = errors.ok(parsed) else { return errors.into_module_items() };
    board.entries.retain(|entry| !is_value_type(&entry.ty, &mut errors));
    let expansion = emit::emit(&board, errors.count() > 0);
    if errors.lost.entries == 0 {
        let errors = errors.into_tokens();
        return quote::quote!(#expansion #errors);
    }
    let module = errors_of(&board.name);
    let (lost, errors) = (emit::lost(&board.name, &module), errors.into_module_items());
    quote::quote!(#expansion #lost #[allow(non_snake_case)] mod #module { #errors })
}
