//! Penalties that are given, and their times.

use super::Referee;
use super::penalties::{Offence, Penalty};
use super::scene::Verdict;
use super::watch::Watch;
use crate::team::PlayerId;
use core::time::Duration;
use skills_nao::referee::State;

/// The time of a removal, and the time that each offence that counts adds to the later ones of a team.
const REMOVAL: Duration = Duration::from_secs(45);
const STEP: Duration = Duration::from_secs(10);
/// The time for which a robot that moved in SET stays in its place.
const IN_PLACE: Duration = Duration::from_secs(15);
/// The time in which a robot that comes back may be where it must not be.
const RETURNS: Duration = Duration::from_secs(15);

impl Referee {
    /// Penalizes a player.
    pub(super) fn penalize(&mut self, id: PlayerId, offence: Offence, verdict: &mut Verdict) {
        let counted = &mut self.counted[id.team.index()];
        let left = match offence {
            Offence::MotionInSet => IN_PLACE,
            _ => REMOVAL + STEP * *counted,
        };
        *counted += u32::from(offence.counts());
        verdict.say(format!("penalty for {id}: {offence}, {} s", left.as_secs()));
        if matches!(offence, Offence::LocalGameStuck | Offence::BallHolding | Offence::Pushing) {
            // There is none in SET.
            self.unannounced = Duration::ZERO;
        }
        *self.tally.penalties.entry((id, offence)).or_default() += 1;
        if let Some(watch) = self.watch_mut(id) {
            *watch = Watch::of(id);
            watch.penalty = Some(Penalty { offence, left });
        }
    }

    /// Advances the times of the penalties: in READY and PLAYING, not in SET or a stop; those of robots
    /// that stay in place only in PLAYING.
    pub(super) fn advance_penalties(&mut self, dt: Duration, verdict: &mut Verdict) {
        let (ready, plays) = (self.state == State::Ready, self.plays());
        if !self.stop.is_zero() || !(ready || plays) {
            return;
        }
        for watch in &mut self.watches {
            watch.returns = watch.returns.saturating_sub(dt);
            let Some(penalty) = &mut watch.penalty else { continue };
            if !plays && !penalty.is_removal() {
                continue;
            }
            penalty.left = penalty.left.saturating_sub(dt);
            if penalty.left.is_zero() {
                let removed = penalty.is_removal();
                watch.penalty = None;
                watch.returns = if removed { RETURNS } else { Duration::ZERO };
                verdict.say(format!("penalty of {} over", watch.id));
            }
        }
    }

    /// Ends all penalties, at the end of a half.
    pub(super) fn end_penalties(&mut self, verdict: &mut Verdict) {
        for watch in &mut self.watches {
            if watch.penalty.is_some() {
                verdict.say(format!("penalty of {} over", watch.id));
            }
            *watch = Watch::of(watch.id);
        }
    }
}
