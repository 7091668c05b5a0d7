//! `nao`: runs skills on a simulated NAO, lists them, draws them. The program is [`main`]; as a library
//! it can be tested with all features, whatever the program is built with.
#![deny(clippy::print_stdout, clippy::print_stderr)]

mod describe;
#[cfg(feature = "defmt")]
mod frames;
mod gamecontroller;
#[cfg(unix)]
mod lola;
mod measures;
mod motions;
mod numbers;
mod packets;
mod play;
mod quiet_field;
#[cfg(feature = "record")]
mod replay;
mod run;
mod season;
mod spaces;
mod talk;
mod trace;

use clap::{Parser, Subcommand};
use skill_studio::{Description, Error, Output, cli};
use spaces::{InSpace, SpaceName};
use std::process::ExitCode;

/// Runs skills on a simulated NAO, lists them, draws them.
#[derive(Parser)]
#[command(
    name = "nao",
    version,
    arg_required_else_help = true,
    after_help = "Install it from a checkout with `cargo install --path nao`.",
    after_long_help = "Install it from a checkout with `cargo install --path nao`, and let your shell \
        complete its command line with what `nao completions` prints.\n\
        Exit status: 0 if all went well; 1 if a skill FAILED, a game was not sound, or a trace \
        breaks off; 2 if the command line or a file cannot be used, or the output cannot be \
        written. A closed pipe is no error: `nao run .. | head -1` runs the skill to its end, and \
        the exit status of `nao` says how it ended."
)]
struct Arguments {
    #[command(flatten)]
    common: cli::Common,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Runs a skill and prints its transitions: exit status 0 FINAL, 1 FAILED, 2 a
    /// call that cannot be read.
    Run(InSpace<run::Run>),
    /// Lists the skills of a space, or of each, with their arguments, what they execute, and
    /// the interfaces they use, and the agents that call them.
    List(InSpace<cli::List>),
    /// Prints the graph of a skill or an agent.
    Graph(InSpace<cli::Graph>),
    /// Plays football with an agent on a simulated field.
    Play(play::Play),
    /// Plays many games, each with its own seed and in a process of its own, and prints a summary: exit status 1 if
    /// a game has a fault.
    Season(season::Season),
    /// Runs the agent, or a skill, on a NAO V6 over LoLA, the robot's own interface: each sensor
    /// packet is a pass. A watchdog sits the robot down when skills do not reply.
    #[cfg(unix)]
    Lola(lola::Lola),
    /// Shows a recording in the live page, back and forth; or runs its skills again and compares
    /// the results.
    #[cfg(feature = "record")]
    Replay(cli::Replay),
    /// Prints which states and transitions recordings have taken.
    #[cfg(feature = "record")]
    Coverage(cli::Covered),
    /// Writes what recordings have as a table, a row for each state visit, transition, call, sent message and
    /// failure: Parquet, or lines of JSON. Exit status 1 if a file is no recording.
    #[cfg(feature = "index")]
    Index(cli::Index),
    /// Runs a query on such tables with DuckDB, or prints it as SQL.
    #[cfg(feature = "index")]
    Ask(cli::Ask),
    /// Shows a robot that another program runs: in a live page, in the terminal, or as lines.
    #[cfg(feature = "remote")]
    Watch(cli::Watch),
    /// Prints why the active states of a robot that another program runs are not left.
    #[cfg(feature = "remote")]
    Why(cli::WhyOf),
    /// Calls a skill of a robot that another program runs, stops it, or prints its status: exit
    /// status 0 FINAL, 1 FAILED, 2 refused.
    #[cfg(feature = "remote")]
    Call(cli::Service),
    /// Offers the skills of a robot that another program runs as tools of a language model: a server
    /// of the Model Context Protocol on standard input and output.
    #[cfg(feature = "remote")]
    Mcp(InSpace<cli::Mcp>),
    /// Lists the parameters of the skills and agents of a space, with their values.
    Params(InSpace<cli::Params>),
    /// Sets a parameter of a robot that another program runs.
    #[cfg(feature = "remote")]
    Set(cli::Set),
    /// Prints the description of a robot, by which programs that were not built with it can show
    /// it.
    Describe(InSpace<describe::DescribeNao>),
    /// Makes a folder for any web server: the live page, in which the robot plays football itself. Builds the game
    /// for WebAssembly, by cargo, in a clone of this project.
    #[cfg(feature = "playground")]
    Playground(cli::Playground),
    /// Reads traces.
    #[command(subcommand)]
    Trace(trace::Command),
    /// Prints completions of this command line for a shell.
    Completions(cli::Completions),
}

impl AsRef<cli::Common> for Arguments {
    fn as_ref(&self) -> &cli::Common {
        &self.common
    }
}

/// Parses the command line and runs the command.
#[must_use]
pub fn main() -> ExitCode {
    cli::main(dispatch)
}

fn dispatch(arguments: Arguments, output: &Output) -> Result<ExitCode, Error> {
    match arguments.command {
        Command::Run(run) => {
            let (run, space) = run.parts();
            let agents = space.space().agents;
            spaces::in_space!(space, S => run.run::<S>(output, agents))
        }
        Command::List(list) => list.command.run(output, &SpaceName::or_all(list.space)),
        Command::Graph(graph) => {
            let (graph, space) = graph.parts();
            graph.run(output, &space.space())
        }
        // Agents call skills that only the space `soccer` has.
        Command::Play(play) => play.run(output),
        Command::Season(season) => season.run(output),
        #[cfg(unix)]
        Command::Lola(lola) => lola.run(output, SpaceName::Soccer.space().agents),
        #[cfg(feature = "record")]
        Command::Replay(recorded) => replay::run(&recorded, output),
        #[cfg(feature = "record")]
        Command::Coverage(covered) => covered.run(output, &describe::known()),
        #[cfg(feature = "index")]
        Command::Index(index) => index.run(output, &describe::known()),
        #[cfg(feature = "index")]
        Command::Ask(ask) => ask.run(output, "nao"),
        #[cfg(feature = "remote")]
        Command::Watch(watch) => watch.run(output, &describe::known()),
        #[cfg(feature = "remote")]
        Command::Why(why) => why.run(output, &describe::known()),
        #[cfg(feature = "remote")]
        Command::Call(call) => call.run(output),
        #[cfg(feature = "remote")]
        Command::Mcp(mcp) => {
            let (mcp, space) = mcp.parts();
            let agents = space.space().agents;
            spaces::in_space!(space, S => {
                let description = Description::of::<S>("nao", agents);
                mcp.run::<S>(output, description, Some(run::rehearse::<S>))
            })
        }
        Command::Params(params) => {
            let (params, space) = params.parts();
            let agents = space.space().agents;
            let described = spaces::in_space!(space, S => Description::of::<S>("nao", agents));
            params.run(output, &described)
        }
        #[cfg(feature = "remote")]
        Command::Set(set) => set.run(output),
        Command::Describe(describe) => {
            let (describe, space) = describe.parts();
            describe.run(output, space)
        }
        #[cfg(feature = "playground")]
        Command::Playground(playground) => {
            playground.run(output, &describe::soccer(), Some("playground"))
        }
        Command::Trace(command) => command.run(output),
        Command::Completions(completions) => completions.run::<Arguments>(output),
    }
}
