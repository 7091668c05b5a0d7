//! An interface as data: what is known of it at run time.

use super::ast::{Enum, Field, Interface};
use crate::skill::MaxAge;
use crate::syntax::at::rt;
use crate::syntax::{docs, label, names, units};
use proc_macro2::TokenStream;
use quote::quote;

/// The age above which a value is stale if neither the interface nor the skill says one.
const DEFAULT_MAX_AGE_MICROS: u64 = 1_000_000;

/// An `InterfaceInfo`.
pub fn interface(interface: &Interface) -> TokenStream {
    let rt = rt();
    let (name, text) = (names::plain(&interface.name), docs::text(&interface.attrs));
    let fields_info = fields(&interface.fields);
    let messages = (1_u32..).zip(&interface.messages).map(|(number, message)| {
        let (name, text) = (names::plain(&message.name), docs::text(&message.attrs));
        let fields = fields(&message.fields);
        let flush = message.flush;
        let until = match message.until.as_ref().map(names::plain) {
            Some(until) => quote!(#rt::Some(#until)),
            None => quote!(#rt::None),
        };
        quote!(#rt::MessageInfo {
            name: #name, docs: #text, number: #number, flush: #flush, until: #until,
            fields: #fields,
        })
    });
    let enums = interface.enums.iter().map(|item| {
        let name = &item.name;
        quote!(#rt::enum_of(<#name as #rt::Words>::TYPE))
    });
    let constants = interface.constants.iter().map(|constant| {
        let (name, text) = (names::plain(&constant.name), docs::text(&constant.attrs));
        let (ty, value) = (label::print_type(&constant.ty), label::print(&constant.value));
        let unit = units::of_field(&name.to_lowercase(), &constant.attrs);
        quote!(#rt::ConstantInfo {
            name: #name, type_name: #ty, value: #value, unit: #unit, docs: #text,
        })
    });
    let max_age = match interface.max_age {
        MaxAge::OfInterface => quote!(#rt::Some(#DEFAULT_MAX_AGE_MICROS)),
        MaxAge::Never => quote!(#rt::None),
        MaxAge::Micros(micros) => quote!(#rt::Some(#micros)),
    };
    quote! {
        #rt::InterfaceInfo {
            name: #name,
            docs: #text,
            max_age_micros: #max_age,
            fields: #fields_info,
            messages: &[#(#messages),*],
            enums: &[#(#enums),*],
            constants: &[#(#constants),*],
        }
    }
}

fn fields(fields: &[Field]) -> TokenStream {
    let rt = rt();
    let fields = fields.iter().map(|Field { attrs, name, ty }| {
        let (name, text) = (names::plain(name), docs::text(attrs));
        let (type_name, unit) = (label::print_type(ty), units::of_field(&name, attrs));
        quote!(#rt::FieldInfo {
            name: #name,
            type_name: #type_name,
            ty: <#ty as #rt::Words>::TYPE,
            unit: #unit,
            docs: #text,
        })
    });
    quote!(&[#(#fields),*])
}

/// An `EnumInfo`: `numbers` and `texts` of its values.
pub fn enumeration(item: &Enum, numbers: &[u32], texts: &[String]) -> TokenStream {
    let rt = rt();
    let (name, text) = (names::plain(&item.name), docs::text(&item.attrs));
    let values = item.items.iter().zip(numbers).zip(texts).map(|((value, number), word)| {
        let (name, text) = (names::plain(&value.name), docs::text(&value.attrs));
        quote!(#rt::EnumValue { name: #name, text: #word, number: #number, docs: #text })
    });
    quote!(#rt::EnumInfo { name: #name, docs: #text, values: &[#(#values),*] })
}
