//! Other robots as obstacles: sightings of a robot that looks around, kept for some seconds.
//!
//! Points are in a coordinate system of the caller that does not move, as that of the odometry.

use crate::interfaces::others::Jersey;
use crate::interfaces::{ObjectPosition, Obstacles, Team};

/// The largest number of robots.
pub const MOST: usize = 16;
/// The time after which a robot that is not seen any more is forgotten, s.
const FORGOTTEN_SEC: f32 = 8.0;
/// The number of images in a row in which a robot that should be seen may be missed.
const MAX_MISSED: u8 = 8;
/// The growth of the variance of a robot's place, m²/s.
const WALKS_M2_PER_SEC: f32 = 0.005;
/// The largest distance of sightings of one robot, m, beside three standard deviations.
const GATE_M: f32 = 0.2;
/// The distance within which a mate's message is about a robot that was seen, m, and the age up to which
/// messages count, s.
const MATE_M: f32 = 0.4;
const MATE_SEC: f32 = 3.0;
/// The distance within which there is no place for another robot, m.
const HERE_M: f32 = 0.2;
/// The time over which ways are compared, s, the least way by odometry, m, and what landmarks deny of it, m and
/// as a part, of a robot that is held back.
const HELD_SEC: f32 = 4.0;
const HELD_WAY_M: f32 = 0.1;
const HELD_LEAST_M: f32 = 0.08;
const HELD_PART: f32 = 0.6;
/// The number of sightings that agree before a robot is one.
const HITS: u8 = 2;

/// A robot.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Obstacle {
    /// Its place, m.
    pub at: (f32, f32),
    /// The variance of that in each axis, m².
    pub variance: f32,
    /// The time since it was seen, s.
    pub age_sec: f32,
    /// Its team.
    pub jersey: Jersey,
    hits: u8,
    missed: u8,
}

impl Obstacle {
    /// Returns a robot that is known from elsewhere.
    #[must_use]
    pub const fn new(at: (f32, f32), variance: f32, age_sec: f32, jersey: Jersey) -> Self {
        Self { at, variance, age_sec, jersey, hits: HITS, missed: 0 }
    }

    /// Returns it with its place in another coordinate system.
    #[must_use]
    pub const fn seen_at(self, at: (f32, f32)) -> Self {
        Self { at, ..self }
    }

    fn gap_m(&self, to: (f32, f32)) -> f32 {
        libm::hypotf(self.at.0 - to.0, self.at.1 - to.1)
    }
}

/// The robots that were seen.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct ObstacleModel {
    robots: [Option<Obstacle>; MOST],
}

impl ObstacleModel {
    /// Returns the robots that were seen more than once.
    pub fn robots(&self) -> impl Iterator<Item = &Obstacle> {
        self.robots.iter().flatten().filter(|robot| robot.hits >= HITS)
    }

    /// Forgets robots where this one is.
    pub fn make_way(&mut self, me: (f32, f32)) {
        for place in &mut self.robots {
            if place.is_some_and(|robot| robot.gap_m(me) < HERE_M) {
                *place = None;
            }
        }
    }

    /// Forgets all.
    pub fn clear(&mut self) {
        self.robots = [None; MOST];
    }

    /// Advances the time by `sec`.
    pub fn advance(&mut self, sec: f32) {
        for place in &mut self.robots {
            if let Some(robot) = place {
                robot.age_sec += sec;
                robot.variance += WALKS_M2_PER_SEC * sec;
                let most = if robot.hits < HITS { 1.0 } else { FORGOTTEN_SEC };
                if robot.age_sec > most {
                    *place = None;
                }
            }
        }
    }

    /// Adds a sighting, with the variance of each axis, m². One that is not finite is ignored.
    pub fn see(&mut self, at: (f32, f32), variance: f32, jersey: Jersey) {
        if !(at.0.is_finite() && at.1.is_finite() && variance > 0.0) {
            return;
        }
        let near = |robot: &&mut Obstacle| {
            robot.gap_m(at) < GATE_M + 3.0 * libm::sqrtf(robot.variance + variance)
        };
        let known = self.robots.iter_mut().flatten().filter(near);
        if let Some(robot) = known.min_by(|one, other| one.gap_m(at).total_cmp(&other.gap_m(at))) {
            let part = robot.variance / (robot.variance + variance);
            robot.at.0 += part * (at.0 - robot.at.0);
            robot.at.1 += part * (at.1 - robot.at.1);
            robot.variance *= 1.0 - part;
            robot.jersey = if jersey == Jersey::Unknown { robot.jersey } else { jersey };
            (robot.age_sec, robot.missed) = (0.0, 0);
            robot.hits = robot.hits.saturating_add(1);
        } else if let Some(place) = self.robots.iter_mut().find(|place| place.is_none()) {
            let new = Obstacle::new(at, variance, 0.0, jersey);
            *place = Some(Obstacle { hits: 1, ..new });
        }
    }

    /// Takes note of the end of an image: robots that are `in_view`, and were missed in many, are not there.
    pub fn miss(&mut self, in_view: impl Fn((f32, f32)) -> bool) {
        for place in &mut self.robots {
            if let Some(robot) = place
                && robot.age_sec > 0.0
                && in_view(robot.at)
            {
                robot.missed = robot.missed.saturating_add(1);
                if robot.missed > MAX_MISSED {
                    *place = None;
                }
            }
        }
    }
}

/// A robot that something holds back which it does not see: it walks by its odometry, but not by landmarks.
/// Vectors are in m, along axes that do not turn.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct HeldBack {
    walked: (f32, f32),
    corrected: (f32, f32),
}

impl HeldBack {
    /// Adds the way by odometry, and the correction of the place by landmarks, in `sec` seconds. Returns the
    /// direction in which the robot is held back, as a vector of length 1.
    pub fn step(
        &mut self,
        walked: (f32, f32),
        corrected: (f32, f32),
        sec: f32,
    ) -> Option<(f32, f32)> {
        let keep = (1.0 - sec / HELD_SEC).max(0.0);
        let add = |sum: (f32, f32), of: (f32, f32)| (keep * sum.0 + of.0, keep * sum.1 + of.1);
        self.walked = add(self.walked, walked);
        self.corrected = add(self.corrected, corrected);
        let way_m = libm::hypotf(self.walked.0, self.walked.1);
        let way = (self.walked.0 / way_m.max(0.01), self.walked.1 / way_m.max(0.01));
        let lost_m = -(self.corrected.0 * way.0 + self.corrected.1 * way.1);
        let held = way_m > HELD_WAY_M && lost_m > (HELD_PART * way_m).max(HELD_LEAST_M);
        held.then(|| {
            *self = Self::default();
            way
        })
    }
}

/// Returns the data of "WM Obstacles": the robots that were seen, on the field, and the mates that the team
/// knows of and that were not seen.
#[must_use]
pub fn publish(
    seen: impl Iterator<Item = Obstacle>,
    team: Option<&Team>,
    pose: &ObjectPosition,
) -> Obstacles {
    let here = (pose.world_x, pose.world_y);
    let mut all = [(f32::INFINITY, None); MOST];
    let mut free = all.iter_mut();
    let mut add = |robot: Obstacle| {
        if let Some(place) = free.next() {
            *place = (robot.gap_m(here), Some(robot));
        }
    };
    let mut mates = [None; 20];
    if let Some(team) = team {
        let heard = team.fresh.iter().zip(&team.age_sec).zip(team.x.iter().zip(&team.y));
        for (place, (((fresh, age_sec), (x, y)), deviation)) in
            mates.iter_mut().zip(heard.zip(&team.deviation))
        {
            *place = (*fresh && *age_sec < MATE_SEC)
                .then(|| Obstacle::new((*x, *y), deviation * deviation, *age_sec, Jersey::Ours));
        }
    }
    for robot in seen {
        let mate = mates.iter_mut().find(|mate| {
            robot.jersey != Jersey::Theirs && mate.is_some_and(|mate| mate.gap_m(robot.at) < MATE_M)
        });
        let is_mate = mate.and_then(Option::take).is_some();
        add(if is_mate { Obstacle { jersey: Jersey::Ours, ..robot } } else { robot });
    }
    mates.into_iter().flatten().for_each(add);
    all.sort_unstable_by(|one, other| one.0.total_cmp(&other.0));
    let mut data = Obstacles::default();
    let to = data.x.iter_mut().zip(&mut data.y).zip(&mut data.deviation);
    for (robot, (((x, y), deviation), (age_sec, jersey))) in all
        .iter()
        .filter_map(|(_, robot)| *robot)
        .zip(to.zip(data.age_sec.iter_mut().zip(&mut data.jersey)))
    {
        (*x, *y, *deviation) = (robot.at.0, robot.at.1, libm::sqrtf(robot.variance.max(0.0)));
        (*age_sec, *jersey) = (robot.age_sec, robot.jersey);
        data.count += 1;
    }
    data
}

impl Obstacles {
    /// Returns the robots, nearest first.
    pub fn robots(&self) -> impl Iterator<Item = Obstacle> + '_ {
        let of = self.x.iter().zip(&self.y).zip(self.deviation.iter().zip(&self.age_sec));
        let all = of.zip(&self.jersey).take(usize::from(self.count));
        all.map(|(((x, y), (deviation, age_sec)), jersey)| {
            Obstacle::new((*x, *y), deviation * deviation, *age_sec, *jersey)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    extern crate std;
    use std::vec::Vec;

    fn seen(model: &ObstacleModel) -> Vec<Obstacle> {
        model.robots().copied().collect()
    }

    #[test]
    fn one_sighting_is_none_and_two_are_a_robot() {
        let mut model = ObstacleModel::default();
        model.see((1.0, 0.0), 0.01, Jersey::Theirs);
        assert_eq!(seen(&model), []);
        model.see((1.1, 0.0), 0.01, Jersey::Unknown);
        let all = seen(&model);
        assert!((all[0].at.0 - 1.05).abs() < 1e-4 && all[0].jersey == Jersey::Theirs, "{all:?}");
        assert!(all[0].variance < 0.006 && all.len() == 1);
        model.see((f32::NAN, 0.0), 0.01, Jersey::Ours);
        model.see((1.0, 2.0), 0.01, Jersey::Ours);
        model.see((1.0, 2.0), 0.01, Jersey::Ours);
        assert_eq!(seen(&model).len(), 2);
    }

    #[test]
    fn who_is_gone_or_was_not_seen_for_long_is_forgotten() {
        let mut model = ObstacleModel::default();
        for at in [(1.0, 0.0), (1.0, 0.0), (-1.0, 0.0), (-1.0, 0.0)] {
            model.see(at, 0.01, Jersey::Ours);
        }
        model.advance(0.1);
        for _ in 0..=MAX_MISSED {
            model.miss(|(x, _)| x > 0.0);
        }
        assert_eq!(seen(&model).len(), 1, "the one in view is gone");
        model.make_way((-1.0, 0.3));
        assert_eq!(seen(&model).len(), 1);
        let mut passed = model;
        passed.make_way((-1.0, 0.1));
        assert_eq!(seen(&passed).len(), 0, "it was there");
        model.advance(FORGOTTEN_SEC);
        assert_eq!(seen(&model).len(), 0);
        for number in 0..40_u8 {
            model.see((f32::from(number), 0.0), 0.01, Jersey::Ours);
        }
        assert_eq!(model.robots.iter().flatten().count(), MOST, "more than there is memory for");
    }

    #[test]
    fn a_robot_that_walks_in_place_is_held_back() {
        let walk = |part: f32| {
            let mut held = HeldBack::default();
            // Backward; landmarks correct the place once a second.
            (1..=60).find_map(|pass| {
                let corrected = if pass % 10 == 0 { 0.1 * part } else { 0.0 };
                Some((pass, held.step((-0.01, 0.0), (corrected, 0.0), 0.1)?))
            })
        };
        let (pass, (x, y)) = walk(1.0).expect("it does not move");
        assert!(pass < 60 && x < -0.99 && y.abs() < 0.01);
        assert_eq!(walk(0.3), None, "it slips a little");
        assert_eq!(walk(-0.5), None, "it is faster than it knows");
    }

    #[test]
    fn mates_are_known_by_their_messages() {
        let mut team = Team::default();
        team.fresh[2] = true;
        (team.x[2], team.y[2], team.deviation[2]) = (1.0, 1.0, 0.1);
        team.fresh[3] = true;
        (team.x[3], team.age_sec[3]) = (-2.0, 4.0);
        let pose = ObjectPosition { world_x: 1.0, ..ObjectPosition::default() };
        let all = |seen: &[Obstacle]| {
            let data = publish(seen.iter().copied(), Some(&team), &pose);
            data.robots().map(|robot| (robot.at, robot.jersey)).collect::<Vec<_>>()
        };
        let mate = ((1.0, 1.0), Jersey::Ours);
        assert_eq!(all(&[]), [mate], "the other one has not spoken for long");
        let robot = |x, y, jersey| Obstacle::new((x, y), 0.01, 0.0, jersey);
        assert_eq!(all(&[robot(1.0, 1.2, Jersey::Unknown)]), [((1.0, 1.2), Jersey::Ours)]);
        let theirs = robot(1.0, 1.2, Jersey::Theirs);
        assert_eq!(all(&[theirs]), [mate, ((1.0, 1.2), Jersey::Theirs)], "nearest first");
    }
}
