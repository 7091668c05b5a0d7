//! `nao trace`: the frames that `nao run --defmt` has written.

#[cfg(feature = "trace-decode")]
mod decode;
#[cfg(all(test, feature = "trace-decode", feature = "defmt"))]
mod tests;

use clap::{Args, Subcommand};
use skill_studio::cli::Format;
use skill_studio::{Error, Escaped, Output};
use std::path::PathBuf;
use std::process::ExitCode;

/// The commands of `nao trace`.
#[derive(Subcommand)]
pub enum Command {
    /// Prints the defmt frames of a file, one line each: exit status 0, 1 for a file that is
    /// truncated or contains other frames, 2 for files that cannot be used.
    Decode(Decode),
}

/// The arguments of `nao trace decode`.
#[derive(Args)]
pub struct Decode {
    /// The program that wrote the frames: this very build, with its symbols.
    elf: PathBuf,
    /// The frames; - is standard input.
    file: PathBuf,
    /// The format.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

impl Command {
    /// Runs the command.
    pub fn run(&self, output: &Output) -> Result<ExitCode, Error> {
        let Command::Decode(arguments) = self;
        arguments.run(output)
    }
}

impl Decode {
    #[cfg(feature = "trace-decode")]
    fn run(&self, output: &Output) -> Result<ExitCode, Error> {
        /// A frame as JSON.
        #[derive(serde::Serialize)]
        struct Frame {
            message: String,
        }
        let (quiet, json) = (output.is_quiet(), self.format == Format::Json);
        let result = decode::decode(&self.elf, &self.file, |message| {
            match (quiet, json) {
                (true, _) => {}
                (false, true) => output.json(&Frame { message }),
                (false, false) => output.line(Escaped(message)),
            }
            !output.is_closed()
        });
        match result {
            Ok(()) => Ok(ExitCode::SUCCESS),
            Err(error) if error.in_frames() => {
                skill_studio::cli::report(format_args!(
                    "{}: {error}",
                    Escaped(self.file.display())
                ));
                Ok(ExitCode::FAILURE)
            }
            Err(error) => Err(Error::usage(error)),
        }
    }

    #[cfg(not(feature = "trace-decode"))]
    fn run(&self, _: &Output) -> Result<ExitCode, Error> {
        let (Decode { elf, file, .. }, help) = (self, "build it with `--features trace-decode`");
        Err(Error::Usage(format!(
            "cannot decode {} with {}: this `nao` has no decoder; {help}",
            Escaped(file.display()),
            Escaped(elf.display())
        )))
    }
}
