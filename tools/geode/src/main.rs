//! The robot's side: cross-compiling for the NAO's Geode, and running what came of it.
//!
//! | file | does |
//! |---|---|
//! | `toolchain` | finds what builds for i586 |
//! | `build` | the static library, its header, the program `nao` |
//! | `programs` | the test programs in C, and how they are run on each machine |
//! | `test` | refusals, trace hashes, the stress test |
//! | `scenario` | two processes that are killed and stopped |
//! | `proof` | no foreign instruction, no panic, no allocation, no recursion; sizes |

mod build;
mod programs;
mod proof;
mod scenario;
mod test;
mod toolchain;

use std::fmt;
use std::io;
use std::path::PathBuf;

pub use build::{build, header};
pub use proof::proof;
pub use test::test;

/// What to build and test.
#[derive(Debug, Clone)]
pub struct Options {
    /// The root of this workspace.
    pub workspace: PathBuf,
    /// How many reads the stress test makes.
    pub reads: u64,
    /// How many random ticks each call is given natively; under qemu a tenth.
    pub ticks: u64,
}

/// Why it could not be done.
#[derive(Debug)]
pub enum Error {
    /// A file could not be written, or a program not be run.
    Io(io::Error),
    /// Neither rustup nor Debian has what is needed; what was tried.
    Missing(String),
    /// A program ended with an error; its last words.
    Failed(String),
    /// An object is not what it must be.
    Object(String),
    /// A fault that was planted was not found.
    Blind(&'static str),
}

impl From<io::Error> for Error {
    fn from(error: io::Error) -> Self {
        Error::Io(error)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Io(error) => error.fmt(out),
            Error::Missing(what) | Error::Failed(what) | Error::Object(what) => out.write_str(what),
            Error::Blind(fault) => write!(out, "the proof is void: {fault} was not found"),
        }
    }
}

impl std::error::Error for Error {}
