//! The rows of each level, and the way of each arrow through them.

use super::level::{Kind, Level, Side};
use super::{Diagram, Size};
use std::collections::BTreeMap;

/// The levels of a diagram; `None` is the outermost.
pub type Levels = BTreeMap<Option<usize>, Level>;

/// Returns the levels, and whether each arrow leads up.
pub fn layers(diagram: &Diagram) -> (Levels, Vec<bool>) {
    let mut leads_up = vec![false; diagram.arrows.len()];
    let mut levels = Levels::new();
    let mut open = vec![None];
    while let Some(of) = open.pop() {
        levels.insert(of, level(diagram, of, &mut leads_up));
        open.extend(diagram.inside(of).filter(|node| diagram.is_composite(*node)).map(Some));
    }
    (levels, leads_up)
}

/// The end of an arrow in a level.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Member(usize),
    Border,
}

/// Returns the ends of an arrow in a level; `None` if it does not lie in it.
fn ends(diagram: &Diagram, of: Option<usize>, arrow: usize) -> Option<(End, End)> {
    let (from, to) = (diagram.arrows[arrow].from, diagram.arrows[arrow].to);
    let end = |node| diagram.member(of, node).map_or(End::Border, End::Member);
    let lies_in = |node| of.is_none_or(|of| diagram.around(node).any(|outer| outer == of));
    // An arrow to the box of the level from outside ends at its border.
    let is_inside = |node| end(node) != End::Border;
    let is_part = (lies_in(from) || lies_in(to)) && (is_inside(from) || is_inside(to));
    (is_part && end(from) != end(to)).then(|| (end(from), end(to)))
}

fn level(diagram: &Diagram, of: Option<usize>, leads_up: &mut [bool]) -> Level {
    let members: Vec<usize> = diagram.inside(of).collect();
    let arrows: Vec<(usize, End, End)> = (0..diagram.arrows.len())
        .filter_map(|arrow| ends(diagram, of, arrow).map(|(from, to)| (arrow, from, to)))
        .collect();
    let place = |node| members.iter().position(|member| *member == node).unwrap_or(0);
    let mut among = Vec::new();
    for (arrow, from, to) in &arrows {
        if let (End::Member(from), End::Member(to)) = (from, to) {
            among.push((*arrow, place(*from), place(*to)));
        }
    }
    for (arrow, up) in cycles(members.len(), &among) {
        leads_up[arrow] = up;
    }
    let down: Vec<_> = among
        .iter()
        .map(|(arrow, from, to)| if leads_up[*arrow] { (*to, *from) } else { (*from, *to) })
        .collect();
    let ranks = ranks(members.len(), &down);
    let first = if of.is_some() { 2 } else { 0 };
    let last = first + 2 * ranks.iter().max().copied().unwrap_or(0);
    let mut level = Level { rows: last + 1, ..Level::default() };
    if let Some(of) = of {
        level.add(Kind::Title, 0, diagram.boxes[of].text);
    }
    for (member, rank) in members.iter().zip(&ranks) {
        level.add(Kind::Box(*member), first + 2 * rank, Size::default());
    }
    // From the upper to the lower end.
    let mut links = Vec::new();
    for (arrow, from, to) in arrows {
        let (upper, lower) = if leads_up[arrow] { (to, from) } else { (from, to) };
        let mut item = |end, side| match end {
            End::Member(node) => level.item_of(node).unwrap_or(0),
            End::Border => {
                let row = if side == Side::Top { 0 } else { last + 2 };
                level.rows = level.rows.max(row + 1);
                level.add(Kind::Port(side), row, Size::default())
            }
        };
        links.push((arrow, item(upper, Side::Top), item(lower, Side::Bottom)));
    }
    for (arrow, upper, lower) in links {
        let label = diagram.arrows[arrow].label;
        let label = (label.width > 0.0 && diagram.level_of(arrow) == of).then_some(label);
        add_link(&mut level, (arrow, leads_up[arrow]), upper, lower, label);
    }
    level
}

/// Returns for each arrow whether it leads up, so that no cycle leads down: those to a box from
/// which they are reached.
fn cycles(count: usize, arrows: &[(usize, usize, usize)]) -> Vec<(usize, bool)> {
    #[derive(Clone, Copy, PartialEq)]
    enum Visit {
        New,
        Open,
        Done,
    }
    let mut visits = vec![Visit::New; count];
    let mut leads_up = Vec::new();
    for start in 0..count {
        if visits[start] != Visit::New {
            continue;
        }
        let mut stack = vec![(start, 0)];
        visits[start] = Visit::Open;
        while let Some((node, next)) = stack.last_mut() {
            let of_node = arrows.iter().filter(|(_, from, _)| from == node).nth(*next);
            *next += 1;
            let Some((arrow, _, to)) = of_node else {
                visits[*node] = Visit::Done;
                stack.pop();
                continue;
            };
            leads_up.push((*arrow, visits[*to] == Visit::Open));
            if visits[*to] == Visit::New {
                visits[*to] = Visit::Open;
                stack.push((*to, 0));
            }
        }
    }
    leads_up
}

/// Returns a rank for each member, lower than those of all from which arrows lead to it, with short
/// arrows.
fn ranks(count: usize, down: &[(usize, usize)]) -> Vec<usize> {
    let mut ranks = vec![0; count];
    // At most `count` rounds, as there are no cycles.
    for _ in 0..count {
        for (upper, lower) in down {
            ranks[*lower] = ranks[*lower].max(ranks[*upper] + 1);
        }
    }
    // Each moves to where its arrows are shorter.
    for _ in 0..count {
        for node in (0..count).rev() {
            let into = down.iter().filter(|(_, lower)| *lower == node);
            let out = down.iter().filter(|(upper, _)| *upper == node);
            let (in_count, out_count) = (into.clone().count(), out.clone().count());
            let lowest = out.map(|(_, lower)| ranks[*lower] - 1).min();
            let highest = into.map(|(upper, _)| ranks[*upper] + 1).max().unwrap_or(0);
            ranks[node] = match lowest {
                Some(lowest) if out_count > in_count => lowest,
                _ if in_count > out_count => highest,
                _ => ranks[node],
            };
        }
    }
    // Those without arrows are below the others.
    let is_alone = |node: &usize| down.iter().all(|(upper, lower)| upper != node && lower != node);
    let last = ranks.iter().max().copied().unwrap_or(0);
    for alone in (0..count).filter(is_alone) {
        ranks[alone] = last;
    }
    let first = ranks.iter().min().copied().unwrap_or(0);
    ranks.iter().map(|rank| rank - first).collect()
}

/// Adds a link with an item in each row that it passes; its label is in the row between boxes that
/// is the least wide.
fn add_link(
    level: &mut Level,
    (arrow, leads_up): (usize, bool),
    upper: usize,
    lower: usize,
    label: Option<Size>,
) {
    let (first, last) = (level.items[upper].row + 1, level.items[lower].row);
    let width = |level: &Level, row| -> f64 {
        level.items.iter().filter(|item| item.row == row).map(|item| item.size.width).sum()
    };
    // Near the begin, among rows of one width.
    let between = (first..last).filter(|row| row % 2 == 1);
    let mut between: Vec<usize> = between.collect();
    if leads_up {
        between.reverse();
    }
    let label_row = between
        .into_iter()
        .min_by(|a, b| width(level, *a).total_cmp(&width(level, *b)))
        .filter(|_| label.is_some());
    let mut way = vec![upper];
    for row in first..last {
        way.push(match label {
            Some(size) if label_row == Some(row) => level.add(Kind::Label, row, size),
            _ => level.add(Kind::Pass, row, Size::default()),
        });
    }
    way.push(lower);
    level.links.push(super::level::Link { arrow, way });
}
