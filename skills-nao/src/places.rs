//! The places near the ball that skills walk to, as they are seen from the robot.

use crate::interfaces::ObjectPosition;
use crate::interfaces::motion::Leg;
use crate::predicates::wrapped;

/// Returns the place behind the ball, relative to the robot, in m. A robot that stands there and
/// faces the direction `dir_rad` of the field has the ball in front of it.
#[must_use]
pub fn behind(
    ball: &ObjectPosition,
    pose: &ObjectPosition,
    dir_rad: f32,
    dist_m: f32,
) -> (f32, f32) {
    let dir = dir_rad - pose.world_z;
    (ball.relative_x - dist_m * libm::cosf(dir), ball.relative_y - dist_m * libm::sinf(dir))
}

/// Returns the distance of the robot from the place [`behind`] the ball, in m. It is at least
/// `dist_m` times the angle between the robot and the direction `dir_rad`.
#[must_use]
pub fn to_behind(ball: &ObjectPosition, pose: &ObjectPosition, dir_rad: f32, dist_m: f32) -> f32 {
    let (x, y) = behind(ball, pose, dir_rad, dist_m);
    libm::hypotf(x, y).max(dist_m * wrapped(dir_rad - pose.world_z).abs())
}

/// A place in front of which the ball lies: in front of a foot, or of the robot's middle.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct AtBall {
    /// The foot.
    pub leg: Option<Leg>,
    /// The distance of the ball, m.
    pub dist_m: f32,
    /// The orientation of the robot on the field, rad; if not given, it looks at the ball.
    pub dir_rad: Option<f32>,
}

impl AtBall {
    /// Returns the offset of the foot to the left of the robot's center, m.
    fn foot(self) -> f32 {
        self.leg.map_or(0.0, |leg| if leg == Leg::Left { 0.05 } else { -0.05 })
    }

    /// Returns the distance of the ball from its target place, m.
    #[must_use]
    pub fn distance(self, ball: &ObjectPosition) -> f32 {
        libm::hypotf(ball.relative_x - self.dist_m, ball.relative_y - self.foot())
    }

    /// Returns the angle by which the robot has to turn, rad. Without a direction it looks at
    /// the ball, or past it so that the ball is in front of the foot.
    #[must_use]
    pub fn turn(self, ball: &ObjectPosition, pose: &ObjectPosition) -> f32 {
        wrapped(match self.dir_rad {
            Some(dir_rad) => dir_rad - pose.world_z,
            None => ball.bearing - libm::atan2f(self.foot(), self.dist_m),
        })
    }

    /// Returns the place that the robot has to reach, relative to where it is, m.
    #[must_use]
    pub fn step(self, ball: &ObjectPosition, pose: &ObjectPosition) -> (f32, f32) {
        let turn = self.turn(ball, pose);
        let (sin, cos) = (libm::sinf(turn), libm::cosf(turn));
        let (foot, dist_m) = (self.foot(), self.dist_m);
        (ball.relative_x - dist_m * cos + foot * sin, ball.relative_y - dist_m * sin - foot * cos)
    }
}
