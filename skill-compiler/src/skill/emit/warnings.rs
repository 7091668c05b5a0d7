//! Warnings: stable Rust lets a macro warn by the use of something deprecated.

use super::naming::Names;
use crate::skill::check::Warning;
use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::Ident;

/// The warnings of a skill, each at its word.
pub fn emit(names: &Names<'_>) -> TokenStream {
    let warnings = names.warnings.iter().map(|Warning { at, lint, message }| {
        // The path, as it is written, is part of the warning.
        let lint = Ident::new(lint, at.span());
        let path = quote_spanned!(at.span()=> skill::#lint);
        quote! {
            const _: () = {
                #[allow(deprecated, unused_imports)]
                mod skill {
                    #[deprecated(note = #message)]
                    macro_rules! __lint {
                        () => {};
                    }
                    pub(super) use __lint as #lint;
                }
                #path! {}
            };
        }
    });
    quote!(#(#warnings)*)
}
