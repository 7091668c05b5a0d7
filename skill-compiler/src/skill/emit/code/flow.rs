//! Equations, and guards that fire where a value crosses a bound.

use crate::skill::ast::{Code, Trigger};
use crate::skill::check::StateId;
use crate::skill::emit::naming::{Names, number};
use crate::syntax::rust_analyzer::{visible, without_span};
use proc_macro2::{Literal, TokenStream};
use quote::quote;

/// The functions that make the variables that flow an array and back.
pub fn array(names: &Names<'_>) -> Option<TokenStream> {
    names.machine.flows.then(|| {
        let count = number(names.continuous.len());
        let this = names.this(None);
        let vars: Vec<_> = names.continuous.iter().map(|var| without_span(&var.name)).collect();
        quote! {
            #[inline]
            fn __continuous(self: &#this) -> [f32; #count] { [#(self.#vars),*] }
            #[inline]
            fn __set_continuous(self: &mut #this, __x: &[f32; #count]) { [#(self.#vars),*] = *__x; }
        }
    })
}

/// The equations of a state, and its guards that are crossed.
pub fn emit(names: &Names<'_>, state: StateId) -> TokenStream {
    let (rates, crossings) = (rates(names, state), crossings(names, state));
    quote!(#rates #crossings)
}

fn rates(names: &Names<'_>, state: StateId) -> TokenStream {
    let of = &names.states[state];
    if of.flow.is_empty() {
        return TokenStream::new();
    }
    let (name, ports) = (names.function("flow", state), names.of_skill("Ports"));
    let (bind, count) = (names.bind_interfaces(), number(names.continuous.len()));
    let this = names.this(Some(state));
    let rates = of.flow.iter().map(|(variable, rate)| {
        let variable = number(*variable);
        visible(rate.half_typed, &quote!({ __rates[#variable] = { #rate }; }))
    });
    quote! {
        #[inline]
        #[allow(unused_braces, unused_variables)]
        fn #name(self: &#this, __ports: &#ports<'_>, __rates: &mut [f32; #count]) { #bind #(#rates)* }
    }
}

fn crossings(names: &Names<'_>, state: StateId) -> TokenStream {
    let triggers = names.hints.order[state].active.iter();
    let triggers = triggers.filter_map(|transition| names.trigger(*transition));
    let crossings = triggers.filter_map(|trigger| match trigger {
        Trigger::Crossing(guard) => Some(guard),
        _ => None,
    });
    let crossings: Vec<&Code> = crossings.collect();
    if crossings.is_empty() {
        return TokenStream::new();
    }
    let (name, ports) = (names.function("crossings", state), names.of_skill("Ports"));
    let (bind, this) = (names.bind_interfaces(), names.this(Some(state)));
    let guards = crossings.into_iter().enumerate().map(|(place, guard)| {
        let holds = visible(guard.half_typed, &quote!(let __holds: bool = { #guard };));
        let bit = Literal::u32_unsuffixed(1 << place.min(31));
        let counted = (!guard.half_typed).then(|| quote!(if __holds { __bits |= #bit; }));
        quote!(#holds #counted)
    });
    quote! {
        #[inline]
        #[allow(unused_braces)]
        fn #name(self: &#this, __ports: &#ports<'_>) -> u32 {
            #bind
            let mut __bits = 0;
            #(#guards)*
            __bits
        }
    }
}
