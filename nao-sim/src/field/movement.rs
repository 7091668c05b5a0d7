//! The robot on the field: its motions and its buttons.

use super::geometry::{Place, Point, posts, wrap};
use super::navigator::{Command, Situation};
use super::{EventKind, Field};
use crate::body::{Button, Pose};
use core::time::Duration;
use skills_nao::hardware::Motion;
use skills_nao::obstacles::Obstacle;

/// The deviation of the angle by which a fall turns the robot, rad.
const FALL_TURN: f32 = 0.25;

/// The age up to which the navigator walks around a robot, s, and the distance up to which it does around robots
/// and posts, m.
const STALE_SEC: f32 = 5.0;
const AROUND: f32 = 2.5;

impl Field {
    /// Starts a motion of the body, as
    /// [`Robot::start_motion`](crate::body::Robot::start_motion) does; `None` stops. A motion
    /// of the legs ends the navigator's drive with `ERROR_MOTOR`.
    pub fn start_motion(&mut self, motion: Option<Motion>) {
        let head = motion.is_some_and(Motion::is_of_head);
        if !head {
            self.navigator.yield_legs();
        }
        match motion {
            Some(motion) => self.robot.start_motion(motion),
            None => self.robot.stop(),
        }
    }

    /// Ends the navigator's drive, if there is one, with `ERROR_MOTOR`, and its walk.
    pub fn stop_driving(&mut self) {
        if !self.navigator.is_final() {
            self.start_motion(None);
        }
    }

    /// Returns whether the legs are in a motion that the navigator did not start.
    #[must_use]
    pub fn moves_by_itself(&self) -> bool {
        self.robot.moving() && self.navigator.is_final()
    }

    /// Gives the navigator the robots that are known, at their places on the field.
    pub fn know_robots(&mut self, robots: impl Iterator<Item = Obstacle>) {
        let (local, global) = (self.localization.place().locals(), self.odometry().globals());
        let fresh = robots.filter(|robot| robot.age_sec < STALE_SEC);
        let at = fresh.map(|robot| global(local(Point::new(robot.at.0, robot.at.1))));
        self.others.known.clear();
        self.others.known.extend(at);
    }

    /// Advances the robot's walk, fall or stand-up by a substep.
    pub(super) fn move_robot(&mut self, dt: Duration) {
        let situation = Situation {
            me: self.odometry(),
            ball: self.ball_model.relative(self.odometry()),
            fit: self.robot.pose() == Pose::Standing && !self.robot.is_held() && !self.in_pattern(),
        };
        if !self.navigator.is_final() {
            let is_near = |at: &Point| at.length() < AROUND;
            self.navigator.robots.clear();
            let robots = self.others.known.iter().copied().map(situation.me.locals());
            self.navigator.robots.extend(robots.filter(is_near));
            self.navigator.posts.clear();
            let posts = posts(&self.pitch).map(self.localization.place().locals());
            self.navigator.posts.extend(posts.into_iter().filter(is_near));
        }
        match self.navigator.step(&situation, dt.as_secs_f32()) {
            Command::Keep => {}
            Command::Walk(motion) => self.robot.start_motion(motion),
            Command::Halt => self.robot.stop(),
        }
        self.kick_left = self.kick().map(|_| self.robot.motion_left().unwrap_or_default());
        self.robot.step(dt);
        self.bump();
        self.stay_in_hall();
        match self.robot.pose() {
            Pose::Falling { toward } if !self.down => {
                self.down = true;
                self.record(EventKind::Fell(toward));
                let Place { x, y, theta } = self.place();
                let turn = self.falls.gauss(FALL_TURN);
                self.robot.put(Place::new(x, y, wrap(theta + turn)).into());
            }
            Pose::Standing if self.down => {
                self.down = false;
                self.record(EventKind::StoodUp);
            }
            _ => {}
        }
    }

    /// Returns whether a motion pattern other than a walk runs.
    fn in_pattern(&self) -> bool {
        matches!(
            self.robot.motion(),
            Some(Motion::Kick { .. } | Motion::Standup(_) | Motion::GetUp | Motion::Park)
        )
    }

    fn stay_in_hall(&mut self) {
        let place = self.place();
        let within = place.in_hall(&self.pitch);
        if within.point() != place.point() {
            self.robot.put(within.into());
        }
    }

    /// Presses a button for a time.
    pub fn press(&mut self, button: Button, time: Duration) {
        self.held.push((button, time));
    }

    /// Advances the times for which buttons are held.
    pub(super) fn hold(&mut self, dt: Duration) {
        let robot = &mut self.robot;
        self.held.retain_mut(|(button, left)| {
            let pressed = !left.is_zero();
            robot.set_button(*button, u8::from(pressed));
            *left = left.saturating_sub(dt);
            pressed
        });
    }

    /// Counts presses; returns whether a short press of the chest button was counted.
    pub(super) fn count_presses(&mut self, dt: Duration) -> bool {
        let felt = self.robot.sensors();
        let value = |parts: &[u8]| f32::from(parts.iter().copied().max().unwrap_or(0));
        self.left_foot.step(value(&[felt.l_foot_bumper_l, felt.l_foot_bumper_r]), dt);
        self.right_foot.step(value(&[felt.r_foot_bumper_l, felt.r_foot_bumper_r]), dt);
        self.chest.step(value(&[felt.chest_button]), dt)
    }
}
