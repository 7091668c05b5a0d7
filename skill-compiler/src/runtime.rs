//! `#[skill(crate = path)]`: where the runtime is, if it is not `::skill_runtime`.

use crate::syntax::at::with_content;
use crate::syntax::read::runtime_path;
use proc_macro2::{TokenStream, TokenTree};
use quote::{ToTokens as _, quote};
use syn::Attribute;
use syn::parse::Parser as _;

/// Compiles `input`, and names the runtime as its attribute says.
pub fn named(input: TokenStream, compile: impl FnOnce(TokenStream) -> TokenStream) -> TokenStream {
    let path = path(&input);
    let expansion = compile(input);
    match path {
        Some(path) => replace(expansion, &path),
        None => expansion,
    }
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
                    return runtime_path(attr).ok().map(|path| path.to_token_stream());
                }
            }
            TokenTree::Group(group) => last = Some(group.stream()),
            _ => {}
        }
    }
    // After the group of fields of `with_field_group!`.
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
                let new = with_content(group, replace(group.stream(), path));
                out.extend([TokenTree::Group(new)]);
            }
            _ => out.extend([first.clone()]),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use crate::Options;
    use proc_macro2::TokenStream;

    /// Returns the path of the runtime, and whether another is left in an expansion.
    fn paths(expansion: &TokenStream) -> (bool, bool) {
        let text = expansion.to_string();
        (text.contains("engine :: __v1"), text.contains("skill_runtime"))
    }

    #[test]
    fn all_macros_name_the_runtime_as_their_attribute_does() {
        let tokens = |text: &str| -> TokenStream {
            format!("#[skill(crate = engine)] {text}").parse().expect("tokens")
        };
        let skill = "skill Wait() { depends_interfaces { lamp: Lamp } start state A { -> FINAL when lamp.on; -> FAILED after 1s; } }";
        for expansion in [
            crate::skill(tokens(skill), Options { why: true }),
            crate::agent(
                tokens(
                    "agent Watch() { depends_skills { Wait } start state A = Wait {} { -> A on FINAL; -> A on FAILED; } }",
                ),
                Options::default(),
            ),
            crate::interface(tokens(
                "Lamp { fields { on: bool, side: Side } messages { Go { side: Side } } }",
            )),
            crate::blackboard(tokens("Board { lamp: Lamp }")),
            crate::skill_space(
                tokens("Space on Board { Wait, \"w\" => other::Wait }"),
                Options { why: true },
            ),
            crate::robot_parts(tokens("Torso { left: Left, right: Right with Tidy }")),
            crate::field_group(&tokens("head { yaw }")),
            crate::derive_argument(tokens("enum Side { Left }")),
            crate::derive_arguments(tokens("struct Angles { yaw: Option<f32> }")),
            crate::derive_skill_result(tokens("struct Spot { x: f32 }")),
        ] {
            assert_eq!(paths(&expansion), (true, false), "{expansion}");
        }
        assert_eq!(
            paths(&crate::skill(skill.parse().expect("tokens"), Options::default())),
            (false, true)
        );
    }
}
