//! Checks that `rustc` evaluates, for they concern other skills: dependency cycles,
//! arguments of sub-skills, interfaces that two write at once.

use super::info::is_number;
use super::naming::{Names, rt, span_of};
use crate::skill::ast::{Call, MachineKind};
use crate::skill::check::StateId;
use crate::skill::lower::calls;
use crate::syntax::at::{call as call_at, const_error};
use crate::syntax::label;
use crate::syntax::names::plain;
use crate::syntax::rust_analyzer;
use proc_macro2::TokenStream;
use quote::quote;
use syn::Ident;

/// The checks of a skill, and `__Choice`, which depends on them.
pub fn emit(names: &Names<'_>) -> TokenStream {
    let (rt, name, kind) = (rt(), &names.name, names.kind());
    // A base may give what is not written.
    let whole = calls(names.model).filter(|call| call.base.is_none() && !call.lost);
    let mut missing: Vec<(Ident, TokenStream)> =
        whole.map(|call| (names.dependency(&call.skill), missing_argument(names, call))).collect();
    // `rustc` takes its time for each constant: a dependency's has what is wrong with its
    // first call, and the first dependency's the depth of the whole chain.
    let dependencies: Vec<TokenStream> = names
        .skills
        .iter()
        .enumerate()
        .map(|(index, skill)| {
            let (dependency, span) = (names.dependency(skill), span_of(skill));
            let cycle = quote!(#rt::cycle_through(&#name, __Choice::CYCLIC, #index));
            let no_cycle = call_at(span, quote!(#rt::const_error), cycle);
            let depth = (index == 0).then(|| {
                let depth = quote!(#rt::too_deep(&#name, <#name as #rt::#kind>::BOUNDS.depth));
                call_at(name.span(), quote!(#rt::const_error), depth)
            });
            let first = missing.iter().position(|(of, _)| *of == dependency);
            let missing = first.map(|first| missing.remove(first).1);
            quote!(const _: () = { #no_cycle; #depth; #missing; };)
        })
        .collect();
    let further = missing.iter().map(|(_, check)| quote!(const _: () = { #check; };));
    let ranges = calls(names.model).map(|call| ranges(names, call));
    let defaults = defaults(names);
    let parallel = (0..names.states.len()).map(|state| parallel_checks(names, state));
    let choice = match names.model.kind {
        MachineKind::Skill => quote!(Select),
        MachineKind::Agent => quote!(ViaSkiller),
    };
    // One constant argument for all of the expansion: each costs `rustc` time.
    let choice = (!names.skills.is_empty()).then(|| {
        let compiled = quote!(#rt::#choice<{ #rt::begins_cycle(&#name) }>);
        let choice_name = Ident::new("__Choice", proc_macro2::Span::call_site());
        rust_analyzer::alias(&choice_name, &compiled, &quote!(#rt::#choice<false>))
    });
    quote! { #choice #(#dependencies)* #(#further)* #(#ranges)* #defaults #(#parallel)* }
}

/// Sub-skills that write the same interface and run in parallel: of one state, or of a
/// state and one around it.
fn parallel_checks(names: &Names<'_>, state: StateId) -> TokenStream {
    let rt = rt();
    let own: Vec<&Call> = names.states[state].calls().collect();
    let around: Vec<&Call> = names
        .around(names.states[state].parent)
        .flat_map(|around| names.states[around].calls())
        .collect();
    let pairs = own.iter().enumerate().flat_map(|(place, second)| {
        let firsts = around.iter().chain(&own[..place]);
        firsts.map(move |first| (first, second))
    });
    pairs
        .map(|(first, second)| {
            let (one, other) = (names.info_of(&first.skill), names.info_of(&second.skill));
            const_error(span_of(&second.skill), quote!(#rt::both_write(#one, #other)))
        })
        .collect()
}

/// Arguments that a call must give and does not.
fn missing_argument(names: &Names<'_>, call: &Call) -> TokenStream {
    let rt = rt();
    let info = names.info_of(&call.skill);
    let given = call.args.iter().map(|arg| plain(&arg.name));
    let message = quote!(#rt::missing_argument(#info, &[#(#given),*]));
    call_at(span_of(&call.skill), quote!(#rt::const_error), message)
}

/// Literals outside their range.
fn ranges(names: &Names<'_>, call: &Call) -> TokenStream {
    let rt = rt();
    let info = names.info_of(&call.skill);
    let numbers = call.args.iter().filter_map(|arg| {
        let value = &arg.value.as_ref()?.tokens;
        is_number(value).then(|| (plain(&arg.name), value))
    });
    numbers
        .map(|(name, value)| {
            let text = label::print(value);
            let message = quote!(#rt::out_of_range(#info, #name, (#value) as f64, #text));
            const_error(syn::spanned::Spanned::span(value), message)
        })
        .collect()
}

/// Literal defaults outside the range of the argument or its type, in one constant.
fn defaults(names: &Names<'_>) -> Option<TokenStream> {
    let (rt, info) = (rt(), &names.name);
    let checks = names.args.iter().filter_map(|arg| {
        let default = arg.default.as_ref().filter(|default| is_number(default))?;
        let (name, text) = (plain(&arg.name), label::print(default));
        let message = quote!(#rt::out_of_range(&#info, #name, (#default) as f64, #text));
        Some(call_at(syn::spanned::Spanned::span(default), quote!(#rt::const_error), message))
    });
    let checks: Vec<_> = checks.collect();
    (!checks.is_empty()).then(|| quote!(const _: () = { #(#checks;)* };))
}
