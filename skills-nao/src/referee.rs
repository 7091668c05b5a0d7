//! The decisions of a referee.
//!
//! The receiver of a referee's packets, or a test, makes an [`Official`]. The robot's main loop
//! publishes its [`game`](Official::game), [`penalty`](Official::penalty) and
//! [`referee`](Official::referee) on the blackboard. A simulated field applies its
//! [`decisions`](Official::decisions).

use crate::conduct::Conduct;
use crate::interfaces::{GameState, SoccerPenalty, SoccerReferee};
use core::time::Duration;

/// A state of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum State {
    /// Before the game; the robot does not move.
    Initial,
    /// Walk to the kick-off places.
    Ready,
    /// Wait for the kick-off.
    Set,
    /// The game is on.
    Play,
    /// The game is over.
    Finished,
}

/// The decisions of a referee that concern the field.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Decisions {
    /// The state of the game.
    pub state: State,
    /// Whether READY and SET are those of a kick-off, not of another set play.
    pub centered: bool,
    /// Whether the kick-off is ours.
    pub kickoff: bool,
    /// Our goals and theirs.
    pub score: (u32, u32),
    /// The robot's penalty, `SPL_PENALTY_..`.
    pub penalty: u16,
    /// The remaining time of the penalty.
    pub penalty_left: Duration,
}

/// The decisions of a referee, for the field and for the interfaces.
#[derive(Clone, PartialEq, Debug)]
pub struct Official {
    /// The decisions that a simulated field applies.
    pub decisions: Decisions,
    /// The data of "WM GameState".
    pub game: GameState,
    /// The data of "SPL Penalty".
    pub penalty: SoccerPenalty,
    /// The data of "Referee".
    pub referee: SoccerReferee,
}

impl Official {
    /// Returns the robot's order, for its [`Guard`](crate::conduct::Guard).
    #[must_use]
    pub fn order(&self) -> Conduct {
        Conduct::ordered(&self.game, &self.penalty, self.referee.stopped)
    }
}
