//! A mistake in a file with parameters or options.

use crate::text::escape::Escaped;
use std::fmt::{self, Display, Formatter};

/// A mistake in a file, or in what was chosen of it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Mistake {
    /// The file; empty if it is in none.
    pub file: String,
    /// The line, from 1; 0 if it is about the whole file.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// The error, in words.
    pub message: String,
    /// The cure, in words.
    pub help: String,
}

impl Display for Mistake {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self { file, line, column, message, help } = self;
        if !file.is_empty() {
            write!(f, "{}:", Escaped(file))?;
        }
        if *line > 0 {
            write!(f, "{line}:{column}:")?;
        }
        let gap = if file.is_empty() { "" } else { " " };
        write!(f, "{gap}{message}\n  help: {help}")
    }
}
