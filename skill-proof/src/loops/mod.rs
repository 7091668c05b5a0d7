//! Loops, and whether they end.
//!
//! A loop ends if a counter changes in each round, always up or always down, and cannot wrap: its
//! overflow is undefined, or every round passes a test that leaves the loop before; or if it goes
//! to a number, as by division, at which the test leaves. No bound is visible for any other loop.

mod counter;
mod ends;
mod facts;
mod graph;
mod operation;
mod range;
mod test;

use crate::ir::Body;
use graph::Loops;

/// A loop without a visible bound.
pub struct Endless {
    /// The source locations of its instructions, those at the end of a round first.
    pub locations: Vec<u32>,
    /// Whether there is a jump out of it.
    pub is_left: bool,
}

/// Returns the loops without a visible bound.
#[must_use]
pub fn endless(body: &Body<'_>) -> Vec<Endless> {
    let Loops { natural, irreducible } = graph::loops(body);
    let natural = natural.iter().filter(|of| !ends::ends(body, of));
    let natural = natural.map(|of| {
        let others = of.blocks.iter().filter(|block| !of.latches.contains(block));
        let is_left = of.blocks.iter().any(|block| {
            body.blocks[*block].successors.iter().any(|target| !of.blocks.contains(target))
        });
        Endless { locations: locations(body, of.latches.iter().chain(others)), is_left }
    });
    let unclear = irreducible.iter().copied().chain(body.is_cut.then_some(0));
    let unclear =
        unclear.map(|block| Endless { locations: locations(body, [&block]), is_left: false });
    natural.chain(unclear).collect()
}

fn locations<'b>(body: &Body<'_>, blocks: impl IntoIterator<Item = &'b usize>) -> Vec<u32> {
    let of = |block: &usize| body.blocks[*block].instructions.iter().rev();
    blocks.into_iter().flat_map(of).filter_map(|instruction| instruction.location).collect()
}
