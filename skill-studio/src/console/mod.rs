//! Standard output, files and errors of a command, and transitions as they are printed.
//!
//! | module | contains |
//! |---|---|
//! | `error` | an error with an exit status |
//! | `file` | files that are replaced when they are complete |
//! | `journal` | the journal of systemd |
//! | `log` | the log of a robot, with the user's own lines |
//! | `output` | standard output that can fail |
//! | `progress` | the progress of long work |
//! | `signals` | the signals that end a program |
//! | `trace` | transitions as lines of text and as JSON |
//!
//! Imports `text`. It knows no description of a robot, so that everything else may print.

pub mod error;
#[cfg(feature = "cli")]
pub mod file;
#[cfg(all(unix, feature = "cli"))]
mod journal;
#[cfg(feature = "cli")]
pub mod log;
pub mod output;
#[cfg(feature = "cli")]
pub mod progress;
#[cfg(feature = "cli")]
pub mod signals;
pub mod trace;
