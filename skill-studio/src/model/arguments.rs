//! Arguments of skills for other languages: their types, their defaults, and texts in calls.

/// The type of an argument or of a result's field, as the skill writes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ArgumentType {
    /// `bool`.
    Bool,
    /// `u8` to `u32`, by the number of bits.
    Unsigned(u8),
    /// `i8` to `i32`, by the number of bits.
    Signed(u8),
    /// `f32` or `f64`, by the number of bits.
    Float(u8),
    /// A text of at most this number of bytes, if the type says it as a number.
    Text(Option<usize>),
    /// One of these names.
    Choice(&'static [&'static str]),
}

/// A default that is more than an expression.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Literal {
    /// `true`
    Bool(bool),
    /// `3_u8`
    Integer(i64),
    /// `0.5`, finite
    Float(f64),
    /// `Jaws::Open`, by its index among the names
    Choice(usize),
}

impl ArgumentType {
    /// Returns the type with this Rust type and these names of values, and whether a value may be missing, as of
    /// `Option<f32>`. No type if it has a name of the user's own, such as that of an alias.
    #[must_use]
    pub fn of(type_name: &str, choices: &'static [&'static str]) -> (Option<Self>, bool) {
        let name: String = type_name.split_whitespace().collect();
        match parts(&name) {
            ("Option", inner) => (Self::of_value(inner, choices), true),
            _ => (Self::of_value(&name, choices), false),
        }
    }

    fn of_value(name: &str, choices: &'static [&'static str]) -> Option<Self> {
        Some(match parts(name) {
            ("Option", _) => return None,
            _ if !choices.is_empty() => Self::Choice(choices),
            ("bool", _) => Self::Bool,
            ("u8", _) => Self::Unsigned(8),
            ("u16", _) => Self::Unsigned(16),
            ("u32", _) => Self::Unsigned(32),
            ("i8", _) => Self::Signed(8),
            ("i16", _) => Self::Signed(16),
            ("i32", _) => Self::Signed(32),
            ("f32", _) => Self::Float(32),
            ("f64", _) => Self::Float(64),
            ("Text", most) => Self::Text(most.replace('_', "").parse().ok()),
            _ => return None,
        })
    }

    /// Returns a default of this type; `None` if it is more than a literal, as `PI / 2.0`, and for a text.
    #[must_use]
    pub fn literal(self, default: &str) -> Option<Literal> {
        let text = default.trim();
        match self {
            Self::Bool => text.parse().ok().map(Literal::Bool),
            Self::Unsigned(_) | Self::Signed(_) => number(text).parse().ok().map(Literal::Integer),
            Self::Float(_) => {
                let value = number(text).parse().ok().filter(|value: &f64| value.is_finite());
                value.map(Literal::Float)
            }
            Self::Choice(names) => {
                let plain = |text: &str| {
                    let all = text.chars().filter(char::is_ascii_alphanumeric);
                    all.map(|c| c.to_ascii_lowercase()).collect::<String>()
                };
                let is_path =
                    text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == ':');
                let wanted = plain(last(text));
                let mut found = names.iter().enumerate().filter(|(_, name)| plain(name) == wanted);
                match (is_path, found.next(), found.next()) {
                    (true, Some((index, _)), None) => Some(Literal::Choice(index)),
                    _ => None,
                }
            }
            Self::Text(_) => None,
        }
    }
}

/// Returns the last part of a path, and what is between its angle brackets.
fn parts(name: &str) -> (&str, &str) {
    match name.strip_suffix('>').and_then(|name| name.split_once('<')) {
        Some((outer, inner)) => (last(outer), inner),
        None => (last(name), ""),
    }
}

/// Returns the last part of a path.
fn last(path: &str) -> &str {
    path.rsplit("::").next().unwrap_or(path)
}

/// Returns a literal without `_` and the name of its type.
fn number(text: &str) -> String {
    let digits: String = text.chars().filter(|c| *c != '_').collect();
    let suffixes = ["f32", "f64", "u8", "u16", "u32", "i8", "i16", "i32"];
    let bare = suffixes.iter().find_map(|suffix| digits.strip_suffix(suffix));
    bare.map_or(digits.as_str(), str::trim).to_owned()
}

/// Returns a text as a call has it, between quotes.
#[must_use]
pub fn quoted(text: &str) -> String {
    let mut quoted = "\"".to_owned();
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            '\n' => quoted.push_str("\\n"),
            '\t' => quoted.push_str("\\t"),
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rust_types_are_types_of_arguments() {
        let of = |name| ArgumentType::of(name, &[]);
        assert_eq!(of("f32"), (Some(ArgumentType::Float(32)), false));
        assert_eq!(of("Option<u8>"), (Some(ArgumentType::Unsigned(8)), true));
        assert_eq!(of("skill_runtime::Text<2_56>"), (Some(ArgumentType::Text(Some(256))), false));
        assert_eq!(of("core :: option :: Option < i32 >"), (Some(ArgumentType::Signed(32)), true));
        assert_eq!(of("Option<Option<f32>>"), (None, true));
        assert_eq!(of("Meters"), (None, false));
        assert_eq!(of("Text<N>"), (Some(ArgumentType::Text(None)), false));
        let choices = ArgumentType::Choice(&["a"]);
        assert_eq!(ArgumentType::of("Option<Jaws>", &["a"]), (Some(choices), true));
    }

    #[test]
    fn literals_are_defaults_and_expressions_are_not() {
        let float = ArgumentType::Float(32);
        assert_eq!(float.literal("1_000.0"), Some(Literal::Float(1000.0)));
        assert_eq!(float.literal("-2f32"), Some(Literal::Float(-2.0)));
        assert_eq!(float.literal("PI / 2.0"), None);
        assert_eq!(float.literal("f32::NAN"), None);
        assert_eq!(ArgumentType::Unsigned(8).literal("3_u8"), Some(Literal::Integer(3)));
        assert_eq!(ArgumentType::Bool.literal("true"), Some(Literal::Bool(true)));
        let names = ArgumentType::Choice(&["open", "half_closed"]);
        assert_eq!(names.literal("Jaws::HalfClosed"), Some(Literal::Choice(1)));
        assert_eq!(names.literal("Jaws::default()"), None);
        assert_eq!(ArgumentType::Text(Some(9)).literal("Text::new()"), None);
    }

    #[test]
    fn texts_are_quoted() {
        assert_eq!(quoted("a \"b\\\n\tä"), "\"a \\\"b\\\\\\n\\tä\"");
    }
}
