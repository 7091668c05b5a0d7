//! A robot drives four squares and four triangles, and again, until it hits something: the
//! program of figures 2 and 3 of the XRobots paper.
//!
//! `cargo run --release -p xrobots -- --svg path.svg`

mod journey;
mod picture;
mod program;
mod robot;
mod story;
#[cfg(test)]
mod tests;

use clap::Parser;
use journey::{Drive, Plan};
use robot::{Board, Point};
use std::path::PathBuf;
use std::process::ExitCode;

/// Four squares and four triangles.
const AFTER: u8 = 8;
/// Most figures that may be driven before the obstacle.
const MOST_AFTER: i64 = 24;
/// The floor ends so far from the start.
const FLOOR_MM: f64 = 100_000.0;

/// Drives squares and triangles until the robot hits an obstacle, and prints what happens.
///
/// Places are in mm; the robot starts at (0, 0) and looks along x. Exit status: 0 if it
/// stopped at the obstacle, 1 if it never got there, 2 for arguments that cannot be used.
#[derive(Parser)]
#[command(name = "xrobots")]
struct Arguments {
    /// Draws the way into this file.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Place of the obstacle, in mm.
    #[arg(long, value_name = "X,Y", default_value = "-1500,2700", value_parser = place, allow_hyphen_values = true)]
    obstacle: Point,
    /// The obstacle is put there once so many figures are driven.
    #[arg(long, value_name = "FIGURES", default_value_t = AFTER, value_parser = clap::value_parser!(u8).range(..=MOST_AFTER))]
    after: u8,
}

/// Reads a place: two numbers with a comma.
fn place(text: &str) -> Result<Point, String> {
    let (x, y) = text.split_once(',').ok_or("expected X,Y, such as -1500,2700")?;
    let number = |text: &str| {
        let mm: f64 = text.trim().parse().map_err(|_| format!("`{text}` is no number"))?;
        if mm.abs() <= FLOOR_MM {
            Ok(mm)
        } else {
            Err(format!("{text} is not within {FLOOR_MM} mm of the start"))
        }
    };
    Ok(Point { x_mm: number(x)?, y_mm: number(y)? })
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let plan = Plan { obstacle: arguments.obstacle, after: usize::from(arguments.after) };
    let board = Board::new();
    let journey = match Drive::new(&board, plan) {
        Ok(drive) => drive.finish(),
        Err(error) => return failed(2, error),
    };
    println!("Places in mm; the robot starts at (0, 0) and looks along x.");
    print!("{}", story::text(&journey, plan.obstacle));
    if let Some(file) = arguments.svg {
        if let Err(error) = std::fs::write(&file, picture::draw(&journey, plan.obstacle)) {
            return failed(2, format!("cannot write {}: {error}", file.display()));
        }
        println!("The way is drawn in {}.", file.display());
    }
    if journey.stop.is_none() {
        let obstacle = plan.obstacle;
        return failed(
            1,
            format!("the obstacle at {obstacle} is not in the way, so the robot never got there"),
        );
    }
    ExitCode::SUCCESS
}

fn failed(status: u8, why: impl std::fmt::Display) -> ExitCode {
    eprintln!("error: {why}");
    ExitCode::from(status)
}
