//! The rules by which a loop ends. The chapter "Proofs" of the book argues for each of them.

use std::collections::{BTreeMap, BTreeSet};

use super::counter::{Counter, Derived, Extension, Moves, Step};
use super::facts::{facts, is_positive};
use super::graph::Loop;
use super::operation::{Operation, constant, local};
use super::range::{Range, is_possible, range};
use super::test::{Test, held, implied};
use crate::ir::{Body, Terminator};

/// The widest counter that may wrap before it is equal to its bound.
const WRAPS: u32 = 16;

/// Returns whether a counter of the loop bounds the number of its rounds.
pub fn ends(body: &Body<'_>, of: &Loop) -> bool {
    let header = &body.blocks[of.header];
    let forced = forced(body, of);
    header.instructions.iter().filter(|instruction| instruction.text.starts_with("phi ")).any(
        |phi| {
            Counter::new(body, of, &forced, phi).is_some_and(|(counter, step)| match step {
                Step::Moves(moves) => {
                    moves.is_monotone() && is_covered(body, of, &witnesses(&counter))
                        || is_bounded(&counter, &moves)
                }
                Step::Converges(to) => is_covered(body, of, &left_at(&counter, to)),
            })
        },
    )
}

/// Returns whether every path around the loop contains one of these blocks.
fn is_covered(body: &Body<'_>, of: &Loop, blocks: &BTreeSet<usize>) -> bool {
    !is_reached(body, of, of.header, of.header, blocks)
}

/// Returns whether a path from one block of the loop to another avoids these. It goes through the
/// beginning of a round only if it begins or ends there.
fn is_reached(
    body: &Body<'_>,
    of: &Loop,
    from: usize,
    to: usize,
    avoided: &BTreeSet<usize>,
) -> bool {
    let mut next = vec![from];
    let mut seen = BTreeSet::new();
    while let Some(block) = next.pop() {
        if avoided.contains(&block) || !seen.insert(block) {
            continue;
        }
        let targets = body.blocks[block].successors.iter();
        for target in targets.filter(|target| of.blocks.contains(target)) {
            if *target == to {
                return true;
            }
            if *target != of.header {
                next.push(*target);
            }
        }
    }
    false
}

/// Returns the condition of a block that leaves the loop, and its value if the loop goes on.
fn goes_on<'a>(body: &Body<'a>, of: &Loop, block: usize) -> Option<(&'a str, bool)> {
    let from = &body.blocks[block];
    let (Terminator::Branch(condition), [yes, no]) = (from.terminator, &from.successors[..]) else {
        return None;
    };
    match (of.blocks.contains(yes), of.blocks.contains(no)) {
        (true, false) => Some((condition, true)),
        (false, true) => Some((condition, false)),
        _ => None,
    }
}

/// Returns the conditions that are the same in each round which another one follows, with their
/// values: such a round passes a test that leaves the loop otherwise, and computes them once.
fn forced<'a>(body: &Body<'a>, of: &Loop) -> BTreeMap<&'a str, bool> {
    let mut all: BTreeMap<(&str, bool), BTreeSet<usize>> = BTreeMap::new();
    for &block in &of.blocks {
        let Some((condition, value)) = goes_on(body, of, block) else { continue };
        for known in implied(body, condition, value) {
            all.entry(known).or_default().insert(block);
        }
    }
    let is_once = |value: &str| {
        let Some((block, _)) = local(value).and_then(|name| body.definition(name)) else {
            return false;
        };
        block == of.header || !is_reached(body, of, block, block, &BTreeSet::new())
    };
    all.retain(|(value, _), blocks| is_once(value) && is_covered(body, of, blocks));
    all.into_keys().collect()
}

/// Returns the comparisons that hold after a block if the loop goes on from there.
fn tests<'a>(counter: &Counter<'_, 'a>, block: usize) -> Vec<Test<'a>> {
    let goes_on = goes_on(counter.body, counter.of, block);
    goes_on.map_or(Vec::new(), |(condition, value)| held(counter.body, condition, value))
}

/// Returns the blocks whose jump is undefined if the counter is poison.
fn witnesses(counter: &Counter<'_, '_>) -> BTreeSet<usize> {
    let is_witness = |block: &usize| match counter.body.blocks[*block].terminator {
        Terminator::Branch(condition) => {
            let of_test =
                |test: Test<'_>| counter.is_poisoned(test.a) || counter.is_poisoned(test.b);
            counter.is_poisoned(condition) || tests(counter, *block).into_iter().any(of_test)
        }
        Terminator::Other => false,
    };
    counter.of.blocks.iter().copied().filter(is_witness).collect()
}

/// Returns the blocks that leave the loop if the counter is this number.
fn left_at(counter: &Counter<'_, '_>, number: i128) -> BTreeSet<usize> {
    let leaves = |test: Test<'_>| {
        if !(1..=64).contains(&test.bits) {
            return false;
        }
        let of = |value| match counter.value_at(value, test.bits, number) {
            Some(exact) => Range::exact(exact, test.bits),
            None => range(counter.body, value, test.bits),
        };
        !is_possible(test.predicate, of(test.a), of(test.b))
    };
    let blocks = counter.of.blocks.iter().copied();
    blocks.filter(|block| tests(counter, *block).into_iter().any(leaves)).collect()
}

/// The values that one set of tests compares: they count together if it is the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Compared<'a> {
    Order { value: Derived, signed: bool },
    Equal { value: Derived, bound: &'a str },
    Unequal { value: Derived, bound: &'a str },
}

/// Returns whether tests leave the loop before the counter wraps.
fn is_bounded(counter: &Counter<'_, '_>, moves: &Moves) -> bool {
    let mut all: BTreeMap<Compared<'_>, BTreeSet<usize>> = BTreeMap::new();
    let facts = facts(counter.body, counter.of);
    for &block in &counter.of.blocks {
        for test in tests(counter, block) {
            for test in [test, test.mirrored()] {
                if !(1..=64).contains(&test.bits) {
                    continue;
                }
                let Some(value) = counter.derived(test.a) else { continue };
                for compared in compared(counter, moves, value, test, &facts) {
                    all.entry(compared).or_default().insert(block);
                }
            }
        }
    }
    all.values().any(|blocks| is_covered(counter.body, counter.of, blocks))
}

/// Returns what a test contributes.
fn compared<'a>(
    counter: &Counter<'_, 'a>,
    moves: &Moves,
    value: Derived,
    test: Test<'a>,
    facts: &[Test<'a>],
) -> Vec<Compared<'a>> {
    let (low, high) = moves.wrapping;
    let mut found = Vec::new();
    let bound = range(counter.body, test.b, test.bits);
    let full = Range::full(value.bits);
    let signed = matches!(test.predicate, "slt" | "sle" | "sgt" | "sge");
    let (ours, theirs) = match (signed, value.extension) {
        (false, Extension::None | Extension::Zero) => (full.unsigned, bound.unsigned),
        (true, Extension::None | Extension::Sign) => (full.signed, bound.signed),
        (true, Extension::Zero) => (full.unsigned, bound.signed),
        (false, Extension::Sign) => (full.signed, full.signed),
    };
    // The value in a round that is followed by another one is at most or at least this.
    let most = match test.predicate {
        "ult" | "slt" => Some(theirs.1 - 1),
        "ule" | "sle" => Some(theirs.1),
        _ => None,
    };
    let least = match test.predicate {
        "ugt" | "sgt" => Some(theirs.0 + 1),
        "uge" | "sge" => Some(theirs.0),
        _ => None,
    };
    let is_understood = !(test.predicate.starts_with('u') && value.extension == Extension::Sign);
    let up = low > 0 && most.is_some_and(|most| most + high <= ours.1);
    let down = high < 0 && least.is_some_and(|least| least + low >= ours.0);
    if is_understood && (up || down) {
        found.push(Compared::Order { value, signed: ours.0 < 0 });
    }
    let modulus = 1_i128 << value.bits;
    let is_fixed = counter.is_fixed(test.b);
    if test.predicate == "eq" && is_fixed && (0 < low || high < 0) {
        // No sum of the step is a multiple of the modulus.
        if low.abs().max(high.abs()) < modulus {
            found.push(Compared::Equal { value, bound: test.b });
        }
    }
    if test.predicate == "ne" && is_fixed && low == high && low > 0 {
        // From 0 to a multiple of the step, which is a power of two.
        let is_whole = low & (low - 1) == 0 && is_multiple(counter.body, test.b, low);
        let is_before = !value.is_next && value.add == 0;
        let is_after = (value.is_next && value.add == 0 || !value.is_next && value.add == low)
            && is_positive(counter.body, test.b, test.bits, facts);
        let is_counted = value.extension == Extension::None && counter.begins_at_zero();
        if is_whole && is_counted && (is_before || is_after) {
            found.push(Compared::Unequal { value, bound: test.b });
        }
    }
    if test.predicate == "ne" && is_fixed && low == high && low % 2 != 0 && value.bits <= WRAPS {
        // Each number of these bits is reached, if the bound is one.
        let is_reached = match value.extension {
            Extension::None => true,
            Extension::Zero => bound.unsigned.1 <= full.unsigned.1,
            Extension::Sign => full.signed.0 <= bound.signed.0 && bound.signed.1 <= full.signed.1,
        };
        if is_reached {
            found.push(Compared::Unequal { value, bound: test.b });
        }
    }
    found
}

/// Returns whether a value is a multiple of a power of two.
fn is_multiple(body: &Body<'_>, value: &str, of: i128) -> bool {
    if let Some(number) = constant(value) {
        return number % of == 0;
    }
    let operation = local(value).and_then(|name| Operation::parse(body.definition(name)?.1));
    match operation {
        _ if of == 1 => true,
        Some(Operation::Binary { name: "and", b, .. }) => {
            constant(b).is_some_and(|mask| mask & (of - 1) == 0)
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::super::endless;
    use super::*;

    /// Returns whether the loop ends of which these are the instructions, with the name of a type
    /// for `T`: `%i` is the counter, `%j` its next value, `%n` an argument, `%c` the condition to go
    /// on.
    fn is_ended(ty: &str, instructions: &str) -> bool {
        let text = format!(
            "start:\n  br label %again\nagain:\n  %i = phi T [ %s, %start ], [ %j, %again ]\n  \
             {}\n  br i1 %c, label %again, label %end\nend:\n  ret void\n",
            instructions.replace("; ", "\n  ")
        );
        endless(&Body::parse(&text.replace('T', ty))).is_empty()
    }

    #[test]
    fn a_counter_that_cannot_wrap_ends() {
        for (ty, instructions) in [
            ("i32", "%j = add nuw i32 %i, 3; %c = icmp ne i32 %j, %n"),
            ("i32", "%j = add nsw i32 %i, -3; %c = icmp sge i32 %i, %n"),
            ("i128", "%j = add nsw i128 %i, 1; %c = icmp ne i128 %j, %n"),
            ("ptr", "%j = getelementptr inbounds i8, ptr %i, i64 4; %c = icmp ne ptr %j, %n"),
        ] {
            assert!(is_ended(ty, instructions), "{instructions}");
            let wrapping = instructions.replace(" nuw", "").replace(" nsw", "");
            assert!(!is_ended(ty, &wrapping.replace(" inbounds", "")), "{wrapping}");
        }
        // The overflow is undefined only where its value matters.
        assert!(!is_ended("i32", "%j = add nuw i32 %i, 1; %c = icmp ne i32 %n, 3"));
        assert!(!is_ended(
            "i32",
            "%j = add nuw i32 %i, 1; %f = freeze i32 %j; %c = icmp ne i32 %f, %n"
        ));
        // Each addition is up for one kind of number, and not for the other.
        assert!(!is_ended(
            "i32",
            "%k = add nuw i32 %i, 3; %j = add nsw i32 %k, 1; %c = icmp ne i32 %j, %n"
        ));
    }

    /// The loops of inclusive ranges.
    #[test]
    fn a_step_that_depends_on_a_test_counts_if_the_test_holds() {
        let inclusive = "%x = icmp uge i32 %i, %n; %o = xor i1 %x, true; %z = zext i1 %o to i32; \
             %j = add nuw i32 %i, %z; %y = icmp ugt i32 %j, %n; \
             %s = select i1 %x, i1 true, i1 %y; %c = xor i1 %s, true";
        assert!(is_ended("i32", inclusive));
        // The test decides as well: before the last number, nothing wraps.
        assert!(is_ended("i32", &inclusive.replace(" nuw", "")));
        assert!(!is_ended("i32", &inclusive.replace(" nuw", "").replace("uge", "ugt")));
        // The step may be 0 in a round that another one follows.
        assert!(!is_ended(
            "i32",
            &inclusive.replace("%o = xor i1 %x, true", "%o = xor i1 %u, true")
        ));
        assert!(!is_ended("i32", &inclusive.replace("zext i1 %o", "zext i1 %x")));
        assert!(!is_ended("i32", &inclusive.replace("i1 %x, i1 true", "i1 %u, i1 true")));
        let constant = "%x = icmp eq i32 %i, 100; %k = add nuw nsw i32 %i, 1; \
             %j = select i1 %x, i32 100, i32 %k; %y = icmp ugt i32 %j, 100; \
             %s = or i1 %x, %y; %c = xor i1 %s, true";
        assert!(is_ended("i32", constant));
        assert!(!is_ended("i32", &constant.replace("%s = or i1 %x, %y", "%s = or i1 %u, %y")));
        assert!(!is_ended("i32", &constant.replace("i32 100, i32 %k", "i32 %k, i32 100")));
    }

    /// The test is of a value that an inner loop computes anew after it.
    #[test]
    fn a_condition_of_an_inner_loop_is_another_one_later() {
        let text = |inner: &str| {
            format!(
                "s:\n  br label %a\na:\n  %i = phi i32 [ 0, %s ], [ %j, %d ]\n  {inner}\nd:\n  \
                 br label %a\ne:\n  ret void\n"
            )
        };
        let ends = |inner: &str| endless(&Body::parse(&text(inner))).len();
        // `%q` may be false when the inner loop is left: only the first round of it is tested.
        let inner = "br label %b\nb:\n  %q = load i1, ptr %p\n  %z = zext i1 %q to i32\n  \
             %j = add nuw i32 %i, %z\n  %v = icmp ult i32 %i, %n\n  %w = and i1 %q, %v\n  \
             br i1 %w, label %f, label %e\nf:\n  br i1 %u, label %b, label %d";
        assert_eq!(ends(inner), 2);
        assert_eq!(ends(&inner.replace("br i1 %u, label %b, label %d", "br label %d")), 0);
    }

    #[test]
    fn a_test_ends_the_loop_before_the_counter_wraps() {
        for (ends, instructions) in [
            (true, "%j = add i8 %i, 1; %c = icmp ult i8 %i, %n"),
            (true, "%j = add i8 %i, 1; %c = icmp slt i8 %j, %n"),
            (true, "%j = add i8 %i, -1; %c = icmp ugt i8 %i, %n"),
            (true, "%j = add i8 %i, -1; %c = icmp sgt i8 %i, %n"),
            (false, "%j = add i8 %i, 1; %c = icmp ule i8 %i, %n"),
            (false, "%j = add i8 %i, 1; %c = icmp ugt i8 %i, %n"),
            (false, "%j = add i8 %i, 3; %c = icmp ult i8 %i, %n"),
            (false, "%j = add i8 %i, -1; %c = icmp uge i8 %i, %n"),
            (true, "%j = add i8 %i, 3; %c = icmp ult i8 %i, 252"),
            (true, "%j = add i8 %i, 3; %c = icmp ult i8 %i, -3"),
            (false, "%j = add i8 %i, 3; %c = icmp ult i8 %i, -2"),
            (true, "%j = add i8 %i, -3; %c = icmp uge i8 %i, 3"),
            (false, "%j = add i8 %i, -3; %c = icmp uge i8 %i, 2"),
            (true, "%j = add i8 %i, 1; %b = lshr i8 %n, 1; %c = icmp ule i8 %i, %b"),
            // Which value is compared matters, and that it is the same in each round.
            (true, "%j = add i8 %i, 1; %k = add i8 %i, 7; %c = icmp ult i8 %k, %n"),
            (true, "%j = add i8 %i, 1; %c = icmp ugt i8 %n, %i"),
            (false, "%j = sub i8 %n, %i; %c = icmp ult i8 %i, %n"),
        ] {
            assert_eq!(is_ended("i8", instructions), ends, "{instructions}");
        }
    }

    #[test]
    fn a_counter_that_is_narrower_than_its_bound_wraps() {
        for (ends, instructions) in [
            (false, "%j = add i8 %i, 1; %w = zext i8 %i to i32; %c = icmp ult i32 %w, %n"),
            (false, "%j = add i8 %i, 1; %w = sext i8 %i to i32; %c = icmp slt i32 %w, %n"),
            (false, "%j = add i8 %i, 1; %w = zext i8 %i to i32; %c = icmp ne i32 %w, %n"),
            (false, "%j = add i8 %i, -1; %w = sext i8 %i to i32; %c = icmp sgt i32 %w, %n"),
            (false, "%j = add i8 %i, -1; %w = zext i8 %i to i32; %c = icmp sgt i32 %w, -1"),
            (false, "%j = add i8 %i, 1; %w = sext i8 %i to i32; %c = icmp ult i32 %w, 9"),
            (true, "%j = add i8 %i, 1; %w = zext i8 %i to i32; %c = icmp ult i32 %w, 255"),
            (false, "%j = add i8 %i, 1; %w = zext i8 %i to i32; %c = icmp ult i32 %w, 256"),
            (
                true,
                "%j = add i8 %i, 1; %b = zext i8 %n to i32; %w = zext i8 %i to i32; %c = icmp ult i32 %w, %b",
            ),
            (
                true,
                "%j = add i8 %i, 1; %b = zext i8 %n to i32; %w = zext i8 %i to i32; %c = icmp ne i32 %w, %b",
            ),
        ] {
            assert_eq!(is_ended("i8", instructions), ends, "{instructions}");
        }
        // The lower bits of a counter are one that wraps, too.
        let narrowed = "%j = add i32 %i, 1; %w = trunc i32 %i to i8; %c = icmp ult i8 %w, %n";
        assert!(is_ended("i32", narrowed));
        assert!(!is_ended("i32", &narrowed.replace("%i, 1;", "%i, 2;")));
        assert!(!is_ended("i32", &narrowed.replace("%i, 1;", "%i, 256;")));
    }

    #[test]
    fn unequal_to_a_bound_ends_only_where_each_number_comes() {
        for (ends, ty, instructions) in [
            (true, "i16", "%j = add i16 %i, 5; %c = icmp ne i16 %i, %n"),
            (false, "i16", "%j = add i16 %i, 6; %c = icmp ne i16 %i, %n"),
            (false, "i32", "%j = add i32 %i, 1; %c = icmp ne i32 %i, %n"),
            (true, "i32", "%j = add i32 %i, 2; %c = icmp eq i32 %i, %n"),
            (false, "i32", "%j = add i32 %i, 0; %c = icmp eq i32 %i, %n"),
        ] {
            assert_eq!(is_ended(ty, instructions), ends, "{instructions}");
        }
    }

    #[test]
    fn a_counter_from_zero_meets_a_multiple_of_its_step() {
        let ends = |facts: &str, step: u32, bound: &str| {
            let text = format!(
                "s:\n  {facts}, label %p, label %e\np:\n  %m = {bound}\n  br label %a\na:\n  \
                 %i = phi i32 [ 0, %p ], [ %j, %a ]\n  %j = add i32 %i, {step}\n  \
                 %c = icmp eq i32 %j, %m\n  br i1 %c, label %e, label %a\ne:\n  ret void\n"
            );
            endless(&Body::parse(&text)).is_empty()
        };
        let some = "%b = icmp uge i32 %n, 8\n  br i1 %b";
        assert!(ends(some, 8, "and i32 %n, -8"));
        assert!(ends(some, 1, "and i32 %n, -8"));
        assert!(ends("%b = icmp ne i32 %n, 0\n  br i1 %b", 1, "add i32 %n, 0"));
        // Above the mask or below it, the bound is 0.
        assert!(!ends(some, 8, "and i32 %n, 2147483640"));
        assert!(!ends("%b = icmp uge i32 %n, 7\n  br i1 %b", 8, "and i32 %n, -8"));
        assert!(!ends("%b = icmp ult i32 %n, 8\n  br i1 %b", 8, "and i32 %n, -8"));
        assert!(ends("%b = icmp sgt i32 %n, 9\n  br i1 %b", 8, "and i32 %n, 2147483640"));
        assert!(!ends(some, 16, "and i32 %n, -8"));
        assert!(!ends(some, 3, "and i32 %n, -8"));
        // Unrolled twice.
        let twice = "%h = lshr i32 %n, 27\n  %b = icmp ne i32 %h, 0\n  br i1 %b";
        assert!(ends(twice, 2, "and i32 %k, 62\n  %k = add nuw nsw i32 %h, 1"));
        assert!(!ends(
            &twice.replace("27", "26"),
            2,
            "and i32 %k, 62\n  %k = add nuw nsw i32 %h, 1"
        ));
        // Each of the few numbers is excluded by one of the tests.
        let two = "%b = icmp ugt i32 %n, 5\n  %x = add i32 %n, -1\n  %y = icmp uge i32 %x, 7\n  \
                   %z = and i1 %b, %y\n  br i1 %z";
        assert!(!ends(&two.replace("br i1 %z", "br i1 %y"), 8, "and i32 %n, -8"));
        assert!(!ends(&two.replace("br i1 %z", "br i1 %b"), 8, "and i32 %n, -8"));
        assert!(ends(two, 8, "and i32 %n, -8"));
    }

    #[test]
    fn a_counter_that_goes_to_a_number_ends_if_it_leaves_there() {
        for (ends, instructions) in [
            (true, "%j = lshr i32 %i, 1; %c = icmp ugt i32 %i, %n"),
            (true, "%j = udiv i32 %i, 10; %c = icmp ne i32 %j, 0"),
            (false, "%j = udiv i32 %i, 10; %c = icmp ne i32 %j, 1"),
            (false, "%j = udiv i32 %i, 10; %c = icmp uge i32 %j, %n"),
            (false, "%j = udiv i32 %i, 1; %c = icmp ne i32 %j, 0"),
            (true, "%j = sdiv i32 %i, -2; %c = icmp ne i32 %j, 0"),
            (true, "%k = add i32 %i, -1; %j = and i32 %k, %i; %c = icmp ne i32 %j, 0"),
            (false, "%k = add i32 %i, -1; %j = and i32 %k, %n; %c = icmp ne i32 %j, 0"),
            (true, "%j = call i32 @llvm.usub.sat.i32(i32 %i, i32 3); %c = icmp ne i32 %j, 0"),
            (false, "%j = call i32 @llvm.usub.sat.i32(i32 %i, i32 3); %c = icmp sgt i32 %j, -1"),
            (true, "%j = call i32 @llvm.uadd.sat.i32(i32 %i, i32 3); %c = icmp ult i32 %j, %n"),
            (false, "%j = call i32 @llvm.uadd.sat.i32(i32 %i, i32 3); %c = icmp ule i32 %j, %n"),
            (true, "%j = call i32 @llvm.ssub.sat.i32(i32 %i, i32 3); %c = icmp sgt i32 %j, %n"),
            (false, "%j = call i32 @llvm.ssub.sat.i32(i32 %i, i32 3); %c = icmp ugt i32 %j, %n"),
        ] {
            assert_eq!(is_ended("i32", instructions), ends, "{instructions}");
        }
    }

    #[test]
    fn every_way_around_the_loop_must_count_and_test() {
        let text = |first: &str, second: &str, exit: &str| {
            format!(
                "start:\n  br label %a\na:\n  %i = phi i32 [ 0, %start ], [ %j, %b ], [ %k, %d ]\n  \
                 br i1 %x, label %b, label %d\nb:\n  %j = {first}\n  \
                 %c = icmp ult i32 %i, %n\n  br i1 %c, label %a, label %e\nd:\n  %k = {second}\n  \
                 {exit}\ne:\n  ret void\n"
            )
        };
        let ends = |text: String| endless(&Body::parse(&text)).is_empty();
        let (add, tested) =
            ("add i32 %i, 1", "%f = icmp ult i32 %i, %m\n  br i1 %f, label %a, label %e");
        assert!(ends(text(add, add, tested)));
        assert!(!ends(text(add, add, "br label %a")));
        assert!(!ends(text(add, "add i32 %i, 0", tested)));
        assert!(!ends(text(add, "add i32 %i, -1", tested)));
        assert!(!ends(text(add, "sub i32 0, %i", tested)));
        // Different values wrap at different times.
        let other =
            "%g = add i32 %i, 5\n  %f = icmp ult i32 %g, %m\n  br i1 %f, label %a, label %e";
        assert!(!ends(text(add, add, other)));
    }

    #[test]
    fn a_value_of_the_round_before_is_no_step() {
        let text = concat!(
            "s:\n  br label %a\na:\n  %i = phi i32 [ 0, %s ], [ %j, %a ]\n",
            "  %o = phi i32 [ 0, %s ], [ %p, %a ]\n  %p = add nuw i32 %i, 1\n",
            "  %j = add nuw i32 %o, 1\n  %c = icmp ult i32 %i, %n\n",
            "  br i1 %c, label %a, label %e\ne:\n  ret void\n",
        );
        assert_eq!(endless(&Body::parse(text)).len(), 1);
    }
}
