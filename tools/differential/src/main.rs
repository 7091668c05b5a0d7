//! Compares random skills with another implementation of what they mean: `cargo xtask nested`
//! with an interpreter of the rules, `cargo xtask scxml` with an implementation of SCXML.

mod nested;
mod scxml;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

#[derive(Parser)]
#[command(bin_name = "cargo xtask")]
struct Cli {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Run random skills as compiled and by an interpreter of the rules
    Nested(nested::Options),
    /// Run random skills and their SCXML documents
    Scxml(scxml::Options),
}

fn main() -> ExitCode {
    tool_support::exit(match Cli::parse().task {
        Task::Nested(options) => nested::run(&options),
        Task::Scxml(options) => scxml::run(&options),
    })
}
