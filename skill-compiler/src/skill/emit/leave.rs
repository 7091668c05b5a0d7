//! How states are left: innermost first, each with its `exit`, then the reset of its
//! sub-skills in order.

use super::machine::{of_depth, offset, opened, ports_at, subs};
use super::view::{When, receiver};
use super::{function, phases, rt};
use crate::skill::check::{Model, StateInstanceId};
use proc_macro2::TokenStream;
use quote::quote;

/// `leave`, if there is anything to leave.
pub fn emit(model: &Model) -> Option<TokenStream> {
    let (rt, opened) = (rt(), opened(model));
    let outermost: Vec<StateInstanceId> = model.outermost().collect();
    let all = inside(model, 0, &outermost)?;
    Some(quote! {
        fn leave<T: #rt::Tracer>(
            run: &mut #rt::Run<Self>,
            cx: &mut #rt::Context<'_, B, T>,
        ) {
            #opened
            #all
        }
    })
}

/// Leaves `instance`, whose inner states are left, and those around it down to depth
/// `below`.
pub fn leave(model: &Model, instance: StateInstanceId, below: usize) -> TokenStream {
    let mut chain = model.chain(instance);
    chain.reverse();
    let left = chain.into_iter().filter(|instance| model.instances[*instance].depth > below);
    left.map(|instance| one(model, instance)).collect()
}

/// Leaves whichever of `instances` is active in `at{depth}`, with all inside it.
pub fn inside(model: &Model, depth: usize, instances: &[StateInstanceId]) -> Option<TokenStream> {
    let at = of_depth("at", depth);
    let arms = instances.iter().filter_map(|instance| {
        let of = &model.instances[*instance];
        let (inside, own) = (inside(model, of.depth, &of.children), one(model, *instance));
        if inside.is_none() && own.is_empty() {
            return None;
        }
        let pattern = phases::pattern(model, *instance);
        Some(quote!(#pattern => { #inside #own }))
    });
    let arms: Vec<TokenStream> = arms.collect();
    (!arms.is_empty()).then(|| quote!(match &mut *#at { #(#arms)* _ => {} }))
}

fn one(model: &Model, instance: StateInstanceId) -> TokenStream {
    let rt = rt();
    let (of, state) = (&model.instances[instance], model.state_of(instance));
    let exit = state.exit.as_ref().map(|_| {
        let (on, ports) = (receiver(model, Some(instance), When::Active), ports_at(of.depth));
        let exit = function("exit", model, of.state);
        quote!(#on.#exit(&mut #ports);)
    });
    let resets = subs(model, instance).into_iter().enumerate().map(|(slot, sub)| {
        let offset = offset(model, instance, slot);
        quote! {
            cx.tracer.descend(#offset);
            #rt::Exec::reset(&mut *#sub, cx);
            cx.tracer.ascend(#offset);
        }
    });
    quote!(#exit #(#resets)*)
}
