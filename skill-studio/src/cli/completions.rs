//! `completions`: for shells.

use crate::console::error::Error;
use crate::console::output::Output;
use clap::{Args, CommandFactory};
use clap_complete::Shell;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The arguments of `completions`.
#[derive(Args, Clone, Copy, Debug)]
pub struct Completions {
    /// The shell.
    shell: Shell,
}

impl Completions {
    /// Prints a script that completes the command line of `A`, of the program by the name of its file.
    ///
    /// # Errors
    /// None of its own; the output keeps its first error.
    pub fn run<A: CommandFactory>(&self, output: &Output) -> Result<ExitCode, Error> {
        let command = A::command();
        let file = std::env::args_os().next().map(PathBuf::from);
        let file = file.as_deref().and_then(Path::file_stem).and_then(OsStr::to_str);
        // Once, at the end of the program.
        let name: &'static str = file.unwrap_or(command.get_name()).to_owned().leak();
        let mut command = command.name(name);
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut command, name, &mut script);
        output.write(format_args!("{}", String::from_utf8_lossy(&script)));
        Ok(ExitCode::SUCCESS)
    }
}
