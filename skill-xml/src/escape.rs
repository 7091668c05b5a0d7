//! Text of the user's in messages.

/// The number of characters that a message shows of a text.
const MAX_SHOWN: usize = 64;

/// Returns `text` with what a terminal would obey or hide as `\u{..}`: control characters, and
/// those that change the direction of writing.
pub fn escaped(text: &str) -> String {
    text.chars().fold(String::new(), |mut out, c| {
        if is_hidden(c) {
            out.extend(c.escape_default());
        } else {
            out.push(c);
        }
        out
    })
}

/// Returns [`escaped`] text, cut off if it is long.
pub fn truncated(text: &str) -> String {
    match text.char_indices().nth(MAX_SHOWN) {
        Some((end, _)) => escaped(&text[..end]) + "..",
        None => escaped(text),
    }
}

/// Whether a character is no visible one: those of the categories Cc, Cf, Zl and Zp that change
/// how a line is shown.
fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{61c}' | '\u{200b}' | '\u{200e}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_escaped() {
        assert_eq!(
            escaped("a\u{1b}[31m\r\n\u{9b}\u{202e}ä"),
            "a\\u{1b}[31m\\r\\n\\u{9b}\\u{202e}ä"
        );
        assert_eq!(truncated(&"x".repeat(100)), "x".repeat(64) + "..");
    }
}
