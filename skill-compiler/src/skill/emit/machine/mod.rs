//! The machine: what is active, and how it is stepped, entered and left.
//!
//! Each file prints one part of the plan; a later part contains the text of the parts before
//! it, which `emit` hands on.

mod active_state;
mod debug;
mod entries;
mod exits;
mod flow;
mod pass;
mod required;
mod transitions;

use super::naming::{Names, rt};
use crate::skill::lower::calls;
use proc_macro2::TokenStream;
use quote::quote;

/// The enums of active states, and `impl StateMachine` for the outermost. `from_call` are
/// the functions that make a call the variables.
pub fn emit(names: &Names<'_>, from_call: &TokenStream) -> TokenStream {
    let active_state = active_state::emit(names, from_call, &debug::emit(names));
    let (rt, bounds) = (rt(), bounds(names));
    let (access, stale) = (required::access(names), required::stale(names));
    let entries = entries::emit(names);
    let exits = exits::emit(names);
    let transitions = transitions::emit(names, &exits.sites, &entries);
    let flow = flow::emit(names);
    let begin_pass = &flow.begin_pass;
    let pass = pass::emit(names, &entries, &transitions, &flow);
    let leave = exits.leave;
    let mode = if names.machine.flows { quote!(FLOW) } else { quote!(STEP) };
    quote! {
        #active_state
        #[allow(unused_variables, unused_assignments, unreachable_code)]
        impl<B> #rt::StateMachine<B> for __ActiveState #bounds {
            #access
            const MODE: u8 = #rt::#mode;
            #stale
            #begin_pass
            #pass
            #leave
        }
    }
}

/// Emits the bounds of the blackboard `B`.
fn bounds(names: &Names<'_>) -> TokenStream {
    let (rt, own) = (rt(), names.blackboard_bounds());
    let subs = calls(names.model).map(|call| names.sub_machine_of(&call.skill));
    quote!(where B: #own #(, #subs::Machine: #rt::Exec<B>)*)
}
