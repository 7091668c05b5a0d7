//! Runs the tools of this workspace: `cargo xtask NAME ARGUMENTS..`.
//!
//! Each tool is a crate in `tools/`, compiled when it is first called. This crate has no
//! dependencies, so that it compiles in a second.

mod check;
mod steps;

use std::ffi::OsString;
use std::process::{Command, ExitCode};

struct Tool {
    /// Its name on the command line.
    name: &'static str,
    /// Its package in `tools/`.
    package: &'static str,
    /// One line for `--help`.
    about: &'static str,
    /// Its subcommands, if it has any.
    commands: &'static [&'static str],
    /// Whether the package has several tools, and expects the name as its first argument.
    is_subcommand: bool,
    /// Whether it is compiled with optimization.
    is_release: bool,
}

const fn tool(name: &'static str, package: &'static str, about: &'static str) -> Tool {
    Tool { name, package, about, commands: &[], is_subcommand: false, is_release: false }
}

const TOOLS: &[Tool] = &[
    tool("check", "xtask", "Run the checks that `cargo test` does not make, as CI does"),
    tool("pages", "ui-tests", "Write the book's pages of errors and messages, for mdbook"),
    tool("corpus", "tool-corpus", "Run recorded machines of Fawkes as skills and compare"),
    tool("interfaces", "tool-interfaces", "Compile and test a directory of interface descriptions"),
    tool(
        "proof",
        "tool-proof",
        "Prove the skills and agents of this workspace: no panic, no allocation, an end",
    ),
    tool("loops", "tool-loops", "Compare what the proof says of random loops with what they do"),
    tool("loom", "tool-loom", "Model check the blackboard under every order of events"),
    Tool {
        commands: &["build", "test", "proof", "crash", "header"],
        ..tool("nao", "tool-geode", "Build, test and prove the C library for the NAO's processor")
    },
    Tool {
        is_subcommand: true,
        ..tool("nested", "tool-differential", "Compare random skills with the rules, interpreted")
    },
    Tool {
        is_subcommand: true,
        ..tool("scxml", "tool-differential", "Compare random skills with an SCXML implementation")
    },
    tool("fmt", "tool-fmt", "Format all blocks, random skills and mutated files: nothing is lost"),
    tool("ide", "tool-ide", "Check what rust-analyzer shows inside `skill!`"),
    Tool {
        is_release: true,
        ..tool("layout", "tool-layout", "Check the drawings of skills, compare them with Graphviz")
    },
    Tool {
        is_subcommand: true,
        ..tool("page", "tool-page", "Drive the live page in headless Chromium")
    },
    Tool {
        is_subcommand: true,
        ..tool(
            "playground",
            "tool-page",
            "Make the pages in which NAO and rover run themselves, and check them",
        )
    },
    Tool {
        is_subcommand: true,
        ..tool("fleet-page", "tool-page", "Drive the page of a fleet in headless Chromium")
    },
    tool("structure", "tool-structure", "Measure which files of a crate use each other in circles"),
    tool("firmware", "tool-firmware", "Run the rover's firmware in an emulator and measure it"),
    tool("trace", "tool-trace", "Compare decoded trace frames with the printed trace"),
    tool("referee", "tool-referee", "Send the packets of a game to a robot, check its reports"),
    tool("mcp", "tool-mcp", "Call skills with the Python client of the Model Context Protocol"),
    tool("package", "tool-package", "Pack the published crates and test what is in the packages"),
    tool("physics", "tool-physics", "Run a NAO with contact physics that speaks LoLA"),
    tool("recording", "tool-recording", "Read recordings of games with the programs of others"),
    tool("ros2", "tool-ros2", "Drive the rover with the Python client of ROS 2"),
    tool("fleet", "tool-fleet", "Run a fleet of 50 robots in network namespaces"),
    tool("semver", "tool-semver", "Check that no library breaks programs without a word about it"),
    tool("shards", "tool-season", "Play a season in shards, of which some are killed"),
    Tool {
        is_subcommand: true,
        is_release: true,
        ..tool("season", "nao", "Play many simulated games of the striker")
    },
    Tool {
        is_release: true,
        ..tool("wild", "tool-wild", "Check that no wild number becomes a command beyond the limits")
    },
    tool("bench", "tool-bench", "Compare the engine with other state machine libraries"),
];

fn main() -> ExitCode {
    let mut arguments = std::env::args_os().skip(1);
    let name = arguments.next().unwrap_or_else(|| "help".into());
    if name == "--help" || name == "-h" || name == "help" {
        return help(&arguments.collect::<Vec<_>>());
    }
    if name == "check" {
        return check::run(arguments.map(|word| word.to_string_lossy().into_owned()));
    }
    let Some(tool) = TOOLS.iter().find(|tool| name == tool.name) else {
        eprintln!(
            "error: no tool `{}`\nhelp: `cargo xtask --help` lists the tools",
            name.display()
        );
        return ExitCode::from(2);
    };
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.args(["run", "--quiet", "--package", tool.package]);
    if tool.is_release {
        cargo.arg("--release");
    }
    cargo.arg("--");
    if tool.is_subcommand {
        cargo.arg(tool.name);
    }
    match cargo.args(arguments).status() {
        // A tool that does not compile, or panics, could not run: 2.
        Ok(status) => match status.code() {
            Some(0) => ExitCode::SUCCESS,
            Some(1) => ExitCode::from(1),
            _ => ExitCode::from(2),
        },
        Err(error) => {
            eprintln!("error: cannot run cargo: {error}");
            ExitCode::from(2)
        }
    }
}

/// Prints all tools, or the one that is named. A tool does not have to be compiled for it.
fn help(words: &[OsString]) -> ExitCode {
    let is_named = |tool: &&Tool| match words {
        [] => true,
        [name] => name == tool.name,
        [name, command, ..] => {
            let has = tool.commands.is_empty() || tool.commands.iter().any(|each| command == each);
            name == tool.name && has
        }
    };
    let tools: Vec<&Tool> = TOOLS.iter().filter(is_named).collect();
    if tools.is_empty() {
        eprintln!("error: no such tool\nhelp: `cargo xtask --help` lists the tools");
        return ExitCode::from(2);
    }
    println!(
        "Runs the tools of this workspace\n\nUsage: cargo xtask <TOOL> [ARGUMENTS]..\n\nTools:"
    );
    for Tool { name, about, commands, .. } in tools {
        let commands = commands.join("|");
        println!("  {:<28} {about}", format!("{name} {commands}"));
    }
    println!(
        "\n`cargo xtask <TOOL> --help` describes the arguments.\n\
         Exit status: 0 if everything holds, 1 if something does not, 2 if a tool could not run."
    );
    ExitCode::SUCCESS
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fs;
    use std::path::Path;

    use super::TOOLS;

    #[test]
    fn every_tool_is_listed() {
        let tools = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tools");
        let packages: BTreeSet<String> = fs::read_dir(tools)
            .expect("a directory")
            .map(|entry| entry.expect("an entry"))
            .filter(|entry| entry.path().join("src/main.rs").exists())
            .map(|entry| format!("tool-{}", entry.file_name().to_string_lossy()))
            .collect();
        let listed: BTreeSet<String> = TOOLS[2..]
            .iter()
            .map(|tool| tool.package.to_owned())
            .filter(|of| of != "nao")
            .collect();
        assert_eq!(listed, packages);
    }
}
