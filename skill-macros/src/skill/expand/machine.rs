//! The machine: one match steps the active state; what enters and leaves states
//! stands in cold functions that a resident tick never calls.

use super::{flow, function, named, ports, rt};
use crate::skill::ast::{Call, Runs};
use crate::skill::model::{Model, StateId};
use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::Ident;

/// The machine's types and functions.
pub fn expand(model: &Model) -> TokenStream {
    let types = types(model);
    let steps = flow::expand(model);
    let exec = exec(model);
    quote! { #types #steps #exec }
}

/// The sub-machine of a call: [`Select`] keeps a dependency cycle from being an
/// endless type.
pub fn sub_machine(model: &Model, call: &Call) -> TokenStream {
    let (rt, skill) = (rt(), super::dependency(model, &call.skill));
    quote!(<__Choice as #rt::SubMachine<#skill>>)
}

/// All sub-machines, in the order of instances.
pub fn sub_machines(model: &Model) -> impl Iterator<Item = TokenStream> {
    calls(model).map(|(_, call)| sub_machine(model, call))
}

/// The sub-machines of a state.
pub fn sub_machines_of(model: &Model, state: StateId) -> Vec<TokenStream> {
    match &model.states[state].runs {
        Runs::Skills(calls) => calls.iter().map(|call| sub_machine(model, call)).collect(),
        _ => Vec::new(),
    }
}

/// All calls of sub-skills with their states, in order.
fn calls(model: &Model) -> impl Iterator<Item = (StateId, &Call)> {
    model.states.iter().enumerate().flat_map(|(state, of)| {
        let calls: &[Call] = match &of.runs {
            Runs::Skills(calls) => calls,
            _ => &[],
        };
        calls.iter().map(move |call| (state, call))
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

fn types(model: &Model) -> TokenStream {
    let (rt, vis, skill) = (rt(), &model.vis, &model.name);
    let (machine, states) = (named(model, "Machine"), named(model, "State"));
    let vars = named(model, "Vars");
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
    let resident = (0..model.states.len()).map(|state| {
        let name = &model.states[state].name;
        quote!(__Phase::#name { .. } => #states::#name)
    });
    let start = start(model);
    let title = format!("The machine that runs [`{skill}`].");
    quote! {
        enum __Phase {
            /// Stands before the start state.
            __Fresh,
            /// Was called with arguments that it cannot run with.
            __Refused(#rt::Failure),
            /// A precondition left this state before its `init`.
            __Entering(#states),
            #(#variants,)*
            __Final,
            __Failed(#rt::Failure),
        }

        #[doc = #title]
        #vis struct #machine {
            phase: __Phase,
            since: #rt::Tick,
            refused: #rt::core::cell::Cell<u32>,
            limits: u32,
            data: #vars,
        }

        impl #machine {
            #[inline]
            fn new(call: #skill) -> Self {
                let phase = match #rt::Skill::problem(&call) {
                    #rt::Some(failure) => __Phase::__Refused(failure),
                    #rt::None => __Phase::__Fresh,
                };
                Self {
                    phase,
                    since: #rt::Tick { time: #rt::Instant::ZERO, count: 0 },
                    refused: #rt::core::cell::Cell::new(0),
                    limits: 0,
                    data: #vars::__new(__Args::__resolve(call)),
                }
            }

            /// The skill's variables, and its arguments with their defaults filled in.
            #[must_use]
            pub fn vars(&self) -> &#vars { &self.data }

            /// How often `max_transitions` stopped an `exec`; wraps.
            #[must_use]
            pub fn limits(&self) -> u32 { self.limits }
        }

        impl #rt::Machine for #machine {
            type State = #states;
            #[inline]
            fn state(&self) -> #states {
                match &self.phase {
                    __Phase::__Fresh => #start,
                    __Phase::__Entering(state) => *state,
                    #(#resident,)*
                    __Phase::__Final => #states::FINAL,
                    __Phase::__Refused(_) | __Phase::__Failed(_) => #states::FAILED,
                }
            }
            #[inline]
            fn status(&self) -> #rt::Status {
                match &self.phase {
                    __Phase::__Final => #rt::Status::Final,
                    __Phase::__Failed(_) => #rt::Status::Failed,
                    _ => #rt::Status::Running,
                }
            }
            #[inline]
            fn failure(&self) -> #rt::Option<&#rt::Failure> {
                match &self.phase {
                    __Phase::__Failed(failure) => #rt::Some(failure),
                    _ => #rt::None,
                }
            }
        }
    }
}

/// What a machine asks of the blackboard `B`.
pub fn bounds(model: &Model) -> TokenStream {
    let (rt, own) = (rt(), ports::bounds(model));
    let subs = sub_machines(model);
    quote!(where B: #own #(, #subs::Machine: #rt::Exec<B>)*)
}

/// The start state; FAILED if there is no state at all.
fn start(model: &Model) -> TokenStream {
    let states = named(model, "State");
    let name = model.start.map(|start| model.states[start].name.clone());
    let name = name.unwrap_or_else(|| Ident::new("FAILED", proc_macro2::Span::call_site()));
    quote!(#states::#name)
}

/// The root's edges before a state's own; `found` does what follows `hop` that fires.
pub fn always(model: &Model, state: StateId, found: &TokenStream) -> Option<TokenStream> {
    let (rt, states, name) = (rt(), named(model, "State"), &model.states[state].name);
    (!model.always.is_empty()).then(|| {
        quote! {
            if let #rt::Some(hop) = data.__always(&ports, #states::#name) {
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
    quote!(1 #(+ #before::INSTANCES)*)
}

/// `impl Exec`: the match that steps.
fn exec(model: &Model) -> TokenStream {
    let (rt, machine, skill) = (rt(), named(model, "Machine"), &model.name);
    let (bounds, vars) = (bounds(model), named(model, "Vars"));
    let (reads, writes) = (ports::set(model, false), ports::set(model, true));
    let subs: Vec<TokenStream> = sub_machines(model).collect();
    let states = (0..model.states.len()).map(|state| step_arm(model, state));
    quote! {
        #[allow(unused_variables, unreachable_code)]
        impl<B> #rt::Exec<B> for #machine #bounds {
            const ACCESS: (#rt::InterfaceSet, #rt::InterfaceSet) = (
                #reads #(.union(<#subs::Machine as #rt::Exec<B>>::READS))*,
                #writes #(.union(<#subs::Machine as #rt::Exec<B>>::WRITES))*,
            );

            #[inline]
            fn exec<T: #rt::Tracer>(&mut self, cx: &mut #rt::Context<'_, B, T>) -> #rt::Status {
                let mut count = 0;
                let hop = loop {
                    let Self { phase, data, refused, since, .. } = self;
                    match phase {
                        #(#states)*
                        __Phase::__Final => return #rt::Status::Final,
                        __Phase::__Failed(_) => return #rt::Status::Failed,
                        __Phase::__Fresh | __Phase::__Refused(_) => match #rt::Flow::begin(self, cx) {
                            #rt::Begun::GoesOn(transitions) => count = transitions,
                            #rt::Begun::Over(status) => return status,
                        },
                        __Phase::__Entering(state) => {
                            let state = *state;
                            return #rt::Flow::resume(self, cx, state);
                        }
                    }
                };
                #rt::Flow::go(self, cx, hop, count);
                #rt::Machine::status(self)
            }

            fn reset<T: #rt::Tracer>(&mut self, cx: &mut #rt::Context<'_, B, T>) {
                let refused = match &self.phase {
                    __Phase::__Fresh | __Phase::__Refused(_) => return,
                    __Phase::__Failed(failure) if !#rt::core::matches!(failure.cause, #rt::Cause::Edge(_))
                        && #rt::core::ptr::eq(failure.skill, &#skill) =>
                    {
                        #rt::Some(*failure)
                    }
                    _ => #rt::None,
                };
                #rt::Flow::leave(self, cx);
                self.phase = match refused {
                    #rt::Some(failure) => __Phase::__Refused(failure),
                    #rt::None => __Phase::__Fresh,
                };
                self.data = #vars::__new(#rt::core::clone::Clone::clone(&self.data.__args));
                self.refused.set(0);
                cx.record(&#skill, #rt::TraceKind::Reset);
            }
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
