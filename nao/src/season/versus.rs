//! Two teams with parameters of their own against each other.

use std::io::{self, Write};

use super::figure::Figure;
use super::games::Outcome;
use super::teams::TeamGame;

/// The points of the Elo scale for a factor of ten between the chances to win.
const SCALE: f64 = 400.0;

/// Returns the arguments for the parameters of two teams in a game with this seed: the first team is the left one
/// if the seed is odd, else the right one.
pub fn arguments(paths: &[String; 2], seed: u64) -> Vec<String> {
    let [left, right] = [side(seed, 0), 1 - side(seed, 0)].map(|team| paths[team].clone());
    vec!["--left".into(), left, "--right".into(), right]
}

/// Prints the results of teams with these names. Returns whether there is no [fault](super::teams::faults).
pub fn table(
    names: [&str; 2],
    season: &Outcome<TeamGame>,
    out: &mut impl Write,
) -> io::Result<bool> {
    let games = &season.games;
    let goals: Vec<[u32; 2]> =
        games.iter().map(|(seed, game)| [0, 1].map(|team| game.goals(side(*seed, team)))).collect();
    let lines = "|---|---:|---:|---:|---:|---:|";
    writeln!(out, "| team | won | drawn | lost | goals | goals in a game |\n{lines}")?;
    for (team, name) in names.iter().enumerate() {
        let count = |is: fn(u32, u32) -> bool| {
            goals.iter().filter(|both| is(both[team], both[1 - team])).count()
        };
        let (won, drawn) = (count(|own, other| own > other), count(|own, other| own == other));
        let lost = count(|own, other| own < other);
        let all: u32 = goals.iter().map(|both| both[team]).sum();
        let mean = Figure::of(goals.iter().map(|both| both[team].into()));
        writeln!(out, "| {name} | {won} | {drawn} | {lost} | {all} | {mean} |")?;
    }
    let more = Figure::of(goals.iter().map(|[one, other]| f64::from(*one) - f64::from(*other)));
    let (first, count) = (names[0], games.len());
    writeln!(out, "\n{more} goals a game more for {first}, in {count} games")?;
    match elo(&goals) {
        Some(elo) => writeln!(out, "{elo} Elo points more for {first}")?,
        None => writeln!(out, "too few games, or all won by one team: no Elo points")?,
    }
    super::teams::faults(season, out)
}

/// Returns the index of the side, 0 left and 1 right, that a team plays on.
fn side(seed: u64, team: usize) -> usize {
    if seed.is_multiple_of(2) { 1 - team } else { team }
}

/// Returns the Elo points by which the first team is stronger, with the standard error; `None` if the results
/// do not say: fewer than two games, or no result but wins of one team.
fn elo(goals: &[[u32; 2]]) -> Option<Figure> {
    let points = goals.iter().map(|[one, other]| match one.cmp(other) {
        std::cmp::Ordering::Less => 0.0,
        std::cmp::Ordering::Equal => 0.5,
        std::cmp::Ordering::Greater => 1.0,
    });
    let Figure { mean, error } = Figure::of(points);
    if goals.len() < 2 || mean <= 0.0 || mean >= 1.0 {
        return None;
    }
    let per_chance = SCALE / std::f64::consts::LN_10 / (mean * (1.0 - mean));
    Some(Figure { mean: SCALE * (mean / (1.0 - mean)).log10(), error: per_chance * error })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elo_points_are_those_of_the_scale_with_their_error() {
        let games = [[1, 0], [2, 1], [0, 0], [3, 1], [0, 1]];
        let Figure { mean, error } = elo(&games).unwrap();
        // 3.5 of 5 points: 400 log10(7 / 3); the points deviate by 0.447 in a game, by 0.2 in the mean.
        assert!((mean - 147.19).abs() < 0.01, "{mean}");
        assert!((error - 173.72 * 0.2 / 0.21).abs() < 0.1, "{error}");
        let turned = games.map(|[one, other]| [other, one]);
        assert!((elo(&turned).unwrap().mean + mean).abs() < 1e-9);
        assert!(elo(&[[1, 0], [2, 0]]).is_none() && elo(&[[1, 1]]).is_none());
    }

    #[test]
    fn each_team_plays_on_both_sides_in_turn() {
        let paths = ["one".to_owned(), "other".to_owned()];
        assert_eq!(arguments(&paths, 1), ["--left", "one", "--right", "other"]);
        assert_eq!(arguments(&paths, 2), ["--left", "other", "--right", "one"]);
    }
}
