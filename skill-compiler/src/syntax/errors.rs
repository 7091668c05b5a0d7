//! Gathers the errors of one macro call, so that all are reported at once.

use proc_macro2::{Span, TokenStream};
use quote::ToTokens;
use syn::{Ident, Type};

/// The errors found so far, and what the parser has seen.
#[derive(Default)]
pub struct Errors {
    errors: Vec<syn::Error>,
    /// What an IDE is told, broken items included.
    pub hints: IdeHints,
}

/// Words of the user in the order in which they stand.
#[derive(Default)]
pub struct IdeHints {
    /// Words of the language, and stray ones that may become one, with where they
    /// stand: a module of `skill_runtime::keywords`.
    pub words: Vec<(&'static str, Ident)>,
    /// Targets of transitions, or where one is missing.
    pub targets: Vec<Result<Ident, Span>>,
    /// Types of interfaces.
    pub types: Vec<Type>,
    /// Skills, as dependencies and in states.
    pub skills: Vec<TokenStream>,
}

impl Errors {
    /// The parser has read the word `word` of the language.
    pub fn record_keyword(&mut self, word: &str, span: Span) {
        let raw = matches!(word, "loop" | "ref");
        let word = if raw { Ident::new_raw(word, span) } else { Ident::new(word, span) };
        self.hints.words.push(("anywhere", word));
    }

    /// The parser has read `word` where a word of the language should stand.
    pub fn record_unknown(&mut self, place: &'static str, word: Ident) {
        self.hints.words.push((place, word));
    }

    /// An error on the tokens `at`.
    pub fn at(&mut self, at: &impl ToTokens, message: impl std::fmt::Display) {
        self.errors.push(syn::Error::new_spanned(at, message));
    }

    /// An error at `span`.
    pub fn span(&mut self, span: Span, message: impl std::fmt::Display) {
        self.errors.push(syn::Error::new(span, message));
    }

    /// An error that `syn` found.
    pub fn absorb(&mut self, error: syn::Error) {
        self.errors.push(error);
    }

    /// The value, or its error taken in.
    pub fn ok<T>(&mut self, result: syn::Result<T>) -> Option<T> {
        result.map_err(|error| self.absorb(error)).ok()
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.errors.len()
    }

    /// All of them as `compile_error!`s, each on its own token.
    pub fn into_tokens(self) -> TokenStream {
        let errors = self.errors.into_iter().map(|error| error.to_compile_error());
        // In a block of its own each: in a module with a `compile_error!`, `rustc` keeps
        // unknown names to itself, since the macro might have made them.
        errors.map(|error| quote::quote!(const _: () = { #error };)).collect()
    }
}
