//! The bounds of a description, which no description of Fawkes comes near. They are checked
//! before the XML is parsed, in one pass over the text; below them, all work is linear in the
//! size of the file.

use std::collections::BTreeMap;
use std::fmt;

/// A bound that a description exceeds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Limit {
    /// The size of the file.
    Bytes,
    /// The number of elements.
    Elements,
    /// The number of elements inside each other.
    Nesting,
    /// The number of attributes of one element.
    Attributes,
    /// The number of `xmlns` attributes.
    Namespaces,
    /// The number of declared entities.
    Entities,
    /// The text that the entities add.
    Expansion,
    /// The documentation that `<ref>`s repeat.
    Repeated,
    /// The length of a name.
    Name,
}

impl Limit {
    /// Returns the bound.
    pub const fn max(self) -> usize {
        match self {
            Limit::Bytes | Limit::Expansion | Limit::Repeated => 1 << 20,
            Limit::Elements => 16_384,
            Limit::Nesting | Limit::Entities => 64,
            Limit::Attributes => 32,
            Limit::Namespaces => 16,
            Limit::Name => 128,
        }
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let max = self.max();
        match self {
            Limit::Bytes => write!(f, "description of more than {max} bytes"),
            Limit::Elements => write!(f, "description of more than {max} elements"),
            Limit::Nesting => write!(f, "more than {max} elements inside each other"),
            Limit::Attributes => write!(f, "element with more than {max} attributes"),
            Limit::Namespaces => write!(f, "more than {max} declared namespaces"),
            Limit::Entities => write!(f, "more than {max} declared entities"),
            Limit::Expansion => write!(f, "entities that expand to more than {max} bytes"),
            Limit::Repeated => {
                write!(f, "`<ref>`s that repeat more than {max} bytes of documentation")
            }
            Limit::Name => write!(f, "name of more than {max} bytes"),
        }
    }
}

/// Checks `text` against the bounds. Returns the first that it exceeds, with its byte.
///
/// XML that is not well-formed is checked up to the first mistake, where the parser ends, too.
pub fn check(text: &str) -> Result<(), (usize, Limit)> {
    if text.len() > Limit::Bytes.max() {
        return Err((Limit::Bytes.max(), Limit::Bytes));
    }
    let mut scan = Scan { text, at: 0, depth: 0, elements: 0, namespaces: 0, expanded: 0 };
    let mut entities = Entities::default();
    scan.content(text.len(), &mut entities)
}

/// The entities that are declared.
#[derive(Default)]
struct Entities<'t> {
    count: usize,
    by_name: BTreeMap<&'t str, Entity<'t>>,
}

#[derive(Default)]
struct Entity<'t> {
    /// Each declaration of the name: which one the parser takes does not matter.
    values: Vec<&'t str>,
    /// The length of all, with the references in them expanded, once it is known.
    length: Option<usize>,
}

impl Entities<'_> {
    /// Returns the length that a reference expands to. A reference to itself, which the parser
    /// reports, adds nothing.
    fn length(&mut self, name: &str) -> usize {
        let Some(entity) = self.by_name.get_mut(name) else { return 0 };
        if let Some(length) = entity.length {
            return length;
        }
        entity.length = Some(0);
        let mut length = 0_usize;
        for value in entity.values.clone() {
            length = length.saturating_add(value.len());
            for inner in references(value) {
                length = length.saturating_add(self.length(inner));
            }
        }
        if let Some(entity) = self.by_name.get_mut(name) {
            entity.length = Some(length);
        }
        length
    }
}

/// Returns the names of the entities that a text refers to.
fn references(text: &str) -> impl Iterator<Item = &str> {
    text.split('&').skip(1).filter_map(|rest| rest.split_once(';').map(|(name, _)| name))
}

/// The pass over a text.
struct Scan<'t> {
    text: &'t str,
    at: usize,
    depth: usize,
    elements: usize,
    namespaces: usize,
    expanded: usize,
}

impl<'t> Scan<'t> {
    /// Checks elements, references and declarations up to `end`.
    fn content(&mut self, end: usize, entities: &mut Entities<'t>) -> Result<(), (usize, Limit)> {
        while let Some(found) = self.text[self.at..end].find(['<', '&']) {
            self.at += found;
            let rest = &self.text[self.at..end];
            if rest.starts_with('&') {
                self.reference(rest, entities)?;
                self.at += 1;
            } else if rest.starts_with("<!--") {
                self.skip("-->", end);
            } else if rest.starts_with("<![CDATA[") {
                self.skip("]]>", end);
            } else if rest.starts_with("<?") {
                self.skip("?>", end);
            } else if rest.starts_with("<!ENTITY") {
                self.entity(end, entities)?;
            } else if rest.starts_with("<!DOCTYPE") {
                self.unquoted(['[', '>'], end);
            } else if rest.starts_with("<!") {
                self.skip(">", end);
            } else if rest.starts_with("</") {
                self.depth = self.depth.saturating_sub(1);
                self.skip(">", end);
            } else {
                self.tag(end, entities)?;
            }
        }
        self.at = end;
        Ok(())
    }

    /// Goes on after the next `mark`.
    fn skip(&mut self, mark: &str, end: usize) {
        let found = self.text[self.at..end].find(mark);
        self.at = found.map_or(end, |found| self.at + found + mark.len());
    }

    /// Adds what the reference at the beginning of `rest` expands to.
    fn reference(&mut self, rest: &str, entities: &mut Entities<'t>) -> Result<(), (usize, Limit)> {
        let name = &rest[1..];
        let name_end = name.find(|c: char| c == ';' || c == '<' || c == '&' || c.is_whitespace());
        let length = entities.length(&name[..name_end.unwrap_or(0)]);
        self.expanded = self.expanded.saturating_add(length);
        self.most(self.expanded, Limit::Expansion)
    }

    /// Reads `<!ENTITY name "value">`, and checks what is in the value.
    fn entity(&mut self, end: usize, entities: &mut Entities<'t>) -> Result<(), (usize, Limit)> {
        let start = self.at;
        self.at += "<!ENTITY".len();
        let text = &self.text[self.at..end];
        let Some(quote) = text.find(['"', '\'']) else {
            self.at = end;
            return Ok(());
        };
        let name = text[..quote].split_whitespace().find(|word| *word != "%").unwrap_or("");
        let value_start = self.at + quote + 1;
        let value = &self.text[value_start..end];
        let length = value.find(&text[quote..=quote]).unwrap_or(value.len());
        entities.by_name.entry(name).or_default().values.push(&value[..length]);
        entities.count += 1;
        if entities.count > Limit::Entities.max() {
            return Err((start, Limit::Entities));
        }
        // Its references are counted where it is used.
        let mut inside = Scan { at: value_start, depth: 0, expanded: 0, ..*self };
        inside.content(value_start + length, &mut Entities::default())?;
        (self.elements, self.namespaces) = (inside.elements, inside.namespaces);
        self.at = (value_start + length + 1).min(end);
        self.unquoted(['>', '>'], end);
        Ok(())
    }

    /// Goes on after the next of `marks` that is not in quotes.
    fn unquoted(&mut self, marks: [char; 2], end: usize) {
        let mut quote = None;
        for (at, c) in self.text[self.at..end].char_indices() {
            match quote {
                None if marks.contains(&c) => {
                    self.at += at + 1;
                    return;
                }
                None if matches!(c, '"' | '\'') => quote = Some(c),
                Some(open) if open == c => quote = None,
                _ => {}
            }
        }
        self.at = end;
    }

    /// Checks a start tag with its attributes.
    fn tag(&mut self, end: usize, entities: &mut Entities<'t>) -> Result<(), (usize, Limit)> {
        let start = self.at;
        self.elements += 1;
        self.depth += 1;
        self.most(self.elements, Limit::Elements)?;
        self.most(self.depth, Limit::Nesting)?;
        let (mut quote, mut attributes, mut name) = (None, 0, start + 1);
        for (at, byte) in self.text.as_bytes()[..end].iter().enumerate().skip(start + 1) {
            self.at = at;
            match (quote, byte) {
                (None, b'=') => {
                    attributes += 1;
                    if self.text[name..at].trim_start().starts_with("xmlns") {
                        self.namespaces += 1;
                    }
                    self.most(attributes, Limit::Attributes)?;
                    self.most(self.namespaces, Limit::Namespaces)?;
                }
                (None, b'"' | b'\'') => quote = Some(byte),
                (Some(open), close) if open == close => (quote, name) = (None, at + 1),
                (Some(_), b'&') => self.reference(&self.text[at..end], entities)?,
                (None, b' ' | b'\t' | b'\n' | b'\r') if name == start + 1 => name = at,
                (None, b'>') => {
                    if self.text[..at].ends_with('/') {
                        self.depth -= 1;
                    }
                    break;
                }
                _ => {}
            }
        }
        self.at += 1;
        Ok(())
    }

    fn most(&self, count: usize, limit: Limit) -> Result<(), (usize, Limit)> {
        if count > limit.max() { Err((self.at, limit)) } else { Ok(()) }
    }
}
