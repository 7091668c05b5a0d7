//! The program of the robot: runs, shows, records and replays its skills.

use skill_runtime::{Agent as _, AgentRunner};
use skill_studio::cli::Robot;
use std::num::NonZeroU32;
use std::process::ExitCode;

use {{crate_name}}::agent::Explorer;
use {{crate_name}}::simulator::Simulator;
use {{crate_name}}::skills::Skills;

/// The sender of the agent's messages.
const AGENT: NonZeroU32 = NonZeroU32::new(1).unwrap();

fn main() -> ExitCode {
    Robot::<Skills, _>::new(env!("CARGO_PKG_NAME"), Simulator::new)
        .with_agent(const { &[Explorer::INFO] }, |board| {
            AgentRunner::new(board, Explorer::default(), AGENT)
        })
        .main()
}
