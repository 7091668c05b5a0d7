//! Checks that `rustc` evaluates, since they concern several blocks.

use proc_macro2::{Span, TokenStream};
use quote::quote_spanned;

/// An error at `span` if `message`, an `Option<Message>`, holds one.
pub fn refuse(span: Span, message: &TokenStream) -> TokenStream {
    quote_spanned! {span=>
        const _: () = if let ::core::option::Option::Some(message) = #message {
            ::core::panic!("{}", message.as_str())
        };
    }
}
