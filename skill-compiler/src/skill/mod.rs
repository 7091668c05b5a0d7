//! `skill!`: parse, model, expand.

mod ast;
mod expand;
mod model;
mod parse;
#[cfg(test)]
mod tests;

// Ranges and units of arguments are the same in a struct of arguments.
pub use ast::{ArgRange, Level};
pub use expand::{range_tokens, unit_of};
pub use parse::parse_range;

use crate::syntax::errors::Errors;
use proc_macro2::TokenStream;

/// Compiles one `skill!` or `agent!` block. All errors found are part of the expansion, beside
/// everything that could be made of the rest.
pub fn compile(level: Level, input: TokenStream) -> TokenStream {
    let mut errors = Errors::default();
    let expansion = parse::skill(level, input, &mut errors)
        .map(|ast| model::build(ast, &mut errors))
        .map(|model| expand::expand(&model, &errors.seen));
    let errors = errors.into_tokens();
    quote::quote!(#expansion #errors)
}
