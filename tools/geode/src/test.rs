//! The tests of the library: refusals, the same trace on every machine, and a robot that stays
//! safe when processes die.

use std::os::unix::process::ExitStatusExt as _;
use std::path::Path;
use std::process::Command;
use std::time::Instant;

use anyhow::Context as _;
use tool_support::{command, packages};

use crate::paths::directory;
use crate::programs::{self, Runner};
use crate::report::{self, Report};
use crate::toolchain::{TARGET, Toolchain, c_compiler, program};
use crate::{header, memory, scenario, watch};

/// The signal of `abort()`.
const SIGABRT: i32 = 6;
/// The seed of the random inputs.
const SEED: &str = "20091120";

/// Runs all tests. Returns whether they passed.
pub fn test(workspace: &Path, ticks: u64) -> anyhow::Result<bool> {
    let toolchain = Toolchain::find()?;
    c_compiler(workspace)?;
    program("qemu-i386", "qemu-user")?;
    println!("nao: building for the Geode with {}", toolchain.describe());
    let mut report = Report::default();
    report.case("the header is that of the sources", header::is_current(workspace));
    let programs = programs::build(workspace, &toolchain)?;
    refusals(&programs, &mut report)?;
    panics(&programs, &mut report)?;
    memory::all(&programs, &mut report);
    watch::all(workspace, &programs, &mut report)?;
    hybrid(workspace, &toolchain, &mut report)?;
    hashes(ticks, &programs, &mut report)?;
    scenario::all(&programs, &mut report);
    Ok(report.finish())
}

fn refusals(programs: &Path, report: &mut Report) -> anyhow::Result<()> {
    for runner in Runner::ALL {
        let output = command::output(&mut runner.command(programs, "refused"))?;
        let passed = output.status.success();
        report.case(
            &format!("bad pointers, sizes, versions are refused ({})", runner.name()),
            passed,
        );
        if !passed {
            report::note(&String::from_utf8_lossy(&output.stdout));
        }
    }
    Ok(())
}

/// A block that panics ends the process, but first the host's function has written the safe
/// command.
fn panics(programs: &Path, report: &mut Report) -> anyhow::Result<()> {
    let run = |at: &str| command::output(Runner::Native.command(programs, "panic").arg(at));
    let (sound, panicked) = (run("3")?, run("4")?);
    let text = String::from_utf8_lossy(&panicked.stdout).into_owned();
    let passed = sound.stdout == b"status 1\n"
        && sound.status.success()
        && panicked.status.signal() == Some(SIGABRT)
        && text.starts_with("safe: 1 motions, stiffness 0.30, nao-c/src/planted.rs:");
    report.case("the safe command is written before a panic ends the process", passed);
    if !passed {
        report::note(&format!("{}, then {text}{}", sound.status, panicked.status));
    }
    Ok(())
}

/// Hybrid skills hold their bounds on the robot's processor too.
fn hybrid(workspace: &Path, toolchain: &Toolchain, report: &mut Report) -> anyhow::Result<()> {
    let mut cargo = toolchain.cargo(workspace, "program", "build");
    command::run(cargo.args(["--package", packages::HYBRID.name]))?;
    let built = directory(workspace).join("program").join(TARGET);
    let output = command::output(&mut Command::new(built.join("robot/hybrid")))?;
    report.case("hybrid skills agree with their closed forms (i586)", output.status.success());
    report::note(&String::from_utf8_lossy(&output.stdout));
    Ok(())
}

/// Returns the line that `replay` prints.
fn replay(runner: Runner, programs: &Path, arguments: &[&str]) -> anyhow::Result<String> {
    let output = command::run(runner.command(programs, "replay").args(arguments))
        .with_context(|| format!("replay on {}", runner.name()))?;
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// The same inputs give the same trace and commands on each machine.
fn hashes(ticks: u64, programs: &Path, report: &mut Report) -> anyhow::Result<()> {
    let record = programs.join("recorded");
    scenario::record(programs, &record)?;
    let recorded = record.to_string_lossy().into_owned();
    let (many, few) = (ticks.to_string(), (ticks / 10).to_string());
    let runs: [(&str, &[&str], &[Runner]); 3] = [
        ("a recorded run", &["file", &recorded], &Runner::ALL),
        ("random inputs", &["random", SEED, &few], &Runner::ALL),
        ("many random inputs", &["random", SEED, &many], &Runner::ALL[..2]),
    ];
    for (what, arguments, runners) in runs {
        let mut lines = Vec::new();
        for runner in runners {
            let start = Instant::now();
            let line = replay(*runner, programs, arguments)?;
            report::note(&format!("{}: {line}, {:.1?}", runner.name(), start.elapsed()));
            lines.push(line);
        }
        let same = lines.iter().all(|line| *line == lines[0]);
        report.case(&format!("{what} of every skill: the same trace on each machine"), same);
    }
    guards(programs, report)
}

/// A guard that depends on rounding is nowhere true with the x87 set to 24 bits, and is true
/// without: this shows the problem and that the setting solves it.
fn guards(programs: &Path, report: &mut Report) -> anyhow::Result<()> {
    let never = "the guard fired 0 times";
    for runner in Runner::ALL {
        let line = replay(runner, programs, &["guards", "1000000"])?;
        let what = format!("a guard that depends on rounding never fires ({})", runner.name());
        report.case(&what, line.starts_with(never));
    }
    let without = replay(Runner::I586, programs, &["--x87", "off", "guards", "1000000"])?;
    report::note(&format!("i586 without the 24-bit setting: {without}"));
    report.case("without the setting of the x87 it fires", !without.starts_with(never));
    Ok(())
}
