//! Hybrid skills, compared with their closed forms: exponential decay, a bouncing ball, a
//! thermostat, two tanks.
//!
//! `cargo run --release -p hybrid [-- --svg FILE]` prints the error of each, and draws them; it
//! exits with 1 if an error exceeds its bound.
#![deny(clippy::print_stdout, clippy::print_stderr)]

mod ball;
mod checks;
mod decay;
mod picture;
mod run;
mod tanks;
mod thermostat;

use clap::Parser;
use skill_studio::{Error, Escaped, Output, OutputFile, cli};
use std::path::PathBuf;
use std::process::ExitCode;

/// Hybrid skills, compared with their closed forms.
#[derive(Parser)]
struct Arguments {
    #[command(flatten)]
    common: cli::Common,
    /// Draw them into this file
    #[arg(long)]
    svg: Option<PathBuf>,
}

impl AsRef<cli::Common> for Arguments {
    fn as_ref(&self) -> &cli::Common {
        &self.common
    }
}

fn main() -> ExitCode {
    cli::main(|arguments: Arguments, output| execute(&arguments, output))
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
