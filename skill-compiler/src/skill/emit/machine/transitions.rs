//! Code that takes transitions: what they carry is evaluated, states are left, the
//! transition is recorded, and the target is entered.

use super::entries::EntryText;
use crate::skill::check::TransitionInstanceId;
use crate::skill::emit::naming::{Names, number, of_depth, ports_at, rt};
use crate::skill::lower::machine::{End, Evaluates, Moment, Site, Source};
use crate::syntax::rust_analyzer::without_span;
use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::Ident;

/// Prints what takes the transition of each site; `exits` is what each leaves.
pub fn emit(names: &Names<'_>, exits: &[TokenStream], entries: &[EntryText]) -> Vec<TokenStream> {
    let sites = names.machine.sites.iter().zip(exits);
    sites.map(|(site, exits)| emit_transition(names, site, exits, entries)).collect()
}

fn emit_transition(
    names: &Names<'_>,
    site: &Site,
    exits: &TokenStream,
    entries: &[EntryText],
) -> TokenStream {
    let (rt, skill, number) = (rt(), &names.name, number(site.transition));
    let evaluated = evaluated(names, site.transition);
    let restore = names.restore_time();
    // What leaves the states may change which is active.
    let source = source(names, site.source);
    let (keep_source, source) = match site.source {
        Source::State(_) => (None, source),
        Source::Inside(_) | Source::Any => {
            (Some(quote!(let __source = #source;)), quote!(__source))
        }
    };
    let follow = match names.machine.transitions[site.transition].to {
        End::State(instance) => entries[instance].enter.clone(),
        End::Final if names.result.is_some() => quote! {
            let __status = run.finish(cx, __result);
            #restore
            return __status;
        },
        End::Final => quote! {
            #restore
            *inside0 = __ActiveState::__Inactive(#rt::Inactive::Final);
            return #rt::Status::Final;
        },
        End::Failed if names.machine.flows => quote! {
            let __status = run.fail(cx, __failure);
            cx.now.time = run.data.__flow_clock.now();
            return __status;
        },
        End::Failed => quote!(return run.fail(cx, __failure);),
    };
    quote! {
        if left == 0 { #restore return run.stopped(cx, #number); }
        left -= 1;
        #evaluated
        #keep_source
        #exits
        cx.record_transition(&#skill, #source, #number);
        #follow
    }
}

/// The index of the innermost active state.
fn source(names: &Names<'_>, source: Source) -> TokenStream {
    let rt = rt();
    match source {
        Source::State(instance) => {
            let number = number(instance);
            quote!(#number)
        }
        Source::Inside(instance) => {
            let at = of_depth("inside", names.machine.states[instance].depth);
            quote!(if T::ON { #at.__active() } else { 0 })
        }
        Source::Any => {
            quote!(if T::ON { #rt::ActiveState::active(&*inside0).unwrap_or(0) } else { 0 })
        }
    }
}

/// Emits the evaluation that precedes the exits: the target's parameters, or the
/// failure.
fn evaluated(names: &Names<'_>, transition: TransitionInstanceId) -> TokenStream {
    let (rt, skill, number) = (rt(), &names.name, number(transition));
    let of = &names.machine.transitions[transition];
    let ports = ports_at(of.from.map_or(1, |from| names.machine.states[from].depth));
    let on = |moment: Moment| names.receiver(of.from, moment);
    let params = || match of.to {
        End::State(target) => format_ident!("__params{}", names.machine.states[target].depth),
        End::Final | End::Failed => format_ident!("__params0"),
    };
    let plain = quote!(#rt::Failure::new(&#skill, #rt::Cause::Transition(#number), ()));
    let results: Vec<Ident> =
        (0..of.results.len()).map(|place| format_ident!("__result{place}")).collect();
    let given = of.results.iter().zip(&results).map(|(slot, result)| {
        let (machine, sub) = (names.sub_machine(*slot), names.slot(*slot));
        // All sub-skills are FINAL here, and have their results.
        quote!(let #rt::Some(#result) = #machine::result(&*#sub) else { return #rt::Status::Running; };)
    });
    let given = quote!(#(#given)*);
    match &of.evaluates {
        Evaluates::Nothing => TokenStream::new(),
        Evaluates::Params(moment) => {
            let (params, on, function) =
                (params(), on(*moment), names.values_function(of.transition));
            quote!(#given let #params = #on.#function(&#ports #(, #results)*);)
        }
        Evaluates::Result(moment) => {
            let (on, function) = (on(*moment), names.values_function(of.transition));
            quote!(#given let __result = #on.#function(&#ports #(, #results)*);)
        }
        Evaluates::ParamsOfHeld(moment, state) => {
            let (params, on, function) =
                (params(), on(*moment), names.values_function(of.transition));
            let ty = names.params_struct(*state);
            let fields = names.states[*state].params.iter().enumerate().map(|(place, param)| {
                let (name, place) =
                    (without_span(&param.name), crate::skill::emit::naming::number(place));
                quote!(#name: __given.#place)
            });
            quote! {
                #given
                let __given = #on.#function(&#ports #(, #results)*);
                let #params = #ty { #(#fields),* };
            }
        }
        Evaluates::Reason(moment) => {
            let (on, function) = (on(*moment), names.reason_function(of.transition));
            quote!(#given let __failure = #on.#function(&#ports, #number #(, #results)*);)
        }
        Evaluates::Failure => quote!(let __failure = #plain;),
        Evaluates::FailureOfSub(slots) => {
            let subs = slots.iter().map(|slot| names.slot(*slot));
            quote! {
                let __failure = '__failure: {
                    #(if let #rt::Some(failure) = #rt::Machine::failure(&*#subs) {
                        break '__failure *failure;
                    })*
                    #plain
                };
            }
        }
    }
}
