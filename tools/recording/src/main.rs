//! Records games with the program `nao` and reads them with what others wrote: the Python packages
//! `mcap` and `mcap-protobuf-support`, and, on request, Rerun; shows one to the client of Foxglove's protocol. Measures
//! time and size of a recording.
//! `cargo xtask recording`.

mod viewer;

use anyhow::{Context as _, ensure};
use clap::Parser;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};
use tool_support::{Progress, command, python, workspace};

/// The size that a minute of a recording may have, in bytes.
const MAX_BYTES_PER_MINUTE: u64 = 1_000_000;
const MINUTES: u64 = 5;

/// Read recordings of games with the programs of others
#[derive(Parser)]
#[command(bin_name = "cargo xtask recording")]
struct Options {
    /// The number of games
    #[arg(long, default_value_t = 20)]
    games: u64,
    /// Also check each recording with Rerun, which is installed if it is missing (200 MB)
    #[arg(long)]
    rerun: bool,
    /// Only measure by how much a recording prolongs a game; needs a machine without other work
    #[arg(long)]
    speed: bool,
}

fn main() -> ExitCode {
    tool_support::exit(run(&Options::parse()))
}

fn run(options: &Options) -> anyhow::Result<bool> {
    let workspace = workspace();
    let nao = command::nao(true)?;
    let directory = workspace.join("target/recording");
    std::fs::create_dir_all(&directory)
        .with_context(|| format!("cannot create {}", directory.display()))?;
    if options.speed {
        return speed(&nao, &directory);
    }
    viewer::check(&nao, &directory)?;
    let files = record(&nao, &directory, options.games)?;
    let check = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/check.py");
    let mut packages = vec!["mcap", "mcap-protobuf-support", "duckdb", "duckdb-cli"];
    packages.extend(options.rerun.then_some("rerun-sdk"));
    let python = python::with_packages(&directory, &packages)?;
    let output = command::run(Command::new(&python).arg(check).args(&files))?;
    print!("{}", String::from_utf8_lossy(&output.stdout));
    index(&nao, &python, &directory, &files)?;
    if options.rerun {
        let rerun = directory.join("venv/bin/rerun");
        for file in &files {
            command::run(Command::new(&rerun).args(["mcap", "check"]).arg(file))?;
        }
        println!("recording: {} files accepted by rerun mcap check", files.len());
    }
    Ok(true)
}

/// Writes the table of recordings, of a game of teams too, and compares the results of each question: by `nao ask`, by
/// DuckDB, and by a count of the messages that knows neither table nor program.
fn index(nao: &Path, python: &Path, directory: &Path, files: &[PathBuf]) -> anyhow::Result<()> {
    let (table, teams) = (directory.join("all.parquet"), directory.join("teams.mcap"));
    let mut play = Command::new(nao);
    play.args(["--quiet", "play", "--players", "3", "--minutes", "2", "--record"]).arg(&teams);
    command::output(&mut play)?;
    if table.exists() {
        std::fs::remove_file(&table)?;
    }
    let files: Vec<&PathBuf> = files.iter().chain([&teams]).collect();
    command::run(Command::new(nao).arg("index").args(&files).arg("--out").arg(&table))?;
    let counts = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/counts.py");
    let mut count = Command::new(python);
    count.arg(counts).arg(nao).arg(&table).args(&files);
    count.arg("--duckdb").arg(python.with_file_name("duckdb"));
    let output = command::output(&mut count)?;
    let text = String::from_utf8_lossy(&output.stdout);
    ensure!(output.status.success(), "the table differs from the recordings:\n{text}");
    println!("recording: {} questions have the same results three times", text.lines().count());
    Ok(())
}

/// Records games with the seeds from 1 on, checks their sizes, and runs their skills again.
fn record(nao: &Path, directory: &Path, games: u64) -> anyhow::Result<Vec<PathBuf>> {
    let progress = Progress::bar("recording", games);
    let (mut files, mut largest) = (Vec::new(), 0);
    for seed in 1..=games {
        let file = directory.join(format!("{seed}.mcap"));
        let mut play = Command::new(nao);
        play.args(["--quiet", "play", "--seed", &seed.to_string()]);
        play.args(["--minutes", &MINUTES.to_string(), "--record"]).arg(&file);
        command::output(&mut play)?;
        command::run(Command::new(nao).args(["replay", "--check"]).arg(&file))?;
        let bytes = std::fs::metadata(&file).context("no recording")?.len() / MINUTES;
        ensure!(bytes < MAX_BYTES_PER_MINUTE, "seed {seed}: {bytes} bytes a minute");
        largest = largest.max(bytes);
        files.push(file);
        progress.advance();
    }
    progress.finish(true);
    println!("recording: at most {largest} bytes a minute; all run again as they were");
    Ok(files)
}

/// Measures games with and without a recording in turn, and compares the quickest.
fn speed(nao: &Path, directory: &Path) -> anyhow::Result<bool> {
    let file = directory.join("speed.mcap");
    let play = |record: bool| {
        let mut play = Command::new(nao);
        play.args(["--quiet", "play", "--minutes", "50"]);
        if record {
            // The last one is not removed while the time is measured.
            let _ = std::fs::remove_file(&file);
            play.arg("--record").arg(&file);
        }
        let start = Instant::now();
        command::output(&mut play).map(|_| start.elapsed())
    };
    let (mut plain, mut recorded) = (Duration::MAX, Duration::MAX);
    for _ in 0..15 {
        plain = plain.min(play(false)?);
        recorded = recorded.min(play(true)?);
    }
    let ratio = recorded.as_secs_f64() / plain.as_secs_f64();
    println!("recording: a game takes {plain:.3?}, recorded {recorded:.3?}: {ratio:.3} times");
    Ok(ratio <= 1.2)
}
