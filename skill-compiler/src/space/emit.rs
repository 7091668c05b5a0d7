//! A skill space as Rust: the enum of calls, and the enum of whichever machine runs.

use super::ast::{Entry, Space};
use crate::syntax::at::{call as call_at, const_error, no_generics, rt};
use crate::syntax::names::print_path;
use crate::syntax::{docs, rust_analyzer};
use proc_macro2::TokenStream;
use quote::{format_ident, quote, quote_spanned};
use syn::{Ident, Path, spanned::Spanned as _};

/// The expansion.
#[allow(clippy::too_many_lines)] // one template
pub fn emit(space: &Space, why: bool) -> TokenStream {
    let rt = rt();
    let (vis, name, board) = (&space.vis, &space.name, &space.board);
    let (call, machine) = (format_ident!("{}Call", name), format_ident!("{}Machine", name));
    let title = docs::or(&space.attrs, &format!("The skill space `{name}`."));
    let call_title = format!("A call of a skill of [`{name}`].");
    let text = name.to_string();
    let skills: Vec<&Path> = space.skills.iter().map(|entry| &entry.path).collect();
    let names: Vec<&Ident> = space.skills.iter().map(|entry| &entry.variant).collect();
    let docs: Vec<_> = skills.iter().map(|path| link(path)).collect();
    let infos: Vec<TokenStream> = space.skills.iter().map(info).collect();
    let places: Vec<_> = (0..skills.len()).map(proc_macro2::Literal::usize_unsuffixed).collect();
    let checks = checks(space, &call);
    let stepping = stepping(space, &names, &machine, why);
    let is_broken = quote!(<#board as #rt::Blackboard>::IS_BROKEN);
    let shown = rust_analyzer::without_spans(board);
    let of_board = rust_analyzer::alias(
        &format_ident!("__Board"),
        // Of a path that is no blackboard the constant is the only error.
        &quote!(<#rt::Select<{ __IS_BROKEN && false }> as #rt::BoardOf<#board>>::Board),
        &quote!(#shown),
    );
    let provided = rust_analyzer::alias(
        &format_ident!("__Provided"),
        &quote!(<#rt::Select<{ __LACKS_INTERFACE }> as #rt::BoardOf<__Board>>::Board),
        &quote!(__Board),
    );
    let choice = rust_analyzer::alias(
        &format_ident!("__Choice"),
        &quote!(#rt::Select<{ __NO_SKILLS }>),
        &quote!(#rt::Select<false>),
    );
    let no_generics = no_generics(skills.iter().copied());
    quote! {
        #title
        #[derive(Clone, Copy, Debug)]
        #vis struct #name;

        #[doc = #call_title]
        #[allow(non_camel_case_types)]
        #vis enum #call { #(#[doc = #docs] #names(#skills)),* }

        #(
            impl #rt::core::convert::From<#skills> for #call {
                fn from(call: #skills) -> Self { Self::#names(call) }
            }
        )*

        #[allow(clippy::large_enum_variant, missing_docs, unused_parens, unexpected_cfgs)]
        const _: () = {
            const __IS_BROKEN: bool = #is_broken;
            #of_board
            // For a path that is not a skill, this is the only error.
            const __LACKS_INTERFACE: bool = !__IS_BROKEN && #rt::lacks_interface(
                &[#(<#skills as #rt::Skill>::INFO),*],
                <__Board as #rt::Blackboard>::INTERFACES,
            );
            #provided
            const __NO_SKILLS: bool =
                { #(<#skills as #rt::OnBoard<__Provided>>::IS;)* __LACKS_INTERFACE };
            #choice
            #checks

            #vis enum #machine #no_generics { #(#names(<__Choice as #rt::SpaceMachine<#skills>>::Machine)),* }

            impl #rt::core::clone::Clone for #call {
                fn clone(&self) -> Self {
                    match self {
                        #(Self::#names(call) => Self::#names((<#skills as #rt::Skill>::in_space().clone)(call)),)*
                    }
                }
            }
            impl #rt::core::cmp::PartialEq for #call {
                fn eq(&self, other: &Self) -> bool {
                    match (self, other) {
                        #((Self::#names(a), Self::#names(b)) => (<#skills as #rt::Skill>::in_space().same)(a, b),)*
                        _ => false,
                    }
                }
            }
            impl #rt::core::fmt::Debug for #call {
                fn fmt(&self, f: &mut #rt::core::fmt::Formatter<'_>) -> #rt::core::fmt::Result {
                    match self { #(Self::#names(call) => (<#skills as #rt::Skill>::in_space().debug)(call, f)),* }
                }
            }

            // The call as a skill string.
            impl #rt::core::fmt::Display for #call {
                fn fmt(&self, f: &mut #rt::core::fmt::Formatter<'_>) -> #rt::core::fmt::Result {
                    match self { #(Self::#names(call) => (<#skills as #rt::Skill>::in_space().text)(call, #infos.name, f)),* }
                }
            }

            impl #rt::CallSet for #call {
                const SKILLS: &'static [&'static #rt::SkillInfo] = &[#(#infos),*];
                fn new(index: usize) -> #rt::Option<Self> {
                    match index {
                        #(#places => #rt::Some(Self::#names((<#skills as #rt::Skill>::in_space().default_call)())),)*
                        _ => #rt::None,
                    }
                }
                fn set_argument(
                    &mut self,
                    name: &str,
                    value: &#rt::Value<'_>,
                ) -> #rt::Result<(), #rt::ArgumentError> {
                    match self { #(Self::#names(call) => (<#skills as #rt::Skill>::in_space().set)(call, name, value)),* }
                }
            }

            impl #rt::SkillSpace for #name {
                type Board = __Board;
                type Call = #call;
                type Machine = #machine;
                const NAME: &'static str = #text;
                fn info(call: &#call) -> &'static #rt::SkillInfo {
                    match call { #(#call::#names(_) => #infos),* }
                }
                fn arguments(call: &#call) -> #rt::CallArguments {
                    match call { #(#call::#names(call) => (<#skills as #rt::Skill>::in_space().arguments)(call)),* }
                }
                fn problem(call: &#call) -> #rt::Option<#rt::Failure> {
                    match call { #(#call::#names(call) => (<#skills as #rt::Skill>::in_space().problem)(call)),* }
                }
                fn start(call: #call) -> #machine {
                    match call { #(#call::#names(call) => #machine::#names(<__Choice as #rt::SpaceMachine<#skills>>::start(call))),* }
                }
                #[inline]
                fn reads(machine: &#machine) -> #rt::InterfaceSet { machine.access().reads }
                fn values(machine: &#machine) -> #rt::InterfaceSet { machine.access().values }
            }

            #stepping
        };
    }
}

/// The link to a skill.
fn link(path: &Path) -> String {
    format!("[`{}`]", print_path(path))
}

/// The description of a skill, with the name that it has in the space.
fn info(entry: &Entry) -> TokenStream {
    let (rt, path) = (rt(), &entry.path);
    let info = quote!(<#path as #rt::Skill>::INFO);
    match &entry.call_name {
        None => info,
        Some(name) => {
            let name = name.value();
            // A constant, of which there is one.
            quote!({
                static INFO: #rt::SkillInfo = #info.called(#name);
                &INFO
            })
        }
    }
}

/// The checks of the space as a whole: writers of interfaces, and dependencies.
fn checks(space: &Space, call: &Ident) -> TokenStream {
    let rt = rt();
    let (name, board, text) = (&space.name, &space.board, space.name.to_string());
    let each = space.skills.iter().enumerate().map(|(index, entry)| {
        let (skill, call_name) = (&entry.path, entry.name());
        let board_text = print_path(board);
        let entries = quote!(<__Board as #rt::Blackboard>::INTERFACES);
        let all = quote!(<#call as #rt::CallSet>::SKILLS);
        let check = |message| call_at(skill.span(), quote!(#rt::const_error), message);
        let lacks =
            check(quote!(#rt::missing_interface(__LACKS_INTERFACE, __info, #board_text, #entries)));
        let writes = check(quote!(#rt::writes_for_another(__info, #board_text, #entries)));
        let outside = check(quote!(#rt::depends_outside(#all, #index, #text)));
        let same_name = check(quote!(#rt::same_call_name(#all, #index, #call_name)));
        // One constant for each skill: each adds to the compile time.
        quote! {
            #[allow(unused_parens)]
            const _: () = {
                let __info = <#skill as #rt::Skill>::INFO;
                #lacks;
                #writes;
                #outside;
                #same_name;
            };
        }
    });
    let written = const_error(
        name.span(),
        quote!(#rt::not_written(
            <#call as #rt::CallSet>::SKILLS, #text, <__Board as #rt::Blackboard>::INTERFACES,
        )),
    );
    quote!(#(#each)* #written)
}

/// Steps the machine that is active.
fn stepping(space: &Space, names: &[&Ident], machine: &Ident, why: bool) -> TokenStream {
    let rt = rt();
    let skills = space.skills.iter().map(|entry| &entry.path);
    // In full on the skill's token, so that `rustc` finds the errors of one skill alike
    // and shows one.
    let of_exec = |skill: &Path, item: TokenStream| {
        quote_spanned!(skill.span()=>
            <<__Choice as ::skill_runtime::__v1::SpaceMachine<#skill>>::Machine
                as ::skill_runtime::__v1::Exec<__Board>>::#item
        )
    };
    let access: Vec<_> = skills.clone().map(|skill| of_exec(skill, quote!(ACCESS))).collect();
    let step = |function: &str| {
        let function = format_ident!("{function}");
        let arms = skills.clone().zip(names).map(move |(skill, name)| {
            let call =
                quote_spanned!(skill.span()=> ::skill_runtime::__v1::Exec::#function(machine, cx));
            quote!(Self::#name(machine) => #call)
        });
        arms.collect::<Vec<_>>()
    };
    let (execs, resets) = (step("exec_one_of"), step("reset"));
    let copy = why.then(|| {
        quote! {
            fn copy(&self) -> #rt::Option<Self> {
                match self {
                    #(Self::#names(machine) => #rt::ListActive::copy(machine).map(Self::#names)),*
                }
            }
        }
    });
    quote! {
            impl #machine {
                #[inline]
                fn access(&self) -> #rt::Access {
                    match self { #(Self::#names(_) => #access),* }
                }
            }

            impl #rt::Machine for #machine {
                type State = &'static str;
                type Output = ();
                fn state(&self) -> &'static str {
                    match self { #(Self::#names(machine) => #rt::Machine::state(machine).name()),* }
                }
                #[inline]
                fn status(&self) -> #rt::Status {
                    match self { #(Self::#names(machine) => #rt::Machine::status(machine)),* }
                }
                fn failure(&self) -> #rt::Option<#rt::Failure> {
                    match self { #(Self::#names(machine) => #rt::Machine::failure(machine)),* }
                }
                fn stored_failure(&self) -> #rt::Option<#rt::StoredFailure> {
                    match self { #(Self::#names(machine) => #rt::Machine::stored_failure(machine)),* }
                }
                fn write_result(&self, text: &mut #rt::SkillString) -> #rt::core::fmt::Result {
                    match self { #(Self::#names(machine) => #rt::Machine::write_result(machine, text)),* }
                }
            }

            impl #rt::ListActive for #machine {
                #[inline]
                fn visit_active(
                    &self,
                    at: #rt::ActiveParent,
                    visit: &mut #rt::Visit<'_>,
                ) -> #rt::core::ops::ControlFlow<()> {
                    match self {
                        #(Self::#names(machine) => #rt::ListActive::visit_active(machine, at, visit)),*
                    }
                }
                #copy
            }

            impl #rt::core::fmt::Debug for #machine {
                fn fmt(&self, f: &mut #rt::core::fmt::Formatter<'_>) -> #rt::core::fmt::Result {
                    match self { #(Self::#names(machine) => #rt::core::fmt::Debug::fmt(machine, f)),* }
                }
            }

            impl #rt::Exec<__Board> for #machine {
                const ACCESS: #rt::Access = #rt::Access::any(&[#(#access),*]);
                #[inline]
                fn exec<__T: #rt::Tracer>(&mut self, cx: &mut #rt::Context<'_, __Board, __T>) -> #rt::Status {
                    match self { #(#execs),* }
                }
                fn reset<__T: #rt::Tracer>(&mut self, cx: &mut #rt::Context<'_, __Board, __T>) {
                    match self { #(#resets),* }
                }
            }
    }
}
