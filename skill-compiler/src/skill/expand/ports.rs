//! The skill's interfaces as one struct: what guards and blocks see, and what an
//! action gets.

use super::{named, rt, rt_from_outside};
use crate::skill::model::{Interface, Model};
use crate::syntax::names;
use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote};
use syn::Ident;

/// `pub struct StandupPorts<'a> { .. }`
pub fn expand(model: &Model) -> TokenStream {
    let (rt, vis, skill) = (rt_from_outside(), &model.vis, &model.name);
    let name = named(model, "Ports");
    let title = format!("The interfaces of [`{skill}`], as its actions get them.");
    let fields = model.interfaces.iter().map(|interface| {
        let (variable, ty) = (&interface.variable, &interface.ty);
        let port = if interface.writes { quote!(WritePort) } else { quote!(Port) };
        let docs = format!("The interface \"{}\".", interface.id);
        quote!(#[doc = #docs] pub #variable: #rt::#port<'a, #ty>)
    });
    quote! {
        #[doc = #title]
        #[allow(dead_code)]
        #vis struct #name<'a> {
            #(#fields,)*
            #[doc(hidden)]
            pub __lifetime: #rt::core::marker::PhantomData<&'a ()>,
        }
    }
}

/// The traits by which a blackboard provides the interfaces, and the constructor
/// of the ports.
pub fn access(model: &Model) -> TokenStream {
    let (rt, name) = (rt(), named(model, "Ports"));
    let traits = model.interfaces.iter().map(|interface| need(model, interface));
    let bounds = bounds(model);
    let fields = model.interfaces.iter().enumerate().map(|(index, interface)| {
        let variable = &interface.variable;
        let provided = provides(interface);
        let parts = quote!(cx.snapshot.port::<#provided>());
        if interface.writes {
            return quote!(#variable: #rt::WritePort::new(#parts, cx.now));
        }
        let bit = 1_u32 << index;
        let age = match interface.max_age_micros {
            Some(micros) => quote!(#rt::Some(#rt::core::time::Duration::from_micros(#micros))),
            None => quote!(#rt::None),
        };
        quote!(#variable: #rt::Port::new(#parts, (&level.refused, #bit), cx.now, #age))
    });
    quote! {
        #(#traits)*
        #[inline(always)]
        fn __ports<'a, B: #bounds, T>(
            cx: &'a #rt::Context<'_, B, T>,
            level: &'a #rt::Activation,
        ) -> #name<'a> {
            #name { #(#fields,)* __lifetime: #rt::core::marker::PhantomData }
        }
    }
}

/// `HumanoidMotion, { interface_id("NaoQi Motion") }`
fn provides(interface: &Interface) -> TokenStream {
    let (rt, ty, id) = (rt(), &interface.ty, &interface.id);
    quote!(#ty, { #rt::interface_id(#id) })
}

/// The trait that says in words what a blackboard lacks.
fn need(model: &Model, interface: &Interface) -> TokenStream {
    let (rt, need) = (rt(), need_name(interface));
    let (skill, id) = (&model.name, &interface.id);
    let ty = &interface.ty;
    let type_text = crate::syntax::label::print_type(ty);
    let verb = if interface.writes { "writes" } else { "reads" };
    let message = format!(
        "skill `{skill}` {verb} \"{id}\": {type_text}, which blackboard `{{Self}}` does not provide"
    );
    let missing = format!("\"{id}\": {type_text} is missing");
    let note =
        format!("add `\"{id}\": {type_text},` to `blackboard! {{{{ {{Self}} {{{{ .. }}}} }}}}`");
    let provided = provides(interface);
    quote! {
        #[diagnostic::on_unimplemented(message = #message, label = #missing, note = #note)]
        pub trait #need: #rt::Provides<#provided> {}
        #[diagnostic::do_not_recommend]
        impl<B: #rt::Provides<#provided>> #need for B {}
    }
}

fn need_name(interface: &Interface) -> Ident {
    format_ident!("__Has_{}", names::plain(&interface.variable), span = Span::call_site())
}

/// What a blackboard must provide for the skill's own interfaces.
pub fn bounds(model: &Model) -> TokenStream {
    let rt = rt();
    let needs = model.interfaces.iter().map(need_name);
    quote!(#rt::Blackboard #(+ #needs)*)
}

/// The set of the skill's own interfaces: all, or those it writes.
pub fn set(model: &Model, written: bool) -> TokenStream {
    let rt = rt();
    let sets =
        model.interfaces.iter().filter(|interface| interface.writes || !written).map(|interface| {
            let provided = provides(interface);
            quote!(.union(#rt::InterfaceSet::of(<B as #rt::Provides<#provided>>::INDEX)))
        });
    quote!(#rt::InterfaceSet::NONE #(#sets)*)
}

/// The pattern that gives the interfaces their bare names.
pub fn pattern(model: &Model) -> TokenStream {
    let name = named(model, "Ports");
    let variables = model.interfaces.iter().map(|interface| unseen(&interface.variable));
    quote!(#name { #(#variables,)* .. })
}

/// For an IDE, each interface's bare name is one thing in all guards and blocks: so it
/// can be renamed and all its uses found. (For `rustc` it is a variable in each.)
pub fn one_for_all(model: &Model) -> TokenStream {
    let rt = rt();
    let statics = model.interfaces.iter().map(|interface| {
        let (variable, ty) = (&interface.variable, unseen(&interface.ty));
        let port = if interface.writes { quote!(WritePort) } else { quote!(Port) };
        quote! {
            #[cfg(rust_analyzer)]
            static #variable: &'static mut #rt::#port<'static, #ty> = loop {};
        }
    });
    quote!(#(#statics)*)
}

/// Tokens of the user as if they were not: an IDE does not look here for them.
fn unseen(tokens: &impl quote::ToTokens) -> TokenStream {
    fn respan(tokens: TokenStream) -> TokenStream {
        let tokens = tokens.into_iter().map(|mut token| {
            if let proc_macro2::TokenTree::Group(group) = &token {
                token = proc_macro2::Group::new(group.delimiter(), respan(group.stream())).into();
            }
            token.set_span(Span::call_site());
            token
        });
        tokens.collect()
    }
    respan(quote!(#tokens))
}
