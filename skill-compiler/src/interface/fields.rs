//! The fields of an interface or of a message: the struct of them, its words and its traits.

use super::ast::Field;
use crate::syntax::at::rt;
use crate::syntax::derives::{self, Checked};
use crate::syntax::docs;
use proc_macro2::TokenStream;
use quote::quote;
use std::collections::BTreeSet;
use syn::{Ident, Type};

/// The type of a field; `string(N)` is not Rust, `Text<N>` is.
pub fn fields(fields: &[Field]) -> TokenStream {
    let fields = fields.iter().map(|field| {
        let (name, ty) = (&field.name, &field.ty);
        let docs = docs::or(&field.attrs, &format!("The field `{name}`."));
        quote!(#docs pub #name: #ty)
    });
    quote!(#(#fields),*)
}

/// Returns the fields for `derives`: the enums of the interface are right, too.
pub fn checked<'a>(fields: &'a [Field], enums: &BTreeSet<&Ident>) -> Vec<Checked<'a>> {
    let fields = fields.iter().map(|field| {
        let checked = Checked::new(&rt(), &field.name, &field.ty, "FieldOf");
        let of = checked.of.filter(|_| bytes_if_copy(&field.ty, enums).is_none());
        Checked { of, ..checked }
    });
    fields.collect()
}

/// `Clone`, `PartialEq` and `Debug` of a struct: as an attribute, or as code.
pub fn traits(name: &Ident, fields: &[Checked<'_>]) -> (Option<TokenStream>, Option<TokenStream>) {
    let rt = rt();
    if !derives::needed(fields) {
        return (Some(quote!(#[derive(Clone, PartialEq, Debug)])), None);
    }
    let clone = derives::clone(&rt, name, fields);
    let (same, debug) = (derives::partial_eq(&rt, name, fields), derives::debug(&rt, name, fields));
    (None, Some(quote!(#clone #same #debug)))
}

/// Imports the functions for types that are no fields.
pub fn fallback(fields: &[Checked<'_>]) -> Option<TokenStream> {
    derives::needed(fields).then(|| derives::fallback(&rt()))
}

/// `impl Words` for a struct: its fields in order.
pub fn words(name: &Ident, fields: &[Checked<'_>]) -> TokenStream {
    let rt = rt();
    let types = fields.iter().map(|field| field.ty);
    let puts = fields.iter().map(|Checked { name, of, .. }| match of {
        Some(of) => quote!(#of::put(&self.#name, to)),
        None => quote!(#rt::Words::put(&self.#name, to)),
    });
    let takes = fields.iter().map(|Checked { name, of, .. }| match of {
        Some(of) => quote!(#name: #of::take(from)?),
        None => quote!(#name: #rt::Words::take(from)?),
    });
    let fallback = fallback(fields);
    quote! {
        #[diagnostic::do_not_recommend]
        impl #rt::Words for #name {
            const LEN: usize = #rt::total(&[#(<#types as #rt::Words>::LEN),*]);
            #[inline]
            #[allow(unused_variables)]
            fn put(&self, to: &mut #rt::Encoder<'_>) {
                #fallback
                #(#puts;)*
            }
            #[inline]
            #[allow(unused_variables)]
            fn take(from: &mut #rt::Decoder<'_>) -> #rt::Option<Self> {
                #fallback
                #rt::Some(Self { #(#takes),* })
            }
        }
    }
}

/// An interface of at most this number of bytes is not `Copy`: clippy would have functions take it
/// by value.
pub const SMALL: usize = 8;

/// The bytes of a value of a type that is certainly `Copy`: a number, `bool`, an enum of the
/// interface, or an array of these.
pub fn bytes_if_copy(ty: &Type, enums: &BTreeSet<&Ident>) -> Option<usize> {
    match ty {
        Type::Array(array) => {
            // An array whose length is not literal has at least one element.
            let len = match &array.len {
                syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Int(len), .. }) => {
                    len.base10_parse().ok()?
                }
                _ => 1,
            };
            Some(bytes_if_copy(&array.elem, enums)?.saturating_mul(len))
        }
        Type::Path(path) => {
            let name = path.path.get_ident()?;
            match name.to_string().as_str() {
                "bool" | "u8" | "i8" => Some(1),
                "u16" | "i16" => Some(2),
                "u32" | "i32" | "f32" => Some(4),
                "u64" | "i64" | "f64" => Some(8),
                _ => enums.contains(name).then_some(4),
            }
        }
        _ => None,
    }
}

/// The default of a field. `core` has it for arrays of at most 32 elements.
pub fn blank(ty: &Type, may_be_wrong: bool) -> TokenStream {
    let rt = rt();
    if let Type::Array(array) = ty {
        let one = blank(&array.elem, may_be_wrong);
        return quote!(#rt::core::array::from_fn(|_| #one));
    }
    if may_be_wrong {
        return quote!(#rt::FieldOf::<#ty>::blank());
    }
    quote!(<#ty as #rt::core::default::Default>::default())
}
