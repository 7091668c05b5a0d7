//! The program `cargo skill`: makes robots, and keeps one running while its skills are written.

mod commands;
#[cfg(unix)]
mod dev;
mod new;

use std::env;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Robots whose skills are written with robot-skill-runtime
#[derive(Parser)]
#[command(name = "cargo-skill", bin_name = "cargo skill", version)]
struct Arguments {
    #[command(subcommand)]
    command: Task,
}

#[derive(Subcommand)]
enum Task {
    New(new::New),
    Add(new::add::Add),
    #[cfg(unix)]
    Dev(dev::Dev),
}

fn main() -> ExitCode {
    // `cargo skill` passes its own name first.
    let mut arguments: Vec<_> = env::args_os().collect();
    if arguments.get(1).is_some_and(|first| first == "skill") {
        arguments.remove(1);
    }
    let result = match Arguments::parse_from(arguments).command {
        Task::New(new) => new.run(),
        Task::Add(add) => add.run(),
        #[cfg(unix)]
        Task::Dev(dev) => dev.run(),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            commands::print_error(format_args!("error: {error}"));
            ExitCode::FAILURE
        }
    }
}
