//! Warnings: stable Rust lets a macro warn by the use of something deprecated.

use super::naming::Names;
use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};

/// The warnings of a skill, each at its word.
pub fn emit(names: &Names<'_>) -> TokenStream {
    let warnings = names.warnings.iter().map(|(at, message)| {
        quote_spanned! {at.span()=>
            const _: () = {
                #[deprecated(note = #message)]
                const SKILL: () = ();
                SKILL
            };
        }
    });
    quote!(#(#warnings)*)
}
