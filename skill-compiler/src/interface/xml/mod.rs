//! `interface_from_xml!`: a Fawkes interface description becomes the AST of `interface!`;
//! what comes after is the same.
//!
//! `file.rs` finds it, `limits.rs` bounds it, `read.rs` checks it, `build.rs` gives everything its Rust name.

mod build;
mod call;
mod docs;
mod element;
mod file;
mod limits;
mod names;
mod position;
mod read;
mod types;

#[cfg(test)]
mod tests;
#[cfg(test)]
mod work;

use super::ast::Interface;
use crate::syntax::errors::Errors;
use crate::syntax::escape::escaped;
use call::Call;
use proc_macro2::TokenStream;
use quote::quote;
use syn::parse::Parser as _;

/// Reports the syntax errors of one `interface_from_xml!` call. The file is not read.
pub fn check_syntax(input: TokenStream, errors: &mut Errors) {
    errors.ok(call::call.parse2(input));
}

/// Compiles one `interface_from_xml!` call.
pub fn compile(input: TokenStream) -> TokenStream {
    let mut errors = Errors::default();
    let Some(call) = errors.ok(call::call.parse2(input)) else {
        return errors.into_tokens();
    };
    let (interface, tracked) = interface(call, &mut errors);
    super::finish(interface, &tracked, errors)
}

/// The interface of a call, with what is well-formed in its file, and what has the crate
/// built anew when the file changes.
fn interface(call: Call, errors: &mut Errors) -> (Interface, TokenStream) {
    let at = call.path.span();
    let stem = file::stem(&call.path.value());
    let (description, tracked) = match file::find(&call.path) {
        Ok(file) => {
            let read = read::file(&file.bytes);
            for (position, reason) in read.complaints {
                let shown = escaped(&file.shown);
                errors.span(at, format!("{shown}:{position}: {reason}"));
            }
            (read.description, track(&file.absolute))
        }
        Err(reason) => {
            errors.span(at, reason);
            (read::Description::default(), TokenStream::new())
        }
    };
    (build::interface(description, call, &stem), tracked)
}

/// Names the file to `rustc`, so that Cargo rebuilds the crate when it changes.
fn track(file: &str) -> TokenStream {
    let file = proc_macro2::Literal::string(file);
    quote!(
        const _: &[u8] = ::core::include_bytes!(#file);
    )
}
