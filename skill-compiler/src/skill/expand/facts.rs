//! What is known of a skill at compile time, for the user to assert.

use super::machine::{sub_machines, sub_machines_of};
use super::rt;
use crate::skill::ast::Trigger;
use crate::skill::model::{EdgeId, End, Model, NodeId};
use proc_macro2::TokenStream;
use quote::quote;

/// What the associated constants of `Skill` are made of.
pub fn expand(model: &Model) -> TokenStream {
    let rt = rt();
    let (states, edges, max) =
        (number(model.nodes.len()), number(model.arcs.len()), model.max_transitions);
    // A run enters one state more than it takes transitions; one state is resident.
    let (entered, resident) = (most(model, true), most(model, false));
    let guards = max.saturating_add(1).saturating_mul(entered).saturating_add(resident);
    let all = sub_machines(model);
    // What is active at once: the sub-skills of a state and of those around it.
    let active = innermost(model).filter_map(|leaf| {
        let chain = model.chain(leaf);
        let subs: Vec<TokenStream> =
            chain.into_iter().flat_map(|node| sub_machines_of(model, node)).collect();
        (!subs.is_empty()).then(|| quote!(&[#(#subs::BOUNDS),*]))
    });
    quote! {
        const BOUNDS: #rt::StaticBounds = #rt::StaticBounds {
            states: #states,
            edges: #edges,
            instances: 1 #(+ #all::BOUNDS.instances)*,
            depth: 0,
            max_transitions: #max,
            max_guards: #guards,
        }.above(&[#(#active),*]);
    }
}

fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

/// The states that can be the innermost that is active.
fn innermost(model: &Model) -> impl Iterator<Item = NodeId> + '_ {
    (0..model.nodes.len()).filter(|node| model.is_innermost(*node))
}

/// Most guards and timeouts that are asked at once, on entry or while a state is active.
fn most(model: &Model, entering: bool) -> u32 {
    number(innermost(model).map(|leaf| guards(model, leaf, entering)).max().unwrap_or(0))
}

fn guards(model: &Model, leaf: NodeId, entering: bool) -> usize {
    let asks = |edge: &EdgeId| {
        let trigger = &model.edges[*edge].trigger;
        matches!(
            trigger,
            Trigger::When(_) | Trigger::Crossing(_) | Trigger::After(..) | Trigger::AfterTicks(_)
        )
    };
    let chain = model.chain(leaf);
    let top = End::Node(chain[0]);
    let always = model.arcs_from(None).iter();
    let always = always.filter(|arc| arc.to != top && asks(&arc.edge)).count();
    let own = chain.into_iter().map(|node| {
        let state = model.state_of(node);
        let preconds: &[EdgeId] = if entering { &state.preconds } else { &[] };
        preconds.iter().chain(&state.plain).filter(|edge| asks(edge)).count()
    });
    always + own.sum::<usize>()
}
