//! Loops, and whether they end.
//!
//! A loop ends if a counter changes by a constant in each round, always up or always down, and
//! every round passes a test that leaves the loop once the counter has reached a bound that does
//! not change. That covers `for` over ranges, slices and arrays, `while` with a counter, and loops
//! that halve a number. No bound is visible for any other loop.

mod counter;
mod graph;

use crate::ir::Body;
use graph::Loops;

/// Returns the loops without a visible bound: for each, the source locations of its instructions,
/// those at the end of a round first.
#[must_use]
pub fn endless(body: &Body<'_>) -> Vec<Vec<u32>> {
    let Loops { natural, irreducible } = graph::loops(body);
    let natural = natural.iter().filter(|of| !counter::ends(body, of));
    let natural = natural.map(|of| {
        let others = of.blocks.iter().filter(|block| !of.latches.contains(block));
        locations(body, of.latches.iter().chain(others))
    });
    natural.chain(irreducible.iter().map(|block| locations(body, [block]))).collect()
}

fn locations<'b>(body: &Body<'_>, blocks: impl IntoIterator<Item = &'b usize>) -> Vec<u32> {
    let of = |block: &usize| body.blocks[*block].instructions.iter().rev();
    blocks.into_iter().flat_map(of).filter_map(|instruction| instruction.location).collect()
}
