//! Games in processes of their own.

use std::num::NonZero;
use std::path::Path;
use std::process::Command;
use std::sync::mpsc;
use std::thread;

use serde::de::DeserializeOwned;
use tool_support::{Progress, command};

/// A game that did not end, and the output of the program.
pub struct Broken {
    pub seed: u64,
    pub output: String,
}

/// Plays games with these seeds, as many in parallel as there are processors, and reads their reports.
/// `arguments` are those of a seed's `nao play`.
pub fn play<G: DeserializeOwned + Send>(
    nao: &Path,
    seeds: &[u64],
    arguments: impl Fn(u64) -> Vec<String> + Sync,
) -> (Vec<(u64, G)>, Vec<Broken>) {
    let threads = thread::available_parallelism().map_or(1, NonZero::get);
    let (send, receive) = mpsc::channel();
    let (mut games, mut broken) = (Vec::new(), Vec::new());
    let progress = Progress::bar("season: games", u64::try_from(seeds.len()).unwrap_or(u64::MAX));
    thread::scope(|scope| {
        for first in 0..threads.min(seeds.len()) {
            let (send, arguments) = (send.clone(), &arguments);
            scope.spawn(move || {
                for seed in seeds.iter().skip(first).step_by(threads) {
                    if send.send(one(nao, *seed, &arguments(*seed))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(send);
        for game in receive {
            match game {
                Ok(game) => games.push(game),
                Err(game) => broken.push(game),
            }
            progress.advance();
        }
    });
    progress.finish(broken.is_empty());
    games.sort_by_key(|(seed, _)| *seed);
    broken.sort_by_key(|game| game.seed);
    (games, broken)
}

fn one<G: DeserializeOwned>(
    nao: &Path,
    seed: u64,
    arguments: &[String],
) -> Result<(u64, G), Broken> {
    let mut command = Command::new(nao);
    command.args(["play", "--format", "json", "--seed", &seed.to_string()]).args(arguments);
    let broken = |output: String| Broken { seed, output };
    let output = command.output().map_err(|error| broken(error.to_string()))?;
    let game = serde_json::from_slice(&output.stdout).map_err(|_| {
        broken(format!("{}: {}", output.status, command::messages(&output).trim_end()))
    })?;
    Ok((seed, game))
}
