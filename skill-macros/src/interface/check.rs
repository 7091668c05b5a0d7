//! Names once, enums that fit a word, a queue that can wrap.

use super::ast::{Field, Interface};
use crate::syntax::errors::Errors;
use crate::syntax::names::plain;
use std::collections::BTreeSet;
use syn::Ident;

/// Reports what is wrong with an interface.
pub fn check(interface: &Interface, errors: &mut Errors) {
    unique(
        interface.enums.iter().map(|item| &item.name),
        "enum",
        errors,
    );
    unique(
        interface.messages.iter().map(|item| &item.name),
        "message",
        errors,
    );
    unique(
        interface.constants.iter().map(|item| &item.name),
        "constant",
        errors,
    );
    fields(&interface.fields, errors);
    for message in &interface.messages {
        fields(&message.fields, errors);
        let clash = interface.enums.iter().any(|item| item.name == message.name);
        if clash || message.name == interface.name {
            errors.at(
                &message.name,
                format!(
                    "`{}` is the name of another type of this interface already",
                    message.name
                ),
            );
        }
    }
    for item in &interface.enums {
        unique(item.items.iter().map(|item| &item.name), "value", errors);
        if item.items.is_empty() {
            errors.at(
                &item.name,
                format!("the enum `{}` has no values", item.name),
            );
        }
        let mut numbers = BTreeSet::new();
        let mut next = 0_u32;
        for value in &item.items {
            let number = match &value.number {
                None => next,
                Some(number) => errors.ok(number.base10_parse()).unwrap_or(next),
            };
            if !numbers.insert(number) {
                errors.at(
                    &value.name,
                    format!(
                        "`{}` has the number {number}, which another value has already",
                        value.name
                    ),
                );
            }
            next = number.wrapping_add(1);
        }
    }
    if let Some(capacity) = &interface.capacity {
        match capacity.base10_parse::<u32>() {
            Ok(number) if number.is_power_of_two() && number <= 1024 => {}
            _ => errors.at(capacity, "the capacity is a power of two, 1024 at the most"),
        }
        if interface.messages.is_empty() {
            errors.at(
                capacity,
                "an interface without messages has no queue; remove the capacity",
            );
        }
    }
}

fn fields(fields: &[Field], errors: &mut Errors) {
    unique(fields.iter().map(|field| &field.name), "field", errors);
}

fn unique<'a>(names: impl Iterator<Item = &'a Ident>, what: &str, errors: &mut Errors) {
    let mut seen = BTreeSet::new();
    for name in names {
        if !seen.insert(plain(name)) {
            errors.at(
                name,
                format!("there is a {what} `{name}` already; give this one another name"),
            );
        }
    }
}
