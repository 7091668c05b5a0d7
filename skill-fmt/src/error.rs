//! The reasons why a text is not formatted.

use crate::text::Place;

/// The reason why a text is not formatted. The text is not changed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FormatError {
    /// Blocks have errors, as reported by the compiler.
    #[error("{}", .0.first().map_or("a block has errors", |mistake| &mistake.message))]
    Block(Vec<Mistake>),
    /// The file is not Rust; the message is that of `rustfmt`.
    #[error("{0}")]
    Rust(String),
    /// Brackets are nested more deeply than any compiler accepts.
    #[error("brackets are nested more than {limit} deep")]
    Nesting {
        /// The accepted depth of brackets.
        limit: usize,
    },
    /// `rustfmt` cannot be started.
    #[error(
        "cannot run `{program}`: {error}\nhelp: install it with `rustup component add rustfmt`"
    )]
    NoRustfmt {
        /// The program that was to be run.
        program: String,
        /// The reason given by the system.
        error: String,
    },
    /// The system has no memory for another thread.
    #[error("cannot start a thread: {0}")]
    Thread(String),
    /// `rustfmt` fails with this message.
    #[error("rustfmt: {0}")]
    Rustfmt(String),
    /// A mistake of this program: formatting would have changed a token.
    #[error("internal error `TokenChanged`: token {index} of the file would have changed")]
    TokenChanged {
        /// The number of the token.
        index: usize,
    },
    /// A mistake of this program: formatting would have changed a comment.
    #[error("internal error `CommentChanged`: comment {index} of the file would have changed")]
    CommentChanged {
        /// The number of the comment.
        index: usize,
    },
    /// A mistake of this program: the formatted text is not Rust.
    #[error("internal error `NotRust`: the formatted file could not be read: {0}")]
    NotRust(String),
    /// A mistake of this program: formatting does not converge.
    #[error("internal error `Unstable`: formatting the formatted file changes it again")]
    Unstable,
}

impl FormatError {
    /// Returns whether the text is at fault, not this program or the system.
    #[must_use]
    pub fn is_mistake(&self) -> bool {
        matches!(self, Self::Block(_) | Self::Rust(_) | Self::Nesting { .. })
    }
}

/// An error in a block, as the compiler words it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mistake {
    /// The message; further lines begin with `help: ` or `note: `.
    pub message: String,
    /// The bytes at fault in the text, whose lines end with `\n`, without a byte order mark.
    pub place: Place,
}
