//! Games of one robot.

use super::games::Outcome;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};

/// The minimum percentage of games with a goal.
const MIN_WITH_GOAL_PERCENT: usize = 95;

/// The report of a game that `nao play --format json` prints.
#[derive(Debug, Deserialize)]
pub struct Game {
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

/// Prints the results. Returns whether enough games have a goal, and no call and no robot was stuck.
pub fn table(season: &Outcome<Game>, minutes: f64, out: &mut impl Write) -> io::Result<bool> {
    let games: Vec<&Game> = season.games.iter().map(|(_, game)| game).collect();
    let [first, last] = season.seeds;
    writeln!(out, "seeds {first} to {last}, {minutes} minutes each\n")?;
    goals(&games, out)?;
    figures(&games, out)?;
    calls(&games, out)?;
    faults(&games, season, out)?;
    let with_goal = games.iter().filter(|game| game.ours > 0).count();
    let (played, broken) = (games.len() + season.broken.len(), season.broken.len());
    writeln!(out, "{with_goal} of {played} games with a goal, {broken} broken off")?;
    let enough = with_goal * 100 >= MIN_WITH_GOAL_PERCENT * played;
    let all_played = games.iter().all(|game| game.stuck.is_empty() && game.left_lying.is_empty());
    Ok(enough && all_played && broken == 0)
}

/// Prints the number of games by their goals.
fn goals(games: &[&Game], out: &mut impl Write) -> io::Result<()> {
    let mut by_goals = BTreeMap::<u32, usize>::new();
    for game in games {
        *by_goals.entry(game.ours).or_default() += 1;
    }
    writeln!(out, "| goals | games |\n|---:|---:|")?;
    by_goals.into_iter().try_for_each(|(goals, count)| writeln!(out, "| {goals} | {count} |"))
}

/// Prints the figures of a game: mean and maximum.
fn figures(games: &[&Game], out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "\n| in a game | mean | most |\n|---|---:|---:|")?;
    let mut figure = |what: &str, of: fn(&Game) -> u32| {
        let most = games.iter().map(|game| of(game)).max().unwrap_or(0);
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
fn calls(games: &[&Game], out: &mut impl Write) -> io::Result<()> {
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
fn faults(games: &[&Game], season: &Outcome<Game>, out: &mut impl Write) -> io::Result<()> {
    for game in games {
        for call in &game.stuck {
            writeln!(out, "seed {}: stuck: {call}", game.seed)?;
        }
        for time in &game.left_lying {
            writeln!(out, "seed {}: on the ground since {time:.1} s", game.seed)?;
        }
    }
    for (seed, output) in &season.broken {
        writeln!(out, "seed {seed}: {output}")?;
    }
    let lost = games.iter().filter(|game| game.ours == 0);
    let lost: Vec<String> = lost.map(|game| game.seed.to_string()).collect();
    if lost.is_empty() {
        return Ok(());
    }
    writeln!(out, "without a goal: seeds {}", lost.join(", "))
}

#[expect(clippy::cast_precision_loss, reason = "a few hundred games")]
fn mean(games: &[&Game], of: impl Fn(&Game) -> u32) -> f64 {
    let sum: u32 = games.iter().map(|game| of(game)).sum();
    f64::from(sum) / games.len().max(1) as f64
}
