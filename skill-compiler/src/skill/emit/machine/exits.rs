//! Code that leaves states.

use super::blocks::{self, Block};
use crate::skill::emit::naming::{Names, of_depth, rt};
use crate::skill::lower::machine::{ExitMatch, Exits, Step};
use proc_macro2::TokenStream;
use quote::quote;

/// The text of all exits.
pub struct ExitTexts {
    /// The exits of each site.
    pub sites: Vec<TokenStream>,
    /// The function `leave`, if there is anything to leave.
    pub leave: Option<TokenStream>,
}

/// Prints the exits of each site, and of the whole machine.
pub fn emit(names: &Names<'_>) -> ExitTexts {
    let sites = names.machine.sites.iter().map(|site| exits(names, &site.exits)).collect();
    let leave = names.machine.leave.as_ref().map(|leave| {
        let (rt, open_run, all) = (rt(), names.open_run(), exit_match(names, leave));
        quote! {
            fn leave<T: #rt::Tracer>(
                run: &mut #rt::Run<Self>,
                cx: &mut #rt::Context<'_, B, T>,
            ) {
                #open_run
                #all
            }
        }
    });
    ExitTexts { sites, leave }
}

fn exits(names: &Names<'_>, exits: &Exits) -> TokenStream {
    let inside = exits.inside.as_ref().map(|inside| exit_match(names, inside));
    let steps = exits.steps.iter().map(|of| step(names, *of));
    quote!(#inside #(#steps)*)
}

fn exit_match(names: &Names<'_>, of: &ExitMatch) -> TokenStream {
    let at = of_depth("inside", of.depth);
    let arms = of.arms.iter().map(|(instance, left)| {
        let (pattern, left) = (names.pattern(*instance), exits(names, left));
        quote!(#pattern => { #left })
    });
    quote!(match &mut *#at { #(#arms)* _ => {} })
}

/// Prints a step that leaves.
pub fn step(names: &Names<'_>, step: Step) -> TokenStream {
    match step {
        Step::Exit(instance) => {
            let exit = blocks::call(names, instance, Block::Exit);
            let refusal = blocks::count_refusal(names, instance);
            quote!(#exit; #refusal)
        }
        Step::Reset(slot) => {
            let (rt, sub, offset) = (rt(), names.slot(slot), names.offset(slot));
            quote! {
                cx.tracer.descend(#offset);
                #rt::Exec::reset(&mut *#sub, cx);
                cx.tracer.ascend(#offset);
            }
        }
        // All others enter.
        _ => TokenStream::new(),
    }
}
