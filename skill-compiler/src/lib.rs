//! The compiler of the skill language, as an ordinary library: what `skill-macros` runs
//! inside `rustc`, and what unit tests and tools run outside it.
//!
//! Each macro has a module of its own. `skill` has four layers: `parse` turns tokens into
//! an AST and recovers from broken items, `check` resolves names and rejects what is wrong,
//! `lower` makes the machine as plain data, and `emit` prints it as Rust. The smaller macros
//! have the same layers as far as they need them.
#![forbid(unsafe_code)]

// To learn whether it runs inside `rustc`.
extern crate proc_macro;

mod argument;
mod blackboard;
mod interface;
mod skill;
mod space;
mod syntax;

use proc_macro2::TokenStream;

/// Compiles the input of `skill!`.
#[must_use]
pub fn skill(input: TokenStream) -> TokenStream {
    skill::compile(skill::MachineKind::Skill, input)
}

/// Compiles the input of `agent!`.
#[must_use]
pub fn agent(input: TokenStream) -> TokenStream {
    skill::compile(skill::MachineKind::Agent, input)
}

/// Compiles the input of `interface!`.
#[must_use]
pub fn interface(input: TokenStream) -> TokenStream {
    interface::compile(input)
}

/// Compiles the input of `field_group!`.
#[must_use]
pub fn field_group(input: &TokenStream) -> TokenStream {
    interface::compile_group(input)
}

/// Goes on with an interface whose field group is known now: the input of
/// `with_field_group!`, which the macro of a group calls.
#[must_use]
pub fn with_field_group(input: TokenStream) -> TokenStream {
    interface::with_field_group(input)
}

/// Compiles the input of `interface_from_xml!`: reads the description that it names.
#[must_use]
pub fn interface_from_xml(input: TokenStream) -> TokenStream {
    interface::compile_xml(input)
}

/// Compiles the input of `blackboard!`.
#[must_use]
pub fn blackboard(input: TokenStream) -> TokenStream {
    blackboard::compile(input)
}

/// Compiles the input of `skill_space!`.
#[must_use]
pub fn skill_space(input: TokenStream) -> TokenStream {
    space::compile(input)
}

/// Compiles an enum with `#[derive(Argument)]`.
#[must_use]
pub fn derive_argument(input: TokenStream) -> TokenStream {
    argument::compile_enum(input)
}

/// Compiles a struct with `#[derive(Arguments)]`.
#[must_use]
pub fn derive_arguments(input: TokenStream) -> TokenStream {
    argument::compile_group(input)
}
