//! Calls each skill of a simulated NAO as a tool, with the Python package `mcp`, the protocol's own client.
//! `cargo xtask mcp`.

use clap::Parser;
use std::path::Path;
use std::process::{Command, ExitCode};
use tool_support::{command, python, workspace};

/// The client, whose results differ in their fields from version to version.
const CLIENT: &str = "mcp==2.3.0";

/// Call each skill of a NAO with the Python client of the Model Context Protocol
#[derive(Parser)]
#[command(bin_name = "cargo xtask mcp")]
struct Options {}

fn main() -> ExitCode {
    let Options {} = Options::parse();
    tool_support::exit(run())
}

fn run() -> anyhow::Result<bool> {
    let nao = command::nao(false)?;
    let python = python::with_packages(&workspace().join("target/mcp"), &[CLIENT])?;
    let check = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/check.py");
    Ok(Command::new(python).arg(check).arg(nao).status()?.success())
}
