//! Gathers the errors of one macro call, so that all are reported at once.

use proc_macro2::{Span, TokenStream};
use quote::ToTokens;

/// The errors found so far.
#[derive(Default)]
pub struct Errors(Vec<syn::Error>);

impl Errors {
    /// An error on the tokens `at`.
    pub fn at(&mut self, at: &impl ToTokens, message: impl std::fmt::Display) {
        self.0.push(syn::Error::new_spanned(at, message));
    }

    /// An error at `span`.
    pub fn span(&mut self, span: Span, message: impl std::fmt::Display) {
        self.0.push(syn::Error::new(span, message));
    }

    /// An error that `syn` found.
    pub fn absorb(&mut self, error: syn::Error) {
        self.0.push(error);
    }

    /// The value, or its error taken in.
    pub fn ok<T>(&mut self, result: syn::Result<T>) -> Option<T> {
        result.map_err(|error| self.absorb(error)).ok()
    }

    /// All of them as `compile_error!`s, each on its own token.
    pub fn into_tokens(self) -> TokenStream {
        self.0.into_iter().map(|error| error.to_compile_error()).collect()
    }
}
