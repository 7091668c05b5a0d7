//! The cameras in the head, and the vision that finds the ball in their images.
//!
//! The V3 has two cameras: one looks in the direction of the head, one 40 degrees further down.
//! The vision is assumed to use both, and both are assumed to turn about the neck.

use super::geometry::{Point, wrap};
use crate::body::noise::Noise;
use core::time::Duration;

/// Images per second; the vision does not keep up with the 30 of the cameras.
pub const IMAGES_PER_SEC: f32 = 15.0;
/// The time from one image to the next.
pub(super) const IMAGE: Duration = Duration::from_micros(66_667);
/// The horizontal field of view, rad: 47.8 degrees, by the maker's data of the V3.
pub const VIEW_WIDTH: f32 = 0.834;
/// The vertical field of view, rad: 36.8 degrees.
pub const VIEW_HEIGHT: f32 = 0.642;
/// The height of the upper camera above the ground when the robot stands, m, and its angle
/// below the direction of the head, rad.
pub const UPPER: (f32, f32) = (0.46, 0.0);
/// The same for the lower camera.
pub const LOWER: (f32, f32) = (0.42, 0.698);
/// The distance below which the ball is not found, m.
pub const NEAREST: f32 = 0.1;
/// The distance beyond which the ball is not found, m.
pub const FARTHEST: f32 = 3.5;
/// The probability of finding the ball up to 1 m away; it falls linearly ..
const DETECTED_NEAR: f32 = 0.97;
/// .. to this at the largest distance.
const DETECTED_FAR: f32 = 0.25;
/// The probability of a false sighting per image: once a minute.
const FALSE: f32 = 0.0011;
/// The deviations of the bearing in rad and rad/m, and of the distance in m and 1/m (times its
/// square).
const BEARING_NOISE: (f32, f32) = (0.01, 0.005);
const DISTANCE_NOISE: (f32, f32) = (0.006, 0.03);

/// A sighting of the ball in an image.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sighting {
    /// The distance on the ground, m.
    pub distance: f32,
    /// The bearing, rad, positive to the left.
    pub bearing: f32,
}

impl Sighting {
    /// Returns the sighting as a point relative to the robot.
    #[must_use]
    pub fn point(self) -> Point {
        Point::polar(self.bearing, self.distance)
    }
}

/// Returns the angle of a ball with a radius below the horizon of the upper camera, at a distance, rad.
#[must_use]
pub fn slope(distance: f32, radius: f32) -> f32 {
    libm::atan2f(UPPER.0 - radius, distance)
}

/// Returns the deviation of a measured distance, m.
#[must_use]
pub fn distance_deviation(distance: f32) -> f32 {
    DISTANCE_NOISE.0 + DISTANCE_NOISE.1 * distance * distance
}

/// Returns whether a ball with a radius is in the view of a standing robot with this head position; `pitch` is
/// positive down. A ball that is partly in the image counts.
#[must_use]
pub fn in_view(ball: Point, radius: f32, yaw: f32, pitch: f32) -> bool {
    let distance = ball.length();
    if !(NEAREST..=FARTHEST).contains(&distance) {
        return false;
    }
    let aside = wrap(ball.angle() - yaw).abs();
    let sees = |(height, down): (f32, f32)| {
        let drop = height - radius;
        let grown = radius / libm::sqrtf(distance * distance + drop * drop);
        let below = || (libm::atan2f(drop, distance) - pitch - down).abs();
        aside <= VIEW_WIDTH / 2.0 + grown && below() <= VIEW_HEIGHT / 2.0 + grown
    };
    sees(UPPER) || sees(LOWER)
}

/// Returns the probability of detecting a ball in an image that contains it, at a distance in m.
#[must_use]
pub fn detection_probability(distance: f32) -> f32 {
    let part = ((distance - 1.0) / (FARTHEST - 1.0)).clamp(0.0, 1.0);
    DETECTED_NEAR + (DETECTED_FAR - DETECTED_NEAR) * part
}

/// The vision, with noise and false sightings.
#[derive(Clone, Debug)]
pub struct Camera {
    noise: Noise,
    due: Duration,
}

impl Camera {
    /// Returns the vision of a robot; its errors have this seed.
    #[must_use]
    pub fn new(seed: u64) -> Camera {
        Camera { noise: Noise::stream(seed, 0xe1), due: Duration::ZERO }
    }

    /// Advances the vision by `dt`. Returns whether an image is due.
    pub(super) fn is_due(&mut self, dt: Duration) -> bool {
        self.due = self.due.saturating_add(dt);
        let due = self.due >= IMAGE;
        if due {
            self.due = self.due.saturating_sub(IMAGE).min(IMAGE);
        }
        due
    }

    /// Returns the sighting in an image of a standing robot, if there is one.
    pub fn look(&mut self, ball: Point, radius: f32, yaw: f32, pitch: f32) -> Option<Sighting> {
        if self.noise.chance(FALSE) {
            let bearing = yaw + self.noise.between(-0.5, 0.5) * VIEW_WIDTH;
            return Some(Sighting { distance: self.noise.between(0.4, 3.0), bearing });
        }
        let distance = ball.length();
        if !in_view(ball, radius, yaw, pitch) || !self.noise.chance(detection_probability(distance))
        {
            return None;
        }
        let bearing_deviation = BEARING_NOISE.0 + BEARING_NOISE.1 * distance;
        Some(Sighting {
            distance: (distance + self.noise.gauss(distance_deviation(distance))).max(0.05),
            bearing: wrap(ball.angle() + self.noise.gauss(bearing_deviation)),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RADIUS: f32 = 0.0325;

    fn sees(angle: f32, distance: f32, yaw: f32, pitch: f32) -> bool {
        in_view(Point::polar(angle, distance), RADIUS, yaw, pitch)
    }

    #[test]
    fn it_sees_a_ball_that_the_head_points_at() {
        assert!(sees(0.0, 2.0, 0.0, 0.0) && sees(1.5, 2.0, 1.5, 0.0));
        assert!(!sees(1.5, 2.0, 0.0, 0.0) && !sees(0.0, 2.0, 1.5, 0.0));
        assert!(sees(0.42, 2.0, 0.0, 0.0) && !sees(0.45, 2.0, 0.0, 0.0));
        assert!(sees(3.1, 2.0, -3.1, 0.0), "across the back");
        assert!(sees(0.0, 2.0, 0.0, -0.6), "the lower camera");
        assert!(sees(0.0, 0.15, 0.0, 0.5) && sees(0.0, 0.3, 0.0, 0.2), "before the feet");
        assert!(!sees(0.0, 0.15, 0.0, 0.0), "below the lower camera");
        assert!(!sees(0.0, 0.09, 0.0, 0.5) && !sees(0.0, 3.6, 0.0, 0.0), "range");
    }

    #[test]
    fn a_head_that_follows_the_slope_sees_the_ball_everywhere() {
        for step in 12..350_u16 {
            let distance = f32::from(step) / 100.0;
            assert!(
                sees(0.0, distance, 0.0, slope(distance, RADIUS).min(core::f32::consts::FRAC_PI_6)),
                "{distance}"
            );
        }
    }

    #[test]
    fn misses_grow_with_the_distance() {
        let mut camera = Camera::new(1);
        let mut rate = |distance| {
            let ball = Point::new(distance, 0.0);
            let seen = (0..4000).filter(|_| camera.look(ball, RADIUS, 0.0, 0.1).is_some()).count();
            f32::from(u16::try_from(seen).unwrap()) / 4000.0
        };
        for distance in [1.0, 2.0, 3.0] {
            let (rate, expected) = (rate(distance), detection_probability(distance));
            assert!((rate - expected).abs() < 0.03, "{distance}: {rate}, not {expected}");
        }
    }

    #[test]
    fn something_else_is_taken_for_the_ball_once_in_a_minute() {
        let mut camera = Camera::new(2);
        let behind = Point::new(-1.0, 0.0);
        let count = (0..90_000).filter(|_| camera.look(behind, RADIUS, 0.0, 0.0).is_some()).count();
        assert!((70..130).contains(&count), "{count} in 100 minutes");
    }

    #[test]
    fn measurements_are_near_the_truth() {
        let mut camera = Camera::new(3);
        let ball = Point::polar(0.1, 1.5);
        let seen: Vec<_> = (0..2000).filter_map(|_| camera.look(ball, RADIUS, 0.0, 0.2)).collect();
        let near = |s: &&Sighting| (s.distance - 1.5).abs() < 0.2 && (s.bearing - 0.1).abs() < 0.06;
        assert!(seen.iter().filter(near).count() * 100 > seen.len() * 97);
    }

    #[test]
    fn images_come_15_times_a_second() {
        let mut camera = Camera::new(1);
        let images = (0..1000).filter(|_| camera.is_due(Duration::from_millis(10))).count();
        assert!((149..=150).contains(&images), "{images}");
    }
}
