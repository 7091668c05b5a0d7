//! Drives pages in headless Chromium: `cargo xtask page` the live page of a running program,
//! `cargo xtask playground` the page that plays the game itself, which it also makes.

mod axe;
mod browser;
mod checks;
mod driver;
mod film;
mod lab;
mod large;
mod live;
mod playground;
mod program;
mod protocol;
mod stream;

use clap::{Parser, Subcommand};
use std::process::ExitCode;

#[derive(Parser)]
#[command(bin_name = "cargo xtask")]
struct Cli {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Drive the live page in headless Chromium
    Page(live::Options),
    /// Make the playground, a folder of static files, and check it in headless Chromium
    Playground(playground::Options),
}

fn main() -> ExitCode {
    tool_support::exit(match Cli::parse().task {
        Task::Page(options) => live::run(&options),
        Task::Playground(options) => playground::run(&options),
    })
}
