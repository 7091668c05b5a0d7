//! The interfaces of a machine on a blackboard, and the check whether they are stale.

use crate::skill::check::{Interface, uses_value};
use crate::skill::emit::naming::{Names, number, rt};
use crate::skill::lower::calls;
use proc_macro2::TokenStream;
use quote::quote;

/// Emits the interfaces of the skill and its sub-skills.
pub fn access(names: &Names<'_>) -> TokenStream {
    let rt = rt();
    let uses: Vec<bool> =
        names.interfaces.iter().map(|interface| uses_value(names.model, interface)).collect();
    let own = names.interfaces.iter().zip(&uses).map(|(interface, uses)| {
        let provided = Names::provided(interface);
        let writes = interface.writes.then(|| quote!(| #rt::WRITES));
        let optional = interface.optional.then(|| quote!(| #rt::OPTIONAL));
        let ty = &interface.ty;
        let is_limited = *uses && interface.is_limited_by_itself();
        let fresh = is_limited.then(|| quote!(| #rt::fresh::<#ty>()));
        quote!(<__B as #rt::Provides<#provided>>::INDEX #writes #optional #fresh)
    });
    let below = calls(names.model).map(|call| {
        let machine = names.sub_machine_of(&call.skill);
        quote!(<#machine::Sub as #rt::SubExec<__B>>::ACCESS)
    });
    let values = uses.iter().rev().fold(0_u32, |bits, uses| bits << 1 | u32::from(*uses));
    let parameters = (!names.params.is_empty())
        .then(|| quote!(.with_parameters(<__B as #rt::Blackboard>::PARAMETERS)));
    let shown = names.noted().into_iter().filter(|place| !uses[*place]).map(|place| {
        let (ty, place) = (&names.interfaces[place].ty, number(place));
        quote!(| (<#ty as #rt::Interface>::SHOWS_RUNNING as u32) << #place)
    });
    quote! {
        const ACCESS: #rt::Access =
            #rt::Access::of(&[#(#own),*], #values #(#shown)*, &[#(#below),*]) #parameters;
    }
}

/// Emits the function that finds the first required interface that is older than the skill says;
/// nothing if it says no age.
pub fn stale(names: &Names<'_>) -> Option<TokenStream> {
    let rt = rt();
    let limited = |of: &Interface| of.max_age.micros().filter(|_| !of.optional && !of.writes);
    let mut checks = names.interfaces.iter().enumerate().filter_map(|(index, interface)| {
        let (micros, index) = (limited(interface)?, number(index));
        let provided = Names::provided(interface);
        Some(quote!(if cx.snapshot.is_old::<#provided>(cx.now.time, #micros) { return #rt::Some(#index); }))
    });
    let checks: TokenStream = checks.by_ref().collect();
    (!checks.is_empty()).then(|| {
        quote! {
            #[inline(always)]
            fn stale<__T: #rt::Tracer>(cx: &#rt::Context<'_, __B, __T>) -> #rt::Option<u16> {
                #checks
                #rt::None
            }
        }
    })
}
