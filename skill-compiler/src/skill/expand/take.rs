//! How a transition is taken: what it carries is evaluated, states are left, the trace
//! is told, and the target is entered.

use super::code::{unspanned, values_function, why_function};
use super::machine::{of_depth, ports_at, subs};
use super::view::{When, receiver};
use super::{data, enter, hybrid, index, leave, named, number, rt};
use crate::skill::model::{ArcId, EdgeId, End, Model, NodeId, Target};
use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};

/// Where the code stands that takes a transition.
#[derive(Clone, Copy)]
pub enum Here {
    /// Any of the states may be active.
    Skill,
    /// This node is active, and any of those inside it.
    In(NodeId),
    /// This node is being entered: its preconditions are asked.
    Entering(NodeId),
}

/// The arms that take each of `edges` out of `from` (the root's: none), and go on with
/// the pass or end it.
pub fn arms(model: &Model, edges: &[EdgeId], from: Option<NodeId>, here: Here) -> TokenStream {
    let arms = edges.iter().map(|edge| {
        let (number, taken) = (index(*edge), take(model, *edge, from, here));
        quote!(#number => { #taken })
    });
    arms.collect()
}

fn take(model: &Model, edge: EdgeId, from: Option<NodeId>, here: Here) -> TokenStream {
    let arcs: Vec<ArcId> = model.arcs_of(edge, from).collect();
    let Target::Held((owner, param)) = model.edges[edge].to else {
        return arcs.first().map_or(TokenStream::new(), |arc| one(model, *arc, here));
    };
    let chain = from.map_or(Vec::new(), |from| model.chain(from));
    let Some(owner) = chain.into_iter().find(|node| model.nodes[*node].state == owner) else {
        return TokenStream::new();
    };
    let params = of_depth("p", model.nodes[owner].depth);
    let states = unspanned(&named(model, "State"));
    let name = unspanned(&model.state_of(owner).params[param].name);
    let arms = arcs.iter().filter_map(|arc| {
        let held = unspanned(&model.states[model.arcs[*arc].held?].name);
        let taken = one(model, *arc, here);
        Some(quote!(#states::#held => { #taken }))
    });
    // It holds none but these.
    quote!(match #params.#name { #(#arms)* _ => {} })
}

fn one(model: &Model, arc: ArcId, here: Here) -> TokenStream {
    let (rt, skill, number) = (rt(), &model.name, index(arc));
    let to = model.arcs[arc].to;
    let parent = match to {
        End::Node(node) => model.nodes[node].depth - 1,
        End::Final | End::Failed => 0,
    };
    let carried = carried(model, arc);
    let (from, left) = (left_from(model, here), left(model, here, parent));
    // What leaves the states may change where it stands.
    let (from, from_value) = match here {
        Here::Skill | Here::In(_) if from.1 => {
            let from = from.0;
            (Some(quote!(let __from = #from;)), quote!(__from))
        }
        _ => (None, from.0),
    };
    let restore = hybrid::restore(model);
    let follow = match to {
        End::Node(node) => enter::enter(model, node),
        End::Final => quote! {
            #restore
            *at0 = __ActiveState::__Inactive(#rt::Inactive::Final);
            return #rt::Status::Final;
        },
        End::Failed if model.flows() => quote! {
            let __status = run.fail(cx, __failure);
            cx.now.time = run.data.__flown.now();
            return __status;
        },
        End::Failed => quote!(return run.fail(cx, __failure);),
    };
    quote! {
        if left == 0 { #restore return run.stopped(cx, #number); }
        left -= 1;
        #carried
        #from
        #left
        cx.record_transition(&#skill, #from_value, #number);
        #follow
    }
}

/// The innermost active state, and whether it must be asked for.
fn left_from(model: &Model, here: Here) -> (TokenStream, bool) {
    let rt = rt();
    match here {
        Here::Skill => {
            (quote!(if T::ON { #rt::ActiveState::active(&*at0).unwrap_or(0) } else { 0 }), true)
        }
        Here::In(node) if !model.nodes[node].children.is_empty() => {
            let at = of_depth("at", model.nodes[node].depth);
            (quote!(if T::ON { #at.__active() } else { 0 }), true)
        }
        Here::In(node) | Here::Entering(node) => (number(node), false),
    }
}

/// Leaves all that is active below depth `parent`.
fn left(model: &Model, here: Here, parent: usize) -> TokenStream {
    match here {
        Here::Skill => {
            let outermost: Vec<NodeId> = model.outermost().collect();
            leave::inside(model, 0, &outermost).unwrap_or_default()
        }
        Here::In(node) => {
            let of = &model.nodes[node];
            let inside = leave::inside(model, of.depth, &of.children);
            let around = leave::leave(model, node, parent);
            quote!(#inside #around)
        }
        Here::Entering(node) => model.nodes[node]
            .parent
            .map_or(TokenStream::new(), |around| leave::leave(model, around, parent)),
    }
}

/// What an arc carries, evaluated before anything is left: the target's parameters, or
/// the failure.
fn carried(model: &Model, arc: ArcId) -> TokenStream {
    let of = &model.arcs[arc];
    let edge = &model.edges[of.edge];
    let when = if edge.precond { When::Before } else { When::Active };
    let on = receiver(model, of.from, when);
    let ports = ports_at(of.from.map_or(1, |from| model.nodes[from].depth));
    match of.to {
        End::Failed => {
            let failure = failure(model, arc, &on, &ports);
            quote!(let __failure = #failure;)
        }
        End::Node(node) if !model.state_of(node).params.is_empty() => {
            let params = of_depth("p", model.nodes[node].depth);
            let (own, function) = (format_ident!("__{params}"), values_function(of.edge));
            if of.held.is_none() {
                return quote!(let #own = #on.#function(&#ports););
            }
            let state = model.nodes[node].state;
            let ty = data::params(model, state);
            let fields = model.states[state].params.iter().enumerate().map(|(place, param)| {
                let (name, place) = (unspanned(&param.name), Literal::usize_unsuffixed(place));
                quote!(#name: __given.#place)
            });
            quote! {
                let __given = #on.#function(&#ports);
                let #own = #ty { #(#fields),* };
            }
        }
        End::Node(_) | End::Final => TokenStream::new(),
    }
}

/// The failure that an arc into FAILED carries: its own, or the sub-skill's.
fn failure(model: &Model, arc: ArcId, on: &TokenStream, ports: &TokenStream) -> TokenStream {
    let (rt, skill, number) = (rt(), &model.name, index(arc));
    let of = &model.arcs[arc];
    let edge = &model.edges[of.edge];
    let plain = quote!(#rt::Failure::new(&#skill, #rt::Cause::Edge(#number), ()));
    if edge.reason.as_ref().is_some_and(|reason| !reason.values.is_empty()) {
        let why = why_function(of.edge);
        return quote!(#on.#why(&#ports, #number));
    }
    let from_sub = of.from.filter(|from| model.state_of(*from).on_failed == Some(of.edge));
    let subs = from_sub.map_or(Vec::new(), |from| subs(model, from));
    if edge.reason.is_some() || subs.is_empty() {
        return plain;
    }
    quote! {
        '__why: {
            #(if let #rt::Some(failure) = #rt::Machine::failure(&*#subs) {
                break '__why *failure;
            })*
            #plain
        }
    }
}
