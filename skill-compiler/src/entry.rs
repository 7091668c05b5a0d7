//! Common to the calls of all macros: words that are no identifiers, and mistakes of the
//! compiler itself.

use crate::diagnostics::{BlockMacro, check_syntax, wrong_block};
use crate::runtime;
use crate::syntax::at::with_content;
use crate::syntax::errors::{Errors, Words};
use crate::syntax::merge_conflict;
use crate::syntax::names::plain;
use crate::syntax::rust_analyzer;
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::quote;
use std::any::Any;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Expands a call of a macro; `of` is the macro, unless it is a derive.
pub fn expand(
    of: Option<BlockMacro>,
    input: TokenStream,
    compile: impl FnOnce(TokenStream) -> TokenStream,
) -> TokenStream {
    let wrong = of.and_then(|of| wrong_block(of, &input));
    if let Some(error) = merge_conflict::find(&input).or(wrong) {
        return with_words(error, of, input);
    }
    let mut invalid = Invalid::default();
    let input = invalid.replaced(input);
    let expansion = runtime::named(input, |input| caught(of, input, compile));
    invalid.restored(expansion)
}

/// Compiles `input`. A panic becomes one error at the call, beside the words for an IDE.
fn caught(
    of: Option<BlockMacro>,
    input: TokenStream,
    compile: impl FnOnce(TokenStream) -> TokenStream,
) -> TokenStream {
    let copy = input.clone();
    let panic = match catch_unwind(AssertUnwindSafe(|| compile(input))) {
        Ok(expansion) => return expansion,
        Err(panic) => message_of(&*panic),
    };
    let message = format!(
        "internal error of the macro, please report it\nhelp: report it with this block\nnote: {panic}"
    );
    with_words(syn::Error::new(Span::call_site(), message), of, copy)
}

/// Returns an error that is in place of the expansion, beside the words for an IDE.
fn with_words(error: syn::Error, of: Option<BlockMacro>, input: TokenStream) -> TokenStream {
    // The parser may be at fault.
    let words = of.and_then(|of| catch_unwind(AssertUnwindSafe(|| words(of, input))).ok());
    let error = error.into_compile_error();
    quote!(#error #words)
}

/// Returns the words of a block where they have a meaning without its expansion.
fn words(of: BlockMacro, input: TokenStream) -> TokenStream {
    let mut errors = Errors::default();
    check_syntax(of, input, &mut errors);
    let words = Words { targets: Vec::new(), ..errors.words };
    let words = rust_analyzer::words(&Ident::new("State", Span::call_site()), &words);
    quote! {
        #[allow(unexpected_cfgs)]
        const _: () = { #words };
    }
}

fn message_of(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied())
        .unwrap_or("a panic without a message")
        .to_owned()
}

/// The words of a block that `rustc` reads, but that are no identifiers, such as `🤖`. It reports
/// each of them after the expansion, so they have another name while they are compiled, and then
/// their own again.
#[derive(Default)]
struct Invalid(BTreeMap<String, Ident>);

impl Invalid {
    /// Replaces these words.
    fn replaced(&mut self, tokens: TokenStream) -> TokenStream {
        if is_ascii(&tokens) {
            return tokens;
        }
        let tokens = tokens.into_iter().map(|token| match token {
            TokenTree::Ident(word) => self.replaced_word(word).into(),
            TokenTree::Group(group) => with_content(&group, self.replaced(group.stream())).into(),
            other => other,
        });
        tokens.collect()
    }

    fn replaced_word(&mut self, word: Ident) -> Ident {
        let text = plain(&word);
        if is_identifier(&text) {
            return word;
        }
        let name = valid(&text);
        let replaced = Ident::new(&name, word.span());
        self.0.insert(name, word);
        replaced
    }

    /// Puts the words back.
    fn restored(&self, tokens: TokenStream) -> TokenStream {
        if self.0.is_empty() {
            return tokens;
        }
        let tokens = tokens.into_iter().map(|token| match token {
            TokenTree::Ident(word) => match self.0.get(&word.to_string()) {
                Some(own) => {
                    let mut own = own.clone();
                    own.set_span(word.span());
                    own.into()
                }
                None => word.into(),
            },
            TokenTree::Group(group) => with_content(&group, self.restored(group.stream())).into(),
            other => other,
        });
        tokens.collect()
    }
}

fn is_ascii(tokens: &TokenStream) -> bool {
    tokens.clone().into_iter().all(|token| match token {
        TokenTree::Ident(word) => word.to_string().is_ascii(),
        TokenTree::Group(group) => is_ascii(&group.stream()),
        _ => true,
    })
}

fn is_identifier(text: &str) -> bool {
    let mut chars = text.chars();
    let first =
        chars.next().is_some_and(|first| first == '_' || unicode_ident::is_xid_start(first));
    first && chars.all(unicode_ident::is_xid_continue)
}

/// Returns an identifier for a word: `🤖` as `U1f916`.
fn valid(text: &str) -> String {
    let mut name = String::new();
    for char in text.chars() {
        let fits = if name.is_empty() {
            unicode_ident::is_xid_start(char)
        } else {
            unicode_ident::is_xid_continue(char)
        };
        if fits {
            name.push(char);
        } else {
            name.push_str(&format!("U{:x}", u32::from(char)));
        }
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_one_error_and_an_ide_keeps_the_words() {
        let block = "#[skill(crate = engine)] pub skill Probe() { depends_skills { Walk } start state A = Walk {}? {} }";
        let expand = |panic: fn()| {
            let input = block.parse().expect(block);
            let compile = |_| {
                panic();
                TokenStream::new()
            };
            super::expand(Some(BlockMacro::Skill), input, compile).to_string()
        };
        let expansion = expand(|| panic!("no state {}", 3));
        assert_eq!(expansion.matches("compile_error").count(), 1, "{expansion}");
        assert!(expansion.contains("internal error of the macro, please report it"), "{expansion}");
        assert!(expansion.contains("note: no state 3"), "{expansion}");
        for word in ["keywords :: anywhere :: depends_skills", "Option < Walk >"] {
            assert!(expansion.contains(word), "{expansion}");
        }
        assert!(!expansion.contains("skill_runtime"), "{expansion}");
        assert!(expand(|| std::panic::panic_any(3)).contains("note: a panic without a message"));
        assert_eq!(expand(|| ()), "");
    }

    #[test]
    fn words_get_valid_names() {
        assert_eq!(["🤖", "I🤖", "größe"].map(valid), ["U1f916", "IU1f916", "größe"]);
        assert_eq!(["🤖", "I🤖", "_"].map(is_identifier), [false, false, true]);
    }
}
