//! Guards: for each state, a function that gives the first transition that fires.

use super::values;
use crate::skill::ast::{Code, Time, Trigger};
use crate::skill::check::{StateId, Target, TransitionId};
use crate::skill::emit::naming::{Names, number, outcome, rt};
use crate::syntax::at::call as call_at;
use crate::syntax::rust_analyzer::visible;
use proc_macro2::TokenStream;
use quote::quote;

/// The preconditions of a state, in order.
pub fn preconditions(names: &Names<'_>, state: StateId) -> TokenStream {
    let order = &names.hints.order[state];
    if order.preconds.is_empty() {
        return TokenStream::new();
    }
    let (rt, name, bind) = (rt(), names.function("preconditions", state), names.bind_interfaces());
    let (ports, this) = (names.of_skill("Ports"), names.this(Some(state)));
    let checks = order.preconds.iter().map(|transition| check(names, *transition));
    quote! {
        #[inline(always)]
        #[allow(unused_braces, unreachable_code)]
        fn #name(self: &#this, __ports: &#ports<'_>) -> #rt::Outcome {
            #bind
            #(#checks)*
            #rt::Outcome::NONE
        }
    }
}

/// The transitions of a state: results first, then in order.
pub fn emit(names: &Names<'_>, state: StateId) -> TokenStream {
    let (rt, name, bind) = (rt(), names.function("transitions", state), names.bind_interfaces());
    let (ports, this) = (names.of_skill("Ports"), names.this(Some(state)));
    let clock = names.takes_clock(state).then(|| quote!(, __clock: #rt::Clock));
    let status = names.takes_status(state).then(|| quote!(, __status: #rt::Status));
    let results = values::results_for_guards(names, state);
    let checks = names.hints.order[state].active.iter().map(|transition| check(names, *transition));
    quote! {
        #[inline(always)]
        #[allow(unused_braces, unreachable_code, unused_variables)]
        fn #name(self: &#this, __ports: &#ports<'_> #clock #status #results) -> #rt::Outcome {
            #bind
            #(#checks)*
            #rt::Outcome::NONE
        }
    }
}

/// The transitions under `always`.
pub fn always(names: &Names<'_>) -> TokenStream {
    if names.hints.always.is_empty() {
        return TokenStream::new();
    }
    let (rt, bind, ports) = (rt(), names.bind_interfaces(), names.of_skill("Ports"));
    let this = names.this(None);
    let checks = names.hints.always.iter();
    let checks = checks.map(|transition| unless_own(names, *transition, check(names, *transition)));
    quote! {
        #[inline]
        #[allow(unused_braces)]
        fn __always(self: &#this, __ports: &#ports<'_>, __state: u16) -> #rt::Outcome {
            #bind
            #(#checks)*
            #rt::Outcome::NONE
        }
    }
}

/// The check of a transition under `always`: a state does not take one that leads to itself.
pub fn unless_own(names: &Names<'_>, transition: TransitionId, check: TokenStream) -> TokenStream {
    match names.target(transition) {
        Some(Target::State(to)) if !check.is_empty() => {
            let to = number(to);
            quote!(if __state != #to { #check })
        }
        _ => check,
    }
}

/// One transition: returns it if it fires.
fn check(names: &Names<'_>, transition: TransitionId) -> TokenStream {
    let (rt, outcome) = (rt(), outcome(transition));
    let Some(trigger) = names.trigger(transition) else { return TokenStream::new() };
    match trigger {
        Trigger::When(guard, _) => fires(guard, &outcome),
        Trigger::Otherwise => quote! { return #outcome; },
        Trigger::After(time, guard) => {
            let taken = match guard {
                Some((guard, _)) => fires(guard, &outcome),
                None => quote!(return #outcome;),
            };
            match time {
                Time::Ticks(ticks) => quote! { if __clock.ticks() >= #ticks { #taken } },
                Time::Literal(_, micros) => {
                    quote! { if __clock.micros() >= #micros { #taken } }
                }
                Time::Seconds(time) if time.half_typed => {
                    let timeout = timeout(time);
                    let guard = guard.as_ref().map(|_| taken);
                    quote!(#timeout #guard)
                }
                Time::Seconds(time) => {
                    let timeout = timeout(time);
                    quote!(#timeout if __clock.micros() >= __timeout { #taken })
                }
            }
        }
        Trigger::OnFinal(_, guard) => {
            let taken = match guard {
                Some((guard, _)) => {
                    values::with_results(names, transition, &fires(guard, &outcome))
                }
                None => quote!(return #outcome;),
            };
            quote! { if #rt::core::matches!(__status, #rt::Status::Final) { #taken } }
        }
        Trigger::OnFailed(guard) => {
            let taken = match guard {
                Some((guard, _)) => fires(guard, &outcome),
                None => quote!(return #outcome;),
            };
            quote! { if #rt::core::matches!(__status, #rt::Status::Failed) { #taken } }
        }
        // A crossing is looked for while time passes.
        Trigger::Crossing(_) => TokenStream::new(),
    }
}

/// `let __fires: bool = GUARD; if __fires { return OUTCOME; }`
fn fires(guard: &Code, outcome: &TokenStream) -> TokenStream {
    let fires = visible(guard.half_typed, &quote!(let __fires: bool = { #guard };));
    let taken = (!guard.half_typed).then(|| quote!(if __fires { return #outcome; }));
    quote!(#fires #taken)
}

/// `let __timeout: u64 = micros(TIME);`
pub fn timeout(time: &Code) -> TokenStream {
    let rt = rt();
    let span = syn::spanned::Spanned::span(&time.tokens);
    let micros = call_at(span, quote!(#rt::Timeout::micros), quote!(#time));
    visible(time.half_typed, &quote!(let __timeout: u64 = #micros;))
}
