//! Tokens to the AST of an interface.

use super::ast::{Bits, Capacity, Constant, Enum, Field, GroupUse, Interface, Item, Message};
use crate::syntax::errors::Errors;
use crate::syntax::recover::{list, take_until};
use syn::ext::IdentExt as _;
use syn::parse::ParseStream;
use syn::{Attribute, Ident, Path, Token, braced, parenthesized};

pub mod kw {
    syn::custom_keyword!(fields);
    syn::custom_keyword!(messages);
    syn::custom_keyword!(capacity);
    syn::custom_keyword!(words);
    syn::custom_keyword!(bits);
    syn::custom_keyword!(flush);
}

/// `/// docs  pub NAME { items }`
pub fn interface(input: ParseStream<'_>, errors: &mut Errors) -> syn::Result<Interface> {
    let attrs = input.call(Attribute::parse_outer)?;
    let vis = input.parse()?;
    let name: Ident = input.parse().map_err(|error| {
        syn::Error::new(
            error.span(),
            "expected an interface\nhelp: write `pub NAME { fields { .. } }`",
        )
    })?;
    let mut interface = Interface {
        attrs,
        vis,
        name,
        described: false,
        constants: Vec::new(),
        enums: Vec::new(),
        bits: Vec::new(),
        fields: Vec::new(),
        groups: Vec::new(),
        messages: Vec::new(),
        capacity: None,
        flush: Vec::new(),
    };
    let content;
    braced!(content in input);
    while !content.is_empty() {
        if let Err(error) = item(&content, &mut interface, errors) {
            errors.absorb(error);
            take_until(&content, |input| {
                input.peek(Token![enum])
                    || input.peek(Token![const])
                    || input.peek(kw::bits)
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
    } else if input.peek(kw::bits) {
        input.parse::<kw::bits>()?;
        let prefix = input.parse()?;
        input.parse::<Token![..]>()?;
        let group = input.call(Path::parse_mod_style)?;
        input.parse::<Token![:]>()?;
        let ty = input.parse()?;
        input.parse::<Token![;]>()?;
        interface.bits.push(Bits { attrs, prefix, group, ty });
    } else if input.peek(kw::fields) {
        input.parse::<kw::fields>()?;
        let content;
        braced!(content in input);
        fields(&content, errors, &mut interface.fields, &mut interface.groups);
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
            let flush = input.parse::<Option<kw::flush>>()?;
            if let Some(flush) = &flush {
                errors.record_keyword("flush", flush.span);
                if input.peek(kw::flush) || !input.peek(Ident) {
                    let message = "expected a message after `flush`\nhelp: write `flush Stop`";
                    return Err(input.error(message));
                }
            }
            let (flush, name) = (flush.is_some(), input.parse()?);
            let mut message =
                Message { attrs, flush, name, fields: Vec::new(), groups: Vec::new() };
            if input.peek(syn::token::Brace) {
                let content;
                braced!(content in input);
                fields(&content, errors, &mut message.fields, &mut message.groups);
            }
            Ok(message)
        });
        interface.messages.extend(messages);
    } else if input.peek(kw::flush) {
        return Err(input.error(
            "unexpected `flush`\nhelp: write it before a message: `messages { flush Stop }`",
        ));
    } else {
        return Err(input
            .error("unexpected item in an interface, expected one of `fields { .. }`, `messages { .. }`, `enum`, `const`"));
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
            syn::Error::new(
                error.span(),
                "expected `capacity` or `words`\nhelp: write `capacity = 16` or `words = 64`",
            )
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

/// `name: Type, ..group: Type`
fn fields(
    input: ParseStream<'_>,
    errors: &mut Errors,
    fields: &mut Vec<Field>,
    groups: &mut Vec<GroupUse>,
) {
    for entry in list(input, errors, entry) {
        match entry {
            Entry::Field(field) => fields.push(field),
            Entry::Group(group) => groups.push(GroupUse { at: fields.len(), ..group }),
        }
    }
}

enum Entry {
    Field(Field),
    Group(GroupUse),
}

fn entry(input: ParseStream<'_>, _: &mut Errors) -> syn::Result<Entry> {
    let attrs = input.call(Attribute::parse_outer)?;
    if input.parse::<Option<Token![..]>>()?.is_some() {
        let path = input.call(Path::parse_mod_style)?;
        input.parse::<Token![:]>()?;
        let ty = input.parse()?;
        return Ok(Entry::Group(GroupUse { attrs, path, ty, at: 0, names: Vec::new() }));
    }
    if input.peek(kw::flush) && input.peek2(Ident) {
        return Err(input.error("`flush` before a field\nhelp: only messages can be `flush`"));
    }
    // Fawkes has fields with names like `final`: they become raw identifiers.
    let name = input.call(Ident::parse_any).map_err(|error| {
        syn::Error::new(error.span(), "expected a field\nhelp: declare it as `name: Type`")
    })?;
    if name == "self" || name == "Self" || name == "super" || name == "crate" || name == "_" {
        return Err(syn::Error::new(
            name.span(),
            format!("`{name}` cannot be the name of a field"),
        ));
    }
    let name = crate::syntax::names::ident(&crate::syntax::names::plain(&name), name.span());
    input.parse::<Token![:]>().map_err(|_| {
        syn::Error::new(
            name.span(),
            format!("missing type for field `{name}`\nhelp: provide a type: `{name}: Type`"),
        )
    })?;
    Ok(Entry::Field(Field { attrs, name, ty: input.parse()? }))
}
