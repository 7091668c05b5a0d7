//! Walking around obstacles: the ball, and other robots.

use super::geometry::Point;

/// An obstacle, relative to the robot.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Obstacle {
    pub(super) at: Point,
    /// The distance to keep from it, m, reduced if the target is nearer to it.
    pub(super) keep: f32,
}

impl Obstacle {
    /// Returns the point to walk to instead if the obstacle is on the way to `target`.
    pub(super) fn around(self, target: Point) -> Option<Point> {
        let at = self.at;
        let (to_it, to_target) = (at.length(), target.length());
        let keep = self.keep.min((target - at).length() - 0.01);
        let along = (at.x * target.x + at.y * target.y) / to_target.max(1e-3);
        if keep <= 0.03 || along <= 0.0 || along - keep > to_target {
            return None;
        }
        let off = (at.x * target.y - at.y * target.x) / to_target.max(1e-3);
        let nearest = if along < to_target { off.abs() } else { (target - at).length() };
        if nearest >= keep {
            return None;
        }
        // Along the tangent on the side of the target; outward if the robot is too near.
        let side = 1.0_f32.copysign(off);
        let sine = (keep * 1.05 / to_it.max(1e-3)).min(1.0);
        let angle = at.angle() + side * libm::asinf(sine);
        let out = if to_it < keep { side * 0.3 } else { 0.0 };
        let length = libm::sqrtf((to_it * to_it - keep * keep).max(0.0)).max(0.15);
        Some(Point::polar(angle + out, length))
    }
}
