//! Words of LLVM's textual intermediate code.

/// Returns the name after an `@` or `%` at the beginning of `text`, without quotes, and what
/// follows it.
pub fn name(text: &str) -> Option<(&str, &str)> {
    let rest = text.strip_prefix(['@', '%'])?;
    if let Some(quoted) = rest.strip_prefix('"') {
        let end = quoted.find('"')?;
        return Some((&quoted[..end], &quoted[end + 1..]));
    }
    let end = rest.find(|c: char| !is_name(c)).unwrap_or(rest.len());
    (end > 0).then(|| rest.split_at(end))
}

fn is_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '-' | '$' | '.' | '_')
}

/// Returns the global symbols that `text` mentions, in order. Texts between quotes are skipped.
pub fn symbols(mut text: &str) -> impl Iterator<Item = &str> {
    std::iter::from_fn(move || {
        loop {
            let at = text.find(['@', '"'])?;
            text = &text[at..];
            if let Some((symbol, rest)) = name(text).filter(|_| text.starts_with('@')) {
                text = rest;
                return Some(symbol);
            }
            // The text of a constant, whose quotes are escaped, or an `@` on its own.
            let end = text
                .strip_prefix('"')
                .map_or(1, |rest| rest.find('"').map_or(text.len(), |end| end + 2));
            text = &text[end..];
        }
    })
}

/// Returns the number after `key` in the fields of a metadata node.
pub fn field_number(text: &str, key: &str) -> Option<u32> {
    let digits = field(text, key)?.trim_start_matches('!');
    let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
    digits[..end].parse().ok()
}

/// Returns the text between quotes after `key` in the fields of a metadata node.
pub fn field_text<'a>(text: &'a str, key: &str) -> Option<&'a str> {
    let quoted = field(text, key)?.strip_prefix('"')?;
    quoted.split('"').next()
}

/// Returns what follows `key: `.
fn field<'a>(text: &'a str, key: &str) -> Option<&'a str> {
    let mut rest = text;
    loop {
        let at = rest.find(key)?;
        let before = rest[..at].chars().next_back();
        rest = &rest[at + key.len()..];
        if let (Some('(' | ' '), Some(value)) = (before, rest.strip_prefix(": ")) {
            return Some(value);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_are_found_outside_of_texts() {
        let text = r#"<{ ptr @a.b, [2 x i8] c"@x", ptr @"odd <name>", ptr @c }>"#;
        assert_eq!(symbols(text).collect::<Vec<_>>(), ["a.b", "odd <name>", "c"]);
    }

    #[test]
    fn fields_have_whole_names() {
        let text =
            r#"!DISubprogram(name: "f", linkageName: "_f", scope: !3, scopeLine: 8, line: 7)"#;
        assert_eq!(field_text(text, "name"), Some("f"));
        assert_eq!(field_number(text, "scope"), Some(3));
        assert_eq!(field_number(text, "line"), Some(7));
        assert_eq!(field_number(text, "column"), None);
    }
}
