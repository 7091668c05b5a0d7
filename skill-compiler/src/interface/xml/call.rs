//! Parses the input of the call: `/// docs  pub NAME = "PATH", capacity = 4`.

use crate::interface::ast::Capacity;
use crate::interface::parse::{capacity, kw};
use crate::syntax::read::found;
use crate::syntax::recover::rejected;
use syn::parse::ParseStream;
use syn::punctuated::Punctuated;
use syn::{Attribute, Ident, LitStr, Token, Visibility, bracketed};

/// A call.
pub struct Call {
    pub attrs: Vec<Attribute>,
    pub vis: Visibility,
    /// Instead of the name in the file.
    pub name: Option<Ident>,
    pub path: LitStr,
    pub capacity: Option<Capacity>,
    /// The messages that discard those before them.
    pub flush: Vec<Ident>,
}

const EXPECTED: &str = "expected the file: `interface_from_xml!(\"PATH\")` or \
                        `interface_from_xml! { pub NAME = \"PATH\" }`";

/// `[docs] [visibility] [NAME =] "PATH" [, capacity = N] [, flush = [Stop]]`
pub fn call(input: ParseStream<'_>) -> syn::Result<Call> {
    let attrs = input.call(Attribute::parse_outer)?;
    let mut vis: Visibility = input.parse()?;
    let name = if input.peek(syn::Ident) {
        let name: Ident = input.parse()?;
        input.parse::<Token![=]>().map_err(|_| syn::Error::new(name.span(), EXPECTED))?;
        Some(name)
    } else {
        if matches!(vis, Visibility::Inherited) {
            vis = Visibility::Public(syn::token::Pub::default());
        }
        None
    };
    let path = input.parse().map_err(|error| syn::Error::new(error.span(), EXPECTED))?;
    let mut call = Call { attrs, vis, name, path, capacity: None, flush: Vec::new() };
    while input.parse::<Option<Token![,]>>()?.is_some() && !input.is_empty() {
        if input.peek(kw::flush) {
            input.parse::<kw::flush>()?;
            let equals = input.parse::<Option<Token![=]>>()?;
            if equals.is_none() || !input.peek(syn::token::Bracket) {
                let message = format!(
                    "expected the messages that flush{}\nhelp: write `flush = [Stop]`",
                    found(input)
                );
                return Err(rejected(input, &message));
            }
            let names;
            bracketed!(names in input);
            call.flush.extend(Punctuated::<Ident, Token![,]>::parse_terminated(&names)?);
        } else {
            call.capacity = Some(capacity(input)?);
        }
    }
    if !input.is_empty() {
        return Err(
            input.error("unexpected tokens after the path\nhelp: use one call for each interface")
        );
    }
    Ok(call)
}
