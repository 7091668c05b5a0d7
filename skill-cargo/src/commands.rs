//! The program that builds, and the lines that are printed.

use std::env;
use std::fmt::Display;
use std::io::{Write as _, stderr, stdout};
use std::process::Command;

/// Returns a command of the `cargo` that has started this program.
pub fn cargo() -> Command {
    Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

/// Prints a line to standard output, which may be closed.
pub fn print(line: impl Display) {
    let _ = stdout().write_all(format!("{line}\n").as_bytes());
}

/// Prints a line to standard error, which may be closed.
pub fn print_error(line: impl Display) {
    let _ = stderr().write_all(format!("{line}\n").as_bytes());
}
