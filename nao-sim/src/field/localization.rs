//! The robot's estimate of its place: odometry, corrected by landmarks.
//!
//! Landmarks are not modeled. Instead, a robot that stands on the field finds lines or goals
//! about once a second, which moves its estimate a third of the way to the truth, with some
//! noise. A robot on the ground sees none, and moves without measuring it.

use super::geometry::{Place, Point};
use crate::body::noise::Noise;
use core::time::Duration;

/// The time between two chances to find a landmark, and the probability of each.
const LOOK: Duration = Duration::from_millis(500);
const FIND: f32 = 0.5;
/// The fraction of the error that a landmark corrects, and the deviations of the corrected place:
/// m, rad.
const CORRECTION: f32 = 0.33;
const CORRECTION_NOISE: (f32, f32) = (0.06, 0.04);
/// The growth of the deviations, m/√s and rad/√s: for a standing robot, and for one that lies or is
/// lifted.
const DRIFT: (f32, f32) = (0.005, 0.005);
const DRIFT_DOWN: (f32, f32) = (0.03, 0.03);
/// The variances of a place that is set from outside: m², rad².
const SET_VARIANCE: (f32, f32) = (1e-3, 1e-3);

/// The estimated place of the robot, with its variances.
#[derive(Clone, Debug)]
pub struct Localization {
    noise: Noise,
    place: Place,
    odometry: Place,
    /// Variances, m² and rad².
    variance: (f32, f32),
    since: Duration,
}

impl Localization {
    /// Returns the estimate of a robot that knows its start; `seed` is that of the errors.
    #[must_use]
    pub fn new(seed: u64, place: Place, odometry: Place) -> Localization {
        Localization {
            noise: Noise::stream(seed, 0x10c),
            place,
            odometry,
            variance: SET_VARIANCE,
            since: Duration::ZERO,
        }
    }

    /// Returns the estimated place.
    #[must_use]
    pub fn place(&self) -> Place {
        self.place
    }

    /// Returns the variances of the estimate: m² in x and in y, rad².
    #[must_use]
    pub fn variance(&self) -> (f32, f32) {
        self.variance
    }

    /// Sets the estimate to where somebody has put the robot.
    pub fn reset_to(&mut self, place: Place) {
        self.place = place;
        self.variance = SET_VARIANCE;
    }

    /// Advances the estimate by `dt`, from the robot's odometry, its true place `truth`, and
    /// whether it `stands`.
    pub(super) fn step(&mut self, odometry: Place, truth: Place, stands: bool, dt: Duration) {
        let moved = self.odometry.to(odometry);
        self.place = self.place.and(moved);
        self.odometry = odometry;
        let sec = dt.as_secs_f32();
        let (far, turn) = if stands { DRIFT } else { DRIFT_DOWN };
        let walked = moved.point().length();
        self.variance.0 += far * far * sec + 0.004 * walked;
        self.variance.1 += turn * turn * sec + 0.004 * (walked + moved.theta.abs());
        self.since = self.since.saturating_add(dt);
        if self.since < LOOK {
            return;
        }
        let root = libm::sqrtf(self.since.as_secs_f32());
        self.since = Duration::ZERO;
        let (x, y) = (self.noise.gauss(far * root), self.noise.gauss(far * root));
        let theta = self.noise.gauss(turn * root);
        self.place = Place::new(self.place.x + x, self.place.y + y, self.place.theta + theta);
        if stands && self.noise.chance(FIND) {
            self.correct(truth);
        }
    }

    fn correct(&mut self, truth: Place) {
        let error = self.place.to(truth);
        let mut part = |of: f32, deviation: f32| CORRECTION * (of + self.noise.gauss(deviation));
        let off = Point::new(part(error.x, CORRECTION_NOISE.0), part(error.y, CORRECTION_NOISE.0));
        let turn = part(error.theta, CORRECTION_NOISE.1);
        self.place = self.place.and(Place::new(off.x, off.y, turn));
        let corrected = |variance: f32, noise: f32| {
            (1.0 - CORRECTION) * (1.0 - CORRECTION) * variance
                + CORRECTION * CORRECTION * noise * noise
        };
        self.variance.0 = corrected(self.variance.0, CORRECTION_NOISE.0);
        self.variance.1 = corrected(self.variance.1, CORRECTION_NOISE.1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const STEP: Duration = Duration::from_millis(10);

    #[test]
    fn the_error_stays_small_on_the_feet_and_grows_on_the_ground() {
        for seed in 0..20 {
            let mut belief = Localization::new(seed, Place::default(), Place::default());
            let (mut truth, mut odometry) = (Place::default(), Place::default());
            let mut worst = 0.0_f32;
            for _ in 0..6000 {
                // A circle, while the real robot slips by a tenth and veers off.
                odometry = odometry.and(Place::new(0.001, 0.0, 0.001));
                truth = truth.and(Place::new(0.0009, 0.0, 0.0011));
                belief.step(odometry, truth, true, STEP);
                worst = worst.max(belief.place().to(truth).point().length());
            }
            assert!((0.01..0.4).contains(&worst), "{worst}");
            let before = belief.variance();
            for _ in 0..1500 {
                belief.step(odometry, truth, false, STEP);
            }
            assert!(belief.variance().0 > before.0 && belief.variance().1 > before.1);
        }
    }

    #[test]
    fn it_finds_back_after_a_fall_that_turned_it() {
        let mut belief = Localization::new(1, Place::default(), Place::default());
        let truth = Place::new(0.1, 0.1, 0.6);
        for _ in 0..1000 {
            belief.step(Place::default(), truth, true, STEP);
        }
        let error = belief.place().to(truth);
        assert!(error.theta.abs() < 0.15 && error.point().length() < 0.2, "{error:?}");
    }

    #[test]
    fn it_accepts_a_given_place() {
        let mut belief = Localization::new(1, Place::default(), Place::default());
        let told = Place::new(1.0, -2.0, 1.0);
        belief.reset_to(told);
        belief.step(Place::default(), told, true, STEP);
        assert!((belief.place().point() - told.point()).length() < 1e-5);
    }
}
