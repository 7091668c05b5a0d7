//! A realistic walk: step by step, with acceleration, slip and stumbles.

use super::motion::{SIDE_SPEED_M_PER_SEC, TURN_SPEED_RAD_PER_SEC, Velocity, WALK_SPEED_M_PER_SEC};
use super::noise::Noise;
use super::pose::{Odometry, Side};

/// The highest speeds of a walk: forward, sideways, turning.
const MAX_VELOCITY: Velocity = [WALK_SPEED_M_PER_SEC, SIDE_SPEED_M_PER_SEC, TURN_SPEED_RAD_PER_SEC];
/// The fraction of the highest speed by which a walk at a velocity accelerates or brakes in one
/// step.
const GAIN: f32 = 0.5;
/// The deviations of a step: a part of its length, plus m/s or rad/s.
const PART_NOISE: f32 = 0.06;
const NOISE: Velocity = [0.003, 0.005, 0.02];
/// The deviation of the turn rate by which a robot always veers off, rad/s.
const VEER: f32 = 0.004;
/// The probability of a stumble in a gentle step; its increase per load beyond `LOAD`; its
/// increase per change of load beyond `CHANGE`.
const STUMBLE: f32 = 0.0015;
const STUMBLE_LOAD: f32 = 0.01;
const STUMBLE_CHANGE: f32 = 0.02;
const CHANGE: f32 = 1.0;

/// The load beyond which a robot stumbles more often.
pub(crate) const LOAD: f32 = 1.2;

/// The ground that a robot walks on.
///
/// A walk consists of steps of 0.5 s. A walk at a velocity adopts a new one with its next step,
/// changes by at most half the highest speeds then, and ends at once if stopped. Each step
/// slips, and may end in a fall, more likely at a higher load.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Carpet {
    /// The seed of slips and stumbles.
    pub seed: u64,
    /// The amount of slip: 0 none, 1 as usual.
    pub slip: f32,
    /// The rate of stumbles: 0 never, 1 as usual.
    pub stumble: f32,
}

/// The walk on a carpet.
#[derive(Clone, Debug)]
pub(super) struct Gait {
    carpet: Carpet,
    noise: Noise,
    veer: f32,
    /// The number of steps of this walk that have begun.
    steps: u32,
    /// The velocity by the robot's odometry.
    pace: Velocity,
    /// The true velocity, with slip.
    real: Velocity,
    /// The true place, which odometry does not know.
    place: Odometry,
}

/// Returns the load of a velocity: the sum of its parts of the highest speeds.
pub(crate) fn load(velocity: Velocity) -> f32 {
    velocity.iter().zip(MAX_VELOCITY).map(|(part, top)| (part / top).abs()).sum()
}

impl Gait {
    pub(super) fn new(carpet: Carpet, place: Odometry) -> Gait {
        let mut noise = Noise::stream(carpet.seed, 0xca);
        let veer = noise.gauss(VEER) * carpet.slip;
        Gait { carpet, noise, veer, steps: 0, pace: [0.0; 3], real: [0.0; 3], place }
    }

    /// Returns the true place of the robot.
    pub(super) fn place(&self) -> Odometry {
        self.place
    }

    /// Puts the robot somewhere.
    pub(super) fn put(&mut self, place: Odometry) {
        self.place = place;
    }

    /// Returns the true velocity.
    pub(super) fn velocity(&self) -> Velocity {
        self.real
    }

    /// Moves the robot within a step, and its `odometry`.
    pub(super) fn advance(&mut self, odometry: &mut Odometry, sec: f32) {
        odometry.advance(self.pace, sec);
        self.place.advance(self.real, sec);
    }

    /// Begins a step if `steps` has changed. Returns the side that the robot falls to if it
    /// stumbles. A `gradual` walk changes its speed in steps.
    pub(super) fn walk(&mut self, steps: u32, wanted: Velocity, gradual: bool) -> Option<Side> {
        if steps == self.steps {
            return None;
        }
        self.steps = steps;
        let mut next = wanted;
        if gradual {
            for ((next, pace), top) in next.iter_mut().zip(self.pace).zip(MAX_VELOCITY) {
                *next = next.clamp(pace - GAIN * top, pace + GAIN * top);
            }
        }
        let fell = self.stumbles(next);
        self.pace = next;
        let slip = self.carpet.slip;
        for ((real, pace), beside) in self.real.iter_mut().zip(next).zip(NOISE) {
            let off = self.noise.gauss(PART_NOISE) * pace + self.noise.gauss(beside);
            *real = pace + off * slip;
        }
        self.real[2] += self.veer;
        fell
    }

    /// Ends the walk. Returns the side that the robot falls to if that was too sudden.
    pub(super) fn halt(&mut self) -> Option<Side> {
        let walked = self.steps > 0;
        let fell = if walked { self.stumbles([0.0; 3]) } else { None };
        self.rest();
        fell
    }

    /// Sets the velocity to zero.
    pub(super) fn rest(&mut self) {
        self.steps = 0;
        self.pace = [0.0; 3];
        self.real = [0.0; 3];
    }

    fn stumbles(&mut self, next: Velocity) -> Option<Side> {
        let [x, y, theta] = self.pace;
        let change = load([next[0] - x, next[1] - y, next[2] - theta]);
        let chance = STUMBLE
            + STUMBLE_LOAD * (load(next) - LOAD).max(0.0)
            + STUMBLE_CHANGE * (change - CHANGE).max(0.0);
        // Both numbers are drawn in each step, so every step consumes the same amount of noise.
        let falls = self.noise.chance(chance * self.carpet.stumble);
        let forward = self.noise.chance(if next[0] < x || next[0] < 0.0 { 0.35 } else { 0.65 });
        falls.then_some(if forward { Side::Front } else { Side::Back })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gait(slip: f32, stumble: f32) -> Gait {
        Gait::new(Carpet { seed: 3, slip, stumble }, Odometry::default())
    }

    #[test]
    fn a_gradual_walk_gains_half_its_speed_in_a_step() {
        let mut gait = gait(0.0, 0.0);
        let mut seen = [0.0; 4];
        for (steps, seen) in (1..).zip(&mut seen) {
            assert_eq!(gait.walk(steps, [0.1, 0.0, -0.1], true), None);
            *seen = gait.pace[0];
        }
        let expected = [0.05, 0.1, 0.1, 0.1];
        assert!(seen.iter().zip(expected).all(|(x, expected)| (x - expected).abs() < 1e-6));
        assert!(gait.pace.iter().zip(gait.real).all(|(a, b)| (a - b).abs() < 1e-9));
        assert_eq!(gait.walk(5, [-0.1, 0.0, 0.0], true), None);
        assert!((gait.pace[0] - 0.05).abs() < 1e-6);
    }

    #[test]
    fn slip_makes_the_place_differ_from_the_odometry() {
        let (mut slipping, mut odometry) = (gait(1.0, 0.0), Odometry::default());
        for steps in 1..=40 {
            slipping.walk(steps, [0.1, 0.0, 0.0], false);
            slipping.advance(&mut odometry, 0.5);
        }
        assert!((odometry.x_m - 2.0).abs() < 1e-3 && odometry.y_m.abs() < 1e-6);
        let place = slipping.place();
        let off = (place.x_m - odometry.x_m).hypot(place.y_m);
        assert!((0.001..0.6).contains(&off), "{off}");
    }

    #[test]
    fn fast_walks_stumble_more_often() {
        let falls = |wanted: Velocity| {
            let mut gait = gait(1.0, 1.0);
            (1..20_000_u32).filter(|steps| gait.walk(*steps, wanted, false).is_some()).count()
        };
        let (gentle, hard) = (falls([0.1, 0.0, 0.0]), falls([0.1, 0.05, 0.5]));
        assert!((15..50).contains(&gentle), "{gentle}");
        assert!(hard > 8 * gentle, "{hard}");
    }
}
