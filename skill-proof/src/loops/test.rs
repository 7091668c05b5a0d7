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
    let test = |(condition, value): (&'a str, bool)| match operation(body, condition)? {
        Operation::Compare { predicate, bits, a, b } => {
            let predicate = if value { predicate } else { opposite(predicate) };
            Some(Test { predicate, bits, a, b })
        }
        _ => None,
    };
    implied(body, condition, value).into_iter().filter_map(test).collect()
}

/// Returns the conditions that are known if one is `value`, with that one.
pub fn implied<'a>(body: &Body<'a>, condition: &'a str, value: bool) -> Vec<(&'a str, bool)> {
    let parts = match operation(body, condition) {
        Some(Operation::Binary { name: "and", a, b, .. }) if value => vec![(a, true), (b, true)],
        Some(Operation::Binary { name: "or", a, b, .. }) if !value => vec![(a, false), (b, false)],
        Some(Operation::Binary { name: "xor", a, b: "true", .. }) => vec![(a, !value)],
        Some(Operation::Select { condition, a, b: "false" }) if value => {
            vec![(condition, true), (a, true)]
        }
        Some(Operation::Select { condition, a: "true", b }) if !value => {
            vec![(condition, false), (b, false)]
        }
        _ => Vec::new(),
    };
    let parts = parts.into_iter().flat_map(|(part, value)| implied(body, part, value));
    std::iter::once((condition, value)).chain(parts).collect()
}

fn operation<'a>(body: &Body<'a>, condition: &'a str) -> Option<Operation<'a>> {
    Operation::parse(body.definition(local(condition)?)?.1)
}
