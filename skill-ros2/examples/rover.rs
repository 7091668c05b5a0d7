//! The rover in ROS 2.

// ANCHOR: program
use rover::agent::Collector;
use rover::simulator::Simulator;
use rover::skills::RoverSkills;
use skill_ros2::ServerOptions;
use skill_runtime::Agent;
use skill_studio::{Description, Error, Session};
use std::process::ExitCode;

fn main() -> ExitCode {
    let description = Description::of::<RoverSkills>("rover", const { &[Collector::INFO] });
    skill_ros2::main(description, rover)
}

/// The simulated rover, at the pace of the wall clock.
fn rover(_: ServerOptions) -> Result<Session<'static, RoverSkills, Simulator<'static>>, Error> {
    let board = Box::leak(Box::default());
    let simulator = Simulator::new(board).map_err(Error::usage)?;
    Ok(Session::new(board, simulator).map_err(Error::usage)?.in_realtime(true))
}
// ANCHOR_END: program
