//! The compiler of the skill language, as an ordinary library: what `skill-macros` runs
//! inside `rustc`, and what unit tests and tools run outside it.
//!
//! Each macro has a module of its own. `skill` has four layers: `parse` turns tokens into
//! an AST and recovers from broken items, `check` resolves names and rejects what is wrong,
//! `lower` makes the machine as plain data, and `emit` prints it as Rust. The smaller macros
//! have the same layers as far as they need them.
//!
//! # Reading what a macro makes
//!
//! With the environment variable `SKILL_EXPANSION` set to a directory, each macro writes what `rustc`
//! sees of its expansion to `dir/CRATE_Name.rs`, formatted if `rustfmt` is installed; for a skill or agent
//! `dir/CRATE_Name.machine.txt` is the lowered machine as text: what each state holds, what
//! enters and leaves it, and what a pass does while it is active. A relative directory is
//! relative to where Cargo runs `rustc`, the root of the workspace. A second `Name` in a crate
//! goes to `CRATE_Name_2.rs`. A file that cannot be written is a compile error.
//!
//! ```text
//! SKILL_EXPANSION=target/expansion cargo check
//! ```
#![forbid(unsafe_code)]

extern crate proc_macro;

mod argument;
mod blackboard;
mod cfg;
mod diagnostics;
mod entry;
mod expansion_file;
mod interface;
mod proof;
mod redeclared;
mod robot_parts;
mod runtime;
mod skill;
mod space;
mod syntax;

pub use diagnostics::{BlockMacro, Diagnostic, diagnostics, errors};

/// The spelling of names in expansions, for macros that expand to blocks of the language.
pub mod names {
    pub use crate::syntax::names::{did_you_mean, ident, nearest, plain, snake};
}

pub use skill::Options;

use proc_macro2::TokenStream;

/// Compiles the input of `skill!`.
#[must_use]
pub fn skill(input: TokenStream, options: Options) -> TokenStream {
    machine(skill::MachineKind::Skill, input, options)
}

/// Compiles the input of `agent!`.
#[must_use]
pub fn agent(input: TokenStream, options: Options) -> TokenStream {
    machine(skill::MachineKind::Agent, input, options)
}

fn machine(kind: skill::MachineKind, input: TokenStream, options: Options) -> TokenStream {
    let of = match kind {
        skill::MachineKind::Skill => BlockMacro::Skill,
        skill::MachineKind::Agent => BlockMacro::Agent,
    };
    expand(of, input, |input| machine_of(kind, input, options))
}

/// Expands a call of a macro, in which `#[cfg]` chooses first.
fn expand(
    of: BlockMacro,
    input: TokenStream,
    compile: impl FnOnce(TokenStream) -> TokenStream,
) -> TokenStream {
    entry::expand(Some(of), input, |input| {
        cfg::chosen(of, &input).unwrap_or_else(|| compile(input))
    })
}

fn machine_of(kind: skill::MachineKind, input: TokenStream, options: Options) -> TokenStream {
    let what = match kind {
        skill::MachineKind::Skill => "a skill",
        skill::MachineKind::Agent => "an agent",
    };
    if let Some(error) = redeclared::check(&input, what) {
        return error;
    }
    let again = input.clone();
    let all = skill::compile(kind, input, options).into_iter().enumerate();
    let written = all.map(|(place, skill::Compiled { expansion, machine })| {
        let name = machine.as_ref().map_or("", |machine| &machine.name);
        let again = || skill::compile(kind, again.clone(), options).swap_remove(place).expansion;
        let expansion =
            expansion_file::write_if_requested(name, expansion, machine.as_ref(), again);
        let roots = proof::roots(proof::DeclarationKind::Machine(kind), name);
        quote::quote!(#expansion #roots)
    });
    let (written, watch) = (written.collect::<TokenStream>(), expansion_file::watch());
    quote::quote!(#written #watch)
}

/// The result of compiling a `skill!` block, for people.
#[derive(Clone, Debug)]
pub struct Explained {
    /// The part of the expansion that `rustc` sees.
    pub expansion: TokenStream,
    /// The lowered machine, of each skill of the block; empty if there is none.
    pub machine: String,
}

/// Compiles the input of `skill!`, or of `agent!` if it declares one, and prints what comes
/// of it.
#[must_use]
pub fn explain(input: TokenStream) -> Explained {
    let is_agent = input.clone().into_iter().any(|token| token.to_string() == "agent");
    let kind = if is_agent { skill::MachineKind::Agent } else { skill::MachineKind::Skill };
    let compile = || skill::compile(kind, input, Options::default());
    let all = syntax::rust_analyzer::for_people(compile);
    let mut explained = Explained { expansion: TokenStream::new(), machine: String::new() };
    for skill::Compiled { expansion, machine } in all {
        explained.expansion.extend(expansion);
        explained.machine += &machine.map_or(String::new(), |machine| machine.to_string());
    }
    explained
}

/// Compiles the input of `interface!`.
#[must_use]
#[allow(clippy::needless_pass_by_value)] // as the other macros
pub fn interface(input: TokenStream) -> TokenStream {
    expand(BlockMacro::Interface, input, |input| {
        if let Some(error) = redeclared::check(&input, "an interface") {
            return error;
        }
        let name = declared_name(&input);
        expansion_file::write_if_requested(&name, interface::compile(&input), None, || {
            interface::compile(&input)
        })
    })
}

/// Compiles the input of `field_group!`.
#[must_use]
pub fn field_group(input: &TokenStream) -> TokenStream {
    expand(BlockMacro::FieldGroup, input.clone(), |input| interface::compile_group(&input))
}

/// Goes on with an interface whose field group is known now: the input of
/// `with_field_group!`, which the macro of a group calls.
#[must_use]
pub fn with_field_group(input: TokenStream) -> TokenStream {
    entry::expand(None, input, interface::with_field_group)
}

/// Compiles the input of `blackboard!`.
#[must_use]
pub fn blackboard(input: TokenStream) -> TokenStream {
    expand(BlockMacro::Blackboard, input, |input| {
        if let Some(error) = redeclared::check(&input, "a blackboard") {
            return error;
        }
        let name = declared_name(&input);
        let again = input.clone();
        expansion_file::write_if_requested(&name, blackboard::compile(input), None, || {
            blackboard::compile(again)
        })
    })
}

/// Compiles the input of `skill_space!`.
#[must_use]
pub fn skill_space(input: TokenStream, options: Options) -> TokenStream {
    expand(BlockMacro::SkillSpace, input, |input| {
        if let Some(error) = redeclared::check(&input, "a skill space") {
            return error;
        }
        let name = declared_name(&input);
        let roots = proof::roots(proof::DeclarationKind::Space, &name);
        let again = input.clone();
        let compile = |input| space::compile(input, options.why);
        let space = compile(input);
        let space = expansion_file::write_if_requested(&name, space, None, || compile(again));
        quote::quote!(#space #roots)
    })
}

/// Compiles the input of `robot_parts!`.
#[must_use]
pub fn robot_parts(input: TokenStream) -> TokenStream {
    expand(BlockMacro::RobotParts, input, |input| {
        if let Some(error) = redeclared::check(&input, "a robot of parts") {
            return error;
        }
        let name = declared_name(&input);
        let again = input.clone();
        expansion_file::write_if_requested(&name, robot_parts::compile(input), None, || {
            robot_parts::compile(again)
        })
    })
}

fn declared_name(input: &TokenStream) -> String {
    redeclared::declared_name(input).map_or_else(String::new, |name| name.to_string())
}

/// Compiles an enum with `#[derive(Argument)]`.
#[must_use]
pub fn derive_argument(input: TokenStream) -> TokenStream {
    entry::expand(None, input, argument::compile_enum)
}

/// Compiles a struct with `#[derive(Arguments)]`.
#[must_use]
pub fn derive_arguments(input: TokenStream) -> TokenStream {
    entry::expand(None, input, argument::compile_group)
}

/// Compiles a struct with `#[derive(SkillResult)]`.
#[must_use]
pub fn derive_skill_result(input: TokenStream) -> TokenStream {
    entry::expand(None, input, argument::compile_result)
}
