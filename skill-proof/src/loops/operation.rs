//! Instructions as operations: what the analysis of loops understands.
//!
//! Whatever is not understood is `None`, which proves nothing.

use crate::ir::{Instruction, name};

/// An instruction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Operation<'a> {
    /// `add nuw i32 %a, %b`, of integers of `bits`.
    Binary { name: &'a str, flags: Flags, bits: u32, a: &'a str, b: &'a str },
    /// `icmp ult i32 %a, %b`; `bits` is 0 for pointers.
    Compare { predicate: &'a str, bits: u32, a: &'a str, b: &'a str },
    /// `zext`, `sext` or `trunc`.
    Convert { name: &'a str, from: u32, to: u32, value: &'a str },
    /// `select i1 %c, i32 %a, i32 %b`.
    Select { condition: &'a str, a: &'a str, b: &'a str },
    /// The values with the labels of the blocks that they come from.
    Phi(Vec<(&'a str, &'a str)>),
    /// `getelementptr inbounds i8, ptr %base, i64 4`: moves a pointer inside of one object, by this
    /// number of bytes.
    Move { base: &'a str, by: i128 },
    /// `call i32 @llvm.usub.sat.i32(i32 %a, i32 %b)`: the name is `usub.sat`.
    Intrinsic { name: &'a str, bits: u32, a: &'a str, b: &'a str },
}

/// The flags that the compiler gives an operation. The result is poison if it is not so.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Flags {
    /// No overflow of the unsigned number.
    pub nuw: bool,
    /// No overflow of the signed number.
    pub nsw: bool,
    /// No bit is set in both operands.
    pub disjoint: bool,
}

const FLAGS: [&str; 8] =
    ["nuw", "nsw", "disjoint", "exact", "nneg", "samesign", "inbounds", "nusw"];

impl<'a> Operation<'a> {
    /// Reads an instruction.
    pub fn parse(instruction: &Instruction<'a>) -> Option<Self> {
        let text = instruction.text;
        // The names between quotes may contain anything. Of a `phi`, labels may have them.
        if text.contains('"') && !text.starts_with("phi ") {
            return None;
        }
        let text = text.strip_prefix("tail ").unwrap_or(text);
        let (name, rest) = text.split_once(' ')?;
        match name {
            "phi" => phi(rest),
            "call" => intrinsic(rest),
            "select" => {
                let mut parts = rest.strip_prefix("i1 ")?.split(", ");
                let condition = operand(parts.next()?)?;
                let (a, b) = (typed(parts.next()?)?.1, typed(parts.next()?)?.1);
                parts.next().is_none().then_some(Self::Select { condition, a, b })
            }
            "getelementptr" => {
                let (words, rest) = flags(rest);
                let mut parts = rest.split(", ");
                let size = bytes(parts.next()?)?;
                let base = operand(parts.next()?.strip_prefix("ptr ")?)?;
                let by = constant(typed(parts.next()?)?.1)?.checked_mul(size)?;
                let signed = words.contains(&"inbounds") || words.contains(&"nusw");
                let inside = signed || words.contains(&"nuw") && by > 0;
                (inside && parts.next().is_none()).then_some(Self::Move { base, by })
            }
            "zext" | "sext" | "trunc" => {
                let (_, rest) = flags(rest);
                let (value, to) = rest.split_once(" to ")?;
                let (from, value) = typed(value)?;
                Some(Self::Convert { name, from, to: width(to)?, value })
            }
            "icmp" => {
                let (_, rest) = flags(rest);
                let (predicate, rest) = rest.split_once(' ')?;
                let (a, b) = rest.split_once(", ")?;
                let (bits, a) = match a.strip_prefix("ptr ") {
                    Some(a) => (0, operand(a)?),
                    None => typed(a)?,
                };
                Some(Self::Compare { predicate, bits, a, b: operand(b)? })
            }
            "add" | "sub" | "mul" | "and" | "or" | "xor" | "shl" | "lshr" | "ashr" | "udiv"
            | "sdiv" | "urem" | "srem" => {
                let (words, rest) = flags(rest);
                let (a, b) = rest.split_once(", ")?;
                let (bits, a) = typed(a)?;
                let has = |flag| words.contains(&flag);
                let flags = Flags { nuw: has("nuw"), nsw: has("nsw"), disjoint: has("disjoint") };
                Some(Self::Binary { name, flags, bits, a, b: operand(b)? })
            }
            _ => None,
        }
    }
}

/// Returns the flags at the beginning, and the rest.
fn flags(mut text: &str) -> (Vec<&str>, &str) {
    let mut found = Vec::new();
    while let Some((word, rest)) = text.split_once(' ')
        && FLAGS.contains(&word)
    {
        found.push(word);
        text = rest;
    }
    (found, text)
}

/// Reads `i32 [ %a, %b ], [ 0, %"c d" ]`.
fn phi(rest: &str) -> Option<Operation<'_>> {
    let (ty, mut rest) = rest.split_once("[ ")?;
    if ty.contains('"') {
        return None;
    }
    let mut pairs = Vec::new();
    loop {
        let (value, from) = rest.split_once(", ")?;
        let (label, after) = name(from).filter(|_| from.starts_with('%'))?;
        pairs.push((operand(value)?, label));
        match after.strip_prefix(" ]")?.strip_prefix(", [ ") {
            Some(next) => rest = next,
            None => return Some(Operation::Phi(pairs)),
        }
    }
}

/// Reads `noundef i32 @llvm.umin.i32(i32 %a, i32 7)`.
fn intrinsic(rest: &str) -> Option<Operation<'_>> {
    const KNOWN: [&str; 8] =
        ["usub.sat", "uadd.sat", "ssub.sat", "sadd.sat", "umin", "umax", "smin", "smax"];
    let (_, call) = rest.split_once("@llvm.")?;
    let (name, operands) = call.split_once('(')?;
    let name = KNOWN
        .into_iter()
        .find(|known| name.strip_prefix(known).is_some_and(|rest| rest.starts_with(".i")))?;
    let (a, b) = operands.split_once(')')?.0.split_once(", ")?;
    // An attribute with operands of its own, such as `range(i32 0, 5)`.
    if a.contains('(') || b.contains('(') {
        return None;
    }
    let last = |text| {
        let (ty, value) = (text as &str).split_once(' ')?;
        Some((width(ty)?, operand(value.rsplit(' ').next()?)?))
    };
    let ((bits, a), (_, b)) = (last(a)?, last(b)?);
    Some(Operation::Intrinsic { name, bits, a, b })
}

/// Reads an integer with its type.
fn typed(text: &str) -> Option<(u32, &str)> {
    let (ty, value) = text.split_once(' ')?;
    Some((if ty == "ptr" { 0 } else { width(ty)? }, operand(value)?))
}

/// Returns a local value or a constant.
fn operand(text: &str) -> Option<&str> {
    let known = local(text).is_some() || constant(text).is_some() || text == "null";
    known.then_some(text)
}

/// Returns the name of a local value.
pub fn local(value: &str) -> Option<&str> {
    value.strip_prefix('%').filter(|name| !name.contains([' ', '"', ',']))
}

/// Returns an integer constant, as a signed number.
pub fn constant(value: &str) -> Option<i128> {
    match value {
        "true" => Some(1),
        "false" => Some(0),
        _ => value.parse().ok(),
    }
}

fn width(ty: &str) -> Option<u32> {
    ty.strip_prefix('i')?.parse().ok().filter(|bits| (1..=128).contains(bits))
}

/// Returns the size of an element, which is not 0.
fn bytes(ty: &str) -> Option<i128> {
    if let Some(array) = ty.strip_prefix('[') {
        let (number, element) = array.strip_suffix(']')?.split_once(" x ")?;
        let number: i128 = number.parse().ok()?;
        return bytes(element)?.checked_mul(number).filter(|size| *size > 0);
    }
    match ty {
        "ptr" | "double" => Some(8),
        "float" => Some(4),
        _ => width(ty).map(|bits| i128::from(bits.div_ceil(8))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_understood_is_nothing() {
        let parse = |text| Operation::parse(&Instruction { result: None, text, location: None });
        let umin = parse("tail call i32 @llvm.umin.i32(i32 noundef %a, i32 7)");
        assert_eq!(umin, Some(Operation::Intrinsic { name: "umin", bits: 32, a: "%a", b: "7" }));
        assert!(parse("icmp samesign ult i8 %a, -1").is_some());
        assert!(parse("getelementptr inbounds i8, ptr %a, i64 -1").is_some());
        let phi = parse("phi i32 [ 0, %\"a ], [ 1, %b\" ], [ %c, %d ]");
        assert_eq!(phi, Some(Operation::Phi(vec![("0", "a ], [ 1, %b"), ("%c", "d")])));
        for text in [
            "phi %\"a [ 0, %b ]\" [ %c, %d ]",
            "phi i32 [ %\"a\", %b ]",
            "phi i32 [ %a, %b, %c ]",
            "call i32 @llvm.umin.i32(i32 range(i32 0, 5) %a, i32 7)",
            "call i32 @f(i32 %a, i32 7)",
            "add <4 x i32> %a, %b",
            "add i32 %\"a, b\", 1",
            "add i32 undef, 1",
            "phi i32 [ poison, %a ], [ %b, %c ]",
            "freeze i32 %a",
            "getelementptr i8, ptr %a, i64 1",
            "getelementptr nuw i8, ptr %a, i64 -1",
            "getelementptr inbounds [0 x i8], ptr %a, i64 1",
            "fadd float %a, 1.0",
        ] {
            assert_eq!(parse(text), None, "{text}");
        }
    }
}
