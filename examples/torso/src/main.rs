//! The program of the torso.

// ANCHOR: main
use skill_studio::cli::RobotOfParts;
use std::process::ExitCode;

fn main() -> ExitCode {
    RobotOfParts::real("torso", torso::drivers::start).main()
}
// ANCHOR_END: main
