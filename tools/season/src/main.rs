//! Plays a season in shards, and compares the summary with that of one process: on a Dask cluster of three workers,
//! of which one is killed twice, and as processes of a shell; and counts what a game of teams costs.
//! `cargo xtask shards`.

use anyhow::{Context as _, ensure};
use clap::Parser;
use std::path::Path;
use std::process::{Child, Command, ExitCode, Stdio};
use std::time::{Duration, Instant};
use tool_support::command::Callgrind;
use tool_support::{command, python, workspace};

/// Play a season in shards, of which some are killed, and compare it with one process
#[derive(Parser)]
#[command(bin_name = "cargo xtask shards")]
struct Options {
    /// The number of games
    #[arg(long, default_value_t = 1000)]
    games: u64,
    /// The length of each game in simulated minutes
    #[arg(long, default_value = "1")]
    minutes: String,
}

/// The number of shards.
const SHARDS: usize = 60;
/// The most instructions of a second of a game of ten robots that talk: a core that does 10^10 in a second plays it
/// 200 times as fast.
const GAME_SECOND: f64 = 5e7;

fn main() -> ExitCode {
    tool_support::exit(run(&Options::parse()))
}

fn run(options: &Options) -> anyhow::Result<bool> {
    let nao = command::nao(true)?;
    let directory = workspace().join("target/shards");
    std::fs::create_dir_all(&directory)?;
    let python = python::with_packages(&directory, &["distributed"])?;
    let games =
        ["--games", &options.games.to_string(), "--minutes", &options.minutes].map(String::from);
    // Exit status 1 is that of a season with games without a goal.
    let one = command::output(Command::new(&nao).args(["--quiet", "season"]).args(&games))?;
    ensure!(one.status.code().is_some_and(|code| code < 2), "{}", command::messages(&one));

    let (cluster, shell) = (directory.join("cluster"), directory.join("shell"));
    for out in [&cluster, &shell] {
        if out.exists() {
            std::fs::remove_dir_all(out)?;
        }
    }
    let start = Instant::now();
    let (merged, kills) = on_dask(&nao, &python, &directory, &cluster, &games)?;
    ensure!(merged == one.stdout, "the season of the cluster differs from that of one process");
    println!(
        "shards: {} games in {SHARDS} shards on three workers, {kills} killed: byte for byte those of one process, \
         {:.0} s",
        options.games,
        start.elapsed().as_secs_f64()
    );
    by_hand(&nao, &shell, &games, &one.stdout)?;
    println!("shards: the same as processes; one that is missing is named");
    let cost = game_second(&nao)?;
    println!(
        "shards: a second of a game of ten robots takes {:.1} million instructions",
        cost / 1e6
    );
    ensure!(cost <= GAME_SECOND, "more than {:.1}", GAME_SECOND / 1e6);
    Ok(true)
}

/// Returns the instructions of a second of a game of two teams of five that talk.
fn game_second(nao: &Path) -> anyhow::Result<f64> {
    Callgrind::require()?;
    let game = "--quiet play --players 5 --minutes 0.5 --format json".split(' ');
    let game: Vec<&str> = game.collect();
    let report = command::run(Command::new(nao).args(&game))?;
    let report: serde_json::Value = serde_json::from_slice(&report.stdout)?;
    let played_sec = report["played_sec"].as_f64().context("no time in the report")?;
    #[expect(clippy::cast_precision_loss, reason = "counts are far below 2^53")]
    let count = Callgrind::new(nao).count(&game)? as f64;
    Ok(count / played_sec)
}

/// A process that ends with the check.
struct Process(Child);

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Plays the season on a cluster. Returns its summary and the number of workers that were killed.
fn on_dask(
    nao: &Path,
    python: &Path,
    directory: &Path,
    out: &Path,
    games: &[String],
) -> anyhow::Result<(Vec<u8>, u32)> {
    let address = directory.join("scheduler.json");
    let _ = std::fs::remove_file(&address);
    let start = |module: &str, arguments: &[&str]| -> anyhow::Result<Process> {
        let mut command = Command::new(python);
        command.args(["-m", module, "--scheduler-file"]).arg(&address).args(arguments);
        command.current_dir(directory).stdout(Stdio::null()).stderr(Stdio::null());
        Ok(Process(command.spawn().with_context(|| format!("cannot start {module}"))?))
    };
    let _scheduler = start(
        "distributed.cli.dask_scheduler",
        &["--host", "127.0.0.1", "--port", "0", "--no-dashboard"],
    )?;
    let worker = || {
        start("distributed.cli.dask_worker", &["--nthreads", "1", "--no-nanny", "--no-dashboard"])
    };
    let mut workers = [worker()?, worker()?, worker()?];
    let deadline = Instant::now() + Duration::from_secs(60);
    let scheduler = loop {
        let text = std::fs::read_to_string(&address).unwrap_or_default();
        let found = text.split('"').find(|part| part.starts_with("tcp://"));
        if let Some(found) = found {
            break found.to_owned();
        }
        ensure!(Instant::now() < deadline, "no scheduler after a minute");
        std::thread::sleep(Duration::from_millis(100));
    };
    let script = workspace().join("examples/season/season.py");
    let mut season = Command::new(python);
    season.arg(script).arg(scheduler).args(["--shards", &SHARDS.to_string(), "--nao"]).arg(nao);
    season.arg("--out").arg(out).arg("--").args(games);
    let season = season.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
    let mut season = Process(season);
    let played = || std::fs::read_dir(out).map_or(0, |files| files.count().saturating_sub(1));
    let all: usize = games[1].parse()?;
    let mut kills = 0;
    while season.0.try_wait()?.is_none() {
        // When a third, and two thirds, of the games are played.
        if kills < 2 && played() > (kills as usize + 1) * all / 3 {
            workers[0] = worker()?;
            kills += 1;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    let mut text = Vec::new();
    std::io::Read::read_to_end(&mut season.0.stdout.take().context("no output")?, &mut text)?;
    let mut errors = String::new();
    std::io::Read::read_to_string(&mut season.0.stderr.take().context("no output")?, &mut errors)?;
    let code = season.0.wait()?.code();
    ensure!(code.is_some_and(|code| code < 2), "{code:?}: {errors}");
    ensure!(kills == 2, "the season was over before a worker was killed");
    Ok((text, kills))
}

/// Plays the shards as a shell does, two at a time, and looks before the last one.
fn by_hand(nao: &Path, out: &Path, games: &[String], whole: &[u8]) -> anyhow::Result<()> {
    let shard = |number: usize| -> anyhow::Result<Process> {
        let mut command = Command::new(nao);
        command.args(["--quiet", "season"]).args(games).arg("--out").arg(out);
        command.args(["--shard", &format!("{number}/4"), "--jobs", "1"]).stdout(Stdio::null());
        Ok(Process(command.spawn()?))
    };
    let merge = || command::output(Command::new(nao).args(["season", "merge"]).arg(out));
    // One is killed, and goes on when it is started again.
    let mut first = shard(1)?;
    std::thread::sleep(Duration::from_millis(300));
    first.0.kill()?;
    for two in [[1, 2], [3, 3]] {
        let mut both = [shard(two[0])?, shard(two[1])?];
        for process in &mut both {
            ensure!(process.0.wait()?.success(), "a shard failed");
        }
    }
    let lacking = merge()?;
    let said = command::messages(&lacking);
    ensure!(lacking.status.code() == Some(2) && said.contains("shard 4/4: "), "not named: {said}");
    ensure!(shard(4)?.0.wait()?.success(), "a shard failed");
    ensure!(merge()?.stdout == whole, "the season of shards differs from that of one process");
    Ok(())
}
