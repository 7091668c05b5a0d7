//! `#[derive(Argument)]`, `#[derive(Arguments)]` and `#[derive(SkillResult)]`.

mod group;
mod values;

pub use group::compile_result;
pub use values::{choices, enum_argument};

use crate::syntax::types::option_inner;
use proc_macro2::TokenStream;
use quote::quote;
use syn::{Data, DeriveInput};

/// `#[derive(Argument)]`
pub fn compile_enum(input: TokenStream) -> TokenStream {
    let is_group = |of: DeriveInput| match of.data {
        Data::Struct(of) => of.fields.iter().all(|field| option_inner(&field.ty).is_some()),
        _ => false,
    };
    let is_meant = syn::parse2(input.clone()).is_ok_and(is_group);
    both(input, values::compile, is_meant.then_some(group::compile))
}

/// `#[derive(Arguments)]`
pub fn compile_group(input: TokenStream) -> TokenStream {
    let is_enum = |of: DeriveInput| matches!(of.data, Data::Enum(_));
    let is_meant = syn::parse2(input.clone()).is_ok_and(is_enum);
    both(input, group::compile, is_meant.then_some(values::compile))
}

/// The errors of a derive, and the code of the one that is meant: what uses the type has no errors of its own.
fn both(
    input: TokenStream,
    written: fn(TokenStream) -> TokenStream,
    meant: Option<fn(TokenStream) -> TokenStream>,
) -> TokenStream {
    let own = written(input.clone());
    let meant = meant.map(|meant| meant(input));
    quote!(#own #meant)
}
