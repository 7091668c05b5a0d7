//! How states are entered: outermost first, each with its start state inside it.

use super::machine::{calls_of, has_timer, of_depth, ports_at, sub, sub_machine};
use super::view::{When, receiver};
use super::{function, phases, rt, step};
use crate::skill::ast::Trigger;
use crate::skill::model::{End, Model, NodeId};
use proc_macro2::TokenStream;
use quote::{format_ident, quote};

/// Enters a node whose parameters are `__p{k}`, puts it where it belongs, and goes on
/// with the pass.
pub fn enter(model: &Model, node: NodeId) -> TokenStream {
    let (steps, value) = entered(model, node);
    let leaf = innermost(model, node).filter(|_| model.state_of(node).preconds.is_empty());
    put(model, node, leaf, &steps, &value)
}

/// The same of a node whose preconditions have let it be entered.
pub fn resume(model: &Model, node: NodeId) -> TokenStream {
    let rt = rt();
    let state = model.state_of(node);
    let params = (!state.params.is_empty()).then(|| {
        let (params, own) = params_of(model, node);
        quote!(let #own = #rt::core::clone::Clone::clone(&*#params);)
    });
    let (steps, value) = initialised(model, node);
    put(model, node, innermost(model, node), &quote!(#params #steps), &value)
}

/// What is entered may be left at once: the first round of a pass asks here, so that it
/// needs no further one where nothing fires. It cannot where preconditions come first, for
/// then no innermost state is known.
fn put(
    model: &Model,
    node: NodeId,
    leaf: Option<NodeId>,
    steps: &TokenStream,
    value: &TokenStream,
) -> TokenStream {
    let (rt, again) = (rt(), step::again());
    let place = of_depth("at", model.nodes[node].depth - 1);
    let mode = marks_entries(model).then(|| quote!(mode |= #rt::ENTERED;));
    match leaf.filter(|_| !model.flows()) {
        None => quote!(#steps *#place = #value; #mode #again),
        Some(leaf) if settles(model, node, leaf) => {
            let end = match mode {
                None => quote!(return #rt::Status::Running;),
                Some(mode) => quote! {
                    #mode
                    if mode != #rt::BEGUN { return #rt::Status::Running; }
                    #again
                },
            };
            quote!(#steps *#place = #value; #end)
        }
        Some(leaf) => {
            let asked = step::asked_on_entry(model, leaf);
            quote! {
                #steps
                if FAST { found = #asked; }
                *#place = #value;
                if FAST { return #rt::settle(run, cx, left, found); }
                #mode
                found = #rt::NONE;
                continue '__pass;
            }
        }
    }
}

/// Whether a pass must know that a state was just entered: something steps, or flows.
fn marks_entries(model: &Model) -> bool {
    model.flows() || (0..model.nodes.len()).any(|node| step::steps_itself(model, node))
}

/// The innermost state that is active when a node has been entered, unless preconditions
/// are asked on the way into it.
fn innermost(model: &Model, node: NodeId) -> Option<NodeId> {
    let mut leaf = node;
    loop {
        if !model.state_of(leaf).preconds.is_empty() && leaf != node {
            return None;
        }
        match model.nodes[leaf].start {
            Some(start) => leaf = start,
            None => return Some(leaf),
        }
    }
}

/// What enters a node, and its value then. One with preconditions waits for them.
fn entered(model: &Model, node: NodeId) -> (TokenStream, TokenStream) {
    if model.state_of(node).preconds.is_empty() {
        return initialised(model, node);
    }
    let path = phases::entering_path(model, node);
    let (_, own) = params_of(model, node);
    let params = (!model.state_of(node).params.is_empty()).then(|| quote!({ p: #own }));
    (refuses_nothing(model, node), quote!(#path #params))
}

fn params_of(model: &Model, node: NodeId) -> (syn::Ident, syn::Ident) {
    let params = of_depth("p", model.nodes[node].depth);
    let own = format_ident!("__{params}");
    (params, own)
}

/// Rule 3 behind the preconditions: variables, `init`, timer, sub-skills; then the start
/// state inside it.
fn initialised(model: &Model, node: NodeId) -> (TokenStream, TokenStream) {
    let (of, state) = (&model.nodes[node], model.state_of(node));
    let (depth, level) = (of.depth, of_depth("l", of.depth));
    let forget = state.preconds.is_empty().then(|| refuses_nothing(model, node));
    let params = (!state.params.is_empty()).then(|| {
        let (params, own) = params_of(model, node);
        quote!(let #params = &#own;)
    });
    let vars = (!state.vars.is_empty()).then(|| {
        let (vars, function) = (of_depth("v", depth), function("vars", model, of.state));
        let (own, before) = (format_ident!("__{vars}"), receiver(model, Some(node), When::Before));
        quote!(let mut #own = #before.#function(); let #vars = &mut #own;)
    });
    let (on, ports) = (receiver(model, Some(node), When::Active), ports_at(depth));
    let init = state.init.as_ref().map(|_| {
        let function = function("init", model, of.state);
        quote!(#on.#function(&mut #ports);)
    });
    let timer = has_timer(model, of.state).then(|| quote!(#level.enter(cx.now);));
    let subs = calls_of(state).iter().enumerate().map(|(slot, call)| {
        let (own, machine) = (format_ident!("__{}", sub(depth, slot)), sub_machine(model, call));
        let function = function(&format!("call{slot}"), model, of.state);
        quote!(let #own = #machine::start(#on.#function(&#ports));)
    });
    let inside = (!of.children.is_empty()).then(|| {
        let inside = of.start.map(|start| entered(model, start));
        inside.unwrap_or_else(|| (TokenStream::new(), phases::nothing(model, node)))
    });
    let (inner, at) = inside.unzip();
    let steps = quote! { #forget #params #vars #init #timer #(#subs)* #inner };
    (steps, phases::value(model, node, at))
}

/// What it sends has not been refused yet.
fn refuses_nothing(model: &Model, node: NodeId) -> TokenStream {
    let level = of_depth("l", model.nodes[node].depth);
    if model.asks_refusals { quote!(#level.refused.set(0);) } else { TokenStream::new() }
}

/// Whether no edge can fire at once when a node has been entered.
fn settles(model: &Model, node: NodeId, leaf: NodeId) -> bool {
    let chain = model.chain(leaf);
    let top = End::Node(chain[0]);
    let root = model.arcs_from(None).iter().any(|arc| arc.to != top);
    let waits = |at: NodeId| {
        // One that was active before may have its time come now.
        let new = model.nodes[at].depth >= model.nodes[node].depth;
        model.state_of(at).plain.iter().all(|edge| match model.edges[*edge].trigger {
            Trigger::AfterTicks(_) | Trigger::After(_, Some(_)) => new,
            Trigger::Crossing(_) => true,
            _ => false,
        })
    };
    !root && chain.into_iter().all(waits)
}
