//! `cargo xtask loops`: random loops, what `cargo skill-proof` says of them, and what they do.
//!
//! Each function is run over its inputs until it ends, or is in a state for the second time, which
//! is when it never ends. None of those may be proved.

mod generate;

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{fmt, fs, thread};

use anyhow::{Context as _, ensure};
use clap::Parser;
use fastrand::Rng;
use skill_proof::{Accepted, Code, Frames, Kind, Limits, prove};
use tool_support::{Progress, command, workspace};

/// The functions that are compiled together.
const TOGETHER: usize = 250;

/// The least share of the functions that end, in percent, that must be proved.
const FLOOR: usize = 60;

/// Compare what `cargo skill-proof` says of random loops with what they do
#[derive(Parser)]
#[command(bin_name = "cargo xtask loops")]
struct Options {
    /// The number of functions
    #[arg(long, default_value_t = 500)]
    programs: usize,
    /// The first of the random functions
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The rounds after which a run is left undecided
    #[arg(long, default_value_t = 300_000)]
    rounds: u32,
}

/// The outcome of a function.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Outcome {
    /// It ends with every input.
    Ends,
    /// It is twice in the same state with some input.
    Endless,
    /// Neither was seen.
    Undecided,
}

/// The number of functions with each outcome, and of those that were proved.
#[derive(Debug, Clone, Copy, Default)]
struct Count {
    all: usize,
    proved: usize,
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, of which {} are proved", self.all, self.proved)
    }
}

#[derive(Debug, Default)]
struct Result {
    ends: Count,
    endless: Count,
    undecided: Count,
    /// The functions that are proved though they never end, with an input.
    wrong: Vec<String>,
}

fn main() -> ExitCode {
    tool_support::exit(run(&Options::parse()))
}

fn run(options: &Options) -> anyhow::Result<bool> {
    let place = workspace().join("target/loops");
    fs::create_dir_all(&place).with_context(|| format!("cannot create {}", place.display()))?;
    let batches = options.programs.div_ceil(TOGETHER);
    let progress = Progress::bar("random loops", batches as u64);
    let (next, all) = (AtomicUsize::new(0), Mutex::new(Result::default()));
    let work = || -> anyhow::Result<()> {
        loop {
            let batch = next.fetch_add(1, Ordering::Relaxed);
            if batch >= batches {
                return Ok(());
            }
            let count = TOGETHER.min(options.programs - batch * TOGETHER);
            let seed = options.seed.wrapping_mul(1 << 32).wrapping_add(batch as u64);
            compare(&place, seed, count, options.rounds, &all)?;
            progress.advance();
        }
    };
    let workers = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        let workers: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
        workers.into_iter().try_for_each(|worker| match worker.join() {
            Ok(result) => result,
            Err(panic) => std::panic::resume_unwind(panic),
        })
    })?;
    let all = all.into_inner().unwrap_or_default();
    Ok(report(&all))
}

/// Prints the result. Returns whether it is as it must be.
fn report(all: &Result) -> bool {
    let Result { ends, endless, undecided, wrong } = all;
    let share = ends.proved * 100 / ends.all.max(1);
    println!("end with every input: {ends} ({share} %)");
    println!("never end with some input: {endless}");
    println!("not decided within the rounds: {undecided}");
    for text in wrong {
        println!("proved, and never ends: {text}");
    }
    if share < FLOOR {
        println!("less than {FLOOR} % of those that end are proved");
    }
    if endless.all == 0 {
        println!("none never ends: nothing was tried");
    }
    wrong.is_empty() && share >= FLOOR && endless.all > 0
}

/// Compares the functions of one crate.
fn compare(
    place: &Path,
    seed: u64,
    count: usize,
    rounds: u32,
    all: &Mutex<Result>,
) -> anyhow::Result<()> {
    let mut rng = Rng::with_seed(seed);
    let programs: Vec<_> = (0..count).map(|number| generate::program(number, &mut rng)).collect();
    // A directory of its own: the compiler's intermediate files have the name of the crate.
    let place = &place.join(seed.to_string());
    fs::create_dir_all(place).with_context(|| format!("cannot create {}", place.display()))?;
    let source = place.join("loops.rs");
    write(&source, &text(&programs))?;
    let code = place.join("loops.ll");
    let mut compile = rustc(&source);
    compile.args(["--crate-type=lib", "-Copt-level=3", "-Cpanic=abort", "-Ccodegen-units=1"]);
    compile.arg("-Cdebuginfo=line-tables-only").arg(format!("--emit=llvm-ir={}", code.display()));
    command::run(&mut compile)?;
    let program = place.join("loops");
    let mut compile = rustc(&source);
    compile.args(["--cfg", "run", "-Copt-level=1", "-o"]).arg(&program);
    command::run(&mut compile)?;
    let output = command::run(Command::new(&program).arg(rounds.to_string()))?;
    let output = String::from_utf8(output.stdout).context("the output of the functions")?;
    let llvm =
        fs::read_to_string(&code).with_context(|| format!("cannot read {}", code.display()))?;
    // The frames are of no interest here.
    let proved = Code { llvm: &llvm, frames: &Frames::default() };
    let proofs =
        prove(proved, "loops", &[], &Accepted::default(), Limits { stack: u64::MAX, x87: false })?;
    ensure!(proofs.len() == count, "{} of {count} functions are proved or not", proofs.len());
    let mut all = all.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let mut seen = 0;
    for line in output.lines() {
        let [name, endless, long] = line.split(' ').collect::<Vec<_>>()[..] else { continue };
        let proof = proofs.iter().find(|proof| proof.path == format!("loops::{name}"));
        let proof = proof.with_context(|| format!("`{name}` is neither proved nor not"))?;
        let is_proved = proof.findings.iter().all(|finding| finding.kind != Kind::Loop);
        let outcome = match (endless, long) {
            ("-", "-") => Outcome::Ends,
            ("-", _) => Outcome::Undecided,
            _ => Outcome::Endless,
        };
        let count = match outcome {
            Outcome::Ends => &mut all.ends,
            Outcome::Endless => &mut all.endless,
            Outcome::Undecided => &mut all.undecided,
        };
        count.all += 1;
        count.proved += usize::from(is_proved);
        if is_proved && outcome == Outcome::Endless {
            all.wrong.push(format!("`{name}` in {} with {endless}", source.display()));
        }
        seen += 1;
    }
    ensure!(seen == count, "{seen} of {count} functions were run");
    // The files stay, to look at a mistake.
    if all.wrong.is_empty() {
        let _ = fs::remove_dir_all(place);
    }
    Ok(())
}

/// The source of a crate with these functions.
fn text(programs: &[String]) -> String {
    let mut text = include_str!("harness.rs").to_owned();
    for program in programs {
        text.push_str(program);
    }
    for number in 0..programs.len() {
        text.push_str(&format!(
            "#[cfg(not(run))]\n#[used]\nstatic SKILL_PROOF_{number}: Roots = Roots {{ kind: \
             \"skill\", path: \"loops::p{number}\", file: \"loops\", function: p{number} }};\n"
        ));
    }
    text.push_str("#[cfg(run)]\nconst PROGRAMS: &[(&str, Program)] = &[\n");
    for number in 0..programs.len() {
        text.push_str(&format!("    (\"p{number}\", p{number}),\n"));
    }
    text.push_str("];\n");
    text
}

fn rustc(source: &Path) -> Command {
    let mut rustc = Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()));
    rustc.args(["--edition=2024", "--crate-name=loops"]).arg(source);
    rustc.current_dir(source.parent().unwrap_or(Path::new(".")));
    rustc
}

fn write(path: &PathBuf, text: &str) -> anyhow::Result<()> {
    fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
}
