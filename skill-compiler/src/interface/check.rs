//! Names once, enums that fit a word, a queue that can wrap.

use super::ast::{Capacity, Constant, Enum, Field, Interface, Item, Message};
use super::field_list::unknown;
use crate::syntax::errors::{Errors, UNKNOWN};
use crate::syntax::label::print_type;
use crate::syntax::names::{plain, snake, type_name};
use crate::syntax::types::name_lifetimes;
use proc_macro2::Span;
use std::collections::BTreeMap;
use syn::{Ident, Type};

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
    // Which of two is meant is not known.
    let lost: Lose<Enum> = |first, _| first.lost = true;
    unique(&mut interface.enums, |item| &item.name, ("enum", lost), errors);
    let lost: Lose<Message> = |first, _| first.lost = true;
    unique(&mut interface.messages, |item| &item.name, ("message", lost), errors);
    let lost: Lose<Constant> = |first, second| first.ty = common(&first.ty, &second.ty);
    unique(&mut interface.constants, |item| &item.name, ("constant", lost), errors);
    fields(&mut interface.fields, errors);
    for message in &mut interface.messages {
        fields(&mut message.fields, errors);
    }
    let messages = interface.messages.iter_mut().flat_map(|message| &mut message.fields);
    messages.chain(&mut interface.fields).for_each(|field| name_lifetimes(&mut field.ty));
    let mut taken = BTreeMap::from([(plain(&interface.name), interface.name.span())]);
    interface.enums.retain(|item| free(&item.name, &taken, errors));
    taken.extend(interface.enums.iter().map(|item| (plain(&item.name), item.name.span())));
    for item in &mut interface.enums {
        let mut messages = interface.messages.iter();
        item.lost |= messages.any(|message| plain(&message.name) == plain(&item.name));
        errors.lost.declaration |= item.lost;
    }
    interface.messages.retain(|message| free(&message.name, &taken, errors));
    interface.endings = super::until::check(&mut interface.messages, errors);
    for item in &mut interface.enums {
        values(item, errors);
    }
    done(&mut interface.fields, errors);
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

/// Reports the result of a message of which one field has another type: no message would ever be done.
fn done(fields: &mut [Field], errors: &mut Errors) {
    const FIELDS: [(&str, &str); 2] = [("msgid", "u32"), ("final", "bool")];
    let is = |field: &Field, name: &str| plain(&field.name) == name;
    if !FIELDS.iter().all(|(name, _)| fields.iter().any(|field| is(field, name))) {
        return;
    }
    for (name, ty) in FIELDS {
        for field in fields.iter_mut().filter(|field| is(field, name)) {
            let found = print_type(&field.ty);
            if found != ty && found != UNKNOWN {
                let help = format!("help: write `{name}: {ty}`");
                errors.at(&field.ty, format!("`{found}` as the type of `{name}`, which says what the last message was\n{help}"));
                field.ty = syn::parse_str(ty).unwrap_or_else(|_| unknown());
            }
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
    let lost: Lose<Field> = |first, second| first.ty = common(&first.ty, &second.ty);
    unique(fields, |field| &field.name, ("field", lost), errors);
}

/// The values of an enum: names and numbers once.
fn values(item: &mut Enum, errors: &mut Errors) {
    let before = errors.count();
    unique(&mut item.items, |value| &value.name, ("value", |_, _| {}), errors);
    item.lost |= errors.count() > before;
    let mut words = BTreeMap::new();
    for Item { name, .. } in &item.items {
        let word = snake(&plain(name));
        if let Some(first) = words.insert(word.clone(), name.span()) {
            errors.repeated(name, first, format!("`{name}` and another value are both \"{word}\" in calls\nhelp: rename one of them"));
            item.lost = true;
        }
    }
    let mut numbers = BTreeMap::new();
    let mut next = 0_u32;
    for Item { name, number, .. } in &item.items {
        let number = match number {
            None => next,
            Some(number) => errors.ok(number.base10_parse()).unwrap_or(next),
        };
        next = number.wrapping_add(1);
        if let Some(first) = numbers.insert(number, name.span()) {
            let help = format!("help: give `{name}` another number");
            errors.repeated(
                name,
                first,
                format!("number {number} assigned more than once\n{help}"),
            );
            item.lost = true;
        }
    }
    errors.lost.declaration |= item.lost;
}

/// Notes of the first of two items that it is declared again.
type Lose<T> = fn(&mut T, &T);

/// Returns the type of what is declared with two types.
fn common(first: &Type, second: &Type) -> Type {
    if print_type(first) == print_type(second) { first.clone() } else { unknown() }
}

/// Keeps the first of each name.
fn unique<T>(
    items: &mut Vec<T>,
    name: fn(&T) -> &Ident,
    (what, lose): (&str, Lose<T>),
    errors: &mut Errors,
) {
    let mut kept: Vec<T> = Vec::new();
    for item in items.drain(..) {
        let again = name(&item);
        let Some(first) = kept.iter_mut().find(|of| plain(name(of)) == plain(again)) else {
            kept.push(item);
            continue;
        };
        let message = format!("duplicate {what} `{again}`\nhelp: rename one of them");
        errors.repeated(again, name(first).span(), message);
        errors.lost.declaration = true;
        lose(first, &item);
    }
    *items = kept;
}
