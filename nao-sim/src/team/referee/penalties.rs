//! Penalties: their times, and the places of robots that have one.

use super::offences::Watch;
use super::{Referee, Scene, State, Verdict};
use crate::field::Place;
use crate::field::geometry::{HALF_WIDTH, PITCH, Point};
use crate::team::{PlayerId, Team};
use core::f32::consts::FRAC_PI_2;
use core::time::Duration;
use skills_nao::interfaces::penalty;

/// The time of a removal, and the time that each offence that counts adds to the later ones of a team.
const REMOVAL: Duration = Duration::from_secs(45);
const STEP: Duration = Duration::from_secs(10);
/// The time for which a robot that moved in SET stays in its place.
const IN_PLACE: Duration = Duration::from_secs(15);
/// The time in which a robot that comes back may be where it must not be.
const RETURNS: Duration = Duration::from_secs(15);
/// The distance that robots are put apart from each other, m.
const APART: f32 = 0.35;

/// An offence by the rules of 2026, as far as the simulation shows it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Offence {
    /// At a place where it must not be.
    IllegalPosition,
    /// It moved its legs in SET.
    MotionInSet,
    /// It moved its legs while play was stopped.
    MotionInStop,
    /// The ball did not move among robots; it was the nearest one.
    LocalGameStuck,
    /// It was inactive, or did not stand up.
    Incapable,
    /// It held the ball.
    BallHolding,
    /// It left the carpet, or stayed in a goal.
    LeavingTheField,
    /// It pushed an opponent.
    Pushing,
}

impl Offence {
    /// All offences.
    pub const ALL: [Offence; 8] = [
        Offence::IllegalPosition,
        Offence::MotionInSet,
        Offence::MotionInStop,
        Offence::LocalGameStuck,
        Offence::Incapable,
        Offence::BallHolding,
        Offence::LeavingTheField,
        Offence::Pushing,
    ];

    /// Returns `SPL_PENALTY_..`.
    #[must_use]
    pub fn code(self) -> u16 {
        match self {
            Offence::IllegalPosition => penalty::SPL_PENALTY_ILLEGAL_POSITION,
            Offence::MotionInSet => penalty::SPL_PENALTY_MOTION_IN_SET,
            Offence::MotionInStop => penalty::SPL_PENALTY_MOTION_IN_STOP,
            Offence::LocalGameStuck => penalty::SPL_PENALTY_LOCAL_GAME_STUCK,
            Offence::Incapable => penalty::SPL_PENALTY_INACTIVE_PLAYER,
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
        f.write_str(match self {
            Offence::IllegalPosition => "illegal positioning",
            Offence::MotionInSet => "motion in SET",
            Offence::MotionInStop => "motion in stop",
            Offence::LocalGameStuck => "local game stuck",
            Offence::Incapable => "incapable robot",
            Offence::BallHolding => "ball holding",
            Offence::LeavingTheField => "leaving the field",
            Offence::Pushing => "pushing",
        })
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
        *self.tally.penalties.entry(offence).or_default() += 1;
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
    pub(super) fn end_penalties(&mut self) {
        for watch in &mut self.watches {
            *watch = Watch::of(watch.id);
        }
    }
}

/// Returns the place where a robot waits for the end of its penalty, in its own view.
pub(in crate::team) fn waiting_place(id: PlayerId) -> Place {
    Place::new(-0.4 * f32::from(id.number), HALF_WIDTH + 1.2, FRAC_PI_2)
}

/// Returns the place where a robot comes back, in its own view: at the touchline that is farther from
/// the ball, at the height of its own penalty mark, beside robots that are there.
pub(in crate::team) fn return_place(id: PlayerId, scene: &Scene<'_>) -> Place {
    let side = if id.team.point(scene.ball.at).y > 0.0 { -1.0 } else { 1.0 };
    let is_free = |at: Point| {
        let others = scene.bodies.iter().filter(|body| body.id != id);
        others.map(|body| id.team.point(body.at.point())).all(|other| (other - at).length() > APART)
    };
    let places = [0.0, -1.0, 1.0, -2.0, 2.0, -3.0]
        .map(|step| Point::new(step * APART - PITCH.mark_x_m(), side * HALF_WIDTH));
    let at = places.into_iter().find(|at| is_free(*at)).unwrap_or(places[0]);
    Place::new(at.x, at.y, -side * FRAC_PI_2)
}

/// Returns the place of a robot before a half, in its own view: at a touchline of its own half.
pub(in crate::team) fn start_place(id: PlayerId) -> Place {
    let side = if id.number.is_multiple_of(2) { 1.0 } else { -1.0 };
    // Number 1, the goalkeeper, is the nearest to its goal.
    let row = if id.number == 1 { 3 } else { id.number / 2 - 1 };
    Place::new(-0.6 - 0.6 * f32::from(row), side * HALF_WIDTH, -side * FRAC_PI_2)
}

/// Returns the number of the goalkeeper of a team with so many players; 0 if it has none.
pub(in crate::team) fn goalkeeper(players: u8) -> u8 {
    u8::from(players > 1)
}

impl Team {
    /// Returns its number in texts.
    pub(super) fn number(self) -> usize {
        self.index() + 1
    }
}
