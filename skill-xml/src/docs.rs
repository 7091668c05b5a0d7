//! Comments of a description as documentation.

/// Plain text as Markdown that shows it: paragraphs stay, line ends within do not, nothing
/// is markup, addresses become links.
pub fn markdown(text: &str) -> String {
    let mut paragraphs = vec![String::new()];
    for line in text.lines() {
        let line = line.split_whitespace().map(word).collect::<Vec<_>>().join(" ");
        match paragraphs.last_mut() {
            Some(last) if !line.is_empty() => {
                if !last.is_empty() {
                    last.push(' ');
                }
                last.push_str(&line);
            }
            Some(last) if !last.is_empty() => paragraphs.push(String::new()),
            _ => {}
        }
    }
    paragraphs.retain(|paragraph| !paragraph.is_empty());
    paragraphs.iter().map(|paragraph| begin(paragraph)).collect::<Vec<_>>().join("\n\n")
}

/// A word, with an address in it as a link and all else escaped.
fn word(word: &str) -> String {
    let start = ["http://", "https://"].iter().filter_map(|scheme| word.find(scheme)).min();
    let Some(start) = start else { return escaped(word) };
    let (before, rest) = word.split_at(start);
    let end = rest.find(['<', '>']).unwrap_or(rest.len());
    let address = rest[..end].trim_end_matches(['.', ',', ';', ':', '!', '?', ')', ']', '"', '\'']);
    if address.ends_with('/') && address.len() < 9 {
        return escaped(word);
    }
    format!("{}<{address}>{}", escaped(before), escaped(&rest[address.len()..]))
}

/// With a `\` in front of what is markup inside a line.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        if matches!(c, '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '~' | '&' | '|' | '$') {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

/// With a `\` in what is markup at the beginning of a line.
fn begin(paragraph: &str) -> String {
    let digits = paragraph.bytes().take_while(u8::is_ascii_digit).count();
    let (number, rest) = paragraph.split_at(digits);
    let marks = if digits > 0 {
        rest.starts_with(['.', ')'])
    } else {
        rest.starts_with(['-', '+', '#', '='])
    };
    if marks { format!("{number}\\{rest}") } else { paragraph.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::markdown;

    #[test]
    fn comments_become_documentation() {
        for (comment, expected) in [
            ("  Angle\n   in rad. ", "Angle in rad."),
            ("One.\n\n  Two\n  three.\n\n\n", "One.\n\nTwo three."),
            ("[0,60] <b> a_b *x* `y`", r"\[0,60\] \<b\> a\_b \*x\* \`y\`"),
            ("- a", r"\- a"),
            ("12. a", r"12\. a"),
            ("3.5 a", r"3\.5 a"),
            ("# a", r"\# a"),
            ("see (https://example.org/a_b), and", "see (<https://example.org/a_b>), and"),
            ("http://", "http://"),
            ("@see x &lt;", r"@see x \&lt;"),
            ("", ""),
            (" \n\t\n", ""),
        ] {
            assert_eq!(markdown(comment), expected);
        }
    }
}
