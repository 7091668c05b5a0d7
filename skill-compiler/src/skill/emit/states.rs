//! The public enum of states: the states that a machine reports.

use super::naming::{Names, number, rt_from_outside};
use crate::syntax::docs;
use proc_macro2::TokenStream;
use quote::quote;

/// `pub enum StandupState { TurnOn, .., FINAL, FAILED }`
pub fn emit(names: &Names<'_>) -> TokenStream {
    let (rt, vis, skill) = (rt_from_outside(), &names.vis, &names.name);
    let enum_name = names.of_skill("State");
    let title = format!("The states of [`{skill}`].");
    let variants = names.states.iter().map(|state| {
        let name = &state.name;
        let docs = docs::or(&state.attrs, &format!("The state `{name}`."));
        quote!(#docs #name)
    });
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
        #[allow(dead_code)]
        impl #enum_name {
            /// The state's name, as written in the skill.
            #[must_use]
            pub const fn name(self) -> &'static #rt::core::primitive::str {
                #rt::state_name(&#skill, #index)
            }
        }
    }
}
