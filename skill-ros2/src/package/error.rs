//! The reasons why a robot has no messages, or they cannot be written.

use skill_studio::Escaped;
use std::fmt::{self, Display, Formatter};
use std::io;
use std::path::PathBuf;

/// The reason why there is no message package of a robot.
#[derive(Debug)]
pub enum PackageError {
    /// An argument or a field of a result has a type that the description does not say more of.
    Type {
        /// The skill.
        skill: String,
        /// The argument or the field of the result; empty for a result without fields.
        argument: String,
        /// The type as written.
        type_name: String,
    },
    /// The folder is there, and is none that was written from a description.
    Foreign(PathBuf),
    /// A file or folder cannot be written.
    File {
        /// The file or folder.
        path: PathBuf,
        /// The error of the system.
        error: io::Error,
    },
}

impl Display for PackageError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Type { skill, argument, type_name } => {
                let argument = if argument.is_empty() { "result" } else { argument.as_str() };
                write!(
                    f,
                    "`{argument}` of skill `{skill}` has the type `{type_name}`, which no message can have\n  \
                     help: write the type that it is short for, as `f32` or `Text<64>`"
                )
            }
            Self::Foreign(path) => write!(
                f,
                "{}: this folder is no message package of a robot, and is not replaced\n  \
                 help: name another folder, or remove it",
                Escaped(path.display())
            ),
            Self::File { path, error } => write!(f, "{}: {error}", Escaped(path.display())),
        }
    }
}

impl std::error::Error for PackageError {}

impl PackageError {
    /// Returns a function that adds the path to an error of the system.
    pub(super) fn file(path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> Self {
        let path = path.into();
        move |error| Self::File { path, error }
    }
}
