//! `SKILL_PROOF`: adds to each skill, agent and space the functions that `cargo skill-proof`
//! proves.
//!
//! Every one of them is expanded here, wherever it is declared: private, in a function, in a
//! program, by a macro of the user. So nothing has to be listed, and nothing is overlooked.

use crate::skill::MachineKind;
use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use std::env;

/// The environment variable. The tool sets it, and builds into a directory of its own.
const VARIABLE: &str = "SKILL_PROOF";

#[derive(Clone, Copy)]
pub enum DeclarationKind {
    Machine(MachineKind),
    Space,
}

/// Returns a `static` with the functions of `name`, during a proof.
pub fn roots(kind: DeclarationKind, name: &str) -> TokenStream {
    if env::var_os(VARIABLE).is_none_or(|value| value.is_empty()) {
        return TokenStream::new();
    }
    let Ok(name) = syn::parse_str::<syn::Ident>(name) else { return TokenStream::new() };
    let (word, functions) = match kind {
        DeclarationKind::Machine(MachineKind::Skill) => ("skill", "OfSkill"),
        DeclarationKind::Machine(MachineKind::Agent) => ("agent", "OfAgent"),
        DeclarationKind::Space => ("space", "OfSpace"),
    };
    let functions = format_ident!("{functions}");
    // A `static` that is used stays in the compiler's output, with all that it refers to. A
    // library without `std` gets what it needs to be linked alone.
    quote! {
        #[allow(unexpected_cfgs, unused_extern_crates)]
        const _: () = {
            #[cfg(skill_proof_std)]
            extern crate std as _;
            use ::skill_runtime::__v1::{core, proof};
            #[used]
            static SKILL_PROOF: proof::Roots<proof::#functions<#name>> = proof::Roots {
                kind: #word,
                path: core::concat!(core::module_path!(), "::", core::stringify!(#name)),
                file: core::concat!(core::file!(), ":", core::line!()),
                functions: proof::#functions::ALL,
            };
        };
    }
}
