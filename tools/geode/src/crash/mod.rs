//! Death, stops and wild values: `cargo xtask nao crash`.
//!
//! | file | contents |
//! |---|---|
//! | `worker` | a program that plays both sides, single-stepped |
//! | `operation` | what the program does |
//! | `call` | the library's calls, in each of their phases |
//! | `recover` | what happens to a call that is stopped, and what must come of it |
//! | `stores` | every store of every call |
//! | `symbols` | the names of functions |

mod call;
mod operation;
mod recover;
mod stores;
mod symbols;
mod worker;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use anyhow::Context as _;
use clap::Args;
use tool_support::{Progress, command};

use crate::build::{Kind, Machine, library};
use crate::paths::{self, directory};
use crate::report;
use call::Call;
use operation::Results;
use stores::{Choice, Counts, Tally};
use worker::Worker;

/// What is tried.
#[derive(Args, Debug, Clone)]
pub struct Options {
    /// Only calls whose names contain this
    #[arg(long)]
    only: Option<String>,
    /// Try one of so many states
    #[arg(long, default_value_t = 1)]
    stride: usize,
    /// Begin with this state, or these random numbers
    #[arg(long, default_value_t = 0)]
    seed: usize,
}

/// Runs what the options say. Returns whether everything recovers.
///
/// # Errors
/// If something does not compile, or the program cannot be traced.
pub fn crash(workspace: &Path, options: &Options) -> anyhow::Result<bool> {
    let program = build(workspace)?;
    let header = std::fs::read_to_string(paths::header(workspace))?;
    let results = Results::parse(&header);
    every_store(&program, &results, options)
}

fn build(workspace: &Path) -> anyhow::Result<PathBuf> {
    let library = library(workspace, &Machine::Host, Kind::Shipped)?;
    let program = directory(workspace).join("programs").join("crash");
    std::fs::create_dir_all(program.parent().unwrap_or(workspace))?;
    let mut gcc = Command::new("gcc");
    gcc.args(["-std=c99", "-O2", "-Wall", "-Wextra", "-Werror", "-Wno-unused-function"]);
    // At the same addresses in each process.
    gcc.args(["-static", "-no-pie"]);
    gcc.arg(workspace.join("nao-c/c/crash.c")).arg(library).args(["-lrt", "-o"]).arg(&program);
    command::run(&mut gcc)?;
    Ok(program)
}

fn every_store(program: &Path, results: &Results, options: &Options) -> anyhow::Result<bool> {
    let only = options.only.as_deref().unwrap_or_default();
    let calls: Vec<Call> =
        call::all().into_iter().filter(|call| call.name.contains(only)).collect();
    let choice = Choice { stride: options.stride.max(1), seed: options.seed };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let progress = Progress::bar("nao: every store", calls.len() as u64);
    let next = AtomicUsize::new(0);
    let tallies: Mutex<Vec<(usize, Tally)>> = Mutex::new(Vec::new());
    let worked: anyhow::Result<()> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..threads)
            .map(|_| {
                scope.spawn(|| -> anyhow::Result<()> {
                    let mut worker = Worker::start(program)?;
                    while let Some(index) = take(&next, calls.len()) {
                        let tally = stores::crash(&mut worker, results, &calls[index], choice)
                            .with_context(|| calls[index].name.to_owned())?;
                        if let Ok(mut tallies) = tallies.lock() {
                            tallies.push((index, tally));
                        }
                        progress.advance();
                    }
                    Ok(())
                })
            })
            .collect();
        threads.into_iter().try_for_each(|thread| {
            thread.join().map_err(|_| anyhow::anyhow!("a thread has panicked"))?
        })
    });
    worked?;
    let mut tallies = tallies.into_inner().unwrap_or_default();
    tallies.sort_by_key(|(index, _)| *index);
    let (mut counts, mut states, mut fates, mut notes) = (Counts::default(), 0, 0, 0);
    for (index, tally) in &tallies {
        print(&calls[*index], tally);
        counts.merge(tally.counts);
        states += tally.states;
        fates += tally.fates;
        notes += tally.notes.len();
    }
    let passed = counts.total() == 0 && notes == 0;
    progress.finish(passed);
    println!(
        "{} calls, {states} states, {fates} fates: {} not recovered, {} hangs, {} crashes",
        tallies.len(),
        counts.lost,
        counts.hangs,
        counts.crashes
    );
    Ok(passed)
}

fn take(next: &AtomicUsize, count: usize) -> Option<usize> {
    let index = next.fetch_add(1, Ordering::Relaxed);
    (index < count).then_some(index)
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
