//! Text that comes from elsewhere, safe to print: calls, names, paths.

use std::fmt::{self, Display, Formatter, Write};

/// Displays a value with every character escaped that a terminal obeys or that changes how a line
/// is shown: control characters, line separators, and those that set the direction of writing.
///
/// ```
/// use skill_studio::Escaped;
///
/// assert_eq!(Escaped("park\u{1b}[31mup\n").to_string(), r"park\u{1b}[31mup\n");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Escaped<T>(pub T);

impl<T: Display> Display for Escaped<T> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(Escaping(f), "{}", self.0)
    }
}

/// Escapes what is written to it.
struct Escaping<'a, 'f>(&'a mut Formatter<'f>);

impl Write for Escaping<'_, '_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        text.split_inclusive(is_escaped).try_for_each(|piece| {
            let Some((end, last)) = piece.char_indices().next_back() else { return Ok(()) };
            if is_escaped(last) {
                self.0.write_str(&piece[..end])?;
                write!(self.0, "{}", last.escape_default())
            } else {
                self.0.write_str(piece)
            }
        })
    }
}

/// Returns whether [`Escaped`] escapes a character.
pub(crate) fn is_escaped(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{61c}' | '\u{200b}' | '\u{200e}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}'
            | '\u{e0000}'..='\u{e007f}')
}

#[cfg(test)]
mod tests {
    use super::Escaped;

    #[test]
    fn what_a_terminal_obeys_is_escaped() {
        for (text, shown) in [
            ("standup{from=\"back\"} ä→e\u{301}", "standup{from=\"back\"} ä→e\u{301}"),
            ("\u{1b}]0;x\u{7}\r\n\t\0\u{7f}", r"\u{1b}]0;x\u{7}\r\n\t\u{0}\u{7f}"),
            ("\u{9b}31m\u{85}", r"\u{9b}31m\u{85}"),
            ("a\u{202e}b\u{2066}c\u{2028}", r"a\u{202e}b\u{2066}c\u{2028}"),
            ("", ""),
        ] {
            assert_eq!(Escaped(text).to_string(), shown);
        }
    }
}
