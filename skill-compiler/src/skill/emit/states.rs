//! The public enum of states: the states that a machine reports.

use super::naming::{Names, number};
use crate::syntax::at::rt as rt_from_user;
use crate::syntax::docs;
use crate::syntax::names::plain;
use crate::syntax::rust_analyzer::{self, without_span};
use proc_macro2::TokenStream;
use quote::quote;
use std::collections::BTreeSet;

/// `pub enum StandupState { TurnOn, .., FINAL, FAILED }`
pub fn emit(names: &Names<'_>) -> TokenStream {
    let (rt, vis, skill) = (rt_from_user(), &names.vis, &names.name);
    let (enum_name, lints) = (names.of_skill("State"), names.lints_elsewhere());
    let title = format!("The states of [`{skill}`].");
    let variants = names.states.iter().map(|state| {
        let (name, key) = (&state.name, &state.key);
        let docs = docs::or(&state.attrs, &format!("The state `{name}`."));
        quote!(#docs #key)
    });
    // The names of the states whose names others have.
    let others = names.states.iter().filter(|state| state.key != state.name);
    let mut seen: BTreeSet<String> = names.states.iter().map(|state| plain(&state.key)).collect();
    let others = others.filter(|state| seen.insert(plain(&state.name)));
    let others: Vec<_> = others
        .map(|state| {
            let (name, key) = (&state.name, without_span(&state.key));
            rust_analyzer::only(&quote!(pub const #name: Self = Self::#key;))
        })
        .collect();
    // Where a state is passed by value, its instances come between the states as written
    // and FINAL.
    let instances = names.instances.len() - names.states.len();
    let index = if instances == 0 {
        quote!(self as usize)
    } else {
        let (written, instances) = (number(names.states.len()), number(instances));
        quote!(self as usize + if self as usize >= #written { #instances } else { 0 })
    };
    quote! {
        #[doc = #title]
        #(#lints)*
        #[allow(dead_code, non_camel_case_types, clippy::upper_case_acronyms)]
        #[derive(Clone, Copy, PartialEq, Debug)]
        #vis enum #enum_name {
            #(#variants,)*
            /// The skill has reached its purpose.
            FINAL,
            /// The skill cannot reach its purpose.
            FAILED,
        }
        impl #rt::core::cmp::Eq for #enum_name {}
        #[allow(dead_code, unexpected_cfgs)]
        impl #enum_name {
            #(#others)*
            /// The state's name, as written in the skill.
            #[must_use]
            pub const fn name(self) -> &'static #rt::core::primitive::str {
                #rt::state_name(&#skill, #index)
            }
        }
    }
}
