//! The skill's interfaces as one struct: what guards and blocks see, and what an action
//! gets.

use super::call::{seen_through, unknown};
use super::naming::{Names, number, rt};
use crate::skill::ast::{MachineKind, MaxAge};
use crate::skill::check::Interface;
use crate::syntax::at::rt as rt_from_user;
use crate::syntax::label::print_type;
use crate::syntax::names::plain;
use crate::syntax::rust_analyzer::{self, without_span, without_spans};
use proc_macro2::TokenStream;
use quote::{format_ident, quote};

/// `pub struct StandupPorts<'a> { .. }`
pub fn emit(names: &Names<'_>) -> TokenStream {
    let (rt, vis, skill) = (rt_from_user(), &names.vis, &names.name);
    let name = names.of_skill("Ports");
    let title = format!("The interfaces of [`{skill}`], as its actions get them.");
    let lints = names.lints_elsewhere();
    // So that one function can be an action of all of them.
    if let Some(first) = &names.first {
        let first = without_span(&format_ident!("{}Ports", plain(first)));
        return quote! {
            #[doc = #title]
            #(#lints)*
            #[allow(dead_code, non_camel_case_types)]
            #vis type #name<'a> = #first<'a>;
        };
    }
    let fields = names.interfaces.iter().enumerate().map(|(place, interface)| {
        let (variable, ty, port) = (&interface.variable, &interface.ty, port(interface));
        let mut docs = format!("The interface \"{}\"", interface.id);
        for id in names
            .others
            .iter()
            .filter_map(|other| other.ids[place].as_ref())
            .filter(|id| **id != interface.id)
        {
            docs.push_str(&format!(" or \"{id}\""));
        }
        docs.push('.');
        quote!(#[doc = #docs] pub #variable: #rt::#port<'a, #ty>)
    });
    let lifetime = names.interfaces.is_empty().then(|| {
        quote! {
            #[doc(hidden)]
            pub __lifetime: #rt::core::marker::PhantomData<&'a ()>,
        }
    });
    // What could not be read is no further error of a function that uses it.
    let lost = names.lost_interfaces.then(|| {
        let target = (unknown(names), quote!(loop {}), quote!(loop {}));
        seen_through(&quote!(#name<'_>), target, None)
    });
    quote! {
        #[doc = #title]
        #(#lints)*
        #[allow(dead_code, non_camel_case_types)]
        #vis struct #name<'a> {
            #(#fields,)*
            #lifetime
        }
        #lost
    }
}

/// Emits the traits by which a blackboard provides the interfaces, and the constructor of
/// the ports.
pub fn access(names: &Names<'_>) -> TokenStream {
    let (rt, name) = (rt(), names.of_skill("Ports"));
    let traits = names.interfaces.iter().map(|interface| provider(names, interface));
    let bounds = names.blackboard_bounds();
    let noted = names.noted();
    let fields = names.interfaces.iter().enumerate().map(|(place, interface)| {
        let (variable, provided) = (&interface.variable, Names::provided(interface));
        let parts = quote!(cx.snapshot.port::<#provided>());
        if interface.writes {
            return quote!(#variable: #rt::WritePort::new(#parts, cx.now));
        }
        let (bit, index) = (1_u32 << place, number(place));
        let age = match interface.max_age {
            MaxAge::OfInterface => quote!(#rt::None),
            MaxAge::Never => quote!(#rt::Some(u64::MAX)),
            MaxAge::Micros(micros) => quote!(#rt::Some(#micros)),
        };
        let index = quote!(#index + if decided & #bit == 0 { 0 } else { #rt::DECIDED });
        let running = if noted.contains(&place) {
            let of = names.running(place);
            quote!(#rt::Running::part(&running #of, by))
        } else {
            let ty = &interface.ty;
            quote!(#rt::not_noted::<#ty>())
        };
        quote! {
            #variable: #rt::Port::new(#parts, (&level.refused, #index), cx.now, #age, #running)
        }
    });
    let lifetime = names.interfaces.is_empty();
    let lifetime = lifetime.then(|| quote!(__lifetime: #rt::core::marker::PhantomData));
    let skill = &names.name;
    let on_board = (names.model.kind == MachineKind::Skill)
        .then(|| quote!(impl<__B: #bounds> #rt::OnBoard<__B> for #skill {}));
    quote! {
        #(#traits)*
        #on_board
        #[inline(always)]
        fn __ports<'a, __B: #bounds, __T>(
            cx: &'a #rt::Context<'_, __B, __T>,
            level: &'a #rt::Activation,
            running: &'a __Running,
            decided: u32,
            by: u16,
        ) -> #name<'a> {
            #name { #(#fields,)* #lifetime }
        }
    }
}

/// For rust-analyzer, one thing for each interface's bare name.
pub fn variables(names: &Names<'_>) -> TokenStream {
    let rt = rt();
    let variables = names.interfaces.iter().map(|interface| {
        let (ty, port) = (without_spans(&interface.ty), port(interface));
        rust_analyzer::interface(&interface.variable, &quote!(#rt::#port<'static, #ty>))
    });
    quote!(#(#variables)*)
}

fn port(interface: &Interface) -> TokenStream {
    if interface.writes { quote!(WritePort) } else { quote!(Port) }
}

/// The trait whose error names what a blackboard lacks.
fn provider(names: &Names<'_>, interface: &Interface) -> TokenStream {
    let (rt, name) = (rt(), Names::interface_trait(interface));
    let (skill, id) = (&names.name, &interface.id);
    let ty = print_type(&interface.ty);
    let verb = if interface.writes { "writes" } else { "reads" };
    let kind = match names.model.kind {
        MachineKind::Skill => "skill",
        MachineKind::Agent => "agent",
    };
    let message = format!(
        "{kind} `{skill}` {verb} \"{id}\": {ty}, which blackboard `{{Self}}` does not provide"
    );
    let missing = format!("\"{id}\": {ty} is missing");
    let note = format!(
        "`blackboard! {{{{ {{Self}} {{{{ .. }}}} }}}}` needs `\"{id}\": {ty}`, with this id and this type"
    );
    let provided = Names::provided(interface);
    quote! {
        #[diagnostic::on_unimplemented(message = #message, label = #missing, note = #note)]
        pub trait #name: #rt::Provides<#provided> {}
        #[diagnostic::do_not_recommend]
        impl<__B: #rt::Provides<#provided>> #name for __B {}
    }
}
