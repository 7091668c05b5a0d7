//! `nao`: runs skills on a simulated NAO, lists them, draws them.

/// Prints a line. Who stops reading has read enough: then it ends.
macro_rules! say {
    ($($what:tt)*) => {{
        use std::io::Write as _;
        if writeln!(std::io::stdout(), $($what)*).is_err() {
            std::process::exit(0);
        }
    }};
}

mod demo;
#[cfg(feature = "defmt")]
mod frames;
mod graph;
mod list;
mod play;
mod run;
mod session;
mod spaces;
mod trace;

use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// Runs skills on a simulated NAO, lists them, draws them.
///
/// Without a command it shows what it can: the robot lies on its back, stands up,
/// beckons and parks.
#[derive(Parser)]
#[command(name = "nao", version)]
struct Arguments {
    /// The skill space; soccer if not given.
    #[arg(long, global = true, value_enum)]
    space: Option<spaces::Space>,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Runs a skill and prints its transitions: exit status 0 FINAL, 1 FAILED, 2 a
    /// call that cannot be read.
    Run(run::Arguments),
    /// Lists the skills of a space, or of each, with their arguments, what they execute, and
    /// the interfaces they use.
    List(list::Arguments),
    /// Prints the graph of a skill.
    Graph(graph::Arguments),
    /// Has an agent play football on a simulated field.
    Play(play::Arguments),
    /// Reads traces.
    #[command(subcommand)]
    Trace(trace::Command),
}

fn main() -> ExitCode {
    let Arguments { space, command } = Arguments::parse();
    let chosen = space.unwrap_or(spaces::Space::Soccer);
    match command {
        None => demo::demo(),
        Some(Command::Run(arguments)) => {
            spaces::in_space!(chosen, Chosen => run::run::<Chosen>(&arguments))
        }
        Some(Command::List(arguments)) => list::list(space, &arguments),
        Some(Command::Graph(arguments)) => graph::graph(chosen, &arguments),
        Some(Command::Play(arguments)) => play::play(&arguments),
        Some(Command::Trace(command)) => trace::trace(&command),
    }
}

/// The exit status of a usage error.
fn usage(message: impl std::fmt::Display) -> ExitCode {
    eprintln!("error: {message}");
    ExitCode::from(2)
}

/// `; did you mean "x"?`, or nothing.
fn did_you_mean(name: &str, names: impl Iterator<Item = &'static str>) -> String {
    skill_runtime::call::nearest(name, names)
        .map_or(String::new(), |near| format!("; did you mean \"{near}\"?"))
}
