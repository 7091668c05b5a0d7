//! The commands of a program that offers the skills of a robot. Imports everything; nothing imports it.
//!
//! Each command is a set of arguments for [`clap`] and a function; a robot's program puts
//! them together, adds what is special about its robot, and starts with [`main`]:
//!
//! ```no_run
//! use clap::Subcommand;
//! use skill_studio::{Space, cli};
//!
//! #[derive(Subcommand)]
//! enum Command {
//!     /// Lists the skills.
//!     List(cli::List),
//!     /// Prints the graph of a skill.
//!     Graph(cli::Graph),
//!     /// Prints completions for a shell.
//!     Completions(cli::Completions),
//! }
//!
//! fn main() -> std::process::ExitCode {
//!     // The `SKILLS` of the robot's skill space, and the `INFO` of its agents.
//!     let space = Space { name: "robot", skills: &[], agents: &[] };
//!     cli::main(|line: cli::CommandLine<Command>, output| match line.command {
//!         Command::List(list) => list.run(output, &[space]),
//!         Command::Graph(graph) => graph.run(output, &space),
//!         Command::Completions(shell) => shell.run::<cli::CommandLine<Command>>(output),
//!     })
//! }
//! ```

#[cfg(feature = "index")]
mod ask;
mod call;
mod completions;
#[cfg(feature = "record")]
mod coverage;
mod describe;
mod file_options;
#[cfg(feature = "foxglove")]
mod foxglove;
mod graph;
#[cfg(feature = "live")]
mod gui;
#[cfg(feature = "index")]
mod index;
mod list;
#[cfg(feature = "remote")]
mod mcp;
#[cfg(feature = "mdns")]
mod mdns;
mod not_built;
mod notify;
mod param_files;
mod params;
mod part_params;
mod part_visits;
mod parts;
#[cfg(feature = "record")]
mod pictures;
#[cfg(all(feature = "live", feature = "playground"))]
mod playground;
#[cfg(feature = "record")]
mod record;
#[cfg(feature = "record")]
mod replay;
mod robot;
#[cfg(feature = "remote")]
mod set;
mod start;
mod supervisor;
#[cfg(feature = "live")]
mod token_file;
#[cfg(feature = "remote")]
mod watch;
#[cfg(all(feature = "remote", feature = "record"))]
mod watch_record;
#[cfg(feature = "remote")]
mod watched;
mod words;

#[cfg(feature = "index")]
pub use ask::Ask;
pub use call::Call;
pub use completions::Completions;
#[cfg(feature = "record")]
pub use coverage::Covered;
pub use describe::Describe;
pub use graph::Graph;
#[cfg(feature = "live")]
pub use gui::Gui;
#[cfg(feature = "index")]
pub use index::Index;
pub use list::List;
#[cfg(feature = "remote")]
pub use mcp::Mcp;
#[cfg(not(feature = "live"))]
pub use not_built::Gui;
#[cfg(not(feature = "record"))]
pub use not_built::Record;
pub use params::{Params, Tuning};
pub use parts::RobotOfParts;
#[cfg(all(feature = "live", feature = "playground"))]
pub use playground::Playground;
#[cfg(feature = "record")]
pub use record::Record;
#[cfg(feature = "record")]
pub use replay::Replay;
pub use robot::{Agent, Commands, Make, NoOptions, Robot, Setup, With};
#[cfg(feature = "remote")]
pub use set::Set;
pub use start::{Start, Unit};
#[cfg(feature = "remote")]
pub use watch::{Service, Watch, WhyOf};
#[cfg(feature = "remote")]
pub use watched::Watched;

use crate::console::error::Error;
use crate::console::output::{BAD, Output, Verbosity, error_line};
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::fmt::Display;
use std::process::ExitCode;

/// The exit status of a command that could not be executed.
const UNUSABLE: u8 = 2;

/// The options of every command.
#[derive(Args, Clone, Copy, Debug)]
pub struct Common {
    /// Prints results only.
    #[arg(short, long, global = true, conflicts_with = "verbose")]
    quiet: bool,
    /// Prints details as well.
    #[arg(short, long, global = true)]
    verbose: bool,
}

impl Common {
    /// Returns how much is to be printed.
    #[must_use]
    pub fn verbosity(self) -> Verbosity {
        match self {
            Common { quiet: true, .. } => Verbosity::Quiet,
            Common { verbose: true, .. } => Verbosity::Verbose,
            _ => Verbosity::Normal,
        }
    }
}

/// A format of what is printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Format {
    /// To read.
    Text,
    /// For programs: one JSON object per line.
    Json,
}

/// The command line of a program that has commands alone.
#[derive(Parser)]
pub struct CommandLine<C: Subcommand> {
    #[command(flatten)]
    common: Common,
    /// The command.
    #[command(subcommand)]
    pub command: C,
}

impl<C: Subcommand> AsRef<Common> for CommandLine<C> {
    fn as_ref(&self) -> &Common {
        &self.common
    }
}

/// Parses the command line and runs `command`.
///
/// Errors go to standard error. The exit status is the command's; 2 if the arguments cannot
/// be used, a file cannot be read or written, or standard output cannot be written. A closed
/// pipe is no error: its reader has read enough, the command goes on without it, and the exit
/// status is the command's own.
pub fn main<A: Parser + AsRef<Common>>(
    command: impl FnOnce(A, &Output) -> Result<ExitCode, Error>,
) -> ExitCode {
    let words = std::env::args_os().collect();
    let (words, note) = match file_options::with_files(A::command(), words) {
        Ok(words) => words,
        Err(error) => return status(Err(error)),
    };
    let arguments = match A::try_parse_from(words) {
        Ok(arguments) => arguments,
        Err(mut help_or_error) => {
            if help_or_error.use_stderr() {
                if let Some(error) = not_built::explain(&help_or_error) {
                    return status(Err(error));
                }
                words::escape(&mut help_or_error);
                // Standard error may be closed.
                let _ = help_or_error.print();
                if let Some(note) = note {
                    error_line(format_args!("{note}"));
                }
                return ExitCode::from(UNUSABLE);
            }
            let output = Output::new(Verbosity::Normal);
            output.write(format_args!("{}", help_or_error.render().ansi()));
            return status(output.finish().map(|()| ExitCode::SUCCESS));
        }
    };
    let output = Output::new(arguments.as_ref().verbosity());
    let result = command(arguments, &output);
    let finished = output.finish();
    let code = status(result.and_then(|code| finished.map(|()| code)));
    // The cleanup is done: now the signal has its effect.
    crate::console::signals::end();
    code
}

/// Returns the exit status of a result, and prints its error.
fn status(result: Result<ExitCode, Error>) -> ExitCode {
    result.unwrap_or_else(|error| {
        report(error);
        ExitCode::from(UNUSABLE)
    })
}

/// Prints an error. What it quotes must be [`Escaped`].
pub fn report(error: impl Display) {
    error_line(format_args!("{BAD}error{BAD:#}: {error}"));
}
