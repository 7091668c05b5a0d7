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

/// Returns a word that follows a value, not a sign: `and` of `a and b`, not that of `self.and`.
pub fn word_after_value<'t>(all: &'t [TokenTree], word: &str) -> Option<&'t TokenTree> {
    let is_it =
        |two: &&[TokenTree]| is_word(&two[1], word) && !matches!(&two[0], TokenTree::Punct(_));
    all.windows(2).find(is_it).map(|two| &two[1])
}
