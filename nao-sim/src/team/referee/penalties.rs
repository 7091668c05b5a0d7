//! Offences, and penalties that last.

use crate::field::events::penalty_name;
use core::time::Duration;
use skills_nao::interfaces::penalty;

/// An offence by the rules of 2026, as far as the simulation shows it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Offence {
    /// At a place where it must not be.
    IllegalPositioning,
    /// It moved its legs in SET.
    MotionInSet,
    /// It moved its legs while play was stopped.
    MotionInStop,
    /// The ball did not move among robots; it was the nearest one.
    LocalGameStuck,
    /// It was inactive, or did not get up.
    IncapableRobot,
    /// It held the ball.
    BallHolding,
    /// It left the carpet, or walked into a net.
    LeavingTheField,
    /// It pushed an opponent.
    Pushing,
}

impl Offence {
    /// All offences.
    pub const ALL: [Offence; 8] = [
        Offence::IllegalPositioning,
        Offence::MotionInSet,
        Offence::MotionInStop,
        Offence::LocalGameStuck,
        Offence::IncapableRobot,
        Offence::BallHolding,
        Offence::LeavingTheField,
        Offence::Pushing,
    ];

    /// Returns `SPL_PENALTY_..`.
    #[must_use]
    pub fn code(self) -> u16 {
        match self {
            Offence::IllegalPositioning => penalty::SPL_PENALTY_ILLEGAL_POSITION,
            Offence::MotionInSet => penalty::SPL_PENALTY_MOTION_IN_SET,
            Offence::MotionInStop => penalty::SPL_PENALTY_MOTION_IN_STOP,
            Offence::LocalGameStuck => penalty::SPL_PENALTY_LOCAL_GAME_STUCK,
            Offence::IncapableRobot => penalty::SPL_PENALTY_INACTIVE_PLAYER,
            Offence::BallHolding => penalty::SPL_PENALTY_BALL_HOLDING,
            Offence::LeavingTheField => penalty::SPL_PENALTY_LEAVING_THE_FIELD,
            Offence::Pushing => penalty::SPL_PENALTY_PLAYER_PUSHING,
        }
    }

    /// Returns whether it makes later removals of the team longer.
    #[must_use]
    pub fn counts(self) -> bool {
        matches!(
            self,
            Offence::MotionInStop
                | Offence::BallHolding
                | Offence::LeavingTheField
                | Offence::Pushing
        )
    }
}

impl core::fmt::Display for Offence {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(penalty_name(self.code()).unwrap_or_default())
    }
}

/// A penalty that lasts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Penalty {
    /// The offence.
    pub offence: Offence,
    /// The time left.
    pub left: Duration,
}

impl Penalty {
    /// Returns whether the robot is off the field.
    #[must_use]
    pub fn is_removal(self) -> bool {
        self.offence != Offence::MotionInSet
    }
}
