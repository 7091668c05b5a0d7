//! The hybrid part: how the variables of a skill flow while time passes, up to where they
//! cross a bound.

use super::machine::ports_at;
use super::view::{When, receiver};
use super::{function, index, named, rt};
use crate::skill::ast::Trigger;
use crate::skill::model::{Model, NodeId, StateId};
use proc_macro2::{Literal, TokenStream};
use quote::quote;

/// How the variables that flow become an array and back.
pub fn array(model: &Model) -> Option<TokenStream> {
    model.flows().then(|| {
        let count = Literal::usize_unsuffixed(model.continuous.len());
        let names: Vec<_> =
            model.continuous.iter().map(|var| super::code::unspanned(&var.name)).collect();
        quote! {
            #[inline]
            fn __flowing(&self) -> [f32; #count] { [#(self.#names),*] }
            #[inline]
            fn __flow_to(&mut self, __x: &[f32; #count]) { [#(self.#names),*] = *__x; }
        }
    })
}

/// The equations of a state, and its guards that are crossed.
pub fn functions(model: &Model, state: StateId, bind: &TokenStream) -> TokenStream {
    let ports = named(model, "Ports");
    let count = Literal::usize_unsuffixed(model.continuous.len());
    let of = &model.states[state];
    let flow = (!of.flow.is_empty()).then(|| {
        let name = function("flow", model, state);
        let rates = of.flow.iter().map(|(variable, rate)| {
            let variable = Literal::usize_unsuffixed(*variable);
            let (seen, rate) = (super::code::seen(rate.half_typed), &rate.tokens);
            quote!(#seen { __rates[#variable] = { #rate }; })
        });
        quote! {
            #[inline]
            #[allow(unused_braces, unused_variables)]
            fn #name(&self, __ports: &#ports<'_>, __rates: &mut [f32; #count]) { #bind #(#rates)* }
        }
    });
    let crossed = (model.crossings(state).next().is_some()).then(|| {
        let name = function("crossed", model, state);
        let guards = model.crossings(state).enumerate().filter_map(|(place, edge)| {
            let Trigger::Crossing(guard) = &model.edges[edge].trigger else { return None };
            let (seen, tokens) = (super::code::seen(guard.half_typed), &guard.tokens);
            let bit = Literal::u32_unsuffixed(1 << place.min(31));
            let holds = (!guard.half_typed).then(|| quote!(if __holds { __bits |= #bit; }));
            Some(quote! {
                #seen
                let __holds: bool = { #tokens };
                #holds
            })
        });
        quote! {
            #[inline]
            #[allow(unused_braces)]
            fn #name(&self, __ports: &#ports<'_>) -> u32 {
                #bind
                let mut __bits = 0;
                #(#guards)*
                __bits
            }
        }
    });
    quote!(#flow #crossed)
}

/// What a pass begins with: the variables have flown up to the last.
pub fn begin(model: &Model) -> Option<TokenStream> {
    model.flows().then(|| {
        quote! {
            if FAST { cx.now.time = run.data.__flown.pass(cx.now.time); }
        }
    })
}

/// Before a pass ends, the time is what it was.
pub fn restore(model: &Model) -> Option<TokenStream> {
    model.flows().then(|| quote!(cx.now.time = data.__flown.now();))
}

/// The first pass of a run.
pub fn fresh(model: &Model) -> Option<TokenStream> {
    model.flows().then(|| {
        quote! {
            data.__flown.begin();
            cx.now.time = data.__flown.now();
        }
    })
}

/// Time passes while `node` is the innermost active state: `found` is the edge that
/// fires on the way.
pub fn flow(model: &Model, node: NodeId) -> Option<TokenStream> {
    if !model.flows() {
        return None;
    }
    let rt = rt();
    let chain = model.chain(node);
    let rates = chain.iter().filter(|node| !model.state_of(**node).flow.is_empty()).map(|node| {
        let (on, function) = asked(model, *node, "flow");
        let ports = ports_at(model.nodes[*node].depth);
        quote!(#on.#function(&#ports, __rates);)
    });
    let (mut shift, mut guards, mut edges) = (0, Vec::new(), Vec::new());
    for node in &chain {
        let crossings: Vec<usize> = model.crossings(model.nodes[*node].state).collect();
        if crossings.is_empty() {
            continue;
        }
        let (on, function) = asked(model, *node, "crossed");
        let (ports, place) = (ports_at(model.nodes[*node].depth), Literal::usize_unsuffixed(shift));
        guards.push(quote!(__bits |= #on.#function(&#ports) << #place;));
        shift += crossings.len();
        edges.extend(crossings.into_iter().map(index));
    }
    Some(quote! {
        if mode == #rt::FLOW {
            let (mut __x, mut __rest) = (data.__flowing(), data.__flown.rest_sec);
            let __found = #rt::integrate(&mut __rest, &mut __x, |__x, __rates| {
                data.__flow_to(__x);
                let mut __bits: u32 = 0;
                match __rates {
                    #rt::Some(__rates) => { #(#rates)* }
                    #rt::None => { #(#guards)* }
                }
                __bits
            });
            data.__flow_to(&__x);
            data.__flown.rest_sec = __rest;
            found = #rt::crossed(&[#(#edges),*], __found);
            if found == #rt::NONE {
                mode = #rt::STEP;
                cx.now.time = data.__flown.now();
            } else {
                cx.now.time = data.__flown.time();
            }
        }
    })
}

fn asked(model: &Model, node: NodeId, what: &str) -> (TokenStream, syn::Ident) {
    let function = function(what, model, model.nodes[node].state);
    (receiver(model, Some(node), When::Active), function)
}
