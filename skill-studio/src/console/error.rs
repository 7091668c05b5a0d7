//! Why a command failed.

use crate::text::escape::Escaped;
use std::fmt;
use std::io;
use std::path::PathBuf;

/// An error that ends a command.
#[derive(Debug)]
pub enum Error {
    /// The arguments cannot be used; the text says why, with what it quotes of them
    /// [`Escaped`].
    Usage(String),
    /// A file cannot be read or written.
    File {
        /// The path as it was given.
        path: PathBuf,
        /// Why the system refused.
        error: io::Error,
    },
    /// The standard output cannot be written.
    Output(io::Error),
}

impl Error {
    /// Returns an error about the arguments.
    pub fn usage(message: impl fmt::Display) -> Error {
        Error::Usage(message.to_string())
    }

    /// Returns a function that adds the path of a file to its error.
    pub fn file(path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> Error {
        let path = path.into();
        move |error| Error::File { path, error }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Usage(message) => f.write_str(message),
            Error::File { path, error } => write!(f, "{}: {error}", Escaped(path.display())),
            Error::Output(error) => write!(f, "cannot write to standard output: {error}"),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Error::Usage(_) => None,
            Error::File { error, .. } | Error::Output(error) => Some(error),
        }
    }
}
