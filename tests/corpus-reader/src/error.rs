//! What can be wrong with the input.

use std::fmt;
use std::path::{Path, PathBuf};

/// Something stands where something else belongs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Malformed {
    /// What was found, quoted if it is text of the file.
    pub found: String,
    /// What was expected in its place.
    pub expected: String,
}

impl Malformed {
    /// `found` is a description.
    #[must_use]
    pub fn new(found: &str, expected: &str) -> Self {
        Malformed { found: found.to_owned(), expected: expected.to_owned() }
    }

    /// `found` is text of the file.
    #[must_use]
    pub fn word(found: &str, expected: &str) -> Self {
        Malformed::new(&format!("`{found}`"), expected)
    }

    /// The same, with its place.
    #[must_use]
    pub fn at(self, line: usize) -> MalformedLine {
        MalformedLine { line, what: self }
    }
}

impl fmt::Display for Malformed {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "found {}, expected {}", self.found, self.expected)
    }
}

/// A line that is not what it must be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MalformedLine {
    /// Its number, from 1.
    pub line: usize,
    /// What is wrong.
    pub what: Malformed,
}

/// An input file that cannot be used.
#[derive(Debug)]
pub enum InputError {
    /// It cannot be read.
    Unreadable {
        /// The file or directory.
        path: PathBuf,
        /// Why.
        cause: std::io::Error,
    },
    /// It is not what it must be.
    Malformed {
        /// The file.
        path: PathBuf,
        /// Where, and what is wrong.
        place: MalformedLine,
    },
    /// A directory without a case to run.
    NoCases {
        /// The directory.
        path: PathBuf,
    },
}

impl InputError {
    /// Adds the file to an error of the operating system.
    pub fn unreadable(path: &Path) -> impl FnOnce(std::io::Error) -> Self {
        let path = path.to_owned();
        move |cause| InputError::Unreadable { path, cause }
    }

    /// Adds the file to a malformed line.
    pub fn malformed(path: &Path) -> impl FnOnce(MalformedLine) -> Self {
        let path = path.to_owned();
        move |place| InputError::Malformed { path, place }
    }
}

impl fmt::Display for InputError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            InputError::Unreadable { path, cause } => write!(out, "{}: {cause}", path.display()),
            InputError::Malformed { path, place } => {
                write!(out, "{}:{}: {}", path.display(), place.line, place.what)
            }
            InputError::NoCases { path } => {
                write!(out, "{}: found no case, expected NAME.fsm files", path.display())
            }
        }
    }
}

impl std::error::Error for InputError {}
