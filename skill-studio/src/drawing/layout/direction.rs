//! Drawings whose arrows lead in another direction than down.

use super::{Point, Rect, Size};

/// The direction in which most arrows of a drawing lead.
///
/// A drawing is laid out with arrows that lead down. For the other directions, the sizes of its
/// texts are [swapped](Direction::size) first if arrows lead to the right or left, and then all
/// places are turned.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, serde::Deserialize)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
#[serde(rename_all = "lowercase")]
pub enum Direction {
    /// From the top down.
    #[default]
    Down,
    /// From left to right.
    Right,
    /// From the bottom up.
    Up,
    /// From right to left.
    Left,
}

impl Direction {
    /// Returns the size that a text has in a diagram whose arrows lead down; and the reverse.
    #[must_use]
    pub fn size(self, Size { width, height }: Size) -> Size {
        match self {
            Self::Down | Self::Up => Size { width, height },
            Self::Right | Self::Left => Size { width: height, height: width },
        }
    }

    /// Returns where a point is in a drawing that is of this size while its arrows lead down.
    #[must_use]
    pub fn point(self, all: Size, Point { x, y }: Point) -> Point {
        match self {
            Self::Down => Point { x, y },
            Self::Right => Point { x: y, y: x },
            Self::Up => Point { x, y: all.height - y },
            Self::Left => Point { x: all.height - y, y: x },
        }
    }

    /// Returns where a rectangle is, as [`point`](Direction::point) does.
    #[must_use]
    pub fn rect(self, all: Size, Rect { at, size }: Rect) -> Rect {
        let end = Point { x: at.x + size.width, y: at.y + size.height };
        let (one, other) = (self.point(all, at), self.point(all, end));
        let at = Point { x: one.x.min(other.x), y: one.y.min(other.y) };
        Rect { at, size: self.size(size) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rectangle_stays_inside_and_keeps_its_text() {
        let all = Size { width: 100.0, height: 40.0 };
        let rect = Rect { at: Point { x: 10.0, y: 5.0 }, size: Size { width: 30.0, height: 12.0 } };
        for direction in [Direction::Down, Direction::Right, Direction::Up, Direction::Left] {
            let turned = direction.rect(all, rect);
            let whole = Rect { at: Point::default(), size: direction.size(all) };
            assert!(whole.contains(&turned), "{direction:?}: {turned:?}");
            assert_eq!(direction.size(turned.size), rect.size);
        }
        assert_eq!(Direction::Up.rect(all, rect).at, Point { x: 10.0, y: 23.0 });
        assert_eq!(Direction::Left.rect(all, rect).at, Point { x: 23.0, y: 10.0 });
    }
}
