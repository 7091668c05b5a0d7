//! Positions in the user's files, which only the compiler of a crate knows.

use proc_macro2::Span;
use std::fmt::{self, Display, Formatter};
use std::path::PathBuf;

/// A position in a file.
#[derive(PartialEq, Eq)]
pub struct Position {
    /// Counted from 1.
    pub line: usize,
    /// In characters, counted from 1.
    pub column: usize,
    /// The file's path, as `rustc` prints it.
    file: String,
}

impl Position {
    #[cfg(test)]
    pub fn new(file: &str, line: usize, column: usize) -> Self {
        Self { line, column, file: file.to_owned() }
    }

    /// Returns the position of a span; `None` in tests and tools, and in an IDE that does not
    /// know the file.
    pub fn of(span: Span) -> Option<Self> {
        let span = proc_macro::is_available().then(|| span.unwrap())?;
        let (file, line, column) = (span.file(), span.line(), span.column());
        (!file.is_empty()).then_some(Self { line, column, file })
    }

    /// Returns the path of the file of a span on disk.
    pub fn path(span: Span) -> Option<PathBuf> {
        proc_macro::is_available().then(|| span.unwrap().local_file())?
    }
}

impl Display for Position {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}

/// Returns the line of a message that names the position of the first of two equal things.
pub fn note_of_first(first: Span) -> String {
    Position::of(first).map_or(String::new(), |at| format!("\nnote: the first is at {at}"))
}
