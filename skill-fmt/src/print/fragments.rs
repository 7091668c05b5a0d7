//! The Rust in a block, each fragment with its final position on the line.

use super::trimmed;
use crate::style::Style;
use crate::text::Place;
use crate::tree::{CodeKind, Item, Items, Part, PartKind, Space};

/// A fragment of Rust.
#[derive(Debug)]
pub struct Fragment {
    /// Its place in the text.
    pub place: Place,
    /// The kind of Rust, on which its formatting depends.
    pub kind: CodeKind,
    /// The level of indentation of its lines.
    pub level: usize,
    /// The number of columns before it on its first line.
    pub before: usize,
}

/// Returns the fragments of a block on a line of the level.
pub fn fragments(text: &str, style: &Style, items: &Items, level: usize) -> Vec<Fragment> {
    let mut walk = Walk { text, style, found: Vec::new() };
    walk.items(items, level);
    walk.found
}

struct Walk<'a> {
    text: &'a str,
    style: &'a Style,
    found: Vec<Fragment>,
}

impl Walk<'_> {
    fn push(&mut self, place: &Place, kind: CodeKind, level: usize, before: usize) {
        self.found.push(Fragment { place: place.clone(), kind, level, before });
    }

    fn items(&mut self, items: &Items, level: usize) {
        for item in &items.items {
            self.item(item, level + 1, 0);
        }
    }

    fn item(&mut self, item: &Item, level: usize, before: usize) {
        for attr in item.attrs.iter().filter(|attr| !attr.is_doc) {
            self.push(&attr.place, CodeKind::Attr, level, 0);
        }
        let (mut level, mut before) = (level, before);
        for (index, part) in item.parts.iter().enumerate() {
            match part.space {
                _ if index == 0 => {}
                Space::Break => {
                    if before > 0 {
                        level += usize::from(!item.parts[..index].iter().any(is_break));
                    }
                    before = 0;
                }
                Space::One => before += 1,
                Space::None => {}
            }
            match &part.kind {
                PartKind::Code(kind) => self.push(&part.place, *kind, level, before),
                PartKind::List(list) => {
                    for entry in &list.entries {
                        let before = if list.hugs { before + 1 } else { 0 };
                        self.item(&entry.item, level + usize::from(!list.hugs), before);
                    }
                }
                PartKind::Items(items) => self.items(items, level),
                PartKind::Block(inside) => {
                    if let Some(place) = trimmed(self.text, inside) {
                        self.push(&place, CodeKind::Statements, level + 1, 0);
                    }
                }
                PartKind::Token | PartKind::Raw => {}
            }
            before += self.columns(part);
        }
    }

    /// Returns the number of columns of a part on one line.
    fn columns(&self, part: &Part) -> usize {
        let words: Vec<&str> = self.text[part.place.clone()].split_whitespace().collect();
        self.style.width(&words.join(" "))
    }
}

fn is_break(part: &Part) -> bool {
    part.space == Space::Break
}
