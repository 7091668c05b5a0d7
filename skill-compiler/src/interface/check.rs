//! Names once, enums that fit a word, a queue that can wrap.

use super::ast::{Capacity, Enum, Field, Interface};
use crate::syntax::errors::Errors;
use crate::syntax::names::{plain, snake, type_name};
use crate::syntax::types::name_lifetimes;
use proc_macro2::Span;
use std::collections::BTreeMap;
use syn::Ident;

/// Reports what is wrong with an interface, and leaves out duplicates.
pub fn check(interface: &mut Interface, errors: &mut Errors) {
    let name = plain(&interface.name);
    if snake(&name) == name {
        let camel = type_name(&interface.name);
        // `_` is reported as what is no name.
        if name != "__" {
            errors.at(
                &interface.name,
                format!(
                    "interface `{name}` in small letters, as its module\nhelp: write `{camel}`"
                ),
            );
        }
        interface.name = camel;
    }
    for message in &mut interface.messages {
        let name = plain(&message.name);
        // A binding of that name in generated code would be the message.
        if snake(&name) == name && name != "__" {
            let camel = type_name(&message.name);
            let help = format!("help: write `{camel}`");
            errors.at(&message.name, format!("message `{name}` in small letters\n{help}"));
            message.name = camel;
        }
    }
    unique(&mut interface.enums, |item| &item.name, "enum", errors);
    unique(&mut interface.messages, |item| &item.name, "message", errors);
    unique(&mut interface.constants, |item| &item.name, "constant", errors);
    fields(&mut interface.fields, errors);
    for message in &mut interface.messages {
        fields(&mut message.fields, errors);
    }
    let messages = interface.messages.iter_mut().flat_map(|message| &mut message.fields);
    messages.chain(&mut interface.fields).for_each(|field| name_lifetimes(&mut field.ty));
    let mut taken = BTreeMap::from([(plain(&interface.name), interface.name.span())]);
    interface.enums.retain(|item| free(&item.name, &taken, errors));
    taken.extend(interface.enums.iter().map(|item| (plain(&item.name), item.name.span())));
    interface.messages.retain(|message| free(&message.name, &taken, errors));
    super::until::check(&mut interface.messages, errors);
    for item in &mut interface.enums {
        values(item, errors);
    }
    if let Some(capacity) = &interface.capacity {
        let (capacity, most, wrong) = match capacity {
            Capacity::Messages(capacity) => (
                capacity,
                1024,
                "invalid capacity of the queue\nhelp: use a power of two up to 1024",
            ),
            Capacity::Words(words) => (
                words,
                65_536,
                "invalid number of words of the queue\nhelp: use a power of two up to 65536",
            ),
        };
        match capacity.base10_parse::<u32>() {
            Ok(number) if number.is_power_of_two() && number <= most => {}
            _ => errors.at(capacity, wrong),
        }
        if interface.messages.is_empty() {
            errors.at(capacity, "capacity of an interface without messages\nhelp: remove it");
        }
    }
}

/// Whether no other type of the interface has this name.
fn free(name: &Ident, taken: &BTreeMap<String, Span>, errors: &mut Errors) -> bool {
    let first = taken.get(&plain(name));
    if let Some(first) = first {
        errors.repeated(name, *first, format!("the name `{name}` is already used by another type of this interface\nhelp: rename one of them"));
    }
    first.is_none()
}

fn fields(fields: &mut Vec<Field>, errors: &mut Errors) {
    unique(fields, |field| &field.name, "field", errors);
}

/// The values of an enum: names and numbers once.
fn values(item: &mut Enum, errors: &mut Errors) {
    unique(&mut item.items, |value| &value.name, "value", errors);
    let mut words = BTreeMap::new();
    item.items.retain(|value| {
        let word = snake(&plain(&value.name));
        let first = words.insert(word.clone(), value.name.span());
        if let Some(first) = first {
            let value = &value.name;
            errors.repeated(value, first, format!("`{value}` and another value are both \"{word}\" in calls\nhelp: rename one of them"));
        }
        first.is_none()
    });
    let mut numbers = BTreeMap::new();
    let mut next = 0_u32;
    item.items.retain(|value| {
        let number = match &value.number {
            None => next,
            Some(number) => errors.ok(number.base10_parse()).unwrap_or(next),
        };
        next = number.wrapping_add(1);
        let first = numbers.insert(number, value.name.span());
        if let Some(first) = first {
            let value = &value.name;
            errors.repeated(
                value,
                first,
                format!(
                    "number {number} assigned more than once\nhelp: give `{value}` another number"
                ),
            );
        }
        first.is_none()
    });
}

/// Keeps the first of each name.
fn unique<T>(items: &mut Vec<T>, name: fn(&T) -> &Ident, what: &str, errors: &mut Errors) {
    let mut seen: BTreeMap<String, Span> = BTreeMap::new();
    items.retain(|item| {
        let name = name(item);
        let first = seen.get(&plain(name));
        if let Some(first) = first {
            let message = format!("duplicate {what} `{name}`\nhelp: rename one of them");
            errors.repeated(name, *first, message);
            return false;
        }
        seen.insert(plain(name), name.span());
        true
    });
}
