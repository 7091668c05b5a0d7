//! Teams and players, and their views of the field.

use crate::field::{Ball, Place, Point};
use core::f32::consts::PI;

/// The largest number of players of a team.
pub const MOST_PLAYERS: u8 = 7;

/// A team.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Team {
    /// The team that plays from left to right. Its view of the field is that of the game.
    Left,
    /// The team that plays from right to left: it sees the field turned by 180 degrees.
    Right,
}

impl Team {
    /// Both teams.
    pub const BOTH: [Team; 2] = [Team::Left, Team::Right];

    /// Returns the other team.
    #[must_use]
    pub fn other(self) -> Team {
        match self {
            Team::Left => Team::Right,
            Team::Right => Team::Left,
        }
    }

    /// Returns 0 for the left team, 1 for the right one.
    #[must_use]
    pub fn index(self) -> usize {
        usize::from(self == Team::Right)
    }

    /// Returns its number in texts, 1 or 2.
    #[must_use]
    pub fn number(self) -> usize {
        self.index() + 1
    }

    /// Returns a point in the team's own view for one in the game's, or the reverse.
    #[must_use]
    pub fn point(self, of: Point) -> Point {
        if self == Team::Left { of } else { Point { x: -of.x, y: -of.y } }
    }

    /// Returns a place in the team's own view for one in the game's, or the reverse.
    #[must_use]
    pub fn place(self, of: Place) -> Place {
        match self {
            Team::Left => of,
            Team::Right => Place::new(-of.x, -of.y, of.theta + PI),
        }
    }

    /// Returns the ball in the team's own view for one in the game's, or the reverse.
    #[must_use]
    pub fn ball(self, of: Ball) -> Ball {
        Ball { at: self.point(of.at), velocity: self.point(of.velocity) }
    }
}

/// A player: `1.3` is number 3 of the left team.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PlayerId {
    /// Its team.
    pub team: Team,
    /// Its number, from 1 on.
    pub number: u8,
}

impl PlayerId {
    /// Returns the player with a number in a team.
    #[must_use]
    pub const fn new(team: Team, number: u8) -> PlayerId {
        PlayerId { team, number }
    }
}

impl core::str::FromStr for PlayerId {
    type Err = ();

    /// Reads a name such as `1.3`.
    fn from_str(name: &str) -> Result<PlayerId, ()> {
        let (team, number) = name.split_once('.').ok_or(())?;
        let team = Team::BOTH.into_iter().find(|of| of.number().to_string() == team).ok_or(())?;
        Ok(PlayerId { team, number: number.parse().map_err(|_| ())? })
    }
}

impl core::fmt::Display for PlayerId {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "{}.{}", self.team.number(), self.number)
    }
}
