//! Loops, and whether they end.
//!
//! A loop ends if a counter changes by a constant in each round, always up or always down, and
//! every round passes a test that leaves the loop once the counter has reached a bound that does
//! not change. That covers `for` over ranges, slices and arrays, `while` with a counter, and
//! loops that halve a number. Of all other loops no bound is visible.

mod counter;
mod graph;

use crate::ir::Body;
use graph::Loops;

/// Returns the place of each loop of which no bound is visible.
#[must_use]
pub fn endless(body: &Body<'_>) -> Vec<Option<u32>> {
    let Loops { natural, irreducible } = graph::loops(body);
    let mut places: Vec<_> = natural
        .iter()
        .filter(|of| !counter::ends(body, of))
        .map(|of| place(body, &of.latches, of.header))
        .collect();
    places.extend(irreducible.iter().map(|block| place(body, &[*block], *block)));
    places
}

/// Returns the place at which a loop begins its next round.
fn place(body: &Body<'_>, latches: &[usize], header: usize) -> Option<u32> {
    let last = |block: &usize| {
        body.blocks[*block].instructions.iter().rev().find_map(|instruction| instruction.location)
    };
    let first =
        || body.blocks[header].instructions.iter().find_map(|instruction| instruction.location);
    latches.iter().find_map(last).or_else(first)
}
