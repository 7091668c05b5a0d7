//! The engine beside its peers: instructions, time, sizes, and what compiling costs.

mod baseline;
mod bounds;
mod compile;
mod count;
mod depth;
mod engines;
mod machines;
mod plot;
mod program;
mod report;
mod results;
mod ring;
mod size;
mod time;

use std::fmt;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Instant;

use baseline::Baseline;
use engines::Engine;
use machines::MACHINES;
use program::{Case, Program};
use results::{Results, Row};
use size::BUILDS;

/// How many random inputs two engines must answer alike.
const INPUTS: u64 = 20_000;
/// The builds that a check measures: those of this machine.
const CHECKED: usize = 2;

/// Why nothing could be measured.
#[derive(Debug)]
pub enum Error {
    /// A file could not be written, or a program not be run.
    Io(io::Error),
    /// A program is missing.
    Missing(&'static str),
    /// Something does not compile.
    Build(String),
    /// A program has failed, or said what is not expected.
    Program(String),
}

impl From<io::Error> for Error {
    fn from(error: io::Error) -> Self {
        Error::Io(error)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Io(error) => error.fmt(out),
            Error::Missing(program) => {
                write!(out, "there is no {program} here: apt-get install {program}")
            }
            Error::Build(messages) => write!(out, "{messages}\nit is not built, see above"),
            Error::Program(what) => out.write_str(what),
        }
    }
}

impl std::error::Error for Error {}

/// What to measure.
#[derive(Debug, Clone)]
pub struct Options {
    /// The root of this workspace.
    pub workspace: PathBuf,
    /// Only compares the counts and sizes of our machines with the baseline.
    pub check: bool,
    /// Writes the baseline.
    pub update: bool,
    /// Measures but this machine, and nothing of compiling.
    pub only: Option<String>,
}

/// Measures, or with [`Options::check`] compares with the baseline. Answers whether all
/// bounds hold, or nothing got worse.
///
/// # Errors
/// [`Error`], if it cannot be told.
pub fn run(options: &Options, out: &mut impl Write) -> Result<bool, Error> {
    needs("valgrind", "--version")?;
    if options.check || options.update {
        return check(options, out);
    }
    let bench = options.workspace.join("target").join("bench");
    let results = measure(&options.workspace, options.only.as_deref())?;
    let bounds = bounds::bounds(&results);
    let table = report::markdown(&results, &bounds);
    let resident = |row: &Row| row.counts.resident;
    let transition = |row: &Row| row.counts.transition;
    if options.only.is_some() {
        write!(out, "{table}")?;
        return Ok(bounds.iter().all(bounds::Bound::holds));
    }
    let files = [
        ("bench.md", table.clone()),
        ("bench.json", format!("{:#}\n", report::data(&results, &bounds))),
        ("resident.svg", plot::instructions(&results, "Instructions of a resident tick", resident)),
        (
            "transition.svg",
            plot::instructions(&results, "Instructions of a transition", transition),
        ),
        ("depth.svg", plot::depth(&results)),
        ("compiling.svg", plot::compiling(&results)),
    ];
    for (name, text) in files {
        fs::write(bench.join(name), text)?;
    }
    writeln!(out, "{table}\nwritten to {}", bench.display())?;
    Ok(bounds.iter().all(bounds::Bound::holds))
}

/// Everything, or all of one machine.
fn measure(workspace: &Path, only: Option<&str>) -> Result<Results, Error> {
    let mut progress = Progress::new();
    let cpp = Command::new("c++").arg("--version").output().is_ok();
    if !cpp {
        progress.show("there is no c++ here: its machines are left out");
    }
    let with = |engine: &Engine| cpp || *engine != Engine::Cpp;
    let of =
        |machine: machines::Machine| machine.engines().iter().map(move |each| (machine, *each));
    let cases: Vec<Case> =
        MACHINES.into_iter().flat_map(of).filter(|(_, engine)| with(engine)).collect();
    let cases: Vec<Case> = cases
        .into_iter()
        .filter(|(machine, _)| only.is_none_or(|only| machine.name() == only))
        .collect();
    if cases.is_empty() {
        let names: Vec<String> = MACHINES.iter().map(|machine| machine.name()).collect();
        return Err(Error::Program(format!("there is no such machine; {}", names.join(", "))));
    }
    progress.show("building all machines");
    let program = Program::build(workspace, "all", &cases)?;
    let mut sizes = Vec::new();
    for build in BUILDS {
        progress.show(&format!("sizes, {}", build.name));
        sizes.push(match size::sizes(&program, build, &cases) {
            Ok(sizes) => sizes,
            Err(Error::Build(messages)) => {
                let why = messages.lines().find(|line| line.contains("error")).unwrap_or(&messages);
                progress.show(&format!("{}: left out, not to be built ({why})", build.name));
                std::collections::BTreeMap::new()
            }
            Err(error) => return Err(error),
        });
    }
    let mut rows = Vec::new();
    for case in cases {
        let (machine, engine) = case;
        let module = machine.module(engine);
        progress.show(&module);
        program.run(case, "check", INPUTS)?;
        rows.push(Row {
            machine,
            engine,
            bytes: program.ask(case, "info", 1, "bytes")?,
            heap: program.ask(case, "transition", 100, "heap")?,
            counts: count::count(&program, case)?,
            times: time::time(&program, case)?,
            sizes: sizes.iter().map(|sizes| sizes.get(&module).copied()).collect(),
        });
    }
    progress.show("snapshots of the blackboard");
    let snapshots = count::snapshots(&program)?;
    let costs = match only {
        Some(_) => Vec::new(),
        None => compile::costs(workspace, &mut |name| progress.show(&format!("compiling {name}")))?,
    };
    Ok(Results { rustc: rustc()?, rows, snapshots, costs })
}

/// Counts and sizes of our machines against the baseline.
fn check(options: &Options, out: &mut impl Write) -> Result<bool, Error> {
    let mut progress = Progress::new();
    let workspace = &options.workspace;
    let of = |machine| [(machine, Engine::Ours), (machine, Engine::Floor)];
    let cases: Vec<Case> = MACHINES.into_iter().flat_map(of).collect();
    progress.show("building our machines");
    let program = Program::build(workspace, "ours", &cases)?;
    let sizes = BUILDS[..CHECKED].iter().map(|build| size::sizes(&program, *build, &cases));
    let sizes = sizes.collect::<Result<Vec<_>, _>>()?;
    let mut now = Baseline::new(&rustc()?);
    for machine in MACHINES {
        let module = machine.module(Engine::Ours);
        progress.show(&module);
        // The floor behaves as ours does.
        program.run((machine, Engine::Floor), "check", INPUTS)?;
        let counts = count::count(&program, (machine, Engine::Ours))?;
        let sizes = sizes.iter().map(|sizes| sizes.get(&module).copied().unwrap_or_default());
        now.add(machine.name(), counts, &sizes.collect::<Vec<_>>());
    }
    if options.update {
        now.write(workspace)?;
        writeln!(out, "the baseline is written")?;
        return Ok(true);
    }
    let well = now.compare(&Baseline::read(workspace)?, out)?;
    if well {
        writeln!(out, "{} machines, none worse than the baseline", MACHINES.len())?;
    }
    Ok(well)
}

/// A program that must be there.
fn needs(program: &'static str, argument: &str) -> Result<(), Error> {
    match Command::new(program).arg(argument).stdin(Stdio::null()).output() {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Err(Error::Missing(program)),
        result => Ok(result.map(drop)?),
    }
}

/// Which compiler this is.
fn rustc() -> Result<String, Error> {
    let output = Command::new("rustc").arg("--version").output()?;
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// Tells on stderr what is being measured.
struct Progress(Instant);

impl Progress {
    fn new() -> Self {
        Progress(Instant::now())
    }

    fn show(&mut self, what: &str) {
        eprintln!("bench: {:>4} s  {what}", self.0.elapsed().as_secs());
    }
}

fn built(output: &Output) -> Result<(), Error> {
    if output.status.success() {
        return Ok(());
    }
    Err(Error::Build(String::from_utf8_lossy(&output.stderr).trim_end().to_owned()))
}
