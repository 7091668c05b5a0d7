//! The other robots as this one sees them: in its camera images, and by the sonars in its chest.

use super::camera::{LOWER, UPPER, VIEW_HEIGHT, VIEW_WIDTH};
use super::geometry::{Place, Point, wrap};
use crate::body::noise::Noise;
use skills_nao::interfaces::others::Jersey;
use skills_nao::obstacles::{HeldBack, ObstacleModel};

/// The range of the sonars, m, the largest bearing, rad, and the deviations of both.
const SONAR: f32 = 0.8;
const SONAR_ASIDE: f32 = 1.0;
const SONAR_NOISE: (f32, f32) = (0.03, 0.08);
/// The range in which images show robots, m, and the height of a robot, m.
const VIEW: core::ops::Range<f32> = 0.2..3.5;
const HEIGHT: f32 = 0.5;
/// Half the width of a robot, m.
const HALF_WIDTH: f32 = 0.13;
/// The distance of two robots that touch each other, m.
const CONTACT: f32 = 2.0 * HALF_WIDTH;
/// The probabilities of finding a robot in an image, near and at the end of the range, and of recognizing
/// its jersey.
const DETECTED: (f32, f32) = (0.9, 0.4);
const RECOGNIZED: f32 = 0.8;
/// The deviations of the bearing, rad, and of the distance, m and 1/m (times its square).
const BEARING_NOISE: f32 = 0.03;
const DISTANCE_NOISE: (f32, f32) = (0.03, 0.04);

/// Another robot.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct OtherRobot {
    /// Its true place relative to this one.
    pub at: Point,
    /// Whether it is an opponent.
    pub is_opponent: bool,
}

/// The perception of other robots. The model is in the coordinate system of the odometry.
#[derive(Clone, Debug)]
pub(super) struct Others {
    noise: Noise,
    pub(super) model: ObstacleModel,
    /// The other robots on the field, where they are relative to the odometry.
    robots: Vec<OtherRobot>,
    held: HeldBack,
    /// The odometry of the last step.
    pub(super) odometry: Place,
    /// The robots that the navigator walks around: those that it sees, and mates that say where they are.
    pub(super) known: Vec<Point>,
}

impl Others {
    /// Returns the perception of a robot with this odometry; its errors have this seed.
    pub(super) fn new(seed: u64, odometry: Place) -> Others {
        Others {
            noise: Noise::stream(seed, 0x50a),
            model: ObstacleModel::default(),
            robots: Vec::new(),
            held: HeldBack::default(),
            odometry,
            known: Vec::new(),
        }
    }

    /// Takes note of a step to `me`, in which landmarks have corrected the estimated place by a vector along the
    /// axes of the robot.
    pub(super) fn walk(&mut self, me: Place, corrected: Point, sec: f32) {
        let walked = me.point() - self.odometry.point();
        self.odometry = me;
        let corrected = corrected.turned(me.theta);
        self.model.make_way((me.x, me.y));
        let held = self.held.step((walked.x, walked.y), (corrected.x, corrected.y), sec);
        // In a game of one robot nobody holds it back.
        if let Some((x, y)) = held.filter(|_| !self.robots.is_empty()) {
            let at = me.point() + Point::new(x, y) * CONTACT;
            for _ in 0..2 {
                self.model.see((at.x, at.y), HALF_WIDTH * HALF_WIDTH, Jersey::Unknown);
            }
        }
    }

    /// Measures robots with the sonars of a robot at `me`, and keeps them for the next images.
    pub(super) fn sonar(&mut self, me: Place, robots: impl Iterator<Item = OtherRobot>) {
        let (local, global) = (me.locals(), me.globals());
        self.robots = robots.map(|robot| OtherRobot { at: global(robot.at), ..robot }).collect();
        for robot in &self.robots {
            let at = local(robot.at);
            if at.length() < SONAR && at.angle().abs() < SONAR_ASIDE {
                let distance = at.length() + self.noise.gauss(SONAR_NOISE.0);
                let angle = at.angle() + self.noise.gauss(SONAR_NOISE.1);
                let seen = global(Point::polar(angle, distance.max(0.05)));
                let aside = SONAR_NOISE.1 * distance;
                let variance = SONAR_NOISE.0 * SONAR_NOISE.0 + aside * aside;
                self.model.see((seen.x, seen.y), variance, Jersey::Unknown);
            }
        }
    }

    /// Processes an image, `sec` after the last one, of a robot at `me` with this position of the head.
    pub(super) fn image(&mut self, me: Place, [yaw, pitch]: [f32; 2], sec: f32) {
        self.model.advance(sec);
        let local = me.locals();
        for index in 0..self.robots.len() {
            let robot = self.robots[index];
            let at = local(robot.at);
            let distance = at.length();
            let part = (distance - VIEW.start) / (VIEW.end - VIEW.start);
            let detected = DETECTED.0 + (DETECTED.1 - DETECTED.0) * part;
            let sees = is_in_view(at, yaw, pitch) && !self.is_hidden(me, index);
            if !sees || !self.noise.chance(detected) {
                continue;
            }
            let deviation = DISTANCE_NOISE.0 + DISTANCE_NOISE.1 * distance * distance;
            let angle = at.angle() + self.noise.gauss(BEARING_NOISE);
            let measured = (distance + self.noise.gauss(deviation)).max(0.05);
            let jersey = match (self.noise.chance(RECOGNIZED), robot.is_opponent) {
                (false, _) => Jersey::Unknown,
                (true, true) => Jersey::Theirs,
                (true, false) => Jersey::Ours,
            };
            let seen = me.global(Point::polar(angle, measured));
            let aside = BEARING_NOISE * distance;
            self.model.see((seen.x, seen.y), deviation * deviation + aside * aside, jersey);
        }
        let in_view = |(x, y)| is_in_view(local(Point::new(x, y)), yaw, pitch);
        self.model.miss(in_view);
    }

    /// Returns whether a nearer robot hides this one.
    fn is_hidden(&self, me: Place, index: usize) -> bool {
        let local = me.locals();
        let at = local(self.robots[index].at);
        self.robots.iter().any(|other| {
            let before = local(other.at);
            let covers = libm::atan2f(HALF_WIDTH, before.length());
            before.length() + HALF_WIDTH < at.length()
                && wrap(before.angle() - at.angle()).abs() < covers
        })
    }
}

/// Returns whether a robot is in the view of a standing robot with this head position: its middle between
/// left and right, and some part of it between top and bottom.
fn is_in_view(at: Point, yaw: f32, pitch: f32) -> bool {
    let distance = at.length();
    let sees = |(height, down): (f32, f32)| {
        let middle = pitch + down;
        let feet = libm::atan2f(height, distance);
        let head = libm::atan2f(height - HEIGHT, distance);
        feet > middle - VIEW_HEIGHT / 2.0 && head < middle + VIEW_HEIGHT / 2.0
    };
    VIEW.contains(&distance)
        && wrap(at.angle() - yaw).abs() < VIEW_WIDTH / 2.0
        && (sees(UPPER) || sees(LOWER))
}

#[cfg(test)]
mod tests {
    use super::*;

    const IMAGE_SEC: f32 = 1.0 / 15.0;

    /// Looks at robots in so many images; returns where they are believed to be.
    fn look(robots: &[Point], yaw: f32, images: u32) -> Vec<(Point, Jersey)> {
        let me = Place::new(0.4, -0.2, 1.0);
        let mut others = Others::new(7, me);
        let seen = robots.iter().map(|at| OtherRobot { at: *at, is_opponent: true });
        others.sonar(me, seen);
        for _ in 0..images {
            others.image(me, [yaw, 0.0], IMAGE_SEC);
        }
        let at = |(x, y)| me.local(Point::new(x, y));
        others.model.robots().map(|robot| (at(robot.at), robot.jersey)).collect()
    }

    #[test]
    fn robots_in_view_are_known_with_their_jersey() {
        let robots = [Point::new(1.0, 0.2), Point::new(2.5, -0.4)];
        let seen = look(&robots, 0.0, 30);
        for (at, robot) in seen.iter().zip(robots) {
            assert!((at.0 - robot).length() < 0.15 && at.1 == Jersey::Theirs, "{at:?}");
        }
        assert_eq!(seen.len(), 2);
    }

    #[test]
    fn what_is_aside_far_or_hidden_is_not_seen() {
        let aside = Point::polar(1.2, 1.0);
        assert_eq!(look(&[aside, Point::new(-1.0, 0.0), Point::new(3.8, 0.0)], 0.0, 30), []);
        assert_eq!(look(&[aside], 1.0, 30).len(), 1, "the head looks there");
        let seen = look(&[Point::new(1.0, 0.0), Point::new(2.0, 0.05)], 0.0, 30);
        assert_eq!(seen.len(), 1, "the far one is hidden");
    }
}
