//! Teams that talk against teams that do not.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};

use serde::Deserialize;

use super::figure::Figure;
use super::games::Outcome;

/// The penalties that no robot need get.
const NEVER: [&str; 3] = ["illegal_positioning", "motion_in_set", "motion_in_stop"];

/// The report of a game of teams that `nao play --players N --format json` prints.
#[derive(Debug, Deserialize)]
pub struct TeamGame {
    teams: [Team; 2],
    collisions: u32,
    foreign_touches: u32,
    penalties: BTreeMap<String, u32>,
    stuck: Vec<String>,
}

impl TeamGame {
    /// Returns the goals of the left team, 0, or the right one, 1.
    pub fn goals(&self, side: usize) -> u32 {
        self.teams[side].goals
    }
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

/// Returns the arguments of a game.
pub fn game(players: u8, minutes: f64, loss: f64) -> Vec<String> {
    let (players, minutes, loss) = (players.to_string(), minutes.to_string(), loss.to_string());
    ["--players", &players, "--minutes", &minutes, "--loss", &loss].map(String::from).into()
}

/// Returns the arguments of a game in which the left team talks if the seed is odd, else the right one.
pub fn arguments(seed: u64, players: u8, minutes: f64, loss: f64) -> Vec<String> {
    let talks = if talks(seed) == 0 { "left" } else { "right" };
    let mut all = game(players, minutes, loss);
    all.extend(["--messages", talks].map(String::from));
    all
}

fn talks(seed: u64) -> usize {
    usize::from(seed.is_multiple_of(2))
}

/// Prints the results. Returns whether there is no [fault](faults).
pub fn table(season: &Outcome<TeamGame>, out: &mut impl Write) -> io::Result<bool> {
    let games = &season.games;
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
    faults(season, out)
}

/// Prints each fault with the seed of its game: what the rules forbid and no robot need do, calls that ran
/// longer than allowed, and games that did not end. Returns whether there is none.
pub fn faults(season: &Outcome<TeamGame>, out: &mut impl Write) -> io::Result<bool> {
    let mut is_sound = season.broken.is_empty();
    for (seed, game) in &season.games {
        let given = NEVER.map(|name| (name, game.penalties.get(name).copied().unwrap_or_default()));
        let touches = ("touch of the others' ball at a set play", game.foreign_touches);
        for (name, count) in given.into_iter().chain([touches]).filter(|(_, count)| *count > 0) {
            writeln!(out, "seed {seed}: {}, {count} times", name.replace('_', " "))?;
            is_sound = false;
        }
        for call in &game.stuck {
            writeln!(out, "seed {seed}: stuck: {call}")?;
            is_sound = false;
        }
    }
    for (seed, output) in &season.broken {
        writeln!(out, "seed {seed}: {output}")?;
    }
    Ok(is_sound)
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
