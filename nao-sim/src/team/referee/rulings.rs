//! Balls that are out, free kicks, and the goals that a restart of play does not allow.

use super::Referee;
use super::restart::{Kind, Origin, Restart, Series};
use super::scene::{Scene, Verdict};
use super::watch::Watch;
use crate::field::Point;
use crate::field::ball::{Ball, Beyond};
use crate::team::{PlayerId, Team};
use core::time::Duration;
use skills_nao::pitch::Pitch;
use skills_nao::referee::State;

/// The time for which play is stopped.
const STOP: Duration = Duration::from_secs(4);
/// Touches in this time are one.
const ONE_TOUCH: Duration = Duration::from_millis(200);
/// The number of players of a team on the field from which on the first toucher must not score, or
/// touch again, before another one.
const PASSES_FROM: usize = 3;

impl Referee {
    /// Calls a free kick: play is stopped, and the ball is put to `at`.
    pub(super) fn call(&mut self, kind: Kind, of: Team, at: Point, verdict: &mut Verdict) {
        verdict.say(format!("{kind} for team {}", of.number()));
        self.tally.restarts += 1;
        (self.stop, self.unannounced) = (STOP, Duration::ZERO);
        self.restart = Some(Restart::new(kind, of));
        self.place_ball(at, verdict);
        self.begin_series(Origin::Free(kind), of);
        self.watches.iter_mut().for_each(Watch::restart);
    }

    /// Begins to watch the touches after the whistle of a kick-off.
    pub(super) fn watch_kick_off(&mut self) {
        if let Some(of) = self.kick_off {
            self.begin_series(Origin::KickOff, of);
        }
    }

    fn begin_series(&mut self, origin: Origin, of: Team) {
        let passes = self.on_field(of) >= PASSES_FROM;
        self.touches.series = Some(Series { origin, of, passes, first: None });
    }

    /// Lets everybody play the ball: nobody has taken the kick-off.
    pub(super) fn end_kick_off(&mut self) {
        if self.touches.series.is_some_and(|series| series.first.is_none()) {
            self.touches.series = None;
        }
    }

    /// Takes note of who touched the ball. Returns whether a kicker did so twice.
    pub(super) fn note_touches(
        &mut self,
        scene: &Scene<'_>,
        dt: Duration,
        verdict: &mut Verdict,
    ) -> Option<PlayerId> {
        let owner = match self.restart {
            Some(restart) => Some(restart.of),
            None if self.state == State::Set && !self.is_kick_off_taken(scene) => self.kick_off,
            None => None,
        };
        let touches = &mut self.touches;
        touches.since = touches.since.saturating_add(dt);
        let in_play = self.restart.is_none();
        let mut twice = None;
        for id in scene.touched {
            let again = touches.last == Some(*id) && touches.since > ONE_TOUCH;
            let is_new = again || touches.last != Some(*id);
            let is_foreign = is_new && owner.is_some_and(|of| of != id.team);
            if is_foreign {
                self.tally.foreign_touches += 1;
                verdict.say(format!("{id} touches the others' ball"));
            }
            if let Some(series) = &mut touches.series {
                match series.first {
                    None if id.team != series.of => touches.series = None,
                    None => series.first = Some(*id),
                    Some(first) if first != *id => touches.series = None,
                    // In the time of the free kick the ball may be touched until it has moved.
                    Some(_) if !in_play || !again => {}
                    Some(_) => {
                        let outside = scene.ball.at.length() > self.pitch.circle_m;
                        match (series.origin, series.passes) {
                            (Origin::KickOff, false) if outside => touches.series = None,
                            (Origin::Free(_), true) => twice = Some(*id),
                            _ => {}
                        }
                    }
                }
            }
            (touches.last, touches.since) = (Some(*id), Duration::ZERO);
        }
        twice
    }

    /// Advances the free kick until the ball is in play.
    pub(super) fn advance_restart(&mut self, scene: &Scene<'_>, dt: Duration) {
        let Some(restart) = &mut self.restart else { return };
        restart.left = restart.left.saturating_sub(dt);
        if restart.left.is_zero() {
            self.restart = None;
            self.touches.series = None;
        } else if self.touches.has_moved(scene.ball.at) {
            self.restart = None;
        }
    }

    /// Decides on a ball that is out of the field or in a goal.
    pub(super) fn ball_out(&mut self, out: Beyond, ball: Ball, verdict: &mut Verdict) {
        let at = ball.at;
        let right = at.x > 0.0;
        // The team that defends the half where the ball is out.
        let defends = if right { Team::Right } else { Team::Left };
        let toucher = self.touches.last.map(|id| id.team);
        match out {
            Beyond::Goal { .. } => self.goal(defends.other(), at, verdict),
            Beyond::Side => {
                let of = toucher.map_or(defends, Team::other);
                let to = Point::new(at.x, self.pitch.half_width_m.copysign(at.y));
                self.call(Kind::ThrowIn, of, to, verdict);
            }
            _ if toucher == Some(defends) => self.call_corner(defends.other(), at, verdict),
            _ => self.call_goal_kick(defends, at, verdict),
        }
    }

    fn call_corner(&mut self, of: Team, at: Point, verdict: &mut Verdict) {
        let Pitch { half_length_m, half_width_m, .. } = self.pitch;
        let to = Point::new(half_length_m.copysign(at.x), half_width_m.copysign(at.y));
        self.call(Kind::Corner, of, to, verdict);
    }

    fn call_goal_kick(&mut self, of: Team, at: Point, verdict: &mut Verdict) {
        let Pitch { half_length_m, goal_area_m: (depth_m, half_width_m), .. } = self.pitch;
        let x = (half_length_m - depth_m).copysign(at.x);
        let to = Point::new(x, half_width_m.copysign(at.y));
        self.call(Kind::GoalKick, of, to, verdict);
    }

    /// Counts a message of a team. One beyond the budget makes all its goals void.
    pub(in crate::team) fn count_message(&mut self, of: Team, verdict: &mut Verdict) {
        let counts = matches!(self.state, State::Ready | State::Set | State::Play);
        if counts && self.messages[of.index()].count(self.budget) {
            self.score[of.index()] = 0;
            verdict.say(format!(
                "team {} has sent more than {} messages",
                of.number(),
                self.budget
            ));
        }
    }

    /// Returns the number of counted messages of a team.
    pub(in crate::team) fn messages(&self, of: Team) -> u32 {
        self.messages[of.index()].sent()
    }

    /// Decides on a ball in the goal that team `of` plays at.
    fn goal(&mut self, of: Team, at: Point, verdict: &mut Verdict) {
        match self.touches.series {
            // Nobody but the kicker has touched it.
            Some(Series { origin, of: kicking, .. }) if kicking == of => {
                let counts = match origin {
                    Origin::KickOff => false,
                    Origin::Free(kind) => !kind.is_indirect(),
                };
                if !counts {
                    verdict.say(format!("no goal for team {}: not directly", of.number()));
                    self.tally.disallowed += 1;
                    self.call_goal_kick(of.other(), at, verdict);
                    return;
                }
            }
            // A free kick into the own goal.
            Some(Series { origin: Origin::Free(_), first: Some(_), .. }) => {
                verdict.say(format!("no own goal of team {}: not directly", of.other().number()));
                self.tally.disallowed += 1;
                self.call_corner(of, at, verdict);
                return;
            }
            _ => {}
        }
        self.count_goal(of, verdict);
    }
}
