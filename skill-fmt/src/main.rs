//! The program `cargo skill-fmt`.

use std::process::ExitCode;

fn main() -> ExitCode {
    skill_fmt::cli::main()
}
