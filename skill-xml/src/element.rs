//! Elements and attributes: which are allowed where, and the errors about the others.

use crate::escape::truncated;
use crate::limits::Limit;
use crate::names::is_name;
use crate::position::{Lines, Position};
use skill_compiler::names::nearest;
use std::collections::BTreeMap;

pub type Element<'a, 'input> = roxmltree::Node<'a, 'input>;

/// The elements of a description that mean something, `comment` apart.
const ELEMENTS: [&str; 11] = [
    "interface",
    "constants",
    "constant",
    "enum",
    "item",
    "data",
    "field",
    "pseudomap",
    "mapref",
    "message",
    "ref",
];

/// The number of complaints that are shown; the others are counted.
const MAX_COMPLAINTS: usize = 64;
/// The work that all suggestions of near names may take: pairs of letters that are compared.
const MAX_COMPARED: usize = 1 << 22;
/// The number of known names that a complaint lists.
const MAX_LISTED: usize = 32;

/// Gathers what is wrong, each with its byte in the text.
pub struct Reader<'t> {
    lines: Lines<'t>,
    complaints: Vec<(usize, String)>,
    /// The position of the first complaint that is not shown, and the number of those.
    more: Option<(usize, usize)>,
    compared: usize,
    /// The bytes of documentation that references have repeated.
    repeated: usize,
}

/// Names of one kind, each once.
pub struct Names {
    what: &'static str,
    lines: BTreeMap<String, usize>,
}

impl Names {
    /// No names yet.
    pub fn of(what: &'static str) -> Self {
        Self { what, lines: BTreeMap::new() }
    }

    /// Whether `name` comes for the first time; otherwise that is reported.
    pub fn first(&mut self, reader: &mut Reader<'_>, element: Element<'_, '_>, name: &str) -> bool {
        if let Some(first) = self.lines.get(name) {
            let what = self.what;
            let at = attribute_start(element, "name").unwrap_or_else(|| text_start(element));
            reader.complain(
                at,
                format!("duplicate {what} `{name}`, first declared in line {first}\nhelp: rename one of them"),
            );
            return false;
        }
        self.lines.insert(name.to_owned(), reader.lines.line(element.range().start));
        true
    }
}

impl<'t> Reader<'t> {
    /// Returns a reader of `text`, which has complained about nothing.
    pub fn of(text: &'t str) -> Self {
        let lines = Lines::of(text);
        Self { lines, complaints: Vec::new(), more: None, compared: 0, repeated: 0 }
    }

    /// Returns what is wrong, in the order of the file.
    pub fn complaints(mut self) -> Vec<(Position, String)> {
        self.complaints.sort();
        self.complaints.extend(self.more.map(|(at, count)| (at, format!("{count} more errors"))));
        let lines = &self.lines;
        self.complaints.into_iter().map(|(at, reason)| (lines.position(at), reason)).collect()
    }

    pub fn complain(&mut self, at: usize, reason: impl Into<String>) {
        if self.is_full() {
            let (first, count) = self.more.unwrap_or((at, 0));
            self.more = Some((first, count + 1));
        } else {
            self.complaints.push((at, reason.into()));
        }
    }

    /// Whether further complaints are not shown.
    fn is_full(&self) -> bool {
        self.complaints.len() >= MAX_COMPLAINTS
    }

    /// Returns the name among `known` that is near enough to be meant, as long as the work for it
    /// is small.
    fn nearest<'n>(&mut self, name: &str, known: impl Iterator<Item = &'n str>) -> Option<&'n str> {
        nearest(
            name,
            known.take_while(|other| {
                self.compared = self.compared.saturating_add(name.len() * other.len());
                self.compared <= MAX_COMPARED
            }),
        )
    }

    /// Counts documentation that a reference repeats. Returns false, and reports it, if it is too
    /// much.
    pub fn repeat(&mut self, at: usize, docs: &str) -> bool {
        let before = self.repeated;
        self.repeated = before.saturating_add(docs.len());
        let max = Limit::Repeated.max();
        if before <= max && self.repeated > max {
            self.complain(at, Limit::Repeated.to_string());
        }
        self.repeated <= max
    }

    /// A complaint at the beginning of an element.
    pub fn complain_of(&mut self, element: Element<'_, '_>, reason: impl Into<String>) {
        self.complain(element.range().start, reason);
    }

    /// `name` is none of `known`; the nearest is offered, or all.
    pub fn unknown<'n>(
        &mut self,
        at: usize,
        name: &str,
        what: &str,
        known: impl Iterator<Item = &'n str> + Clone,
    ) {
        if self.is_full() {
            return self.complain(at, "");
        }
        let help = match self.nearest(name, known.clone()) {
            Some(near) => format!("\nhelp: did you mean `{near}`?"),
            None if known.clone().nth(MAX_LISTED).is_some() => String::new(),
            None => match known.collect::<Vec<_>>().join(", ") {
                names if names.is_empty() => names,
                names => format!(", expected one of {names}"),
            },
        };
        self.complain(at, format!("`{}` {what}{help}", truncated(name)));
    }

    /// The children with one of the names `known`. Comments are allowed anywhere, and may be
    /// misspelt: Fawkes passes them over.
    pub fn children<'a, 'i>(
        &mut self,
        parent: Element<'a, 'i>,
        known: &[&str],
    ) -> Vec<Element<'a, 'i>> {
        let mut children = Vec::new();
        for child in parent.children().filter(Element::is_element) {
            let name = child.tag_name().name();
            if known.contains(&name) {
                children.push(child);
            } else if !is_comment(child) {
                let parent = parent.tag_name().name();
                let near = nearest(name, known.iter().copied())
                    .map_or(String::new(), |near| format!("\nhelp: did you mean `<{near}>`?"));
                let known: Vec<String> = known.iter().map(|name| format!("`<{name}>`")).collect();
                let help = if near.is_empty() {
                    format!(", expected one of `<comment>`, {}", known.join(", "))
                } else {
                    near
                };
                let name = truncated(name);
                self.complain_of(child, format!("unexpected `<{name}>` in `<{parent}>`{help}"));
            }
        }
        children
    }

    /// The text of the comments below an element, or its own text.
    pub fn comment(&mut self, element: Element<'_, '_>) -> String {
        let leaf = matches!(element.tag_name().name(), "constant" | "item" | "field");
        if leaf {
            self.no_elements_in(element);
        }
        let comments = element.children().filter(|child| child.is_element() && is_comment(*child));
        let mut texts: Vec<String> = comments.map(text).collect();
        if texts.iter().all(|text| text.trim().is_empty()) {
            let own = element.children().filter(|child| leaf || child.is_text());
            texts = own.map(text).collect();
        }
        super::docs::markdown(&texts.join("\n\n"))
    }

    /// Reports what a missing end of `element` has put into it.
    fn no_elements_in(&mut self, element: Element<'_, '_>) {
        let mut inside = element.descendants().skip(1).filter(Element::is_element);
        if let Some(child) = inside.find(|child| ELEMENTS.contains(&child.tag_name().name())) {
            let (name, outer) = (child.tag_name().name(), element.tag_name().name());
            let reason =
                format!("unexpected `<{name}>` in `<{outer}>`\nhelp: is `</{outer}>` missing?");
            self.complain_of(child, reason);
        }
    }

    /// An attribute that must be there, with where its value begins. `known` are those that
    /// mean something.
    pub fn required_attribute(
        &mut self,
        element: Element<'_, '_>,
        name: &str,
        known: &[&str],
    ) -> Option<(usize, String)> {
        let found = self.optional(element, name, known);
        let tag = element.tag_name().name();
        match found {
            Some((at, value)) if value.trim().is_empty() => {
                self.complain(
                    at,
                    format!("empty `{name}` of `<{tag}>`\nhelp: write `{name}=\"..\"`"),
                );
                None
            }
            None if misspelt(element, name, known).is_none() => {
                self.complain_of(
                    element,
                    format!("missing `{name}` of `<{tag}>`\nhelp: add {name}=\"..\""),
                );
                None
            }
            found => found,
        }
    }

    /// An attribute that may be there. Fawkes passes over attributes that it does not know;
    /// one that is nearly this one is reported.
    pub fn optional(
        &mut self,
        element: Element<'_, '_>,
        name: &str,
        known: &[&str],
    ) -> Option<(usize, String)> {
        if let Some((at, wrong)) = misspelt(element, name, known) {
            let wrong = truncated(&wrong);
            self.complain(at, format!("unknown attribute `{wrong}`\nhelp: did you mean `{name}`?"));
        }
        let found = element.attributes().find(|attribute| attribute.name() == name)?;
        Some((found.range_value().start, found.value().to_owned()))
    }

    /// The attribute `name`, which becomes a name of Rust.
    pub fn name(&mut self, element: Element<'_, '_>, known: &[&str]) -> Option<String> {
        let (at, name) = self.required_attribute(element, "name", known)?;
        if name.len() > Limit::Name.max() {
            self.complain(at, Limit::Name.to_string());
            return None;
        }
        if is_name(&name) {
            return Some(name);
        }
        let name = truncated(&name);
        self.complain(
            at,
            format!(
                "invalid name `{name}`\nhelp: use a letter or `_`, then letters, digits and `_`"
            ),
        );
        None
    }
}

/// An attribute that is nearly `name`, where that is missing.
fn misspelt(element: Element<'_, '_>, name: &str, known: &[&str]) -> Option<(usize, String)> {
    if element.has_attribute(name) {
        return None;
    }
    let mut others = element.attributes().filter(|other| !known.contains(&other.name()));
    let near = others.find(|other| nearest(other.name(), [name]).is_some())?;
    Some((near.range().start, near.name().to_owned()))
}

/// Whether an element is a comment, or nearly one.
fn is_comment(element: Element<'_, '_>) -> bool {
    let name = element.tag_name().name();
    !ELEMENTS.contains(&name) && nearest(name, ["comment"]).is_some()
}

/// All text inside an element.
pub fn text(element: Element<'_, '_>) -> String {
    element.descendants().filter(roxmltree::Node::is_text).filter_map(|node| node.text()).collect()
}

/// Returns the offset of an element's text, without leading blanks.
pub fn text_start(element: Element<'_, '_>) -> usize {
    let node = element.children().find(roxmltree::Node::is_text);
    node.and_then(|node| {
        let text = node.text()?;
        let blanks = text.len() - text.trim_start().len();
        (blanks < text.len()).then_some(node.range().start + blanks)
    })
    .unwrap_or(element.range().start)
}

fn attribute_start(element: Element<'_, '_>, name: &str) -> Option<usize> {
    let attribute = element.attributes().find(|attribute| attribute.name() == name)?;
    Some(attribute.range_value().start)
}
