//! Runs the Python package `physics` of this directory: a NAO with contact physics that speaks
//! LoLA, and the search for its motions. `cargo xtask physics`.

use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::{Command, ExitCode};

use anyhow::Context as _;
use tool_support::{command, python, workspace};

fn main() -> ExitCode {
    tool_support::exit(run())
}

/// Replaces this process by Python's, so that it gets the signals; returns only on failure.
fn run() -> anyhow::Result<bool> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR"));
    let packages = include_str!("../requirements.txt").lines();
    let packages: Vec<&str> = packages.filter(|line| !line.starts_with('#')).collect();
    let python = python::with_packages(&workspace().join("target/physics"), &packages)?;
    let mut arguments: Vec<_> = std::env::args_os().skip(1).collect();
    if arguments.iter().any(|argument| argument == "--test") {
        arguments.extend(["--program".into(), command::nao(true)?.into()]);
    }
    let error = Command::new(&python)
        .args(["-m", "physics"])
        .args(arguments)
        .env("PYTHONPATH", directory)
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .exec();
    Err(error).with_context(|| format!("cannot run {}", python.display()))
}
