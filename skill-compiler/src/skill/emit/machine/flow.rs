//! Code that lets variables flow while time passes.

use super::transitions::taken;
use crate::skill::check::StateInstanceId;
use crate::skill::emit::naming::{Names, number, of_depth, ports_at, rt};
use crate::skill::lower::machine::{Flow, Moment};
use crate::syntax::rust_analyzer::body;
use proc_macro2::TokenStream;
use quote::quote;

/// The function `flow`, if variables flow: a match over the innermost active state.
pub fn emit(names: &Names<'_>) -> Option<TokenStream> {
    names.machine.flows.then(|| {
        let (rt, open_run) = (rt(), names.open_run());
        let outermost: Vec<StateInstanceId> = names.outermost().collect();
        let arms = arms(names, &outermost);
        let body = body(&quote!(#open_run match inside0 { #arms _ => #rt::Outcome::UNSETTLED }));
        quote! {
            fn flow<__T: #rt::Tracer>(
                run: &mut #rt::States<Self>,
                cx: &mut #rt::Context<'_, __B, __T>,
            ) -> #rt::Outcome { #body }
        }
    })
}

fn arms(names: &Names<'_>, siblings: &[StateInstanceId]) -> TokenStream {
    let rt = rt();
    let arms = siblings.iter().map(|instance| {
        let (of, pattern) = (&names.machine.states[*instance], names.pattern(*instance));
        let own = of.flow.as_ref().map(|of| flow(names, of));
        if of.children.is_empty() {
            return quote!(#pattern => { #own });
        }
        let (at, nothing) = (of_depth("inside", of.depth), names.active_enum(Some(*instance)));
        let own = of.innermost.then(|| quote!(#nothing::__Nothing => { #own }));
        let arms = self::arms(names, &of.children);
        quote!(#pattern => match &mut *#at { #arms #own _ => #rt::Outcome::UNSETTLED },)
    });
    arms.collect()
}

/// Time passes. Its value is the transition whose guard was crossed on the way.
fn flow(names: &Names<'_>, of: &Flow) -> TokenStream {
    let rt = rt();
    let call = |instance: StateInstanceId, what: &str| {
        let state = &names.machine.states[instance];
        let on = names.receiver(Some(instance), Moment::Active);
        let (function, ports) = (names.function(what, state.state), ports_at(state.depth));
        (quote!(#on.#function), ports)
    };
    let rates = of.rates.iter().map(|instance| {
        let (function, ports) = call(*instance, "flow");
        quote!(#function(&#ports, __rates);)
    });
    let guards = of.crossings.iter().map(|(instance, first)| {
        let ((function, ports), first) = (call(*instance, "crossings"), number(*first));
        quote!(__bits |= #function(&#ports) << #first;)
    });
    let transitions = of.transitions.iter().map(|choice| number(choice.transition));
    let taken = taken(names, &of.transitions);
    quote! {
        let (mut __x, mut __rest) = (data.__continuous(), data.__flow_clock.rest_sec);
        let __outcome = #rt::integrate(&mut __rest, &mut __x, |__x, __rates| {
            data.__set_continuous(__x);
            let mut __bits: u32 = 0;
            match __rates {
                #rt::Some(__rates) => { #(#rates)* }
                #rt::None => { #(#guards)* }
            }
            __bits
        });
        data.__set_continuous(&__x);
        data.__flow_clock.rest_sec = __rest;
        let __outcome = #rt::crossed(&[#(#transitions),*], __outcome);
        cx.now.time = if __outcome.is_none() {
            data.__flow_clock.now()
        } else {
            data.__flow_clock.time()
        };
        #taken
    }
}
