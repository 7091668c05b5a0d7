//! `completions`: for shells.

use crate::console::error::Error;
use crate::console::output::Output;
use clap::{Args, CommandFactory};
use clap_complete::Shell;
use std::process::ExitCode;

/// The arguments of `completions`.
#[derive(Args, Clone, Copy, Debug)]
pub struct Completions {
    /// The shell.
    shell: Shell,
}

impl Completions {
    /// Prints a script that completes the command line of `A`.
    ///
    /// # Errors
    /// None of its own; the output keeps its first error.
    pub fn run<A: CommandFactory>(&self, output: &Output) -> Result<ExitCode, Error> {
        let mut command = A::command();
        let name = command.get_name().to_owned();
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut command, name, &mut script);
        output.write(format_args!("{}", String::from_utf8_lossy(&script)));
        Ok(ExitCode::SUCCESS)
    }
}
