//! The errors of a recording that is made.

use crate::text::escape::Escaped;
use std::fmt::{self, Display, Formatter};
use std::io;
use std::path::PathBuf;

/// The reason why a recording is not whole.
#[derive(Debug)]
pub enum RecordError {
    /// The file cannot be created.
    Create(PathBuf, io::Error),
    /// There is a symbolic link, which is not followed.
    Link(PathBuf),
    /// Another recorder writes the file.
    InUse(PathBuf),
    /// The next file cannot be begun: the recording ends with the one before.
    Next {
        /// The robot's time at which it ends.
        time_sec: f64,
        /// The reason.
        error: Box<RecordError>,
    },
    /// It could not be written to its end.
    Write {
        /// The file that was being written.
        path: PathBuf,
        /// The robot's time up to which it can be read, or some more.
        time_sec: f64,
        /// Why the system refused, such as a full disk.
        error: io::Error,
    },
    /// Two robots of a run have names that are the same in letters and digits.
    Names(Vec<String>),
    /// There is no thread that could write it.
    Thread(io::Error),
    /// It could not be written to memory.
    Memory(io::Error),
}

impl Display for RecordError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Create(path, error) => {
                write!(f, "cannot create `{}`: {error}", Escaped(path.display()))
            }
            Self::Link(path) => write!(
                f,
                "cannot create `{}`: it is a symbolic link, which a recording does not follow",
                Escaped(path.display())
            ),
            Self::InUse(path) => write!(
                f,
                "cannot create `{}`: another program is recording to it",
                Escaped(path.display())
            ),
            Self::Next { time_sec, error } => {
                write!(f, "the recording ends at {time_sec:.3} s: {error}")
            }
            Self::Write { path, time_sec, error } => write!(
                f,
                "the recording `{}` breaks off, it is kept up to {time_sec:.3} s: {error}",
                Escaped(path.display())
            ),
            Self::Names(names) => write!(
                f,
                "the names of the robots of a run differ in their letters and digits: {}",
                Escaped(names.join(", "))
            ),
            Self::Thread(error) | Self::Memory(error) => write!(f, "cannot record: {error}"),
        }
    }
}

impl std::error::Error for RecordError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Create(_, error)
            | Self::Write { error, .. }
            | Self::Thread(error)
            | Self::Memory(error) => Some(error),
            Self::Next { error, .. } => Some(error),
            Self::Link(_) | Self::InUse(_) | Self::Names(_) => None,
        }
    }
}
