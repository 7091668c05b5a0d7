//! The rover in a fleet.

// ANCHOR: program
use rover::agent::Collector;
use rover::interfaces::RoverBoard;
use rover::simulator::Simulator;
use rover::skills::RoverSkills;
use skill_runtime::Agent;
use skill_studio::{Description, Error, Session};
use std::process::ExitCode;

fn main() -> ExitCode {
    let description = Description::of::<RoverSkills>("rover", const { &[Collector::INFO] });
    skill_fleet::main(description, rover)
}

/// The simulated rover, at the pace of the wall clock.
fn rover() -> Result<Session<'static, RoverSkills, Simulator<'static>>, Error> {
    let board: &RoverBoard = Box::leak(Box::default());
    let simulator = Simulator::new(board).map_err(Error::usage)?;
    Ok(Session::new(board, simulator).map_err(Error::usage)?.in_realtime(true))
}
// ANCHOR_END: program
