//! The roles in a team that talks, measured over a game.

use super::PlayerId;
use core::time::Duration;
use serde::Serialize;
use skills_nao::interfaces::mates::Role;

/// The roles of a team over a game, while play is on.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
pub struct RoleTimes {
    /// The longest time for which two robots were strikers at once, s.
    pub two_strikers_sec: f32,
    /// The part of the time for which one robot was.
    pub one_striker: f32,
    /// The changes of a robot's role in a minute, in the mean.
    pub changes_per_min: f32,
}

/// Sums over a game.
#[derive(Clone, Debug, Default)]
pub(super) struct RoleWatch {
    last: Vec<(PlayerId, Role)>,
    two: Duration,
    longest_two: Duration,
    one: Duration,
    all: Duration,
    /// The time of all robots, and the changes of their roles.
    robots: Duration,
    changes: u32,
}

impl RoleWatch {
    /// Adds the roles of a team's robots on the field in a pass.
    pub(super) fn add(&mut self, roles: Vec<(PlayerId, Role)>, dt: Duration) {
        let strikers = roles.iter().filter(|(_, role)| *role == Role::Striker).count();
        self.all += dt;
        self.two = if strikers > 1 { self.two + dt } else { Duration::ZERO };
        self.longest_two = self.longest_two.max(self.two);
        self.one += if strikers == 1 { dt } else { Duration::ZERO };
        for (id, role) in &roles {
            let before = self.last.iter().find(|(last, _)| last == id);
            self.changes += u32::from(before.is_some_and(|(_, before)| before != role));
            self.robots += dt;
        }
        self.last = roles;
    }

    /// Notes that play is interrupted: roles may change.
    pub(super) fn interrupt(&mut self) {
        self.last.clear();
        self.two = Duration::ZERO;
    }

    pub(super) fn report(&self) -> RoleTimes {
        let minutes = self.robots.as_secs_f32() / 60.0;
        #[allow(clippy::cast_precision_loss)] // some hundreds
        let changes = self.changes as f32;
        RoleTimes {
            two_strikers_sec: self.longest_two.as_secs_f32(),
            one_striker: self.one.as_secs_f32() / self.all.as_secs_f32().max(0.01),
            changes_per_min: changes / minutes.max(0.01),
        }
    }
}
