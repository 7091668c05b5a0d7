//! Compares the engine with other state machine libraries: instructions, time, sizes, and the
//! cost of compiling. `cargo xtask bench`.

mod baseline;
mod bounds;
mod compile;
mod compile_count;
mod count;
mod depth;
mod engines;
mod groups;
mod machines;
mod program;
mod report;
mod results;
mod ring;
mod size;
mod time;

use std::fs;
use std::io;
use std::process::{Command, ExitCode};

use anyhow::bail;
use clap::Parser;
use tool_support::command::{self, Callgrind};
use tool_support::{Progress, workspace};

use baseline::Baseline;
use bounds::Bound;
use engines::Engine;
use machines::{MACHINES, Machine};
use program::{Case, Program, RESULT_TEXT};
use results::{Results, Row};
use size::BUILDS;

/// The number of random inputs on which two engines must behave alike.
const INPUTS: u64 = 20_000;
/// The number of builds that a check measures: those for this machine.
const CHECKED: usize = 2;

/// Compare the engine with other state machine libraries, into target/bench.
#[derive(Parser)]
#[command(bin_name = "cargo xtask bench")]
struct Options {
    /// Only count instructions and sizes of our machines: none may be more than 1 % above the
    /// baseline
    #[arg(long)]
    check: bool,
    /// Write the baseline
    #[arg(long)]
    update: bool,
    /// Only count the instructions of the compiler: none may be more than 5 % above version 0.1's
    #[arg(long, conflicts_with_all = ["check", "update"])]
    compile: bool,
    /// Only this machine, and nothing about compiling
    #[arg(long, conflicts_with_all = ["check", "update", "compile"])]
    only: Option<String>,
}

fn main() -> ExitCode {
    tool_support::exit(run(&Options::parse()))
}

/// Measures and prints the tables. Returns whether all bounds hold; for a check, whether
/// nothing is worse than the baseline.
fn run(options: &Options) -> anyhow::Result<bool> {
    Callgrind::require()?;
    if options.compile {
        return compile_count::compare(&workspace());
    }
    let progress = Progress::spinner("bench");
    if options.check || options.update {
        return check(options.update, progress);
    }
    let results = measure(options.only.as_deref(), &progress)?;
    progress.finish(true);
    let bounds = bounds::bounds(&results);
    let table = report::markdown(&results, &bounds);
    if options.only.is_some() {
        print!("{table}");
    } else {
        let bench = workspace().join("target").join("bench");
        fs::write(bench.join("bench.md"), &table)?;
        let data = serde_json::json!({ "results": results, "bounds": bounds });
        fs::write(bench.join("bench.json"), format!("{data:#}\n"))?;
        println!("{table}\nwritten to {}", bench.display());
    }
    Ok(bounds.iter().all(Bound::holds))
}

fn measure(only: Option<&str>, progress: &Progress) -> anyhow::Result<Results> {
    command::require("c++", "apt-get install g++ g++-multilib")?;
    let cases = |machine: Machine| machine.engines().iter().map(move |each| (machine, *each));
    let chosen = |machine: &Machine| only.is_none_or(|only| machine.name() == only);
    let cases: Vec<Case> = MACHINES.into_iter().filter(chosen).flat_map(cases).collect();
    if cases.is_empty() {
        let names: Vec<String> = MACHINES.iter().map(|machine| machine.name()).collect();
        bail!("no machine `{}`\nhelp: the machines are {}", only.unwrap_or(""), names.join(", "));
    }
    let workspace = workspace();
    progress.step("building all machines");
    let program = Program::build(&workspace, "all", &cases)?;
    let mut sizes = Vec::new();
    for build in BUILDS {
        progress.step(&format!("sizes, {}", build.name));
        sizes.push(size::sizes(&program, build, &cases)?);
    }
    let mut rows = Vec::new();
    for case in cases {
        let (machine, engine) = case;
        let module = machine.module(engine);
        progress.step(&module);
        program.run(case, "check", INPUTS)?;
        rows.push(Row {
            machine,
            engine,
            bytes: program.number(case, "info", 1, "bytes")?,
            heap: program.number(case, "transition", 100, "heap")?,
            counts: count::count(&program, case)?,
            times: time::time(&program, case)?,
            sizes: BUILDS
                .iter()
                .zip(&sizes)
                .filter_map(|(build, sizes)| Some((build.name, *sizes.get(&module)?)))
                .collect(),
        });
    }
    progress.step("snapshots of the blackboard");
    let snapshots = count::snapshots(&program)?;
    let costs = match only {
        Some(_) => Vec::new(),
        None => {
            compile::costs(&workspace, &mut |name| progress.step(&format!("compiling {name}")))?
        }
    };
    Ok(Results { rustc: rustc()?, rows, snapshots, costs })
}

/// Compares counts and sizes of our machines with the baseline, or updates the baseline.
fn check(update: bool, progress: Progress) -> anyhow::Result<bool> {
    let workspace = workspace();
    let cases = |machine| [(machine, Engine::Ours), (machine, Engine::Floor)];
    let cases: Vec<Case> = MACHINES.into_iter().flat_map(cases).collect();
    progress.step("building our machines");
    let program = Program::build(&workspace, "ours", &cases)?;
    let sizes = BUILDS[..CHECKED].iter().map(|build| size::sizes(&program, *build, &cases));
    let sizes = sizes.collect::<Result<Vec<_>, _>>()?;
    let of_module = |module: &str| -> Vec<_> {
        sizes.iter().map(|sizes| sizes.get(module).copied().unwrap_or_default()).collect()
    };
    let mut now = Baseline::new(&rustc()?);
    for machine in MACHINES {
        let module = machine.module(Engine::Ours);
        progress.step(&module);
        // The floor must behave as our machine does.
        program.run((machine, Engine::Floor), "check", INPUTS)?;
        let counts = count::count(&program, (machine, Engine::Ours))?;
        now.add(machine.name(), counts, &of_module(&module));
    }
    now.add_sizes(RESULT_TEXT, &of_module(RESULT_TEXT));
    progress.finish(true);
    if update {
        now.write(&workspace)?;
        println!("the baseline is written");
        return Ok(true);
    }
    let holds = now.compare(&Baseline::read(&workspace)?, &mut io::stdout())?;
    if holds {
        println!("{} machines, none worse than the baseline", MACHINES.len());
    }
    Ok(holds)
}

fn rustc() -> anyhow::Result<String> {
    let output = command::run(Command::new("rustc").arg("--version"))?;
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}
