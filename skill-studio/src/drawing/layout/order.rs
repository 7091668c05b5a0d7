//! The order of the items in each row, with few crossings.

use super::level::{Kind, Level};

/// The place at which a link meets an item that has ports, from 0 at the left to 1 at the right; `None` where it
/// may meet it anywhere.
pub type Ports<'a> = &'a dyn Fn(usize, usize) -> Option<f64>;

/// The order of a level.
#[derive(Clone)]
pub struct Order {
    /// The items of each row, from left to right.
    pub rows: Vec<Vec<usize>>,
    /// The place of each item in its row.
    pub places: Vec<usize>,
}

/// A part of a link between an item and one in the next row, with its places on both.
#[derive(Clone, Copy)]
struct Segment {
    upper: usize,
    lower: usize,
    upper_port: Option<f64>,
    lower_port: Option<f64>,
}

/// Segments by row, and by item.
struct Segments {
    all: Vec<Segment>,
    by_row: Vec<Vec<usize>>,
    above: Vec<Vec<usize>>,
    below: Vec<Vec<usize>>,
}

impl Segments {
    fn new(level: &Level, ports: Ports<'_>) -> Self {
        let none = vec![Vec::new(); level.items.len()];
        let mut segments = Self {
            all: Vec::new(),
            by_row: vec![Vec::new(); level.rows],
            above: none.clone(),
            below: none,
        };
        for link in &level.links {
            for pair in link.way.windows(2) {
                let [upper, lower] = [pair[0], pair[1]];
                let port = |item| ports(item, link.arrow);
                let index = segments.all.len();
                segments.by_row[level.items[upper].row].push(index);
                segments.below[upper].push(index);
                segments.above[lower].push(index);
                let (upper_port, lower_port) = (port(upper), port(lower));
                segments.all.push(Segment { upper, lower, upper_port, lower_port });
            }
        }
        segments
    }
}

/// The number of orders from which a search begins.
const STARTS: u64 = 24;
/// The number of sweeps from each.
const SWEEPS: usize = 16;

/// Returns an order with few crossings.
pub fn order(level: &Level, ports: Ports<'_>) -> Order {
    let segments = Segments::new(level, ports);
    let starts = if level.items.len() > 400 { 2 } else { STARTS };
    let mut best: Option<(usize, Order)> = None;
    for start in 0..starts {
        let mut order = initial(level, start);
        let mut stale = 0;
        for sweep in 0..SWEEPS {
            let crossings = sweep_once(level, &segments, &mut order, sweep);
            if best.as_ref().is_none_or(|(fewest, _)| crossings < *fewest) {
                best = Some((crossings, order.clone()));
                stale = 0;
            }
            stale += 1;
            if crossings == 0 || stale > 6 {
                break;
            }
        }
        if matches!(best, Some((0, _))) {
            break;
        }
    }
    best.map_or_else(|| initial(level, 0), |(_, order)| order)
}

/// The order of a search in depth, or a random one.
fn initial(level: &Level, start: u64) -> Order {
    let mut keys: Vec<u64> = (0..level.items.len() as u64).collect();
    if start == 0 {
        in_depth(level, &mut keys);
    }
    // Numbers that only depend on the start (Steele, Lea and Flood 2014).
    let mut state = start.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    if start > 1 {
        for key in &mut keys {
            state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mixed = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            *key = mixed ^ (mixed >> 27);
        }
    }
    let mut rows = vec![Vec::new(); level.rows];
    for (index, item) in level.items.iter().enumerate() {
        rows[item.row].push(index);
    }
    for row in &mut rows {
        row.sort_by_key(|item| (level.items[*item].kind != Kind::Title, keys[*item]));
    }
    let mut order = Order { rows, places: vec![0; level.items.len()] };
    (0..level.rows).for_each(|row| order.number(row));
    order
}

/// Numbers the items in the order in which a search along the links finds them.
fn in_depth(level: &Level, keys: &mut [u64]) {
    let mut seen = vec![false; level.items.len()];
    let mut next = 0;
    for begin in 0..level.items.len() {
        let mut stack = vec![begin];
        while let Some(item) = stack.pop() {
            if std::mem::replace(&mut seen[item], true) {
                continue;
            }
            keys[item] = next;
            next += 1;
            let pairs = level.links.iter().rev().flat_map(|link| link.way.windows(2));
            stack.extend(pairs.filter(|pair| pair[0] == item).map(|pair| pair[1]));
        }
    }
}

impl Order {
    fn number(&mut self, row: usize) {
        for (place, item) in self.rows[row].iter().enumerate() {
            self.places[*item] = place;
        }
    }
}

/// Orders each row by the row before it, downward or upward, exchanges neighbours, and returns the
/// number of crossings.
fn sweep_once(level: &Level, segments: &Segments, order: &mut Order, sweep: usize) -> usize {
    let down = sweep.is_multiple_of(2);
    let rows: Vec<usize> =
        if down { (0..level.rows).collect() } else { (0..level.rows).rev().collect() };
    for row in rows {
        by_barycenter(level, segments, order, row, down);
    }
    while exchange(level, segments, order) {}
    (0..level.rows).map(|row| crossings(segments, order, row)).sum()
}

#[allow(clippy::cast_precision_loss)] // places in a row
fn by_barycenter(level: &Level, segments: &Segments, order: &mut Order, row: usize, down: bool) {
    let barycenter = |item: usize| {
        let list = if down { &segments.above[item] } else { &segments.below[item] };
        let sum: f64 = list
            .iter()
            .map(|segment| {
                let segment = &segments.all[*segment];
                let (other, port) = if down {
                    (segment.upper, segment.upper_port)
                } else {
                    (segment.lower, segment.lower_port)
                };
                order.places[other] as f64 + port.unwrap_or(0.5)
            })
            .sum();
        (!list.is_empty()).then(|| sum / list.len() as f64)
    };
    let is_free = |item: usize| level.items[item].kind != Kind::Title;
    let mut moved: Vec<(f64, usize)> = order.rows[row]
        .iter()
        .filter(|item| is_free(**item))
        .filter_map(|item| barycenter(*item).map(|center| (center, *item)))
        .collect();
    let places: Vec<usize> = moved.iter().map(|(_, item)| order.places[*item]).collect();
    moved.sort_by(|a, b| a.0.total_cmp(&b.0));
    // Items without links stay where they are.
    for (place, (_, item)) in places.iter().zip(moved) {
        order.rows[row][*place] = item;
    }
    order.number(row);
}

/// Exchanges neighbours where that saves crossings, and returns whether there were any.
fn exchange(level: &Level, segments: &Segments, order: &mut Order) -> bool {
    let mut better = false;
    for row in 0..level.rows {
        for place in 1..order.rows[row].len() {
            let (left, right) = (order.rows[row][place - 1], order.rows[row][place]);
            if level.items[left].kind == Kind::Title {
                continue;
            }
            let now = between(segments, order, left, right);
            if now > between(segments, order, right, left) {
                order.rows[row].swap(place - 1, place);
                order.number(row);
                better = true;
            }
        }
    }
    better
}

/// Returns the crossings of the segments of two neighbours, if they are in this order.
fn between(segments: &Segments, order: &Order, left: usize, right: usize) -> usize {
    let count = |lists: &[Vec<usize>], other: fn(&Segment) -> (usize, Option<f64>)| {
        let is_after = |a: &usize, b: &usize| {
            let (a, b) = (other(&segments.all[*a]), other(&segments.all[*b]));
            compare(order, a, b).is_gt()
        };
        let crossed = |a: &usize| lists[right].iter().filter(|b| is_after(a, b)).count();
        lists[left].iter().map(crossed).sum::<usize>()
    };
    count(&segments.above, |segment| (segment.upper, segment.upper_port))
        + count(&segments.below, |segment| (segment.lower, segment.lower_port))
}

/// Compares two ends in one row; those at one item that may be anywhere are equal.
fn compare(order: &Order, a: (usize, Option<f64>), b: (usize, Option<f64>)) -> std::cmp::Ordering {
    order.places[a.0].cmp(&order.places[b.0]).then_with(|| match (a.1, b.1) {
        (Some(a), Some(b)) => a.total_cmp(&b),
        _ => std::cmp::Ordering::Equal,
    })
}

/// Returns the number of crossings below a row.
fn crossings(segments: &Segments, order: &Order, row: usize) -> usize {
    let list = &segments.by_row[row];
    let mut count = 0;
    for (index, a) in list.iter().enumerate() {
        let a = &segments.all[*a];
        for b in &list[index + 1..] {
            let b = &segments.all[*b];
            let upper = compare(order, (a.upper, a.upper_port), (b.upper, b.upper_port));
            let lower = compare(order, (a.lower, a.lower_port), (b.lower, b.lower_port));
            count += usize::from(upper != lower && upper.is_ne() && lower.is_ne());
        }
    }
    count
}
