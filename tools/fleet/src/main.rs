//! Runs a fleet of 50 robots in network namespaces, with three viewers and one router, and commands it with the PyPI
//! package `eclipse-zenoh`, a client of others. `cargo xtask fleet`.

use anyhow::{Context as _, ensure};
use clap::Parser;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use tool_support::{command, python, workspace};

/// The client. It has the version of the library.
const CLIENT: &str = "eclipse-zenoh==1.10.2";
/// The time after which all of it is ended, s.
const LIMIT_SEC: &str = "900";
/// Networks, processes and mounts of its own: nothing stays.
const NAMESPACES: [&str; 6] =
    ["--net", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc"];

/// The programs that it takes, with an option that they have, and their packages.
const PROGRAMS: [[&str; 3]; 4] = [
    ["ip", "-V", "iproute2"],
    ["iptables", "-V", "iptables"],
    ["curl", "-V", "curl"],
    ["openssl", "version", "openssl"],
];

/// Run a fleet of 50 robots in network namespaces
#[derive(Parser)]
#[command(bin_name = "cargo xtask fleet")]
struct Options {
    /// Run these parts only: measure, control, stop, router, loss, secure, peers
    parts: Vec<String>,
}

fn main() -> ExitCode {
    tool_support::exit(run(&Options::parse()))
}

fn run(options: &Options) -> anyhow::Result<bool> {
    for [program, option, package] in PROGRAMS {
        let is_there = command::succeeds(Command::new(program).arg(option));
        ensure!(is_there, "`{program}` is not installed\nhelp: apt-get install {package}");
    }
    let folder = workspace().join("target/fleet");
    let programs = build()?;
    let python = python::with_packages(&folder, &[CLIENT])?;
    let refused = "no namespace of the network: it takes `unshare` of util-linux, and root";
    let can = Command::new("unshare").args(NAMESPACES).arg("true").status().context(refused)?;
    ensure!(can.success(), refused);
    let here = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut check = Command::new("timeout");
    check.args(["--kill-after=5", LIMIT_SEC, "unshare"]).args(NAMESPACES).arg(python);
    check.arg(here.join("check.py")).arg(&programs).arg(&folder).args(&options.parts);
    Ok(check.status().context("cannot run timeout")?.success())
}

/// Returns the folder of the programs.
fn build() -> anyhow::Result<PathBuf> {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.current_dir(workspace()).args(["build", "--quiet", "--release"]);
    // Those of this package: scripts that read them would build the library of zenoh again.
    for (name, _) in std::env::vars_os() {
        let text = name.to_string_lossy();
        if text.starts_with("CARGO_PKG_") || text.starts_with("CARGO_MANIFEST_") {
            cargo.env_remove(&name);
        }
    }
    command::run(cargo.args(["-p", "robot-skill-fleet", "--bins", "--examples"]))?;
    let folder = std::env::var_os("CARGO_TARGET_DIR");
    let folder = folder.map_or_else(|| workspace().join("target"), PathBuf::from);
    Ok(folder.join("release"))
}
