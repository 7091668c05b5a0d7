//! `nao trace`: what `nao run --defmt` has written.

#[cfg(feature = "trace-decode")]
mod decode;
#[cfg(all(test, feature = "trace-decode", feature = "defmt"))]
mod tests;

use clap::{Args, Subcommand};
use std::path::PathBuf;
use std::process::ExitCode;

/// What `nao trace` is told.
#[derive(Subcommand)]
pub enum Command {
    /// Prints the defmt frames of a file, one line each: exit status 0, 1 for a file that
    /// breaks off or holds other frames, 2 for files that cannot be used.
    Decode(Files),
}

/// What `nao trace decode` reads.
#[derive(Args)]
pub struct Files {
    /// The program that wrote the frames: this very build, with its symbols.
    elf: PathBuf,
    /// The frames; - is standard input.
    file: PathBuf,
}

/// Does it.
pub fn trace(command: &Command) -> ExitCode {
    let Command::Decode(files) = command;
    print(files)
}

#[cfg(feature = "trace-decode")]
fn print(Files { elf, file }: &Files) -> ExitCode {
    let Err(error) = decode::print(elf, file, &mut std::io::stdout().lock()) else {
        return ExitCode::SUCCESS;
    };
    if error.reader_left() {
        return ExitCode::SUCCESS;
    }
    if error.in_frames() {
        crate::usage(format_args!("{}: {error}", file.display()));
        return ExitCode::FAILURE;
    }
    crate::usage(error)
}

#[cfg(not(feature = "trace-decode"))]
fn print(Files { elf, file }: &Files) -> ExitCode {
    crate::usage(format_args!(
        "{}, {}: this nao cannot decode; build it with --features trace-decode",
        elf.display(),
        file.display()
    ))
}
