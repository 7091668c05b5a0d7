//! The parts of all blocks: attributes, words, lists, types and expressions.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use syn::parse::{Parse, ParseStream, Parser as _};
use syn::{Expr, Ident, Pat, Path, Token, Type, Visibility};

use crate::lexemes::{place, place_of};
use crate::text::Place;
use crate::tree::{Attr, CodeKind, Entry, Item, Items, List, ListStyle, Part, PartKind, Space};

/// Parses an item, or an entry of a list.
pub type Parser = fn(ParseStream<'_>) -> syn::Result<Item>;

/// Reads items up to the end.
pub fn items(input: ParseStream<'_>, item: Parser) -> Vec<Item> {
    let is_last = |tree: &TokenTree| match tree {
        TokenTree::Punct(punct) => punct.as_char() == ';',
        TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
        _ => false,
    };
    let mut items = Vec::new();
    while !input.is_empty() {
        let ahead = input.fork();
        if let Ok(item) = item(&ahead)
            && !item.parts.is_empty()
        {
            skip_to(input, &ahead);
            items.push(item);
        } else {
            items.push(raw(input, |_| false, is_last));
        }
    }
    items
}

/// Reads a list with commas up to the end.
fn entries(input: ParseStream<'_>, entry: Parser) -> Vec<Entry> {
    let is_end = |input: ParseStream<'_>| input.is_empty() || input.peek(Token![,]);
    let mut entries = Vec::new();
    while !input.is_empty() {
        let ahead = input.fork();
        let item = match entry(&ahead) {
            Ok(item) if !item.parts.is_empty() && is_end(&ahead) => {
                skip_to(input, &ahead);
                item
            }
            _ => raw(input, is_end, |_| false),
        };
        let comma = input.parse::<Token![,]>().ok().map(|comma| place(comma.span));
        entries.push(Entry { item, comma });
    }
    entries
}

/// Parses an item that keeps its line breaks: at least one token, then all tokens before one for
/// which `is_end` holds, or up to and including one for which `is_last` holds.
fn raw(
    input: ParseStream<'_>,
    is_end: impl Fn(ParseStream<'_>) -> bool,
    is_last: impl Fn(&TokenTree) -> bool,
) -> Item {
    let attrs = attrs(input);
    let mut found: Option<Place> = None;
    while !input.is_empty() && (found.is_none() || !is_end(input)) {
        let Ok(tree) = input.parse::<TokenTree>() else { break };
        let this = place_of(&tree);
        found = Some(found.map_or(this.start, |found| found.start)..this.end);
        if is_last(&tree) {
            break;
        }
    }
    let part = |place| Part { space: Space::One, place, kind: PartKind::Raw };
    Item { attrs, parts: found.map(part).into_iter().collect() }
}

/// Skips the tokens that were read ahead.
fn skip_to(input: ParseStream<'_>, ahead: ParseStream<'_>) {
    while input.cursor() != ahead.cursor() && input.parse::<TokenTree>().is_ok() {}
}

/// Reads attributes and doc comments.
pub fn attrs(input: ParseStream<'_>) -> Vec<Attr> {
    let mut attrs = Vec::new();
    while input.peek(Token![#]) {
        let Ok(trees) = input.parse::<TokenTree>().and_then(|hash| {
            let not = input.parse::<Option<Token![!]>>()?;
            Ok((hash, not, input.parse::<TokenTree>()?))
        }) else {
            break;
        };
        let hash = place_of(&trees.0);
        // All tokens of a doc comment have the same place.
        let is_doc = hash.len() > 1;
        let end = if is_doc { hash.end } else { place_of(&trees.2).end };
        attrs.push(Attr { place: hash.start..end, is_doc });
    }
    attrs
}

/// The parts of an item so far.
#[derive(Default)]
pub struct Parts(Vec<Part>);

impl Parts {
    /// Returns the item with these parts.
    pub fn item(self, attrs: Vec<Attr>) -> Item {
        Item { attrs, parts: self.0 }
    }

    fn push(&mut self, space: Space, place: Place, kind: PartKind) {
        self.0.push(Part { space, place, kind });
    }

    /// Adds the tokens that `parse` reads, without spaces between them.
    pub fn tokens<T>(
        &mut self,
        space: Space,
        input: ParseStream<'_>,
        parse: impl FnOnce(ParseStream<'_>) -> syn::Result<T>,
    ) -> syn::Result<()> {
        let before = input.fork();
        parse(input)?;
        let mut space = space;
        while before.cursor() != input.cursor() {
            let tree = before.parse::<TokenTree>()?;
            if matches!(tree, TokenTree::Group(_)) {
                return Err(input.error("unexpected brackets"));
            }
            self.push(space, place_of(&tree), PartKind::Token);
            space = Space::None;
        }
        Ok(())
    }

    /// Adds one word, literal or punctuation character.
    pub fn token(&mut self, space: Space, input: ParseStream<'_>) -> syn::Result<()> {
        self.operator::<TokenTree>(space, input)
    }

    /// Adds an operator such as `->`.
    pub fn operator<T: Parse>(&mut self, space: Space, input: ParseStream<'_>) -> syn::Result<()> {
        self.tokens(space, input, T::parse)
    }

    /// Adds a token if it is next.
    pub fn optional(
        &mut self,
        space: Space,
        input: ParseStream<'_>,
        is_there: bool,
    ) -> syn::Result<()> {
        if is_there { self.token(space, input) } else { Ok(()) }
    }

    /// Adds a path such as `skills::Getup`.
    pub fn path(&mut self, space: Space, input: ParseStream<'_>) -> syn::Result<()> {
        self.tokens(space, input, Path::parse_mod_style)
    }

    /// Adds `pub`, `pub(in path)` or nothing.
    pub fn visibility(&mut self, input: ParseStream<'_>) -> syn::Result<()> {
        if !input.peek(Token![pub]) {
            return Ok(());
        }
        let ahead = input.fork();
        let is_restricted = matches!(ahead.parse::<Visibility>()?, Visibility::Restricted(_));
        self.token(Space::One, input)?;
        if is_restricted {
            let entry = |input: ParseStream<'_>| {
                let mut parts = Self::default();
                parts.optional(Space::One, input, input.peek(Token![in]))?;
                parts.path(Space::One, input)?;
                Ok(parts.item(Vec::new()))
            };
            self.list(Space::None, ListStyle::Tight, input, entry)?;
        }
        Ok(())
    }

    /// Adds a list in any brackets.
    pub fn list(
        &mut self,
        space: Space,
        style: ListStyle,
        input: ParseStream<'_>,
        entry: Parser,
    ) -> syn::Result<()> {
        let (place, inside) = group(input)?;
        let all = |input: ParseStream<'_>| Ok(entries(input, entry));
        let hugs = hugs(&inside);
        let entries = all.parse2(inside)?;
        self.push(space, place, PartKind::List(List { entries, style, hugs }));
        Ok(())
    }

    /// Adds items in braces.
    pub fn items(
        &mut self,
        input: ParseStream<'_>,
        may_nest: bool,
        item: Parser,
    ) -> syn::Result<()> {
        let (place, inside) = group(input)?;
        let all = |input: ParseStream<'_>| Ok(items(input, item));
        let items = all.parse2(inside)?;
        self.push(Space::One, place, PartKind::Items(Items { items, may_nest }));
        Ok(())
    }

    /// Adds statements in braces.
    pub fn block(&mut self, input: ParseStream<'_>) -> syn::Result<()> {
        let (place, _) = group(input)?;
        let inside = place.start + 1..place.end - 1;
        self.push(Space::One, place, PartKind::Block(inside));
        Ok(())
    }

    /// Adds an expression up to `is_end`. Commas in it (`f::<A, B>()`) do not end it.
    pub fn expr(
        &mut self,
        space: Space,
        input: ParseStream<'_>,
        is_end: impl Fn(ParseStream<'_>) -> bool,
    ) -> syn::Result<()> {
        let ahead = input.fork();
        let is_whole = ahead.parse::<Expr>().is_ok() && (ahead.is_empty() || is_end(&ahead));
        let take = |input: ParseStream<'_>| {
            if is_whole {
                skip_to(input, &ahead);
                return Ok(());
            }
            while !input.is_empty() && !is_end(input) {
                input.parse::<TokenTree>()?;
            }
            Ok(())
        };
        self.code(space, CodeKind::Expr, input, take)
    }

    /// Adds a guard up to `is_end`. One with `let` may break before each `&&` outside of brackets.
    pub fn guard(
        &mut self,
        input: ParseStream<'_>,
        is_end: impl Fn(ParseStream<'_>) -> bool,
    ) -> syn::Result<()> {
        let until = |end: &dyn Fn(ParseStream<'_>) -> bool, input: ParseStream<'_>| {
            while !input.is_empty() && !end(input) {
                input.parse::<TokenTree>()?;
            }
            Ok(())
        };
        let is_let = {
            let ahead = input.fork();
            until(&|input| input.peek(Token![let]) || is_end(input), &ahead)?;
            ahead.peek(Token![let])
        };
        if !is_let {
            return self.expr(Space::One, input, is_end);
        }
        loop {
            if input.peek(Token![let]) {
                self.token(Space::One, input)?;
                let pattern =
                    |input: ParseStream<'_>| Pat::parse_multi_with_leading_vert(input).map(drop);
                self.code(Space::One, CodeKind::Pattern, input, pattern)?;
                self.token(Space::One, input)?;
            }
            let is_and = |input: ParseStream<'_>| input.peek(Token![&&]) || is_end(input);
            self.code(Space::One, CodeKind::Expr, input, |input| until(&is_and, input))?;
            if !input.peek(Token![&&]) {
                return Ok(());
            }
            self.operator::<Token![&&]>(Space::Break, input)?;
        }
    }

    /// Adds a type, without spaces between its tokens.
    pub fn ty(&mut self, space: Space, input: ParseStream<'_>) -> syn::Result<()> {
        self.code(space, CodeKind::Type, input, |input| input.parse::<Type>().map(drop))
    }

    fn code(
        &mut self,
        space: Space,
        kind: CodeKind,
        input: ParseStream<'_>,
        parse: impl FnOnce(ParseStream<'_>) -> syn::Result<()>,
    ) -> syn::Result<()> {
        let before = input.fork();
        parse(input)?;
        let mut trees = Vec::new();
        while before.cursor() != input.cursor() {
            trees.push(before.parse::<TokenTree>()?);
        }
        let (Some(first), Some(last)) = (trees.first(), trees.last()) else {
            return Err(input.error("expected Rust"));
        };
        let place = place_of(first).start..place_of(last).end;
        let is_token = trees.len() == 1 && !matches!(first, TokenTree::Group(_));
        self.push(space, place, if is_token { PartKind::Token } else { PartKind::Code(kind) });
        Ok(())
    }
}

/// Returns whether the input is a single bracketed expression.
fn hugs(input: &TokenStream) -> bool {
    matches!(
        syn::parse2(input.clone()),
        Ok(Expr::Struct(_)
            | Expr::Call(_)
            | Expr::Closure(_)
            | Expr::Match(_)
            | Expr::Block(_)
            | Expr::Array(_)
            | Expr::Tuple(_)
            | Expr::Macro(_))
    )
}

/// Reads brackets with what is in them.
fn group(input: ParseStream<'_>) -> syn::Result<(Place, TokenStream)> {
    match input.parse::<TokenTree>()? {
        TokenTree::Group(group) if group.delimiter() != Delimiter::None => {
            Ok((place_of(&TokenTree::Group(group.clone())), group.stream()))
        }
        _ => Err(input.error("expected brackets")),
    }
}

/// Returns whether the next token is the word.
pub fn is_word(input: ParseStream<'_>, word: &str) -> bool {
    let ahead = input.fork();
    syn::ext::IdentExt::parse_any(&ahead).is_ok_and(|found: Ident| found == word)
}

/// Returns whether a comma or the end is next.
pub fn is_end(input: ParseStream<'_>) -> bool {
    input.is_empty() || input.peek(Token![,])
}
