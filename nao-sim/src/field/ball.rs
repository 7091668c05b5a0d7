//! The ball: without options a street hockey ball of 65 mm, that rolls, bounces and is kicked.

use super::geometry::{LINE_WIDTH, POST_RADIUS, Place, Point, hall, posts};
use crate::body::noise::Noise;
use skills_nao::hardware::Leg;
use skills_nao::pitch::Pitch;

/// The deceleration of a rolling ball on the carpet, m/s².
pub const FRICTION: f32 = 0.3;
/// The fraction of its speed that a ball keeps after bouncing off a post.
const BOUNCE: f32 = 0.6;
/// The mean distance of a kick with full strength, m, and its deviation.
pub const KICK_WAY: f32 = 2.0;
const KICK_WAY_NOISE: f32 = 0.15;
/// The deviation of a kick's direction, rad, and its change for a ball beside the foot, rad/m.
const KICK_NOISE: f32 = 0.07;
const KICK_ASIDE: f32 = 1.5;
/// The place where the kicking foot meets a ball: the distance ahead of the robot, m, ..
pub const KICK_REACH: core::ops::RangeInclusive<f32> = 0.08..=0.22;
/// .. to the side, m, ..
pub const FOOT_ASIDE: f32 = 0.05;
/// .. and the tolerance to either side, m.
pub const FOOT_HALF_WIDTH: f32 = 0.06;
/// The extent of the feet: ahead, behind, and to each side, m.
const FEET_AHEAD: f32 = 0.09;
const FEET_BEHIND: f32 = 0.07;
const FEET_ASIDE: f32 = 0.09;
/// The ratio of the speeds of a pushed ball and the foot, and the deviation of its direction,
/// rad.
const PUSH: f32 = 1.5;
const PUSH_NOISE: f32 = 0.15;

/// The side of the field where a ball is out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Beyond {
    /// Into the opponents' goal, or into ours.
    Goal {
        /// Whether we scored, in the opponents' goal.
        ours: bool,
    },
    /// Over a side line.
    Side,
    /// Over the opponents' goal line, beside the goal.
    OpponentsEnd,
    /// Over our goal line, beside the goal.
    OurEnd,
}

/// The ball on the carpet; it has no height and no spin.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Ball {
    /// The position of its center, m.
    pub at: Point,
    /// Its velocity, m/s.
    pub velocity: Point,
}

impl Ball {
    /// Returns a ball at rest.
    #[must_use]
    pub const fn resting(at: Point) -> Ball {
        Ball { at, velocity: Point { x: 0.0, y: 0.0 } }
    }

    /// Rolls on for `sec` seconds, at most some hundredths.
    pub(crate) fn roll(&mut self, sec: f32, pitch: &Pitch) {
        let speed = self.velocity.length();
        if speed > 0.0 {
            // A rolling ball decelerates uniformly and stops; it does not roll backward.
            let rolled = sec.min(speed / FRICTION);
            let part = 1.0 - FRICTION * rolled / (2.0 * speed);
            let before = self.at;
            self.at = self.at + self.velocity * (rolled * part);
            self.velocity = self.velocity * (1.0 - FRICTION * rolled / speed).max(0.0);
            self.bounce(pitch);
            self.net(before, pitch);
        }
        self.hall(pitch);
    }

    /// Bounces off the posts.
    fn bounce(&mut self, pitch: &Pitch) {
        let touch = POST_RADIUS + pitch.ball_radius_m;
        for post in posts(pitch) {
            let off = self.at - post;
            let gap = off.length();
            if gap < touch {
                let normal = if gap > 0.0 { off * (1.0 / gap) } else { Point::new(-1.0, 0.0) };
                self.at = post + normal * touch;
                let into = self.velocity.x * normal.x + self.velocity.y * normal.y;
                if into < 0.0 {
                    self.velocity = self.velocity - normal * (into * (1.0 + BOUNCE));
                }
            }
        }
    }

    /// Stops the ball in a net, which it may hit from inside or outside the goal.
    fn net(&mut self, before: Point, pitch: &Pitch) {
        let line = pitch.half_length_m;
        let inside = |at: Point| {
            (line..line + pitch.goal_depth_m).contains(&at.x.abs())
                && at.y.abs() < pitch.goal_half_width_m
        };
        let behind = |at: Point| at.x.abs() >= line;
        if behind(before) && behind(self.at) && inside(before) != inside(self.at) {
            *self = Ball::resting(before);
        }
    }

    /// Keeps the ball in the hall and its coordinates finite.
    fn hall(&mut self, pitch: &Pitch) {
        let within = self.at.within(hall(pitch));
        let moves = self.velocity.x.is_finite() && self.velocity.y.is_finite();
        if within != self.at || !moves {
            *self = Ball::resting(within);
        }
    }

    /// Returns where the ball is out, once it is completely over a line of the field.
    #[must_use]
    pub fn beyond(&self, pitch: &Pitch) -> Option<Beyond> {
        let edge = LINE_WIDTH / 2.0 + pitch.ball_radius_m;
        let between = self.at.y.abs() < pitch.goal_half_width_m - POST_RADIUS;
        if self.at.x.abs() > pitch.half_length_m + edge {
            let theirs = self.at.x > 0.0;
            Some(match (between, theirs) {
                (true, ours) => Beyond::Goal { ours },
                (false, true) => Beyond::OpponentsEnd,
                (false, false) => Beyond::OurEnd,
            })
        } else {
            (self.at.y.abs() > pitch.half_width_m + edge).then_some(Beyond::Side)
        }
    }

    /// Returns whether the foot of a robot would meet it in a kick.
    #[must_use]
    pub fn in_reach(&self, robot: Place, leg: Leg) -> bool {
        let off = robot.local(self.at);
        KICK_REACH.contains(&off.x) && (off.y - foot(leg)).abs() <= FOOT_HALF_WIDTH
    }

    /// Kicks the ball with a strength from 0 to 1, if it is in reach. Returns whether it was.
    pub(super) fn kicked(
        &mut self,
        robot: Place,
        leg: Leg,
        strength: f32,
        noise: &mut Noise,
    ) -> bool {
        let (way, aside) = (noise.gauss(KICK_WAY_NOISE), noise.gauss(KICK_NOISE));
        let hit = self.in_reach(robot, leg);
        if hit {
            let strength = if strength.is_nan() { 0.0 } else { strength.clamp(0.0, 1.0) };
            let way = (KICK_WAY * strength + way * strength).max(0.05);
            let off = robot.local(self.at).y - foot(leg);
            let angle = robot.theta + off * KICK_ASIDE + aside;
            self.velocity = Point::polar(angle, libm::sqrtf(2.0 * FRICTION * way));
        }
        hit
    }

    /// Pushes the ball out of the way of a robot whose feet move at the velocity `feet` (along the
    /// robot's axes). Returns whether they touch.
    pub(super) fn pushed(
        &mut self,
        robot: Place,
        feet: Point,
        pitch: &Pitch,
        noise: &mut Noise,
    ) -> bool {
        let (off, radius) = (robot.local(self.at), pitch.ball_radius_m);
        let ahead = FEET_AHEAD + radius - off.x;
        let behind = off.x + FEET_BEHIND + radius;
        let aside = FEET_ASIDE + radius - off.y.abs();
        if !(ahead > 0.0 && behind > 0.0 && aside > 0.0) {
            return false;
        }
        let side = 1.0_f32.copysign(off.y);
        let (out, push) = if ahead <= aside && ahead <= behind {
            (Point::new(ahead, 0.0), Point::new(feet.x.max(0.0), 0.0))
        } else if aside <= behind {
            (Point::new(0.0, aside * side), Point::new(0.0, side * (feet.y * side).max(0.0)))
        } else {
            (Point::new(-behind, 0.0), Point::new(feet.x.min(0.0), 0.0))
        };
        self.at = robot.global(off + out);
        let angle = robot.theta + noise.gauss(PUSH_NOISE);
        self.velocity = (push * PUSH).turned(angle);
        self.hall(pitch);
        true
    }
}

/// Returns the offset of a leg's foot to the left, m.
fn foot(leg: Leg) -> f32 {
    match leg {
        Leg::Left => FOOT_ASIDE,
        Leg::Right => -FOOT_ASIDE,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PITCH: &Pitch = &Pitch::SPL_2008;

    fn rolled(at: Point, velocity: Point, steps: u32) -> Ball {
        let mut ball = Ball { at, velocity };
        for _ in 0..steps {
            ball.roll(0.01, PITCH);
        }
        ball
    }

    #[test]
    fn a_ball_rolls_as_far_as_friction_lets_it() {
        for speed in [0.1, 0.5, 1.0_f32] {
            let ball = rolled(Point::new(-2.0, 0.0), Point::new(0.8 * speed, 0.6 * speed), 1000);
            let way = (ball.at - Point::new(-2.0, 0.0)).length();
            assert!((way - speed * speed / (2.0 * FRICTION)).abs() < 1e-3, "{speed}: {way}");
            assert!(ball.velocity.length() < 1e-6);
            // At half the time it has half its speed left.
            let mut ball = Ball { at: Point::default(), velocity: Point::new(speed, 0.0) };
            ball.roll(speed / FRICTION / 2.0, PITCH);
            assert!((ball.velocity.x - speed / 2.0).abs() < 1e-4);
        }
    }

    #[test]
    fn it_is_a_goal_when_the_ball_is_wholly_over_the_line_between_the_posts() {
        let beyond = |x, y| Ball::resting(Point::new(x, y)).beyond(PITCH);
        assert_eq!(beyond(3.05, 0.0), None);
        assert_eq!(beyond(3.06, 0.0), Some(Beyond::Goal { ours: true }));
        assert_eq!(beyond(-3.06, 0.6), Some(Beyond::Goal { ours: false }));
        assert_eq!(beyond(3.06, 0.7), Some(Beyond::OpponentsEnd));
        assert_eq!(beyond(-3.06, 1.0), Some(Beyond::OurEnd));
        assert_eq!(beyond(0.0, 2.05), None);
        assert_eq!(beyond(0.0, -2.06), Some(Beyond::Side));
        // A narrower goal and a larger ball.
        let other = Pitch { goal_half_width_m: 0.5, ball_radius_m: 0.05, ..*PITCH };
        let beyond = |x, y| Ball::resting(Point::new(x, y)).beyond(&other);
        assert_eq!((beyond(3.07, 0.0), beyond(0.0, 2.07)), (None, None));
        assert_eq!(beyond(3.08, 0.44), Some(Beyond::Goal { ours: true }));
        assert_eq!(beyond(3.08, 0.46), Some(Beyond::OpponentsEnd));
        assert_eq!(beyond(0.0, 2.08), Some(Beyond::Side));
    }

    #[test]
    fn it_bounces_off_a_post_and_stays_in_the_net() {
        let ball = rolled(Point::new(2.5, 0.7), Point::new(1.0, 0.0), 100);
        assert!(ball.at.x < 2.9 && (ball.at.y - 0.7).abs() < 1e-3, "{ball:?}");
        let ball = rolled(Point::new(2.5, 0.0), Point::new(2.0, 0.3), 500);
        assert!((3.3..3.4).contains(&ball.at.x) && ball.at.y.abs() < 0.7, "{ball:?}");
        let ball = rolled(Point::new(3.2, 1.5), Point::new(0.0, -2.0), 500);
        assert!((0.7..0.75).contains(&ball.at.y), "{ball:?}");
        // Of another goal and another ball.
        let other = Pitch {
            half_length_m: 2.0,
            goal_half_width_m: 0.5,
            goal_depth_m: 0.6,
            ball_radius_m: 0.05,
            ..*PITCH
        };
        let rolled = |at, velocity| {
            let mut ball = Ball { at, velocity };
            (0..500).for_each(|_| ball.roll(0.01, &other));
            ball.at
        };
        let at = rolled(Point::new(1.8, 0.5), Point::new(0.2, 0.0));
        assert!(at.x < 1.9 && (at.y - 0.5).abs() < 1e-3, "the post: {at:?}");
        let at = rolled(Point::new(1.5, 0.0), Point::new(2.0, 0.0));
        assert!((2.5..2.6).contains(&at.x), "the net: {at:?}");
    }

    #[test]
    fn it_stays_in_the_hall() {
        let ball = rolled(Point::new(0.0, 3.0), Point::new(0.0, 5.0), 500);
        assert!((ball.at.y - hall(PITCH).1).abs() < 1e-6);
        let ball = rolled(Point::new(f32::NAN, 0.0), Point::new(f32::INFINITY, 0.0), 5);
        assert_eq!(ball, Ball::resting(Point::default()));
    }

    #[test]
    fn a_kick_hits_a_ball_in_front_of_its_foot() {
        let robot = Place::new(1.0, 0.5, core::f32::consts::FRAC_PI_2);
        let reach = |x, y, leg| Ball::resting(robot.global(Point::new(x, y))).in_reach(robot, leg);
        assert!(reach(0.15, 0.05, Leg::Left) && reach(0.15, -0.1, Leg::Right));
        assert!(reach(0.15, 0.0, Leg::Left) && reach(0.15, 0.0, Leg::Right));
        assert!(!reach(0.15, -0.05, Leg::Left) && !reach(0.15, 0.12, Leg::Left));
        assert!(!reach(0.07, 0.05, Leg::Left) && !reach(0.23, 0.05, Leg::Left));
    }

    #[test]
    fn a_kicked_ball_goes_about_2_m_straight_on() {
        let (robot, mut noise) = (Place::new(-2.0, 0.0, 0.0), Noise::seeded(5));
        let (mut least, mut most, mut widest) = (f32::MAX, 0.0_f32, 0.0_f32);
        for _ in 0..200 {
            let mut ball = Ball::resting(Point::new(-1.85, -0.05));
            assert!(ball.kicked(robot, Leg::Right, 1.0, &mut noise));
            let way = rolled(ball.at, ball.velocity, 500).at - ball.at;
            least = least.min(way.length());
            most = most.max(way.length());
            widest = widest.max(way.angle().abs());
        }
        assert!(least > 1.4 && most < 2.6 && widest < 0.35, "{least} {most} {widest}");
        let mut ball = Ball::resting(Point::default());
        assert!(!ball.kicked(robot, Leg::Right, 1.0, &mut noise));
        assert_eq!(ball, Ball::resting(Point::default()));
    }

    #[test]
    fn feet_push_the_ball_ahead() {
        let mut ball = Ball::resting(Point::new(0.1, 0.02));
        let mut noise = Noise::off();
        assert!(ball.pushed(Place::default(), Point::new(0.1, 0.0), PITCH, &mut noise));
        assert!((ball.at.x - 0.1225).abs() < 1e-6 && (ball.velocity.x - 0.15).abs() < 1e-6);
        assert!(!ball.pushed(Place::default(), Point::new(0.1, 0.0), PITCH, &mut noise));
        let mut ball = Ball::resting(Point::new(0.0, -0.1));
        assert!(ball.pushed(Place::default(), Point::new(0.0, -0.05), PITCH, &mut noise));
        assert!(ball.at.y < -0.12 && ball.velocity.y < -0.05);
    }
}
