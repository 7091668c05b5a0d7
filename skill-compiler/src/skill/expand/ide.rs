//! What an IDE needs: each of the user's words once, where it resolves to what it
//! means. `rustc` never sees this.

use super::named;
use crate::skill::model::Model;
use crate::syntax::errors::Seen;
use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::Ident;

/// Words of the language to their documentation, targets to the enum of states,
/// skills to their types.
pub fn expand(model: &Model, seen: &Seen) -> TokenStream {
    let words = seen.words.iter().map(|(place, word)| {
        let place = Ident::new(place, Span::call_site());
        quote!(use ::skill_runtime::keywords::#place::#word as _;)
    });
    let states = Ident::new(&named(model, "State").to_string(), Span::call_site());
    let targets = seen.targets.iter().map(|target| {
        let target = target.clone().unwrap_or_else(|span| Ident::new("__missing", span));
        quote!(let _ = #states::#target;)
    });
    let (skills, types) = (&seen.skills, &seen.types);
    quote! {
        #[cfg(rust_analyzer)]
        #[allow(unused)]
        fn __words() {
            #(#words)*
            #(#targets)*
            #(let _: ::core::option::Option<#types>;)*
            #(let _: ::core::option::Option<#skills>;)*
        }
    }
}
