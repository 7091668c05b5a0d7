//! Code that leaves states.

use crate::skill::emit::naming::{Names, number, of_depth, ports_at, rt};
use crate::skill::lower::machine::{ExitMatch, Moment, Step};
use proc_macro2::TokenStream;
use quote::quote;

/// The function `leave`, if there is anything to leave. It exists once for all transitions and the
/// reset: the number of states around the target says which states stay.
pub fn emit(names: &Names<'_>) -> Option<TokenStream> {
    names.machine.leave.as_ref().map(|leave| {
        let (rt, open_run, all) = (rt(), names.open_run(), exit_match(names, leave));
        quote! {
            fn leave<T: #rt::Tracer>(
                run: &mut #rt::States<Self>,
                cx: &mut #rt::Context<'_, B, T>,
                around: u16,
            ) {
                #open_run
                #all
            }
        }
    })
}

fn exit_match(names: &Names<'_>, of: &ExitMatch) -> TokenStream {
    let at = of_depth("inside", of.depth);
    let arms = of.arms.iter().map(|(instance, left)| {
        let (pattern, depth) = (names.pattern(*instance), names.machine.states[*instance].depth);
        let inside = left.inside.as_ref().map(|inside| exit_match(names, inside));
        let steps: TokenStream = left.steps.iter().map(|of| step(names, *of)).collect();
        // No target is inside the deepest states.
        let own = if depth == names.machine.depth || steps.is_empty() {
            steps
        } else {
            let depth = number(depth);
            quote!(if around < #depth { #steps })
        };
        quote!(#pattern => { #inside #own })
    });
    quote!(match &mut *#at { #(#arms)* _ => {} })
}

fn step(names: &Names<'_>, step: Step) -> TokenStream {
    match step {
        Step::Exit(instance) => {
            let of = &names.machine.states[instance];
            let (on, ports) = (names.receiver(Some(instance), Moment::Active), ports_at(of.depth));
            let exit = names.function("exit", of.state);
            let refusal = names.record_refusal();
            quote!(#on.#exit(&mut #ports); #refusal)
        }
        Step::Leave(slot) => {
            let (rt, sub, offset) = (rt(), names.slot(slot), names.offset(slot));
            quote! {
                cx.tracer.descend(#offset);
                #rt::SubExec::leave(&mut *#sub, cx);
                cx.tracer.ascend(#offset);
            }
        }
        // All others enter.
        _ => TokenStream::new(),
    }
}
