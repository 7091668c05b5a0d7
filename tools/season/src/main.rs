//! Plays many simulated games of the striker, each with its own seed and in a process of its
//! own, with noise, pushes, moved balls and stalled writers: `cargo xtask season`.

mod figure;
mod games;
mod teams;
mod versus;

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;
use games::Broken;
use serde::Deserialize;
use tool_support::command;
use versus::Versus;

/// The minimum percentage of games with a goal.
const MIN_WITH_GOAL_PERCENT: usize = 95;

/// Play many simulated games of the striker: at least 95 % must have a goal, and none may have
/// a stuck call or a robot that stays on the ground.
#[derive(Parser)]
#[command(bin_name = "cargo xtask season")]
struct Options {
    /// The number of games
    #[arg(long, default_value_t = 200)]
    games: u64,
    /// The seed of the first game
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The length of each game in simulated minutes
    #[arg(long, default_value_t = 5.0)]
    minutes: f64,
    /// Play games of two teams of so many robots instead, of which one talks
    #[arg(long)]
    players: Option<u8>,
    /// The share of messages that are lost in such a game
    #[arg(long, default_value_t = 0.0)]
    loss: f64,
    /// Play such games of two teams that talk and differ in their parameters: files, or directories of files
    #[arg(long, num_args = 2, value_names = ["A", "B"], requires = "players")]
    teams: Option<Vec<PathBuf>>,
}

fn main() -> ExitCode {
    tool_support::exit(run(&Options::parse()))
}

/// Plays the games and prints the summary. Returns whether enough games have a goal and
/// nothing went wrong.
fn run(options: &Options) -> anyhow::Result<bool> {
    let nao = command::nao(true)?;
    let last = options.seed.saturating_add(options.games);
    let seeds: Vec<u64> = (options.seed..last).collect();
    let minutes = options.minutes;
    if let Some(players) = options.players {
        let arguments = |seed| teams::arguments(seed, players, minutes, options.loss);
        if let Some(paths) = options.teams.as_deref().and_then(|teams| teams.try_into().ok()) {
            let versus = Versus(paths);
            versus.check(&nao)?;
            let arguments = |seed| {
                let mut all = teams::game(players, minutes, options.loss);
                all.extend(versus.arguments(seed));
                all
            };
            let (games, broken) = games::play(&nao, &seeds, arguments);
            return Ok(versus.table(&games, &broken, &mut io::stdout())?);
        }
        let (games, broken) = games::play(&nao, &seeds, arguments);
        return Ok(teams::table(&games, &broken, &mut io::stdout())?);
    }
    let alone =
        |_| ["--agent", "striker", "--minutes", &minutes.to_string()].map(String::from).into();
    let (games, broken) = games::play::<Game>(&nao, &seeds, alone);
    let games: Vec<Game> = games.into_iter().map(|(_, game)| game).collect();
    table(&games, &broken, options, &mut io::stdout())?;
    let with_goal = games.iter().filter(|game| game.ours > 0).count();
    let enough = with_goal * 100 >= MIN_WITH_GOAL_PERCENT * (games.len() + broken.len());
    let all_played = games.iter().all(|game| game.stuck.is_empty() && game.left_lying.is_empty());
    Ok(enough && all_played && broken.is_empty())
}

/// The report of a game that `nao play --format json` prints.
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

/// The number of calls of a skill by result.
#[derive(Debug, Default, Deserialize)]
struct Ends {
    r#final: u32,
    failed: u32,
    stopped: u32,
}

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

/// Prints the number of games by their goals.
fn goals(games: &[Game], out: &mut impl Write) -> io::Result<()> {
    let mut by_goals = BTreeMap::<u32, usize>::new();
    for game in games {
        *by_goals.entry(game.ours).or_default() += 1;
    }
    writeln!(out, "| goals | games |\n|---:|---:|")?;
    by_goals.into_iter().try_for_each(|(goals, count)| writeln!(out, "| {goals} | {count} |"))
}

/// Prints the figures of a game: mean and maximum.
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

/// Prints the results of the calls of each skill.
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

/// Prints each fault with the seed of its game.
fn faults(games: &[Game], broken: &[Broken], out: &mut impl Write) -> io::Result<()> {
    for game in games {
        for call in &game.stuck {
            writeln!(out, "seed {}: stuck: {call}", game.seed)?;
        }
        for time in &game.left_lying {
            writeln!(out, "seed {}: on the ground since {time:.1} s", game.seed)?;
        }
    }
    for game in broken {
        writeln!(out, "seed {}: {}", game.seed, game.output)?;
    }
    let lost = games.iter().filter(|game| game.ours == 0);
    let lost: Vec<String> = lost.map(|game| game.seed.to_string()).collect();
    if lost.is_empty() {
        return Ok(());
    }
    writeln!(out, "without a goal: seeds {}", lost.join(", "))
}

#[expect(clippy::cast_precision_loss, reason = "a few hundred games")]
fn mean(games: &[Game], of: impl Fn(&Game) -> u32) -> f64 {
    let sum: u32 = games.iter().map(of).sum();
    f64::from(sum) / games.len().max(1) as f64
}
