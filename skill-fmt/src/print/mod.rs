//! Prints a block: the layout of the style. Tokens are printed as they are written.

mod flat;
mod fragments;
mod gaps;

use std::collections::HashMap;

pub use fragments::{Fragment, fragments};

use crate::style::Style;
use crate::text::Place;
use crate::tree::{CodeKind, Item, Items, List, ListStyle, Part, PartKind, Space};

/// The formatted Rust of a block, by offset and kind.
pub type Code = HashMap<(usize, CodeKind), String>;

/// Prints the items in the brackets at `place`, on a line of the level. The Rust in `code` is
/// indented for its place.
pub fn block(
    text: &str,
    style: &Style,
    code: &Code,
    items: &Items,
    place: &Place,
    line: (usize, &str),
) -> String {
    let (level, before) = line;
    let mut printer = Printer { text, style, code, out: before.to_owned(), at: place.start, level };
    printer.items(items, place, level, 0);
    printer.out.split_off(before.len())
}

struct Printer<'a> {
    text: &'a str,
    style: &'a Style,
    code: &'a Code,
    out: String,
    /// The offset up to which the text is printed.
    at: usize,
    /// The level of the item that is printed.
    level: usize,
}

impl Printer<'_> {
    /// Returns the column after the last character.
    fn column(&self) -> usize {
        self.style.width(self.out.rsplit('\n').next().unwrap_or(""))
    }

    /// Returns whether a text fits on the line with `after` columns after it.
    fn fits(&self, text: &str, after: usize) -> bool {
        self.column() + self.style.width(text) + after <= self.style.max_width
    }

    /// Prints a token as it is in the text.
    fn token(&mut self, place: &Place) {
        self.out.push_str(&self.text[place.clone()]);
        self.at = place.end;
    }

    /// Prints an item at the beginning of a line, with `after` columns after it.
    fn item(&mut self, item: &Item, level: usize, after: usize) {
        for (index, attr) in item.attrs.iter().enumerate() {
            if index > 0 {
                self.separate(attr.place.start, level, true);
            }
            if attr.is_doc {
                self.token(&attr.place);
            } else {
                self.code(&attr.place, CodeKind::Attr, level);
            }
        }
        let Some(first) = item.parts.first() else { return };
        if !item.attrs.is_empty() {
            self.separate(first.place.start, level, true);
        }
        let outer = std::mem::replace(&mut self.level, level);
        self.parts(&item.parts, after);
        self.level = outer;
    }

    fn parts(&mut self, parts: &[Part], after: usize) {
        let level = self.level;
        for (index, part) in parts.iter().enumerate() {
            let rest = &parts[index..];
            if index == 0 || part.space == Space::Break {
                let space = if index == 0 { "" } else { " " };
                if let Some(flat) = self.flat(rest)
                    && self.fits(&flat, space.len() + after)
                {
                    self.out.push_str(space);
                    self.out.push_str(&flat);
                    self.at = rest.last().map_or(self.at, |last| last.place.end);
                    return;
                }
            }
            match part.space {
                _ if index == 0 => self.at = part.place.start,
                Space::Break if self.stays(rest, level + 1, after) => {
                    self.gap(part.place.start, true);
                }
                Space::Break => {
                    self.level = level + 1;
                    self.break_line(part.place.start, level + 1);
                }
                space => self.gap(part.place.start, space == Space::One),
            }
            self.part(part, self.tail(&parts[index + 1..], after));
        }
    }

    /// Returns whether a part that may begin a line stays on the current one although the rest does
    /// not fit: a later part begins a line, and this part would not fit on its own line either.
    fn stays(&self, parts: &[Part], level: usize, after: usize) -> bool {
        let Some(next) = parts.iter().skip(1).position(|part| part.space == Space::Break) else {
            return false;
        };
        let columns = level * self.style.tab_spaces + after;
        let fits_alone = |text: String| columns + self.style.width(&text) <= self.style.max_width;
        !self.flat(parts).is_some_and(fits_alone)
            && self.flat(&parts[..=next]).is_some_and(|text| self.fits(&text, 1))
    }

    /// Prints a part; `after` columns follow it on the line.
    fn part(&mut self, part: &Part, after: usize) {
        let level = self.level;
        match &part.kind {
            PartKind::Token => self.token(&part.place),
            PartKind::Code(kind) => self.code(&part.place, *kind, level),
            PartKind::Raw => self.raw(&part.place, level),
            PartKind::List(list) => self.list(part, list, level, after),
            PartKind::Items(items) => self.items(items, &part.place, level, after),
            PartKind::Block(inside) => self.statements(part, inside, level, after),
        }
        self.at = part.place.end;
    }

    /// Prints a fragment of Rust, formatted if possible.
    fn code(&mut self, place: &Place, kind: CodeKind, level: usize) {
        match self.code.get(&(place.start, kind)) {
            Some(code) => {
                self.out.push_str(code);
                self.at = place.end;
            }
            None => self.raw(place, level),
        }
    }

    /// Prints tokens with their own line breaks.
    fn raw(&mut self, place: &Place, level: usize) {
        let lines = crate::own_lines::reindented(self.text, place, level, false, self.style);
        self.out.push_str(&lines);
        self.at = place.end;
    }

    fn list(&mut self, part: &Part, list: &List, level: usize, after: usize) {
        if let Some(flat) = self.flat_list(part, list)
            && self.fits(&flat, after)
        {
            self.out.push_str(&flat);
            return;
        }
        let (open, close) = part.brackets();
        self.token(&open);
        if let (true, [entry]) = (list.hugs, &list.entries[..])
            && entry.item.attrs.is_empty()
        {
            self.gap(entry.item.place().start, false);
            self.parts(&entry.item.parts, 1);
            self.gap(close.start, false);
            self.token(&close);
            return;
        }
        if list.style != ListStyle::Filled || !self.fill(list, level + 1) {
            for (index, entry) in list.entries.iter().enumerate() {
                self.separate(entry.item.place().start, level + 1, index == 0);
                self.item(&entry.item, level + 1, usize::from(entry.comma.is_some()));
                if let Some(comma) = &entry.comma {
                    self.gap(comma.start, false);
                    self.token(comma);
                }
            }
        }
        self.close(&close, level);
    }

    /// Prints as many entries on each line as fit, unless there are comments or attributes.
    fn fill(&mut self, list: &List, level: usize) -> bool {
        let (Some(first), Some(last)) = (list.entries.first(), list.entries.last()) else {
            return false;
        };
        let end = last.comma.as_ref().map_or(last.item.place().end, |comma| comma.end);
        let texts: Option<Vec<String>> = list
            .entries
            .iter()
            .map(|entry| entry.item.attrs.is_empty().then(|| self.flat(&entry.item.parts))?)
            .collect();
        let Some(texts) = texts else { return false };
        if flat::has_comment(self.text, list, self.at, end) {
            return false;
        }
        self.separate(first.item.place().start, level, true);
        for (index, (text, entry)) in texts.iter().zip(&list.entries).enumerate() {
            let comma = if entry.comma.is_some() { "," } else { "" };
            if index > 0 {
                if self.fits(text, 1 + comma.len()) {
                    self.out.push(' ');
                } else {
                    self.line(level, false);
                }
            }
            self.out.push_str(text);
            self.out.push_str(comma);
        }
        self.at = end;
        true
    }

    fn items(&mut self, items: &Items, place: &Place, level: usize, after: usize) {
        if let Some(flat) = self.flat_items(items, place)
            && self.fits(&flat, after)
        {
            self.out.push_str(&flat);
            return;
        }
        self.token(&(place.start..place.start + 1));
        for (index, item) in items.items.iter().enumerate() {
            self.separate(item.place().start, level + 1, index == 0);
            self.item(item, level + 1, 0);
        }
        self.close(&(place.end - 1..place.end), level);
    }

    fn statements(&mut self, part: &Part, inside: &Place, level: usize, after: usize) {
        if let Some(flat) = self.flat_block(part, inside)
            && self.fits(&flat, after)
        {
            self.out.push_str(&flat);
            return;
        }
        let (open, close) = part.brackets();
        self.token(&open);
        if let Some(place) = trimmed(self.text, inside) {
            self.line(level + 1, false);
            match self.code.get(&(place.start, CodeKind::Statements)) {
                Some(code) => self.out.push_str(code),
                None => {
                    let lines = crate::own_lines::reindented(
                        self.text,
                        &place,
                        level + 1,
                        true,
                        self.style,
                    );
                    self.out.push_str(&lines);
                }
            }
            self.at = place.end;
        }
        self.close(&close, level);
    }

    /// Prints a closing bracket on a line of its own, with the comments before it one level
    /// deeper.
    fn close(&mut self, close: &Place, level: usize) {
        self.comments_before(close.start, level + 1);
        self.line(level, false);
        self.token(close);
    }
}

/// Returns the place without leading and trailing white space; `None` if nothing remains.
pub fn trimmed(text: &str, place: &Place) -> Option<Place> {
    let all = &text[place.clone()];
    let start = place.start + (all.len() - all.trim_start().len());
    let end = place.start + all.trim_end().len();
    (start < end).then_some(start..end)
}
