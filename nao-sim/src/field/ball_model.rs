//! The robot's estimate of the ball: filtered sightings.
//!
//! Two sightings that agree within a second are accepted as a ball; a single false sighting is not.
//! While a ball is in view elsewhere, three are needed. A ball that is no longer seen keeps its
//! place while the robot walks on.

use super::ball::FRICTION;
use super::camera::distance_deviation;
use super::geometry::{Place, Point};

/// The number of images without a sighting in which the ball stays visible.
const MAX_MISSED_IMAGES: u8 = 3;
/// The process noise of the ball's motion, m²/s³, and the largest variance of its place, m².
const PUSHES: f32 = 0.02;
const MAX_VARIANCE: f32 = 1.0;
/// The variance of a new ball's velocity, m²/s².
const NEW_VELOCITY: f32 = 0.25;
/// The largest distance of a sighting from the expected place: m, 1/m, and m/s without a
/// sighting.
const GATE: (f32, f32, f32) = (0.25, 0.3, 0.3);
/// The time for which a sighting waits for another that agrees, s.
const WAIT_SEC: f32 = 1.0;
/// The highest plausible speed of a ball, m/s.
const MAX_SPEED: f32 = 2.0;

/// A possible place of the ball.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    at: Point,
    hits: u8,
    left_sec: f32,
}

/// The robot's estimate of the ball, in the coordinate system of its odometry.
#[derive(Clone, Debug, Default)]
pub struct BallModel {
    known: bool,
    at: Point,
    velocity: Point,
    /// Variances of place and velocity, and their covariance; the same in x and y.
    variance: f32,
    velocity_variance: f32,
    covariance: f32,
    history: i32,
    missed: u8,
    unseen_sec: f32,
    candidate: Option<Candidate>,
}

impl BallModel {
    /// Returns whether the ball is visible: not missed in more than 3 images.
    #[must_use]
    pub fn visible(&self) -> bool {
        self.history > 0
    }

    /// Returns the number of images in a row in which it was seen, or negative, not seen; 0 at
    /// first.
    #[must_use]
    pub fn history(&self) -> i32 {
        self.history
    }

    /// Returns its last known place relative to a robot at `me`; `None` before the first
    /// sighting.
    #[must_use]
    pub fn relative(&self, me: Place) -> Option<Point> {
        self.known.then(|| me.local(self.at))
    }

    /// Returns its velocity over the ground along the axes of a robot at `me`, m/s.
    #[must_use]
    pub fn velocity(&self, me: Place) -> Point {
        self.velocity.turned(-me.theta)
    }

    /// Returns the variance of its place, m².
    #[must_use]
    pub fn variance(&self) -> f32 {
        self.variance
    }

    /// Returns the time since the last sighting, s.
    #[must_use]
    pub fn unseen_sec(&self) -> f32 {
        self.unseen_sec
    }

    /// Processes an image, `sec` after the last one: a robot at `me` has this sighting of the ball,
    /// relative to itself, or none.
    pub fn image(&mut self, me: Place, sighting: Option<Point>, sec: f32) {
        self.predict(sec);
        let taken = sighting.is_some_and(|seen| self.take(me, seen));
        if taken {
            self.missed = 0;
            self.unseen_sec = 0.0;
            self.history = self.history.max(0).saturating_add(1);
        } else {
            self.missed = self.missed.saturating_add(1);
            if self.history <= 0 || self.missed > MAX_MISSED_IMAGES {
                self.history = self.history.min(0).saturating_sub(1);
                self.velocity = Point::default();
                self.velocity_variance = 0.0;
                self.covariance = 0.0;
            }
        }
    }

    fn predict(&mut self, sec: f32) {
        self.at = self.at + self.velocity * sec;
        let speed = self.velocity.length();
        if speed > 0.0 {
            self.velocity = self.velocity * ((speed - FRICTION * sec).max(0.0) / speed);
        }
        let pushed = PUSHES * sec;
        let grown = 2.0 * self.covariance + self.velocity_variance * sec + pushed * sec / 3.0;
        self.variance = (self.variance + grown * sec).min(MAX_VARIANCE);
        self.covariance += (self.velocity_variance + pushed / 2.0) * sec;
        self.velocity_variance += pushed;
        self.unseen_sec += sec;
        if let Some(candidate) = &mut self.candidate {
            candidate.left_sec -= sec;
            if candidate.left_sec < 0.0 {
                self.candidate = None;
            }
        }
    }

    /// Corrects the estimate by a sighting; returns false if the sighting is too far from it.
    fn take(&mut self, me: Place, seen: Point) -> bool {
        let distance = seen.length();
        let at = me.global(seen);
        let deviation = distance_deviation(distance);
        let gate = GATE.0 + GATE.1 * distance;
        let off = at - self.at;
        if self.visible() && off.length() < gate + GATE.2 * self.unseen_sec {
            // The update step of a Kalman filter.
            let all = self.variance + deviation * deviation;
            let (part, gain) = (self.variance / all, self.covariance / all);
            self.at = self.at + off * part;
            self.velocity = self.velocity + off * gain;
            self.velocity_variance -= gain * self.covariance;
            self.covariance *= 1.0 - part;
            self.variance *= 1.0 - part;
            let speed = self.velocity.length();
            if speed > MAX_SPEED {
                self.velocity = self.velocity * (MAX_SPEED / speed);
            }
            self.candidate = None;
            return true;
        }
        let hits = match self.candidate {
            Some(candidate) if (candidate.at - at).length() < gate => candidate.hits + 1,
            _ => 1,
        };
        if hits < if self.visible() { 3 } else { 2 } {
            self.candidate = Some(Candidate { at, hits, left_sec: WAIT_SEC });
            return false;
        }
        self.candidate = None;
        self.known = true;
        self.at = at;
        self.velocity = Point::default();
        self.variance = deviation * deviation;
        self.velocity_variance = NEW_VELOCITY;
        self.covariance = 0.0;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SEC: f32 = 1.0 / 15.0;

    fn see(model: &mut BallModel, at: Point, images: u32) {
        for _ in 0..images {
            model.image(Place::default(), Some(at), SEC);
        }
    }

    fn miss(model: &mut BallModel, images: u32) {
        for _ in 0..images {
            model.image(Place::default(), None, SEC);
        }
    }

    #[test]
    fn two_sightings_make_a_ball_and_one_does_not() {
        let mut model = BallModel::default();
        see(&mut model, Point::new(2.0, 0.0), 1);
        assert!(!model.visible() && model.relative(Place::default()).is_none());
        see(&mut model, Point::new(1.0, 1.0), 1);
        assert!(!model.visible());
        miss(&mut model, 20);
        see(&mut model, Point::new(1.0, 1.0), 1);
        assert!(!model.visible(), "too long ago");
        see(&mut model, Point::new(1.0, 1.0), 1);
        assert!(model.visible() && model.history() == 1);
    }

    #[test]
    fn the_history_counts_up_and_down() {
        let mut model = BallModel::default();
        see(&mut model, Point::new(1.0, 0.0), 11);
        assert_eq!(model.history(), 10);
        miss(&mut model, 3);
        assert_eq!(model.history(), 10, "a few misses are nothing");
        see(&mut model, Point::new(1.0, 0.0), 1);
        assert_eq!(model.history(), 11);
        miss(&mut model, 10);
        assert_eq!(model.history(), -7);
        assert!(!model.visible());
    }

    #[test]
    fn a_false_sighting_does_not_move_the_ball_and_another_place_does() {
        let mut model = BallModel::default();
        see(&mut model, Point::new(1.0, 0.0), 10);
        see(&mut model, Point::new(2.0, 1.0), 1);
        let known = model.relative(Place::default()).unwrap();
        assert!((known - Point::new(1.0, 0.0)).length() < 0.01 && model.visible());
        see(&mut model, Point::new(2.0, 1.0), 2);
        let known = model.relative(Place::default()).unwrap();
        assert!((known - Point::new(2.0, 1.0)).length() < 0.01);
    }

    #[test]
    fn an_unseen_ball_stays_in_place_as_the_robot_walks() {
        let mut model = BallModel::default();
        see(&mut model, Point::new(1.0, 0.0), 5);
        miss(&mut model, 30);
        let there = Place::new(0.5, 0.0, core::f32::consts::FRAC_PI_2);
        let known = model.relative(there).unwrap();
        assert!((known - Point::new(0.0, -0.5)).length() < 0.01, "{known:?}");
    }

    #[test]
    fn it_estimates_the_velocity() {
        let mut model = BallModel::default();
        let mut at = Point::new(2.5, 0.5);
        for _ in 0..25 {
            model.image(Place::default(), Some(at), SEC);
            at = at + Point::new(-0.8, 0.0) * SEC;
        }
        let velocity = model.velocity(Place::default());
        assert!((velocity.x + 0.8).abs() < 0.3 && velocity.y.abs() < 0.05, "{velocity:?}");
        let turned = model.velocity(Place::new(0.0, 0.0, core::f32::consts::PI));
        assert!((turned.x + velocity.x).abs() < 1e-5);
    }
}
