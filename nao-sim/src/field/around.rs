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

#[cfg(test)]
mod tests {
    use super::*;

    const TARGET: Point = Point::new(2.0, 0.0);

    fn robot(x: f32, y: f32) -> Obstacle {
        Obstacle { at: Point::new(x, y), keep: 0.34 }
    }

    #[test]
    fn an_obstacle_on_the_way_is_passed_at_its_distance() {
        // The robot walks on to the point to which it is led, until the way is free.
        for y in [-0.3, -0.1, 0.05, 0.25] {
            let (mut at, mut nearest) = (Point::new(0.0, 0.0), f32::INFINITY);
            for _ in 0..400 {
                let seen = robot(0.8 - at.x, y - at.y);
                let to = seen.around(TARGET - at).unwrap_or(TARGET - at);
                if to.length() > 0.01 {
                    at = at + to * (0.01 / to.length());
                }
                nearest = nearest.min((Point::new(0.8, y) - at).length());
            }
            assert!((at - TARGET).length() < 0.02, "{at:?}");
            assert!(nearest > 0.31, "{nearest} for {y}");
        }
    }

    #[test]
    fn what_is_not_on_the_way_does_not_matter() {
        for off in [robot(0.8, 0.4), robot(-0.3, 0.0), robot(2.4, 0.0)] {
            assert_eq!(off.around(TARGET), None, "{off:?}");
        }
        // Its target is beside the obstacle: it goes there.
        assert_eq!(robot(2.2, 0.0).around(TARGET), None);
    }
}
