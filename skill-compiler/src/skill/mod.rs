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
pub use check::range_fits;
pub use emit::range_tokens;
pub use lower::Machine;
pub use parse::{max_age, parse_range};

use crate::syntax::errors::{Errors, Words, errors_of};
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

/// A skill or agent of a block.
pub struct Compiled {
    pub expansion: TokenStream,
    /// Lacking if not even the name could be read.
    pub machine: Option<Machine>,
}

/// Compiles one `skill!` or `agent!` block: one skill, or each one of the header. All errors found are
/// part of the first expansion, beside everything that could be made of the rest.
pub fn compile(kind: MachineKind, input: TokenStream, options: Options) -> Vec<Compiled> {
    let mut errors = Errors::default();
    let ast = parse::skill(kind, input, &mut errors);
    let mut all = Vec::new();
    if let Some(ast) = ast {
        let (mut model, mut hints) = check::check(ast, &mut errors);
        let name = model.name.clone();
        loop {
            let machine = lower::lower(&model);
            let expansion = emit::emit(&model, &machine, &hints, options.why);
            all.push(Compiled { expansion, machine: Some(machine) });
            // Once in the block, once for an IDE.
            hints.words = Words::default();
            if !model.become_next() {
                break;
            }
        }
        if model.lost_args || model.lost_interfaces || model.lost_types {
            let (module, errors) = (errors_of(&name), errors.into_module_items());
            all[0]
                .expansion
                .extend(quote::quote!(#[allow(non_snake_case)] mod #module { #errors }));
            return all;
        }
    } else {
        // A name that is not declared is no further error of its module.
        return vec![Compiled { expansion: errors.into_module_items(), machine: None }];
    }
    all[0].expansion.extend(errors.into_tokens());
    all
}
