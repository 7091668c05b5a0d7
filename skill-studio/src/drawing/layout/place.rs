//! The places of the items along their rows.

use super::level::{Item, Kind, Level};
use super::order::Order;

/// The places at which a link meets the items on its way, from their left borders.
pub type Offsets = Vec<Vec<f64>>;

/// The number of sweeps over all rows.
const SWEEPS: usize = 40;

/// Returns the left border of each item, so that arrows are short and long ones straight.
pub fn place(level: &Level, order: &Order, offsets: &Offsets) -> Vec<f64> {
    let springs = springs(level, offsets);
    let mut x = vec![0.0; level.items.len()];
    for row in &order.rows {
        settle(level, row, &mut x, &|_| (0.0, 0.0));
    }
    for sweep in 0..SWEEPS {
        let (above, below) = match sweep % 2 {
            _ if sweep >= SWEEPS - 8 => (true, true),
            0 => (true, false),
            _ => (false, true),
        };
        let rows: Vec<&Vec<usize>> = if sweep % 2 == 0 {
            order.rows.iter().collect()
        } else {
            order.rows.iter().rev().collect()
        };
        for row in rows {
            let now = x.clone();
            settle(level, row, &mut x, &|item| {
                springs[item]
                    .iter()
                    .filter(|spring| if spring.is_above { above } else { below })
                    .fold((0.0, 0.0), |(sum, weight), spring| {
                        (
                            sum + spring.weight * (now[spring.other] + spring.distance),
                            weight + spring.weight,
                        )
                    })
            });
        }
    }
    let left = x.iter().copied().fold(f64::INFINITY, f64::min);
    let is_title = |item: &Item| item.kind == Kind::Title;
    // The text of the box, which is the first in its row, is in the corner.
    level.items.iter().zip(x).map(|(item, x)| if is_title(item) { 0.0 } else { x - left }).collect()
}

/// Something that pulls an item towards another.
struct Spring {
    other: usize,
    is_above: bool,
    /// The distance of the left borders at which the link is vertical.
    distance: f64,
    weight: f64,
}

fn springs(level: &Level, offsets: &Offsets) -> Vec<Vec<Spring>> {
    let mut springs: Vec<Vec<Spring>> = level.items.iter().map(|_| Vec::new()).collect();
    for (link, offsets) in level.links.iter().zip(offsets) {
        for (pair, at) in link.way.windows(2).zip(offsets.windows(2)) {
            let bends = pair.iter().filter(|item| is_bend(&level.items[**item])).count();
            let weight = [1.0, 2.0, 8.0][bends];
            let distance = at[0] - at[1];
            springs[pair[1]].push(Spring { other: pair[0], is_above: true, distance, weight });
            let distance = -distance;
            springs[pair[0]].push(Spring { other: pair[1], is_above: false, distance, weight });
        }
    }
    springs
}

fn is_bend(item: &Item) -> bool {
    matches!(item.kind, Kind::Pass | Kind::Label)
}

/// Moves the items of a row to where `pull` wants them, as near as their order and distances allow:
/// the sum of weighted squares is least. `pull` returns the sum of places times weights, and that of
/// the weights.
fn settle(level: &Level, row: &[usize], x: &mut [f64], pull: &dyn Fn(usize) -> (f64, f64)) {
    /// Items that touch: their number, and the sums over them.
    struct Pool {
        count: usize,
        sum: f64,
        weight: f64,
    }
    let mut shift = 0.0;
    let mut shifts = Vec::with_capacity(row.len());
    let mut pools: Vec<Pool> = Vec::new();
    for (index, item) in row.iter().enumerate() {
        if index > 0 {
            let (left, right) = (&level.items[row[index - 1]], &level.items[*item]);
            shift += left.size.width + gap(left, right);
        }
        shifts.push(shift);
        let (sum, weight) = match pull(*item) {
            // Stays where it is.
            (_, 0.0) => (x[*item] * STILL, STILL),
            pulled => pulled,
        };
        pools.push(Pool { count: 1, sum: sum - shift * weight, weight });
        while let [.., left, right] = &pools[..]
            && left.sum / left.weight >= right.sum / right.weight
        {
            let pool = Pool {
                count: left.count + right.count,
                sum: left.sum + right.sum,
                weight: left.weight + right.weight,
            };
            pools.truncate(pools.len() - 2);
            pools.push(pool);
        }
    }
    let places = pools.iter().flat_map(|pool| (0..pool.count).map(|_| pool.sum / pool.weight));
    for ((item, place), shift) in row.iter().zip(places).zip(shifts) {
        x[*item] = place + shift;
    }
}

/// The weight of an item's own place.
const STILL: f64 = 0.01;

/// The distance between two neighbours, in pixels.
fn gap(left: &Item, right: &Item) -> f64 {
    let is_box = |item: &Item| matches!(item.kind, Kind::Box(_));
    if is_box(left) && is_box(right) { 28.0 } else { 14.0 }
}
