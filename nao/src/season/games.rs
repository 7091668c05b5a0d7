//! Games in processes of their own.

use super::store::{Game, Store};
use serde::de::DeserializeOwned;
use skill_studio::{Error, Output, progress::Progress};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, OnceLock, mpsc};
use std::thread;

/// The reports of games, by their seeds.
pub struct Outcome<G> {
    /// The first seed and the last one.
    pub seeds: [u64; 2],
    pub games: Vec<(u64, G)>,
    /// The output of games without a report.
    pub broken: Vec<(u64, String)>,
}

/// Returns the path of this program: where the system has one, that of the file that runs, also when it was replaced.
///
/// # Errors
/// [`Error`] if it is unknown.
pub fn program() -> Result<&'static Path, Error> {
    static PROGRAM: OnceLock<PathBuf> = OnceLock::new();
    let running = Path::new("/proc/self/exe");
    if running.exists() {
        return Ok(running);
    }
    let program = std::env::current_exe().map_err(Error::file("nao"))?;
    Ok(PROGRAM.get_or_init(|| program))
}

/// Plays the games with these seeds, `jobs` at a time, and stores each when it has ended. `arguments` are those of a
/// seed's `nao play`.
///
/// # Errors
/// [`Error`] if a game cannot be started or stored, or was killed: those before it are stored.
pub fn play(
    output: &Output,
    seeds: &[u64],
    jobs: usize,
    arguments: impl Fn(u64) -> Vec<String> + Sync,
    store: &mut Store,
) -> Result<(), Error> {
    let program = program()?;
    let progress = Progress::new(output, "games", seeds.len());
    let (next, (send, receive)) = (Mutex::new(seeds.iter()), mpsc::channel());
    thread::scope(|scope| {
        for _ in 0..jobs.min(seeds.len()) {
            let (send, arguments, next) = (send.clone(), &arguments, &next);
            scope.spawn(move || {
                while let Some(seed) = next.lock().ok().and_then(|mut seeds| seeds.next().copied())
                {
                    if send.send((seed, one(program, seed, &arguments(seed)))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(send);
        for (seed, game) in receive {
            store.put(seed, game?)?;
            progress.advance();
        }
        Ok(())
    })
}

/// Plays a game. That it was killed is no result of it, nor that its options cannot be used.
pub fn one(program: &Path, seed: u64, arguments: &[String]) -> Result<Game, Error> {
    let mut command = Command::new(program);
    command.args(["play", "--format", "json", "--seed", &seed.to_string()]).args(arguments);
    let output = command.output().map_err(Error::file(program))?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim_end().to_owned();
    let Some(code) = output.status.code() else {
        let cure = "the games before it are kept: start the season again";
        let status = output.status;
        return Err(Error::Usage(format!(
            "the game of seed {seed} was ended by {status}\nhelp: {cure}"
        )));
    };
    if code == 2 {
        return Err(Error::Usage(text(&output.stderr).trim_start_matches("error: ").to_owned()));
    }
    let report = text(&output.stdout);
    let is_report = serde_json::from_str::<serde_json::Value>(&report).is_ok();
    Ok(if is_report {
        Game::Report(report)
    } else {
        Game::Broken(format!("exit status {code}: {}", text(&output.stderr)))
    })
}

/// Reads the reports of games.
///
/// # Errors
/// [`Error`] if a report has another form: it is of another version.
pub fn read<G: DeserializeOwned>(
    seeds: [u64; 2],
    all: BTreeMap<u64, Game>,
) -> Result<Outcome<G>, Error> {
    let (mut games, mut broken) = (Vec::new(), Vec::new());
    for (seed, game) in all {
        match game {
            Game::Broken(output) => broken.push((seed, output)),
            Game::Report(report) => {
                let report = serde_json::from_str(&report);
                let report = report.map_err(|error| {
                    Error::Usage(format!(
                        "the report of seed {seed} is not of this program: {error}"
                    ))
                })?;
                games.push((seed, report));
            }
        }
    }
    Ok(Outcome { seeds, games, broken })
}
