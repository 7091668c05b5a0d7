//! The names of the skills that a skill depends on.

use super::naming::{Names, import_rt, rt};
use proc_macro2::TokenStream;
use quote::quote;
use syn::Ident;

/// `type __StandupServo = path::Servo;`, and a function of that name for its description.
pub fn emit(names: &Names<'_>) -> TokenStream {
    let (rt, import_rt) = (rt(), import_rt());
    let skills = &names.skills;
    let aliases: Vec<Ident> = skills.iter().map(|skill| names.dependency(skill)).collect();
    let default_calls = skills.iter().map(|skill| names.default_call(skill));
    let lints = names.lints_elsewhere();
    let lints = quote!(#(#lints)*);
    quote! {
        #(
            #[doc(hidden)]
            #lints
            #[allow(dead_code, non_camel_case_types)]
            type #aliases = #skills;
            #[doc(hidden)]
            #lints
            #[allow(non_snake_case, unused_imports)]
            const fn #aliases() -> &'static ::skill_runtime::SkillInfo {
                #import_rt
                let _ = #default_calls;
                use #rt::InvalidSkill as _;
                #aliases::__info()
            }
        )*
    }
}
