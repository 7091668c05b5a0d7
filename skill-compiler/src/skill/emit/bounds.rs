//! Bounds of a skill that are known at compile time, for the user to assert.

use super::naming::{Names, rt};
use proc_macro2::TokenStream;
use quote::quote;

/// `const BOUNDS`, from which the associated constants of `Skill` are made.
pub fn emit(names: &Names<'_>) -> TokenStream {
    let (rt, bounds) = (rt(), &names.machine.bounds);
    let (states, transitions, guards) = (bounds.states, bounds.transitions, bounds.guards);
    let max = names.machine.max_transitions;
    let all = (0..names.machine.slots.len()).map(|slot| names.sub_machine(slot));
    let parallel = bounds.parallel.iter().map(|slots| {
        let machines = slots.iter().map(|slot| names.sub_machine(*slot));
        quote!(&[#(#machines::BOUNDS),*])
    });
    quote! {
        const BOUNDS: #rt::StaticBounds = #rt::StaticBounds {
            states: #states,
            transitions: #transitions,
            instances: 1 #(+ #all::BOUNDS.instances)*,
            depth: 0,
            max_transitions: #max,
            max_guards: #guards,
        }.above(&[#(#parallel),*]);
    }
}
