//! A description as the block of `interface!`: everything gets its Rust name.

use crate::call::Call;
use crate::names::{self, MESSAGE, Taken};
use crate::read::{Description, Enum, Field, FieldType, Of};
use crate::types::Plain;
use proc_macro2::{Literal, Span, TokenStream};
use quote::{ToTokens as _, quote};
use skill_compiler::names::{did_you_mean, ident, plain};
use std::collections::BTreeMap;
use syn::{Attribute, Ident};

/// Returns the block of the interface, named as the call, the file, or the file's name says, and the
/// errors of the call.
pub fn interface(read: Description, call: Call, stem: &str) -> (TokenStream, Option<syn::Error>) {
    let described = if read.name.is_empty() { stem } else { &read.name };
    let name = call.name.unwrap_or_else(|| {
        let given = if names::is_name(described) { described } else { "Interface" };
        identifier(&names::interface(given))
    });
    let given = |attr: &&Attribute| attr.path().is_ident("doc") || attr.path().is_ident("skill");
    let attrs: Vec<_> = call.attrs.iter().filter(given).collect();
    let docs = (!attrs.iter().any(|attr| attr.path().is_ident("doc")))
        .then(|| documented(&read.docs, &plain(&name), &read.name, "The interface"));
    let mut taken = Taken::but(&[&plain(&name), MESSAGE]);
    let messages: Vec<String> =
        read.messages.iter().map(|message| names::message(&message.name, &mut taken)).collect();
    let enums: BTreeMap<String, Ident> = read
        .enums
        .iter()
        .map(|item| {
            let own = names::enumeration(&item.name, &mut taken);
            (item.name.clone(), identifier(&own))
        })
        .collect();
    let unknown = call.flush.iter().filter(|flush| !messages.contains(&plain(flush)));
    let errors = unknown.map(|flush| {
        let help = did_you_mean(&plain(flush), messages.iter().map(String::as_str));
        syn::Error::new(flush.span(), format!("`{name}` has no message `{flush}`{help}"))
    });
    let errors = errors.reduce(|mut all, error| {
        all.combine(error);
        all
    });
    let mut taken = Taken::default();
    let constants = read.constants.into_iter().map(|constant| {
        let name = taken.take_numbered(names::constant(&constant.name), "_");
        let docs = documented(&constant.docs, &name, &constant.name, "The constant");
        let (name, ty, value) = (identifier(&name), constant.ty.rust(), constant.value);
        quote!(#docs const #name: #ty = #value;)
    });
    let items = read.enums.into_iter().map(|item| enumeration(item, &enums));
    let own_fields = fields(read.fields, &enums);
    let messages = read.messages.into_iter().zip(&messages).map(|(message, name)| {
        let docs = documented(&message.docs, name, &message.name, "The message");
        let flush = call.flush.iter().any(|flush| plain(flush) == *name).then(|| quote!(flush));
        let (name, fields) = (identifier(name), fields(message.fields, &enums));
        quote!(#docs #flush #name { #fields })
    });
    let (vis, capacity, max_age) = (&call.vis, &call.capacity, &call.max_age);
    let block = quote! {
        #(#attrs)* #docs #vis #name {
            #max_age
            #(#constants)*
            #(#items)*
            fields { #own_fields }
            messages #capacity { #(#messages),* }
        }
    };
    (block, errors)
}

fn enumeration(item: Enum, enums: &BTreeMap<String, Ident>) -> TokenStream {
    let name = enum_name(&item.name, enums);
    let described: Vec<&str> = item.items.iter().map(|value| &*value.name).collect();
    let own = names::values(&described);
    let items = item.items.into_iter().zip(own).map(|(value, own)| {
        let docs = documented(&value.docs, &own, &value.name, "The value");
        let number = value.number.map(|number| {
            let number = Literal::u32_unsuffixed(number);
            quote!(= #number)
        });
        let name = identifier(&own);
        quote!(#docs #name #number)
    });
    let docs = documented(&item.docs, &plain(&name), &item.name, "The enum");
    quote!(#docs enum #name { #(#items),* })
}

fn fields(fields: Vec<Field>, enums: &BTreeMap<String, Ident>) -> TokenStream {
    let mut taken = Taken::default();
    let each = fields.into_iter().filter_map(|field| {
        let name = taken.take_numbered(names::field(&field.name), "_");
        let docs = documented(&field.docs, &name, &field.name, "The field");
        let (name, ty) = (identifier(&name), rust(&field.ty?, enums));
        Some(quote!(#docs #name: #ty,))
    });
    each.collect()
}

/// The type of a field in Rust.
fn rust(ty: &FieldType, enums: &BTreeMap<String, Ident>) -> TokenStream {
    let length = ty.length.map(Literal::usize_unsuffixed);
    let one = match &ty.of {
        Of::Plain(Plain::Text) => return quote!(::skill_runtime::Text<#length>),
        Of::Plain(plain) => plain.rust(),
        Of::Enum(name) => enum_name(name, enums).into_token_stream(),
    };
    match length {
        Some(length) => quote!([#one; #length]),
        None => one,
    }
}

fn enum_name(name: &str, enums: &BTreeMap<String, Ident>) -> Ident {
    enums.get(name).cloned().unwrap_or_else(|| identifier(&names::camel(name)))
}

/// A name of the expansion, without a span of the user's.
fn identifier(name: &str) -> Ident {
    ident(name, Span::call_site())
}

/// The documentation of something, which is also found by the name that Fawkes gives it.
fn documented(docs: &str, name: &str, described: &str, what: &str) -> TokenStream {
    let docs = if docs.is_empty() { format!("{what} `{name}`.") } else { docs.to_owned() };
    let alias =
        (!described.is_empty() && described != name).then(|| quote!(#[doc(alias = #described)]));
    quote!(#[doc = #docs] #alias)
}
