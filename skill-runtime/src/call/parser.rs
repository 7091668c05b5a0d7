//! The parser of skill strings, which allocates nothing and reports the position of errors.

use super::argument::{ArgumentError, F64, Value};
use super::suggest::nearest;
use crate::graph::{Range, SkillInfo};

/// The maximum number of arguments in one call.
const MAX_ARGUMENTS: usize = 64;

/// The calls of a skill space, by name.
pub trait CallSet: Sized {
    /// The skills of the space.
    const SKILLS: &'static [&'static SkillInfo];
    /// Creates a call without arguments of the skill at `index`, or returns `None` if there is no
    /// such skill.
    fn new(index: usize) -> Option<Self>;
    /// Sets an argument.
    ///
    /// # Errors
    /// Returns the same errors as [`Skill::set_argument`](crate::Skill::set_argument).
    fn set_argument(&mut self, name: &str, value: &Value<'_>) -> Result<(), ArgumentError>;
}

/// An error in a skill string, with its position.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ParseError {
    /// The position of the error in the string, in bytes.
    pub at: usize,
    /// The length of the invalid part, in bytes.
    pub len: usize,
    /// The reason why that part is invalid.
    pub kind: ParseErrorKind,
    /// A similar name that exists.
    pub suggestion: Option<&'static str>,
}

/// The kind of a [`ParseError`].
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum ParseErrorKind {
    /// This was expected, but something else was found.
    Expected(&'static str),
    /// No skill of the space has this name.
    UnknownSkill,
    /// The skill has no argument of this name.
    UnknownArgument(&'static SkillInfo),
    /// The argument is given twice.
    DuplicateArgument,
    /// There are more values than this skill has arguments.
    TooManyArguments(&'static SkillInfo),
    /// The value has another type than this description of the expected one.
    WrongType(&'static str),
    /// The value is not one of these names.
    NotOneOf(&'static [&'static str]),
    /// The value is outside this range.
    OutOfRange(&'static Range),
    /// The text has no closing quote.
    UnclosedText,
    /// There is text after the end of the call.
    Trailing,
}

impl core::fmt::Display for ParseError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "column {}: ", self.at + 1)?;
        match self.kind {
            ParseErrorKind::Expected(what) => write!(f, "expected {what}"),
            ParseErrorKind::UnknownSkill => f.write_str("no such skill"),
            ParseErrorKind::UnknownArgument(skill) => {
                write!(f, "skill `{}` has no such argument", skill.name)
            }
            ParseErrorKind::DuplicateArgument => f.write_str("this argument is given twice"),
            ParseErrorKind::TooManyArguments(skill) => {
                write!(f, "skill `{}` has {} arguments", skill.name, skill.args.len())
            }
            ParseErrorKind::WrongType(what) => write!(f, "expected {what}"),
            ParseErrorKind::NotOneOf(names) => {
                f.write_str("expected ")?;
                for (i, name) in names.iter().enumerate() {
                    write!(f, "{}\"{name}\"", if i == 0 { "" } else { " or " })?;
                }
                Ok(())
            }
            ParseErrorKind::OutOfRange(range) => write!(f, "must lie in {range}"),
            ParseErrorKind::UnclosedText => f.write_str("this text has no closing quote"),
            ParseErrorKind::Trailing => f.write_str("a call ends before this; one call at a time"),
        }?;
        match self.suggestion {
            Some(name) => write!(f, "; did you mean \"{name}\"?"),
            None => Ok(()),
        }
    }
}

impl core::error::Error for ParseError {}

struct Cursor<'a> {
    text: &'a str,
    at: usize,
}

/// Parses `name{a=1, b="x"}` or `name(1, b="x")`.
///
/// # Errors
/// Returns [`ParseError`] for the first error in `text`.
pub fn parse<C: CallSet>(text: &str) -> Result<C, ParseError> {
    let mut cursor = Cursor { text, at: 0 };
    cursor.space();
    let (at, name) = cursor.name("the name of a skill")?;
    let skills = C::SKILLS;
    let known = skills.iter().position(|skill| skill.name == name);
    let Some((skill, mut call)) = known.and_then(|i| Some((*skills.get(i)?, C::new(i)?))) else {
        let suggestion = nearest(name, skills.iter().map(|skill| skill.name));
        return Err(error(at, name.len(), ParseErrorKind::UnknownSkill, suggestion));
    };
    cursor.space();
    let close = match cursor.peek() {
        Some('{') => '}',
        Some('(') => ')',
        _ => return Err(cursor.expected("`{` or `(` after the name")),
    };
    cursor.bump();
    let mut given: heapless::Vec<&'static str, MAX_ARGUMENTS> = heapless::Vec::new();
    let mut positional = 0;
    loop {
        cursor.space();
        if cursor.peek() == Some(close) {
            cursor.bump();
            break;
        }
        argument(&mut cursor, skill, &mut call, &mut given, &mut positional)?;
        cursor.space();
        match cursor.peek() {
            Some(',') => cursor.bump(),
            Some(c) if c == close => {}
            _ if close == '}' => return Err(cursor.expected("`,` or `}`")),
            _ => return Err(cursor.expected("`,` or `)`")),
        }
    }
    cursor.space();
    if cursor.peek().is_some() {
        let rest = text.len() - cursor.at;
        return Err(error(cursor.at, rest, ParseErrorKind::Trailing, None));
    }
    Ok(call)
}

/// Returns the value that a whole text is; `None` if it is none.
#[cfg(feature = "why")]
pub(crate) fn value_of(text: &str) -> Option<Value<'_>> {
    let mut cursor = Cursor { text, at: 0 };
    let (_, length, value) = cursor.value().ok()?;
    (length == text.len()).then_some(value)
}

/// Parses one argument: `name = value`, or a value for the next positional argument.
fn argument<C: CallSet>(
    cursor: &mut Cursor<'_>,
    skill: &'static SkillInfo,
    call: &mut C,
    given: &mut heapless::Vec<&'static str, MAX_ARGUMENTS>,
    positional: &mut usize,
) -> Result<(), ParseError> {
    // Errors are reported at the name, or at the value if there is no name.
    let (at, len, name, value) = if let Some((at, name)) = cursor.named() {
        (at, name.len(), name, None)
    } else {
        let (at, len, value) = cursor.value()?;
        let Some(arg) = skill.args.get(*positional) else {
            return Err(error(at, len, ParseErrorKind::TooManyArguments(skill), None));
        };
        *positional += 1;
        (at, len, arg.name, Some((at, len, value)))
    };
    let Some(arg) = skill.arguments().find(|arg| arg.name == name) else {
        let suggestion = nearest(name, skill.arguments().map(|arg| arg.name));
        return Err(error(at, len, ParseErrorKind::UnknownArgument(skill), suggestion));
    };
    let twice = given.contains(&arg.name) || given.push(arg.name).is_err();
    if twice {
        return Err(error(at, len, ParseErrorKind::DuplicateArgument, None));
    }
    let (at, len, value) = match value {
        Some(value) => value,
        None => cursor.value()?,
    };
    call.set_argument(arg.name, &value).map_err(|problem| {
        let (kind, suggestion) = match problem {
            ArgumentError::Unknown(skill) => (ParseErrorKind::UnknownArgument(skill), None),
            ArgumentError::WrongType(expected) => (ParseErrorKind::WrongType(expected), None),
            ArgumentError::OutOfRange(range) => (ParseErrorKind::OutOfRange(range), None),
            ArgumentError::NotOneOf(names) => {
                let near = match value {
                    Value::Text(text) => nearest(text, names.iter().copied()),
                    _ => None,
                };
                (ParseErrorKind::NotOneOf(names), near)
            }
        };
        error(at, len, kind, suggestion)
    })
}

fn error(
    at: usize,
    len: usize,
    kind: ParseErrorKind,
    suggestion: Option<&'static str>,
) -> ParseError {
    ParseError { at, len, kind, suggestion }
}

impl<'a> Cursor<'a> {
    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or("")
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn bump(&mut self) {
        self.at += self.peek().map_or(0, char::len_utf8);
    }

    fn space(&mut self) {
        while self.peek().is_some_and(char::is_whitespace) {
            self.bump();
        }
    }

    fn expected(&self, what: &'static str) -> ParseError {
        let len = self.peek().map_or(0, char::len_utf8);
        error(self.at, len, ParseErrorKind::Expected(what), None)
    }

    /// Parses a name: a letter or `_`, then letters, digits and `_`.
    fn word(&mut self) -> Option<(usize, &'a str)> {
        let start = self.at;
        let rest = self.rest();
        if !rest.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') {
            return None;
        }
        let len = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
        self.at += len;
        Some((start, rest.get(..len)?))
    }

    fn name(&mut self, what: &'static str) -> Result<(usize, &'a str), ParseError> {
        self.word().ok_or_else(|| self.expected(what))
    }

    /// Parses `name =`, or consumes nothing if there is something else.
    fn named(&mut self) -> Option<(usize, &'a str)> {
        let start = self.at;
        let named = self.word();
        self.space();
        if named.is_some() && self.peek() == Some('=') {
            self.bump();
            self.space();
            return named;
        }
        self.at = start;
        None
    }

    /// Parses a value, and returns it with its position and length.
    fn value(&mut self) -> Result<(usize, usize, Value<'a>), ParseError> {
        self.space();
        let start = self.at;
        let value = match self.peek() {
            Some(quote @ ('"' | '\'')) => self.quoted(quote)?,
            Some('0'..='9' | '+' | '-' | '.') => self.number()?,
            _ => match self.word() {
                Some((_, "true")) => Value::Bool(true),
                Some((_, "false")) => Value::Bool(false),
                Some((_, "nil")) => Value::Nil,
                Some((at, word)) => {
                    self.space();
                    if self.peek() == Some(':') {
                        return Err(self.expected("`=` after the name of an argument"));
                    }
                    let what = "a value: a number, a text between quotes, true, false or nil";
                    return Err(error(at, word.len(), ParseErrorKind::Expected(what), None));
                }
                None => return Err(self.expected("a value")),
            },
        };
        Ok((start, self.at - start, value))
    }

    fn quoted(&mut self, quote: char) -> Result<Value<'a>, ParseError> {
        let start = self.at;
        self.bump();
        let inside = self.rest();
        let mut escaped = false;
        for (i, c) in inside.char_indices() {
            match c {
                _ if escaped => escaped = false,
                '\\' => escaped = true,
                c if c == quote => {
                    self.at += i + c.len_utf8();
                    return Ok(Value::Text(inside.get(..i).unwrap_or("")));
                }
                _ => {}
            }
        }
        Err(error(start, self.text.len() - start, ParseErrorKind::UnclosedText, None))
    }

    fn number(&mut self) -> Result<Value<'a>, ParseError> {
        let start = self.at;
        let rest = self.rest();
        let len = rest
            .find(|c: char| !c.is_ascii_alphanumeric() && !matches!(c, '+' | '-' | '.' | '_'))
            .unwrap_or(rest.len());
        self.at += len;
        let text = rest.get(..len).unwrap_or("");
        match text.parse::<f64>() {
            Ok(number) if number.is_finite() => Ok(Value::Number(number)),
            // Not the words `+inf` and `-nan`.
            Ok(_) if text.contains(|c: char| c.is_ascii_digit()) => {
                Err(error(start, len, ParseErrorKind::OutOfRange(&F64), None))
            }
            _ => Err(error(start, len, ParseErrorKind::Expected("a number"), None)),
        }
    }
}
