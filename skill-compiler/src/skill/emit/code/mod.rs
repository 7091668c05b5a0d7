//! The user's code, each token once: guards, blocks, values, as methods of what `self` is in
//! them.

mod blocks;
mod flow;
mod guards;
mod values;
mod views;
mod why;

use super::naming::Names;
use crate::skill::check::StateId;
use crate::skill::lower::machine::Moment;
use crate::syntax::rust_analyzer::{two_copies, two_copies_macro};
use proc_macro2::TokenStream;
use quote::quote;

/// The methods of the skill's variables and of the views of its states. `constructors` are
/// further methods of the variables; `ports` bind the interfaces.
pub fn emit(names: &Names<'_>, constructors: &TokenStream, ports: &Ports) -> TokenStream {
    let vars = names.of_skill("Vars");
    // States whose `self` is the skill's share one `impl`: `rustc` takes its time for each.
    let (own, shared): (Vec<StateId>, Vec<StateId>) =
        (0..names.states.len()).partition(|state| names.machine.code[*state].view.is_some());
    let shared = shared.into_iter().map(|state| {
        let (before, active) = functions(names, state);
        quote!(#before #active)
    });
    let own_functions = own.iter().map(|state| of_view(names, *state));
    let (always, array) = (always(names), flow::array(names));
    let views = own.iter().map(|state| views::emit(names, *state));
    let two_copies = (!own.is_empty() || names.why).then(two_copies_macro);
    let why = why::emit(names);
    let Ports { variables, access } = ports;
    quote! {
        #two_copies
        #variables
        impl #vars {
            #constructors
            #array
            #(#shared)*
            #always
        }
        #(#own_functions)*
        #access
        #(#views)*
        #why
    }
}

/// The items that give the user's code its interfaces.
pub struct Ports {
    /// The items that their names mean to rust-analyzer.
    pub variables: TokenStream,
    /// The items that make them.
    pub access: TokenStream,
}

/// The methods of the views of a state.
fn of_view(names: &Names<'_>, state: StateId) -> TokenStream {
    let (before, active) = functions(names, state);
    let at = names.self_type(Some(state), Moment::Active);
    let shown = if names.states[state].vars.is_empty() {
        quote!(impl #at { #before #active })
    } else {
        let before_it = names.self_type(Some(state), Moment::Before);
        quote!(impl #before_it { #before } impl #at { #active })
    };
    let compiled = views::qualify_self(names, state, shown.clone());
    two_copies(&shown, &compiled)
}

/// The methods of a state's code: what runs before its variables have their first values,
/// and while it is active.
fn functions(names: &Names<'_>, state: StateId) -> (TokenStream, TokenStream) {
    let order = &names.hints.order[state];
    let (preconds, vars) = (guards::preconditions(names, state), blocks::vars(names, state));
    let before = order.preconds.iter().map(|transition| values::emit(names, *transition));
    let (blocks, flow) = (blocks::emit(names, state), flow::emit(names, state));
    let (guards, runs) = (guards::emit(names, state), blocks::runs(names, state));
    let after = order.active.iter().map(|transition| values::emit(names, *transition));
    (quote! { #preconds #(#before)* #vars }, quote! { #blocks #flow #guards #(#after)* #runs })
}

/// The code under `always`.
fn always(names: &Names<'_>) -> TokenStream {
    let guards = guards::always(names);
    let values = names.hints.always.iter().map(|transition| values::emit(names, *transition));
    quote!(#guards #(#values)*)
}
