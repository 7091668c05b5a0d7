//! The names of the skills that a skill depends on.

use super::naming::{Names, import_rt, rt};
use crate::syntax::names::words;
use proc_macro2::TokenStream;
use quote::quote;
use syn::Ident;

/// `type __StandupServo = path::Servo;`, and a function of that name for its description.
pub fn emit(names: &Names<'_>) -> TokenStream {
    let (rt, import_rt) = (rt(), import_rt());
    let skills = &names.skill_paths;
    let aliases: Vec<Ident> = names.skills.iter().map(|skill| names.dependency(skill)).collect();
    let default_calls = skills.iter().map(|skill| quote!(<#skill as #rt::Skill>::new_call));
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

/// The names of the block for sub-skills that are one of a list: `type Home = __LeftToHome;`
pub fn listed(names: &Names<'_>) -> TokenStream {
    let listed = names
        .skills
        .iter()
        .zip(&names.skill_paths)
        .filter(|(name, path)| name.get_ident().is_some() && words(name) != words(path));
    let aliases = listed.map(|(name, _)| {
        let alias = names.dependency(name);
        quote!(type #name = #alias;)
    });
    aliases.collect()
}
