//! The field, and places on it.
//!
//! The measures are those of a [`Pitch`]: without options the Standard Platform League's field of 2008, lines 6.0 m by
//! 4.0 m, carpet 7.4 m by 5.4 m, goals 1.4 m wide, penalty areas 0.6 m by 2.2 m, a center circle of 1.2 m, penalty marks
//! 1.8 m in front of the goal lines, measured to the middle of the lines. Lines, carpet and the length of the penalty
//! areas are those of teams' configurations of 2009; the other measures are those of the league's later rule books.
//! Constants are the same on fields of any size. The origin is the center, x points at the opponents' goal, y to the
//! left. Lengths are in m, angles in rad.

use crate::body::Odometry;
use core::f32::consts::{PI, TAU};
pub use skills_nao::pitch::Pitch;

/// The width of the lines, as the league's rules have it for fields of several sizes.
pub const LINE_WIDTH: f32 = 0.05;
/// The radius of a goal post: the league's goals of any width have such posts.
pub const POST_RADIUS: f32 = 0.05;
/// The distance inside the side lines at which balls are thrown in, by the rules of 2008.
pub const THROW_IN: f32 = 0.4;
/// The distance from the carpet to the walls of the hall; nothing leaves it.
const TO_WALLS: f32 = 1.0;

/// Returns half the carpet's length and width.
#[must_use]
pub fn carpet(pitch: &Pitch) -> (f32, f32) {
    (pitch.half_length_m + pitch.border_m, pitch.half_width_m + pitch.border_m)
}

/// Returns half the length and the width of the hall.
#[must_use]
pub fn hall(pitch: &Pitch) -> (f32, f32) {
    let (half_length, half_width) = carpet(pitch);
    (half_length + TO_WALLS, half_width + TO_WALLS)
}

/// Returns the centers of the goal posts, those of the opponents' goal first.
#[must_use]
pub fn posts(pitch: &Pitch) -> [Point; 4] {
    let (x, y) = (pitch.half_length_m, pitch.goal_half_width_m);
    [Point { x, y }, Point { x, y: -y }, Point { x: -x, y }, Point { x: -x, y: -y }]
}

/// A point on the ground, or the vector from one to another.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Point {
    /// Toward the opponents' goal, m.
    pub x: f32,
    /// To the left of that direction, m.
    pub y: f32,
}

impl Point {
    /// Returns the point at `x` and `y`.
    #[must_use]
    pub const fn new(x: f32, y: f32) -> Point {
        Point { x, y }
    }

    /// Returns the distance from the origin.
    #[must_use]
    pub fn length(self) -> f32 {
        libm::sqrtf(self.x * self.x + self.y * self.y)
    }

    /// Returns the direction from the origin.
    #[must_use]
    pub fn angle(self) -> f32 {
        libm::atan2f(self.y, self.x)
    }

    /// Returns the point turned to the left about the origin.
    #[must_use]
    pub fn turned(self, angle: f32) -> Point {
        turns(angle)(self)
    }

    /// Returns the point in a direction, at a distance from the origin.
    #[must_use]
    pub fn polar(angle: f32, length: f32) -> Point {
        Point { x: length, y: 0.0 }.turned(angle)
    }

    /// Returns the nearest point within these distances from the origin; NaN becomes 0.
    #[must_use]
    pub fn within(self, (half_length, half_width): (f32, f32)) -> Point {
        let cut = |value: f32, most: f32| {
            if value.is_nan() { 0.0 } else { value.max(-most).min(most) }
        };
        Point { x: cut(self.x, half_length), y: cut(self.y, half_width) }
    }
}

/// Returns [`Point::turned`] for many points.
fn turns(angle: f32) -> impl Fn(Point) -> Point + Clone {
    let (sin, cos) = libm::sincosf(angle);
    move |Point { x, y }| Point { x: x * cos - y * sin, y: x * sin + y * cos }
}

impl core::ops::Add for Point {
    type Output = Point;
    fn add(self, other: Point) -> Point {
        Point { x: self.x + other.x, y: self.y + other.y }
    }
}

impl core::ops::Sub for Point {
    type Output = Point;
    fn sub(self, other: Point) -> Point {
        Point { x: self.x - other.x, y: self.y - other.y }
    }
}

impl core::ops::Mul<f32> for Point {
    type Output = Point;
    fn mul(self, factor: f32) -> Point {
        Point { x: self.x * factor, y: self.y * factor }
    }
}

/// A point and an orientation.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Place {
    /// Toward the opponents' goal, m.
    pub x: f32,
    /// To the left of that direction, m.
    pub y: f32,
    /// Turned to the left, between -pi and pi.
    pub theta: f32,
}

impl Place {
    /// Returns the place at `x` and `y`, turned by `theta`.
    #[must_use]
    pub fn new(x: f32, y: f32, theta: f32) -> Place {
        Place { x, y, theta: wrap(theta) }
    }

    /// Returns the place, moved into the hall if it is outside.
    #[must_use]
    pub fn in_hall(self, pitch: &Pitch) -> Place {
        let at = self.point().within(hall(pitch));
        Place::new(at.x, at.y, self.theta)
    }

    /// Returns the position, without the orientation.
    #[must_use]
    pub const fn point(self) -> Point {
        Point { x: self.x, y: self.y }
    }

    /// Returns a point relative to this place.
    #[must_use]
    pub fn local(self, point: Point) -> Point {
        self.locals()(point)
    }

    /// Returns the global point of one relative to this place.
    #[must_use]
    pub fn global(self, point: Point) -> Point {
        self.globals()(point)
    }

    /// Returns [`local`](Self::local) for many points.
    pub fn locals(self) -> impl Fn(Point) -> Point + Clone {
        let turned = turns(-self.theta);
        move |point| turned(point - self.point())
    }

    /// Returns [`global`](Self::global) for many points.
    pub fn globals(self) -> impl Fn(Point) -> Point + Clone {
        let turned = turns(self.theta);
        move |point| self.point() + turned(point)
    }

    /// Returns a place relative to this one.
    #[must_use]
    pub fn to(self, place: Place) -> Place {
        let Point { x, y } = self.local(place.point());
        Place::new(x, y, place.theta - self.theta)
    }

    /// Returns the global place of one relative to this one.
    #[must_use]
    pub fn and(self, place: Place) -> Place {
        let Point { x, y } = self.global(place.point());
        Place::new(x, y, self.theta + place.theta)
    }
}

impl From<Odometry> for Place {
    fn from(from: Odometry) -> Place {
        Place { x: from.x_m, y: from.y_m, theta: from.theta_rad }
    }
}

impl From<Place> for Odometry {
    fn from(from: Place) -> Odometry {
        Odometry { x_m: from.x, y_m: from.y, theta_rad: from.theta }
    }
}

/// Returns the same angle between -pi and pi; 0 for NaN and infinities.
#[must_use]
pub fn wrap(angle: f32) -> f32 {
    if !angle.is_finite() {
        0.0
    } else if angle.abs() <= PI {
        angle
    } else {
        let turned = libm::fmodf(angle, TAU);
        if turned.abs() > PI { turned - TAU.copysign(turned) } else { turned }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn carpet_walls_and_posts_are_those_of_the_field() {
        let of = |pitch| (carpet(pitch), hall(pitch), posts(pitch)[3]);
        let usual = ((3.7, 2.7), (4.7, 3.7), Point::new(-3.0, -0.7));
        assert_eq!(of(&Pitch::SPL_2008), usual);
        let other = ((5.5, 4.0), (6.5, 5.0), Point::new(-4.5, -0.9));
        assert_eq!(of(&Pitch::SMALL), other);
    }

    #[test]
    fn angles_wrap() {
        let cases =
            [(0.0, 0.0), (3.0, 3.0), (4.0, 4.0 - TAU), (-4.0, TAU - 4.0), (20.0, 20.0 - 3.0 * TAU)];
        for (angle, wrapped) in cases {
            assert!((wrap(angle) - wrapped).abs() < 1e-5, "{angle}");
        }
        assert!(wrap(f32::NAN).abs() < 1e-9 && wrap(f32::INFINITY).abs() < 1e-9);
    }

    #[test]
    fn places_go_there_and_back() {
        let (here, there) = (Place::new(1.0, -2.0, 2.5), Place::new(-0.5, 0.3, -3.0));
        let back = here.and(here.to(there));
        assert!((back.point() - there.point()).length() < 1e-5);
        assert!(wrap(back.theta - there.theta).abs() < 1e-5);
        let ahead = Place::new(1.0, 1.0, PI / 2.0).global(Point::new(2.0, 0.0));
        assert!((ahead - Point::new(1.0, 3.0)).length() < 1e-5);
    }

    #[test]
    fn points_within_the_limits_stay() {
        assert_eq!(Point::new(1.0, -1.0).within((2.0, 2.0)), Point::new(1.0, -1.0));
        assert_eq!(Point::new(9.0, f32::NAN).within((2.0, 2.0)), Point::new(2.0, 0.0));
    }
}
