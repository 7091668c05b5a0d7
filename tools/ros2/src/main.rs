//! Drives the rover of `robot-skill-ros2` with the Python client of ROS 2, `rclpy`, which `pins.txt` names with
//! its middleware and its generators of messages: no ROS has to be installed. `cargo xtask ros2`.
//!
//! DDS announces itself on each network of a machine, so all runs in a namespace that has only a loopback.

mod environment;

use anyhow::{Context as _, ensure};
use clap::Parser;
use environment::Environment;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use tool_support::{command, workspace};

/// The time after which the client is ended, s.
const LIMIT_SEC: &str = "300";

/// The loopback alone, with the multicasts by which participants find each other.
const NAMESPACE: &str =
    "ip link set lo up multicast on && ip route add 224.0.0.0/4 dev lo && exec \"$@\"";

/// Drive the rover with the Python client of ROS 2
#[derive(Parser)]
#[command(bin_name = "cargo xtask ros2")]
struct Options {
    /// Run what takes long instead: each skill of the NAO, clients that are killed, latency, and memory for so many
    /// seconds
    #[arg(long, value_name = "SECONDS", num_args = 0..=1, default_missing_value = "3600")]
    campaign: Option<u32>,
    /// Run another Python program with the rover's messages and the path of the rover's program
    #[arg(long, value_name = "FILE")]
    program: Option<PathBuf>,
}

fn main() -> ExitCode {
    tool_support::exit(run(&Options::parse()))
}

fn run(options: &Options) -> anyhow::Result<bool> {
    let rover = build()?;
    let (walker, nao) = (rover.with_file_name("navigate"), rover.with_file_name("nao"));
    let environment = Environment::new(&workspace().join("target/ros2"))?;
    let source = environment.folder.join("src");
    let here = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut packages = vec![(&rover, "rover_skills"), (&walker, "walker_skills")];
    packages.extend(options.campaign.map(|_| (&nao, "nao_skills")));
    for (robot, package) in packages {
        command::run(Command::new(robot).args(["ros2", "packages"]).arg(&source))?;
        environment.build(&source.join(package))?;
    }
    for package in ["nav2_msgs", "tf2_msgs"] {
        environment.build(&here.join(package))?;
    }
    // With its own /proc, in which a process has the number that the check knows.
    let namespace = ["-rn", "--pid", "--fork", "--kill-child", "--mount-proc"];
    let refused = "no namespace of the network: it takes `unshare` of util-linux, and root or user namespaces";
    let can = Command::new("unshare").args(namespace).arg("true").status().context(refused)?;
    ensure!(can.success(), refused);
    let limit = match options.campaign {
        Some(seconds) => (seconds + 1200).to_string(),
        None => LIMIT_SEC.to_owned(),
    };
    let programs = match &options.program {
        Some(program) => vec![program.clone()],
        None if options.campaign.is_some() => vec![here.join("campaign.py")],
        None => vec![here.join("check.py"), here.join("drivers.py")],
    };
    let mut holds = true;
    for program in programs {
        let mut python = Command::new("timeout");
        python.args(["--kill-after=5", &limit, "unshare"]).args(namespace);
        python.args(["sh", "-c", NAMESPACE, "sh"]).arg(environment.python());
        python.arg(program).arg(&rover).args(options.campaign.map(|seconds| seconds.to_string()));
        environment.apply(&mut python);
        holds &= python.status().context("cannot run timeout")?.success();
    }
    Ok(holds)
}

/// Returns the program of the rover.
fn build() -> anyhow::Result<PathBuf> {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.current_dir(workspace());
    command::run(cargo.args(["build", "--quiet", "-p", "robot-skill-ros2", "--examples"]))?;
    let folder = std::env::var_os("CARGO_TARGET_DIR");
    let folder = folder.map_or_else(|| workspace().join("target"), PathBuf::from);
    Ok(folder.join("debug/examples/rover"))
}
