//! Emission: prints the lowered machine as Rust, with the user's code and documentation
//! from the model. Nothing is decided here; each file prints one part of the output.
//!
//! | file | prints |
//! |---|---|
//! | `dependencies` | the names of other skills |
//! | `call` | the skill's struct, its arguments, `impl Skill` |
//! | `bounds` | the constants that a user can assert |
//! | `info` | the `static` that describes it |
//! | `checks` | what `rustc` evaluates over that of other skills |
//! | `states` | the public enum of states |
//! | `ports` | the struct of its interfaces |
//! | `params` | its parameters |
//! | `data` | what the user's code works on: variables, arguments, parameters of states |
//! | `code` | the user's code: guards, blocks, values |
//! | `machine` | the enums of active states, and how they are stepped, entered and left |
//! | `warnings` | warnings |
//! | `naming`, `held`, `remembered`, `active` | the names that all of them share |

mod active;
mod bounds;
mod call;
mod checks;
mod code;
mod data;
mod dependencies;
mod failures;
mod held;
mod info;
mod machine;
mod naming;
mod params;
mod ports;
mod range;
mod remembered;
mod states;
mod warnings;

pub use range::tokens as range_tokens;

use super::check::{IdeHints, Model};
use super::lower::Machine;
use crate::syntax::rust_analyzer;
use naming::Names;
use proc_macro2::TokenStream;
use quote::quote;

/// The expansion of a skill.
pub fn emit(model: &Model, machine: &Machine, hints: &IdeHints, why: bool) -> TokenStream {
    let names = &Names { model, machine, hints, why };
    let words = rust_analyzer::words(&names.of_skill("State"), &hints.words);
    let (data, first_values) = (data::emit(names), data::first_values(names));
    let ports = code::Ports { variables: ports::variables(names), access: ports::access(names) };
    let code = code::emit(names, &first_values.unwrap_or_default(), &ports);
    let machine = machine::emit(names, &data::from_call(names));
    let call_impl = call::implementation(names, &bounds::emit(names));
    let (call_traits, failure_kinds) = (call::traits(names), failures::kinds(names));
    let (warnings, checks) = (warnings::emit(names), checks::emit(names));
    let (dependencies, listed) = (dependencies::emit(names), dependencies::listed(names));
    let (call, info) = (call::emit(names), info::emit(names));
    let (params, param_checks) = (params::description(names), params::checks(names));
    let (states, ports) = (states::emit(names), ports::emit(names));
    let (lints, allow) = (names.lints_elsewhere(), names.allow_deprecated());
    // The warnings are uses of something deprecated, too.
    let (inner_warnings, outer_warnings) = match &allow {
        Some(_) => (None, Some(quote!(const _: () = { #warnings };))),
        None => (Some(warnings), None),
    };
    let import_rt = naming::import_rt();
    // The user's code comes first, see `rust_analyzer`.
    let expansion = quote! {
        #(#lints)*
        #allow
        #[allow(
            dead_code, non_camel_case_types, non_upper_case_globals, non_snake_case,
            unreachable_pub, private_interfaces, private_bounds, unused_mut, unused_parens,
            unexpected_cfgs,
            clippy::all, clippy::pedantic, clippy::nursery, clippy::restriction
        )]
        const _: () = {
            #import_rt
            #listed
            #words
            #data
            #code
            #machine
            #call_impl
            #call_traits
            #failure_kinds
            #inner_warnings
            #checks
            #param_checks
        };
        #outer_warnings
        #dependencies
        #call
        #params
        #info
        #states
        #ports
    };
    if names.first.is_some() { rust_analyzer::another(&names.name, expansion) } else { expansion }
}
