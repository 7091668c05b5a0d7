//! Tokens to the AST of an interface.

use super::ast::{Capacity, Constant, Enum, Field, Interface, Item, Message};
use crate::syntax::errors::Errors;
use crate::syntax::recover::{list, take_until};
use syn::ext::IdentExt as _;
use syn::parse::ParseStream;
use syn::{Attribute, Ident, Token, braced, parenthesized};

mod kw {
    syn::custom_keyword!(fields);
    syn::custom_keyword!(messages);
    syn::custom_keyword!(capacity);
    syn::custom_keyword!(words);
}

/// `/// docs  pub NAME { items }`
pub fn interface(input: ParseStream<'_>, errors: &mut Errors) -> syn::Result<Interface> {
    let attrs = input.call(Attribute::parse_outer)?;
    let vis = input.parse()?;
    let name: Ident = input.parse().map_err(|error| {
        syn::Error::new(error.span(), "expected the interface: `pub NAME { fields { .. } }`")
    })?;
    let mut interface = Interface {
        attrs,
        vis,
        name,
        described: false,
        constants: Vec::new(),
        enums: Vec::new(),
        fields: Vec::new(),
        messages: Vec::new(),
        capacity: None,
    };
    let content;
    braced!(content in input);
    while !content.is_empty() {
        if let Err(error) = item(&content, &mut interface, errors) {
            errors.absorb(error);
            take_until(&content, |input| {
                input.peek(Token![enum])
                    || input.peek(Token![const])
                    || input.peek(kw::fields)
                    || input.peek(kw::messages)
            });
        }
    }
    Ok(interface)
}

fn item(input: ParseStream<'_>, interface: &mut Interface, errors: &mut Errors) -> syn::Result<()> {
    let attrs = input.call(Attribute::parse_outer)?;
    if input.peek(Token![const]) {
        input.parse::<Token![const]>()?;
        let name = input.parse()?;
        input.parse::<Token![:]>()?;
        let ty = input.parse()?;
        input.parse::<Token![=]>()?;
        let value = take_until(input, |input| input.peek(Token![;]));
        input.parse::<Token![;]>()?;
        interface.constants.push(Constant { attrs, name, ty, value });
    } else if input.peek(Token![enum]) {
        input.parse::<Token![enum]>()?;
        let name = input.parse()?;
        let content;
        braced!(content in input);
        let items = list(&content, errors, enum_item);
        interface.enums.push(Enum { attrs, name, items });
    } else if input.peek(kw::fields) {
        input.parse::<kw::fields>()?;
        let content;
        braced!(content in input);
        interface.fields.extend(list(&content, errors, field));
    } else if input.peek(kw::messages) {
        input.parse::<kw::messages>()?;
        if input.peek(syn::token::Paren) {
            let options;
            parenthesized!(options in input);
            interface.capacity = Some(capacity(&options)?);
        }
        let content;
        braced!(content in input);
        let messages = list(&content, errors, |input, errors| {
            let attrs = input.call(Attribute::parse_outer)?;
            let name = input.parse()?;
            let mut fields = Vec::new();
            if input.peek(syn::token::Brace) {
                let content;
                braced!(content in input);
                fields = list(&content, errors, field);
            }
            Ok(Message { attrs, name, fields })
        });
        interface.messages.extend(messages);
    } else {
        return Err(input
            .error("an interface holds `fields { .. }`, `messages { .. }`, `enum` and `const`"));
    }
    Ok(())
}

/// `capacity = 16` or `words = 64`
pub fn capacity(input: ParseStream<'_>) -> syn::Result<Capacity> {
    let of: fn(syn::LitInt) -> Capacity = if input.peek(kw::words) {
        input.parse::<kw::words>()?;
        Capacity::Words
    } else {
        input.parse::<kw::capacity>().map_err(|error| {
            syn::Error::new(error.span(), "expected `capacity = 16` or `words = 64`")
        })?;
        Capacity::Messages
    };
    input.parse::<Token![=]>()?;
    Ok(of(input.parse()?))
}

fn enum_item(input: ParseStream<'_>, _: &mut Errors) -> syn::Result<Item> {
    let attrs = input.call(Attribute::parse_outer)?;
    let name = input.parse()?;
    let number =
        if input.parse::<Option<Token![=]>>()?.is_some() { Some(input.parse()?) } else { None };
    Ok(Item { attrs, name, number })
}

fn field(input: ParseStream<'_>, _: &mut Errors) -> syn::Result<Field> {
    let attrs = input.call(Attribute::parse_outer)?;
    // Fawkes has fields with names like `final`: they become raw identifiers.
    let name = input
        .call(Ident::parse_any)
        .map_err(|error| syn::Error::new(error.span(), "expected a field: `name: Type`"))?;
    if name == "self" || name == "Self" || name == "super" || name == "crate" || name == "_" {
        return Err(syn::Error::new(name.span(), format!("`{name}` is no name for a field")));
    }
    let name = crate::syntax::names::ident(&crate::syntax::names::plain(&name), name.span());
    input.parse::<Token![:]>().map_err(|_| {
        syn::Error::new(name.span(), format!("expected the field's type: `{name}: Type`"))
    })?;
    Ok(Field { attrs, name, ty: input.parse()? })
}
