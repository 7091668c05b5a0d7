//! `#[skill(crate = path)]`: where the runtime is, if it is not `::skill_runtime`.

use proc_macro2::{Group, TokenStream, TokenTree};
use quote::{ToTokens as _, quote};
use syn::parse::{ParseStream, Parser as _};
use syn::{Attribute, Path, Token};

/// Compiles `input`, and names the runtime as its attribute says.
pub fn named(input: TokenStream, compile: impl FnOnce(TokenStream) -> TokenStream) -> TokenStream {
    let path = path(&input);
    let expansion = compile(input);
    match path {
        Some(path) => replace(expansion, &path),
        None => expansion,
    }
}

/// Returns the path in `#[skill(crate = path)]`.
pub fn parse(attr: &Attribute) -> syn::Result<Path> {
    attr.parse_args_with(|input: ParseStream<'_>| {
        input.parse::<Token![crate]>()?;
        input.parse::<Token![=]>()?;
        input.call(Path::parse_mod_style)
    })
    .map_err(|_| {
        let message = "expected the path of the runtime\nhelp: write `#[skill(crate = path)]`";
        syn::Error::new_spanned(attr, message)
    })
}

/// Returns the path that the attributes in front of an item give. An item that is expanded a
/// second time is the last group of the tokens.
fn path(input: &TokenStream) -> Option<TokenStream> {
    let mut tokens = input.clone().into_iter();
    let mut last = None;
    while let Some(token) = tokens.next() {
        match &token {
            TokenTree::Punct(hash) if hash.as_char() == '#' => {
                let TokenTree::Group(content) = tokens.next()? else { continue };
                let parser = Attribute::parse_outer;
                let attrs = parser.parse2(quote!(# #content)).unwrap_or_default();
                if let Some(attr) = attrs.first().filter(|attr| attr.path().is_ident("skill")) {
                    return parse(attr).ok().map(|path| path.to_token_stream());
                }
            }
            TokenTree::Group(group) => last = Some(group.stream()),
            _ => {}
        }
    }
    // What uses a field group.
    let again =
        last.filter(|_| matches!(input.clone().into_iter().next(), Some(TokenTree::Group(_))));
    path(&again?)
}

/// Replaces `::skill_runtime`.
fn replace(tokens: TokenStream, path: &TokenStream) -> TokenStream {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mut out = TokenStream::new();
    let mut rest = &tokens[..];
    while let Some((first, after)) = rest.split_first() {
        rest = after;
        match (first, after) {
            (
                TokenTree::Punct(one),
                [TokenTree::Punct(two), TokenTree::Ident(name), further @ ..],
            ) if one.as_char() == ':' && two.as_char() == ':' && name == "skill_runtime" => {
                out.extend(quote!(#path));
                rest = further;
            }
            (TokenTree::Group(group), _) => {
                let mut new = Group::new(group.delimiter(), replace(group.stream(), path));
                new.set_span(group.span());
                out.extend([TokenTree::Group(new)]);
            }
            _ => out.extend([first.clone()]),
        }
    }
    out
}
