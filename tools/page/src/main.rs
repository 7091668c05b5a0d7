//! Drives pages in headless Chromium: `cargo xtask page` the live page of a running program,
//! `cargo xtask playground` the pages in which robots run themselves, which it also has made;
//! for other tools the page of any robot.

mod axe;
mod browser;
mod checks;
mod driver;
mod film;
mod fleet;
mod lab;
mod large;
mod live;
mod pace;
mod playground;
mod program;
mod protocol;
mod robot;
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
    /// Watch and stop the robots of a fleet in headless Chromium
    FleetPage(fleet::Options),
    /// Watch the agent of a robot's program in headless Chromium
    Robot(robot::Options),
    /// Make the playgrounds, folders of static files, and check them in headless Chromium
    Playground(playground::Options),
}

fn main() -> ExitCode {
    tool_support::exit(match Cli::parse().task {
        Task::Page(options) => live::run(&options),
        Task::FleetPage(options) => fleet::run(&options),
        Task::Robot(options) => robot::run(&options),
        Task::Playground(options) => playground::run(&options),
    })
}
