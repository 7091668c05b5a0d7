//! Code that leaves states.

use super::blocks::{self, Block};
use crate::skill::check::{StateInstanceId, sent_by};
use crate::skill::emit::naming::{Names, number, of_depth, rt};
use crate::skill::lower::machine::{ExitMatch, Step};
use crate::syntax::rust_analyzer::body;
use proc_macro2::TokenStream;
use quote::quote;

/// The function `leave`, if there is anything to leave. It exists once for all transitions and the
/// reset: the number of states around the target says which states stay.
pub fn emit(names: &Names<'_>) -> Option<TokenStream> {
    names.machine.leave.as_ref().map(|leave| {
        let (rt, open_run, all) = (rt(), names.open_run(), exit_match(names, leave));
        let body = body(&quote!(#open_run #all));
        quote! {
            fn leave<__T: #rt::Tracer>(
                run: &mut #rt::States<Self>,
                cx: &mut #rt::Context<'_, __B, __T>,
                around: u16,
            ) { #body }
        }
    })
}

fn exit_match(names: &Names<'_>, of: &ExitMatch) -> TokenStream {
    let at = of_depth("inside", of.depth);
    let arms = of.arms.iter().map(|(instance, left)| {
        let (pattern, depth) = (names.pattern(*instance), names.machine.states[*instance].depth);
        let inside = left.inside.as_ref().map(|inside| exit_match(names, inside));
        let steps: Vec<TokenStream> = left.steps.iter().map(|of| step(names, *of)).collect();
        // No target is inside the deepest states.
        let own = if depth == names.machine.depth || steps.is_empty() {
            quote!(#(#steps);*)
        } else {
            let depth = number(depth);
            quote!(if around < #depth { #(#steps);* })
        };
        quote!(#pattern => { #inside #own })
    });
    quote!(match &mut *#at { #(#arms)* _ => {} })
}

/// Prints a step that leaves, without its semicolon.
pub fn step(names: &Names<'_>, step: Step) -> TokenStream {
    match step {
        Step::Exit(instance) => {
            let exit = blocks::call(names, instance, Block::Exit);
            let refusal = blocks::count_refusal(names, instance);
            let separator = refusal.as_ref().map(|_| quote!(;));
            quote!(#exit #separator #refusal)
        }
        Step::Leave(slot) => {
            let (rt, sub, offset) = (rt(), names.slot(slot), Names::offset(slot));
            quote!(#rt::SubExec::leave_at(&mut *#sub, cx, #offset))
        }
        Step::Stop(instance) => {
            let of = &names.machine.states[instance];
            let interfaces = sent_by(names.model, &names.states[of.state]);
            let all = interfaces.iter().map(|place| stop_one(names, *place, of.depth));
            quote!(#(#all);*)
        }
        Step::Remember(instance) => remember(names, instance),
        // All others enter.
        _ => TokenStream::new(),
    }
}

/// The function `stop`, which ends what runs at the end of a run, if anything may.
pub fn stop(names: &Names<'_>) -> Option<TokenStream> {
    let (rt, noted) = (rt(), names.noted());
    let all = noted.iter().map(|place| stop_one(names, *place, 0));
    let body = body(&quote! {
        let #rt::States { running: __running, refusals: __refusals, .. } = run;
        #(#all;)*
    });
    (!noted.is_empty()).then(|| {
        quote! {
            fn stop<__T: #rt::Tracer>(
                run: &mut #rt::States<Self>,
                cx: &mut #rt::Context<'_, __B, __T>,
            ) { #body }
        }
    })
}

/// Ends what runs of an interface: of the state at the depth `by`, or of blocks if that is 0.
fn stop_one(names: &Names<'_>, place: usize, by: usize) -> TokenStream {
    let (rt, skill, running) = (rt(), &names.name, names.running(place));
    let (provided, place) = (Names::provided(&names.interfaces[place]), number(place));
    let by = number(by);
    quote! {
        #rt::stop::<#provided, __B, __T>(&__running #running, cx, __refusals, &#skill, #place, #by)
    }
}

/// Remembers the state that is active inside an instance, or was to be entered there.
fn remember(names: &Names<'_>, instance: StateInstanceId) -> TokenStream {
    let (rt, of) = (rt(), &names.machine.states[instance]);
    let (at, active) = (of_depth("inside", of.depth), names.active_enum(Some(instance)));
    let (field, remembered) =
        (Names::remembered_inside(instance), Names::remembered_enum(instance));
    let is_deep = of.remembers.is_some_and(|remembers| remembers.deep);
    let arms = of.children.iter().map(|child| {
        let (inner, variant) = (&names.machine.states[*child], names.remembered_variant(*child));
        let (params, kept) = if inner.has_params {
            (quote!(params: __params,), Some(quote!((#rt::core::clone::Clone::clone(&*__params)))))
        } else {
            (TokenStream::new(), None)
        };
        let path = names.variant_path(*child);
        let entering = inner.has_preconditions.then(|| {
            let path = names.entering_path(*child);
            let nothing = (is_deep && inner.remembers.is_some()).then(|| {
                let (field, of) =
                    (Names::remembered_inside(*child), Names::remembered_enum(*child));
                quote!(data.__remembered.#field = #of::__Nothing;)
            });
            quote!(#path { #params .. } => { #nothing #remembered::#variant #kept })
        });
        quote!(#path { #params .. } => #remembered::#variant #kept, #entering)
    });
    let params = of.remembers.filter(|remembers| remembers.params).map(|_| {
        let (field, params) = (Names::remembered_params(instance), of_depth("params", of.depth));
        quote!(; data.__remembered.#field = #rt::Some(#rt::core::clone::Clone::clone(&*#params)))
    });
    quote! {
        data.__remembered.#field = match &*#at {
            #(#arms)*
            #active::__Nothing => #remembered::__Nothing,
        }
        #params
    }
}
