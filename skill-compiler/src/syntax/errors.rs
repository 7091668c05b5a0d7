//! Gathers the errors of one macro call, so that all are reported at once.

use super::explain::same;
use super::position::note_of_first;
use proc_macro2::{Span, TokenStream};
use quote::ToTokens;
use std::collections::{BTreeMap, BTreeSet};
use syn::{Ident, Type};

/// The errors found so far, and what the parser has seen.
#[derive(Default)]
pub struct Errors {
    found: Vec<syn::Error>,
    /// The errors that are reported once.
    said: BTreeSet<String>,
    /// The words that an IDE needs, broken items included.
    pub words: Words,
    /// Names whose declaration is broken; code with them has no errors of its own.
    pub broken: BTreeSet<String>,
    /// Names that are reported wherever they are written first.
    pub misspelt: BTreeSet<String>,
    /// The paths of the modules with the messages of interfaces, by variable.
    pub modules: BTreeMap<String, String>,
    /// A section that names skills or interfaces could not be read.
    pub lost_section: bool,
    /// A state could not be read.
    pub lost_state: bool,
    /// Other parts that could not be read.
    pub lost: Lost,
    /// The states that a `#[cfg]` has left out, with its predicate.
    pub absent: BTreeMap<String, String>,
    /// Further blocks in this one, which is reported, as calls of their own: what uses them has no errors.
    pub further: TokenStream,
}

/// Parts that could not be read, whose absence is no further error.
#[derive(Default)]
#[allow(clippy::struct_excessive_bools)] // each of another part
pub struct Lost {
    /// A start state.
    pub start: bool,
    /// A transition on an outcome under `always`.
    pub always: bool,
    /// A type that is a generic parameter.
    pub generic: bool,
    /// Locals of a block that another one uses, so that they are not unused.
    pub locals: BTreeSet<String>,
    /// The number of entries of lists that could not be read.
    pub entries: usize,
    /// A declaration that other blocks may name, or its type.
    pub declaration: bool,
    /// An argument.
    pub args: bool,
    /// An interface of a skill.
    pub interfaces: bool,
    /// A section that declares names of `self`.
    pub names: bool,
}

/// Words of the user in order of appearance.
#[derive(Default)]
pub struct Words {
    /// Keywords, and unknown words that may become one, with their place: a module of
    /// `skill_runtime::keywords`.
    pub keywords: Vec<(&'static str, Ident)>,
    /// Targets of transitions, or where one is missing.
    pub targets: Vec<Result<Ident, Span>>,
    /// The same after `resume`.
    pub resumed: Vec<Result<Ident, Span>>,
    /// Types of interfaces.
    pub types: Vec<Type>,
    /// Skills, as dependencies and in states.
    pub skills: Vec<TokenStream>,
    /// Kinds of failures.
    pub kinds: Vec<Ident>,
    /// Functions of actions that are half typed.
    pub functions: Vec<TokenStream>,
}

impl Errors {
    /// Records a keyword that the parser has read.
    pub fn record_keyword(&mut self, word: &str, span: Span) {
        let raw = matches!(word, "for" | "loop" | "mut" | "ref");
        let word = if raw { Ident::new_raw(word, span) } else { Ident::new(word, span) };
        self.words.keywords.push(("anywhere", word));
    }

    /// Records a word that the parser has read where a keyword is expected.
    pub fn record_unknown(&mut self, place: &'static str, word: Ident) {
        self.words.keywords.push((place, word));
    }

    /// Reports an error on the tokens `at`.
    pub fn at(&mut self, at: &impl ToTokens, message: impl std::fmt::Display) {
        self.found.push(syn::Error::new_spanned(at, message));
    }

    /// Reports an error that has one cure for all places: at the first.
    pub fn once(&mut self, at: &impl ToTokens, message: String) {
        self.once_for(&message.clone(), at, message);
    }

    /// Reports an error with a `cure` for all places, unless another one with the same cure is reported.
    pub fn once_for(&mut self, cure: &str, at: &impl ToTokens, message: String) {
        if self.said.insert(cure.to_owned()) {
            self.at(at, message);
        }
    }

    /// Reports an error on the tokens `at`, which repeat what is at `first`.
    pub fn repeated(&mut self, at: &impl ToTokens, first: Span, message: impl std::fmt::Display) {
        self.at(at, format!("{message}{}", note_of_first(first)));
    }

    /// Reports an error at `span`.
    pub fn span(&mut self, span: Span, message: impl std::fmt::Display) {
        self.found.push(syn::Error::new(span, message));
    }

    /// Reports an error that `syn` found.
    pub fn absorb(&mut self, error: syn::Error) {
        self.found.push(error);
    }

    /// Returns the value, or reports its error.
    pub fn ok<T>(&mut self, result: syn::Result<T>) -> Option<T> {
        result.map_err(|error| self.absorb(error)).ok()
    }

    /// Forgets the errors after the first `count` if they begin at a place with an error of its own.
    pub fn forget_at(&mut self, place: Span, count: usize) {
        if self.found.get(count).is_some_and(|error| same(error.span(), place)) {
            self.found.truncate(count);
        }
    }

    /// Returns the number of errors.
    pub fn count(&self) -> usize {
        self.found.len()
    }

    /// Returns all errors.
    pub fn into_errors(self) -> Vec<syn::Error> {
        self.found
    }

    /// Returns all errors as `compile_error!`s, each on its own tokens.
    pub fn into_tokens(self) -> TokenStream {
        let errors = self.found.into_iter().map(|error| error.to_compile_error());
        // In a block of its own each: in a module with a `compile_error!`, `rustc` keeps
        // unknown names to itself, since the macro might have made them.
        let errors = errors.map(|error| quote::quote!(const _: () = { #error };));
        self.further.into_iter().chain(errors.flatten()).collect()
    }

    /// Returns all errors as the items of a module whose unknown names have no errors of their own, and what
    /// is of an unknown type neither: a path into it is the type, or the value, of what could not be read.
    pub fn into_module_items(self) -> TokenStream {
        let errors = self.found.into_iter().flat_map(|error| error.to_compile_error());
        self.further.into_iter().chain(errors).collect()
    }
}

/// The keywords of the sections and blocks of one item, with the place of the first of each.
#[derive(Default)]
pub struct Sections(BTreeMap<&'static str, Span>);

impl Sections {
    /// Records the one that begins with a keyword; a second one is reported.
    pub fn begin(&mut self, keyword: &'static str, at: Span, errors: &mut Errors) {
        let Some(first) = self.0.get(keyword) else {
            self.0.insert(keyword, at);
            return;
        };
        let is_limit = keyword.starts_with("max");
        let cure = if is_limit { "remove one of them" } else { "merge it with the first one" };
        let message = format!("duplicate `{keyword}`\nhelp: {cure}{}", note_of_first(*first));
        errors.span(at, message);
    }
}

/// A name that no module has: with [`Errors::into_module_items`], that of a type or a value that could not
/// be read.
pub const UNKNOWN: &str = "__Unknown";

/// The name in [`Errors::broken`] of a result whose type is reported.
pub const RESULT: &str = "FINAL";

/// Returns the name of a module of its own for the errors of a declaration.
pub fn errors_of(name: &Ident) -> Ident {
    quote::format_ident!("__errors_of_{}", super::names::plain(name), span = Span::call_site())
}

/// Returns the type of what is wrong of a declaration: `rustc` knows it to be wrong, so that nothing of it
/// is an error.
pub fn unknown_of(name: &Ident) -> Type {
    let (module, unknown) = (errors_of(name), Ident::new(UNKNOWN, Span::call_site()));
    syn::parse_quote!(#module::#unknown)
}
