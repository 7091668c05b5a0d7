//! The text of a file, without the byte order mark and line endings that are put back after
//! formatting.

use std::borrow::Cow;
use std::ops::Range;

use unicode_width::UnicodeWidthStr as _;

/// Bytes from the beginning of a text.
pub type Place = Range<usize>;

/// A text with `\n` as the end of each line and without a byte order mark.
pub struct Text {
    /// The text to format.
    pub inside: String,
    has_mark: bool,
    has_crlf: bool,
}

impl Text {
    /// Reads the text of a file.
    pub fn new(file: &str) -> Self {
        let text = file.strip_prefix('\u{feff}');
        let has_mark = text.is_some();
        let text = text.unwrap_or(file);
        let has_crlf = text.find('\n').is_some_and(|end| text.as_bytes()[..end].ends_with(b"\r"));
        Self { inside: text.replace("\r\n", "\n"), has_mark, has_crlf }
    }

    /// Returns the text of the file with `text` in place of the original. The lines end as its
    /// first line did.
    pub fn file(&self, text: &str) -> String {
        let mark = if self.has_mark { "\u{feff}" } else { "" };
        let text: Cow<'_, str> =
            if self.has_crlf { text.replace('\n', "\r\n").into() } else { text.into() };
        format!("{mark}{text}")
    }
}

/// Returns the text with spaces in place of a first line such as `#!/usr/bin/env ..`, which is
/// not Rust.
pub fn without_shebang(text: &str) -> Cow<'_, str> {
    let rest = text.strip_prefix("#!").map(str::trim_start);
    if rest.is_none_or(|rest| rest.starts_with('[')) {
        return text.into();
    }
    let end = text.find('\n').unwrap_or(text.len());
    format!("{}{}", " ".repeat(end), &text[end..]).into()
}

/// Returns the number of columns of a text without line breaks; a tab has `tab` columns.
pub fn width(text: &str, tab: usize) -> usize {
    let tabs = text.bytes().filter(|&byte| byte == b'\t').count();
    text.replace('\t', "").width() + tabs * tab
}

/// Returns the white space at the beginning of a line.
pub fn indent_of(line: &str) -> &str {
    &line[..line.len() - line.trim_start_matches([' ', '\t']).len()]
}

/// Returns the number of line breaks.
pub fn line_breaks(text: &str) -> usize {
    text.bytes().filter(|&byte| byte == b'\n').count()
}

/// Returns the line of a place, from 1.
pub fn line_at(text: &str, at: usize) -> usize {
    line_breaks(&text[..at.min(text.len())]) + 1
}
