//! `list`: the skills of spaces, and the agents that call them.

use crate::console::error::Error;
use crate::console::output::Output;
use crate::console::output::Verbosity;
use crate::drawing::listing::{Dot, Text};
use crate::model::space::Space;
use clap::{Args, ValueEnum};
use std::process::ExitCode;

/// The arguments of `list`.
#[derive(Args, Clone, Copy, Debug)]
pub struct List {
    /// The format.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// A format of lists.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Format {
    /// To read; with --quiet only names, one a line.
    Text,
    /// Which skill executes which, for Graphviz.
    Dot,
    /// Everything known about the skills.
    Json,
}

impl List {
    /// Prints the spaces.
    ///
    /// # Errors
    /// None of its own; the output keeps its first error.
    pub fn run(&self, output: &Output, spaces: &[Space]) -> Result<ExitCode, Error> {
        match self.format {
            Format::Json => output.pretty_json(&spaces),
            Format::Dot => {
                for space in spaces {
                    output.write(format_args!("{}", Dot(*space)));
                }
            }
            Format::Text if output.is_quiet() => {
                for info in spaces.iter().flat_map(Space::all) {
                    output.line(info.name);
                }
            }
            Format::Text => {
                let verbose = output.verbosity() == Verbosity::Verbose;
                for (place, space) in spaces.iter().enumerate() {
                    let gap = if place > 0 { "\n" } else { "" };
                    output.write(format_args!("{gap}{}", Text { space: *space, verbose }));
                }
            }
        }
        Ok(ExitCode::SUCCESS)
    }
}
