//! Places of boxes inside boxes, and the ways of arrows from level to level.

use super::layers::{Levels, layers};
use super::level::{Kind, Level, Side};
use super::order::{Order, order};
use super::place::{Offsets, place};
use super::{Diagram, Drawing, Point, Rect, Route, Size};
use std::collections::BTreeMap;

/// The distance between two rows, in pixels.
const ROW_GAP: f64 = 18.0;
/// The distance between the border of a box and what is in it.
const PADDING: f64 = 12.0;
/// The width of an arrow from a box to itself, and its least height.
const LOOP: Size = Size { width: 26.0, height: 22.0 };
/// The distance between an arrow and its label.
const LABEL_GAP: f64 = 6.0;

/// Places the boxes and arrows of a diagram.
///
/// The order of boxes and arrows matters: the first box of each level is preferred at the top, and
/// the arrows that close a cycle, followed in their order, lead up.
#[must_use]
pub fn lay_out(diagram: &Diagram) -> Drawing {
    let (mut levels, leads_up) = layers(diagram);
    let mut placed = BTreeMap::new();
    place_level(diagram, &mut levels, None, &mut placed);
    let mut drawing = Drawing {
        size: placed[&None].size,
        boxes: vec![Rect::default(); diagram.boxes.len()],
        texts: vec![Rect::default(); diagram.boxes.len()],
        arrows: vec![Route::default(); diagram.arrows.len()],
    };
    let all = Placing { diagram, levels: &levels, placed: &placed };
    all.boxes(None, Point::default(), &mut drawing);
    for (arrow, leads_up) in leads_up.into_iter().enumerate() {
        all.arrow(arrow, leads_up, &mut drawing);
    }
    drawing
}

/// The places in a level, from the upper left corner of its box.
struct Placed {
    size: Size,
    /// The upper left corner of each item.
    items: Vec<Point>,
    /// The upper and lower end of each row.
    rows: Vec<(f64, f64)>,
    offsets: Offsets,
    /// The place of each arrow that crosses or reaches the border of the box, along it.
    ports: BTreeMap<usize, f64>,
}

/// Places the levels inside a level, and then itself.
fn place_level(
    diagram: &Diagram,
    levels: &mut Levels,
    of: Option<usize>,
    placed: &mut BTreeMap<Option<usize>, Placed>,
) {
    for node in diagram.inside(of).filter(|node| diagram.is_composite(*node)) {
        place_level(diagram, levels, Some(node), placed);
    }
    let Some(level) = levels.get_mut(&of) else { return };
    for item in &mut level.items {
        match item.kind {
            Kind::Box(node) => {
                let (size, loops) = (size(diagram, node, placed), loops_size(diagram, node));
                item.size.width = size.width + loops.width;
                item.size.height = size.height.max(loops.height);
            }
            Kind::Label => item.size.width += LABEL_GAP,
            _ => {}
        }
    }
    let port = |item: usize, arrow: usize| match level.items[item].kind {
        Kind::Box(node) => placed.get(&Some(node)).and_then(|inner| inner.ports.get(&arrow)),
        _ => None,
    };
    let order =
        order(level, &|item, arrow| port(item, arrow).map(|x| x / level.items[item].size.width));
    let width = |item: usize| match level.items[item].kind {
        Kind::Box(node) => size(diagram, node, placed).width,
        _ => 0.0,
    };
    let offsets = offsets(level, &order, &|item, arrow| port(item, arrow).copied(), &width);
    let x = place(level, &order, &offsets);
    let margin = if of.is_some() { PADDING } else { 0.0 };
    let rows = rows(level, margin);
    let ends = level.items.iter().zip(&x).map(|(item, x)| x + item.size.width);
    let size = Size {
        width: ends.fold(0.0, f64::max) + 2.0 * margin,
        height: rows.last().map_or(0.0, |last| last.1) + margin,
    };
    let at = |item: usize| {
        let (top, bottom) = rows[level.items[item].row];
        let height = level.items[item].size.height;
        Point { x: x[item] + margin, y: top + (bottom - top - height) / 2.0 }
    };
    let items: Vec<Point> = (0..level.items.len()).map(at).collect();
    let mut ports = BTreeMap::new();
    for link in &level.links {
        let ends = [link.way.first(), link.way.last()];
        for end in ends.into_iter().flatten() {
            if matches!(level.items[*end].kind, Kind::Port(_)) {
                ports.insert(link.arrow, items[*end].x);
            }
        }
    }
    placed.insert(of, Placed { size, items, rows, offsets, ports });
}

/// Returns the size of a box without the arrows to itself.
fn size(diagram: &Diagram, node: usize, placed: &BTreeMap<Option<usize>, Placed>) -> Size {
    placed.get(&Some(node)).map_or(diagram.boxes[node].text, |inner| inner.size)
}

/// Returns the arrows from a box to itself.
fn loops(diagram: &Diagram, node: usize) -> impl Iterator<Item = usize> + '_ {
    (0..diagram.arrows.len()).filter(move |arrow| {
        diagram.arrows[*arrow].from == node && diagram.arrows[*arrow].to == node
    })
}

/// Returns the height of an arrow to itself.
fn loop_height(diagram: &Diagram, arrow: usize) -> f64 {
    diagram.arrows[arrow].label.height.max(LOOP.height)
}

/// Returns the size of all arrows of a box to itself, one below the other.
fn loops_size(diagram: &Diagram, node: usize) -> Size {
    loops(diagram, node).fold(Size::default(), |all, arrow| Size {
        width: all.width.max(LOOP.width + LABEL_GAP + diagram.arrows[arrow].label.width),
        height: all.height + loop_height(diagram, arrow),
    })
}

/// Returns where links meet the items on their way: on a box side by side, in the order of the items
/// to which they lead, and between the ports beside which they are in this order.
fn offsets(
    level: &Level,
    order: &Order,
    port: &dyn Fn(usize, usize) -> Option<f64>,
    width: &dyn Fn(usize) -> f64,
) -> Offsets {
    let mut offsets: Offsets = level.links.iter().map(|link| vec![0.0; link.way.len()]).collect();
    for item in 0..level.items.len() {
        for side in [Side::Top, Side::Bottom] {
            let mut ends: Vec<(usize, usize, usize)> = Vec::new();
            for (index, link) in level.links.iter().enumerate() {
                let last = link.way.len() - 1;
                let (end, next) =
                    if side == Side::Bottom { (0, 1) } else { (last, last.saturating_sub(1)) };
                if link.way[end] == item {
                    ends.push((order.places[link.way[next]], index, end));
                }
            }
            ends.sort_unstable();
            let ports: Vec<Option<f64>> =
                ends.iter().map(|(_, index, _)| port(item, level.links[*index].arrow)).collect();
            for ((_, index, end), x) in ends.iter().zip(spread(&ports, width(item))) {
                offsets[*index][*end] = x;
            }
        }
    }
    offsets
}

/// Returns the places of arrows along a border of the given width: that of its port, or evenly
/// between the ports beside it.
fn spread(ports: &[Option<f64>], width: f64) -> Vec<f64> {
    let mut places = Vec::new();
    let mut index = 0;
    while index < ports.len() {
        if let Some(port) = ports[index] {
            places.push(port);
            index += 1;
            continue;
        }
        let free = ports[index..].iter().take_while(|port| port.is_none()).count();
        let before = ports[..index].iter().flatten().copied().fold(0.0, f64::max);
        let after = ports[index + free..].iter().flatten().copied().fold(width, f64::min);
        // Ports may cross each other.
        let (low, high) = if before < after { (before, after) } else { (0.0, width) };
        #[allow(clippy::cast_precision_loss)] // the arrows of one box
        let share = |place: usize| (place + 1) as f64 / (free + 1) as f64;
        places.extend((0..free).map(|place| low + (high - low) * share(place)));
        index += free;
    }
    places
}

/// Returns the upper and lower end of each row.
fn rows(level: &Level, margin: f64) -> Vec<(f64, f64)> {
    let mut y = margin;
    let heights = (0..level.rows).map(|row| {
        let of_row = level.items.iter().filter(|item| item.row == row);
        of_row.map(|item| item.size.height).fold(0.0, f64::max)
    });
    let mut rows = Vec::new();
    for height in heights {
        if !rows.is_empty() {
            y += ROW_GAP;
        }
        rows.push((y, y + height));
        y += height;
    }
    rows
}

/// All places, each in its level.
struct Placing<'a> {
    diagram: &'a Diagram,
    levels: &'a Levels,
    placed: &'a BTreeMap<Option<usize>, Placed>,
}

impl Placing<'_> {
    /// Adds the boxes of a level whose upper left corner is `at`.
    fn boxes(&self, of: Option<usize>, at: Point, drawing: &mut Drawing) {
        let (level, placed) = (&self.levels[&of], &self.placed[&of]);
        for (item, corner) in level.items.iter().zip(&placed.items) {
            let corner = Point { x: at.x + corner.x, y: at.y + corner.y };
            match item.kind {
                Kind::Title => {
                    if let Some(of) = of {
                        drawing.texts[of] = Rect { at: corner, size: item.size };
                    }
                }
                Kind::Box(node) => {
                    let size = size(self.diagram, node, self.placed);
                    let y = corner.y + (item.size.height - size.height) / 2.0;
                    drawing.boxes[node] = Rect { at: Point { x: corner.x, y }, size };
                    drawing.texts[node] = drawing.boxes[node];
                    if self.diagram.is_composite(node) {
                        self.boxes(Some(node), drawing.boxes[node].at, drawing);
                    }
                    self.loops(node, drawing);
                }
                _ => {}
            }
        }
    }

    /// Adds the arrows of a placed box to itself, on its right side.
    fn loops(&self, node: usize, drawing: &mut Drawing) {
        let border = drawing.boxes[node];
        let height = loops_size(self.diagram, node).height;
        let mut y = border.at.y + (border.size.height - height) / 2.0;
        let x = border.at.x + border.size.width;
        for arrow in loops(self.diagram, node) {
            let (height, label) =
                (loop_height(self.diagram, arrow), self.diagram.arrows[arrow].label);
            let middle = y + height / 2.0;
            let at = |y: f64| {
                let inside = y.clamp(border.at.y, border.at.y + border.size.height);
                Point { x, y: inside }
            };
            let corner = Point { x: x + LOOP.width + LABEL_GAP, y: middle - label.height / 2.0 };
            drawing.arrows[arrow] = Route {
                label: (label.width > 0.0).then_some(Rect { at: corner, size: label }),
                points: vec![at(middle - 7.0), at(middle + 7.0)],
                is_loop: true,
            };
            y += height;
        }
    }

    /// Adds an arrow between two placed boxes.
    fn arrow(&self, arrow: usize, leads_up: bool, drawing: &mut Drawing) {
        let (from, to) = (self.diagram.arrows[arrow].from, self.diagram.arrows[arrow].to);
        if from == to {
            return;
        }
        let (upper, lower) = if leads_up { (to, from) } else { (from, to) };
        let shared = self.diagram.level_of(arrow);
        // The boxes between an end and the level of both.
        let outward = |end: usize| {
            let boxes = self.diagram.around(end).skip(1).map(Some);
            boxes.take_while(move |of| *of != shared).collect::<Vec<_>>()
        };
        // An end that is the box of the level itself has none.
        let above = if Some(upper) == shared { Vec::new() } else { outward(upper) };
        let below = if Some(lower) == shared { Vec::new() } else { outward(lower) };
        let levels = above.into_iter().chain([shared]).chain(below.into_iter().rev());
        let mut route = Route::default();
        for of in levels {
            self.part(arrow, of, &mut route, drawing);
        }
        if leads_up {
            route.points.reverse();
        }
        drawing.arrows[arrow] = route;
    }

    /// Adds the part of an arrow that lies in a level.
    fn part(&self, arrow: usize, of: Option<usize>, route: &mut Route, drawing: &Drawing) {
        let (level, placed) = (&self.levels[&of], &self.placed[&of]);
        let border =
            of.map_or(Rect { at: Point::default(), size: placed.size }, |of| drawing.boxes[of]);
        let Some(index) = level.links.iter().position(|link| link.arrow == arrow) else { return };
        let (link, offsets) = (&level.links[index], &placed.offsets[index]);
        for (item, offset) in link.way.iter().zip(offsets) {
            let of_item = &level.items[*item];
            let corner = placed.items[*item];
            let x = border.at.x + corner.x + offset;
            let (top, bottom) = placed.rows[of_item.row];
            let (mut first, mut last) = (border.at.y + top, border.at.y + bottom);
            match of_item.kind {
                Kind::Box(node) => {
                    let of_box = drawing.boxes[node];
                    if *item == link.way[0] {
                        first = of_box.at.y + of_box.size.height;
                    } else {
                        last = of_box.at.y;
                    }
                }
                Kind::Port(Side::Top) => first = border.at.y,
                Kind::Port(Side::Bottom) => last = border.at.y + border.size.height,
                Kind::Label => {
                    let label = self.diagram.arrows[arrow].label;
                    let y = border.at.y + corner.y;
                    let at = Point { x: x + LABEL_GAP, y };
                    route.label = Some(Rect { at, size: label });
                }
                Kind::Title | Kind::Pass => {}
            }
            route.points.extend([Point { x, y: first }, Point { x, y: last }]);
        }
        route.points.dedup();
    }
}
