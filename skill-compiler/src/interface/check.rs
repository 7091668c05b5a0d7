//! Names once, enums that fit a word, a queue that can wrap.

use super::ast::{Capacity, Enum, Field, Interface};
use crate::syntax::errors::Errors;
use crate::syntax::names::{plain, snake};
use std::collections::BTreeSet;
use syn::Ident;

/// Reports what is wrong with an interface, and leaves out what stands there twice.
pub fn check(interface: &mut Interface, errors: &mut Errors) {
    unique(&mut interface.enums, |item| &item.name, "enum", errors);
    unique(&mut interface.messages, |item| &item.name, "message", errors);
    unique(&mut interface.constants, |item| &item.name, "constant", errors);
    fields(&mut interface.fields, errors);
    for message in &mut interface.messages {
        fields(&mut message.fields, errors);
    }
    let mut taken = BTreeSet::from([plain(&interface.name), "Message".to_owned()]);
    interface.enums.retain(|item| free(&item.name, &taken, errors));
    taken.extend(interface.enums.iter().map(|item| plain(&item.name)));
    interface.messages.retain(|message| free(&message.name, &taken, errors));
    for item in &mut interface.enums {
        values(item, errors);
    }
    if let Some(capacity) = &interface.capacity {
        let (capacity, most, wrong) = match capacity {
            Capacity::Messages(capacity) => {
                (capacity, 1024, "the capacity is a power of two, 1024 at the most")
            }
            Capacity::Words(words) => {
                (words, 65_536, "the words of a queue are a power of two, 65536 at the most")
            }
        };
        match capacity.base10_parse::<u32>() {
            Ok(number) if number.is_power_of_two() && number <= most => {}
            _ => errors.at(capacity, wrong),
        }
        if interface.messages.is_empty() {
            errors.at(capacity, "an interface without messages has no queue; remove the capacity");
        }
    }
}

/// Whether no other type of the interface has this name.
fn free(name: &Ident, taken: &BTreeSet<String>, errors: &mut Errors) -> bool {
    let free = !taken.contains(&plain(name));
    if !free && name == "Message" {
        errors.at(name, "`Message` is the enum of all messages; give this another name");
    } else if !free {
        errors.at(name, format!("`{name}` is the name of another type of this interface already"));
    }
    free
}

fn fields(fields: &mut Vec<Field>, errors: &mut Errors) {
    unique(fields, |field| &field.name, "field", errors);
}

/// The values of an enum: names and numbers once.
fn values(item: &mut Enum, errors: &mut Errors) {
    unique(&mut item.items, |value| &value.name, "value", errors);
    if item.items.is_empty() {
        errors.at(&item.name, format!("the enum `{}` has no values", item.name));
    }
    let mut words = BTreeSet::new();
    item.items.retain(|value| {
        let word = snake(&plain(&value.name));
        let free = words.insert(word.clone());
        if !free {
            let value = &value.name;
            errors.at(value, format!("`{value}` is \"{word}\" in calls, as another value is"));
        }
        free
    });
    let mut numbers = BTreeSet::new();
    let mut next = 0_u32;
    item.items.retain(|value| {
        let number = match &value.number {
            None => next,
            Some(number) => errors.ok(number.base10_parse()).unwrap_or(next),
        };
        next = number.wrapping_add(1);
        let free = numbers.insert(number);
        if !free {
            let value = &value.name;
            errors.at(value, format!("`{value}` has the number {number}, as another value has"));
        }
        free
    });
}

/// Keeps the first of each name.
fn unique<T>(items: &mut Vec<T>, name: fn(&T) -> &Ident, what: &str, errors: &mut Errors) {
    let mut seen = BTreeSet::new();
    items.retain(|item| {
        let name = name(item);
        let free = seen.insert(plain(name));
        if !free {
            errors.at(
                name,
                format!("there is a {what} `{name}` already; give this one another name"),
            );
        }
        free
    });
}
