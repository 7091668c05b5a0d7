//! Prints parts on one line, where the style and the comments allow it.

use super::{Printer, trimmed};
use crate::lexemes::{Lexemes, comments};
use crate::text::Place;
use crate::tree::{CodeKind, Items, List, ListStyle, Part, PartKind, Space};

impl Printer<'_> {
    /// Returns the parts on one line, without the space before them.
    pub(super) fn flat(&self, parts: &[Part]) -> Option<String> {
        let first = parts.first()?;
        let mut flat = String::new();
        // A comment breaks the line where it may be broken.
        let mut at = if first.space == Space::Break { self.at } else { first.place.start };
        for (index, part) in parts.iter().enumerate() {
            if !comments(self.text, at..part.place.start).is_empty() {
                return None;
            }
            if index > 0 && part.space != Space::None {
                flat.push(' ');
            }
            flat.push_str(&self.flat_part(part)?);
            at = part.place.end;
        }
        Some(flat)
    }

    fn flat_part(&self, part: &Part) -> Option<String> {
        match &part.kind {
            PartKind::Token => single_line(&self.text[part.place.clone()]),
            PartKind::Code(kind) => self.flat_code(&part.place, *kind),
            PartKind::Raw => single_line(&self.text[part.place.clone()]),
            PartKind::List(list) => self.flat_list(part, list),
            PartKind::Items(items) => self.flat_items(items, &part.place),
            PartKind::Block(inside) => self.flat_block(part, inside),
        }
    }

    fn flat_code(&self, place: &Place, kind: CodeKind) -> Option<String> {
        match self.code.get(&(place.start, kind)) {
            Some(code) => single_line(code),
            None => single_line(&self.text[place.clone()]),
        }
    }

    /// Returns a list on one line: no attributes, no comments, no comma at its end.
    pub(super) fn flat_list(&self, part: &Part, list: &List) -> Option<String> {
        let (open, close) = part.brackets();
        let mut at = open.end;
        let mut flat = self.text[open].to_owned();
        let pad = if list.style == ListStyle::Tight || list.entries.is_empty() { "" } else { " " };
        flat.push_str(pad);
        for (index, entry) in list.entries.iter().enumerate() {
            let place = entry.item.place();
            let is_last = index + 1 == list.entries.len();
            if !entry.item.attrs.is_empty() || (is_last && entry.comma.is_some()) {
                return None;
            }
            if !comments(self.text, at..place.start).is_empty() {
                return None;
            }
            flat.push_str(&self.flat(&entry.item.parts)?);
            at = place.end;
            if let Some(comma) = &entry.comma {
                if !comments(self.text, at..comma.start).is_empty() {
                    return None;
                }
                flat.push_str(", ");
                at = comma.end;
            }
        }
        if !comments(self.text, at..close.start).is_empty() {
            return None;
        }
        flat.push_str(pad);
        flat.push_str(&self.text[close]);
        Some(flat)
    }

    /// Returns items in brackets on one line: none, or one without a body that was written on
    /// one line.
    pub(super) fn flat_items(&self, items: &Items, place: &Place) -> Option<String> {
        let written = &self.text[place.clone()];
        let (open, close) = (&written[..1], &written[written.len() - 1..]);
        let inside = place.start + 1..place.end - 1;
        match &items.items[..] {
            [] => trimmed(self.text, &inside).is_none().then(|| format!("{open}{close}")),
            [item] => {
                let at = item.place();
                let has_comments = [inside.start..at.start, at.end..inside.end]
                    .into_iter()
                    .any(|gap| !comments(self.text, gap).is_empty());
                if has_comments
                    || written.contains('\n')
                    || item.has_body()
                    || !item.attrs.is_empty()
                {
                    return None;
                }
                let pad = if open == "{" { " " } else { "" };
                Some(format!("{open}{pad}{}{pad}{close}", self.flat(&item.parts)?))
            }
            _ => None,
        }
    }

    /// Returns a block on one line: without statements, or with one that was written on one
    /// line.
    pub(super) fn flat_block(&self, part: &Part, inside: &Place) -> Option<String> {
        let Some(place) = trimmed(self.text, inside) else { return Some("{}".to_owned()) };
        if self.text[part.place.clone()].contains('\n') {
            return None;
        }
        let code = self.flat_code(&place, CodeKind::Statements)?;
        Some(format!("{{ {code} }}"))
    }

    /// Returns the number of columns of the parts up to the next possible line break.
    pub(super) fn tail(&self, parts: &[Part], after: usize) -> usize {
        let mut columns = 0;
        for part in parts {
            columns += match part.space {
                Space::Break => return columns,
                Space::One => 1,
                Space::None => 0,
            };
            let is_empty = match &part.kind {
                PartKind::List(list) => list.entries.is_empty(),
                PartKind::Items(items) => items.items.is_empty(),
                PartKind::Block(inside) => trimmed(self.text, inside).is_none(),
                PartKind::Token | PartKind::Raw | PartKind::Code(_) => {
                    let Some(flat) = self.flat_part(part) else { return columns };
                    columns += self.style.width(&flat);
                    continue;
                }
            };
            if !is_empty {
                return columns + 1;
            }
            columns += 2;
        }
        columns + after
    }
}

/// Returns the text if it is on one line and has no comment that ends it.
fn single_line(text: &str) -> Option<String> {
    let has_comment = || {
        let lexemes = Lexemes::of(text).unwrap_or_default();
        lexemes.comments.iter().any(|comment| text[comment.clone()].starts_with("//"))
    };
    let has_more = text.contains('\n') || (text.contains("//") && has_comment());
    (!has_more).then(|| text.to_owned())
}

/// Returns whether there is a comment from `from` to `to` that is not in an entry.
pub(super) fn has_comment(text: &str, list: &List, from: usize, to: usize) -> bool {
    let mut at = from;
    for entry in &list.entries {
        let place = entry.item.place();
        let comma = entry.comma.as_ref().map_or(place.end..place.end, Clone::clone);
        for gap in [at..place.start, place.end..comma.start] {
            if !comments(text, gap).is_empty() {
                return true;
            }
        }
        at = comma.end;
    }
    at < to && !comments(text, at..to).is_empty()
}
