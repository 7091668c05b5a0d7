//! Errors of calls with their place.

use super::escape::Escaped;
use skill_runtime::ParseError;

/// Returns the error with its place in the call underlined.
pub fn underlined(call: &str, error: &ParseError) -> String {
    let part = |range| Escaped(call.get(range).unwrap_or("")).to_string();
    let end = error.at + error.len;
    let (before, wrong, after) = (part(0..error.at), part(error.at..end), part(end..call.len()));
    let column = before.chars().count();
    let marks = "^".repeat(wrong.chars().count().max(1));
    format!("{error}\n  {before}{wrong}{after}\n  {:column$}{marks}", "")
}

#[cfg(test)]
mod tests {
    use super::underlined;
    use skill_runtime::call::{ParseError, ParseErrorKind};

    #[test]
    fn a_call_is_underlined_as_it_is_shown() {
        let error =
            |at, len| ParseError { at, len, kind: ParseErrorKind::UnknownSkill, suggestion: None };
        assert_eq!(
            underlined("\u{1b}stan\u{202e}d{}", &error(1, 8)),
            "column 2: no such skill\n  \\u{1b}stan\\u{202e}d{}\n        ^^^^^^^^^^^^^"
        );
        assert_eq!(underlined("a{", &error(2, 0)), "column 3: no such skill\n  a{\n    ^");
    }
}
