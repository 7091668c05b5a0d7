//! The machine: what is active, and how it is checked, entered and left. Each file prints a part.

mod access;
mod active_state;
mod blocks;
mod conditions;
mod copy;
mod debug;
mod entries;
mod exits;
mod flow;
mod messages;
mod pass;
mod saved;
mod transitions;

use super::naming::{Names, rt};
use super::params;
use crate::skill::lower::calls;
use proc_macro2::TokenStream;
use quote::quote;

/// The enums of active states, and `impl StateMachine` for the outermost. `from_call` are
/// the functions that make a call the variables.
pub fn emit(names: &Names<'_>, from_call: &TokenStream) -> TokenStream {
    let active_state =
        active_state::emit(names, from_call, &debug::emit(names), &copy::emit(names));
    let (rt, bounds) = (rt(), bounds(names));
    let offsets = names.offsets();
    let (access, stale) = (access::access(names), access::stale(names));
    let parameters = params::read(names);
    let (check, flow) = (pass::emit(names), flow::emit(names));
    let (evaluate, enter) = (transitions::emit(names), entries::emit(names));
    let (leave, stop) = (exits::emit(names), exits::stop(names));
    quote! {
        #active_state
        #offsets
        #[allow(unused_variables, unused_assignments, unreachable_code, irrefutable_let_patterns)]
        impl<__B> #rt::StateMachine<__B> for __ActiveState #bounds {
            #access
            #stale
            #parameters
            #check
            #flow
            #evaluate
            #leave
            #stop
            #enter
        }
    }
}

/// Emits the bounds of the blackboard `B`.
fn bounds(names: &Names<'_>) -> TokenStream {
    let (rt, own) = (rt(), names.blackboard_bounds());
    let subs = calls(names.model).map(|call| names.sub_machine_of(&call.skill));
    quote!(where __B: #own #(, #subs::Sub: #rt::SubExec<__B>)*)
}
