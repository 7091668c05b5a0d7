//! A fleet, seen and commanded by a program that belongs to no robot.
#![forbid(unsafe_code)]
#![deny(clippy::print_stdout, clippy::print_stderr)]

use clap::Parser;
use skill_fleet::Viewer;
use skill_studio::cli;
use std::process::ExitCode;

/// A fleet of robots: without a command a page of all of them.
#[derive(Parser)]
#[command(name = "skill-fleet", version)]
struct Arguments {
    #[command(flatten)]
    common: cli::Common,
    #[command(flatten)]
    viewer: Viewer,
}

impl AsRef<cli::Common> for Arguments {
    fn as_ref(&self) -> &cli::Common {
        &self.common
    }
}

fn main() -> ExitCode {
    cli::main(|arguments: Arguments, output| arguments.viewer.run(output))
}
