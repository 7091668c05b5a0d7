//! The program of the vehicle.

// ANCHOR: main
use agv::agent::{Carrier, carrier};
use agv::drivers;
use agv::skills::AgvSkills;
use skill_runtime::Agent;
use skill_studio::cli::Robot;
use std::process::ExitCode;
use std::time::Duration;

fn main() -> ExitCode {
    Robot::<AgvSkills, _, _, _>::real("agv", drivers::start)
        .with_agent(const { &[Carrier::INFO] }, carrier)
        .with_period(Duration::from_millis(20))
        .main()
}
// ANCHOR_END: main
