//! `cargo xtask season`: the striker plays on many seeds, each game in a process of its own,
//! with noise, pushes, moved balls and writers that stall.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::io::{self, IsTerminal as _, Write};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::mpsc;
use std::thread;

use crate::commands::cargo;
use serde::Deserialize;

/// How many of a hundred games must have a goal of ours.
const WITH_GOAL_PERCENT: usize = 95;
/// How long the bar is, in characters.
const BAR: usize = 40;

/// What to play.
#[derive(Debug, Clone)]
pub struct Options {
    /// The root of this workspace.
    pub workspace: PathBuf,
    /// How many games.
    pub games: u64,
    /// The seed of the first; the others' follow.
    pub seed: u64,
    /// How long each lasts.
    pub minutes: f64,
}

/// Why nothing could be played.
#[derive(Debug)]
pub enum Error {
    /// A program could not be run.
    Io(io::Error),
    /// `nao` does not compile.
    Build,
}

impl From<io::Error> for Error {
    fn from(error: io::Error) -> Self {
        Error::Io(error)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Io(error) => error.fmt(out),
            Error::Build => out.write_str("nao is not built, see above"),
        }
    }
}

impl std::error::Error for Error {}

/// What `nao play --format json` says of a game.
#[derive(Debug, Deserialize)]
struct Game {
    seed: u64,
    ours: u32,
    theirs: u32,
    kicks: u32,
    hits: u32,
    falls: u32,
    pushes: u32,
    moved_balls: u32,
    stalls: u32,
    penalties: u32,
    left_lying: Vec<f32>,
    stuck: Vec<String>,
    calls: BTreeMap<String, Ends>,
}

/// How the calls of a skill ended.
#[derive(Debug, Default, Deserialize)]
struct Ends {
    r#final: u32,
    failed: u32,
    stopped: u32,
}

/// A game that was not played to its end: what the program said.
struct Broken {
    seed: u64,
    said: String,
}

/// Plays; answers whether enough games have a goal and none went wrong.
///
/// # Errors
/// [`Error`], if it cannot be told.
pub fn run(options: &Options, out: &mut impl Write) -> Result<bool, Error> {
    let nao = build(&options.workspace)?;
    let (games, broken) = play(options, &nao);
    table(&games, &broken, options, out)?;
    let with_goal = games.iter().filter(|game| game.ours > 0).count();
    let enough = with_goal * 100 >= WITH_GOAL_PERCENT * (games.len() + broken.len());
    let sound = games.iter().all(|game| game.stuck.is_empty() && game.left_lying.is_empty());
    Ok(enough && sound && broken.is_empty())
}

/// Builds `nao`; answers where it is.
fn build(workspace: &Path) -> Result<PathBuf, Error> {
    let target = workspace.join("target").join("season");
    let mut cargo = cargo(workspace, &target);
    cargo.args(["build", "--release", "-p", "skills-nao"]);
    if !cargo.status()?.success() {
        return Err(Error::Build);
    }
    Ok(target.join("release").join("nao"))
}

/// Plays all games, as many at a time as there are processors.
fn play(options: &Options, nao: &Path) -> (Vec<Game>, Vec<Broken>) {
    let threads = thread::available_parallelism().map_or(1, NonZero::get);
    let (send, receive) = mpsc::channel();
    let (mut games, mut broken) = (Vec::new(), Vec::new());
    let mut bar = Bar::new(options.games);
    thread::scope(|scope| {
        for first in (0..options.games).take(threads) {
            let send = send.clone();
            scope.spawn(move || {
                for game in (first..options.games).step_by(threads) {
                    let seed = options.seed.wrapping_add(game);
                    if send.send(one(nao, seed, options.minutes)).is_err() {
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
            bar.show(games.len() + broken.len());
        }
    });
    bar.end();
    games.sort_by_key(|game| game.seed);
    broken.sort_by_key(|game| game.seed);
    (games, broken)
}

/// Plays one game.
fn one(nao: &Path, seed: u64, minutes: f64) -> Result<Game, Broken> {
    let mut command = Command::new(nao);
    command.args(["play", "--agent", "striker", "--format", "json"]);
    command.args(["--seed", &seed.to_string(), "--minutes", &minutes.to_string()]);
    let broken = |said: String| Broken { seed, said };
    let output = command.output().map_err(|error| broken(error.to_string()))?;
    serde_json::from_slice(&output.stdout).map_err(|_| {
        let said = String::from_utf8_lossy(&output.stderr);
        broken(format!("{}: {}", output.status, said.trim_end()))
    })
}

/// How far it is, on stderr.
struct Bar {
    games: u64,
    live: bool,
}

impl Bar {
    fn new(games: u64) -> Bar {
        Bar { games, live: io::stderr().is_terminal() }
    }

    fn show(&mut self, played: usize) {
        let all = usize::try_from(self.games).unwrap_or(usize::MAX).max(1);
        if self.live {
            let full = played * BAR / all;
            eprint!("\r[{}{}] {played}/{all} games", "#".repeat(full), ".".repeat(BAR - full));
            let _ = io::stderr().flush();
        } else if played.is_multiple_of(50) {
            eprintln!("{played} of {all} games");
        }
    }

    fn end(&self) {
        if self.live {
            eprintln!();
        }
    }
}

/// Prints what became of the season.
fn table(
    games: &[Game],
    broken: &[Broken],
    options: &Options,
    out: &mut impl Write,
) -> io::Result<()> {
    let last = options.seed.wrapping_add(options.games.saturating_sub(1));
    let (seed, minutes) = (options.seed, options.minutes);
    writeln!(out, "seeds {seed} to {last}, {minutes} minutes each\n")?;
    goals(games, out)?;
    figures(games, out)?;
    calls(games, out)?;
    faults(games, broken, out)?;
    let with_goal = games.iter().filter(|game| game.ours > 0).count();
    let (played, broken) = (games.len() + broken.len(), broken.len());
    writeln!(out, "{with_goal} of {played} games with a goal, {broken} broken off")
}

/// How many games have how many goals of ours.
fn goals(games: &[Game], out: &mut impl Write) -> io::Result<()> {
    let mut by_goals = BTreeMap::<u32, usize>::new();
    for game in games {
        *by_goals.entry(game.ours).or_default() += 1;
    }
    writeln!(out, "| goals | games |\n|---:|---:|")?;
    by_goals.into_iter().try_for_each(|(goals, count)| writeln!(out, "| {goals} | {count} |"))
}

/// What happens in a game.
fn figures(games: &[Game], out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "\n| in a game | mean | most |\n|---|---:|---:|")?;
    let mut figure = |what: &str, of: fn(&Game) -> u32| {
        let most = games.iter().map(of).max().unwrap_or(0);
        writeln!(out, "| {what} | {:.2} | {most} |", mean(games, of))
    };
    figure("our goals", |game| game.ours)?;
    figure("goals into our own", |game| game.theirs)?;
    figure("kicks", |game| game.kicks)?;
    figure("kicks that hit", |game| game.hits)?;
    figure("falls", |game| game.falls)?;
    figure("pushes", |game| game.pushes)?;
    figure("balls moved by hand", |game| game.moved_balls)?;
    figure("writers stalled", |game| game.stalls)?;
    figure("penalties", |game| game.penalties)?;
    figure("calls that failed", |game| game.calls.values().map(|ends| ends.failed).sum())
}

/// How the calls of each skill end in a game.
fn calls(games: &[Game], out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "\n| calls in a game | FINAL | FAILED | stopped |\n|---|---:|---:|---:|")?;
    let skills: BTreeSet<&String> = games.iter().flat_map(|game| game.calls.keys()).collect();
    for skill in skills {
        let ends = |of: fn(&Ends) -> u32| mean(games, |game| game.calls.get(skill).map_or(0, of));
        let (r#final, failed) = (ends(|ends| ends.r#final), ends(|ends| ends.failed));
        let stopped = ends(|ends| ends.stopped);
        writeln!(out, "| {skill} | {final:.2} | {failed:.2} | {stopped:.2} |")?;
    }
    writeln!(out)
}

/// Each thing that went wrong, with its seed.
fn faults(games: &[Game], broken: &[Broken], out: &mut impl Write) -> io::Result<()> {
    for game in games {
        for call in &game.stuck {
            writeln!(out, "seed {}: longer than it may: {call}", game.seed)?;
        }
        for time in &game.left_lying {
            writeln!(out, "seed {}: lay there since {time:.1} s", game.seed)?;
        }
    }
    for game in broken {
        writeln!(out, "seed {}: {}", game.seed, game.said)?;
    }
    let lost = games.iter().filter(|game| game.ours == 0);
    let lost: Vec<String> = lost.map(|game| game.seed.to_string()).collect();
    if lost.is_empty() {
        return Ok(());
    }
    writeln!(out, "without a goal: seeds {}", lost.join(", "))
}

#[allow(clippy::cast_precision_loss)] // some hundreds
fn mean(games: &[Game], of: impl Fn(&Game) -> u32) -> f64 {
    let sum: u32 = games.iter().map(of).sum();
    f64::from(sum) / games.len().max(1) as f64
}
