//! `nao season`: many simulated games, with noise, pushes, moved balls and stalled writers.

mod alone;
mod figure;
mod games;
mod store;
mod teams;
mod versus;

use crate::describe;
use crate::numbers::number;
use clap::{Args, Subcommand};
use games::Outcome;
use nao_sim::team::MOST_PLAYERS;
use serde::de::DeserializeOwned;
use skill_studio::{Error, Escaped, Output};
use std::collections::BTreeMap;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{fs, io, thread};
use store::{About, Store};
use versus::Versus;

/// The arguments of `nao season`.
#[derive(Args)]
#[command(args_conflicts_with_subcommands = true)]
pub struct Season {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    options: Options,
}

#[derive(Subcommand)]
enum Command {
    /// Prints the summary of a season from the directories of its shards, byte for byte that of one process; if games
    /// are missing, names them and their shards: exit status 2.
    Merge {
        /// The directories.
        #[arg(value_name = "DIR", required = true)]
        directories: Vec<PathBuf>,
    },
}

#[derive(Args)]
struct Options {
    /// The number of games.
    #[arg(long, value_name = "N", default_value_t = 200)]
    #[arg(value_parser = number("a number of games", 1..=10_000_000_u64))]
    games: u64,
    /// The seed of the first game.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// The length of each game in simulated minutes, 0.05 to 1000.
    #[arg(long, value_name = "M", default_value_t = 5.0)]
    #[arg(value_parser = number("minutes", 0.05..=1000.0))]
    minutes: f64,
    /// Plays games of two teams of so many robots instead, of which one talks.
    #[arg(long, value_name = "N")]
    #[arg(value_parser = number("a whole number of robots", 1..=MOST_PLAYERS))]
    players: Option<u8>,
    /// The share of messages that are lost in such a game.
    #[arg(long, value_name = "SHARE", default_value_t = 0.0, requires = "players")]
    #[arg(value_parser = number("a share", 0.0..=1.0))]
    loss: f64,
    /// Plays such games of two teams that talk and differ in their parameters: files, or directories of files.
    #[arg(long, num_args = 2, value_names = ["A", "B"], requires = "players")]
    teams: Option<Vec<String>>,
    /// A file with parameters, or a directory of files, as of `nao play`. A later one overrides an earlier one.
    #[arg(long, value_name = "FILE", conflicts_with = "teams")]
    params: Vec<String>,
    /// Plays one part of the games: `2/5` is the second of five.
    #[arg(long, value_name = "I/N", value_parser = shard, requires = "out")]
    shard: Option<(u64, u64)>,
    /// Keeps each game in this directory when it has ended: started again, the season goes on.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// The number of games at a time; the number of processors if none is given.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    jobs: Option<u16>,
}

fn shard(text: &str) -> Result<(u64, u64), String> {
    let parts = text.split_once('/').and_then(|(i, n)| Some((i.parse().ok()?, n.parse().ok()?)));
    parts.filter(|(i, n)| (1..=*n).contains(i)).ok_or_else(|| "expected I/N: 1/8 to 8/8".to_owned())
}

impl Season {
    /// Plays the games, or reads them, and prints the summary.
    ///
    /// # Errors
    /// [`Error`] if a game cannot be played, a file be used, or games are missing.
    pub fn run(&self, output: &Output) -> Result<ExitCode, Error> {
        match &self.command {
            Some(Command::Merge { directories }) => {
                let (about, store) = Store::merge(directories)?;
                let missing = store.missing(&about);
                if missing.is_empty() {
                    summary(output, &about, store)
                } else {
                    Err(lack(&about, &missing))
                }
            }
            None => self.options.play(output),
        }
    }
}

impl Options {
    fn play(&self, output: &Output) -> Result<ExitCode, Error> {
        let about = self.about()?;
        let (shard, _) = self.shard.unwrap_or((1, 1));
        let mut store = match &self.out {
            Some(directory) => Store::open(directory, &about)?,
            None => Store::new(),
        };
        let seeds = about.of_shard(shard).into_iter().filter(|seed| !store.has(*seed));
        let seeds: Vec<u64> = seeds.collect();
        let jobs = self.jobs.map(usize::from);
        let jobs = jobs.unwrap_or_else(|| thread::available_parallelism().map_or(1, NonZero::get));
        games::play(output, &seeds, jobs, |seed| arguments(&about, seed), &mut store)?;
        if about.shards == 1 {
            return summary(output, &about, store);
        }
        output.line(format_args!(
            "shard {shard} of {}: {} games played",
            about.shards,
            seeds.len()
        ));
        Ok(ExitCode::SUCCESS)
    }

    /// Returns the season. Its parameters are those that the files have now.
    fn about(&self) -> Result<About, Error> {
        let teams = self.teams.clone().and_then(|teams| <[String; 2]>::try_from(teams).ok());
        let mut files = BTreeMap::new();
        for path in teams.iter().flatten().chain(&self.params) {
            files.extend(texts(Path::new(path))?);
        }
        let soccer = describe::soccer();
        Ok(About {
            program: format!("{} {:016x}", env!("CARGO_PKG_VERSION"), soccer.hash),
            games: self.games,
            seed: self.seed,
            minutes: self.minutes,
            players: self.players,
            loss: self.loss,
            teams,
            params: self.params.clone(),
            files,
            shards: self.shard.map_or(1, |(_, n)| n),
        })
    }
}

/// Returns the files with parameters, with their texts.
fn texts(path: &Path) -> Result<BTreeMap<String, String>, Error> {
    let read = |path: &Path| {
        let text = fs::read_to_string(path).map_err(Error::file(path))?;
        Ok((path.to_string_lossy().into_owned(), text))
    };
    if !path.is_dir() {
        return Ok(BTreeMap::from([read(path)?]));
    }
    let entries = fs::read_dir(path).and_then(Iterator::collect::<io::Result<Vec<_>>>);
    let paths = entries.map_err(Error::file(path))?.into_iter().map(|of| of.path());
    paths
        .filter(|path| path.extension().is_some_and(|of| of == "toml"))
        .map(|path| read(&path))
        .collect()
}

/// Returns the arguments of a game.
fn arguments(about: &About, seed: u64) -> Vec<String> {
    let minutes = about.minutes;
    let mut all: Vec<String> = match (about.players, &about.teams) {
        (None, _) => {
            ["--agent", "striker", "--minutes", &minutes.to_string()].map(String::from).into()
        }
        (Some(players), None) => teams::arguments(seed, players, minutes, about.loss),
        (Some(players), Some(names)) => {
            let mut all = teams::game(players, minutes, about.loss);
            all.extend(Versus(names).arguments(seed));
            all
        }
    };
    all.extend(about.params.iter().flat_map(|file| ["--params".to_owned(), file.clone()]));
    all
}

/// Prints the summary of all games.
fn summary(output: &Output, about: &About, store: Store) -> Result<ExitCode, Error> {
    fn games<G: DeserializeOwned>(about: &About, store: Store) -> Result<Outcome<G>, Error> {
        games::read(about.seeds(), store.into_games())
    }
    let mut text = Vec::new();
    let is_sound = match (about.players, &about.teams) {
        (None, _) => alone::table(&games(about, store)?, about.minutes, &mut text),
        (Some(_), None) => teams::table(&games(about, store)?, &mut text),
        (Some(_), Some(names)) => Versus(names).table(&games(about, store)?, &mut text),
    };
    let is_sound = is_sound.map_err(Error::Output)?;
    output.line(String::from_utf8_lossy(&text).trim_end());
    Ok(if is_sound { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Returns the error about games that are missing.
fn lack(about: &About, missing: &[u64]) -> Error {
    let mut by_shard = BTreeMap::<u64, Vec<u64>>::new();
    for seed in missing {
        by_shard.entry((seed - about.seed) % about.shards + 1).or_default().push(*seed);
    }
    let lines = by_shard.iter().map(|(shard, seeds)| {
        let shown: Vec<String> = seeds.iter().take(10).map(u64::to_string).collect();
        let more = if seeds.len() > shown.len() { ", .." } else { "" };
        let (count, shown) = (seeds.len(), shown.join(", "));
        format!("shard {shard}/{}: {count} games: seeds {shown}{more}", about.shards)
    });
    let lines = lines.collect::<Vec<_>>().join("\n");
    Error::Usage(format!(
        "{} of {} games are missing\n{}\nhelp: start these shards again with the same options",
        missing.len(),
        about.games,
        Escaped(lines)
    ))
}
