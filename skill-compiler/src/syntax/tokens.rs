//! Questions about one token.

use proc_macro2::TokenTree;

/// Whether a token is this word.
pub fn is_word(token: &TokenTree, word: &str) -> bool {
    matches!(token, TokenTree::Ident(other) if other == word)
}

/// Whether a token is this sign.
pub fn is_sign(token: &TokenTree, sign: char) -> bool {
    matches!(token, TokenTree::Punct(other) if other.as_char() == sign)
}
