//! Parses the input of the call: `/// docs  pub NAME = "PATH", capacity = 4`.

use proc_macro2::{TokenStream, TokenTree};
use quote::quote;
use syn::parse::ParseStream;
use syn::punctuated::Punctuated;
use syn::{Attribute, Ident, LitInt, LitStr, Token, Visibility, bracketed};

pub struct Call {
    pub attrs: Vec<Attribute>,
    pub vis: Visibility,
    /// Instead of the name in the file.
    pub name: Option<Ident>,
    pub path: LitStr,
    /// As after `messages`: `(capacity = 4)`.
    pub capacity: Option<TokenStream>,
    /// The messages that discard those before them.
    pub flush: Vec<Ident>,
    /// `max_age = 40ms;`
    pub max_age: TokenStream,
}

mod kw {
    syn::custom_keyword!(capacity);
    syn::custom_keyword!(words);
    syn::custom_keyword!(flush);
    syn::custom_keyword!(max_age);
}

const EXPECTED: &str = "expected the file: `interface_from_xml!(\"PATH\")` or \
                        `interface_from_xml! { pub NAME = \"PATH\" }`";

/// `[docs] [visibility] [NAME =] "PATH" [, capacity = N] [, flush = [Stop]] [, max_age = 40ms]`
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
    let mut call = Call {
        attrs,
        vis,
        name,
        path,
        capacity: None,
        flush: Vec::new(),
        max_age: TokenStream::new(),
    };
    while input.parse::<Option<Token![,]>>()?.is_some() && !input.is_empty() {
        if input.peek(kw::flush) {
            input.parse::<kw::flush>()?;
            let equals = input.parse::<Option<Token![=]>>()?;
            if equals.is_none() || !input.peek(syn::token::Bracket) {
                let message = format!(
                    "expected the messages that flush{}\nhelp: write `flush = [Stop]`",
                    found_token(input)
                );
                let error = syn::Error::new(input.span(), message);
                // `syn` would report unread tokens, too.
                input.parse::<TokenStream>()?;
                return Err(error);
            }
            let names;
            bracketed!(names in input);
            call.flush.extend(Punctuated::<Ident, Token![,]>::parse_terminated(&names)?);
        } else if input.peek(kw::max_age) {
            while !input.is_empty() && !input.peek(Token![,]) {
                call.max_age.extend([input.parse::<TokenTree>()?]);
            }
            call.max_age.extend(quote!(;));
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

/// `capacity = 16` or `words = 64`
fn capacity(input: ParseStream<'_>) -> syn::Result<TokenStream> {
    let unit: Ident = if input.peek(kw::words) || input.peek(kw::capacity) {
        input.parse()?
    } else {
        return Err(input
            .error("expected `capacity` or `words`\nhelp: write `capacity = 16` or `words = 64`"));
    };
    let (equals, number): (Token![=], LitInt) = (input.parse()?, input.parse()?);
    Ok(quote!((#unit #equals #number)))
}

/// `, found `x``: the next token, if any.
fn found_token(input: ParseStream<'_>) -> String {
    let token = input.fork().parse::<TokenTree>();
    token.map_or(String::new(), |token| format!(", found `{token}`"))
}
