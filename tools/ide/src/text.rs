//! Positions in text.

use std::ops::Range;

use serde_json::{Value, json};

/// A position: line and column, counted from 0, the column in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    pub line: usize,
    pub column: usize,
}

impl Position {
    pub fn read(value: &Value) -> Option<Self> {
        Some(Position { line: number(&value["line"])?, column: number(&value["character"])? })
    }

    pub fn json(self) -> Value {
        json!({ "line": self.line, "character": self.column })
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Span {
    pub start: Position,
    pub end: Position,
}

impl Span {
    pub fn read(value: &Value) -> Option<Self> {
        let (start, end) = (&value["start"], &value["end"]);
        Some(Span { start: Position::read(start)?, end: Position::read(end)? })
    }

    /// Returns the text of the range, if it is in `text` and on one line.
    pub fn text(self, text: &str) -> Option<&str> {
        let line = text.lines().nth(self.start.line)?;
        let columns = self.start.column..self.end.column;
        if self.start.line == self.end.line { line.get(columns) } else { None }
    }

    /// Returns whether the text of the range is the whole identifier `name`.
    pub fn is_identifier(self, text: &str, name: &str) -> bool {
        let Some(line) = text.lines().nth(self.start.line) else { return false };
        let range = self.start.column..self.end.column;
        self.text(text) == Some(name) && token_at(line, self.start.column) == Some(range)
    }
}

/// Returns the columns of the word at `column`, or of the single character there.
pub fn token_at(line: &str, column: usize) -> Option<Range<usize>> {
    let bytes = line.as_bytes();
    let byte = *bytes.get(column)?;
    if byte == b' ' {
        return None;
    }
    if !in_word(byte) {
        return Some(column..column + 1);
    }
    Some(word_start(line, column)..word_end(line, column))
}

/// Returns the start of the word before `column`, or `column` if there is none.
pub fn word_start(line: &str, column: usize) -> usize {
    let before = line.as_bytes()[..column].iter().rev();
    column - before.take_while(|byte| in_word(**byte)).count()
}

/// Returns the end of the word at `column`, or `column` if there is none.
pub fn word_end(line: &str, column: usize) -> usize {
    let after = line.as_bytes()[column..].iter();
    column + after.take_while(|byte| in_word(**byte)).count()
}

/// Replaces ranges of `text`, each on one line.
pub fn replace(text: &str, edits: &[(Span, &str)]) -> String {
    let mut edits = edits.to_vec();
    edits.sort_unstable();
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    for (place, new) in edits.iter().rev() {
        let columns = place.start.column..place.end.column;
        if let Some(line) = lines.get_mut(place.start.line)
            && line.get(columns.clone()).is_some()
        {
            line.replace_range(columns, new);
        }
    }
    lines.join("\n")
}

/// Returns the lines, counted from 1, that contain the word `name` outside comments.
pub fn lines_with(text: &str, name: &str) -> Vec<usize> {
    let mut found = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let code = line.find("//").map_or(line, |comment| &line[..comment]);
        if code.split(|character| !in_word_char(character)).any(|word| word == name) {
            found.push(number + 1);
        }
    }
    found
}

fn in_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

fn in_word_char(character: char) -> bool {
    character.is_alphanumeric() || character == '_'
}

fn number(value: &Value) -> Option<usize> {
    usize::try_from(value.as_u64()?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn span(line: usize, columns: Range<usize>) -> Span {
        let (start, end) = (columns.start, columns.end);
        Span { start: Position { line, column: start }, end: Position { line, column: end } }
    }

    #[test]
    fn finds_words_and_punctuation() {
        let line = "-> Wait when a.b;";
        assert_eq!(token_at(line, 4), Some(3..7));
        assert_eq!(token_at(line, 14), Some(14..15));
        assert_eq!(token_at(line, 2), None);
        assert_eq!(token_at(line, 17), None);
        assert_eq!(word_start(line, 7), 3);
        assert_eq!(word_start(line, 15), 15);
    }

    #[test]
    fn an_identifier_is_a_whole_word() {
        assert!(span(0, 0..4).is_identifier("Wait(Waiting)", "Wait"));
        assert!(!span(0, 5..9).is_identifier("Wait(Waiting)", "Wait"));
    }

    #[test]
    fn replaces_all_ranges() {
        let edits = [(span(0, 0..1), "long"), (span(0, 4..5), "b"), (span(1, 2..3), "c")];
        assert_eq!(replace("a + a\n  a", &edits), "long + b\n  c");
    }

    #[test]
    fn comments_do_not_count() {
        assert_eq!(lines_with("a\nb // a\nab\nb.a", "a"), [1, 4]);
    }
}
