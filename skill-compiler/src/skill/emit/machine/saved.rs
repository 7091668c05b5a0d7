//! The variables of an agent as text, for a program that keeps them over a restart.

use crate::skill::ast::MachineKind;
use crate::skill::emit::naming::{Names, number, rt};
use crate::syntax::label::print_type;
use crate::syntax::names::plain;
use crate::syntax::rust_analyzer::{body, without_span};
use proc_macro2::TokenStream;
use quote::{format_ident, quote};

/// The functions `save_vars` and `restore_vars`; `None` for a skill, for a machine without variables, and if no
/// program keeps them.
pub fn emit(names: &Names<'_>) -> Option<TokenStream> {
    let vars: Vec<_> = names.vars.iter().chain(&names.continuous).collect();
    if !names.why || !matches!(names.kind, MachineKind::Agent) || vars.is_empty() {
        return None;
    }
    let (rt, data) = (rt(), names.of_skill("Vars"));
    let saves = vars.iter().map(|var| {
        let (text, name, ty) = (plain(&var.name), without_span(&var.name), print_type(&var.ty));
        quote!(__out.variable(#text, #ty, #rt::MaybeSaved(&__vars.#name).value());)
    });
    let reads = vars.iter().enumerate().map(|(place, var)| {
        let (value, name) = (format_ident!("__value{place}"), without_span(&var.name));
        let place = number(place);
        quote!(let #value = #rt::MaybeSaved(&__vars.#name).read(__texts, #place)?;)
    });
    let sets = vars.iter().enumerate().map(|(place, var)| {
        let (value, name) = (format_ident!("__value{place}"), without_span(&var.name));
        quote!(__vars.#name = #value;)
    });
    let saves = body(&quote!(use #rt::SavedFallback as _; #(#saves)*));
    let restores = body(&quote!(use #rt::SavedFallback as _; #(#reads)* #(#sets)* #rt::Ok(())));
    Some(quote! {
        fn save_vars(__vars: &#data, __out: &mut dyn #rt::KeepVariables) { #saves }
        fn restore_vars(__vars: &mut #data, __texts: &[&#rt::core::primitive::str])
            -> #rt::Result<(), #rt::core::primitive::usize> { #restores }
    })
}
