//! The loops of a function, from the jumps between its blocks.

use std::collections::{BTreeMap, BTreeSet};

use crate::ir::Body;

/// The loops of a function.
#[derive(Debug, Default)]
pub struct Loops {
    /// The loops with one entrance.
    pub natural: Vec<Loop>,
    /// The blocks that begin a next round of a loop with several entrances.
    pub irreducible: Vec<usize>,
}

/// A loop with one entrance. Loops with the same entrance count as one.
#[derive(Debug, PartialEq, Eq)]
pub struct Loop {
    /// The block through which it is entered.
    pub header: usize,
    /// The blocks from which the next round begins.
    pub latches: Vec<usize>,
    /// All blocks, including those of inner loops.
    pub blocks: BTreeSet<usize>,
    /// The blocks through which each way to the loop leads.
    pub above: Vec<usize>,
    /// The jumps that are on each way to the loop, from block to block.
    pub entrances: Vec<(usize, usize)>,
}

/// Returns the loops of a function.
pub fn loops(body: &Body<'_>) -> Loops {
    let order = reverse_postorder(body);
    let dominators = dominators(body, &order);
    let mut position = vec![usize::MAX; body.blocks.len()];
    for (place, block) in order.iter().enumerate() {
        position[*block] = place;
    }
    let mut latches: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    let mut loops = Loops::default();
    for &block in &order {
        for &target in &body.blocks[block].successors {
            if position[target] > position[block] {
                continue;
            }
            if dominates(&dominators, target, block) {
                latches.entry(target).or_default().push(block);
            } else {
                loops.irreducible.push(block);
            }
        }
    }
    let before = predecessors(body);
    for (header, latches) in latches {
        let mut blocks = BTreeSet::from([header]);
        let mut next = latches.clone();
        while let Some(block) = next.pop() {
            // Unreachable blocks belong to no loop.
            if position[block] != usize::MAX && blocks.insert(block) {
                next.extend(&before[block]);
            }
        }
        let mut above = Vec::new();
        let mut block = header;
        while let Some(next) = dominators[block].filter(|next| *next != block) {
            above.push(next);
            block = next;
        }
        let outside = |block: usize| {
            let mut from = before[block].iter().filter(|from| !blocks.contains(from));
            from.next().filter(|_| from.next().is_none()).map(|from| (*from, block))
        };
        let alone = above.iter().filter(|block| before[**block].len() == 1);
        let entrances = alone.chain([&header]).filter_map(|block| outside(*block)).collect();
        loops.natural.push(Loop { header, latches, blocks, above, entrances });
    }
    loops
}

fn predecessors(body: &Body<'_>) -> Vec<Vec<usize>> {
    let mut before = vec![Vec::new(); body.blocks.len()];
    for (number, block) in body.blocks.iter().enumerate() {
        for &target in &block.successors {
            before[target].push(number);
        }
    }
    before
}

/// Returns the blocks that are reached, each before its successors except at loops.
fn reverse_postorder(body: &Body<'_>) -> Vec<usize> {
    let mut order = Vec::new();
    let mut seen = vec![false; body.blocks.len()];
    let mut stack = Vec::new();
    if let Some(first) = seen.first_mut() {
        *first = true;
        stack.push((0, 0));
    }
    while let Some((block, next)) = stack.last_mut() {
        match body.blocks[*block].successors.get(*next) {
            Some(&target) => {
                *next += 1;
                if !std::mem::replace(&mut seen[target], true) {
                    stack.push((target, 0));
                }
            }
            None => {
                order.push(*block);
                stack.pop();
            }
        }
    }
    order.reverse();
    order
}

/// Returns the immediate dominator of each block: the last block on every path to it.
fn dominators(body: &Body<'_>, order: &[usize]) -> Vec<Option<usize>> {
    let mut position = vec![usize::MAX; body.blocks.len()];
    for (place, block) in order.iter().enumerate() {
        position[*block] = place;
    }
    let before = predecessors(body);
    let mut dominators = vec![None; body.blocks.len()];
    let Some(&first) = order.first() else { return dominators };
    dominators[first] = Some(first);
    let mut changed = true;
    while changed {
        changed = false;
        for &block in order.iter().skip(1) {
            let mut new = None;
            for &other in before[block].iter().filter(|other| dominators[**other].is_some()) {
                new = Some(match new {
                    None => other,
                    Some(new) => common(&dominators, &position, new, other),
                });
            }
            if new.is_some() && dominators[block] != new {
                dominators[block] = new;
                changed = true;
            }
        }
    }
    dominators
}

/// Returns the last block on every path to both.
fn common(dominators: &[Option<usize>], position: &[usize], a: usize, b: usize) -> usize {
    let (mut a, mut b) = (a, b);
    while a != b {
        while position[a] > position[b] {
            a = dominators[a].unwrap_or(0);
        }
        while position[b] > position[a] {
            b = dominators[b].unwrap_or(0);
        }
    }
    a
}

fn dominates(dominators: &[Option<usize>], above: usize, mut block: usize) -> bool {
    loop {
        if block == above {
            return true;
        }
        match dominators[block] {
            Some(next) if next != block => block = next,
            _ => return false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nested_loops_are_two() {
        let body = Body::parse(concat!(
            "a:\n  br label %b\nb:\n  br i1 %x, label %c, label %e\n",
            "c:\n  br i1 %y, label %c, label %d\nd:\n  br label %b\ne:\n  ret void\n",
        ));
        let loops = loops(&body);
        assert!(loops.irreducible.is_empty());
        assert_eq!(
            loops.natural[0],
            Loop {
                header: 1,
                latches: vec![3],
                blocks: [1, 2, 3].into(),
                above: vec![0],
                entrances: vec![(0, 1)],
            }
        );
        assert_eq!(
            loops.natural[1],
            Loop {
                header: 2,
                latches: vec![2],
                blocks: [2].into(),
                above: vec![1, 0],
                entrances: vec![(1, 2)]
            }
        );
    }

    #[test]
    fn a_loop_with_two_entrances_is_irreducible() {
        let body = Body::parse(
            "a:\n  br i1 %x, label %b, label %c\nb:\n  br label %c\nc:\n  br label %b\n",
        );
        let loops = loops(&body);
        assert_eq!((loops.natural.len(), loops.irreducible.len()), (0, 1));
    }
}
