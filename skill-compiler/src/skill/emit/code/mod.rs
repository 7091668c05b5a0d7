//! The user's code, each token once: guards, blocks, values, as methods of what `self` is in
//! them.

mod blocks;
mod flow;
mod guards;
mod lets;
mod resumed;
mod values;
mod views;
mod why;

use super::naming::Names;
use crate::skill::check::Scope;
use crate::skill::check::{StateId, TransitionId};
use crate::skill::lower::machine::Moment;
use crate::syntax::names::plain;
use crate::syntax::rust_analyzer::{self, two_copies, two_copies_macro, without_span};
use proc_macro2::TokenStream;
use quote::quote;
use std::collections::BTreeSet;

/// The methods of the skill's variables and of the views of its states. `constructors` are
/// further methods of the variables; `ports` bind the interfaces.
pub fn emit(names: &Names<'_>, constructors: &TokenStream, ports: &Ports) -> TokenStream {
    let vars = names.of_skill("Vars");
    // States whose `self` is the skill's share one `impl`: each adds to the compile time.
    let (own, shared): (Vec<StateId>, Vec<StateId>) =
        (0..names.states.len()).partition(|state| names.machine.code[*state].view.is_some());
    let shared = shared.into_iter().map(|state| {
        let (before, active) = functions(names, state);
        quote!(#before #active)
    });
    let own_functions = own.iter().map(|state| of_view(names, *state));
    let (always, array) = (always(names), flow::array(names));
    let views = own.iter().map(|state| views::emit(names, *state));
    let numbers = names.transitions.keys().chain(names.hints.transitions.keys());
    let has_let = numbers.copied().any(|number| lets::of_transition(names, number).is_some());
    let two_copies = (!own.is_empty() || names.why || has_let).then(two_copies_macro);
    let why = why::emit(names);
    let Ports { variables, access } = ports;
    let other_meanings = other_meanings(names);
    // Each state sees it after its own variables, with its documentation.
    let elapsed = rust_analyzer::only(&quote! {
        impl #vars {
            /// The time since the state was entered, in seconds.
            pub fn elapsed(&self) -> f32 { loop {} }
        }
    });
    let functions = quote!(#constructors #array #(#shared)* #always);
    let methods = rust_analyzer::methods(&quote!(#vars), &functions);
    quote! {
        #two_copies
        #variables
        #methods
        #elapsed
        #(#own_functions)*
        #access
        #(#views)*
        #other_meanings
        #why
    }
}

/// The arguments and interfaces in the user's code once more, as fields of the call and of the ports.
fn other_meanings(names: &Names<'_>) -> TokenStream {
    let args = names.args.iter().map(|arg| &arg.name);
    let args: BTreeSet<String> =
        args.chain(names.group.iter().map(|group| &group.name)).map(plain).collect();
    let interfaces: BTreeSet<String> =
        names.interfaces.iter().map(|interface| plain(&interface.variable)).collect();
    let states = 0..names.states.len();
    let in_states = states.clone().flat_map(|state| {
        let code = names.code_of(state).into_iter();
        let uses = code.flat_map(move |code| names.names_in(state, code));
        uses.filter(|(_, scope)| *scope == Scope::Skill).map(|(name, _)| name)
    });
    let always = names.always.iter().flat_map(|transition| names.code_of_transition(*transition));
    let always: Vec<_> = always.collect();
    let in_always = always.iter().flat_map(|code| &code.facts.fields).map(|field| &field.name);
    let vars = names.vars.iter().chain(&names.continuous);
    let in_values = vars.flat_map(|var| &var.init.facts.values);
    let arguments = in_states.chain(in_always).chain(in_values);
    let arguments: Vec<_> = arguments.filter(|name| args.contains(&plain(name))).collect();
    let code = states.flat_map(|state| names.code_of(state)).chain(always.iter().copied());
    let named = code.flat_map(|code| {
        let owners = code.facts.members.iter().map(|used| &used.owner);
        owners.chain(&code.facts.values).filter(|name| !code.facts.bound.contains(&plain(name)))
    });
    let named: Vec<_> = named.filter(|name| interfaces.contains(&plain(name))).collect();
    let (call, ports) = (without_span(&names.name), without_span(&names.of_skill("Ports")));
    let arguments = rust_analyzer::other_meanings("arguments", &quote!(#call), &arguments);
    let named = rust_analyzer::other_meanings("interfaces", &quote!(#ports<'_>), &named);
    quote!(#arguments #named)
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
    let mut copies = if names.states[state].vars.is_empty() {
        vec![(Moment::Active, quote!(#before #active))]
    } else {
        vec![(Moment::Before, before), (Moment::Active, active)]
    };
    let around = values::defaults(names, state);
    if !around.is_empty() {
        copies.push((Moment::Around, around));
    }
    let (shown, compiled): (TokenStream, TokenStream) = copies
        .into_iter()
        .map(|(moment, functions)| {
            let view = names.view_struct(state, moment);
            let compiled = views::qualify_self(names, state, functions.clone());
            let shown = rust_analyzer::methods_of_view(&view, &functions);
            (shown, quote!(impl #view<'_> { #compiled }))
        })
        .unzip();
    two_copies(&shown, &compiled)
}

/// The methods of a state's code: what runs before its variables have their first values,
/// and while it is active.
fn functions(names: &Names<'_>, state: StateId) -> (TokenStream, TokenStream) {
    let order = &names.hints.order[state];
    let (preconds, vars) = (guards::preconditions(names, state), blocks::vars(names, state));
    let shown = |of: &TransitionId| values::shown(names, *of);
    let (shown_before, shown) = (order.preconds.iter().map(shown), order.active.iter().map(shown));
    let before = order.preconds.iter().map(|transition| values::emit(names, *transition));
    let (blocks, flow) = (blocks::emit(names, state), flow::emit(names, state));
    let (guards, runs) = (guards::emit(names, state), blocks::runs(names, state));
    let tries = blocks::tries(names, state);
    let after = order.active.iter();
    let after = after.map(|number| guards::written(names, *number, values::emit(names, *number)));
    (
        quote! { #(#shown_before)* #preconds #(#before)* #vars },
        quote! { #blocks #flow #tries #(#shown)* #guards #(#after)* #runs },
    )
}

/// The code under `always`.
fn always(names: &Names<'_>) -> TokenStream {
    let (guards, failed) = (guards::always(names), guards::always_failed(names));
    let all = names.hints.always.iter();
    let shown = all.clone().map(|transition| values::shown(names, *transition));
    let values = all.map(|transition| values::emit(names, *transition));
    quote!(#(#shown)* #guards #failed #(#values)*)
}
