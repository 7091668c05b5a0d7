//! How states are left: innermost first, each with its `exit`, then the reset of its
//! sub-skills in order.

use super::machine::{of_depth, offset, opened, ports_at, subs};
use super::view::{When, receiver};
use super::{function, phases, rt};
use crate::skill::model::{Model, NodeId};
use proc_macro2::TokenStream;
use quote::quote;

/// `leave`, if there is anything to leave.
pub fn expand(model: &Model) -> Option<TokenStream> {
    let (rt, opened) = (rt(), opened(model));
    let outermost: Vec<NodeId> = model.outermost().collect();
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

/// Leaves `node`, whose inner states are left, and those around it down to depth
/// `below`.
pub fn leave(model: &Model, node: NodeId, below: usize) -> TokenStream {
    let mut chain = model.chain(node);
    chain.reverse();
    let left = chain.into_iter().filter(|node| model.nodes[*node].depth > below);
    left.map(|node| one(model, node)).collect()
}

/// Leaves whichever of `nodes` is active in `at{depth}`, with all inside it.
pub fn inside(model: &Model, depth: usize, nodes: &[NodeId]) -> Option<TokenStream> {
    let at = of_depth("at", depth);
    let arms = nodes.iter().filter_map(|node| {
        let of = &model.nodes[*node];
        let (inside, own) = (inside(model, of.depth, &of.children), one(model, *node));
        if inside.is_none() && own.is_empty() {
            return None;
        }
        let pattern = phases::pattern(model, *node);
        Some(quote!(#pattern => { #inside #own }))
    });
    let arms: Vec<TokenStream> = arms.collect();
    (!arms.is_empty()).then(|| quote!(match &mut *#at { #(#arms)* _ => {} }))
}

fn one(model: &Model, node: NodeId) -> TokenStream {
    let rt = rt();
    let (of, state) = (&model.nodes[node], model.state_of(node));
    let exit = state.exit.as_ref().map(|_| {
        let (on, ports) = (receiver(model, Some(node), When::Active), ports_at(of.depth));
        let exit = function("exit", model, of.state);
        quote!(#on.#exit(&mut #ports);)
    });
    let resets = subs(model, node).into_iter().enumerate().map(|(slot, sub)| {
        let offset = offset(model, node, slot);
        quote! {
            cx.tracer.descend(#offset);
            #rt::Exec::reset(&mut *#sub, cx);
            cx.tracer.ascend(#offset);
        }
    });
    quote!(#exit #(#resets)*)
}
