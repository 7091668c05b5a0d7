//! The table of motions that each conduct allows.

use crate::hardware::{Command, Motion};
use crate::interfaces::state::{Conduct, Posture};
use crate::interfaces::{GameState, SoccerPenalty, game, penalty};

impl Posture {
    /// Returns whether the robot lies at rest.
    #[must_use]
    pub fn lies(self) -> bool {
        matches!(self, Self::LyingFront | Self::LyingBack | Self::LyingSide)
    }

    /// Returns whether the robot lies or sits.
    #[must_use]
    pub fn is_down(self) -> bool {
        self.lies() || self == Self::Sitting
    }
}

impl Conduct {
    /// Returns the order of a referee. `stopped` is whether play is stopped.
    #[must_use]
    pub fn ordered(game: &GameState, penalty: &SoccerPenalty, stopped: bool) -> Self {
        let has_penalty = penalty.penalty != penalty::SPL_PENALTY_NONE;
        match game.game_state {
            _ if stopped => Self::Still,
            game::GS_SPL_FINISHED => Self::Posture,
            game::GS_SPL_READY | game::GS_SPL_SET | game::GS_SPL_PLAY if has_penalty => {
                Self::Posture
            }
            game::GS_SPL_READY | game::GS_SPL_PLAY => Self::Play,
            game::GS_SPL_SET => Self::Stay,
            // INITIAL, and what is no state: the head alone, which a penalty forbids.
            _ if has_penalty => Self::Still,
            _ => Self::Look,
        }
    }

    /// Returns what is left of an order for a robot in this posture.
    #[must_use]
    pub fn in_posture(self, posture: Posture) -> Self {
        match self {
            _ if posture == Posture::Carried => Self::Limp,
            Self::Still | Self::Look | Self::Posture if posture.lies() => Self::Limp,
            order => order,
        }
    }

    /// Returns whether a motion may run; `is_down` is whether the robot lies, sits or rises from that.
    #[must_use]
    pub fn allows_motion(self, motion: Motion, is_down: bool) -> bool {
        match motion {
            _ if motion.is_of_head() => self.allows_head(),
            Motion::Standup(_) => match self {
                Self::Play => true,
                Self::Stay => is_down,
                _ => false,
            },
            Motion::GetUp => {
                matches!(self, Self::Play | Self::Posture) || self == Self::Stay && is_down
            }
            Motion::Park => matches!(self, Self::Play | Self::Posture),
            _ => self == Self::Play,
        }
    }

    /// Returns whether the body may execute a command; `is_down` as in
    /// [`allows_motion`](Self::allows_motion).
    #[must_use]
    pub fn allows(self, command: &Command, is_down: bool) -> bool {
        match *command {
            Command::SetStiffness { value, .. } => self != Self::Limp || value <= 0.0,
            Command::GotoAngle { joint, .. } | Command::MoveWithSpeed { joint, .. } => {
                self == Self::Play
                    || joint.is_of_head() && self.allows_head()
                    || joint.is_of_arm() && self == Self::Stay
            }
            Command::StartMotion { motion: None, .. } => true,
            Command::StartMotion { motion: Some(motion), .. } => {
                self.allows_motion(motion, is_down)
            }
        }
    }

    fn allows_head(self) -> bool {
        matches!(self, Self::Play | Self::Stay | Self::Look)
    }
}
