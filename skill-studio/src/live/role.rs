//! The roles of clients.

use serde::Serialize;
use std::fmt::{self, Display, Formatter};
use std::str::FromStr;

/// The requests that a client may send. Each role has those of the roles before it, too.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// Reads: views, graphs, the past, metrics.
    #[default]
    See,
    /// Calls and stops skills, takes and releases control.
    Call,
    /// Sets parameters, and holds and disturbs a simulated robot.
    Set,
}

impl Role {
    /// Returns the word for it in options and responses.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::See => "see",
            Self::Call => "call",
            Self::Set => "set",
        }
    }
}

impl Display for Role {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Role {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let all = [Self::See, Self::Call, Self::Set];
        let role = all.into_iter().find(|role| role.name() == text);
        role.ok_or_else(|| format!("`{text}` is no role: expected `see`, `call` or `set`"))
    }
}
