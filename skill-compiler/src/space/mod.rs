//! `skill_space!`: parse, check, expand.

mod emit;
mod parse;

use crate::syntax::errors::Errors;
use crate::syntax::names::{plain, snake};
use proc_macro2::TokenStream;
use syn::parse::Parser as _;
use syn::{Attribute, Ident, LitStr, Path, Visibility};

/// A skill space as written.
pub struct Space {
    pub attrs: Vec<Attribute>,
    pub vis: Visibility,
    pub name: Ident,
    pub board: Path,
    pub skills: Vec<Entry>,
}

/// A skill of the space: `"call_name" => path`.
pub struct Entry {
    /// The name in skill strings, if it is not that of the skill.
    pub call_name: Option<LitStr>,
    pub path: Path,
    /// The variant of the enums of calls and machines.
    pub variant: Ident,
}

impl Entry {
    /// Returns the name in skill strings, unless the path is an alias of the skill.
    pub fn name(&self) -> String {
        match &self.call_name {
            Some(name) => name.value(),
            None => snake(&plain(&self.variant)),
        }
    }
}

/// Reports the syntax errors of one `skill_space!` block.
pub fn check_syntax(input: TokenStream, errors: &mut Errors) {
    let parsed = (|input: syn::parse::ParseStream<'_>| parse::space(input, errors)).parse2(input);
    errors.ok(parsed);
}

/// Compiles one `skill_space!` block.
pub fn compile(input: TokenStream) -> TokenStream {
    let mut errors = Errors::default();
    let parsed =
        (|input: syn::parse::ParseStream<'_>| parse::space(input, &mut errors)).parse2(input);
    // Rust cannot match on a reference to an enum without variants.
    let space = errors.ok(parsed).filter(|space| !space.skills.is_empty());
    let expansion = space.map(|space| emit::emit(&space));
    let errors = errors.into_tokens();
    quote::quote!(#expansion #errors)
}
