//! The game of the simulated NAO in a web page: what `nao playground DIR` puts there.
//!
//! A simulated robot has this without a line of its own; the game has a score and an end.

mod football;

use std::process::ExitCode;

fn main() -> ExitCode {
    skill_studio::playground::main(football::page())
}
