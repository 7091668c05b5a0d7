//! `skill!` and `agent!`: parse, check, lower, emit.

mod ast;
mod check;
mod emit;
mod facts;
mod lists;
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
    if let Some(block) = first_of(kind, input, errors) {
        parse::skill(kind, block, errors);
    }
}

/// Returns the first of the blocks that a block is, and reports what is wrong with its lists.
fn first_of(kind: MachineKind, input: TokenStream, errors: &mut Errors) -> Option<TokenStream> {
    lists::split(kind, input, errors).into_iter().next()
}

/// Reports the errors of one `skill!` or `agent!` block.
pub fn check_block(kind: MachineKind, input: TokenStream, errors: &mut Errors) {
    let block = first_of(kind, input, errors);
    if let Some(ast) = block.and_then(|block| parse::skill(kind, block, errors)) {
        check::check(ast, errors);
    }
}

/// Compiles a `skill!` or `agent!` block, which may be several. All errors found are part of the first
/// expansion, beside everything that could be made of the rest. A machine is lacking if not even
/// the name of the skill could be read.
pub fn compile(
    kind: MachineKind,
    input: TokenStream,
    options: Options,
) -> Vec<(TokenStream, Option<Machine>)> {
    let (mut errors, mut is_reported) = (Errors::default(), false);
    let blocks = lists::split(kind, input, &mut errors);
    let compile = blocks.into_iter().map(|block| {
        let mut errors = std::mem::take(&mut errors);
        let (expansion, machine) = compile_one(kind, block, options, &mut errors);
        // The blocks have the same errors.
        let is_repeated = is_reported;
        is_reported |= errors.count() > 0;
        let errors = (!is_repeated).then(|| errors.into_tokens());
        (quote::quote!(#expansion #errors), machine)
    });
    compile.collect()
}

/// Compiles one block.
fn compile_one(
    kind: MachineKind,
    input: TokenStream,
    options: Options,
    errors: &mut Errors,
) -> (Option<TokenStream>, Option<Machine>) {
    let ast = parse::skill(kind, input, errors);
    let compiled = ast.map(|ast| {
        let (model, hints) = check::check(ast, errors);
        let machine = lower::lower(&model);
        (emit::emit(&model, &machine, &hints, options.why), machine)
    });
    compiled.unzip()
}
