//! Feeds wild numbers to the NAO's skills, in skill strings, messages and sensors, and checks that
//! every command that comes out is within the limits of the body: `cargo xtask wild`.
//!
//! | part | contains |
//! |---|---|
//! | `host` | the C library: host and behavior over shared memory, wild sensors |
//! | `simulator` | all skills on the simulated robot, with wild sensors and a wild world |
//! | `field` | all skills on the simulated field, with wild messages to each of its parts |

mod field;
mod generate;
mod host;
mod limits;
mod simulator;

use clap::Parser;
use generate::Wild;
use std::fmt;
use std::process::ExitCode;
use tool_support::Progress;

/// Feed wild numbers to the NAO's skills, in skill strings, messages and sensors: no command may
/// be beyond the limits of the body, NaN or infinite
#[derive(Clone, Copy, Parser)]
#[command(bin_name = "cargo xtask wild")]
struct Options {
    /// The number of accepted calls and messages of each part
    #[arg(long, default_value_t = 10_000_000)]
    calls: u64,
    /// The number of ticks of each part; a tenth of it on the field
    #[arg(long, default_value_t = 10_000_000)]
    ticks: u64,
    /// The seed of all random numbers
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

#[derive(Clone, Copy, Debug, Default)]
struct Figures {
    pub ticks: u64,
    /// The number of skill strings that were accepted.
    pub calls: u64,
    /// The number of skill strings that were refused.
    pub refused: u64,
    /// The number of messages that were queued for the body.
    pub messages: u64,
    /// The number of commands that came out.
    pub commands: u64,
    /// The number of commands that were clamped.
    pub clamped: u32,
    /// The number of commands that were discarded.
    pub discarded: u32,
}

impl Figures {
    /// Returns whether enough has happened.
    const fn suffice(&self, calls: u64, ticks: u64) -> bool {
        self.calls + self.messages >= calls && self.ticks >= ticks
    }
}

impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { ticks, calls, refused, messages, commands, clamped, discarded } = self;
        write!(
            f,
            "{ticks} ticks, {calls} calls accepted and {refused} refused, {messages} messages, \
             {commands} commands; {clamped} clamped, {discarded} discarded"
        )
    }
}

/// A part, which runs one tick at a time.
trait Part {
    /// Runs a tick, with the calls and messages before it.
    fn tick(&mut self, wild: &mut Wild) -> anyhow::Result<()>;
    fn figures(&self) -> Figures;
}

fn main() -> ExitCode {
    tool_support::exit(Ok(run(Options::parse())))
}

/// Runs one of the parts, with its name.
type RunPart = fn(Options, &str) -> anyhow::Result<Figures>;

/// Runs all parts and prints their figures. Returns whether all commands were within the limits.
fn run(options: Options) -> bool {
    let Options { calls, ticks, seed } = options;
    let tenth = Options { calls: calls / 10, ticks: ticks / 10, seed };
    let parts: [(&str, Options, RunPart); 3] = [
        ("C host", options, host::run),
        ("simulator", options, simulator::run),
        ("field", tenth, field::run),
    ];
    let mut holds = true;
    for (name, options, part) in parts {
        match part(options, name) {
            Ok(figures) => println!("ok   {name}: {figures}"),
            Err(error) => {
                holds = false;
                println!("FAIL {name}: {error:#}");
            }
        }
    }
    holds
}

fn run_part(part: &mut impl Part, options: Options, name: &str) -> anyhow::Result<Figures> {
    const STEP: u64 = 1000;
    let mut wild = Wild::new(options.seed);
    let progress = Progress::bar(name, options.ticks.max(options.calls) / STEP);
    let mut done = 0;
    while !part.figures().suffice(options.calls, options.ticks) {
        if let Err(error) = part.tick(&mut wild) {
            progress.finish(false);
            return Err(error.context(format!("in tick {done} of seed {}", options.seed)));
        }
        done += 1;
        if done % STEP == 0 {
            progress.advance();
        }
    }
    progress.finish(true);
    Ok(part.figures())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A few seconds of what `cargo xtask wild` does.
    #[test]
    fn no_command_is_beyond_the_limits() {
        let options = Options { calls: 8000, ticks: 8000, seed: 7 };
        for part in [host::run, simulator::run, field::run] {
            let figures = part(options, "test").expect("within the limits");
            assert!(figures.calls > 1000 && figures.refused > 100, "{figures}");
            assert!(figures.commands > 1000 && figures.clamped > 1000, "{figures}");
            assert!(figures.discarded > 1000, "{figures}");
        }
    }
}
