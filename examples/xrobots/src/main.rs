//! A robot drives four squares and four triangles, and again, until it hits something: the
//! program of figures 2 and 3 of the XRobots paper.
//!
//! `cargo run --release -p xrobots -- --svg path.svg` prints and draws the drive. With a command it is a robot as any
//! other, in the live page step by step: `cargo run -p xrobots --features full -- run 'root{}' --gui --allow-commands`
#![deny(clippy::print_stdout, clippy::print_stderr)]

mod floor;
mod journey;
mod picture;
mod program;
mod robot;
mod story;
#[cfg(test)]
mod tests;

use clap::Parser;
use journey::{Drive, Plan};
use program::XRobots;
use robot::{Board, Point};
use skill_studio::cli::Robot;
use skill_studio::{Error, Escaped, Output, OutputFile, cli};
use std::path::PathBuf;
use std::process::ExitCode;

/// Four squares and four triangles.
const AFTER: u8 = 8;
/// Most figures that may be driven before the obstacle.
const MAX_AFTER: i64 = 24;
/// The distance of the end of the floor from the start.
const FLOOR_MM: f64 = 100_000.0;

/// Drives squares and triangles until the robot hits an obstacle, and prints what happens.
///
/// Places are in mm; the robot starts at (0, 0) and looks along x. Exit status: 0 if it
/// stopped at the obstacle, 1 if it never got there, 2 for arguments that cannot be used.
#[derive(Parser)]
#[command(name = "xrobots", args_conflicts_with_subcommands = true)]
struct Arguments {
    #[command(flatten)]
    common: cli::Common,
    /// Draws the path into this file.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Place of the obstacle, in mm.
    #[arg(long, value_name = "X,Y", default_value = "-1500,2700", value_parser = place, allow_hyphen_values = true)]
    obstacle: Point,
    /// The number of figures after which the obstacle is put there.
    #[arg(long, value_name = "FIGURES", default_value_t = AFTER, value_parser = clap::value_parser!(u8).range(..=MAX_AFTER))]
    after: u8,
    #[command(subcommand)]
    command: Option<Box<cli::Commands>>,
}

impl AsRef<cli::Common> for Arguments {
    fn as_ref(&self) -> &cli::Common {
        &self.common
    }
}

/// Parses a place: two numbers with a comma.
fn place(text: &str) -> Result<Point, String> {
    let (x, y) = text.split_once(',').ok_or("expected X,Y, such as -1500,2700")?;
    let number = |text: &str| {
        let mm: f64 =
            text.trim().parse().map_err(|_| format!("`{}` is no number", Escaped(text)))?;
        if mm.abs() <= FLOOR_MM {
            Ok(mm)
        } else {
            Err(format!("{text} is not within {FLOOR_MM} mm of the start"))
        }
    };
    Ok(Point { x_mm: number(x)?, y_mm: number(y)? })
}

fn main() -> ExitCode {
    let robot = Robot::<XRobots, _>::new("xrobots", floor::robot).with_world(floor::WORLD);
    robot.main_with(|robot, arguments: Arguments, output| match arguments.command {
        None => run(&arguments, output),
        Some(command) => robot.run(*command, output),
    })
}

fn run(arguments: &Arguments, output: &Output) -> Result<ExitCode, Error> {
    arguments.svg.as_deref().map_or(Ok(()), OutputFile::check)?;
    let plan = Plan { obstacle: arguments.obstacle, after: usize::from(arguments.after) };
    let board = Board::new();
    let journey = Drive::new(&board, plan).map_err(Error::usage)?.finish();
    output.line("Places in mm; the robot starts at (0, 0) and looks along x.");
    output.write(format_args!("{}", story::text(&journey, plan.obstacle)));
    if let Some(file) = &arguments.svg {
        OutputFile::write(file, picture::draw(&journey, plan.obstacle).as_bytes())?;
        output.line(format_args!("The way is drawn in {}.", Escaped(file.display())));
    }
    if journey.stop.is_none() {
        let obstacle = plan.obstacle;
        cli::report(format_args!(
            "the obstacle at {obstacle} is not in the way, so the robot never got there"
        ));
        return Ok(ExitCode::FAILURE);
    }
    Ok(ExitCode::SUCCESS)
}
