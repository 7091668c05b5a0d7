//! `nao play`: an agent plays on the simulated field.

mod game;
mod hand;
mod picture;
mod report;
#[cfg(test)]
mod tests;

use crate::usage;
use clap::{Args, ValueEnum};
use game::{Game, Who};
use skills_nao::field::{Field, Options};
use skills_nao::interfaces::NaoBlackboard;
use std::fs::File;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

/// What `nao play` is told.
#[derive(Args)]
pub struct Arguments {
    /// Who decides.
    #[arg(long, value_enum, default_value_t = Who::Striker)]
    agent: Who,
    /// The seed of all that is random.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// How long the game lasts, in simulated minutes.
    #[arg(long, value_name = "M", default_value_t = 5.0, value_parser = minutes)]
    minutes: f64,
    /// Nobody pushes the robot, moves the ball or stalls a writer.
    #[arg(long)]
    calm: bool,
    /// Keeps step with the clock on the wall.
    #[arg(long)]
    realtime: bool,
    /// Draws field, ways, falls and kicks to this file.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// What is printed.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// What is printed.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Each skill call and what happens on the field, then the score.
    Text,
    /// One report at the end.
    Json,
}

fn minutes(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(minutes) if (0.05..=1000.0).contains(&minutes) => Ok(minutes),
        _ => Err("expected minutes, 0.05 to 1000".into()),
    }
}

/// Plays. The exit status is 1 if a skill ran longer than it may or a fall was not dealt
/// with.
pub fn play(arguments: &Arguments) -> ExitCode {
    let time = Duration::from_secs_f64(arguments.minutes * 60.0);
    let options = Options {
        seed: arguments.seed,
        disturbances: !arguments.calm,
        game: time,
        ..Options::default()
    };
    // A file that cannot be written is known before, not after the game.
    let mut svg = match arguments.svg.as_ref().map(File::create).transpose() {
        Ok(svg) => svg,
        Err(error) => return usage(format!("--svg: {error}")),
    };
    let board = NaoBlackboard::new();
    let mut game = match Game::new(&board, Field::new(&options), arguments.agent) {
        Ok(game) => game,
        Err(error) => return usage(error),
    };
    let wall = std::time::Instant::now();
    let text = arguments.format == Format::Text;
    let mut out = std::io::stdout();
    while game.time() < time {
        if arguments.realtime {
            std::thread::sleep(game.time().saturating_sub(wall.elapsed()));
        }
        for line in game.pass() {
            // Who stops reading has read enough.
            if text && writeln!(out, "{line}").is_err() {
                return ExitCode::SUCCESS;
            }
        }
    }
    let report = game.report(arguments.seed);
    let picture =
        |file: &mut File| file.write_all(picture::svg(game.journey(), &report).as_bytes());
    if let Some(Err(error)) = svg.as_mut().map(picture) {
        return usage(format!("--svg: {error}"));
    }
    let _ = match arguments.format {
        Format::Text => write!(out, "\n{report}"),
        Format::Json => match serde_json::to_string(&report) {
            Ok(json) => writeln!(out, "{json}"),
            Err(error) => return usage(error),
        },
    };
    if report.is_sound() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
