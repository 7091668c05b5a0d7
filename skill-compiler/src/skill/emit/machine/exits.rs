//! Code that leaves states.

use super::blocks::{self, Block};
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
        // All others enter.
        _ => TokenStream::new(),
    }
}
