//! Names of robots and clients.

use serde::{Deserialize, Serialize};
use skill_studio::Escaped;
use std::fmt::{self, Display, Formatter};
use std::str::FromStr;

/// The most letters of a name.
const MAX: usize = 64;

/// The name of a robot or a client: 1 to 64 ASCII letters, digits, `_`, `-` and `.`. It is one part of a key.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Name(String);

impl Name {
    /// Returns the name as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the name of a client without one, by the number of its session.
    pub(crate) fn of_session(zid: &str) -> Self {
        Self(format!("client-{}", zid.get(..8).unwrap_or("0")))
    }
}

/// The reason why a text is no name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NameError {
    /// It is empty.
    Empty,
    /// It has so many letters, more than 64.
    Long(usize),
    /// It has this letter.
    Letter(String, char),
}

impl Display for NameError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("a name is empty; expected 1 to 64 letters"),
            Self::Long(count) => write!(f, "a name has {count} letters; expected 1 to {MAX}"),
            Self::Letter(name, letter) => write!(
                f,
                "`{}` in the name `{}`; expected ASCII letters, digits, `_`, `-` and `.`",
                Escaped(letter),
                Escaped(name)
            ),
        }
    }
}

impl std::error::Error for NameError {}

impl FromStr for Name {
    type Err = NameError;

    fn from_str(text: &str) -> Result<Self, NameError> {
        let is_part = |c: &char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.');
        match text.chars().find(|c| !is_part(c)) {
            _ if text.is_empty() => Err(NameError::Empty),
            _ if text.chars().count() > MAX => Err(NameError::Long(text.chars().count())),
            Some(letter) => Err(NameError::Letter(text.to_owned(), letter)),
            None => Ok(Self(text.to_owned())),
        }
    }
}

impl TryFrom<String> for Name {
    type Error = NameError;

    fn try_from(text: String) -> Result<Self, NameError> {
        text.parse()
    }
}

impl From<Name> for String {
    fn from(name: Name) -> Self {
        name.0
    }
}

impl Display for Name {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_one_part_of_a_key() {
        assert_eq!("rover-1.lab_2".parse::<Name>().map(String::from), Ok("rover-1.lab_2".into()));
        for (text, error) in [
            ("", "a name is empty; expected 1 to 64 letters"),
            ("a/b", "`/` in the name `a/b`; expected ASCII letters, digits, `_`, `-` and `.`"),
            ("@all", "`@` in the name `@all`; expected ASCII letters, digits, `_`, `-` and `.`"),
            (&"x".repeat(65), "a name has 65 letters; expected 1 to 64"),
        ] {
            assert_eq!(text.parse::<Name>().unwrap_err().to_string(), error);
        }
    }
}
