//! The facts that are known when a loop is entered.

use super::graph::Loop;
use super::operation::{Operation, constant, local};
use super::range::{Range, as_unsigned, is_possible, range};
use super::test::{Test, held};
use crate::ir::{Body, Terminator};

/// The greatest number of values that are tried one by one.
const TRIED: i128 = 64;

/// Returns the comparisons that hold whenever the loop is entered.
pub fn facts<'a>(body: &Body<'a>, of: &Loop) -> Vec<Test<'a>> {
    let mut all = Vec::new();
    for (from, to) in &of.entrances {
        let from = &body.blocks[*from];
        if let (Terminator::Branch(condition), [yes, no]) = (from.terminator, &from.successors[..])
            && yes != no
        {
            all.extend(held(body, condition, yes == to));
        }
    }
    for block in &of.above {
        for instruction in &body.blocks[*block].instructions {
            let assumed = instruction.text.split_once("@llvm.assume(i1 noundef ");
            let assumed = assumed.or_else(|| instruction.text.split_once("@llvm.assume(i1 "));
            if let Some(condition) = assumed.and_then(|(_, rest)| rest.split_once(')')) {
                all.extend(held(body, condition.0, true));
            }
        }
    }
    all
}

/// Returns whether a bound is not 0 whenever the loop is entered.
pub fn is_positive(body: &Body<'_>, bound: &str, bits: u32, facts: &[Test<'_>]) -> bool {
    if range(body, bound, bits).unsigned.0 > 0 || is_excluded(body, bound, bits, (0, 0), facts) {
        return true;
    }
    let operation = local(bound).and_then(|name| Operation::parse(body.definition(name)?.1));
    // The rounded number of an unrolled loop is not 0 if the number is not below the mask, nor above.
    if let Some(Operation::Binary { name: "and", a, b, .. }) = operation
        && let Some(mask) = constant(b).map(|mask| as_unsigned(mask, bits))
        && mask > 0
    {
        let step = mask & mask.wrapping_neg();
        let top = (mask + step).max(1);
        let full = Range::full(bits).unsigned.1;
        let is_whole = top & (top - 1) == 0;
        return is_whole
            && is_excluded(body, a, bits, (0, step - 1), facts)
            && (top > full || is_excluded(body, a, bits, (top, full), facts));
    }
    false
}

/// Returns whether the facts exclude that a value is in this range of unsigned numbers.
fn is_excluded(
    body: &Body<'_>,
    value: &str,
    bits: u32,
    (low, high): (i128, i128),
    facts: &[Test<'_>],
) -> bool {
    let known = range(body, value, bits).unsigned;
    let (low, high) = (low.max(known.0), high.min(known.1));
    if low > high {
        return true;
    }
    let (root, offset) = rooted(body, value, bits);
    let distances: Vec<_> = facts
        .iter()
        .flat_map(|fact| [*fact, fact.mirrored()])
        .filter(|fact| fact.bits == bits)
        .filter_map(|fact| {
            let (other, moved) = rooted(body, fact.a, bits);
            (other == root).then(|| (moved - offset, fact.predicate, range(body, fact.b, bits)))
        })
        .collect();
    let half = 1 << (bits - 1);
    let within = |low: i128, high: i128| {
        let of = |end| Range::exact(end, bits).signed;
        // Only numbers of one sign have their ends as signed numbers.
        let signed = if (low < half) == (high < half) {
            (of(low).0, of(high).0)
        } else {
            Range::full(bits).signed
        };
        Range { unsigned: (low, high), signed }
    };
    let is_whole = |(distance, predicate, other): &(i128, &str, Range)| {
        *distance == 0 && !is_possible(predicate, within(low, high), *other)
    };
    if distances.iter().any(is_whole) {
        return true;
    }
    high - low < TRIED
        && (low..=high).all(|number| {
            distances.iter().any(|(distance, predicate, other)| {
                !is_possible(predicate, Range::exact(number + distance, bits), *other)
            })
        })
}

/// Returns the value to which constants are added, and their sum.
fn rooted<'a>(body: &Body<'a>, value: &'a str, bits: u32) -> (&'a str, i128) {
    let (mut value, mut sum) = (value, 0_i128);
    for _ in 0..8 {
        let operation = local(value).and_then(|name| Operation::parse(body.definition(name)?.1));
        let Some(Operation::Binary { name, a, b, .. }) = operation else { break };
        let Some(number) = constant(b) else { break };
        match name {
            "add" => sum += number,
            "sub" => sum -= number,
            _ => break,
        }
        value = a;
    }
    (value, as_unsigned(sum, bits))
}
