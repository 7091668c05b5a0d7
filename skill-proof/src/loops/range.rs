//! The least and the greatest value that an integer can have.

use super::operation::{Operation, constant, local};
use crate::ir::Body;

/// The nesting of operations that is followed.
const DEPTH: u32 = 12;

/// The values of an integer with at most 64 bits, of which each is in both ranges.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Range {
    pub unsigned: (i128, i128),
    pub signed: (i128, i128),
}

impl Range {
    /// Returns the range of any integer.
    pub fn full(bits: u32) -> Self {
        let half = 1_i128 << (bits - 1);
        Self { unsigned: (0, 2 * half - 1), signed: (-half, half - 1) }
    }

    /// Returns the range of a constant.
    pub fn exact(number: i128, bits: u32) -> Self {
        let (unsigned, signed) = (as_unsigned(number, bits), as_signed(number, bits));
        Self { unsigned: (unsigned, unsigned), signed: (signed, signed) }
    }

    /// Returns the range of integers that are between these as unsigned numbers.
    fn between(low: i128, high: i128, bits: u32) -> Self {
        let full = Self::full(bits);
        let signed = if high <= full.signed.1 { (low, high) } else { full.signed };
        Self { unsigned: (low, high), signed }
    }

    fn either(self, other: Self) -> Self {
        let hull = |a: (i128, i128), b: (i128, i128)| (a.0.min(b.0), a.1.max(b.1));
        Self {
            unsigned: hull(self.unsigned, other.unsigned),
            signed: hull(self.signed, other.signed),
        }
    }
}

/// Returns an integer of this width as an unsigned number.
pub fn as_unsigned(number: i128, bits: u32) -> i128 {
    number.rem_euclid(1 << bits)
}

/// Returns an integer of this width as a signed number.
pub fn as_signed(number: i128, bits: u32) -> i128 {
    let number = as_unsigned(number, bits);
    if number < 1 << (bits - 1) { number } else { number - (1 << bits) }
}

/// Returns the range of a value with at most 64 bits.
pub fn range(body: &Body<'_>, value: &str, bits: u32) -> Range {
    at_depth(body, value, bits, DEPTH)
}

fn at_depth(body: &Body<'_>, value: &str, bits: u32, depth: u32) -> Range {
    let full = Range::full(bits);
    if let Some(number) = constant(value) {
        return Range::exact(number, bits);
    }
    let definition = local(value).and_then(|name| body.definition(name));
    let Some((_, instruction)) = definition.filter(|_| depth > 0) else { return full };
    let Some(operation) = Operation::parse(instruction) else { return full };
    let of = |value: &str, bits: u32| at_depth(body, value, bits, depth - 1);
    match operation {
        Operation::Convert { name: "zext", from, value, .. } => {
            let (low, high) = of(value, from).unsigned;
            Range::between(low, high, bits)
        }
        Operation::Convert { name: "sext", from, value, .. } => {
            let (low, high) = of(value, from).signed;
            let unsigned = if low >= 0 { (low, high) } else { full.unsigned };
            Range { unsigned, signed: (low, high) }
        }
        Operation::Binary { name, a, b, .. } => binary(name, of(a, bits), of(b, bits), bits),
        Operation::Intrinsic { name, a, b, .. } => {
            let (a, b) = (of(a, bits), of(b, bits));
            let (low, high) = match name {
                "umin" => (a.unsigned.0.min(b.unsigned.0), a.unsigned.1.min(b.unsigned.1)),
                "umax" => (a.unsigned.0.max(b.unsigned.0), a.unsigned.1.max(b.unsigned.1)),
                "usub.sat" => (0, a.unsigned.1),
                "uadd.sat" => (a.unsigned.0.max(b.unsigned.0), full.unsigned.1),
                _ => return full,
            };
            Range::between(low, high, bits)
        }
        Operation::Select { a, b, .. } => of(a, bits).either(of(b, bits)),
        _ => full,
    }
}

fn binary(name: &str, a: Range, b: Range, bits: u32) -> Range {
    let full = Range::full(bits);
    let (low, high) = match name {
        "and" => (0, a.unsigned.1.min(b.unsigned.1)),
        "or" => (a.unsigned.0.max(b.unsigned.0), full.unsigned.1),
        "lshr" if b.unsigned.1 < i128::from(bits) => {
            (a.unsigned.0 >> b.unsigned.1, a.unsigned.1 >> b.unsigned.0)
        }
        "udiv" if b.unsigned.0 > 0 => (a.unsigned.0 / b.unsigned.1, a.unsigned.1 / b.unsigned.0),
        "urem" if b.unsigned.0 > 0 => (0, a.unsigned.1.min(b.unsigned.1 - 1)),
        // As long as it does not wrap, from the numbers alone.
        "add" if a.unsigned.1 + b.unsigned.1 <= full.unsigned.1 => {
            (a.unsigned.0 + b.unsigned.0, a.unsigned.1 + b.unsigned.1)
        }
        _ => return full,
    };
    Range::between(low, high, bits)
}

/// Returns whether a comparison can hold for values in these ranges.
pub fn is_possible(predicate: &str, a: Range, b: Range) -> bool {
    let (ua, ub, sa, sb) = (a.unsigned, b.unsigned, a.signed, b.signed);
    match predicate {
        "ult" => ua.0 < ub.1,
        "ule" => ua.0 <= ub.1,
        "ugt" => ua.1 > ub.0,
        "uge" => ua.1 >= ub.0,
        "slt" => sa.0 < sb.1,
        "sle" => sa.0 <= sb.1,
        "sgt" => sa.1 > sb.0,
        "sge" => sa.1 >= sb.0,
        "eq" => ua.0 <= ub.1 && ub.0 <= ua.1 && sa.0 <= sb.1 && sb.0 <= sa.1,
        "ne" => !(ua.0 == ua.1 && ua == ub),
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_hold() {
        let body = Body::parse(concat!(
            "a:\n  %b = zext i8 %a to i32\n  %c = and i32 %x, 7\n  %d = sub i32 0, %c\n",
            "  %e = sext i8 %a to i32\n  %f = call i32 @llvm.umin.i32(i32 %x, i32 9)\n  ret void\n",
        ));
        assert_eq!(range(&body, "%b", 32).unsigned, (0, 255));
        assert_eq!(range(&body, "%c", 32).signed, (0, 7));
        assert_eq!(range(&body, "%d", 32), Range::full(32));
        assert_eq!(range(&body, "%e", 32).signed, (-128, 127));
        assert_eq!(range(&body, "%f", 32).unsigned, (0, 9));
        assert_eq!(range(&body, "-1", 8).unsigned, (255, 255));
        assert!(!is_possible("ult", Range::exact(-1, 8), Range::full(8)));
        assert!(is_possible("ule", Range::exact(-1, 8), Range::full(8)));
    }
}
