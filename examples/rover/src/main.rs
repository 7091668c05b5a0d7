//! The program of the rover: collects cans in a simulation, runs single skills, lists and
//! draws them.
#![deny(clippy::print_stdout, clippy::print_stderr)]

mod collect;

use clap::{Parser, Subcommand};
use rover::agent::Collector;
use rover::interfaces::RoverBoard;
use rover::simulator::Simulator;
use rover::skills::RoverSkills;
use skill_runtime::{Agent, NoTrace, SkillSpace};
use skill_studio::{Error, Output, Session, Space, cli};
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
    /// Runs a skill: exit status 0 FINAL, 1 FAILED, 2 a call that cannot be read.
    Run(cli::Call),
    /// Lists the skills and the agent.
    List(cli::List),
    /// Prints the graph of a skill or the agent.
    Graph(cli::Graph),
}

impl AsRef<cli::Common> for Arguments {
    fn as_ref(&self) -> &cli::Common {
        &self.common
    }
}

fn main() -> ExitCode {
    let (skills, agents) = (RoverSkills::SKILLS, const { &[Collector::INFO] });
    let space = Space { name: "rover", skills, agents };
    cli::main(|arguments: Arguments, output| match arguments.command {
        None => collect::Collect::default().run(output),
        Some(Command::Collect(collect)) => collect.run(output),
        Some(Command::Run(call)) => run(&call, output),
        Some(Command::List(list)) => list.run(output, &[space]),
        Some(Command::Graph(graph)) => graph.run(output, &space),
    })
}

/// Runs one call on the simulated robot.
fn run(call: &cli::Call, output: &Output) -> Result<ExitCode, Error> {
    let board = RoverBoard::new();
    let simulator = Simulator::new(&board).map_err(Error::usage)?;
    let session = Session::<RoverSkills, _>::new(&board, simulator).map_err(Error::usage)?;
    let mut session = session.in_realtime(call.realtime);
    let state = |robot: &Simulator<'_>| if robot.holds() { "holds a can" } else { "holds nothing" };
    call.run(output, &mut session, NoTrace, state)
}
