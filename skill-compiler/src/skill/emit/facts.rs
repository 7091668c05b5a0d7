//! What is known of a skill at compile time, for the user to assert.

use super::machine::{sub_machines, sub_machines_of};
use super::rt;
use crate::skill::ast::Trigger;
use crate::skill::check::{End, Model, StateInstanceId, TransitionId};
use proc_macro2::TokenStream;
use quote::quote;

/// What the associated constants of `Skill` are made of.
pub fn emit(model: &Model) -> TokenStream {
    let rt = rt();
    let (states, transitions, max) = (
        number(model.instances.len()),
        number(model.transition_instances.len()),
        model.max_transitions,
    );
    // A run enters one state more than it takes transitions; one state is resident.
    let (entered, resident) = (most(model, true), most(model, false));
    let guards = max.saturating_add(1).saturating_mul(entered).saturating_add(resident);
    let all = sub_machines(model);
    // What is active at once: the sub-skills of a state and of those around it.
    let active = innermost(model).filter_map(|leaf| {
        let chain = model.chain(leaf);
        let subs: Vec<TokenStream> =
            chain.into_iter().flat_map(|instance| sub_machines_of(model, instance)).collect();
        (!subs.is_empty()).then(|| quote!(&[#(#subs::BOUNDS),*]))
    });
    quote! {
        const BOUNDS: #rt::StaticBounds = #rt::StaticBounds {
            states: #states,
            edges: #transitions,
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
fn innermost(model: &Model) -> impl Iterator<Item = StateInstanceId> + '_ {
    (0..model.instances.len()).filter(|instance| model.is_innermost(*instance))
}

/// Most guards and timeouts that are asked at once, on entry or while a state is active.
fn most(model: &Model, entering: bool) -> u32 {
    number(innermost(model).map(|leaf| guards(model, leaf, entering)).max().unwrap_or(0))
}

fn guards(model: &Model, leaf: StateInstanceId, entering: bool) -> usize {
    let asks = |transition: &TransitionId| {
        let trigger = &model.transitions[*transition].trigger;
        matches!(
            trigger,
            Trigger::When(_) | Trigger::Crossing(_) | Trigger::After(..) | Trigger::AfterTicks(_)
        )
    };
    let chain = model.chain(leaf);
    let top = End::Instance(chain[0]);
    let always = model.transition_instances_from(None).iter();
    let always = always
        .filter(|transition_instance| {
            transition_instance.to != top && asks(&transition_instance.transition)
        })
        .count();
    let own = chain.into_iter().map(|instance| {
        let state = model.state_of(instance);
        let preconds: &[TransitionId] = if entering { &state.preconds } else { &[] };
        preconds.iter().chain(&state.plain).filter(|transition| asks(transition)).count()
    });
    always + own.sum::<usize>()
}
