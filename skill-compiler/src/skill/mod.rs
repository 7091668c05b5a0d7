//! `skill!` and `agent!`: parse, check, lower, emit.

mod ast;
mod check;
mod emit;
mod facts;
mod lower;
mod parse;
#[cfg(test)]
mod tests;

// Ranges and units of arguments are the same in a struct of arguments.
pub use ast::{ArgRange, MachineKind};
pub use emit::range_tokens;
pub use parse::parse_range;

use crate::syntax::errors::Errors;
use proc_macro2::TokenStream;

/// Compiles one `skill!` or `agent!` block. All errors found are part of the expansion, beside
/// everything that could be made of the rest.
pub fn compile(kind: MachineKind, input: TokenStream) -> TokenStream {
    let mut errors = Errors::default();
    let expansion = parse::skill(kind, input, &mut errors)
        .map(|ast| check::check(ast, &mut errors))
        .map(|model| emit::emit(&model, &lower::lower(&model), &errors.hints));
    let errors = errors.into_tokens();
    quote::quote!(#expansion #errors)
}
