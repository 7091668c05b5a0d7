//! Guards: for each state, a function that gives the first transition that fires.

use super::values;
use crate::skill::ast::{Code, Memory, Time, Trigger};
use crate::skill::check::{StateId, Target, TransitionId};
use crate::skill::emit::naming::{Names, number, outcome, rt};
use crate::syntax::at::call as call_at;
use crate::syntax::rust_analyzer::visible;
use proc_macro2::TokenStream;
use quote::quote;
use syn::Ident;

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
    let memories = names.memory_params(Some(state));
    let checks = names.hints.order[state].active.iter().map(|transition| check(names, *transition));
    quote! {
        #[inline(always)]
        #[allow(unused_braces, unreachable_code, unused_variables)]
        fn #name(
            self: &#this, __ports: &#ports<'_> #clock #status #results #memories
        ) -> #rt::Outcome {
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
    let checks = checks.map(|transition| {
        let begin = memory_of(names, *transition).map(|memory| quote!(else { #memory.begin(); }));
        unless_own(names, *transition, check(names, *transition), begin)
    });
    let memories = names.memory_params(None);
    quote! {
        #[inline]
        #[allow(unused_braces)]
        fn __always(self: &#this, __ports: &#ports<'_>, __state: u16 #memories) -> #rt::Outcome {
            #bind
            #(#checks)*
            #rt::Outcome::NONE
        }
    }
}

/// The check of a transition under `always`: a state does not take one that leads to itself, but
/// does what is `otherwise`.
pub fn unless_own(
    names: &Names<'_>,
    transition: TransitionId,
    check: TokenStream,
    otherwise: Option<TokenStream>,
) -> TokenStream {
    match names.target(transition) {
        Some(Target::State(to)) if !check.is_empty() => {
            let to = number(to);
            quote!(if __state != #to { #check } #otherwise)
        }
        _ => check,
    }
}

/// The memory of the guard of a transition, if it has one.
pub fn memory_of(names: &Names<'_>, transition: TransitionId) -> Option<Ident> {
    let mut memories = names.memories(names.from(transition)).iter();
    memories.position(|(number, _)| *number == transition).map(Names::memory)
}

/// The time of the pass, in the code that checks a guard.
pub fn now(names: &Names<'_>, transition: TransitionId) -> TokenStream {
    match names.from(transition) {
        Some(_) => quote!(__clock.now.time),
        None => quote!(__now),
    }
}

/// One transition: returns it if it fires.
fn check(names: &Names<'_>, transition: TransitionId) -> TokenStream {
    let (rt, outcome) = (rt(), outcome(transition));
    let Some(trigger) = names.trigger(transition) else { return TokenStream::new() };
    match trigger {
        Trigger::When(guard, _) => fires(guard, &outcome),
        Trigger::Remembers(guard, Memory { time, .. }) => {
            let fires = visible(guard.half_typed, &quote!(let __fires: bool = { #guard };));
            let timeout = match time {
                Some(Time::Seconds(time)) => Some(timeout(time)),
                _ => None,
            };
            // Without one, something of it is wrong.
            let taken = memory_of(names, transition).map(|memory| {
                let now = now(names, transition);
                let holds = match time {
                    None => quote!(#memory.holds(__fires)),
                    Some(Time::Literal(_, micros)) => quote!(#memory.holds(__fires, #now, #micros)),
                    Some(_) => quote!(#memory.holds(__fires, #now, __timeout)),
                };
                quote!(if #holds { return #outcome; })
            });
            quote!(#fires #timeout #taken)
        }
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
