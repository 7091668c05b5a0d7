//! The observations of single robots: for how long they do what they must not.

use super::penalties::Penalty;
use super::scene::{Body, Scene};
use crate::team::PlayerId;
use core::time::Duration;
use skills_nao::hardware::Motion;

/// A violation lasts so long before it is one.
pub(super) const LASTS: Duration = Duration::from_millis(500);
/// The time in which a robot comes to rest.
pub(super) const RESTS: Duration = Duration::from_secs(1);
/// The time in which a robot that was too near must get on, and the way that shows that it does, m.
const LEAVES: Duration = Duration::from_secs(10);
const ON_ITS_WAY: f32 = 0.05;
/// The distance beyond the forbidden region at which a robot has clearly left it, m.
pub(super) const CLEARLY: f32 = 0.15;
/// The times without any activity, and on the ground without standing up.
const INACTIVE: Duration = Duration::from_secs(10);
const LIES: Duration = Duration::from_secs(20);
/// The number of tries to get up.
const TRIES: u8 = 3;
/// The time in a net.
pub(super) const IN_NET: Duration = Duration::from_secs(5);
/// The times for which the ball may be held: by a field player, and by a keeper in its own area.
const HOLDS: Duration = Duration::from_secs(5);
const KEEPER_HOLDS: Duration = Duration::from_secs(10);
/// The time for which a robot may walk against an opponent.
pub(super) const PUSHES: Duration = Duration::from_secs(5);
/// The time in which a fourth robot must leave its own penalty area.
pub(super) const CROWDS: Duration = Duration::from_secs(5);
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
    pub(super) moves: Duration,
    /// For how long it has been where it must not be.
    pub(super) wrong: Duration,
    /// The farthest that it has been from a free kick that it was too near to, m; infinite once it was
    /// far enough.
    farthest: f32,
    stays: Duration,
    inactive: Duration,
    head: [f32; 2],
    lies: Duration,
    rises: bool,
    tries: u8,
    pub(super) in_net: Duration,
    holds: Duration,
    pub(super) pushes: Duration,
    pub(super) crowds: Duration,
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
            in_net: Duration::ZERO,
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

    /// Counts its tries to get up. Returns whether there were too many.
    pub(super) fn is_unable(&mut self, body: &Body, dt: Duration) -> bool {
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
    pub(super) fn is_inactive(&mut self, body: &Body, may_rest: bool, dt: Duration) -> bool {
        let looks = (0..2).any(|axis| (body.head[axis] - self.head[axis]).abs() > LOOKS);
        if looks {
            self.head = body.head;
        }
        let is_active =
            may_rest || looks || body.motion.is_some() || body.sees_ball || body.is_down();
        lasts(&mut self.inactive, !is_active, dt, INACTIVE)
    }

    /// Returns whether the robot holds the ball, between its feet or under it, for too long, which for a
    /// goalkeeper in its area is longer. A pause counts as long as it takes.
    pub(super) fn holds_ball(
        &mut self,
        body: &Body,
        scene: &Scene<'_>,
        is_keeper_at_home: bool,
        dt: Duration,
    ) -> bool {
        let kicks = matches!(body.motion, Some(Motion::Kick { .. }));
        if scene.touched.contains(&body.id) && !kicks {
            self.holds = self.holds.saturating_add(dt);
        } else {
            self.holds = self.holds.saturating_sub(dt);
        }
        self.holds > if is_keeper_at_home { KEEPER_HOLDS } else { HOLDS }
    }

    /// Returns whether it is too near to a free kick of the opponents, and does not leave, or has come
    /// back. `far` is whether it is clearly far enough.
    pub(super) fn stays_near(
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
pub(super) fn lasts(time: &mut Duration, holds: bool, dt: Duration, most: Duration) -> bool {
    *time = if holds { time.saturating_add(dt) } else { Duration::ZERO };
    *time > most
}
