//! The program of the rover: collects cans in a simulation, runs single skills, lists and
//! draws them.
#![deny(clippy::print_stdout, clippy::print_stderr)]

mod collect;

use clap::{Parser, Subcommand};
use rover::agent::Collector;
use rover::simulator::Simulator;
use rover::skills::RoverSkills;
use skill_runtime::{Agent, AgentRunner};
use skill_studio::cli::{self, Robot};
use std::process::ExitCode;

/// Collects cans in a simulation, runs single skills, lists and draws them.
///
/// Without a command it collects all cans.
#[derive(Parser)]
#[command(name = "rover")]
struct Arguments {
    #[command(flatten)]
    common: cli::Common,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Collects cans: exit status 0 if all were delivered, 1 if not.
    Collect(collect::Collect),
    #[command(flatten)]
    Robot(Box<cli::Commands>),
}

impl AsRef<cli::Common> for Arguments {
    fn as_ref(&self) -> &cli::Common {
        &self.common
    }
}

fn main() -> ExitCode {
    let robot = Robot::<RoverSkills, _>::new("rover", Simulator::new)
        .with_agent(const { &[Collector::INFO] }, |board| {
            AgentRunner::new(board, Collector::default(), collect::AGENT)
        })
        .with_state(|robot| if robot.holds() { "holds a can" } else { "holds nothing" })
        .with_world(rover::scene::WORLD);
    robot.main_with(|robot, arguments: Arguments, output| match arguments.command {
        None => collect::Collect::default().run(output),
        Some(Command::Collect(collect)) => collect.run(output),
        Some(Command::Robot(command)) => robot.run(*command, output),
    })
}
