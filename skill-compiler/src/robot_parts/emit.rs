//! The parts of a robot as Rust: a struct of their blackboards, and a visit of each with its types.

use super::ast::{Part, RobotParts};
use crate::syntax::at::{const_error, rt};
use crate::syntax::docs;
use crate::syntax::names::{plain, print_path};
use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::spanned::Spanned as _;
use syn::{Ident, Path};

/// The expansion.
pub fn emit(robot: &RobotParts) -> TokenStream {
    let rt = rt();
    let (vis, name) = (&robot.vis, &robot.name);
    let title = docs::or(&robot.attrs, &format!("The blackboards of the parts of `{name}`."));
    let names: Vec<_> = robot.parts.iter().map(|part| &part.name).collect();
    let spaces: Vec<TokenStream> = robot.parts.iter().map(|part| space_of(&part.space)).collect();
    let boards: Vec<_> =
        spaces.iter().map(|space| quote!(<#space as #rt::SkillSpace>::Board)).collect();
    let fields = robot.parts.iter().zip(&boards).map(|(Part { attrs, name, space, .. }, board)| {
        let docs = docs::or(attrs, &format!("The blackboard of [`{}`].", print_path(space)));
        quote!(#docs pub #name: #board)
    });
    let infos = robot.parts.iter().zip(&spaces).map(|(Part { name, agent, .. }, space)| {
        let (text, agent) = (plain(name), agent.iter());
        quote!(#rt::PartInfo::of::<#space>(#text, &[#(<#agent as #rt::Agent>::INFO),*]))
    });
    // The span is that of the path: there is the error about its blackboard.
    let aliases: Vec<Ident> = robot
        .parts
        .iter()
        .enumerate()
        .map(|(index, part)| format_ident!("__Space{index}", span = part.space.span()))
        .collect();
    let visits = robot.parts.iter().zip(&aliases).enumerate().map(|(index, (part, space))| {
        let Part { name, agent, .. } = part;
        let arguments = quote!(&<Self as #rt::RobotParts>::PARTS[#index], &self.#name);
        match agent {
            None => quote!(visitor.part::<#space>(#arguments)?),
            Some(agent) => quote!(visitor.part_with_agent::<#space, #agent>(#arguments)?),
        }
    });
    let checks = robot.parts.iter().enumerate().skip(1).map(|(index, part)| {
        let check = quote!(#rt::parts_collide(<#name as #rt::RobotParts>::PARTS, #index));
        const_error(part.name.span(), check)
    });
    let agents = robot.parts.iter().enumerate();
    let agents = agents.filter_map(|(index, part)| Some((index, part.agent.as_ref()?)));
    let defaults = agents.map(|(index, agent)| {
        let part = quote!(&<#name as #rt::RobotParts>::PARTS[#index]);
        let needs = const_error(agent.span(), quote!(#rt::agent_needs(#part)));
        let outside = const_error(agent.span(), quote!(#rt::agent_outside(#part)));
        quote!(#needs #outside)
    });
    quote! {
        #title
        #[derive(Default)]
        #vis struct #name { #(#fields),* }

        impl #name {
            /// The blackboards, on which nobody has written yet: all words zero.
            #[must_use]
            pub const fn new() -> Self {
                Self { #(#names: <#boards>::new()),* }
            }
        }

        const _: () = {
            #(type #aliases = #spaces;)*
            impl #rt::RobotParts for #name {
                const PARTS: &'static [#rt::PartInfo] = &[#(#infos),*];
                fn visit<__V: #rt::PartVisitor>(
                    &'static self,
                    visitor: &mut __V,
                ) -> #rt::Result<(), __V::Error> {
                    #(#visits;)*
                    #rt::Ok(())
                }
            }
            #(#checks)*
            #(#defaults)*
        };
    }
}

/// A skill space. For a path that is none, the constant is the only error.
fn space_of(path: &Path) -> TokenStream {
    let rt = rt();
    quote!(<#rt::Select<{ <#path as #rt::SkillSpace>::IS_NONE }> as #rt::SpaceOf<#path>>::Space)
}
