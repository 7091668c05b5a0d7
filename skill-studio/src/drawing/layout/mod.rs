//! Layered drawings of nested graphs, after Sugiyama, Tagawa and Toda (1981).
//!
//! A [`Diagram`] has boxes, boxes inside boxes, and arrows with labels; [`lay_out`] gives each a
//! place. The result depends on the diagram alone, so positions stay where they are while another
//! state becomes active. No two boxes or labels overlap, and no arrow runs through a box or label
//! that is not its own:
//!
//! 1. *Layers* (`layers`): each box with content is a level of its own. Cycles are broken, and the
//!    members of a level get rows, so that arrows lead down.
//! 2. *Order* (`order`): a long arrow gets a point in each row, its label is one of them. The order
//!    in each row is that with the fewest crossings that sweeps by barycenters and exchanges of
//!    neighbours find (Gansner, Koutsofios, North and Vo 1993).
//! 3. *Place* (`place`): distances along the rows, by pools of adjacent violators.
//! 4. *Route* (`route`): arrows are vertical inside a row and cross only between rows.
//!
//! An arrow into a box ends at a port of the box's border in the level around it, and begins at the
//! same place in the level inside.

mod direction;
mod layers;
mod level;
mod order;
mod place;
mod route;
#[cfg(test)]
mod tests;

pub use direction::Direction;
pub use route::lay_out;

/// Boxes and arrows without places.
#[derive(Clone, Debug, Default)]
pub struct Diagram {
    /// The boxes; arrows refer to their indices.
    pub boxes: Vec<Node>,
    /// The arrows, in the order in which cycles are followed.
    pub arrows: Vec<Arrow>,
}

/// A box, which may have others inside.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// The box around it.
    pub parent: Option<usize>,
    /// The size of the text in it. A box with others inside is as large as they need.
    pub text: Size,
}

/// An arrow between two boxes.
#[derive(Clone, Copy, Debug)]
pub struct Arrow {
    /// The box where it begins.
    pub from: usize,
    /// The box where it ends.
    pub to: usize,
    /// The size of its label; zero for none.
    pub label: Size,
}

/// A size in pixels.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Size {
    /// The horizontal extent, in pixels.
    pub width: f64,
    /// The vertical extent, in pixels.
    pub height: f64,
}

/// A place in pixels, from the upper left corner.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Point {
    /// The distance from the left edge, in pixels.
    pub x: f64,
    /// The distance from the upper edge, in pixels.
    pub y: f64,
}

/// A rectangle with horizontal and vertical sides.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Rect {
    /// The upper left corner.
    pub at: Point,
    /// The extent to the right and down.
    pub size: Size,
}

impl Rect {
    /// Returns whether two rectangles share more than a border.
    #[must_use]
    pub fn overlaps(&self, other: &Self) -> bool {
        let apart = |a: f64, a_size: f64, b: f64, b_size: f64| {
            a + a_size <= b + TOLERANCE || b + b_size <= a + TOLERANCE
        };
        !apart(self.at.x, self.size.width, other.at.x, other.size.width)
            && !apart(self.at.y, self.size.height, other.at.y, other.size.height)
    }

    /// Returns whether `other` lies inside.
    #[must_use]
    pub fn contains(&self, other: &Self) -> bool {
        other.at.x >= self.at.x - TOLERANCE
            && other.at.y >= self.at.y - TOLERANCE
            && other.at.x + other.size.width <= self.at.x + self.size.width + TOLERANCE
            && other.at.y + other.size.height <= self.at.y + self.size.height + TOLERANCE
    }
}

/// The distance by which rounding may move a border, in pixels.
const TOLERANCE: f64 = 0.01;

/// A diagram with places.
#[derive(Clone, Debug, Default)]
pub struct Drawing {
    /// The extent of all.
    pub size: Size,
    /// The place of each box of the diagram.
    pub boxes: Vec<Rect>,
    /// The text of each box.
    pub texts: Vec<Rect>,
    /// The route of each arrow of the diagram.
    pub arrows: Vec<Route>,
}

/// The way of an arrow.
#[derive(Clone, Debug, Default)]
pub struct Route {
    /// The label, if the arrow has one.
    pub label: Option<Rect>,
    /// The way from the begin to the end. It is vertical at each point: between two points of
    /// different `x` it is an S-shaped curve with its ends' tangents vertical; an arrow of a box to
    /// itself ([`Route::is_loop`]) is a curve to the right.
    pub points: Vec<Point>,
    /// Whether the arrow ends where it begins.
    pub is_loop: bool,
}
