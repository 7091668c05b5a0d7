//! A block as the printer sees it: items of parts. It contains only what the layout depends on.

use crate::text::Place;

/// A state, a transition, an entry of a list and the like.
#[derive(Debug)]
pub struct Item {
    /// Its attributes and doc comments.
    pub attrs: Vec<Attr>,
    /// Its parts, in order.
    pub parts: Vec<Part>,
}

/// An attribute or a doc comment.
#[derive(Debug)]
pub struct Attr {
    /// Its place in the text.
    pub place: Place,
    /// Whether it is a doc comment.
    pub is_doc: bool,
}

/// A part of an item.
#[derive(Debug)]
pub struct Part {
    /// The space before it, if it is not the first.
    pub space: Space,
    /// Its place in the text.
    pub place: Place,
    /// The kind of the part, with its contents.
    pub kind: PartKind,
}

/// The space that separates a part from the one before it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Space {
    /// No space: the part follows directly.
    None,
    /// One space, never a line break.
    One,
    /// One space, or a line break if the rest of the item does not fit.
    Break,
}

#[derive(Debug)]
pub enum PartKind {
    /// A single token, printed as written.
    Token,
    /// A fragment of Rust.
    Code(CodeKind),
    /// Tokens of unknown syntax, which keep their line breaks.
    Raw,
    /// A list with commas in brackets.
    List(List),
    /// Items in braces: the body of a state or of an interface.
    Items(Items),
    /// Statements in braces; the place includes the braces.
    Block(Place),
}

/// A kind of Rust.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CodeKind {
    /// The contents of an attribute.
    Attr,
    /// An expression, such as a guard or a value.
    Expr,
    /// A type, as of a field.
    Type,
    /// A pattern after `let`.
    Pattern,
    /// The statements of a block.
    Statements,
}

/// A list with commas.
#[derive(Debug)]
pub struct List {
    /// The entries of the list, in order.
    pub entries: Vec<Entry>,
    /// The layout of the list.
    pub style: ListStyle,
    /// Whether the list is a single bracketed expression, so that the list's brackets need no lines
    /// of their own: `(Spot { .. })`.
    pub hugs: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ListStyle {
    /// On one line without spaces inside the brackets: `(a, b)`; or an entry on each line.
    Tight,
    /// On one line with spaces inside the brackets: `{ a, b }`; or an entry on each line.
    Padded,
    /// As `Padded`, but as many entries on each line as fit.
    Filled,
}

/// An entry of a list.
#[derive(Debug)]
pub struct Entry {
    /// The entry without its comma.
    pub item: Item,
    /// The comma after it.
    pub comma: Option<Place>,
}

/// Items in brackets, each with its own lines.
#[derive(Debug)]
pub struct Items {
    /// The items in order.
    pub items: Vec<Item>,
    /// Whether the items may be on one line with the brackets around their item.
    pub may_nest: bool,
}

impl Item {
    /// Returns the place of the item.
    pub fn place(&self) -> Place {
        let attrs = self.attrs.iter().map(|attr| &attr.place);
        let mut all = attrs.chain(self.parts.iter().map(|part| &part.place));
        let first = all.next().cloned().unwrap_or_default();
        first.start..all.next_back().map_or(first.end, |last| last.end)
    }

    /// Returns whether the item has a body that must not be on one line with the brackets around
    /// the item.
    pub fn has_body(&self) -> bool {
        let is_body = |part: &Part| matches!(&part.kind, PartKind::Items(items) if !items.may_nest);
        self.parts.iter().any(is_body)
    }
}

impl Part {
    /// Returns the places of the brackets, one byte each.
    pub fn brackets(&self) -> (Place, Place) {
        let Place { start, end } = self.place;
        (start..start + 1, end - 1..end)
    }
}
