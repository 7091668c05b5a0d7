//! What is promised of the library: refusals, the same trace on every machine, no torn
//! value, and a robot that stays safe when processes die.

use std::io::Write;
use std::path::Path;
use std::process::Command;
use std::time::Instant;

use super::programs::{self, Runner};
use super::toolchain::{TARGET, Toolchain, c_compiler, program};
use super::{Error, Options, build, scenario};

/// The seed of the random inputs.
const SEED: &str = "20091120";

/// Runs all tests. Answers whether they passed.
///
/// # Errors
/// [`Error`], if something is missing or does not build.
pub fn test(options: &Options, out: &mut impl Write) -> Result<bool, Error> {
    let toolchain = Toolchain::find()?;
    c_compiler(&options.workspace)?;
    program("qemu-i386", "qemu-user")?;
    writeln!(out, "nao: building for the Geode by {}", toolchain.describe())?;
    let mut report = Report { passed: 0, failed: 0, out };
    report.case("the header is that of the sources", build::header(&options.workspace, true)?)?;
    let programs = programs::build(&options.workspace, &toolchain)?;
    refusals(&programs, &mut report)?;
    flows(options, &toolchain, &mut report)?;
    hashes(options, &programs, &mut report)?;
    stress(options, &programs, &mut report)?;
    scenario::all(&programs, &mut report)?;
    let (passed, failed) = (report.passed, report.failed);
    writeln!(out, "{passed} passed, {failed} failed")?;
    Ok(failed == 0)
}

/// What passed and what did not.
pub struct Report<'a, W: Write> {
    passed: u32,
    failed: u32,
    out: &'a mut W,
}

impl<W: Write> Report<'_, W> {
    /// One more.
    pub fn case(&mut self, what: &str, passed: bool) -> Result<(), Error> {
        if passed {
            self.passed += 1;
        } else {
            self.failed += 1;
        }
        writeln!(self.out, "{} {what}", if passed { "ok  " } else { "FAIL" })?;
        Ok(())
    }

    /// What a failure said.
    pub fn note(&mut self, text: &str) -> Result<(), Error> {
        for line in text.lines() {
            writeln!(self.out, "     {line}")?;
        }
        Ok(())
    }
}

fn refusals<W: Write>(programs: &Path, report: &mut Report<'_, W>) -> Result<(), Error> {
    for runner in Runner::ALL {
        let output = runner.command(programs, "refused").output()?;
        let passed = output.status.success();
        report.case(
            &format!("bad pointers, sizes, versions are refused ({})", runner.name()),
            passed,
        )?;
        if !passed {
            report.note(&String::from_utf8_lossy(&output.stdout))?;
        }
    }
    Ok(())
}

/// What flows holds its bounds on the robot's processor too.
fn flows<W: Write>(
    options: &Options,
    toolchain: &Toolchain,
    report: &mut Report<'_, W>,
) -> Result<(), Error> {
    let mut cargo = toolchain.cargo(&options.workspace, "program", "build");
    cargo.args(["--package", "robot-skill-runtime", "--example", "hybrid"]);
    build::run(&mut cargo)?;
    let built = build::directory(&options.workspace).join("program").join(TARGET);
    let output = Command::new(built.join("release/examples/hybrid")).output()?;
    report.case("what flows is as its closed forms say (i586)", output.status.success())?;
    report.note(&String::from_utf8_lossy(&output.stdout))
}

/// The line that `replay` prints.
fn replay(runner: Runner, programs: &Path, arguments: &[&str]) -> Result<String, Error> {
    let output = runner.command(programs, "replay").args(arguments).output()?;
    if !output.status.success() {
        let words = String::from_utf8_lossy(&output.stderr).into_owned();
        return Err(Error::Failed(format!("replay on {}: {words}", runner.name())));
    }
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// The same inputs give the same trace and commands on each machine.
fn hashes<W: Write>(
    options: &Options,
    programs: &Path,
    report: &mut Report<'_, W>,
) -> Result<(), Error> {
    let record = programs.join("recorded");
    scenario::record(programs, &record)?;
    let recorded = record.to_string_lossy().into_owned();
    let (many, few) = (options.ticks.to_string(), (options.ticks / 10).to_string());
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
            report.note(&format!("{}: {line}, {:.1?}", runner.name(), start.elapsed()))?;
            lines.push(line);
        }
        let same = lines.iter().all(|line| *line == lines[0]);
        report.case(&format!("{what} of every skill: the same trace on each machine"), same)?;
    }
    guards(programs, report)
}

/// A guard that rounding decides fires nowhere with the x87 set to 24 bits, and does
/// without: so that what the README warns of is seen, and the setting seen to work.
fn guards<W: Write>(programs: &Path, report: &mut Report<'_, W>) -> Result<(), Error> {
    let never = "the guard fired 0 times";
    for runner in Runner::ALL {
        let line = replay(runner, programs, &["guards", "1000000"])?;
        let what = format!("a guard that rounding decides never fires ({})", runner.name());
        report.case(&what, line.starts_with(never))?;
    }
    let without = replay(Runner::I586, programs, &["--x87", "off", "guards", "1000000"])?;
    report.note(&format!("i586 without the 24-bit setting: {without}"))?;
    report.case("without the setting of the x87 it does", !without.starts_with(never))
}

fn stress<W: Write>(
    options: &Options,
    programs: &Path,
    report: &mut Report<'_, W>,
) -> Result<(), Error> {
    let start = Instant::now();
    let reads = options.reads.to_string();
    let output = Runner::Native.command(programs, "stress").arg(&reads).output()?;
    report.case(&format!("{reads} reads from another process"), output.status.success())?;
    report.note(&String::from_utf8_lossy(&output.stdout))?;
    report.note(&format!("{:.1?}", start.elapsed()))
}
