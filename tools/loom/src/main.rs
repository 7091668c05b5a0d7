//! Model checks the blackboard with loom: every order of events between threads, up to a
//! bound. The models are in `skill-runtime/tests/blackboard.rs`. `cargo xtask loom`.

use std::process::ExitCode;

use anyhow::Context as _;
use tool_support::{command, packages, workspace};

fn main() -> ExitCode {
    tool_support::exit(run())
}

/// Runs the models. Returns whether they hold.
fn run() -> anyhow::Result<bool> {
    let workspace = workspace();
    // The flag would recompile everything else in `target`.
    let mut cargo = command::cargo(&workspace, &workspace.join("target").join("loom"));
    cargo.args(["test", "--package", packages::RUNTIME.name, "--test", "blackboard", "--release"]);
    cargo.env("RUSTFLAGS", "--cfg loom");
    let status = cargo.status().context("cannot run cargo")?;
    Ok(status.success())
}
