//! Roles without a leader: each robot decides its own, from what all robots say of themselves.
//!
//! The striker is the field player with the smallest time to the ball. Who is the striker already counts as
//! some seconds nearer, so that roles do not flap; of equal ones the lower number is. The others are ordered
//! by their places: the rear half defends. Robots with equal knowledge decide equally.

use crate::interfaces::mates::Role;

/// The advantage of the striker, s.
const HOLDS_SEC: f32 = 4.0;
/// The advantage in place of a robot for the role that it has, m.
const HOLDS_M: f32 = 0.5;

/// A field player that may play, as itself or a mate describes it.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Candidate {
    /// Its number.
    pub number: u8,
    /// The time until it would be ready to kick, s; `None`: it cannot.
    pub to_ball_sec: Option<f32>,
    /// Its role now.
    pub role: Role,
    /// Its place, m.
    pub at: (f32, f32),
}

impl Candidate {
    /// Returns the time to compare; the striker's is shorter.
    fn cost(&self) -> Option<f32> {
        let holds_sec = if self.role == Role::Striker { HOLDS_SEC } else { 0.0 };
        self.to_ball_sec.map(|sec| sec - holds_sec)
    }

    /// Returns whether this one plays the ball rather than the other one.
    fn is_nearer(&self, other: &Self) -> bool {
        match (self.cost(), other.cost()) {
            (Some(own), Some(theirs)) => (own, self.number) < (theirs, other.number),
            (own, _) => own.is_some(),
        }
    }

    /// Returns the place by which defenders and supporters differ, m.
    fn depth(&self) -> f32 {
        match self.role {
            Role::Supporter => self.at.0 + HOLDS_M,
            Role::Defender => self.at.0 - HOLDS_M,
            _ => self.at.0,
        }
    }
}

/// A role, and the place among those with the same role, from 0 on, of how many.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Assignment {
    /// The role.
    pub role: Role,
    /// The number of those with the same role to the right of this robot.
    pub rank: u8,
    /// The number of robots with the role.
    pub count: u8,
}

/// Returns the role of the field player `own`; `mates` are the others that may play and were heard lately.
/// Without anybody who can reach the ball there is no role.
#[must_use]
pub fn assign(own: &Candidate, mates: &(impl Iterator<Item = Candidate> + Clone)) -> Assignment {
    let all = || core::iter::once(*own).chain(mates.clone());
    let Some(striker) = all().reduce(|one, other| if other.is_nearer(&one) { other } else { one })
    else {
        return Assignment::default();
    };
    if striker.to_ball_sec.is_none() {
        return Assignment::default();
    }
    if striker.number == own.number {
        return Assignment { role: Role::Striker, rank: 0, count: 1 };
    }
    let others = || all().filter(|one| one.number != striker.number);
    let is_rear_of = |one: &Candidate, other: &Candidate| {
        (one.depth(), one.number) < (other.depth(), other.number)
    };
    let rank = |of: &Candidate| others().filter(|other| is_rear_of(other, of)).count();
    let count = others().count();
    // Of one, it supports: the keeper is at the goal.
    let defenders = count / 2;
    let role_of =
        |of: &Candidate| if rank(of) < defenders { Role::Defender } else { Role::Supporter };
    let role = role_of(own);
    let same = || others().filter(|one| role_of(one) == role);
    let is_right_of = |one: &Candidate| {
        (one.at.1, one.number) < (own.at.1, own.number) && one.number != own.number
    };
    let small = |count: usize| u8::try_from(count).unwrap_or(u8::MAX);
    Assignment {
        role,
        rank: small(same().filter(is_right_of).count()),
        count: small(same().count()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    extern crate std;
    use std::vec::Vec;

    fn robot(number: u8, to_ball_sec: f32, x: f32) -> Candidate {
        Candidate {
            number,
            to_ball_sec: (to_ball_sec >= 0.0).then_some(to_ball_sec),
            role: Role::None,
            at: (x, f32::from(number) / 10.0),
        }
    }

    fn roles(robots: &[Candidate]) -> Vec<Role> {
        let of = |own: &Candidate| {
            assign(own, &robots.iter().copied().filter(|mate| mate.number != own.number)).role
        };
        robots.iter().map(of).collect()
    }

    #[test]
    fn the_nearest_plays_and_the_rear_half_defends() {
        let robots =
            [robot(2, 9.0, 0.0), robot(3, 5.0, 0.5), robot(4, 20.0, -2.0), robot(5, 7.0, 1.0)];
        let [two, three, four, five] = roles(&robots)[..] else { panic!() };
        assert_eq!((three, four), (Role::Striker, Role::Defender));
        assert_eq!((two, five), (Role::Supporter, Role::Supporter));
        assert_eq!(roles(&[robot(2, 9.0, 0.0), robot(3, 5.0, 0.5)])[0], Role::Supporter);
        assert_eq!(roles(&[robot(3, 5.0, 0.5)]), [Role::Striker]);
        assert_eq!(roles(&[robot(2, -1.0, 0.0), robot(3, -1.0, 0.5)]), [Role::None; 2]);
        assert_eq!(roles(&[robot(2, -1.0, 0.0), robot(3, 30.0, 0.5)])[1], Role::Striker);
    }

    #[test]
    fn equal_knowledge_gives_one_striker_and_equal_times_the_lower_number() {
        assert_eq!(
            roles(&[robot(4, 5.0, 0.0), robot(2, 5.0, 0.0)]),
            [Role::Supporter, Role::Striker]
        );
        let mut word = 1_u32;
        for _ in 0..10_000 {
            let robots: Vec<_> = (2..=7)
                .map(|number| {
                    word = word.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                    let sec = f32::from(u8::try_from(word >> 24).unwrap()) / 10.0 - 1.0;
                    let role = if word & 0x10_0000 == 0 { Role::Striker } else { Role::Defender };
                    Candidate { role, ..robot(number, sec, sec - 2.0) }
                })
                .collect();
            let strikers = roles(&robots).iter().filter(|role| **role == Role::Striker).count();
            let can = robots.iter().any(|robot| robot.to_ball_sec.is_some());
            assert_eq!(strikers, usize::from(can), "{robots:?}");
        }
    }

    #[test]
    fn the_striker_stays_until_another_is_nearer_by_some_seconds() {
        let striker = Candidate { role: Role::Striker, ..robot(2, 10.0, 0.0) };
        assert_eq!(roles(&[striker, robot(3, 6.5, 0.0)])[0], Role::Striker);
        assert_eq!(roles(&[striker, robot(3, 5.5, 0.0)])[1], Role::Striker);
    }

    #[test]
    fn those_with_the_same_role_are_ordered_from_right_to_left() {
        let mates = [robot(2, 1.0, 0.0), robot(3, 9.0, 1.0)];
        let own = robot(4, 9.0, 1.0);
        let of = assign(&own, &mates.into_iter().chain([robot(5, 9.0, -3.0), robot(6, 9.0, -3.0)]));
        assert_eq!(of, Assignment { role: Role::Supporter, rank: 1, count: 2 });
    }
}
