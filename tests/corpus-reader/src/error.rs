//! Errors in input files.

use std::fmt;
use std::path::{Path, PathBuf};

/// Unexpected text or an unexpected end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Malformed {
    /// The text that was found, in backticks if it is from the file.
    pub found: String,
    /// A description of the expected text.
    pub expected: String,
}

impl Malformed {
    /// Creates an error with `found` as a description.
    #[must_use]
    pub fn new(found: &str, expected: &str) -> Self {
        Malformed { found: found.to_owned(), expected: expected.to_owned() }
    }

    /// Creates an error with `found` as text from the file.
    #[must_use]
    pub fn word(found: &str, expected: &str) -> Self {
        Malformed::new(&format!("`{found}`"), expected)
    }

    /// Adds the line, counted from 1.
    #[must_use]
    pub fn at(self, line: usize) -> MalformedLine {
        MalformedLine { line, problem: self }
    }
}

impl fmt::Display for Malformed {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "found {}, expected {}", self.found, self.expected)
    }
}

/// A malformed line of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MalformedLine {
    /// The line, counted from 1.
    pub line: usize,
    /// The problem with the line.
    pub problem: Malformed,
}

/// An input file that cannot be used.
#[derive(Debug)]
pub enum InputError {
    /// The file cannot be read.
    Unreadable {
        /// The file or directory.
        path: PathBuf,
        /// The error of the operating system.
        cause: std::io::Error,
    },
    /// The file is malformed.
    Malformed {
        /// The malformed file.
        path: PathBuf,
        /// The position and the problem.
        place: MalformedLine,
    },
    /// The directory has no matching case.
    NoCases {
        /// The directory that was searched.
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
                write!(out, "{}:{}: {}", path.display(), place.line, place.problem)
            }
            InputError::NoCases { path } => {
                write!(out, "{}: found no case, expected NAME.fsm files", path.display())
            }
        }
    }
}

impl std::error::Error for InputError {}
