//! Contacts between robots: discs that do not overlap, and falls.
//!
//! A robot that walks into another one is held back. It may make that one fall, and may fall itself.

use super::PlayerId;
use crate::body::Side;
use crate::body::noise::Noise;
use crate::field::ball::Ball;
use crate::field::{Place, Point};
use core::time::Duration;
use std::collections::BTreeMap;

/// The radius of a robot, m.
pub const RADIUS: f32 = 0.13;
/// The gap in which two robots touch each other, m.
const TOUCH: f32 = 0.01;
/// The speed towards another robot above which a robot walks into it, m/s.
const WALKS: f32 = 0.03;
/// The ratio of such speeds below which two robots meet front to front at like speed.
const LIKE: f32 = 1.5;
/// The probabilities of a fall at full walking speed: of who was walked into, and of who walked.
const HIT_FALLS: f32 = 0.2;
const WALKER_FALLS: f32 = 0.1;
/// The speed at which these hold, m/s.
const FULL: f32 = 0.1;
/// A contact after so long without one is another collision.
const APART: Duration = Duration::from_millis(500);
/// The number of rounds in which overlaps are resolved, and those in which who walks gives way.
const ROUNDS: usize = 12;
const WALKER_YIELDS: usize = 6;

/// A robot on the field.
#[derive(Clone, Copy, Debug)]
pub(super) struct Disc {
    pub(super) id: PlayerId,
    /// Its place in the view of the game.
    pub(super) at: Place,
    /// Its velocity there, m/s.
    pub(super) velocity: Point,
    /// Whether it is on its feet.
    pub(super) stands: bool,
    /// Whether somebody holds it, or it has a penalty beside the field.
    pub(super) off: bool,
}

impl Disc {
    /// Returns the speed at which it walks in a direction, m/s.
    fn towards(&self, way: Point) -> f32 {
        let along = self.velocity.x * way.x + self.velocity.y * way.y;
        if self.stands { along.max(0.0) } else { 0.0 }
    }
}

/// The consequences of the contacts in a pass.
#[derive(Debug, Default)]
pub(super) struct Outcome {
    /// The players that walk into another one, which is the second.
    pub(super) collisions: Vec<(PlayerId, PlayerId)>,
    /// The players that fall, and the side that they fall to.
    pub(super) falls: Vec<(PlayerId, Side)>,
    /// The players that walk against an opponent, and that one.
    pub(super) presses: Vec<(PlayerId, PlayerId)>,
    /// The players that made an opponent fall, and that one.
    pub(super) knocks: Vec<(PlayerId, PlayerId)>,
}

/// The contacts of a game.
#[derive(Clone, Debug)]
pub(super) struct Contacts {
    noise: Noise,
    /// The time since two players touched each other.
    since: BTreeMap<(PlayerId, PlayerId), Duration>,
}

impl Contacts {
    /// Returns a game without a contact so far.
    pub(super) fn new(seed: u64) -> Contacts {
        Contacts { noise: Noise::stream(seed, 0xc0), since: BTreeMap::new() }
    }

    /// Moves overlapping robots apart, and decides who falls.
    pub(super) fn step(&mut self, discs: &mut [Disc], dt: Duration) -> Outcome {
        for since in self.since.values_mut() {
            *since = since.saturating_add(dt);
        }
        self.since.retain(|_, since| *since < APART);
        let mut outcome = Outcome::default();
        for one in 0..discs.len() {
            for other in one + 1..discs.len() {
                self.meet(discs[one], discs[other], &mut outcome);
            }
        }
        for round in 0..ROUNDS {
            let mut moved = false;
            for one in 0..discs.len() {
                let (before, rest) = discs.split_at_mut(one + 1);
                if let Some(one) = before.last_mut() {
                    for other in rest {
                        moved |= separate(one, other, round < WALKER_YIELDS);
                    }
                }
            }
            if !moved {
                break;
            }
        }
        outcome
    }

    /// Takes note of a contact.
    fn meet(&mut self, one: Disc, other: Disc, outcome: &mut Outcome) {
        let off = other.at.point() - one.at.point();
        let gap = off.length();
        if one.off || other.off || gap > 2.0 * RADIUS + TOUCH {
            return;
        }
        let way = direction(off, gap);
        let (ahead, back) = (one.towards(way), other.towards(way * -1.0));
        let is_new = self.since.insert((one.id, other.id), Duration::ZERO).is_none();
        let opponents = one.id.team != other.id.team;
        // The walker, its speed, the speed of the other one towards it.
        let walks = [(one, other, ahead, back, way), (other, one, back, ahead, way * -1.0)];
        if is_new && ahead.max(back) > WALKS {
            let is_one = ahead >= back;
            let ids = if is_one { (one.id, other.id) } else { (other.id, one.id) };
            outcome.collisions.push(ids);
        }
        for (walker, hit, speed, against, way) in walks {
            if speed <= WALKS {
                continue;
            }
            let offends = opponents && speed > LIKE * against;
            if offends {
                outcome.presses.push((walker.id, hit.id));
            }
            if !is_new {
                continue;
            }
            let part = speed / FULL;
            if hit.stands && self.noise.chance(HIT_FALLS * part) {
                outcome.falls.push((hit.id, side(hit.at, way)));
                if offends {
                    outcome.knocks.push((walker.id, hit.id));
                }
            }
            if self.noise.chance(WALKER_FALLS * part) {
                outcome.falls.push((walker.id, side(walker.at, way)));
            }
        }
    }
}

/// Returns the side to which a robot falls that falls in a direction.
fn side(at: Place, way: Point) -> Side {
    if way.turned(-at.theta).x > 0.0 { Side::Front } else { Side::Back }
}

/// Returns the direction of a vector of this length.
fn direction(off: Point, length: f32) -> Point {
    if length > 1e-6 { off * (1.0 / length) } else { Point::new(1.0, 0.0) }
}

/// Moves two robots apart if they overlap: the one that walks, if one does and `yields` says so. Returns
/// whether it did.
fn separate(one: &mut Disc, other: &mut Disc, yields: bool) -> bool {
    let off = other.at.point() - one.at.point();
    let gap = off.length();
    let over = 2.0 * RADIUS - gap;
    if one.off || other.off || over <= 1e-5 {
        return false;
    }
    let way = direction(off, gap);
    let (ahead, back) = (one.towards(way), other.towards(way * -1.0));
    let walks = ahead + back;
    let part = if yields && walks > 0.005 { ahead / walks } else { 0.5 };
    let (here, there) = (way * (-over * part), way * (over * (1.0 - part)));
    one.at = Place { x: one.at.x + here.x, y: one.at.y + here.y, ..one.at };
    other.at = Place { x: other.at.x + there.x, y: other.at.y + there.y, ..other.at };
    true
}

/// Stops a ball with a radius at a robot that lies in its way.
pub(super) fn stop_ball(ball: &mut Ball, radius: f32, discs: &[Disc]) {
    for lies in discs.iter().filter(|disc| !disc.stands && !disc.off) {
        let off = ball.at - lies.at.point();
        let gap = off.length();
        if gap < RADIUS + radius {
            let way = direction(off, gap);
            ball.at = lies.at.point() + way * (RADIUS + radius);
            let into = ball.velocity.x * way.x + ball.velocity.y * way.y;
            if into < 0.0 {
                ball.velocity = ball.velocity - way * into;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::team::Team;

    fn disc(team: Team, number: u8, x: f32, speed: f32) -> Disc {
        Disc {
            id: PlayerId::new(team, number),
            at: Place::new(x, 0.0, 0.0),
            velocity: Point::new(speed, 0.0),
            stands: true,
            off: false,
        }
    }

    #[test]
    fn the_walker_is_held_back_and_the_other_one_stays() {
        let mut contacts = Contacts::new(1);
        let mut discs = [disc(Team::Left, 1, 0.0, 0.1), disc(Team::Right, 1, 0.25, 0.0)];
        let outcome = contacts.step(&mut discs, Duration::from_millis(10));
        assert!((discs[0].at.x + 0.01).abs() < 1e-4 && (discs[1].at.x - 0.25).abs() < 1e-6);
        assert_eq!(outcome.collisions, [(discs[0].id, discs[1].id)]);
        discs[0].at.x = 0.0;
        let outcome = contacts.step(&mut discs, Duration::from_millis(10));
        assert!(outcome.collisions.is_empty(), "the same contact");
        assert_eq!(outcome.presses, [(discs[0].id, discs[1].id)]);
    }

    #[test]
    fn a_heap_of_robots_comes_apart() {
        let mut discs: Vec<_> =
            (1..=7).map(|number| disc(Team::Left, number, 0.05 * f32::from(number), 0.1)).collect();
        for _ in 0..20 {
            Contacts::new(1).step(&mut discs, Duration::from_millis(10));
        }
        for one in &discs {
            for other in discs.iter().filter(|other| other.id != one.id) {
                let gap = (one.at.point() - other.at.point()).length();
                assert!(gap > 2.0 * RADIUS - 0.01, "{gap}");
            }
        }
    }

    #[test]
    fn some_of_those_who_are_walked_into_fall_and_the_walker_offends() {
        let (mut falls, mut knocks) = (0, 0);
        let mut contacts = Contacts::new(3);
        for _ in 0..1000 {
            let mut discs = [disc(Team::Left, 1, 0.0, 0.1), disc(Team::Right, 1, 0.25, 0.0)];
            let outcome = contacts.step(&mut discs, Duration::from_secs(1));
            assert!(outcome.knocks.iter().all(|(id, _)| id.team == Team::Left));
            falls += outcome.falls.iter().filter(|(id, _)| id.team == Team::Right).count();
            knocks += outcome.knocks.len();
        }
        assert!((150..250).contains(&falls) && falls == knocks, "{falls} {knocks}");
        // Front to front at like speed nobody offends.
        let mut discs = [disc(Team::Left, 1, 0.0, 0.1), disc(Team::Right, 1, 0.25, -0.1)];
        let outcome = contacts.step(&mut discs, Duration::from_secs(1));
        assert!(outcome.presses.is_empty() && outcome.knocks.is_empty());
    }

    #[test]
    fn a_robot_on_the_ground_stops_the_ball() {
        let mut lies = disc(Team::Left, 1, 1.0, 0.0);
        lies.stands = false;
        let mut ball = Ball { at: Point::new(0.9, 0.0), velocity: Point::new(1.0, 0.2) };
        stop_ball(&mut ball, 0.0325, &[lies]);
        assert!((ball.at.x - 0.8375).abs() < 1e-5 && ball.velocity.x.abs() < 1e-6);
        assert!(ball.velocity.y > 0.1);
    }
}
