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
pub use ast::{ArgRange, MachineKind, MaxAge};
pub use emit::range_tokens;
pub use lower::Machine;
pub use parse::{max_age, parse_range};

use crate::syntax::errors::Errors;
use proc_macro2::TokenStream;

/// Parts of the expansion of a machine that can be left out.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// Whether the machine can explain its guards: the feature `why` of the runtime.
    pub why: bool,
}

/// Reports the syntax errors of one `skill!` or `agent!` block.
pub fn check_syntax(kind: MachineKind, input: TokenStream, errors: &mut Errors) {
    parse::skill(kind, input, errors);
}

/// Reports the errors of one `skill!` or `agent!` block.
pub fn check_block(kind: MachineKind, input: TokenStream, errors: &mut Errors) {
    if let Some(ast) = parse::skill(kind, input, errors) {
        check::check(ast, errors);
    }
}

/// Compiles one `skill!` or `agent!` block. All errors found are part of the expansion, beside
/// everything that could be made of the rest. The machine is lacking if not even the name of
/// the skill could be read.
pub fn compile(
    kind: MachineKind,
    input: TokenStream,
    options: Options,
) -> (TokenStream, Option<Machine>) {
    let mut errors = Errors::default();
    let ast = parse::skill(kind, input, &mut errors);
    let compiled = ast.map(|ast| {
        let (model, hints) = check::check(ast, &mut errors);
        let machine = lower::lower(&model);
        (emit::emit(&model, &machine, &hints, options.why), machine)
    });
    let (expansion, machine) = compiled.unzip();
    let errors = errors.into_tokens();
    (quote::quote!(#expansion #errors), machine)
}
