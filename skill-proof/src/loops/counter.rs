//! The counters of a loop, and the tests that leave it.

use std::collections::{BTreeMap, BTreeSet};

use super::graph::Loop;
use crate::ir::{Body, Instruction, Terminator};

/// Returns whether a counter of the loop bounds the number of its rounds.
pub fn ends(body: &Body<'_>, of: &Loop) -> bool {
    let header = &body.blocks[of.header];
    let counters = header.instructions.iter().filter(|instruction| is_phi(instruction));
    let counters = counters.filter_map(|phi| Counter::new(body, of, phi));
    // Each round of a loop that is not entered again ends, too.
    counters.into_iter().any(|counter| counter.bounds())
}

/// The difference between a value and the counter at the beginning of the round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Change {
    /// By a number between these.
    By(i128, i128),
    /// By a fraction of the counter, which is not negative: at most half of it unless it is 0.
    Part,
}

impl Change {
    fn either(self, other: Self) -> Option<Self> {
        match (self, other) {
            (Self::By(a, b), Self::By(c, d)) => Some(Self::By(a.min(c), b.max(d))),
            (Self::Part, Self::Part) => Some(Self::Part),
            _ => None,
        }
    }

    fn add(self, number: i128) -> Option<Self> {
        match self {
            Self::By(a, b) => Some(Self::By(a.checked_add(number)?, b.checked_add(number)?)),
            Self::Part => None,
        }
    }
}

/// The direction of a counter from round to round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Direction {
    Up,
    Down,
    /// Down to 0 by division.
    Shrinks,
}

/// A value that changes from round to round.
struct Counter<'b, 'a> {
    body: &'b Body<'a>,
    of: &'b Loop,
    name: &'a str,
    /// The change in a round.
    step: Change,
    direction: Direction,
    /// Whether an overflow of it is undefined, so that the compiler knows that there is none.
    never_wraps: bool,
}

impl<'b, 'a> Counter<'b, 'a> {
    fn new(body: &'b Body<'a>, of: &'b Loop, phi: &Instruction<'a>) -> Option<Self> {
        let name = phi.result?;
        let mut counter = Self {
            body,
            of,
            name,
            step: Change::By(0, 0),
            direction: Direction::Up,
            never_wraps: true,
        };
        let mut step: Option<Change> = None;
        for (value, block) in incoming(phi) {
            // The first block of a function may have no label; it is in no loop.
            if block_of(body, block).is_none_or(|block| !of.blocks.contains(&block)) {
                continue;
            }
            let change = counter.change(value, &mut BTreeSet::new())?;
            counter.never_wraps &= counter.cannot_wrap(value);
            step = Some(step.map_or(Some(change), |step| step.either(change))?);
        }
        counter.step = step?;
        counter.direction = match counter.step {
            Change::By(low, _) if low > 0 => Direction::Up,
            Change::By(_, high) if high < 0 => Direction::Down,
            Change::Part => Direction::Shrinks,
            Change::By(..) => return None,
        };
        Some(counter)
    }

    /// Returns how a value differs from the counter; `None` if that is unknown.
    fn change(&self, value: &'a str, above: &mut BTreeSet<&'a str>) -> Option<Change> {
        let name = local(value)?;
        if name == self.name {
            return Some(Change::By(0, 0));
        }
        let (block, instruction) = self.body.definition(name)?;
        if !self.of.blocks.contains(&block) || !above.insert(name) {
            return None;
        }
        let (operation, operands) = parts(instruction.text);
        let of = |value: &'a str, above: &mut BTreeSet<&'a str>| self.change(value, above);
        let change = match operation {
            "add" => {
                let (a, b) = pair(operands)?;
                match (constant(a), constant(b)) {
                    (_, Some(number)) => of(a, above)?.add(number),
                    (Some(number), _) => of(b, above)?.add(number),
                    _ => None,
                }
            }
            "sub" => {
                let (a, b) = pair(operands)?;
                of(a, above)?.add(-constant(b)?)
            }
            "or" if instruction.text.contains("disjoint") => {
                let (a, b) = pair(operands)?;
                of(a, above)?.add(constant(b)?)
            }
            "getelementptr" => self.pointer_change(instruction.text, above),
            "lshr" | "udiv" => {
                let (a, b) = pair(operands)?;
                let least = if operation == "lshr" { 1 } else { 2 };
                let by = constant(b).filter(|by| *by >= least)?;
                let _ = by;
                matches!(of(a, above)?, Change::By(0, 0) | Change::Part).then_some(Change::Part)
            }
            "and" => self.without_lowest_bit(operands),
            "zext" | "sext" | "freeze" => {
                let value = operands.split(" to ").next()?.rsplit(' ').next()?;
                of(value, above)
            }
            "select" => {
                let mut values = operands.split(", ").skip(1);
                let mut next = || values.next()?.rsplit(' ').next();
                let (a, b) = (next()?, next()?);
                of(a, above)?.either(of(b, above)?)
            }
            "phi" => {
                let mut all: Option<Change> = None;
                for (value, _) in incoming(instruction) {
                    let change = of(value, &mut above.clone())?;
                    all = Some(all.map_or(Some(change), |all| all.either(change))?);
                }
                all
            }
            "call" => {
                let text = instruction.text;
                let (a, b) =
                    pair(text.split_once('(').and_then(|(_, rest)| rest.rsplit_once(')'))?.0)?;
                let (a, b) = (a.rsplit(' ').next()?, b.rsplit(' ').next()?);
                if text.contains("@llvm.usub.sat.") {
                    // The counter reaches 0 and stays there, so a test of any kind ends the loop.
                    of(a, above)?.add(-constant(b)?)
                } else {
                    None
                }
            }
            _ => None,
        };
        above.remove(name);
        change
    }

    /// Returns the change by `getelementptr .. i8, ptr %p, i64 4`.
    fn pointer_change(&self, text: &'a str, above: &mut BTreeSet<&'a str>) -> Option<Change> {
        let mut operands = text.rsplit(", ");
        let index = operands.next()?;
        let base = operands.next()?.strip_prefix("ptr ")?;
        let element = operands.next()?.rsplit(' ').next()?;
        let number = constant(index.rsplit(' ').next()?)?;
        // Only the sign matters, except between equal steps.
        let size = element.strip_prefix('i').and_then(|bits| bits.parse::<i128>().ok());
        self.change(base, above)?.add(number.checked_mul(size.map_or(1, |bits| bits / 8).max(1))?)
    }

    /// `x & (x - 1)` has one bit less.
    fn without_lowest_bit(&self, operands: &'a str) -> Option<Change> {
        let (a, b) = pair(operands)?;
        let is = |value: &'a str| self.change(value, &mut BTreeSet::new());
        let both = (is(a)?, is(b)?);
        let less = matches!(
            both,
            (Change::By(0, 0), Change::By(-1, -1)) | (Change::By(-1, -1), Change::By(0, 0))
        );
        less.then_some(Change::Part)
    }

    /// Returns whether the value of the next round cannot have wrapped.
    fn cannot_wrap(&self, value: &str) -> bool {
        let definition = local(value).and_then(|name| self.body.definition(name));
        definition.is_some_and(|(_, instruction)| {
            let flags = instruction.text.split(['%', '@', ',']).next().unwrap_or_default();
            [" nuw", " nsw", " inbounds"].iter().any(|flag| flags.contains(flag))
        })
    }

    /// Returns whether each round passes a test of the counter that leaves the loop in the end.
    fn bounds(&self) -> bool {
        // Tests for equality must compare the same value, so that the counter cannot jump over it.
        let mut tests: BTreeMap<Option<Change>, BTreeSet<usize>> = BTreeMap::new();
        let mut all = BTreeSet::new();
        for &block in &self.of.blocks {
            for test in self.tests(block) {
                match test {
                    Test::Order => {
                        all.insert(block);
                    }
                    Test::Equal(change) => {
                        tests.entry(Some(change)).or_default().insert(block);
                    }
                }
            }
        }
        if self.covers(&all) {
            return true;
        }
        tests.values().any(|of| self.covers(&of.union(&all).copied().collect()))
    }

    /// Returns whether every path around the loop contains one of these blocks.
    fn covers(&self, tests: &BTreeSet<usize>) -> bool {
        let mut next = vec![self.of.header];
        let mut seen = BTreeSet::new();
        while let Some(block) = next.pop() {
            if tests.contains(&block) || !seen.insert(block) {
                continue;
            }
            let targets = self.body.blocks[block].successors.iter();
            for &target in targets.filter(|target| self.of.blocks.contains(target)) {
                if target == self.of.header {
                    return false;
                }
                next.push(target);
            }
        }
        true
    }

    /// Returns the tests of the counter at the end of a block.
    fn tests(&self, block: usize) -> Vec<Test> {
        let of = &self.body.blocks[block];
        let (Terminator::Branch(condition), [yes, no]) = (of.terminator, &of.successors[..]) else {
            return Vec::new();
        };
        let inside = |block| self.of.blocks.contains(block);
        match (inside(yes), inside(no)) {
            (true, false) => self.stays(condition, true),
            (false, true) => self.stays(condition, false),
            _ => Vec::new(),
        }
    }

    /// Returns the tests of a condition that keeps the loop going if it is `value`.
    fn stays(&self, condition: &'a str, value: bool) -> Vec<Test> {
        let Some((_, instruction)) = local(condition).and_then(|name| self.body.definition(name))
        else {
            return Vec::new();
        };
        let (operation, operands) = parts(instruction.text);
        let both = |a: &'a str, b: &'a str| {
            let mut tests = self.stays(a, value);
            tests.extend(self.stays(b, value));
            tests
        };
        match operation {
            "icmp" => self.compared(instruction.text, value).into_iter().collect(),
            // The loop continues only if both hold, so either can end it.
            "and" if value => pair(operands).map_or_else(Vec::new, |(a, b)| both(a, b)),
            "or" if !value => pair(operands).map_or_else(Vec::new, |(a, b)| both(a, b)),
            "xor" if operands.ends_with("true") => {
                pair(operands).map_or_else(Vec::new, |(a, _)| self.stays(a, !value))
            }
            "select" => {
                let values: Vec<_> = instruction.text["select ".len()..]
                    .split(", ")
                    .filter_map(|part| part.rsplit(' ').next())
                    .collect();
                match values[..] {
                    [a, b, "false"] if value => both(a, b),
                    [a, "true", b] if !value => both(a, b),
                    _ => Vec::new(),
                }
            }
            _ => Vec::new(),
        }
    }

    /// Returns the test of a comparison that keeps the loop going if it is `value`.
    fn compared(&self, text: &'a str, value: bool) -> Option<Test> {
        let words = text.strip_prefix("icmp ")?.trim_start_matches("samesign ");
        let (predicate, operands) = words.split_once(' ')?;
        let (a, b) = pair(operands)?;
        let counts = |value: &'a str| self.change(value, &mut BTreeSet::new());
        let (change, bound, swapped) = match (counts(a), counts(b)) {
            (Some(change), None) if self.is_fixed(b) => (change, b, false),
            (None, Some(change)) if self.is_fixed(a) => (change, a, true),
            _ => return None,
        };
        let mut predicate = predicate;
        if swapped {
            predicate = mirrored(predicate);
        }
        if !value {
            predicate = opposite(predicate);
        }
        // From here on, the loop continues while `counter predicate bound`.
        let number = constant(bound);
        let leaves = match (self.direction, predicate) {
            (_, "eq") => return Some(Test::Order),
            (Direction::Up, "ult" | "slt") | (Direction::Down, "ugt" | "sgt") => true,
            (Direction::Up, "ule" | "sle") => number.is_some_and(|n| n >= 0) || self.never_wraps,
            (Direction::Down, "uge") => number.is_some_and(|n| n > 0),
            (Direction::Down, "sge") => number.is_some() || self.never_wraps,
            (Direction::Shrinks, "ugt") => true,
            (Direction::Shrinks, "uge") => number.is_some_and(|n| n > 0),
            (Direction::Shrinks, "ne") => number == Some(0),
            (Direction::Up | Direction::Down, "ne") => {
                let Change::By(low, high) = self.step else { return None };
                let exact = low == high
                    && (low.abs() == 1 || self.never_wraps || self.is_multiple(bound, low));
                return exact.then_some(Test::Equal(change));
            }
            _ => false,
        };
        leaves.then_some(Test::Order)
    }

    /// Returns whether a value is a multiple of the step: the end of an unrolled loop.
    fn is_multiple(&self, value: &str, step: i128) -> bool {
        if let Some(number) = constant(value) {
            return number % step == 0;
        }
        let definition = local(value).and_then(|name| self.body.definition(name));
        definition.is_some_and(|(_, instruction)| {
            let (operation, operands) = parts(instruction.text);
            let number = pair(operands).and_then(|(_, b)| constant(b));
            operation == "and" && number.is_some_and(|mask| mask & (step.abs() - 1) == 0)
        })
    }

    /// Returns whether a value is the same in each round.
    fn is_fixed(&self, value: &str) -> bool {
        match local(value) {
            None => true,
            // An argument of the function has no definition.
            Some(name) => self.body.definition(name).is_none_or(|(block, instruction)| {
                !self.of.blocks.contains(&block) || {
                    let (operation, operands) = parts(instruction.text);
                    let pure = matches!(
                        operation,
                        "add" | "sub" | "mul" | "and" | "shl" | "lshr" | "zext" | "trunc"
                    );
                    pure && operands
                        .split([' ', ','])
                        .filter(|word| word.starts_with('%'))
                        .all(|word| self.is_fixed(word))
                }
            }),
        }
    }
}

impl PartialOrd for Change {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Change {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        let key = |change: &Self| match change {
            Self::By(low, high) => (0, *low, *high),
            Self::Part => (1, 0, 0),
        };
        key(self).cmp(&key(other))
    }
}

/// A test that eventually leaves the loop.
enum Test {
    /// An order: it leaves even if the counter has jumped over the bound.
    Order,
    /// Equality of the counter, changed by this amount.
    Equal(Change),
}

fn is_phi(instruction: &Instruction<'_>) -> bool {
    instruction.text.starts_with("phi ")
}

/// Returns the values of a phi instruction, each with the label of the block it comes from.
fn incoming<'a>(phi: &Instruction<'a>) -> Vec<(&'a str, &'a str)> {
    let pairs = phi.text.split("[ ").skip(1);
    pairs
        .filter_map(|pair| pair.split(" ]").next()?.rsplit_once(", "))
        .map(|(value, label)| (value, label.trim_start_matches('%').trim_matches('"')))
        .collect()
}

fn block_of(body: &Body<'_>, label: &str) -> Option<usize> {
    body.blocks.iter().position(|block| block.label == label)
}

/// Returns the operation of an instruction, and its operands without type and flags.
fn parts(text: &str) -> (&str, &str) {
    let text = text.strip_prefix("tail ").unwrap_or(text);
    text.split_once(' ').unwrap_or((text, ""))
}

/// Returns the two operands of `[flags] type a, b`.
fn pair(operands: &str) -> Option<(&str, &str)> {
    let (a, b) = operands.split_once(", ")?;
    Some((a.rsplit(' ').next()?, b))
}

/// Returns the name of a local value.
fn local(value: &str) -> Option<&str> {
    value.strip_prefix('%').map(|name| name.trim_matches('"'))
}

fn constant(value: &str) -> Option<i128> {
    value.parse().ok()
}

fn mirrored(predicate: &str) -> &str {
    match predicate {
        "ult" => "ugt",
        "ugt" => "ult",
        "ule" => "uge",
        "uge" => "ule",
        "slt" => "sgt",
        "sgt" => "slt",
        "sle" => "sge",
        "sge" => "sle",
        other => other,
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
