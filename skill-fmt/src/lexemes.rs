//! The tokens and comments of a text, with their places.

use std::str::FromStr as _;

use proc_macro2::{Delimiter, LexError, Spacing, Span, TokenStream, TokenTree};

use crate::text::Place;

/// A token as written: a word, a literal, a punctuation character, a bracket or a whole doc
/// comment.
#[derive(Clone, Debug)]
pub struct Token {
    /// The place of the token in the text.
    pub place: Place,
    /// Whether the token and the next one are one operator, as `-` and `>` in `->`.
    pub is_joint: bool,
}

/// The tokens and comments of a text.
#[derive(Debug, Default)]
pub struct Lexemes {
    /// The tokens in order, doc comments included.
    pub tokens: Vec<Token>,
    /// The comments that are not documentation.
    pub comments: Vec<Place>,
}

/// Operators of two characters. Operators that may also be two tokens, as `>>` in `Vec<Vec<u8>>`,
/// are excluded. The last one is a part of `..=`.
const OPERATORS: [[char; 2]; 16] = [
    ['-', '>'],
    ['=', '>'],
    ['=', '='],
    ['!', '='],
    ['<', '='],
    ['.', '.'],
    [':', ':'],
    ['+', '='],
    ['-', '='],
    ['*', '='],
    ['/', '='],
    ['%', '='],
    ['^', '='],
    ['&', '='],
    ['|', '='],
    ['.', '='],
];

pub fn place(span: Span) -> Place {
    span.byte_range()
}

/// Returns the place of a tree, with its brackets.
pub fn place_of(tree: &TokenTree) -> Place {
    match tree {
        TokenTree::Group(group) => place(group.span_open()).start..place(group.span_close()).end,
        tree => place(tree.span()),
    }
}

impl Lexemes {
    /// Reads the tokens and comments of a text.
    pub fn of(text: &str) -> Result<Self, LexError> {
        Ok(Self::of_stream(&TokenStream::from_str(text)?, text))
    }

    /// Returns the tokens and comments of a text that has been parsed to `stream`.
    pub fn of_stream(stream: &TokenStream, text: &str) -> Self {
        let mut lexemes = Self::default();
        lexemes.add(stream.clone());
        let mut from = 0;
        for Token { place, .. } in &lexemes.tokens {
            lexemes.comments.extend(comments(text, from..place.start));
            from = place.end;
        }
        lexemes.comments.extend(comments(text, from..text.len()));
        lexemes
    }

    fn add(&mut self, stream: TokenStream) {
        let mut trees = stream.into_iter().peekable();
        while let Some(tree) = trees.next() {
            match tree {
                TokenTree::Group(group) => {
                    let is_bracketed = group.delimiter() != Delimiter::None;
                    if is_bracketed {
                        self.push(group.span_open(), false);
                    }
                    self.add(group.stream());
                    if is_bracketed {
                        self.push(group.span_close(), false);
                    }
                }
                TokenTree::Punct(punct) => {
                    let at = place(punct.span());
                    let next = match trees.peek() {
                        Some(TokenTree::Punct(next)) => Some(next.as_char()),
                        _ => None,
                    };
                    let pair = next.map(|next| [punct.as_char(), next]);
                    let is_joint = punct.spacing() == Spacing::Joint
                        && pair.is_some_and(|pair| OPERATORS.contains(&pair));
                    self.push(punct.span(), is_joint);
                    // All tokens of a doc comment have the same place.
                    while at.len() > 1 && trees.next_if(|tree| place(tree.span()) == at).is_some() {
                    }
                }
                tree => self.push(tree.span(), false),
            }
        }
    }

    fn push(&mut self, span: Span, is_joint: bool) {
        self.tokens.push(Token { place: place(span), is_joint });
    }

    /// Returns the tokens of the text in a normal form, equal for texts of the same meaning.
    pub fn token_texts<'a>(&'a self, text: &'a str) -> impl Iterator<Item = (&'a str, bool)> {
        self.tokens.iter().map(|token| (&text[token.place.clone()], token.is_joint))
    }

    /// Returns the comments of the text without the white space around their lines.
    pub fn comment_texts(&self, text: &str) -> Vec<String> {
        let normal = |comment: &Place| {
            let lines: Vec<&str> = text[comment.clone()].lines().map(str::trim).collect();
            lines.join("\n")
        };
        self.comments.iter().map(normal).collect()
    }
}

/// Returns the comments between two tokens, and any other text there that is not white space.
pub fn comments(text: &str, gap: Place) -> Vec<Place> {
    let mut found = Vec::new();
    let mut at = gap.start;
    while at < gap.end {
        let rest = &text[at..gap.end];
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            block_comment(rest)
        } else {
            let length = rest.chars().next().map_or(1, char::len_utf8);
            if rest.starts_with(is_white_space) {
                at += length;
                continue;
            }
            length
        };
        found.push(at..at + length);
        at += length;
    }
    found
}

/// Returns whether Rust treats a character as white space, which includes marks of the writing
/// direction.
pub fn is_white_space(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\u{200e}' | '\u{200f}')
}

/// Returns the length of a block comment at the beginning of a text; block comments nest.
fn block_comment(text: &str) -> usize {
    let bytes = text.as_bytes();
    let (mut at, mut depth) = (0, 0_usize);
    while at < bytes.len() {
        match &bytes[at..] {
            [b'/', b'*', ..] => {
                depth += 1;
                at += 2;
            }
            [b'*', b'/', ..] => {
                depth -= 1;
                at += 2;
                if depth == 0 {
                    return at;
                }
            }
            _ => at += 1,
        }
    }
    at
}
