//! Guards: for each state, a function that gives the first transition that fires.

use super::{lets, values};
use crate::skill::ast::{Code, Memory, Time, Trigger};
use crate::skill::check::{Again, StateId, Target, TransitionId};
use crate::skill::emit::naming::{Names, number, outcome, rt};
use crate::syntax::at::{inferred as inferred_at, place_of};
use crate::syntax::rust_analyzer::{never, rustc, visible};
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
    let failure = names.failure_param(Some(state));
    let inside = names.handles_inside(state);
    let active = names.hints.order[state].active.iter();
    let active = active.copied().filter(|number| is_checked(names, *number));
    let (outcomes, plain): (Vec<_>, Vec<_>) =
        active.partition(|transition| names.is_on_outcome(*transition));
    let has_failed = outcomes.iter().any(|transition| names.is_on_failed(*transition));
    let checks = outcomes.iter().filter(|number| !(inside && names.is_on_failed(**number)));
    let checks = checks.chain(&plain);
    let checks = checks.map(|number| written(names, *number, check(names, *number)));
    let (mut checks, count) = (checks.collect::<Vec<_>>(), plain.len());
    let stop = on_failed(names, state, inside && has_failed);
    checks.insert(checks.len() - count, stop);
    let failed = (inside && has_failed).then(|| failed(names, state));
    quote! {
        #failed
        #[inline(always)]
        #[allow(unused_braces, unreachable_code, unused_variables)]
        fn #name(
            self: &#this, __ports: &#ports<'_> #clock #status #results #memories #failure
        ) -> #rt::Outcome {
            #bind
            #(#checks)*
            #rt::Outcome::NONE
        }
    }
}

/// The code after the transitions on outcomes if what the state runs is FAILED: its transitions
/// `inside`, then those of states around, before all others.
fn on_failed(names: &Names<'_>, state: StateId, inside: bool) -> TokenStream {
    let of = &names.states[state];
    if !of.can_fail() || !inside && names.handles_all(&of.on_failed) {
        return TokenStream::new();
    }
    let (rt, function) = (rt(), names.function("failed", state));
    let failure = names.takes_failure(Some(state)).then(|| quote!(, __failure));
    let own = inside.then(|| {
        quote! {
            let __outcome = self.#function(__ports #failure);
            if !__outcome.is_none() { return __outcome; }
        }
    });
    let rest = (!names.handles_all(&of.on_failed)).then(|| quote!(return #rt::Outcome::NONE;));
    let check = quote!(let __failed = #rt::core::matches!(__status, #rt::Status::Failed););
    let check = never(&check);
    // A `return` may have an attribute.
    let taken = never(&quote!({ if __failed { #own #rest } }));
    quote!(#check #taken)
}

/// The transitions of a state on FAILED, which are checked for what states inside run, too.
fn failed(names: &Names<'_>, state: StateId) -> TokenStream {
    let (rt, name, bind) = (rt(), names.function("failed", state), names.bind_interfaces());
    let (ports, this) = (names.of_skill("Ports"), names.this(Some(state)));
    let active = names.hints.order[state].active.iter();
    let checks = active.filter(|number| names.is_on_failed(**number));
    let checks = checks
        .filter(|number| is_checked(names, **number))
        .map(|number| written(names, *number, taken(names, *number)));
    let failure = names.failure_param(Some(state));
    quote! {
        #[allow(unused_braces, unreachable_code, unused_variables, dead_code)]
        fn #name(self: &#this, __ports: &#ports<'_> #failure) -> #rt::Outcome {
            #bind
            #(#checks)*
            #rt::Outcome::NONE
        }
    }
}

/// A transition whose time or outcome has come: returns it if its guard holds, or if it has none.
fn taken(names: &Names<'_>, transition: TransitionId) -> TokenStream {
    let leave = leave(names, transition);
    match names.trigger(transition).and_then(Trigger::guard) {
        Some(guard) => {
            let (named, fires) = (named_failure(names, transition), fires(guard, &leave));
            quote!(#named #fires)
        }
        None => leave,
    }
}

/// Gives the failure the name that a transition has for it.
pub fn named_failure(names: &Names<'_>, transition: TransitionId) -> Option<TokenStream> {
    let (rt, skill) = (rt(), &names.name);
    let name = names.failure(transition)?;
    Some(quote!(let #name = #rt::StoredFailure::or_own(__failure, #skill.key());))
}

/// The transitions on FAILED under `always`.
pub fn always_failed(names: &Names<'_>) -> TokenStream {
    let all = names.hints.always.iter().filter(|transition| names.is_on_failed(**transition));
    let checks =
        all.map(|transition| unless_own(names, *transition, taken(names, *transition), None));
    let checks: TokenStream = checks.collect();
    if checks.is_empty() {
        return checks;
    }
    let (rt, bind, ports) = (rt(), names.bind_interfaces(), names.of_skill("Ports"));
    let (this, failure) = (names.this(None), names.failure_param(None));
    quote! {
        #[allow(unused_braces, unreachable_code, unused_variables, dead_code)]
        fn __always_failed(
            self: &#this, __ports: &#ports<'_>, __state: u16 #failure
        ) -> #rt::Outcome {
            #bind
            #checks
            #rt::Outcome::NONE
        }
    }
}

/// The transitions under `always`.
pub fn always(names: &Names<'_>) -> TokenStream {
    let checks = names.hints.always.iter();
    let checks = checks.filter(|transition| !names.is_on_failed(**transition));
    if checks.clone().next().is_none() {
        return TokenStream::new();
    }
    let (rt, bind, ports) = (rt(), names.bind_interfaces(), names.of_skill("Ports"));
    let this = names.this(None);
    let checks = checks.map(|transition| {
        let begin = memory_of(names, *transition).map(|memory| quote!(else { #memory.begin(); }));
        unless_own(names, *transition, check(names, *transition), begin.as_ref())
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
    otherwise: Option<&TokenStream>,
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
    let transition = match names.again(transition) {
        Some(Again::Fired(other)) => other,
        _ => transition,
    };
    let mut memories = names.memories(names.from(transition)).into_iter();
    memories.position(|(number, _)| number == transition).map(Names::memory)
}

/// The time of the pass, in the code that checks a guard.
pub fn now(names: &Names<'_>, transition: TransitionId) -> TokenStream {
    match names.from(transition) {
        Some(_) => quote!(__clock.now.time),
        None => quote!(__now),
    }
}

/// Whether the check of a state has a transition, and not another one that leads to the next try.
fn is_checked(names: &Names<'_>, transition: TransitionId) -> bool {
    !matches!(names.again(transition), Some(Again::Fired(_)))
}

/// Code of a transition, which an IDE does not see if nobody has written it.
pub fn written(names: &Names<'_>, transition: TransitionId, code: TokenStream) -> TokenStream {
    if names.again(transition).is_some() { rustc(&code) } else { code }
}

/// Returns a transition that fires, or in its place one that leads to the next try of a state.
fn leave(names: &Names<'_>, transition: TransitionId) -> TokenStream {
    let again = names.transitions.get(&transition).into_iter().flat_map(|of| &of.agains);
    let again = again.map(|(again, left)| {
        let again = outcome(*again);
        rustc(&quote!(if #left { return #again; }))
    });
    let outcome = outcome(transition);
    quote!(#(#again)* return #outcome;)
}

/// One transition: returns it if it fires.
fn check(names: &Names<'_>, transition: TransitionId) -> TokenStream {
    let (rt, leave) = (rt(), leave(names, transition));
    let Some(trigger) = names.trigger(transition) else { return TokenStream::new() };
    match trigger {
        Trigger::When(guard, _) => fires(guard, &leave),
        Trigger::Remembers(guard, Memory { time, .. }) => {
            let fires = value(guard);
            let timeout = match time {
                Some(Time::Seconds(time)) => Some(timeout(time)),
                _ => None,
            };
            let is_whole = trigger.codes().all(|code| !code.half_typed);
            let memory = memory_of(names, transition).filter(|_| is_whole);
            let taken = memory.map(|memory| {
                let now = now(names, transition);
                let holds = match time {
                    None => quote!(#memory.holds(__fires)),
                    Some(Time::Literal(_, micros)) => quote!(#memory.holds(__fires, #now, #micros)),
                    Some(_) => quote!(#memory.holds(__fires, #now, __timeout)),
                };
                quote!(if #holds { #leave })
            });
            quote!(#fires #timeout #taken)
        }
        Trigger::Otherwise => leave,
        Trigger::After(time, guard) => {
            let taken = taken(names, transition);
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
        Trigger::OnFinal(..) => {
            let taken = values::with_results(names, transition, &taken(names, transition));
            quote! { if #rt::core::matches!(__status, #rt::Status::Final) { #taken } }
        }
        Trigger::OnFailed(..) => {
            let taken = taken(names, transition);
            quote! { if #rt::core::matches!(__status, #rt::Status::Failed) { #taken } }
        }
        // A crossing is looked for while time passes.
        Trigger::Crossing(_) => TokenStream::new(),
    }
}

/// `let __fires: bool = GUARD; if __fires { LEAVE }`
fn fires(guard: &Code, leave: &TokenStream) -> TokenStream {
    let fires = value(guard);
    let taken = (!guard.half_typed).then(|| quote!(if __fires { #leave }));
    quote!(#fires #taken)
}

/// `let __fires: bool = GUARD;`
fn value(guard: &Code) -> TokenStream {
    if guard.facts.effects.lets.is_some() {
        return lets::check(guard);
    }
    visible(guard.half_typed, &quote!(let __fires: bool = { #guard };))
}

/// `let __timeout: u64 = micros(TIME);`
pub fn timeout(time: &Code) -> TokenStream {
    let rt = rt();
    let of = inferred_at(place_of(&time.tokens));
    let micros = quote!(<#of as #rt::Timeout>::micros(#time));
    visible(time.half_typed, &quote!(let __timeout: u64 = #micros;))
}
