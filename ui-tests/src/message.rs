//! The messages in the output of the compiler.

/// The beginnings of messages of `rustc` without a code.
const OF_RUSTC: &[&str] = &[
    "type `",
    "use of deprecated struct",
    "prefix `",
    "identifiers cannot contain emoji",
    "identifier contains an uncommon character",
];

/// The beginning of the message of a constant.
const PANICKED: &str = "evaluation panicked: ";

/// A message of our compiler.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Message {
    /// The message itself.
    pub text: String,
    /// The cures that it names.
    pub cures: Vec<String>,
    /// The place at which it points, `LINE:COLUMN`.
    pub place: String,
    /// The code in this line of the program.
    pub line: String,
}

impl Message {
    /// Returns our messages in the output of the compiler; those of `rustc` itself are left out.
    #[must_use]
    pub fn all(output: &str) -> Vec<Self> {
        let mut messages: Vec<Option<Self>> = Vec::new();
        for line in output.lines() {
            if line.starts_with("error") || line.starts_with("warning") {
                messages.push(Self::begin(line));
            } else if let Some(Some(message)) = messages.last_mut() {
                message.read(line);
            }
        }
        messages.into_iter().flatten().collect()
    }

    fn begin(line: &str) -> Option<Self> {
        let (kind, text) = line.split_once(": ")?;
        let text = match kind {
            _ if OF_RUSTC.iter().any(|begin| text.starts_with(begin)) => return None,
            "error" | "warning" => text,
            // A constant that the macros emit, and a bound with a message of its own.
            // Before Rust 1.89, the text is in a label.
            "error[E0080]" if text == "evaluation of constant value failed" => "",
            "error[E0080]" => text.strip_prefix(PANICKED)?,
            "error[E0277]" if !text.starts_with("the trait bound") => text,
            _ => return None,
        };
        // Lints are warnings about a macro that is deprecated for the reason.
        let text = match text.strip_prefix("use of deprecated macro `") {
            Some(rest) => rest.split_once("`: ")?.1,
            None => text,
        };
        Some(Self { text: text.to_owned(), ..Self::default() })
    }

    fn read(&mut self, line: &str) {
        let trimmed = line.trim_start();
        if let Some(place) = trimmed.strip_prefix("--> ") {
            if self.place.is_empty() {
                place.clone_into(&mut self.place);
            }
            return;
        }
        if self.text.is_empty()
            && let Some((_, text)) = trimmed.split_once(PANICKED)
        {
            text.clone_into(&mut self.text);
        }
        let trimmed = trimmed.strip_prefix("= ").unwrap_or(trimmed);
        let help = trimmed.strip_prefix("help: ").filter(|help| {
            !help.starts_with("the trait `") && !help.starts_with("the following other types")
        });
        // A bound with a message of its own has its cure in a note.
        let note = trimmed.strip_prefix("note: ").filter(|note| {
            let of_rustc = ["required ", "this error ", "the lint level", "`#[", "the trait "];
            line.trim_start().starts_with('=')
                && !of_rustc.iter().any(|text| note.starts_with(text))
        });
        if let Some(help) = help.or(note) {
            self.cures.push(help.to_owned());
        } else if self.line.is_empty()
            && let Some((number, code)) = trimmed.split_once('|')
            && number.trim().parse::<u32>().is_ok()
        {
            code.trim().trim_start_matches("/ ").trim().clone_into(&mut self.line);
        }
    }

    /// Returns whether the message is written by `format`, a format string.
    #[must_use]
    pub fn is_of(&self, format: &str) -> bool {
        let pieces = pieces(format);
        let (Some(first), Some(last)) = (pieces.first(), pieces.last()) else { return false };
        let Some(start) = self.text.find(first.as_str()) else { return false };
        let mut rest = &self.text[start + first.len()..];
        for piece in &pieces[1..] {
            let Some(place) = rest.find(piece.as_str()) else { return false };
            rest = &rest[place + piece.len()..];
        }
        // The parser adds what it found.
        rest.is_empty() || rest.starts_with(", found ") || last.is_empty() || pieces.len() == 1
    }
}

/// Returns a message or a cure without what is specific to a program: names, numbers, places of files.
#[must_use]
pub fn pattern(text: &str) -> String {
    let text = match text.rsplit_once(".xml:") {
        Some((_, rest)) => rest.split_once(": ").map_or(rest, |(_, text)| text),
        None => text,
    };
    let mut pattern = String::new();
    let mut quoted = None;
    for c in text.chars() {
        match quoted {
            Some(quote) if c == quote => {
                quoted = None;
                pattern.push_str("..");
                pattern.push(c);
            }
            Some(_) => {}
            None => {
                if matches!(c, '`' | '"') {
                    quoted = Some(c);
                }
                pattern.push(if c.is_ascii_digit() { 'N' } else { c });
            }
        }
    }
    pattern
}

/// The text of a format string between its placeholders.
fn pieces(format: &str) -> Vec<String> {
    let mut pieces = vec![String::new()];
    let mut chars = format.chars().peekable();
    while let Some(c) = chars.next() {
        let doubled = chars.peek() == Some(&c);
        match c {
            '{' | '}' if doubled => {
                chars.next();
                pieces.last_mut().expect("a piece").push(c);
            }
            '{' => {
                while chars.next().is_some_and(|c| c != '}') {}
                pieces.push(String::new());
            }
            _ => pieces.last_mut().expect("a piece").push(c),
        }
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::{Message, pattern};

    const OUTPUT: &str = "\
error: cannot find state `B`
       help: one of `A` and `C`
 --> 5:25
  |
5 |         start state A { -> B; }
  |                            ^
error[E0308]: mismatched types
 --> 6:25
warning: use of deprecated macro `skill::x`: unused argument `n`
";

    #[test]
    fn reads_our_messages() {
        let messages = Message::all(OUTPUT);
        let texts: Vec<_> = messages.iter().map(|message| message.text.as_str()).collect();
        assert_eq!(texts, ["cannot find state `B`", "unused argument `n`"]);
        assert_eq!(messages[0].cures, ["one of `A` and `C`"]);
        assert_eq!(messages[0].place, "5:25");
        assert_eq!(messages[0].line, "start state A { -> B; }");
        assert_eq!(pattern(&messages[0].text), "cannot find state `..`");
        assert!(messages[0].is_of("cannot find state `{name}`"));
        assert!(!messages[0].is_of("cannot find skill `{name}`"));
    }
}
