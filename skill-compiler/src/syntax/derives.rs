//! `Clone`, `PartialEq`, `Debug` and `Default` of structs with fields whose types may turn out to
//! be wrong: what `#[derive(..)]` makes would be further errors.

use super::types::is_plain;
use proc_macro2::TokenStream;
use quote::quote;
use syn::{Ident, Type};

/// A field of the struct.
pub struct Checked<'a> {
    pub name: &'a Ident,
    /// The type that may be wrong: that of the field, or the one inside its `Option`.
    pub ty: &'a Type,
    /// Whether the field is an `Option` of it.
    pub is_option: bool,
    /// The runtime's functions for such a field; `None` if its type cannot be wrong.
    pub of: Option<TokenStream>,
}

impl<'a> Checked<'a> {
    /// Returns a field of type `ty`, which is checked by the functions `of` the runtime unless it
    /// is a type of the language itself.
    pub fn new(rt: &TokenStream, name: &'a Ident, ty: &'a Type, of: &str) -> Self {
        let of = Ident::new(of, proc_macro2::Span::call_site());
        let of = (!is_plain(ty)).then(|| quote!(#rt::#of::<#ty>));
        Checked { name, ty, is_option: false, of }
    }

    /// Returns the same field as an `Option`.
    pub fn in_option(self) -> Self {
        Checked { is_option: true, ..self }
    }
}

/// Whether a struct of these fields cannot have what `#[derive(..)]` makes.
pub fn needed(fields: &[Checked<'_>]) -> bool {
    fields.iter().any(|field| field.of.is_some())
}

/// Imports the functions for types that are no fields.
pub fn fallback(rt: &TokenStream) -> TokenStream {
    quote! {
        #[allow(unused_imports)]
        use #rt::Unchecked as _;
    }
}

/// `impl Clone`
pub fn clone(rt: &TokenStream, name: &Ident, fields: &[Checked<'_>]) -> TokenStream {
    clone_with(rt, name, fields, &TokenStream::new())
}

/// `impl Clone` of a struct with `more` fields.
pub fn clone_with(
    rt: &TokenStream,
    name: &Ident,
    fields: &[Checked<'_>],
    more: &TokenStream,
) -> TokenStream {
    let fallback = fallback(rt);
    let values = fields.iter().map(|Checked { name, of, is_option, .. }| match of {
        Some(of) if *is_option => quote!(#name: self.#name.as_ref().map(|value| #of::clone(value))),
        Some(of) => quote!(#name: #of::clone(&self.#name)),
        None => quote!(#name: #rt::core::clone::Clone::clone(&self.#name)),
    });
    quote! {
        impl #rt::core::clone::Clone for #name {
            #[inline]
            fn clone(&self) -> Self {
                #fallback
                Self { #(#values,)* #more }
            }
        }
    }
}

/// `impl PartialEq`
pub fn partial_eq(rt: &TokenStream, name: &Ident, fields: &[Checked<'_>]) -> TokenStream {
    let fallback = fallback(rt);
    let same = fields.iter().map(|Checked { name, of, is_option, .. }| match of {
        Some(of) if *is_option => quote!(#of::same_option(&self.#name, &other.#name)),
        Some(of) => quote!(#of::same(&self.#name, &other.#name)),
        None => quote!(self.#name == other.#name),
    });
    let same = if fields.is_empty() { quote!(true) } else { quote!(#(#same)&&*) };
    quote! {
        impl #rt::core::cmp::PartialEq for #name {
            #[inline]
            fn eq(&self, other: &Self) -> bool {
                #fallback
                #same
            }
        }
    }
}

/// `impl Debug`
pub fn debug(rt: &TokenStream, name: &Ident, fields: &[Checked<'_>]) -> TokenStream {
    let fallback = fallback(rt);
    let shown = fields.iter().map(|Checked { name, of, is_option, .. }| {
        let text = super::names::plain(name);
        let value = match of {
            Some(of) if *is_option => quote!(&self.#name.as_ref().map(|value| #of::debug(value))),
            Some(of) => quote!(#of::debug(&self.#name)),
            None => quote!(&self.#name),
        };
        quote!(.field(#text, #value))
    });
    let text = super::names::plain(name);
    quote! {
        impl #rt::core::fmt::Debug for #name {
            fn fmt(&self, f: &mut #rt::core::fmt::Formatter<'_>) -> #rt::core::fmt::Result {
                #fallback
                f.debug_struct(#text)#(#shown)*.finish()
            }
        }
    }
}

/// `impl Default`
pub fn default(rt: &TokenStream, name: &Ident, fields: &[Checked<'_>]) -> TokenStream {
    let fallback = fields.iter().any(|field| !field.is_option).then(|| fallback(rt));
    let values = fields.iter().map(|Checked { name, of, is_option, .. }| match of {
        _ if *is_option => quote!(#name: #rt::None),
        Some(of) => quote!(#name: #of::blank()),
        None => quote!(#name: #rt::core::default::Default::default()),
    });
    quote! {
        impl #rt::core::default::Default for #name {
            #[inline]
            fn default() -> Self {
                #fallback
                Self { #(#values),* }
            }
        }
    }
}
