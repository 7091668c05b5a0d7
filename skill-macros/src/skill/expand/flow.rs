//! How states are entered and left: what the runtime's flow from state to state calls.

use super::machine::{always, bounds, offset, slots, sub_machine, variant};
use super::{function, named, rt};
use crate::skill::ast::Runs;
use crate::skill::model::{Model, StateId};
use proc_macro2::TokenStream;
use quote::quote;

/// How states are entered and left; the flow between them is the runtime's.
pub fn expand(model: &Model) -> TokenStream {
    let (machine, states) = (named(model, "Machine"), named(model, "State"));
    let (rt, skill, bounds) = (rt(), &model.name, bounds(model));
    let (leave, failure_of) = (leave(model), failure_of(model));
    let enter = (0..model.states.len()).map(|state| enter_arm(model, state));
    // Only a call with arguments can be one that cannot be run.
    let refuse = super::call::can_be_refused(model).then(|| {
        quote! {
            fn refuse(&mut self) -> #rt::Option<#rt::Failure> {
                let __Phase::__Refused(failure) = &self.phase else { return #rt::None };
                let failure = *failure;
                self.phase = __Phase::__Failed(failure);
                #rt::Some(failure)
            }
        }
    });
    quote! {
        #[allow(unused_variables, unreachable_code)]
        impl<B> #rt::Flow<B> for #machine #bounds {
            type Skill = #skill;

            #[inline]
            fn number(state: #states) -> u16 { state as u16 }

            #refuse

            fn count_limit(&mut self) { self.limits = self.limits.wrapping_add(1); }

            #failure_of
            #leave

            fn enter<T: #rt::Tracer>(
                &mut self,
                cx: &mut #rt::Context<'_, B, T>,
                to: #states,
                failure: #rt::Option<#rt::Failure>,
            ) -> #rt::Option<#rt::Hop<#states>> {
                let Self { phase, data, refused, since, .. } = self;
                match to {
                    #(#enter)*
                    #states::FINAL => *phase = __Phase::__Final,
                    #states::FAILED => {
                        let failure = failure.unwrap_or(#rt::Failure::new(
                            &#skill, #rt::Cause::Edge(u16::MAX), (),
                        ));
                        *phase = __Phase::__Failed(failure);
                        cx.record(&#skill, #rt::TraceKind::Failed(failure));
                    }
                }
                #rt::None
            }
        }
    }
}

/// The failure that an edge carries, if it is more than its text.
fn failure_of(model: &Model) -> Option<TokenStream> {
    let (rt, skill) = (rt(), &model.name);
    let states = model.states.iter().enumerate();
    let inherited: Vec<TokenStream> =
        states.filter_map(|(state, of)| inherit_arm(model, state, of.on_failed)).collect();
    let numbers = super::data::reasons_carry_numbers(model);
    let own = if numbers {
        quote!(self.data.__failure(&__ports(cx.world, &self.refused, cx.now), edge))
    } else {
        quote!(#rt::Failure::new(&#skill, #rt::Cause::Edge(edge), ()))
    };
    (numbers || !inherited.is_empty()).then(|| {
        quote! {
            fn failure_of<T: #rt::Tracer>(
                &self,
                cx: &#rt::Context<'_, B, T>,
                edge: u16,
            ) -> #rt::Failure {
                match (edge, &self.phase) {
                    #(#inherited)*
                    _ => #own,
                }
            }
        }
    })
}

/// `exit`s and sub-skills, if there are any to leave.
fn leave(model: &Model) -> Option<TokenStream> {
    let rt = rt();
    let arms: Vec<TokenStream> =
        (0..model.states.len()).filter_map(|state| leave_arm(model, state)).collect();
    (!arms.is_empty()).then(|| {
        quote! {
            fn leave<T: #rt::Tracer>(&mut self, cx: &mut #rt::Context<'_, B, T>) {
                let Self { phase, data, refused, .. } = self;
                match phase {
                    #(#arms)*
                    _ => {}
                }
            }
        }
    })
}

fn leave_arm(model: &Model, state: StateId) -> Option<TokenStream> {
    let rt = rt();
    let exit = model.states[state].exit.as_ref().map(|_| {
        let exit = function("exit", model, state);
        quote!(data.#exit(&mut __ports(cx.world, refused, cx.now));)
    });
    let slots = slots(model, state);
    if exit.is_none() && slots.is_empty() {
        return None;
    }
    let resets = slots.iter().enumerate().map(|(slot, sub)| {
        let offset = offset(model, state, slot);
        quote! {
            cx.tracer.descend(#offset);
            #rt::Exec::reset(#sub, cx);
            cx.tracer.ascend(#offset);
        }
    });
    let variant = variant(model, state);
    Some(quote! { #variant => { #exit #(#resets)* } })
}

fn enter_arm(model: &Model, state: StateId) -> TokenStream {
    let (rt, states) = (rt(), named(model, "State"));
    let of = &model.states[state];
    let name = &of.name;
    let precond = (!of.preconds.is_empty()).then(|| {
        let precond = function("precond", model, state);
        quote! {
            let hop = data.#precond(&__ports(cx.world, refused, cx.now));
            if hop.is_some() {
                *phase = __Phase::__Entering(#states::#name);
                return hop;
            }
        }
    });
    let init = of.init.as_ref().map(|_| {
        let init = function("init", model, state);
        quote!(data.#init(&mut __ports(cx.world, refused, cx.now));)
    });
    let value = match &of.runs {
        Runs::Skills(calls) => {
            let subs = calls.iter().enumerate().map(|(slot, call)| {
                let (sub, function) =
                    (sub_machine(model, call), function(&format!("call{slot}"), model, state));
                quote!(#sub::start(data.#function(&__ports(cx.world, refused, cx.now))))
            });
            quote!(__Phase::#name(#(#subs),*))
        }
        _ => quote!(__Phase::#name),
    };
    let always = always(model, state, &quote!(return #rt::Some(hop)));
    let edges = function("edges", model, state);
    quote! {
        #states::#name => {
            refused.set(0);
            #precond
            #init
            *since = cx.now;
            *phase = #value;
            let ports = __ports(cx.world, refused, cx.now);
            #always
            return data.#edges(
                &ports,
                #rt::Clock { now: cx.now, since: cx.now },
                #rt::Status::Running,
            );
        }
    }
}

/// An `on FAILED` edge into FAILED without a reason of its own passes on the
/// sub-skill's.
fn inherit_arm(model: &Model, state: StateId, on_failed: Option<usize>) -> Option<TokenStream> {
    let (rt, edge) = (rt(), on_failed?);
    let into_failed = model.edges[edge].to == crate::skill::model::Target::Failed;
    let slots = slots(model, state);
    if !into_failed || model.edges[edge].reason.is_some() || slots.is_empty() {
        return None;
    }
    let (index, variant) = (super::index(edge), variant(model, state));
    let skill = &model.name;
    Some(quote! {
        (#index, #variant) => {
            #(if let #rt::Some(failure) = #rt::Machine::failure(#slots) {
                return *failure;
            })*
            #rt::Failure::new(&#skill, #rt::Cause::Edge(edge), ())
        }
    })
}
