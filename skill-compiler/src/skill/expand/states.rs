//! The public enum of states: what a machine says it is in.

use super::{named, rt_from_outside};
use crate::skill::model::Model;
use crate::syntax::docs;
use proc_macro2::TokenStream;
use quote::quote;

/// `pub enum StandupState { TurnOn, .., FINAL, FAILED }`
pub fn expand(model: &Model) -> TokenStream {
    let (rt, vis, skill) = (rt_from_outside(), &model.vis, &model.name);
    let name = named(model, "State");
    let title = format!("The states of [`{skill}`].");
    let variants = model.states.iter().map(|state| {
        let name = &state.name;
        let docs = docs::or(&state.attrs, &format!("The state `{name}`."));
        quote!(#docs #name)
    });
    // Nodes that are instances stand between the states as written and FINAL.
    let instances = model.nodes.len() - model.states.len();
    let index = if instances == 0 {
        quote!(self as usize)
    } else {
        let (written, instances) = (super::number(model.states.len()), super::number(instances));
        quote!(self as usize + if self as usize >= #written { #instances } else { 0 })
    };
    quote! {
        #[doc = #title]
        #[allow(dead_code, non_camel_case_types, clippy::upper_case_acronyms)]
        #[derive(Clone, Copy, PartialEq, Debug)]
        #vis enum #name {
            #(#variants,)*
            /// The skill has reached its purpose.
            FINAL,
            /// The skill cannot reach its purpose.
            FAILED,
        }
        impl #rt::core::cmp::Eq for #name {}
        #[allow(dead_code)]
        impl #name {
            /// The state's name, as written in the skill.
            #[must_use]
            pub const fn name(self) -> &'static #rt::core::primitive::str {
                #rt::state_name(&#skill, #index)
            }
        }
    }
}
