//! Finds the calls of the macros in a file.

use std::collections::BTreeSet;

use proc_macro2::{Delimiter, TokenStream};
use skill_compiler::BlockMacro;
use syn::visit::{self, Visit};
use syn::{Attribute, File, Ident, Macro, MacroDelimiter};

use crate::lexemes::place;
use crate::text::Place;

/// A macro whose calls are formatted.
#[derive(Clone, Copy)]
pub enum Kind {
    /// A macro of the language.
    Language(BlockMacro),
    /// `interface_from_xml!`: its errors are reported by the macro alone.
    InterfaceFromXml,
}

impl Kind {
    /// All macros.
    pub fn all() -> impl Iterator<Item = Self> {
        BlockMacro::ALL.into_iter().map(Self::Language).chain([Self::InterfaceFromXml])
    }

    /// Returns the name of the macro, without `!`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Language(of) => of.name(),
            Self::InterfaceFromXml => "interface_from_xml",
        }
    }
}

/// A call of a macro of the language.
pub struct Block {
    /// The macro that is called.
    pub of: Kind,
    /// The place of the macro's name in the call.
    pub name: Place,
    /// The place of the brackets with their contents.
    pub place: Place,
    /// The tokens in the brackets.
    pub input: TokenStream,
}

/// Returns the calls of the macros, in order. A macro is known by its last name. A file's own
/// `macro_rules!` of the same name is another macro, and with `#[rustfmt::skip]` nothing is
/// formatted.
pub fn blocks(file: &File) -> Vec<Block> {
    let mut own = LocalMacros::default();
    own.visit_file(file);
    let mut finder = Finder { others: own.0, blocks: Vec::new() };
    finder.visit_file(file);
    finder.blocks.sort_by_key(|block| block.place.start);
    finder.blocks
}

/// The names of the macros that a file defines.
#[derive(Default)]
struct LocalMacros(BTreeSet<Ident>);

impl<'a> Visit<'a> for LocalMacros {
    fn visit_item_macro(&mut self, item: &'a syn::ItemMacro) {
        self.0.extend(item.ident.clone());
    }
}

struct Finder {
    /// The names of macros that are not ours, or not to be formatted.
    others: BTreeSet<Ident>,
    blocks: Vec<Block>,
}

impl Finder {
    /// Visits an item with attributes, unless they exclude it from formatting.
    fn with_attrs(&mut self, attrs: &[Attribute], visit: impl FnOnce(&mut Self)) {
        let has = |attr: &Attribute, words: &[&str]| {
            let path = attr.path();
            path.segments.len() == words.len()
                && path.segments.iter().zip(words).all(|(segment, word)| segment.ident == word)
        };
        if attrs.iter().any(|attr| has(attr, &["rustfmt", "skip"])) {
            return;
        }
        let outer = self.others.clone();
        for attr in attrs.iter().filter(|attr| has(attr, &["rustfmt", "skip", "macros"])) {
            let parse = syn::punctuated::Punctuated::<Ident, syn::Token![,]>::parse_terminated;
            self.others.extend(attr.parse_args_with(parse).into_iter().flatten());
        }
        visit(self);
        self.others = outer;
    }
}

impl<'a> Visit<'a> for Finder {
    fn visit_file(&mut self, of: &'a File) {
        self.with_attrs(&of.attrs, |this| visit::visit_file(this, of));
    }
    fn visit_item_mod(&mut self, of: &'a syn::ItemMod) {
        self.with_attrs(&of.attrs, |this| visit::visit_item_mod(this, of));
    }
    fn visit_item_fn(&mut self, of: &'a syn::ItemFn) {
        self.with_attrs(&of.attrs, |this| visit::visit_item_fn(this, of));
    }
    fn visit_item_impl(&mut self, of: &'a syn::ItemImpl) {
        self.with_attrs(&of.attrs, |this| visit::visit_item_impl(this, of));
    }
    fn visit_item_macro(&mut self, of: &'a syn::ItemMacro) {
        self.with_attrs(&of.attrs, |this| visit::visit_item_macro(this, of));
    }
    fn visit_stmt_macro(&mut self, of: &'a syn::StmtMacro) {
        self.with_attrs(&of.attrs, |this| visit::visit_stmt_macro(this, of));
    }

    fn visit_macro(&mut self, of: &'a Macro) {
        let Some(name) = of.path.segments.last().map(|segment| &segment.ident) else { return };
        let Some(block) = Kind::all().find(|block| name == block.name()) else {
            return;
        };
        if self.others.contains(name) && of.path.segments.len() == 1 {
            return;
        }
        let span = match &of.delimiter {
            MacroDelimiter::Paren(paren) => paren.span,
            MacroDelimiter::Brace(brace) => brace.span,
            MacroDelimiter::Bracket(bracket) => bracket.span,
        };
        self.blocks.push(Block {
            of: block,
            name: place(name.span()),
            place: place(span.open()).start..place(span.close()).end,
            input: of.tokens.clone(),
        });
    }
}

/// Returns whether brackets are nested more deeply than `limit`.
pub fn is_nested_deeper(stream: &TokenStream, limit: usize) -> bool {
    stream.clone().into_iter().any(|tree| match tree {
        proc_macro2::TokenTree::Group(group) if group.delimiter() != Delimiter::None => {
            limit == 0 || is_nested_deeper(&group.stream(), limit - 1)
        }
        _ => false,
    })
}
