//! Free kicks and touches of the ball.

use crate::field::Point;
use crate::team::{PlayerId, Team};
use core::time::Duration;

/// The time in which a free kick is to be taken.
const FREE_KICK: Duration = Duration::from_secs(45);
/// The distance by which a ball has clearly moved, m.
pub(super) const MOVED: f32 = 0.1;

/// A kind of free kick.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Direct: for an offence near the ball.
    Direct,
    /// Indirect: for a second touch.
    Indirect,
    /// A throw-in, here a kick-in.
    ThrowIn,
    /// A goal kick.
    GoalKick,
    /// A corner kick.
    Corner,
}

impl Kind {
    /// Returns whether no goal can be scored by the first who touches the ball.
    pub(super) fn is_indirect(self) -> bool {
        matches!(self, Kind::Indirect | Kind::ThrowIn)
    }
}

impl core::fmt::Display for Kind {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(match self {
            Kind::Direct => "direct free kick",
            Kind::Indirect => "indirect free kick",
            Kind::ThrowIn => "throw-in",
            Kind::GoalKick => "goal kick",
            Kind::Corner => "corner kick",
        })
    }
}

/// A free kick until the ball is in play.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Restart {
    /// Its kind.
    pub kind: Kind,
    /// Its team.
    pub of: Team,
    /// The time until everybody may play the ball.
    pub left: Duration,
}

impl Restart {
    /// Returns a free kick that has just been called.
    pub(super) fn new(kind: Kind, of: Team) -> Restart {
        Restart { kind, of, left: FREE_KICK }
    }
}

/// The restart that the next touches follow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Origin {
    KickOff,
    Free(Kind),
}

/// The touches after a restart, until they no longer matter.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Series {
    pub(super) origin: Origin,
    pub(super) of: Team,
    /// Whether the kicking team has so many players that it has to pass.
    pub(super) passes: bool,
    pub(super) first: Option<PlayerId>,
}

/// The ball: where it was put, who touched it.
#[derive(Clone, Debug, Default)]
pub(super) struct Touches {
    /// The last player that touched it.
    pub(super) last: Option<PlayerId>,
    /// The time since the last touch.
    pub(super) since: Duration,
    /// The place where the ball was put last.
    put: Point,
    pub(super) series: Option<Series>,
}

impl Touches {
    /// Begins anew with a ball that is put to a point.
    pub(super) fn put(&mut self, at: Point) {
        *self = Touches { put: at, ..Touches::default() };
    }

    /// Returns whether the ball has clearly moved since it was put.
    pub(super) fn has_moved(&self, ball: Point) -> bool {
        (ball - self.put).length() > MOVED
    }
}
