//! Checks that formatting has only moved text.

use crate::error::FormatError;
use crate::lexemes::Lexemes;

/// Checks that two texts have the same tokens and the same comments, in the same order. Doc
/// comments are tokens. The white space around the lines of other comments may differ.
///
/// # Errors
///
/// [`FormatError::TokenChanged`], [`FormatError::CommentChanged`], or [`FormatError::NotRust`]
/// if `after` has no tokens.
pub fn check_same(before: &str, after: &str) -> Result<(), FormatError> {
    let read = |text: &str| {
        let text = crate::text::without_shebang(text);
        Lexemes::of(&text).map_err(|error| FormatError::NotRust(error.to_string()))
    };
    let (from, to) = (read(before)?, read(after)?);
    let pairs = from.token_texts(before).zip(to.token_texts(after));
    let mut changed = pairs.enumerate().filter(|(_, (from, to))| from != to);
    if let Some((index, _)) = changed.next() {
        return Err(FormatError::TokenChanged { index });
    }
    if from.tokens.len() != to.tokens.len() {
        return Err(FormatError::TokenChanged { index: from.tokens.len().min(to.tokens.len()) });
    }
    let (from, to) = (from.comment_texts(before), to.comment_texts(after));
    let index = from.iter().zip(&to).position(|(from, to)| from != to);
    match index {
        Some(index) => Err(FormatError::CommentChanged { index }),
        None if from.len() != to.len() => {
            Err(FormatError::CommentChanged { index: from.len().min(to.len()) })
        }
        None => Ok(()),
    }
}
