//! The robot: two driven wheels, a round body, a bumper on its front left and one on its
//! front right.
//!
//! Simplified: wheels have the commanded speed at once and never slip, except
//! against an obstacle, which holds the robot where it touches.

use skill_runtime::skiller::SkillerInterface;
use skill_runtime::{Instant, Stages, Tick, Writer, WriterTaken, blackboard, interface};
use std::f64::consts::{FRAC_PI_2, TAU};
use std::time::Duration;

interface! {
    /// The bumpers, the program's sensors.
    pub Bumpers {
        fields {
            /// Whether the left one is pressed.
            left: bool,
            /// Whether the right one is pressed.
            right: bool,
        }
    }
}

interface! {
    /// The wheels, the program's actuators.
    pub Wheels {
        fields {
            /// The left wheel's speed over the ground.
            left_mm_per_sec: f32,
            /// The right wheel's speed over the ground.
            right_mm_per_sec: f32,
        }
    }
}

blackboard! {
    /// The interfaces of program and robot, and the skiller's, by which the program is called.
    pub Board { bumpers: Bumpers, wheels: Wheels, "Skiller": SkillerInterface }
}

/// The distance between the wheels.
pub const WHEEL_BASE_MM: f32 = 160.0;
/// The radius of the body.
pub const BODY_MM: f64 = 120.0;
/// The radius of an obstacle.
pub const OBSTACLE_MM: f64 = 60.0;
/// The distance up to which an obstacle presses a bumper.
const TOUCH_MM: f64 = 0.1;
/// Each bumper reaches this far over the middle of the front.
const OVERLAP_RAD: f64 = 0.17;

/// A place on the floor.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Point {
    pub x_mm: f64,
    pub y_mm: f64,
}

impl Point {
    /// Returns the distance to `other`.
    pub fn distance_mm(self, other: Point) -> f64 {
        (self.x_mm - other.x_mm).hypot(self.y_mm - other.y_mm)
    }
}

impl std::fmt::Display for Point {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // Without `-0`.
        let whole = |mm: f64| mm.round() + 0.0;
        write!(f, "({}, {})", whole(self.x_mm), whole(self.y_mm))
    }
}

/// A position and a heading; 0 rad is along x, positive to the left.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Pose {
    pub at: Point,
    pub heading_rad: f64,
}

impl Pose {
    /// Returns the pose after `sec` with these speeds of the wheels: along an arc.
    fn moved(self, left_mm_per_sec: f64, right_mm_per_sec: f64, sec: f64) -> Pose {
        let way_mm = f64::midpoint(left_mm_per_sec, right_mm_per_sec) * sec;
        let turn_rad = (right_mm_per_sec - left_mm_per_sec) / f64::from(WHEEL_BASE_MM) * sec;
        // The chord of the arc, and its direction.
        let half_rad = turn_rad / 2.0;
        let shorter = if half_rad.abs() < 1e-9 { 1.0 } else { half_rad.sin() / half_rad };
        let (sin, cos) = (self.heading_rad + half_rad).sin_cos();
        Pose {
            at: Point {
                x_mm: self.at.x_mm + way_mm * shorter * cos,
                y_mm: self.at.y_mm + way_mm * shorter * sin,
            },
            heading_rad: self.heading_rad + turn_rad,
        }
    }
}

/// The robot on its blackboard.
pub struct Robot<'a> {
    board: &'a Board,
    bumpers: Writer<'a, Bumpers>,
    pose: Pose,
    speeds: Wheels,
    obstacle: Option<Point>,
    last: Instant,
}

impl Stages for Robot<'_> {
    /// Advances the robot to `now`, and publishes the bumpers.
    fn sensor(&mut self, now: Tick) {
        self.roll(now.time.since(self.last));
        self.last = now.time;
        let (left, right) = self.pressed();
        self.bumpers.write(&Bumpers { left, right }, now.time);
    }

    /// Sets the wheels to the speeds of the program; 0 without a program.
    fn act(&mut self, _: Tick) {
        let wanted = self.board.wheels.sample();
        self.speeds = if wanted.has_writer() { wanted.data } else { Wheels::default() };
    }
}

impl<'a> Robot<'a> {
    /// Returns a robot at rest in (0, 0) that looks along x.
    ///
    /// # Errors
    /// [`WriterTaken`] if `board` has a robot.
    pub fn new(board: &'a Board) -> Result<Self, WriterTaken> {
        Ok(Self {
            board,
            bumpers: board.bumpers.writer()?,
            pose: Pose { at: Point { x_mm: 0.0, y_mm: 0.0 }, heading_rad: 0.0 },
            speeds: Wheels::default(),
            obstacle: None,
            last: Instant::ZERO,
        })
    }

    /// Returns the pose of the robot.
    pub fn pose(&self) -> Pose {
        self.pose
    }

    /// Returns the speeds of its wheels.
    pub fn speeds(&self) -> &Wheels {
        &self.speeds
    }

    /// Returns which bumpers are pressed.
    pub fn bumpers(&self) -> Bumpers {
        self.bumpers.value()
    }

    /// Returns the place of the obstacle, if there is one.
    pub fn obstacle(&self) -> Option<Point> {
        self.obstacle
    }

    /// Puts an obstacle on the floor.
    pub fn put(&mut self, obstacle: Point) {
        self.obstacle = Some(obstacle);
    }

    /// Drives for `time`, up to the obstacle.
    fn roll(&mut self, time: Duration) {
        let left = f64::from(self.speeds.left_mm_per_sec);
        let right = f64::from(self.speeds.right_mm_per_sec);
        let sec = time.as_secs_f64();
        let free = |pose: Pose| {
            let gap = self.gap_mm(pose.at);
            gap >= 0.0 || gap >= self.gap_mm(self.pose.at)
        };
        let (mut good, mut bad) = (sec, sec);
        if !free(self.pose.moved(left, right, sec)) {
            good = 0.0;
            // To the nearest of 2^40 parts: much less than it takes to press a bumper.
            for _ in 0..40 {
                let middle = f64::midpoint(good, bad);
                let place =
                    if free(self.pose.moved(left, right, middle)) { &mut good } else { &mut bad };
                *place = middle;
            }
        }
        self.pose = self.pose.moved(left, right, good);
    }

    /// Returns the distance between the body at `at` and the obstacle.
    fn gap_mm(&self, at: Point) -> f64 {
        self.obstacle.map_or(f64::INFINITY, |it| at.distance_mm(it) - BODY_MM - OBSTACLE_MM)
    }

    /// Returns whether the left and the right bumper is pressed.
    fn pressed(&self) -> (bool, bool) {
        let Some(obstacle) = self.obstacle else { return (false, false) };
        if self.gap_mm(self.pose.at) > TOUCH_MM {
            return (false, false);
        }
        let at = self.pose.at;
        let direction_rad = (obstacle.y_mm - at.y_mm).atan2(obstacle.x_mm - at.x_mm);
        let half = TAU / 2.0;
        let bearing_rad = (direction_rad - self.pose.heading_rad + half).rem_euclid(TAU) - half;
        let left = (-OVERLAP_RAD..=FRAC_PI_2).contains(&bearing_rad);
        let right = (-FRAC_PI_2..=OVERLAP_RAD).contains(&bearing_rad);
        (left, right)
    }
}
