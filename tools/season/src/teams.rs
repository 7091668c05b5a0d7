//! Teams that talk against teams that do not.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};

use serde::Deserialize;

use crate::games::Broken;

/// The report of a game of teams that `nao play --players N --format json` prints.
#[derive(Debug, Deserialize)]
pub struct TeamGame {
    teams: [Team; 2],
    collisions: u32,
    foreign_touches: u32,
    penalties: BTreeMap<String, u32>,
    stuck: Vec<String>,
}

#[derive(Debug, Deserialize)]
struct Team {
    goals: u32,
    kicks: u32,
    falls: u32,
    messages: u32,
    ball: Ball,
    roles: Roles,
}

/// The errors of what robots believe of the ball.
#[derive(Debug, Deserialize)]
struct Ball {
    unseen: u32,
    alone_m: Option<f64>,
    team_m: Option<f64>,
    within_sigmas: Option<[f64; 2]>,
}

#[derive(Debug, Deserialize)]
struct Roles {
    two_strikers_sec: f64,
    changes_per_min: f64,
}

/// Returns the arguments of a game: the left team talks in games with an odd seed, else the right one.
pub fn arguments(seed: u64, players: u8, minutes: f64, loss: f64) -> Vec<String> {
    let talks = if talks(seed) == 0 { "left" } else { "right" };
    let (players, minutes, loss) = (players.to_string(), minutes.to_string(), loss.to_string());
    let all = ["--players", &players, "--minutes", &minutes, "--messages", talks, "--loss", &loss];
    all.map(String::from).into()
}

fn talks(seed: u64) -> usize {
    usize::from(seed.is_multiple_of(2))
}

/// Prints the results. Returns whether all games were played, and no call ran longer than allowed.
pub fn table(
    games: &[(u64, TeamGame)],
    broken: &[Broken],
    out: &mut impl Write,
) -> io::Result<bool> {
    let talk = |of: fn(&Team) -> Option<f64>| {
        Figure::of(games.iter().filter_map(|(seed, game)| of(&game.teams[talks(*seed)])))
    };
    let rest = |of: fn(&Team) -> Option<f64>| {
        Figure::of(games.iter().filter_map(|(seed, game)| of(&game.teams[1 - talks(*seed)])))
    };
    writeln!(out, "| in a game | with messages | without |\n|---|---:|---:|")?;
    let mut row = |what: &str, of: fn(&Team) -> Option<f64>| {
        writeln!(out, "| {what} | {} | {} |", talk(of), rest(of))
    };
    row("goals", |team| Some(team.goals.into()))?;
    row("kicks", |team| Some(team.kicks.into()))?;
    row("falls", |team| Some(team.falls.into()))?;
    row("messages", |team| Some(team.messages.into()))?;
    row("error of an unseen ball, remembered, m", |team| team.ball.alone_m)?;
    row("error of an unseen ball, the team's, m", |team| team.ball.team_m)?;
    row("share of the team's balls within 1 sigma", |team| {
        team.ball.within_sigmas.map(|of| of[0])
    })?;
    row("share of the team's balls within 2 sigma", |team| {
        team.ball.within_sigmas.map(|of| of[1])
    })?;
    row("changes of role in a minute", |team| Some(team.roles.changes_per_min))?;
    row("longest time with two strikers, s", |team| Some(team.roles.two_strikers_sec))?;
    row("looks without the ball in sight", |team| Some(team.ball.unseen.into()))?;
    let goals = |seed: u64, game: &TeamGame| {
        let talks = talks(seed);
        f64::from(game.teams[talks].goals) - f64::from(game.teams[1 - talks].goals)
    };
    let more = Figure::of(games.iter().map(|(seed, game)| goals(*seed, game)));
    writeln!(out, "\n{more} goals a game more with messages, in {} games", games.len())?;
    offences(games, out)?;
    let two = games.iter().map(|(seed, game)| game.teams[talks(*seed)].roles.two_strikers_sec);
    writeln!(out, "two strikers for at most {:.2} s", two.fold(0.0, f64::max))?;
    for (seed, game) in games {
        for call in &game.stuck {
            writeln!(out, "seed {seed}: stuck: {call}")?;
        }
    }
    for game in broken {
        writeln!(out, "seed {}: {}", game.seed, game.output)?;
    }
    Ok(broken.is_empty() && games.iter().all(|(_, game)| game.stuck.is_empty()))
}

/// Prints what the referee counts of both teams.
fn offences(games: &[(u64, TeamGame)], out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "\n| of both teams | in a game | in all |\n|---|---:|---:|")?;
    let mut row = |what: &str, of: &dyn Fn(&TeamGame) -> u32| {
        let all: u32 = games.iter().map(|(_, game)| of(game)).sum();
        let mean = Figure::of(games.iter().map(|(_, game)| of(game).into()));
        writeln!(out, "| {what} | {mean} | {all} |")
    };
    row("collisions", &|game| game.collisions)?;
    row("falls", &|game| game.teams.iter().map(|team| team.falls).sum())?;
    row("touches of the others' ball at a set play", &|game| game.foreign_touches)?;
    let names: BTreeSet<_> = games.iter().flat_map(|(_, game)| game.penalties.keys()).collect();
    for name in names {
        let count = |game: &TeamGame| game.penalties.get(name).copied().unwrap_or_default();
        row(&format!("penalties: {}", name.replace('_', " ")), &count)?;
    }
    writeln!(out)
}

/// A mean with its standard error.
struct Figure {
    mean: f64,
    error: f64,
}

impl Figure {
    #[expect(clippy::cast_precision_loss, reason = "a few hundred games")]
    fn of(values: impl Iterator<Item = f64>) -> Figure {
        let values: Vec<f64> = values.collect();
        let count = values.len().max(1) as f64;
        let mean = values.iter().sum::<f64>() / count;
        let squares = values.iter().map(|value| (value - mean) * (value - mean)).sum::<f64>();
        Figure { mean, error: (squares / (count - 1.0).max(1.0) / count).sqrt() }
    }
}

impl std::fmt::Display for Figure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:.2} ± {:.2}", self.mean, self.error)
    }
}
