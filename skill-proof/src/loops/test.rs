//! The comparisons that hold if a condition does.

use super::operation::{Operation, local};
use crate::ir::Body;

/// A comparison of integers of `bits`, or of pointers, for which `bits` is 0.
#[derive(Debug, Clone, Copy)]
pub struct Test<'a> {
    pub predicate: &'a str,
    pub bits: u32,
    pub a: &'a str,
    pub b: &'a str,
}

impl Test<'_> {
    /// Returns the same comparison with the sides exchanged.
    pub fn mirrored(self) -> Self {
        let predicate = match self.predicate {
            "ult" => "ugt",
            "ugt" => "ult",
            "ule" => "uge",
            "uge" => "ule",
            "slt" => "sgt",
            "sgt" => "slt",
            "sle" => "sge",
            "sge" => "sle",
            other => other,
        };
        Self { predicate, a: self.b, b: self.a, ..self }
    }
}

fn opposite(predicate: &str) -> &str {
    match predicate {
        "eq" => "ne",
        "ne" => "eq",
        "ult" => "uge",
        "ugt" => "ule",
        "ule" => "ugt",
        "uge" => "ult",
        "slt" => "sge",
        "sgt" => "sle",
        "sle" => "sgt",
        "sge" => "slt",
        other => other,
    }
}

/// Returns the comparisons that hold if a condition is `value`.
pub fn held<'a>(body: &Body<'a>, condition: &'a str, value: bool) -> Vec<Test<'a>> {
    let definition = local(condition).and_then(|name| body.definition(name));
    let operation = definition.and_then(|(_, instruction)| Operation::parse(instruction));
    let both = |a: &'a str, b: &'a str| {
        let mut tests = held(body, a, value);
        tests.extend(held(body, b, value));
        tests
    };
    match operation {
        Some(Operation::Compare { predicate, bits, a, b }) => {
            let predicate = if value { predicate } else { opposite(predicate) };
            vec![Test { predicate, bits, a, b }]
        }
        Some(Operation::Binary { name: "and", a, b, .. }) if value => both(a, b),
        Some(Operation::Binary { name: "or", a, b, .. }) if !value => both(a, b),
        Some(Operation::Binary { name: "xor", a, b: "true", .. }) => held(body, a, !value),
        Some(Operation::Select { condition, a, b: "false" }) if value => both(condition, a),
        Some(Operation::Select { condition, a: "true", b }) if !value => both(condition, b),
        _ => Vec::new(),
    }
}
