//! The counters of a loop: values that change from round to round.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};

use super::graph::Loop;
use super::operation::{Flags, Operation, constant, local};
use super::range::{Range, as_signed, as_unsigned};
use crate::ir::{Body, Instruction};

/// The number of operations that are followed for one counter.
const BUDGET: u32 = 10_000;

/// The change of a counter in a round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    Moves(Moves),
    /// Toward this number, which it reaches and then keeps. As an unsigned number.
    Converges(i128),
}

/// The least and the greatest number that is added to a counter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Moves {
    /// If the sum wraps.
    pub wrapping: (i128, i128),
    /// If the counter is a signed number, provided that an overflow is poison.
    pub signed: Option<(i128, i128)>,
    /// If the counter is an unsigned number or a pointer, provided that an overflow is poison.
    pub unsigned: Option<(i128, i128)>,
}

impl Moves {
    const NONE: Self = Self { wrapping: (0, 0), signed: Some((0, 0)), unsigned: Some((0, 0)) };

    /// Returns whether the counter is greater after each round, or less after each round, and
    /// never wraps unless it is poison.
    pub fn is_monotone(&self) -> bool {
        let strictly = |(low, high): (i128, i128)| low > 0 || high < 0;
        self.signed.is_some_and(strictly) || self.unsigned.is_some_and(strictly)
    }

    fn either(self, other: Self) -> Self {
        let hull = |a: (i128, i128), b: (i128, i128)| (a.0.min(b.0), a.1.max(b.1));
        let both = |a: Option<_>, b: Option<_>| a.zip(b).map(|(a, b)| hull(a, b));
        Self {
            wrapping: hull(self.wrapping, other.wrapping),
            signed: both(self.signed, other.signed),
            unsigned: both(self.unsigned, other.unsigned),
        }
    }

    /// Returns the change after `add` of a constant with these flags.
    fn add(self, number: i128, bits: u32, flags: Flags) -> Option<Self> {
        let plus = |(low, high): (i128, i128), number: i128| {
            Some((low.checked_add(number)?, high.checked_add(number)?))
        };
        let unsigned = (bits <= 64).then(|| as_unsigned(number, bits));
        Some(Self {
            wrapping: plus(self.wrapping, number)?,
            signed: self.signed.filter(|_| flags.nsw).and_then(|step| plus(step, number)),
            unsigned: (self.unsigned.filter(|_| flags.nuw).zip(unsigned))
                .and_then(|(step, number)| plus(step, number)),
        })
    }
}

impl Step {
    pub fn either(self, other: Self) -> Option<Self> {
        match (self, other) {
            (Self::Moves(a), Self::Moves(b)) => Some(Self::Moves(a.either(b))),
            (a, b) => (a == b).then_some(a),
        }
    }
}

/// A value that is computed from a counter: the lower bits of a sum, and how they are extended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Derived {
    /// Whether the sum is of the counter of the next round.
    pub is_next: bool,
    /// The number that is added, as an unsigned number of these bits.
    pub add: i128,
    /// The number of bits of the sum.
    pub bits: u32,
    pub extension: Extension,
}

/// The extension of a number to more bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Extension {
    None,
    Zero,
    Sign,
}

pub struct Counter<'b, 'a> {
    pub body: &'b Body<'a>,
    pub of: &'b Loop,
    /// The conditions that are the same in each round which another one follows.
    forced: &'b BTreeMap<&'a str, bool>,
    name: &'a str,
    /// The number of bits, or 0 for a pointer.
    bits: u32,
    /// The value of the next round, if each round ends with the same one.
    next: Option<&'a str>,
    left: Cell<u32>,
    begins_at_zero: bool,
}

impl<'b, 'a> Counter<'b, 'a> {
    /// Reads a `phi` at the beginning of the loop, with its change from round to round.
    pub fn new(
        body: &'b Body<'a>,
        of: &'b Loop,
        forced: &'b BTreeMap<&'a str, bool>,
        phi: &Instruction<'a>,
    ) -> Option<(Self, Step)> {
        let name = phi.result?;
        let Operation::Phi(incoming) = Operation::parse(phi)? else { return None };
        let (ty, _) = phi.text.strip_prefix("phi ")?.split_once(' ')?;
        let bits = if ty == "ptr" { 0 } else { ty.strip_prefix('i')?.parse().ok()? };
        let is_listed =
            |latch: &usize| incoming.iter().any(|(_, from)| *from == body.blocks[*latch].label);
        if !of.latches.iter().all(is_listed) {
            return None;
        }
        // The first block of a function may have no label; it is in no loop.
        let again: BTreeSet<&str> = incoming
            .iter()
            .filter(|(_, label)| block_of(body, label).is_some_and(|at| of.blocks.contains(&at)))
            .map(|(value, _)| *value)
            .collect();
        let begins_at_zero =
            incoming.iter().all(|(value, _)| again.contains(value) || *value == "0");
        let left = Cell::new(BUDGET);
        let mut counter = Self { body, of, forced, name, bits, next: None, left, begins_at_zero };
        let mut step: Option<Step> = None;
        for value in &again {
            let one = counter.step(value, &mut BTreeSet::new())?;
            step = Some(step.map_or(Some(one), |step| step.either(one))?);
        }
        counter.next = again.first().copied().filter(|_| again.len() == 1);
        Some((counter, step?))
    }

    /// Returns whether the counter is 0 whenever the loop is entered.
    pub const fn begins_at_zero(&self) -> bool {
        self.begins_at_zero
    }

    /// Returns the operation that computes a value in the current round.
    fn operation(&self, value: &str) -> Option<(usize, Operation<'a>)> {
        self.left.set(self.left.get().checked_sub(1)?);
        let (block, instruction) = self.body.definition(local(value)?)?;
        let inside = self.of.blocks.contains(&block);
        Some((block, Operation::parse(instruction).filter(|_| inside)?))
    }

    /// Returns how a value differs from the counter at the beginning of the round.
    fn step(&self, value: &'a str, above: &mut BTreeSet<&'a str>) -> Option<Step> {
        let name = local(value)?;
        if name == self.name {
            return Some(Step::Moves(Moves::NONE));
        }
        if !above.insert(name) {
            return None;
        }
        let (block, operation) = self.operation(value)?;
        let step = match operation {
            Operation::Binary { name, flags, bits, a, b } if bits == self.bits => {
                self.binary(name, flags, (a, b), above)
            }
            Operation::Intrinsic { name, bits, a, b } if bits == self.bits && bits <= 64 => {
                let number = constant(b)?;
                let Range { unsigned, signed } = Range::full(bits);
                let to = match name {
                    "usub.sat" if number != 0 => 0,
                    "uadd.sat" if number != 0 => unsigned.1,
                    "sadd.sat" if number > 0 => signed.1,
                    "sadd.sat" if number < 0 => as_unsigned(signed.0, bits),
                    "ssub.sat" if number > 0 => as_unsigned(signed.0, bits),
                    "ssub.sat" if number < 0 => signed.1,
                    _ => return None,
                };
                self.converging(a, to, above)
            }
            Operation::Move { base, by } if self.bits == 0 => match self.step(base, above)? {
                Step::Moves(Moves { unsigned: Some((low, high)), .. }) => {
                    let moved = (low.checked_add(by)?, high.checked_add(by)?);
                    let moves = Moves { wrapping: moved, signed: None, unsigned: Some(moved) };
                    Some(Step::Moves(moves))
                }
                _ => None,
            },
            Operation::Select { condition, a, b } => match self.forced(condition) {
                Some(true) => self.step(a, above),
                Some(false) => self.step(b, above),
                None => self.step(a, above)?.either(self.step(b, above)?),
            },
            // A value of another round says nothing about this one.
            Operation::Phi(incoming) if block != self.of.header => {
                let mut all: Option<Step> = None;
                for (value, _) in incoming {
                    let one = self.step(value, above)?;
                    all = Some(all.map_or(Some(one), |all| all.either(one))?);
                }
                all
            }
            _ => None,
        };
        above.remove(name);
        step
    }

    fn binary(
        &self,
        name: &str,
        flags: Flags,
        (a, b): (&'a str, &'a str),
        above: &mut BTreeSet<&'a str>,
    ) -> Option<Step> {
        let bits = self.bits;
        match (name, self.number(a), self.number(b)) {
            ("add", Some(number), _) => self.moved(b, number, flags, above),
            ("add", _, Some(number)) => self.moved(a, number, flags, above),
            ("or", _, Some(number)) if flags.disjoint => {
                let flags = Flags { nuw: true, nsw: number >= 0, ..flags };
                self.moved(a, number, flags, above)
            }
            ("sub", _, Some(number)) => {
                let negative = number.checked_neg()?;
                let mut moves = match self.step(a, above)? {
                    Step::Moves(moves) => moves,
                    Step::Converges(_) => return None,
                };
                let unsigned = moves.unsigned.filter(|_| flags.nuw && bits <= 64);
                moves = moves.add(negative, bits, Flags { nuw: false, ..flags })?;
                moves.unsigned = unsigned.and_then(|(low, high)| {
                    let number = as_unsigned(number, bits);
                    Some((low.checked_sub(number)?, high.checked_sub(number)?))
                });
                Some(Step::Moves(moves))
            }
            ("lshr", _, Some(1..)) => self.converging(a, 0, above),
            ("udiv", _, Some(by)) if by != 0 && by != 1 => self.converging(a, 0, above),
            ("sdiv", _, Some(by)) if by.unsigned_abs() >= 2 => self.converging(a, 0, above),
            // One bit less.
            ("and", ..) => {
                let mut by = |value| match self.step(value, above) {
                    Some(Step::Moves(Moves { wrapping: (low, high), .. })) if low == high => {
                        Some(low)
                    }
                    _ => None,
                };
                matches!((by(a)?, by(b)?), (0, -1) | (-1, 0)).then_some(Step::Converges(0))
            }
            _ => None,
        }
    }

    /// Returns the value that a condition has in each round which another one follows.
    fn forced(&self, condition: &str) -> Option<bool> {
        let known = self.forced.get(condition).copied();
        known.or_else(|| match Operation::parse(self.body.definition(local(condition)?)?.1)? {
            Operation::Binary { name: "xor", a, b: "true", .. } => {
                self.forced.get(a).map(|value| !value)
            }
            _ => None,
        })
    }

    /// Returns the number that a value is in each round which another one follows.
    fn number(&self, value: &str) -> Option<i128> {
        constant(value).or_else(|| {
            match Operation::parse(self.body.definition(local(value)?)?.1)? {
                Operation::Convert { name, from: 1, value, .. } => {
                    let one = if name == "sext" { -1 } else { 1 };
                    self.forced(value).map(|value| if value { one } else { 0 })
                }
                _ => None,
            }
        })
    }

    fn moved(
        &self,
        value: &'a str,
        number: i128,
        flags: Flags,
        above: &mut BTreeSet<&'a str>,
    ) -> Option<Step> {
        match self.step(value, above)? {
            Step::Moves(moves) => moves.add(number, self.bits, flags).map(Step::Moves),
            Step::Converges(_) => None,
        }
    }

    /// Returns the step of an operation that brings a value closer to `to`, if the value is the
    /// counter or closer to it already.
    fn converging(&self, value: &'a str, to: i128, above: &mut BTreeSet<&'a str>) -> Option<Step> {
        let step = self.step(value, above)?;
        (step == Step::Moves(Moves::NONE) || step == Step::Converges(to))
            .then_some(Step::Converges(to))
    }

    /// Returns how a value is computed from the counter of this round or of the next one.
    pub fn derived(&self, value: &str) -> Option<Derived> {
        let name = local(value)?;
        let base = Derived { is_next: false, add: 0, bits: self.bits, extension: Extension::None };
        if self.bits == 0 || self.bits > 64 {
            return None;
        }
        if name == self.name {
            return Some(base);
        }
        let is_next = self.next == Some(value);
        self.computed(value).or_else(|| is_next.then_some(Derived { is_next, ..base }))
    }

    fn computed(&self, value: &str) -> Option<Derived> {
        match self.operation(value)?.1 {
            Operation::Binary { name, flags, a, b, .. } => {
                let (value, number) = match (name, constant(a), constant(b)) {
                    ("add", Some(number), _) => (b, number),
                    ("add", _, Some(number)) => (a, number),
                    ("or", _, Some(number)) if flags.disjoint => (a, number),
                    ("sub", _, Some(number)) => (a, number.checked_neg()?),
                    _ => return None,
                };
                let of = self.derived(value).filter(|of| of.extension == Extension::None)?;
                Some(Derived { add: as_unsigned(of.add.checked_add(number)?, of.bits), ..of })
            }
            Operation::Convert { name, to, value, .. } => {
                let of = self.derived(value)?;
                let extension = match (name, of.extension) {
                    ("zext", Extension::None | Extension::Zero) => Extension::Zero,
                    ("sext", Extension::None | Extension::Sign) => Extension::Sign,
                    ("trunc", _) if to <= of.bits => {
                        let add = as_unsigned(of.add, to);
                        return Some(Derived { bits: to, add, extension: Extension::None, ..of });
                    }
                    _ => return None,
                };
                (to <= 64).then_some(Derived { extension, ..of })
            }
            _ => None,
        }
    }

    /// Returns whether a value is poison if the counter is.
    pub fn is_poisoned(&self, value: &str) -> bool {
        if local(value) == Some(self.name) {
            return true;
        }
        match self.operation(value) {
            Some((_, Operation::Binary { a, b, .. } | Operation::Compare { a, b, .. })) => {
                self.is_poisoned(a) || self.is_poisoned(b)
            }
            Some((_, Operation::Convert { value, .. })) => self.is_poisoned(value),
            Some((_, Operation::Move { base, .. })) => self.is_poisoned(base),
            Some((_, Operation::Select { condition, .. })) => self.is_poisoned(condition),
            _ => false,
        }
    }

    /// Returns a value if the counter is this number, as an unsigned number of `bits`.
    pub fn value_at(&self, value: &str, bits: u32, counter: i128) -> Option<i128> {
        if let Some(number) = constant(value) {
            return Some(as_unsigned(number, bits));
        }
        if local(value) == Some(self.name) {
            return Some(counter);
        }
        match self.operation(value)?.1 {
            Operation::Binary { name, a, b, .. } => {
                let a = self.value_at(a, bits, counter)?;
                let b = self.value_at(b, bits, counter)?;
                let shift = u32::try_from(b).ok().filter(|shift| *shift < bits);
                let exact = match name {
                    "add" => a + b,
                    "sub" => a - b,
                    "and" => a & b,
                    "or" => a | b,
                    "xor" => a ^ b,
                    "lshr" => a >> shift?,
                    "udiv" => a.checked_div(b)?,
                    "urem" => a.checked_rem(b)?,
                    "sdiv" => as_signed(a, bits).checked_div(as_signed(b, bits))?,
                    _ => return None,
                };
                Some(as_unsigned(exact, bits))
            }
            Operation::Convert { name, from, value, .. } if from <= 64 => {
                let value = self.value_at(value, from, counter)?;
                match name {
                    "sext" => Some(as_unsigned(as_signed(value, from), bits)),
                    _ => Some(as_unsigned(value, bits)),
                }
            }
            Operation::Intrinsic { name, a, b, .. } => {
                let a = self.value_at(a, bits, counter)?;
                let b = self.value_at(b, bits, counter)?;
                let (low, high) = Range::full(bits).signed;
                let signed = |number: i128| as_signed(number, bits);
                let exact = match name {
                    "usub.sat" => (a - b).max(0),
                    "uadd.sat" => (a + b).min(as_unsigned(-1, bits)),
                    "ssub.sat" => (signed(a) - signed(b)).clamp(low, high),
                    "sadd.sat" => (signed(a) + signed(b)).clamp(low, high),
                    "umin" => a.min(b),
                    "umax" => a.max(b),
                    _ => return None,
                };
                Some(as_unsigned(exact, bits))
            }
            _ => None,
        }
    }

    /// Returns whether a value is the same in each round.
    pub fn is_fixed(&self, value: &str) -> bool {
        let Some(name) = local(value) else { return true };
        // An argument of the function has no definition.
        let Some((block, instruction)) = self.body.definition(name) else { return true };
        if !self.of.blocks.contains(&block) {
            return true;
        }
        let Some(left) = self.left.get().checked_sub(1) else { return false };
        self.left.set(left);
        match Operation::parse(instruction) {
            Some(Operation::Binary { a, b, .. }) => self.is_fixed(a) && self.is_fixed(b),
            Some(Operation::Convert { value, .. }) => self.is_fixed(value),
            _ => false,
        }
    }
}

fn block_of(body: &Body<'_>, label: &str) -> Option<usize> {
    body.blocks.iter().position(|block| block.label == label)
}
