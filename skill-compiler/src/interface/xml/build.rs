//! A description to the AST of `interface!`: everything gets its Rust name.

use super::call::Call;
use super::names::{self, MESSAGE, Taken};
use super::read::{Description, Field, FieldType, Of};
use super::types::Plain;
use crate::interface::ast::{self, Interface};
use crate::syntax::names::{ident, plain};
use proc_macro2::{Literal, Span};
use std::collections::BTreeMap;
use syn::{Attribute, Ident, Type, parse_quote};

/// The interface, named as the call, the file, or the file's name says.
pub fn interface(read: Description, call: Call, stem: &str) -> Interface {
    let described = if read.name.is_empty() { stem } else { &read.name };
    let name = call.name.unwrap_or_else(|| {
        let given = if names::is_name(described) { described } else { "Interface" };
        identifier(&names::interface(given))
    });
    let mut attrs: Vec<Attribute> =
        call.attrs.into_iter().filter(|attr| attr.path().is_ident("doc")).collect();
    if attrs.is_empty() {
        attrs = documented(&read.docs, &plain(&name), &read.name, "The interface");
    }
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
    let mut constants = Taken::default();
    Interface {
        attrs,
        vis: call.vis,
        name,
        described: true,
        constants: read
            .constants
            .into_iter()
            .map(|constant| {
                let name = constants.take_numbered(names::constant(&constant.name), "_");
                let ty = constant.ty.rust();
                ast::Constant {
                    attrs: documented(&constant.docs, &name, &constant.name, "The constant"),
                    name: identifier(&name),
                    ty: parse_quote!(#ty),
                    value: constant.value,
                }
            })
            .collect(),
        enums: read.enums.into_iter().map(|item| enumeration(item, &enums)).collect(),
        bits: Vec::new(),
        fields: fields(read.fields, &enums),
        groups: Vec::new(),
        messages: read
            .messages
            .into_iter()
            .zip(messages)
            .map(|(message, name)| ast::Message {
                attrs: documented(&message.docs, &name, &message.name, "The message"),
                flush: false,
                name: identifier(&name),
                fields: fields(message.fields, &enums),
                groups: Vec::new(),
            })
            .collect(),
        capacity: call.capacity,
        flush: call.flush,
    }
}

fn enumeration(item: super::read::Enum, enums: &BTreeMap<String, Ident>) -> ast::Enum {
    let name =
        enums.get(&item.name).cloned().unwrap_or_else(|| identifier(&names::camel(&item.name)));
    let described: Vec<&str> = item.items.iter().map(|value| &*value.name).collect();
    let own = names::values(&described);
    let items = item.items.into_iter().zip(own).map(|(value, own)| {
        let number = value.number.map(|number| {
            let number = Literal::u32_unsuffixed(number);
            parse_quote!(#number)
        });
        let attrs = documented(&value.docs, &own, &value.name, "The value");
        ast::Item { attrs, name: identifier(&own), number }
    });
    let items = items.collect();
    ast::Enum { attrs: documented(&item.docs, &plain(&name), &item.name, "The enum"), name, items }
}

fn fields(fields: Vec<Field>, enums: &BTreeMap<String, Ident>) -> Vec<ast::Field> {
    let mut taken = Taken::default();
    fields
        .into_iter()
        .filter_map(|field| {
            let name = taken.take_numbered(names::field(&field.name), "_");
            Some(ast::Field {
                attrs: documented(&field.docs, &name, &field.name, "The field"),
                name: identifier(&name),
                ty: rust(&field.ty?, enums),
            })
        })
        .collect()
}

/// The type of a field in Rust.
fn rust(ty: &FieldType, enums: &BTreeMap<String, Ident>) -> Type {
    let length = ty.length.map(Literal::usize_unsuffixed);
    let one: Type = match &ty.of {
        Of::Plain(Plain::Text) => return parse_quote!(::skill_runtime::Text<#length>),
        Of::Plain(plain) => {
            let plain = plain.rust();
            parse_quote!(#plain)
        }
        Of::Enum(name) => {
            let name = enums.get(name).cloned().unwrap_or_else(|| identifier(&names::camel(name)));
            parse_quote!(#name)
        }
    };
    match length {
        Some(length) => parse_quote!([#one; #length]),
        None => one,
    }
}

/// A name of the expansion, without a span of the user's.
fn identifier(name: &str) -> Ident {
    ident(name, Span::call_site())
}

/// The documentation of something, which is also found by the name that Fawkes gives it.
fn documented(docs: &str, name: &str, described: &str, what: &str) -> Vec<Attribute> {
    let docs = if docs.is_empty() { format!("{what} `{name}`.") } else { docs.to_owned() };
    let mut attrs: Vec<Attribute> = vec![parse_quote!(#[doc = #docs])];
    if !described.is_empty() && described != name {
        attrs.push(parse_quote!(#[doc(alias = #described)]));
    }
    attrs
}
