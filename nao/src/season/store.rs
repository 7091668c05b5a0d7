//! The games of a season in a directory: each is a file that is there whole or not at all.

use super::params::Params;
use serde::{Deserialize, Serialize};
use skill_studio::{Error, Escaped, OutputFile};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The file that says of which season a directory is.
const ABOUT: &str = "season.json";

/// A season: all that its games depend on.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct About {
    /// The version of the program, and the hash of its skills.
    pub program: String,
    pub games: u64,
    /// The seed of the first game.
    pub seed: u64,
    pub minutes: f64,
    pub players: Option<u8>,
    pub loss: f64,
    /// The parameters of two teams; none if the teams are alike.
    pub teams: Vec<Params>,
    /// The parameters of all robots.
    pub params: Vec<Params>,
    /// The number of shards; 1 if all games are played at once.
    pub shards: u64,
}

impl About {
    /// Returns the first seed and the last one.
    pub fn seeds(&self) -> [u64; 2] {
        [self.seed, self.seed.saturating_add(self.games.saturating_sub(1))]
    }

    /// Returns the seeds of a shard, counted from 1.
    pub fn of_shard(&self, shard: u64) -> impl Iterator<Item = u64> + use<> {
        let Self { seed, games, shards, .. } = *self;
        (shard - 1..games)
            .step_by(usize::try_from(shards).unwrap_or(usize::MAX))
            .map(move |at| seed + at)
    }

    /// Returns an error that names the first difference, if the other one is not the same season.
    fn check(&self, other: &Self, place: &Path) -> Result<(), Error> {
        let [own, other] = [self, other].map(|of| serde_json::to_value(of).unwrap_or_default());
        let Some(all) = own.as_object() else { return Ok(()) };
        let Some((name, value)) = all.iter().find(|(name, value)| other[&name[..]] != **value)
        else {
            return Ok(());
        };
        let short = |value: &serde_json::Value| {
            if value.is_array() { String::new() } else { format!(", {value}") }
        };
        Err(Error::Usage(format!(
            "{}: another season: it has other {name}{} than this one{}\nhelp: give another directory, or the same \
             options, parameters and program",
            Escaped(place.display()),
            short(&other[&name[..]]),
            short(value)
        )))
    }
}

/// The result of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Game {
    /// A report, as `nao play --format json` prints it.
    Report(String),
    /// No report: what the program has said instead.
    Broken(String),
}

/// A game without a report in its file; others have their report.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Broken {
    broken: String,
}

/// The part of each report that says of which game it is.
#[derive(Deserialize)]
struct Seed {
    seed: u64,
}

/// The games of a season that were played.
pub struct Store {
    directory: Option<PathBuf>,
    games: BTreeMap<u64, Game>,
}

impl Store {
    /// Returns a store in memory.
    pub fn new() -> Self {
        Self { directory: None, games: BTreeMap::new() }
    }

    /// Opens the directory of a season, or makes it, and reads the games in it.
    ///
    /// # Errors
    /// [`Error`] if it is of another season, or a file cannot be read or written.
    pub fn open(directory: &Path, about: &About) -> Result<Self, Error> {
        fs::create_dir_all(directory).map_err(Error::file(directory))?;
        let path = directory.join(ABOUT);
        if !path.exists() {
            if !seeds_in(directory)?.is_empty() {
                return Err(Error::Usage(format!(
                    "{}: it has games and no {ABOUT}\nhelp: give another directory",
                    Escaped(directory.display())
                )));
            }
            let text = serde_json::to_vec_pretty(about).map_err(Error::usage)?;
            OutputFile::write(&path, &text)?;
        }
        // Another shard may have written it.
        about.check(&read_about(directory)?, &path)?;
        let mut store = Self { directory: Some(directory.to_owned()), games: BTreeMap::new() };
        store.read(directory, about)?;
        Ok(store)
    }

    /// Opens the directories of one season, as different machines have filled them.
    ///
    /// # Errors
    /// [`Error`] if they are of different seasons, or have different results of a game.
    pub fn merge(directories: &[PathBuf]) -> Result<(About, Self), Error> {
        let mut all: Option<(About, Self)> = None;
        for directory in directories {
            let about = read_about(directory)?;
            let (first, store) = all.get_or_insert_with(|| (about.clone(), Self::new()));
            first.check(&about, &directory.join(ABOUT))?;
            store.read(directory, &about)?;
        }
        all.ok_or_else(|| Error::Usage("no directory was given".to_owned()))
    }

    /// Returns the seeds that are not there.
    pub fn missing(&self, about: &About) -> Vec<u64> {
        let [first, last] = about.seeds();
        (first..=last).filter(|seed| !self.games.contains_key(seed)).collect()
    }

    pub fn has(&self, seed: u64) -> bool {
        self.games.contains_key(&seed)
    }

    /// Stores a game.
    pub fn put(&mut self, seed: u64, game: Game) -> Result<(), Error> {
        if let Some(directory) = &self.directory {
            let text = match &game {
                Game::Report(report) => report.clone(),
                Game::Broken(output) => {
                    let broken = Broken { broken: output.clone() };
                    serde_json::to_string(&broken).map_err(Error::usage)?
                }
            };
            OutputFile::write(&path(directory, seed), (text + "\n").as_bytes())?;
        }
        self.games.insert(seed, game);
        Ok(())
    }

    pub fn into_games(self) -> BTreeMap<u64, Game> {
        self.games
    }

    fn read(&mut self, directory: &Path, about: &About) -> Result<(), Error> {
        let [first, last] = about.seeds();
        for seed in seeds_in(directory)?.into_iter().filter(|seed| (first..=last).contains(seed)) {
            let path = path(directory, seed);
            let text = fs::read_to_string(&path).map_err(Error::file(&path))?;
            let wrong = |why: &dyn std::fmt::Display| {
                Error::Usage(format!(
                    "{}: {why}\nhelp: remove it, and play it again",
                    Escaped(path.display())
                ))
            };
            let game = match serde_json::from_str::<Broken>(&text) {
                Ok(Broken { broken }) => Game::Broken(broken),
                Err(_) => {
                    let report: Seed =
                        serde_json::from_str(&text).map_err(|error| wrong(&error))?;
                    if report.seed != seed {
                        return Err(wrong(&format_args!("a game with the seed {}", report.seed)));
                    }
                    Game::Report(text.trim_end().to_owned())
                }
            };
            if self.games.get(&seed).is_some_and(|before| *before != game) {
                return Err(wrong(&"another result of this game than in the directory before"));
            }
            self.games.insert(seed, game);
        }
        Ok(())
    }
}

/// Returns the seeds of the games in a directory.
fn seeds_in(directory: &Path) -> Result<Vec<u64>, Error> {
    let entries = fs::read_dir(directory).and_then(Iterator::collect::<std::io::Result<Vec<_>>>);
    let names = entries.map_err(Error::file(directory))?.into_iter().map(|of| of.file_name());
    let seed = |name: std::ffi::OsString| name.to_str()?.strip_suffix(".json")?.parse().ok();
    Ok(names.filter_map(seed).collect())
}

fn path(directory: &Path, seed: u64) -> PathBuf {
    directory.join(format!("{seed}.json"))
}

fn read_about(directory: &Path) -> Result<About, Error> {
    let path = directory.join(ABOUT);
    let text = fs::read_to_string(&path).map_err(Error::file(&path))?;
    serde_json::from_str(&text).map_err(|error| {
        Error::Usage(format!("{}: no season of this program: {error}", Escaped(path.display())))
    })
}
