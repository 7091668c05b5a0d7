//! The whistle of a kick-off: play is on before the referee's packets say so.
//!
//! The referee announces PLAYING late on purpose, and never that the ball of a kick-off is free. A robot that
//! hears the whistle in SET plays on: the ball is the kicking team's until it has moved, or for 10 s; that of
//! a dropped ball is free at once. A robot that hears none waits for PLAYING.

use crate::interfaces::referee::{Kicking, SetPlay, Whistle};
use crate::interfaces::{ObjectPosition, game};
use crate::predicates::ball_visible;
use crate::referee::Official;
use core::time::Duration;
use skill_runtime::Instant;

/// The time from the whistle until everybody may play the ball.
const FREE: Duration = Duration::from_secs(10);
/// The distance from the center at which a ball has moved, whatever the errors of the robot's place, m.
const MOVED_M: f32 = 0.5;

/// The robot's ear for the whistle.
#[derive(Clone, Debug, Default)]
pub struct Ear {
    /// A whistle was heard since the last pass.
    is_new: bool,
    /// The time of the whistle, and whether the ball is free.
    whistle: Option<(Instant, bool)>,
}

impl Ear {
    /// Takes note of a whistle, in any state of the game.
    pub fn hear(&mut self) {
        self.is_new = true;
    }

    /// Turns the SET of a referee into PLAY if a whistle was heard in it. `ball` is "WM Ball".
    pub fn apply(&mut self, official: &mut Official, ball: &ObjectPosition, now: Instant) {
        let is_new = core::mem::take(&mut self.is_new);
        let Official { game, referee, .. } = official;
        if !referee.heard || referee.stopped || game.game_state != game::GS_SPL_SET {
            self.whistle = None;
            return;
        }
        if is_new && self.whistle.is_none() {
            self.whistle = Some((now, false));
        }
        let Some((since, free)) = &mut self.whistle else { return };
        let is_kick_off = referee.set_play == SetPlay::None;
        *free |= now.since(*since) >= FREE
            || referee.kicking == Kicking::Nobody
            || is_kick_off && has_moved(ball);
        game.game_state = game::GS_SPL_PLAY;
        referee.whistle = if *free { Whistle::Free } else { Whistle::Heard };
    }
}

/// Returns whether the robot sees the ball away from the center.
fn has_moved(ball: &ObjectPosition) -> bool {
    ball_visible(ball) && libm::hypotf(ball.world_x, ball.world_y) > MOVED_M
}
