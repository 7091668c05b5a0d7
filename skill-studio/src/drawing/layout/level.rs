//! A level: the members of one box, or the outermost boxes, and the arrows among them.

use super::{Diagram, Size};
use std::iter::successors;

/// A side of a box.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    Top,
    Bottom,
}

/// The kind of an item.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A box of the diagram.
    Box(usize),
    /// The text of the box whose level this is.
    Title,
    /// The place where an arrow crosses or reaches the border of the box whose level this is.
    Port(Side),
    /// The label of an arrow.
    Label,
    /// A long arrow that passes a row.
    Pass,
}

/// Something with a place in a row.
#[derive(Clone, Copy, Debug)]
pub struct Item {
    pub kind: Kind,
    pub row: usize,
    pub size: Size,
}

/// The part of an arrow that lies in a level.
#[derive(Clone, Debug)]
pub struct Link {
    pub arrow: usize,
    /// The items on its way, from the upper to the lower end, one in each row.
    pub way: Vec<usize>,
}

/// The level of a box.
#[derive(Clone, Debug, Default)]
pub struct Level {
    /// All items of the rows.
    pub items: Vec<Item>,
    /// The parts of arrows between two items.
    pub links: Vec<Link>,
    /// The number of rows.
    pub rows: usize,
}

impl Level {
    /// Adds an item, and returns its index.
    pub fn add(&mut self, kind: Kind, row: usize, size: Size) -> usize {
        self.items.push(Item { kind, row, size });
        self.items.len() - 1
    }

    /// Returns the item of a box.
    pub fn item_of(&self, node: usize) -> Option<usize> {
        self.items.iter().position(|item| item.kind == Kind::Box(node))
    }
}

impl Diagram {
    /// Returns a box and those around it, outward.
    pub(super) fn around(&self, node: usize) -> impl Iterator<Item = usize> + '_ {
        successors(Some(node), |node| self.boxes[*node].parent).take(self.boxes.len())
    }

    /// Returns the box directly inside `level` that is `node` or has it inside; `None` if `node` is
    /// the box of the level.
    pub(super) fn member(&self, level: Option<usize>, node: usize) -> Option<usize> {
        self.around(node).find(|node| self.boxes[*node].parent == level)
    }

    /// Returns the innermost level with both ends of an arrow, of which one may be its box.
    pub(super) fn level_of(&self, arrow: usize) -> Option<usize> {
        let arrow = &self.arrows[arrow];
        if arrow.from == arrow.to {
            return self.boxes[arrow.from].parent;
        }
        self.around(arrow.from).find(|outer| self.around(arrow.to).any(|node| node == *outer))
    }

    /// Returns the boxes directly inside a level.
    pub(super) fn inside(&self, level: Option<usize>) -> impl Iterator<Item = usize> + '_ {
        (0..self.boxes.len()).filter(move |node| self.boxes[*node].parent == level)
    }

    /// Returns whether a box has others inside.
    pub(super) fn is_composite(&self, node: usize) -> bool {
        self.inside(Some(node)).next().is_some()
    }
}
