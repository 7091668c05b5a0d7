//! The machine: `impl StateMachine` of its phases, and what all parts of it share: the machines
//! of sub-skills and the names that stand for what is active.
//!
//! A state of depth `k` has, in the code that is made here, these names: `at{k-1}` the
//! enum it is a variant of, `p{k}` and `v{k}` its parameters and variables, `s{k}_0`, ..
//! its sub-machines, `l{k}` its [`Level`], `at{k}` the enum of the states inside it.

use super::{leave, ports, rt, step};
use crate::skill::ast::{Call, Runs, Trigger};
use crate::skill::model::{EdgeId, Model, NodeId, State, StateId};
use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::Ident;

/// `impl StateMachine`.
pub fn expand(model: &Model) -> TokenStream {
    let (rt, bounds) = (rt(), bounds(model));
    let (access, pass, leave) = (access(model), step::pass(model), leave::expand(model));
    let mode = if model.flows() { quote!(FLOW) } else { quote!(STEP) };
    quote! {
        #[allow(unused_variables, unused_assignments, unreachable_code)]
        impl<B> #rt::StateMachine<B> for __ActiveState #bounds {
            #access
            const MODE: u8 = #rt::#mode;
            #pass
            #leave
        }
    }
}

/// The sub-machine of a call: [`Select`] keeps a dependency cycle from being an
/// endless type.
pub fn sub_machine(model: &Model, call: &Call) -> TokenStream {
    let (rt, skill) = (rt(), super::dependency(model, &call.skill));
    quote!(<__Choice as #rt::SubMachine<#skill>>)
}

/// What a state calls.
pub fn calls_of(state: &State) -> &[Call] {
    match &state.runs {
        Runs::Skills(calls) => calls,
        _ => &[],
    }
}

/// The sub-machines of a node.
pub fn sub_machines_of(model: &Model, node: NodeId) -> Vec<TokenStream> {
    calls_of(model.state_of(node)).iter().map(|call| sub_machine(model, call)).collect()
}

/// All sub-machines, in the order of instances.
pub fn sub_machines(model: &Model) -> impl Iterator<Item = TokenStream> {
    (0..model.nodes.len()).flat_map(|node| sub_machines_of(model, node))
}

/// All calls of sub-skills as they are written, in order.
pub fn calls(model: &Model) -> impl Iterator<Item = &Call> {
    model.states.iter().flat_map(calls_of)
}

/// The instance number of a sub-machine, above its parent's.
pub fn offset(model: &Model, node: NodeId, slot: usize) -> TokenStream {
    let before = |node: NodeId| calls_of(model.state_of(node)).len();
    let place = (0..node).map(before).sum::<usize>() + slot;
    let before = sub_machines(model).take(place);
    quote!(1 #(+ #before::BOUNDS.instances)*)
}

/// `name1`: what stands at a depth.
pub fn of_depth(name: &str, depth: usize) -> Ident {
    format_ident!("{name}{depth}")
}

/// A sub-machine of the state at a depth.
pub fn sub(depth: usize, slot: usize) -> Ident {
    format_ident!("s{depth}_{slot}")
}

/// The sub-machines of a node, as they are named.
pub fn subs(model: &Model, node: NodeId) -> Vec<Ident> {
    let depth = model.nodes[node].depth;
    (0..calls_of(model.state_of(node)).len()).map(|slot| sub(depth, slot)).collect()
}

/// What opens up a run: its enum, its variables and its levels.
pub fn opened(model: &Model) -> TokenStream {
    let rt = rt();
    let levels = (1..=model.depth()).map(|depth| of_depth("l", depth));
    quote!(let #rt::Run { phase: at0, data, levels: [#(#levels),*], .. } = run;)
}

/// The interfaces, as the state at a depth sees them.
pub fn ports_at(depth: usize) -> TokenStream {
    let level = of_depth("l", depth);
    quote!(__ports(cx, #level))
}

/// Whether a state runs something whose result its edges ask.
pub fn has_results(state: &State) -> bool {
    !matches!(state.runs, Runs::Nothing)
}

/// Whether a state's own edges ask how long it is active.
pub fn has_timer(model: &Model, state: StateId) -> bool {
    let of = &model.states[state];
    of.plain.iter().any(|edge: &EdgeId| {
        let trigger = &model.edges[*edge].trigger;
        matches!(trigger, Trigger::After(..) | Trigger::AfterTicks(_) | Trigger::HalfTypedTime(_))
    })
}

/// What a machine asks of the blackboard `B`.
fn bounds(model: &Model) -> TokenStream {
    let (rt, own) = (rt(), ports::bounds(model));
    let subs = calls(model).map(|call| sub_machine(model, call));
    quote!(where B: #own #(, #subs::Machine: #rt::Exec<B>)*)
}

/// The interfaces of the skill and its sub-skills: all, and those they write.
fn access(model: &Model) -> TokenStream {
    let rt = rt();
    let (reads, writes) = (ports::set(model, false), ports::set(model, true));
    let subs: Vec<TokenStream> = calls(model).map(|call| sub_machine(model, call)).collect();
    quote! {
        const ACCESS: (#rt::InterfaceSet, #rt::InterfaceSet) = (
            #reads #(.union(<#subs::Machine as #rt::Exec<B>>::READS))*,
            #writes #(.union(<#subs::Machine as #rt::Exec<B>>::WRITES))*,
        );
    }
}
