//! The machine: its states, and the one match that steps the active one. What enters
//! and leaves states stands in cold functions that a resident tick never calls.

use super::{data, flow, function, named, number, ports, rt};
use crate::skill::ast::{Call, Runs};
use crate::skill::model::{Model, StateId};
use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::Ident;

/// The machine's types and functions.
pub fn expand(model: &Model) -> TokenStream {
    let phases = phases(model);
    let flow = flow::expand(model);
    quote! { #phases #flow }
}

/// The sub-machine of a call: [`Select`] keeps a dependency cycle from being an
/// endless type.
pub fn sub_machine(model: &Model, call: &Call) -> TokenStream {
    let (rt, skill) = (rt(), super::dependency(model, &call.skill));
    quote!(<__Choice as #rt::SubMachine<#skill>>)
}

/// All sub-machines, in the order of instances.
pub fn sub_machines(model: &Model) -> impl Iterator<Item = TokenStream> {
    calls(model).map(|call| sub_machine(model, call))
}

/// The sub-machines of a state.
pub fn sub_machines_of(model: &Model, state: StateId) -> Vec<TokenStream> {
    match &model.states[state].runs {
        Runs::Skills(calls) => calls.iter().map(|call| sub_machine(model, call)).collect(),
        _ => Vec::new(),
    }
}

/// All calls of sub-skills, in order.
pub fn calls(model: &Model) -> impl Iterator<Item = &Call> {
    model.states.iter().flat_map(|state| match &state.runs {
        Runs::Skills(calls) => &calls[..],
        _ => &[],
    })
}

/// The variables that hold the sub-machines of a state.
pub fn slots(model: &Model, state: StateId) -> Vec<Ident> {
    match &model.states[state].runs {
        Runs::Skills(calls) => (0..calls.len()).map(|slot| format_ident!("__sub{slot}")).collect(),
        _ => Vec::new(),
    }
}

/// The pattern of a state's variant.
pub fn variant(model: &Model, state: StateId) -> TokenStream {
    let (name, slots) = (&model.states[state].name, slots(model, state));
    if slots.is_empty() { quote!(__Phase::#name) } else { quote!(__Phase::#name(#(#slots),*)) }
}

/// `enum StandupPhase`: the states with the machines of their sub-skills.
fn phases(model: &Model) -> TokenStream {
    let (rt, vis, skill, states) = (rt(), &model.vis, &model.name, named(model, "State"));
    let (vars, name) = (named(model, "Vars"), named(model, "Phase"));
    let variants = model.states.iter().map(|state| {
        let name = &state.name;
        match &state.runs {
            Runs::Skills(calls) => {
                let subs = calls.iter().map(|call| sub_machine(model, call));
                quote!(#name(#(#subs::Machine),*))
            }
            _ => quote!(#name),
        }
    });
    let names: Vec<&Ident> = model.states.iter().map(|state| &state.name).collect();
    let numbers = (0..model.states.len()).map(number);
    let data = data::functions(model);
    quote! {
        use #name as __Phase;

        #[repr(u16)] // a tag of its own: one jump where a niche takes three comparisons
        #vis enum #name {
            #(#variants,)*
            __Outside(#rt::Outside),
        }

        #[allow(unreachable_code)] // of no states at all
        impl #rt::Phases for __Phase {
            type Skill = #skill;
            type State = #states;
            type Vars = #vars;
            const STATES: &'static [#states] =
                &[#(#states::#names,)* #states::FINAL, #states::FAILED];
            #[inline]
            fn active(&self) -> #rt::Result<u16, &#rt::Outside> {
                #rt::Ok(match self {
                    #(__Phase::#names { .. } => #numbers,)*
                    __Phase::__Outside(place) => return #rt::Err(place),
                })
            }
            #[inline]
            fn outside(place: #rt::Outside) -> Self { __Phase::__Outside(place) }
            #data
        }
    }
}

/// What a machine asks of the blackboard `B`.
pub fn bounds(model: &Model) -> TokenStream {
    let (rt, own) = (rt(), ports::bounds(model));
    let subs = sub_machines(model);
    quote!(where B: #own #(, #subs::Machine: #rt::Exec<B>)*)
}

/// The root's edges before a state's own; `found` does what follows `hop` that fires.
pub fn always(model: &Model, state: StateId, found: &TokenStream) -> Option<TokenStream> {
    let (rt, number) = (rt(), number(state));
    (!model.always.is_empty()).then(|| {
        quote! {
            if let #rt::Some(hop) = data.__always(&ports, #number) {
                #found;
            }
        }
    })
}

/// The instance number of a sub-machine, above its parent's.
pub fn offset(model: &Model, state: StateId, slot: usize) -> TokenStream {
    let place = model.states[..state]
        .iter()
        .map(|of| match &of.runs {
            Runs::Skills(calls) => calls.len(),
            _ => 0,
        })
        .sum::<usize>()
        + slot;
    let before = sub_machines(model).take(place);
    quote!(1 #(+ #before::FACTS.instances)*)
}

/// The interfaces of the skill and its sub-skills: all, and those they write.
pub fn access(model: &Model) -> TokenStream {
    let rt = rt();
    let (reads, writes) = (ports::set(model, false), ports::set(model, true));
    let subs: Vec<TokenStream> = sub_machines(model).collect();
    quote! {
        const ACCESS: (#rt::InterfaceSet, #rt::InterfaceSet) = (
            #reads #(.union(<#subs::Machine as #rt::Exec<B>>::READS))*,
            #writes #(.union(<#subs::Machine as #rt::Exec<B>>::WRITES))*,
        );
    }
}

/// `exec`: the match that steps.
pub fn exec(model: &Model) -> TokenStream {
    let rt = rt();
    let states = (0..model.states.len()).map(|state| step_arm(model, state));
    quote! {
        #[inline]
        fn exec<T: #rt::Tracer>(
            run: &mut #rt::Run<Self>,
            cx: &mut #rt::Context<'_, B, T>,
        ) -> #rt::Status {
            let mut count = 0;
            let hop = loop {
                let #rt::Run { phase, data, refused, since, .. } = run;
                match phase {
                    #(#states)*
                    __Phase::__Outside(_) => match run.step_outside(cx) {
                        #rt::Begun::GoesOn(transitions) => count = transitions,
                        #rt::Begun::Over(status) => return status,
                    },
                }
            };
            run.go(cx, hop, count);
            #rt::Machine::status(run)
        }
    }
}

/// Rule 2 for one state: `loop`, sub-skills or action, edges.
fn step_arm(model: &Model, state: StateId) -> TokenStream {
    let rt = rt();
    let of = &model.states[state];
    let variant = variant(model, state);
    let looped = of.loop_.as_ref().map(|_| {
        let function = function("loop", model, state);
        quote!(data.#function(&mut __ports(cx.world, refused, cx.now));)
    });
    let status = match &of.runs {
        Runs::Nothing | Runs::Unknown => quote!(#rt::Status::Running),
        Runs::Action(_) => {
            let function = function("action", model, state);
            quote!(data.#function(&mut __ports(cx.world, refused, cx.now)))
        }
        Runs::Skills(_) => run_subs(model, state),
    };
    let always = always(model, state, &quote!(break hop));
    let edges = function("edges", model, state);
    quote! {
        #variant => {
            #looped
            let status = #status;
            let ports = __ports(cx.world, refused, cx.now);
            #always
            match data.#edges(&ports, #rt::Clock { now: cx.now, since: *since }, status) {
                #rt::Some(hop) => break hop,
                #rt::None => return #rt::Status::Running,
            }
        }
    }
}

/// Runs the sub-skills in order; a FAILED one ends the round, all FINAL is FINAL.
fn run_subs(model: &Model, state: StateId) -> TokenStream {
    let rt = rt();
    let slots = slots(model, state);
    let runs: Vec<TokenStream> = slots
        .iter()
        .enumerate()
        .map(|(slot, sub)| {
            let offset = offset(model, state, slot);
            quote! {
                cx.tracer.descend(#offset);
                let status = #rt::Exec::exec(#sub, cx);
                cx.tracer.ascend(#offset);
            }
        })
        .collect();
    if let [run] = &runs[..] {
        return quote!({ #run status });
    }
    quote! {
        '__round: {
            let mut all = #rt::Status::Final;
            #(
                #runs
                match status {
                    #rt::Status::Final => {}
                    #rt::Status::Running => all = #rt::Status::Running,
                    #rt::Status::Failed => break '__round #rt::Status::Failed,
                }
            )*
            all
        }
    }
}
