//! The reason why a description cannot be read.

use super::FORMAT;
use crate::text::escape::Escaped;
use std::fmt::{self, Display, Formatter};

/// The reason why a description cannot be used.
#[derive(Debug)]
pub enum DescriptionError {
    /// It is not JSON, or has other fields; with line and column.
    Json(serde_json::Error),
    /// It has another version of the format.
    Format(u32),
    /// Its parts contradict each other: where, and how.
    Contradiction(String),
}

impl Display for DescriptionError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Json(error) => write!(f, "not a description of a robot: {}", Escaped(error)),
            Self::Format(found) => {
                write!(f, "the description has format {found}, this program reads format {FORMAT}")
            }
            Self::Contradiction(text) => write!(f, "the description is invalid: {}", Escaped(text)),
        }
    }
}

impl std::error::Error for DescriptionError {}

/// Returns the error of parts that contradict each other.
pub(super) fn contradiction<T>(text: impl Into<String>) -> Result<T, DescriptionError> {
    Err(DescriptionError::Contradiction(text.into()))
}
