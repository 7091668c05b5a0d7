//! Warnings: stable Rust lets a macro warn by the use of something deprecated.

use super::naming::Names;
use crate::skill::check::Warning;
use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::Ident;

/// The warnings of a skill, each at its word.
pub fn emit(names: &Names<'_>) -> TokenStream {
    let warnings = names.warnings.iter().map(|Warning { at, lint, message }| {
        // The path of what is deprecated is part of the warning.
        let lint = Ident::new(lint, at.span());
        quote_spanned! {at.span()=>
            const _: () = {
                #[deprecated(note = #message)]
                #[allow(non_upper_case_globals)]
                const #lint: () = ();
                #lint
            };
        }
    });
    quote!(#(#warnings)*)
}
