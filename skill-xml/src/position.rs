//! Positions in a file, as errors show them.

use std::fmt;

/// A line and a column, from 1 on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    pub line: usize,
    pub column: usize,
}

impl fmt::Display for Position {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}:{}", self.line, self.column)
    }
}

/// The lines of a text, found once.
pub struct Lines<'t> {
    text: &'t str,
    starts: Vec<usize>,
}

impl<'t> Lines<'t> {
    pub fn of(text: &'t str) -> Self {
        let ends = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        Self { text, starts: std::iter::once(0).chain(ends.map(|(at, _)| at + 1)).collect() }
    }

    /// Returns the number of the line with the byte `at`, from 1 on.
    pub fn line(&self, at: usize) -> usize {
        self.starts.partition_point(|start| *start <= at)
    }

    /// Returns the position of the byte `at`; of one inside a character, that of the character.
    pub fn position(&self, at: usize) -> Position {
        let line = self.line(at);
        let start = self.starts.get(line.saturating_sub(1)).copied().unwrap_or(0);
        let before = self.text.get(start..).unwrap_or("").char_indices();
        let column = before.take_while(|(index, c)| start + index + c.len_utf8() <= at).count() + 1;
        Position { line, column }
    }
}
