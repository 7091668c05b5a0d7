//! Runs the tools of this workspace: `cargo xtask NAME ARGUMENTS..`.
//!
//! Each tool is a crate in `tools/`, compiled when it is first called. This crate has no
//! dependencies, so that it compiles in a second.

use std::process::{Command, ExitCode};

/// A tool.
struct Tool {
    /// Its name on the command line.
    name: &'static str,
    /// The package in `tools/`.
    package: &'static str,
    /// Whether the package has several tools, and expects the name as its first argument.
    is_subcommand: bool,
    /// One line for `--help`.
    about: &'static str,
}

const TOOLS: [Tool; 11] = [
    tool("corpus", "tool-corpus", "Run recorded machines of Fawkes as skills and compare"),
    tool("interfaces", "tool-interfaces", "Compile and test a directory of interface descriptions"),
    tool("proof", "tool-proof", "Prove that stepping a skill neither panics nor allocates"),
    tool("loom", "tool-loom", "Model check the blackboard under every order of events"),
    tool("nao", "tool-geode", "Build, test and prove the C library for the NAO's processor"),
    Tool {
        is_subcommand: true,
        ..tool(
            "nested",
            "tool-differential",
            "Compare random skills with an interpreter of the rules",
        )
    },
    Tool {
        is_subcommand: true,
        ..tool(
            "scxml",
            "tool-differential",
            "Compare random skills with an implementation of SCXML",
        )
    },
    tool("ide", "tool-ide", "Check what rust-analyzer shows inside `skill!`"),
    tool("trace", "tool-trace", "Compare decoded trace frames with the printed trace"),
    tool("season", "tool-season", "Play many simulated games of the striker"),
    tool("bench", "tool-bench", "Measure the engine beside other state machine libraries"),
];

const fn tool(name: &'static str, package: &'static str, about: &'static str) -> Tool {
    Tool { name, package, is_subcommand: false, about }
}

fn help() -> String {
    let lines = TOOLS.iter().map(|tool| format!("  {:<11} {}\n", tool.name, tool.about));
    format!(
        "Runs the tools of this workspace\n\nUsage: cargo xtask <TOOL> [ARGUMENTS]..\n\nTools:\n{}\n\
         `cargo xtask <TOOL> --help` describes the arguments.\n\
         Exit status: 0 if everything holds, 1 if something does not, 2 if a tool could not run.\n",
        lines.collect::<String>()
    )
}

fn main() -> ExitCode {
    let mut arguments = std::env::args_os().skip(1);
    let name = arguments.next().unwrap_or_else(|| "--help".into());
    if name == "--help" || name == "-h" || name == "help" {
        print!("{}", help());
        return ExitCode::SUCCESS;
    }
    let Some(tool) = TOOLS.iter().find(|tool| name == tool.name) else {
        eprintln!("error: no tool `{}`\n\n{}", name.display(), help());
        return ExitCode::from(2);
    };
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.args(["run", "--quiet", "--package", tool.package, "--"]);
    if tool.is_subcommand {
        cargo.arg(tool.name);
    }
    match cargo.args(arguments).status() {
        // Cargo fails with 101 if the tool does not compile.
        Ok(status) => match status.code() {
            Some(code @ (0 | 1)) => ExitCode::from(u8::from(code == 1)),
            _ => ExitCode::from(2),
        },
        Err(error) => {
            eprintln!("error: cannot run cargo: {error}");
            ExitCode::from(2)
        }
    }
}
