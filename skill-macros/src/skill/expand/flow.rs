//! How states are entered and left: what the runtime's flow from state to state calls.

use super::machine::{self, always, offset, slots, sub_machine, variant};
use super::{function, number, rt};
use crate::skill::ast::Runs;
use crate::skill::model::{Model, StateId};
use proc_macro2::TokenStream;
use quote::quote;

/// `impl Flow`; the flow between the states is the runtime's.
pub fn expand(model: &Model) -> TokenStream {
    let last = number(model.states.len());
    let (rt, skill, bounds) = (rt(), &model.name, machine::bounds(model));
    let (access, exec) = (machine::access(model), machine::exec(model));
    let (leave, failure_of) = (leave(model), failure_of(model));
    let enter = (0..model.states.len()).map(|state| enter_arm(model, state));
    quote! {
        #[allow(unused_variables, unreachable_code)]
        impl<B> #rt::Flow<B> for __Phase #bounds {
            #access
            #exec

            fn enter<T: #rt::Tracer>(
                run: &mut #rt::Run<Self>,
                cx: &mut #rt::Context<'_, B, T>,
                to: u16,
                failure: #rt::Option<#rt::Failure>,
            ) -> #rt::Option<#rt::Hop> {
                let #rt::Run { phase, data, refused, since, .. } = run;
                match to {
                    #(#enter)*
                    #last => *phase = __Phase::__Outside(#rt::Outside::Final),
                    _ => run.fail(cx, failure.unwrap_or(#rt::Failure::new(
                        &#skill, #rt::Cause::Edge(u16::MAX), (),
                    ))),
                }
                #rt::None
            }

            #leave
            #failure_of
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
        quote!(run.data.__failure(&__ports(cx.world, &run.refused, cx.now), edge))
    } else {
        quote!(#rt::Failure::new(&#skill, #rt::Cause::Edge(edge), ()))
    };
    (numbers || !inherited.is_empty()).then(|| {
        quote! {
            fn failure_of<T: #rt::Tracer>(
                run: &#rt::Run<Self>,
                cx: &#rt::Context<'_, B, T>,
                edge: u16,
            ) -> #rt::Failure {
                match (edge, &run.phase) {
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
            fn leave<T: #rt::Tracer>(
                run: &mut #rt::Run<Self>,
                cx: &mut #rt::Context<'_, B, T>,
            ) {
                let #rt::Run { phase, data, refused, .. } = run;
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
    let rt = rt();
    let of = &model.states[state];
    let (name, number) = (&of.name, number(state));
    let precond = (!of.preconds.is_empty()).then(|| {
        let precond = function("precond", model, state);
        quote! {
            let hop = data.#precond(&__ports(cx.world, refused, cx.now));
            if hop.is_some() {
                *phase = __Phase::__Outside(#rt::Outside::Entering(#number));
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
        #number => {
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
