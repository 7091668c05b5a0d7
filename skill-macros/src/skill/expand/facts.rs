//! What is known of a skill at compile time, for the user to assert.

use super::machine::sub_machines_of;
use super::rt;
use crate::skill::ast::Trigger;
use crate::skill::model::{EdgeId, Model, StateId, Target};
use proc_macro2::TokenStream;
use quote::quote;

/// What the associated constants of `Skill` are made of.
pub fn expand(model: &Model) -> TokenStream {
    let rt = rt();
    let (states, edges, max) =
        (number(model.states.len()), number(model.edges.len()), model.max_transitions);
    // A run enters one state more than it takes transitions; one state is resident.
    let (entered, resident) = (most(model, true), most(model, false));
    let guards = max.saturating_add(1).saturating_mul(entered).saturating_add(resident);
    let subs = (0..model.states.len()).filter_map(|state| {
        let subs = sub_machines_of(model, state);
        (!subs.is_empty()).then(|| quote!(&[#(#subs::FACTS),*]))
    });
    quote! {
        const FACTS: #rt::Facts = #rt::Facts {
            states: #states,
            edges: #edges,
            instances: 1,
            depth: 0,
            max_transitions: #max,
            max_guards: #guards,
        }.above(&[#(#subs),*]);
    }
}

fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

/// Most guards and timeouts of one state, checked on entry or while it is active.
fn most(model: &Model, entering: bool) -> u32 {
    let guards = (0..model.states.len()).map(|state| guards(model, state, entering));
    number(guards.max().unwrap_or(0))
}

fn guards(model: &Model, state: StateId, entering: bool) -> usize {
    let of = &model.states[state];
    let preconds: &[EdgeId] = if entering { &of.preconds } else { &[] };
    let always = model.always.iter().filter(|edge| model.edges[**edge].to != Target::State(state));
    let edges = preconds.iter().chain(always).chain(&of.plain);
    let asks = |edge: &&EdgeId| {
        let trigger = &model.edges[**edge].trigger;
        matches!(trigger, Trigger::When(_) | Trigger::After(..) | Trigger::AfterTicks(_))
    };
    edges.filter(asks).count()
}
