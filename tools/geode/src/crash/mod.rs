//! Death, stops and wild values: `cargo xtask nao crash`.
//!
//! | file | contents |
//! |---|---|
//! | `worker` | a program that plays both sides, single-stepped |
//! | `operation` | what the program does |
//! | `call` | the library's calls, in each of their phases |
//! | `script` | operations with what each must do |
//! | `fate` | what happens to a call that is stopped, and what must come of it |
//! | `stores` | every store of every call |
//! | `word` | every word of the shared memory, corrupted |
//! | `robot` | the robots whose libraries are tried |
//! | `race` | two calls that take turns |
//! | `symbols` | the names of functions |

mod call;
mod fate;
mod operation;
mod race;
mod robot;
mod script;
mod stores;
mod symbols;
mod word;
mod worker;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};

use anyhow::{Context as _, bail};
use clap::{Args, ValueEnum};
use tool_support::{Progress, command, packages};

use crate::build::{Kind, Machine, library_of};
use crate::paths::directory;
use crate::report;
use crate::toolchain::{Toolchain, c_compiler};
use call::Call;
use operation::Subject;
use stores::{Choice, Counts, Tally};
use worker::Worker;

/// The machine of the library that is tried.
#[derive(ValueEnum, Debug, Clone, Copy, PartialEq, Eq)]
enum Target {
    /// This one.
    #[value(name = "x86_64")]
    Native,
    /// The NAO's, which this one can run.
    I586,
}

/// The options of the command.
#[derive(Args, Debug, Clone)]
pub struct Options {
    /// Spoil each word of the shared memory instead
    #[arg(long)]
    word: bool,
    /// Interleave two calls at random accesses instead, and kill them there, COUNT times each
    #[arg(long, value_name = "COUNT", num_args = 0..=1, default_missing_value = "20")]
    races: Option<usize>,
    /// The robot whose library is tried
    #[arg(long, value_enum, default_value = "nao")]
    robot: robot::Name,
    /// The library for this machine, or for the NAO's
    #[arg(long, value_enum, default_value = "x86_64")]
    target: Target,
    /// Only calls whose names contain this
    #[arg(long)]
    only: Option<String>,
    /// Try every nth state or word
    #[arg(long, default_value_t = 1)]
    stride: usize,
    /// Begin with this state, or these random numbers
    #[arg(long, default_value_t = 0)]
    seed: usize,
}

/// Runs what the options say. Returns whether everything recovers.
pub fn crash(workspace: &Path, options: &Options) -> anyhow::Result<bool> {
    let robot = options.robot.robot();
    if robot.package.name != packages::NAO_C.name && options.target != Target::Native {
        bail!("only the NAO's library is built for i586");
    }
    let header = std::fs::read_to_string(workspace.join(robot.header))?;
    let subject = Subject::parse(robot, &header);
    // Each run must find what is planted.
    planted(workspace, &subject, options.target)?;
    let program = build(workspace, &subject, options.target, None)?;
    let mut passed = true;
    if options.word {
        passed &= every_word(&program, &subject, options)?;
    }
    if let Some(count) = options.races {
        passed &= every_race(&program, &subject, options, count)?;
    }
    if !options.word && options.races.is_none() {
        passed &= every_store(&program, &subject, options)?;
    }
    Ok(passed)
}

/// Checks that each kind of fault is found where one is planted, and nowhere else.
fn planted(workspace: &Path, subject: &Subject, target: Target) -> anyhow::Result<()> {
    // Two states in the middle of a call that holds a lock.
    let choice = Choice { stride: 400, seed: 200 };
    let mut calls = call::all(subject.robot);
    calls.retain(|call| call.victim.code == operation::Code::Stop && call.in_control);
    let Some(call) = calls.first() else { bail!("there is no call to plant a fault in") };
    for (number, kind) in [(1, "a lock that stays"), (2, "a hang"), (3, "a crash")] {
        let program = build(workspace, subject, target, Some(number))?;
        let counts = stores::crash(&mut Worker::start(&program)?, subject, call, choice)?.counts;
        let found = [counts.lost, counts.hangs, counts.crashes];
        if found[number - 1] == 0 || found.iter().sum::<usize>() != found[number - 1] {
            bail!("{kind} was planted, and found are {counts}");
        }
        println!("ok   planted {kind}: {counts}");
    }
    let mut worker = Worker::start(&build(workspace, subject, target, Some(1))?)?;
    let (raced, _) = race::races(&mut worker, subject, call, 20, 0)?;
    // The lock is the last word.
    let (moments, words) = word::prepare(&mut worker, subject)?;
    let spoiled = word::spoil(&mut worker, subject, &moments, words - 1, 0)?.counts;
    if raced.lost == 0 || spoiled.lost == 0 {
        bail!("a lock was planted, and found are in races {raced}; by words {spoiled}");
    }
    println!("ok   planted a lock that stays: in races {raced}; by words {spoiled}");
    Ok(())
}

/// Builds the library as it is shipped, and a program with it, with a fault if one is planted.
fn build(
    workspace: &Path,
    subject: &Subject,
    target: Target,
    plant: Option<usize>,
) -> anyhow::Result<PathBuf> {
    let robot = subject.robot;
    let mut gcc = Command::new("gcc");
    gcc.args(["-std=c99", "-O2", "-Wall", "-Wextra", "-Werror", "-Wno-unused-function"]);
    let (machine, place) = match target {
        Target::Native => (Machine::Host, "native"),
        Target::I586 => {
            c_compiler(workspace)?;
            gcc.args(["-m32", "-march=pentium", "-mno-sse", "-mfpmath=387"]);
            (Machine::Geode(Toolchain::find()?), "i586")
        }
    };
    let library = library_of(workspace, robot.package, &machine, Kind::Shipped)?;
    let place = directory(workspace).join("programs").join(place);
    std::fs::create_dir_all(&place)?;
    let program = place.join(format!("crash-{}-{}", robot.package.name, plant.unwrap_or_default()));
    if let Some(plant) = plant {
        gcc.arg(format!("-DPLANT={plant}"));
    }
    // At the same addresses in each process.
    gcc.args(["-static", "-no-pie"]);
    gcc.arg("-I").arg(workspace.join(robot.sources));
    gcc.arg(workspace.join("tools/geode/c/crash.c")).arg(library);
    command::run(gcc.args(["-lrt", "-lm", "-o"]).arg(&program))?;
    Ok(program)
}

/// Does `jobs` on as many workers as there are processors. Returns the subject in order.
fn parallel<J: Sync, R: Send>(
    program: &Path,
    label: &str,
    jobs: &[J],
    run: impl Fn(&mut Worker, &J) -> anyhow::Result<R> + Sync,
) -> anyhow::Result<Vec<R>> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let progress = Progress::bar(label, jobs.len() as u64);
    let next = AtomicUsize::new(0);
    let work = || -> anyhow::Result<Vec<(usize, R)>> {
        // A program is traced by the thread that has started it.
        let mut worker = Worker::start(program)?;
        let mut done = Vec::new();
        while let Some((index, job)) =
            Some(next.fetch_add(1, Ordering::Relaxed)).and_then(|at| Some((at, jobs.get(at)?)))
        {
            done.push((index, run(&mut worker, job)?));
            progress.advance();
        }
        Ok(done)
    };
    let done = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        let joined = threads
            .into_iter()
            .map(|thread| thread.join().map_err(|_| anyhow::anyhow!("a thread has panicked"))?);
        joined.collect::<anyhow::Result<Vec<_>>>()
    });
    progress.finish(done.is_ok());
    let mut done: Vec<(usize, R)> = done?.into_iter().flatten().collect();
    done.sort_by_key(|(index, _)| *index);
    Ok(done.into_iter().map(|(_, result)| result).collect())
}

fn calls(subject: &Subject, options: &Options) -> Vec<Call> {
    let only = options.only.as_deref().unwrap_or_default();
    call::all(subject.robot).into_iter().filter(|call| call.name.contains(only)).collect()
}

fn every_store(program: &Path, subject: &Subject, options: &Options) -> anyhow::Result<bool> {
    let calls = calls(subject, options);
    let choice = Choice { stride: options.stride.max(1), seed: options.seed };
    let tallies = parallel(program, "nao: every store", &calls, |worker, call| {
        stores::crash(worker, subject, call, choice).with_context(|| call.name.to_owned())
    })?;
    let (mut counts, mut states, mut fates, mut notes) = (Counts::default(), 0, 0, 0);
    for (call, tally) in calls.iter().zip(&tallies) {
        print(call, tally);
        counts.merge(tally.counts);
        states += tally.states;
        fates += tally.fates;
        notes += tally.notes.len();
    }
    println!("{} calls, {states} states, {fates} fates: {counts}", calls.len());
    Ok(counts.total() == 0 && notes == 0 && !calls.is_empty())
}

fn every_word(program: &Path, subject: &Subject, options: &Options) -> anyhow::Result<bool> {
    let (moments, words) = word::prepare(&mut Worker::start(program)?, subject)?;
    let words: Vec<usize> = (0..words)
        .skip(options.seed % options.stride.max(1))
        .step_by(options.stride.max(1))
        .collect();
    let seed = u32::try_from(options.seed)?;
    let spoiled = parallel(program, "nao: every word", &words, |worker, word| {
        word::spoil(worker, subject, &moments, *word, seed)
    })?;
    let (mut counts, mut tried) = (Counts::default(), 0);
    let mut problems: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for word in &spoiled {
        counts.merge(word.counts);
        tried += word.tried;
        for (text, place) in &word.problems {
            problems.entry(text).or_default().push(place);
        }
    }
    for (text, places) in problems {
        println!("FAIL {} x {text}", places.len());
        places.iter().take(5).for_each(|place| report::note(place));
    }
    println!("{} words, {tried} values: {counts}", words.len());
    Ok(counts.total() == 0)
}

fn every_race(
    program: &Path,
    subject: &Subject,
    options: &Options,
    count: usize,
) -> anyhow::Result<bool> {
    let calls = calls(subject, options);
    let seed = u32::try_from(options.seed)?;
    let races = parallel(program, "nao: races", &calls, |worker, call| {
        race::races(worker, subject, call, count, seed).with_context(|| call.name.to_owned())
    })?;
    let mut counts = Counts::default();
    for (found, problems) in races {
        counts.merge(found);
        for problem in problems {
            println!("FAIL {problem}");
        }
    }
    println!("{} races: {counts}", calls.len() * count);
    Ok(counts.total() == 0 && !calls.is_empty())
}

fn print(call: &Call, tally: &Tally) {
    let passed = tally.counts.total() == 0 && tally.notes.is_empty();
    println!(
        "{} {}: {} instructions, {} loads, {} stores, {} states, {} fates{}",
        if passed { "ok  " } else { "FAIL" },
        call.name,
        tally.instructions,
        tally.loads,
        tally.stores,
        tally.states,
        tally.fates,
        if passed { String::new() } else { format!(", {} failed", tally.counts.total()) }
    );
    for text in &tally.notes {
        report::note(text);
    }
    for ((fate, text), (count, at)) in &tally.lost {
        report::note(&format!("{count} x {fate}: {text}"));
        report::note(&format!("  first {at}"));
    }
}
