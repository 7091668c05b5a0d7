//! `nao season`: many simulated games, with noise, pushes, moved balls and stalled writers.

mod alone;
mod figure;
mod games;
mod params;
mod store;
mod teams;
mod versus;

use crate::describe;
use crate::numbers::number;
use clap::{Args, Subcommand};
use games::Outcome;
use nao_sim::team::MOST_PLAYERS;
use params::Params;
use serde::de::DeserializeOwned;
use skill_studio::{Error, Output};
use std::collections::BTreeMap;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::thread;
use store::{About, Store};
use tempfile::TempDir;

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
        if self.seed.checked_add(self.games - 1).is_none() {
            return Err(Error::Usage(format!(
                "--seed {} leaves no seeds for all games",
                self.seed
            )));
        }
        self.check()?;
        let about = self.about()?;
        let (shard, _) = self.shard.unwrap_or((1, 1));
        let mut store = match &self.out {
            Some(directory) => Store::open(directory, &about)?,
            None => Store::new(),
        };
        let copies = Copies::of(&about)?;
        let seeds: Vec<u64> = about.of_shard(shard).filter(|seed| !store.has(*seed)).collect();
        let jobs = self.jobs.map(usize::from);
        let jobs = jobs.unwrap_or_else(|| thread::available_parallelism().map_or(1, NonZero::get));
        games::play(output, &seeds, jobs, |seed| copies.arguments(&about, seed), &mut store)?;
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
        let read = |paths: &[String]| {
            paths.iter().map(|path| Params::read(Path::new(path))).collect::<Result<Vec<_>, _>>()
        };
        let mut teams = self.teams.as_deref().map(read).transpose()?.unwrap_or_default();
        if let ([one, other], Some(given)) = (&mut teams[..], &self.teams)
            && one.name == other.name
        {
            (one.name, other.name) = (given[0].clone(), given[1].clone());
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
            params: read(&self.params)?,
            shards: self.shard.map_or(1, |(_, n)| n),
        })
    }

    /// Checks that the parameters can be used, where they are.
    fn check(&self) -> Result<(), Error> {
        let mut game = vec!["--minutes".to_owned(), "0.05".to_owned()];
        if let Some([left, right]) = self.teams.as_deref() {
            game.extend(["--players", "1", "--left", left, "--right", right].map(String::from));
        }
        game.extend(self.params.iter().flat_map(|path| ["--params".to_owned(), path.clone()]));
        if game.len() > 2 { games::one(games::program()?, 1, &game).map(drop) } else { Ok(()) }
    }
}

/// The files with parameters that the games of a season read: copies of those with which it began.
struct Copies {
    /// Removes them in the end.
    _directory: Option<TempDir>,
    teams: Option<[String; 2]>,
    params: Vec<String>,
}

impl Copies {
    fn of(about: &About) -> Result<Self, Error> {
        let all: Vec<&Params> = about.teams.iter().chain(&about.params).collect();
        if all.is_empty() {
            return Ok(Self { _directory: None, teams: None, params: Vec::new() });
        }
        let directory = tempfile::tempdir().map_err(Error::file(std::env::temp_dir()))?;
        let written = all.iter().enumerate().map(|(number, params)| {
            let path = params.write(&directory.path().join(number.to_string()))?;
            Ok(path.to_string_lossy().into_owned())
        });
        let mut written = written.collect::<Result<Vec<_>, Error>>()?;
        let params = written.split_off(about.teams.len());
        Ok(Self { _directory: Some(directory), teams: written.try_into().ok(), params })
    }

    /// Returns the arguments of a game.
    fn arguments(&self, about: &About, seed: u64) -> Vec<String> {
        let minutes = about.minutes;
        let mut all: Vec<String> = match (about.players, &self.teams) {
            (None, _) => {
                ["--agent", "striker", "--minutes", &minutes.to_string()].map(String::from).into()
            }
            (Some(players), None) => teams::arguments(seed, players, minutes, about.loss),
            (Some(players), Some(paths)) => {
                let mut all = teams::game(players, minutes, about.loss);
                all.extend(versus::arguments(paths, seed));
                all
            }
        };
        all.extend(self.params.iter().flat_map(|file| ["--params".to_owned(), file.clone()]));
        all
    }
}

/// Prints the summary of all games.
fn summary(output: &Output, about: &About, store: Store) -> Result<ExitCode, Error> {
    fn games<G: DeserializeOwned>(about: &About, store: Store) -> Result<Outcome<G>, Error> {
        games::read(about.seeds(), store.into_games())
    }
    let mut text = Vec::new();
    let is_sound = match (about.players, &about.teams[..]) {
        (None, _) => alone::table(&games(about, store)?, about.minutes, &mut text),
        (Some(_), [one, other]) => {
            versus::table([&one.name, &other.name], &games(about, store)?, &mut text)
        }
        (Some(_), _) => teams::table(&games(about, store)?, &mut text),
    };
    let is_sound = is_sound.map_err(Error::Output)?;
    output.line(String::from_utf8_lossy(&text).trim_end());
    Ok(if is_sound { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The shards that are listed with their missing games.
const MOST_LINES: usize = 10;

/// Returns the error about games that are missing.
fn lack(about: &About, missing: &[u64]) -> Error {
    let mut by_shard = BTreeMap::<u64, Vec<u64>>::new();
    for seed in missing {
        by_shard.entry((seed - about.seed) % about.shards + 1).or_default().push(*seed);
    }
    let lines = by_shard.iter().take(MOST_LINES).map(|(shard, seeds)| {
        let shown: Vec<String> = seeds.iter().take(10).map(u64::to_string).collect();
        let more = if seeds.len() > shown.len() { ", .." } else { "" };
        let (count, shown) = (seeds.len(), shown.join(", "));
        format!("shard {shard}/{}: {count} games: seeds {shown}{more}", about.shards)
    });
    let mut lines: Vec<String> = lines.collect();
    if by_shard.len() > MOST_LINES {
        lines.push(format!("and of {} other shards", by_shard.len() - MOST_LINES));
    }
    Error::Usage(format!(
        "{} of {} games are missing\n{}\nhelp: start these shards again with the same options",
        missing.len(),
        about.games,
        lines.join("\n")
    ))
}
