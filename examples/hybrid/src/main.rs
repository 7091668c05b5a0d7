//! Hybrid skills, compared with their closed forms: exponential decay, a bouncing ball, a
//! thermostat, two tanks.
//!
//! `cargo run --release -p hybrid [-- --svg FILE]` prints the error of each, and draws them; it
//! exits with 1 if an error exceeds its bound. With a command it is a robot as any other, in the live page step by
//! step: `cargo run -p hybrid --features full -- run 'ball{}' --gui --allow-commands`
#![deny(clippy::print_stdout, clippy::print_stderr)]

mod ball;
mod checks;
mod decay;
mod picture;
mod run;
mod tanks;
mod thermostat;

use clap::Parser;
use run::{Hybrids, NoBody};
use skill_studio::cli::Robot;
use skill_studio::{Error, Escaped, Output, OutputFile, cli};
use std::path::PathBuf;
use std::process::ExitCode;

/// Hybrid skills, compared with their closed forms.
#[derive(Parser)]
#[command(name = "hybrid", args_conflicts_with_subcommands = true)]
struct Arguments {
    #[command(flatten)]
    common: cli::Common,
    /// Draw them into this file
    #[arg(long)]
    svg: Option<PathBuf>,
    #[command(subcommand)]
    command: Option<Box<cli::Commands>>,
}

impl AsRef<cli::Common> for Arguments {
    fn as_ref(&self) -> &cli::Common {
        &self.common
    }
}

fn main() -> ExitCode {
    let robot = Robot::<Hybrids, _>::new("hybrid", |_| Ok(NoBody));
    robot.main_with(|robot, arguments: Arguments, output| match arguments.command {
        None => execute(&arguments, output),
        Some(command) => robot.run(*command, output),
    })
}

fn execute(arguments: &Arguments, output: &Output) -> Result<ExitCode, Error> {
    let mut held = true;
    for check in checks::all() {
        let verdict = if check.holds() { "" } else { "  TOO MUCH" };
        held &= check.holds();
        output.line(format_args!(
            "{:44} off by {:9.2e}, at most {:.0e}{verdict}",
            check.what, check.error, check.bound
        ));
    }
    if let Some(path) = &arguments.svg {
        OutputFile::write(path, picture::draw().as_bytes())?;
        output.line(format_args!("drawn into {}", Escaped(path.display())));
    }
    Ok(if held { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

#[cfg(test)]
mod tests {
    #[test]
    fn all_are_as_their_closed_forms_say() {
        for check in super::checks::all() {
            assert!(check.holds(), "{}: {:e} > {:e}", check.what, check.error, check.bound);
        }
    }

    #[test]
    fn the_picture_is_well_formed() {
        let picture = super::picture::draw();
        let document = roxmltree::Document::parse(&picture).expect("XML");
        let curves = document.descendants().filter(|node| node.has_tag_name("polyline"));
        assert_eq!(curves.count(), 5, "a curve for each variable");
    }
}
