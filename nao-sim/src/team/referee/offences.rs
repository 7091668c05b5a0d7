//! Offences of single robots, judged by the true places.

use super::penalties::{Offence, Penalty};
use super::places::{
    clearance, in_goal, in_own_area, off_carpet, wrong_at_free_kick, wrong_at_kick_off,
};
use super::{Body, Referee, Scene, State};
use crate::team::PlayerId;
use core::time::Duration;
use skills_nao::hardware::Motion;

/// A violation lasts so long before it is one.
const LASTS: Duration = Duration::from_millis(500);
/// The time in which a robot comes to rest.
pub(super) const RESTS: Duration = Duration::from_secs(1);
/// The time in which a robot that was too near must get on, and the way that shows that it does, m.
const LEAVES: Duration = Duration::from_secs(10);
const ON_ITS_WAY: f32 = 0.05;
/// The distance beyond the forbidden region at which a robot has clearly left it, m.
const CLEARLY: f32 = 0.15;
/// The times without any activity, and on the ground without standing up.
const INACTIVE: Duration = Duration::from_secs(10);
const LIES: Duration = Duration::from_secs(20);
/// The tries to stand up.
const TRIES: u8 = 3;
/// The time in a goal.
const IN_GOAL: Duration = Duration::from_secs(5);
/// The times for which the ball may be held: by a field player, and by a keeper in its own area.
const HOLDS: Duration = Duration::from_secs(5);
const KEEPER_HOLDS: Duration = Duration::from_secs(10);
/// The time for which a robot may walk against an opponent.
const PUSHES: Duration = Duration::from_secs(5);
/// The time in which a fourth robot must leave its own penalty area.
const CROWDS: Duration = Duration::from_secs(5);
/// The change of an angle of the head that shows that the robot searches, rad.
const LOOKS: f32 = 0.01;

/// The observations of one player.
#[derive(Clone, Copy, Debug)]
pub(super) struct Watch {
    pub(super) id: PlayerId,
    pub(super) penalty: Option<Penalty>,
    /// The time left in which it comes back after a penalty.
    pub(super) returns: Duration,
    /// For how long it has moved where it must not.
    moves: Duration,
    /// For how long it has been where it must not be.
    wrong: Duration,
    /// The farthest that it has been from a free kick that it was too near to, m; infinite once it was
    /// far enough.
    farthest: f32,
    stays: Duration,
    inactive: Duration,
    head: [f32; 2],
    lies: Duration,
    rises: bool,
    tries: u8,
    in_goal: Duration,
    holds: Duration,
    pushes: Duration,
    crowds: Duration,
}

impl Watch {
    /// Returns the sheet of a player that has done nothing.
    pub(super) fn of(id: PlayerId) -> Watch {
        Watch {
            id,
            penalty: None,
            returns: Duration::ZERO,
            moves: Duration::ZERO,
            wrong: Duration::ZERO,
            farthest: 0.0,
            stays: Duration::ZERO,
            inactive: Duration::ZERO,
            head: [0.0; 2],
            lies: Duration::ZERO,
            rises: false,
            tries: 0,
            in_goal: Duration::ZERO,
            holds: Duration::ZERO,
            pushes: Duration::ZERO,
            crowds: Duration::ZERO,
        }
    }

    /// Begins anew with a free kick.
    pub(super) fn restart(&mut self) {
        (self.wrong, self.moves, self.farthest) = (Duration::ZERO, Duration::ZERO, 0.0);
        self.stays = Duration::ZERO;
    }

    /// Returns whether the robot may be judged: it is on the field.
    pub(super) fn is_on(&self) -> bool {
        self.penalty.is_none_or(|penalty| !penalty.is_removal())
    }

    /// Counts its tries to stand up. Returns whether it is unable to.
    fn is_unable(&mut self, body: &Body, dt: Duration) -> bool {
        let rises = matches!(body.motion, Some(Motion::Standup(_) | Motion::GetUp));
        if !body.is_down() {
            (self.lies, self.tries, self.rises) = (Duration::ZERO, 0, false);
            return false;
        }
        let failed = self.rises && !rises;
        self.rises = rises;
        self.tries = self.tries.saturating_add(u8::from(failed));
        lasts(&mut self.lies, !rises, dt, LIES) || self.tries > TRIES
    }

    /// Returns whether the robot has done nothing for too long: neither moved, nor looked around, nor at
    /// the ball.
    fn is_inactive(&mut self, body: &Body, dt: Duration) -> bool {
        let looks = (0..2).any(|axis| (body.head[axis] - self.head[axis]).abs() > LOOKS);
        if looks {
            self.head = body.head;
        }
        let is_active = looks || body.motion.is_some() || body.sees_ball || body.is_down();
        lasts(&mut self.inactive, !is_active, dt, INACTIVE)
    }

    /// Returns whether the robot holds the ball, between its feet or under it, for too long. A pause counts
    /// as long as it takes.
    fn holds_ball(&mut self, body: &Body, scene: &Scene<'_>, keeper: bool, dt: Duration) -> bool {
        let kicks = matches!(body.motion, Some(Motion::Kick { .. }));
        if scene.touched.contains(&body.id) && !kicks {
            self.holds = self.holds.saturating_add(dt);
        } else {
            self.holds = self.holds.saturating_sub(dt);
        }
        self.holds > if keeper && in_own_area(body.own()) { KEEPER_HOLDS } else { HOLDS }
    }

    /// Returns whether it is too near to a free kick of the opponents, and does not leave, or has come
    /// back. `far` is whether it is clearly far enough.
    fn stays_near(
        &mut self,
        (wrong, far): (bool, bool),
        clearance: f32,
        lies: bool,
        dt: Duration,
    ) -> bool {
        if !wrong {
            if far {
                self.farthest = f32::INFINITY;
            }
            (self.stays, self.wrong) = (Duration::ZERO, Duration::ZERO);
            return false;
        }
        if self.farthest == f32::INFINITY {
            // It has entered.
            return lasts(&mut self.wrong, true, dt, LASTS);
        }
        if clearance > self.farthest + ON_ITS_WAY {
            (self.farthest, self.stays) = (clearance, Duration::ZERO);
        }
        lasts(&mut self.stays, true, if lies { Duration::ZERO } else { dt }, LEAVES)
    }
}

/// Counts the time for which a condition has held. Returns whether that is more than `most`.
fn lasts(time: &mut Duration, holds: bool, dt: Duration, most: Duration) -> bool {
    *time = if holds { time.saturating_add(dt) } else { Duration::ZERO };
    *time > most
}

impl Referee {
    /// Returns the offence of a player, if it has committed one.
    pub(super) fn offence(
        &mut self,
        body: &Body,
        scene: &Scene<'_>,
        dt: Duration,
    ) -> Option<Offence> {
        let (state, stop) = (self.state, !self.stop.is_zero());
        let rested = self.in_state > RESTS;
        let in_set = state == State::Set && self.whistle.is_none() && rested;
        let in_stop = stop && self.in_stop > RESTS;
        let misplaced = self.is_misplaced(body, scene);
        let restart = self.restart.filter(|restart| restart.of != body.id.team);
        let crowded = self.is_crowded(body, scene);
        let keeper = self.goalkeeper(body.id.team) == body.id.number;
        let watch = self.watch_mut(body.id)?;
        if watch.penalty.is_some() {
            return None;
        }
        let own = body.own();
        let rises = matches!(body.motion, Some(Motion::Standup(_) | Motion::GetUp));
        let moves = body.motion.is_some() && (in_stop || in_set && !rises);
        if lasts(&mut watch.moves, moves, dt, LASTS) {
            let offence = if in_stop { Offence::MotionInStop } else { Offence::MotionInSet };
            watch.moves = Duration::ZERO;
            return Some(offence);
        }
        if stop || !matches!(state, State::Ready | State::Set | State::Play) {
            return None;
        }
        let returns = !watch.returns.is_zero();
        if restart.is_none() && lasts(&mut watch.wrong, misplaced && !returns, dt, LASTS) {
            return Some(Offence::IllegalPosition);
        }
        if let Some(restart) = restart {
            let ball = body.id.team.point(scene.ball.at);
            let wrong = wrong_at_free_kick(own, ball, &restart, 0.0) && !returns;
            let far = !wrong_at_free_kick(own, ball, &restart, CLEARLY);
            let clear = clearance(own, ball, &restart);
            if watch.stays_near((wrong, far), clear, body.is_down(), dt) {
                return Some(Offence::IllegalPosition);
            }
        }
        let unable = watch.is_unable(body, dt);
        let in_goal = lasts(&mut watch.in_goal, in_goal(own), dt, IN_GOAL);
        if off_carpet(own) || in_goal {
            return Some(Offence::LeavingTheField);
        }
        if unable {
            return Some(Offence::Incapable);
        }
        if state != State::Play {
            return None;
        }
        let presses = scene.presses.contains(&body.id);
        let pushes = lasts(&mut watch.pushes, presses, dt, PUSHES);
        if pushes || scene.knocks.contains(&body.id) {
            return Some(Offence::Pushing);
        }
        if watch.holds_ball(body, scene, keeper, dt) {
            return Some(Offence::BallHolding);
        }
        if lasts(&mut watch.crowds, crowded, dt, CROWDS) {
            return Some(Offence::IllegalPosition);
        }
        watch.is_inactive(body, dt).then_some(Offence::Incapable)
    }

    /// Returns whether a robot is at a wrong place in SET, or before the ball of a kick-off is in play.
    fn is_misplaced(&self, body: &Body, scene: &Scene<'_>) -> bool {
        let judged = self.state == State::Set && !self.is_kick_off_taken(scene);
        judged && self.is_wrong(body, scene)
    }

    /// Returns whether a robot is at a place where it must not be in SET.
    pub(super) fn is_wrong(&self, body: &Body, scene: &Scene<'_>) -> bool {
        let own = body.own();
        let mut mates = scene.bodies.iter().filter(|other| {
            other.id.team == body.id.team && other.id != body.id && self.is_on(other.id)
        });
        let gap = own.length();
        let first = mates.all(|other| other.own().length() > gap);
        wrong_at_kick_off(own, body.id.team, self.kick_off, first)
    }

    /// Returns whether a robot is the last of more than three of its team in their own penalty area.
    fn is_crowded(&self, body: &Body, scene: &Scene<'_>) -> bool {
        if !in_own_area(body.own()) {
            return false;
        }
        let mates = scene.bodies.iter().filter(|other| {
            other.id.team == body.id.team && in_own_area(other.own()) && self.is_on(other.id)
        });
        // The goalkeeper has the lowest number.
        let (mut count, mut last) = (0, body.id);
        for mate in mates {
            count += 1;
            last = last.max(mate.id);
        }
        count > 3 && last == body.id
    }
}
