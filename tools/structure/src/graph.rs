//! Circles in a graph, and the arrows without which it has none.

use std::collections::{BTreeMap, BTreeSet};

/// The arrows of a graph, each with its weight.
pub type Graph = BTreeMap<(usize, usize), usize>;

/// Returns the strongly connected components of two or more nodes, the largest first.
#[must_use]
pub fn circles(graph: &Graph) -> Vec<BTreeSet<usize>> {
    let nodes: BTreeSet<usize> = graph.keys().flat_map(|(from, to)| [*from, *to]).collect();
    let reached: BTreeMap<usize, BTreeSet<usize>> =
        nodes.iter().map(|node| (*node, reachable(graph, *node))).collect();
    let mut circles: Vec<BTreeSet<usize>> = Vec::new();
    for node in nodes {
        if circles.iter().all(|circle| !circle.contains(&node)) {
            let mutual = reached[&node].iter().filter(|other| reached[other].contains(&node));
            circles.push(mutual.copied().chain([node]).collect());
        }
    }
    circles.retain(|circle| circle.len() > 1);
    circles.sort_by_key(|circle| std::cmp::Reverse(circle.len()));
    circles
}

fn reachable(graph: &Graph, from: usize) -> BTreeSet<usize> {
    let mut found = BTreeSet::new();
    let mut left = vec![from];
    while let Some(node) = left.pop() {
        let next = graph.range((node, 0)..=(node, usize::MAX)).map(|((_, to), _)| *to);
        left.extend(next.filter(|to| found.insert(*to)));
    }
    found
}

/// Returns arrows of little weight without which the graph has no circle: each node moves to its
/// best place in an order until none improves.
#[must_use]
pub fn feedback(graph: &Graph) -> Vec<(usize, usize)> {
    let mut back = Vec::new();
    for circle in circles(graph) {
        let inside = |(from, to): &(usize, usize)| circle.contains(from) && circle.contains(to);
        let arrows: Vec<_> = graph.iter().filter(|(arrow, _)| inside(arrow)).collect();
        let backward = |order: &[usize]| {
            let place = |node: &usize| order.iter().position(|other| other == node);
            let is_back = move |(from, to): &(usize, usize)| place(from) > place(to);
            arrows.iter().filter(move |(arrow, _)| is_back(arrow)).copied().collect::<Vec<_>>()
        };
        let cost =
            |order: &[usize]| backward(order).iter().map(|(_, weight)| **weight).sum::<usize>();
        let mut order: Vec<usize> = circle.iter().copied().collect();
        let mut best = cost(&order);
        loop {
            let before = best;
            for node in &circle {
                let rest: Vec<usize> =
                    order.iter().copied().filter(|other| other != node).collect();
                for place in 0..=rest.len() {
                    let mut tried = rest.clone();
                    tried.insert(place, *node);
                    let now = cost(&tried);
                    if now < best {
                        (best, order) = (now, tried);
                    }
                }
            }
            if best == before {
                break;
            }
        }
        back.extend(backward(&order).into_iter().map(|(arrow, _)| *arrow));
    }
    back
}
