//! The range of an argument or a parameter, as data.

use crate::skill::ast::ArgRange;
use crate::syntax::constant::is_number;
use crate::syntax::label;
use crate::syntax::types::is_plain;
use proc_macro2::TokenStream;
use quote::quote;
use syn::Type;

/// A range in the argument's own type: the bounds of an `f32` are `f32`s.
pub fn tokens(rt: &TokenStream, range: Option<&ArgRange>, ty: &Type) -> TokenStream {
    let Some(range) = range else {
        return quote!(#rt::None);
    };
    // A type that is no number is one error, not one for each conversion.
    let ty = if is_plain(ty) { quote!(#ty) } else { quote!(<#ty as #rt::Number>::Own) };
    let bound = |bound: &Option<TokenStream>| match bound {
        Some(bound) => quote!(#rt::Some((#bound) as #ty as f64)),
        None => quote!(#rt::None),
    };
    let (low, high) = (bound(&range.low), bound(&range.high));
    let literal = |bound: &Option<TokenStream>| bound.as_ref().is_none_or(is_number);
    let written = literal(&range.low) && literal(&range.high);
    let text = if written { label::print(&range.tokens) } else { String::new() };
    let inclusive = range.inclusive;
    quote! {
        #rt::Some(#rt::Range {
            low: #low, high: #high, inclusive: #inclusive, text: #text,
        })
    }
}
