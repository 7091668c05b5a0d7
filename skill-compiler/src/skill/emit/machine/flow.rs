//! Code that lets variables flow while time passes.

use crate::skill::check::StateInstanceId;
use crate::skill::emit::naming::{Names, number, ports_at, rt};
use crate::skill::lower::machine::{Flow, Moment};
use proc_macro2::TokenStream;
use quote::quote;

/// The text of what flows; empty if nothing does.
pub struct FlowTexts {
    /// The function that begins a pass: the variables have flown up to the last.
    pub begin_pass: TokenStream,
    /// The beginning of a run.
    pub begin_run: TokenStream,
    /// The flow while time passes and an instance is the innermost.
    pub states: Vec<TokenStream>,
}

/// Prints what flows.
pub fn emit(names: &Names<'_>) -> FlowTexts {
    let (begin_pass, begin_run) = if names.machine.flows {
        let rt = rt();
        let begin_pass = quote! {
            #[inline(always)]
            fn begin_pass<T: #rt::Tracer>(
                run: &mut #rt::Run<Self>,
                cx: &mut #rt::Context<'_, B, T>,
            ) {
                cx.now.time = run.data.__flow_clock.pass(cx.now.time);
            }
        };
        let begin_run = quote! {
            data.__flow_clock.begin();
            cx.now.time = data.__flow_clock.now();
        };
        (begin_pass, begin_run)
    } else {
        (TokenStream::new(), TokenStream::new())
    };
    let states = names.machine.states.iter();
    let states =
        states.map(|state| state.flow.as_ref().map_or(TokenStream::new(), |of| flow(names, of)));
    FlowTexts { begin_pass, begin_run, states: states.collect() }
}

/// Time passes; `found` is the transition that fires on the way.
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
    let transitions = of.transitions.iter().map(|transition| number(*transition));
    quote! {
        if mode == #rt::FLOW {
            let (mut __x, mut __rest) = (data.__continuous(), data.__flow_clock.rest_sec);
            let __found = #rt::integrate(&mut __rest, &mut __x, |__x, __rates| {
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
            found = #rt::crossed(&[#(#transitions),*], __found);
            if found == #rt::NONE {
                mode = #rt::STEP;
                cx.now.time = data.__flow_clock.now();
            } else {
                cx.now.time = data.__flow_clock.time();
            }
        }
    }
}
