//! Guards: for each state, a function that gives the first transition that fires.

use crate::skill::ast::{Code, Time, Trigger};
use crate::skill::check::{StateId, Target, TransitionId};
use crate::skill::emit::naming::{Names, number, rt};
use crate::syntax::at::call as call_at;
use crate::syntax::rust_analyzer::visible;
use proc_macro2::{Literal, TokenStream};
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
        fn #name(self: &#this, __ports: &#ports<'_>) -> u16 {
            #bind
            #(#checks)*
            #rt::NONE
        }
    }
}

/// The transitions of a state: results first, then in order.
pub fn emit(names: &Names<'_>, state: StateId) -> TokenStream {
    let (rt, name, bind) = (rt(), names.function("transitions", state), names.bind_interfaces());
    let (ports, this) = (names.of_skill("Ports"), names.this(Some(state)));
    let clock = names.takes_clock(state).then(|| quote!(, __clock: #rt::Clock));
    let status = names.takes_status(state).then(|| quote!(, __status: #rt::Status));
    let checks = names.hints.order[state].active.iter().map(|transition| check(names, *transition));
    quote! {
        #[inline(always)]
        #[allow(unused_braces, unreachable_code, unused_variables)]
        fn #name(self: &#this, __ports: &#ports<'_> #clock #status) -> u16 {
            #bind
            #(#checks)*
            #rt::NONE
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
        fn __always(self: &#this, __ports: &#ports<'_>, __state: u16) -> u16 {
            #bind
            #(#checks)*
            #rt::NONE
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

/// One transition: returns its number if it fires.
fn check(names: &Names<'_>, transition: TransitionId) -> TokenStream {
    let (rt, number) = (rt(), number(transition));
    let Some(trigger) = names.trigger(transition) else { return TokenStream::new() };
    match trigger {
        Trigger::When(guard, _) => fires(guard, &number),
        Trigger::Otherwise => quote! { return #number; },
        Trigger::After(time, guard) => {
            let taken = match guard {
                Some((guard, _)) => fires(guard, &number),
                None => quote!(return #number;),
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
        Trigger::OnFinal(_) => quote! {
            if #rt::core::matches!(__status, #rt::Status::Final) { return #number; }
        },
        Trigger::OnFailed => quote! {
            if #rt::core::matches!(__status, #rt::Status::Failed) { return #number; }
        },
        // A crossing is looked for while time passes.
        Trigger::Crossing(_) => TokenStream::new(),
    }
}

/// `let __fires: bool = GUARD; if __fires { return NUMBER; }`
fn fires(guard: &Code, number: &Literal) -> TokenStream {
    let fires = visible(guard.half_typed, &quote!(let __fires: bool = { #guard };));
    let taken = (!guard.half_typed).then(|| quote!(if __fires { return #number; }));
    quote!(#fires #taken)
}

/// `let __timeout: u64 = micros(TIME);`
pub fn timeout(time: &Code) -> TokenStream {
    let rt = rt();
    let span = syn::spanned::Spanned::span(&time.tokens);
    let micros = call_at(span, quote!(#rt::Timeout::micros), quote!(#time));
    visible(time.half_typed, &quote!(let __timeout: u64 = #micros;))
}
