//! Contacts of the robot with the ball and the goal posts.

use super::geometry::{POST_RADIUS, Place, Point, posts};
use super::{EventKind, Field};
use crate::body::{Button, Pose, Side};
use core::time::Duration;
use skills_nao::hardware::{Leg, Motion};

/// The radius of a walking robot, m.
const ROBOT_RADIUS: f32 = 0.13;
/// The distance at which a robot stops in front of a post that it walked against, m.
const REBOUND: f32 = 0.03;
/// The probability that a robot falls when it walks against a post.
const FALLS: f32 = 0.5;
/// The time for which a bumper that hit a post stays pressed.
const BUMP: Duration = Duration::from_millis(200);

impl Field {
    /// Returns the leg and strength of the kick that runs.
    pub(super) fn kick(&self) -> Option<(Leg, f32)> {
        match self.robot.motion() {
            Some(Motion::Kick { leg, strength }) => Some((leg, strength)),
            _ => None,
        }
    }

    /// Applies the contacts of the feet with the ball. Returns whether they touched it.
    pub(super) fn touch_ball(&mut self) -> bool {
        if !self.is_on_its_feet() {
            return false;
        }
        let place = self.place();
        let [x, y, _] = self.robot.velocity();
        let mut touched = self.ball.pushed(place, Point::new(x, y), &self.pitch, &mut self.pushes);
        if let (Some((leg, strength)), Some(before)) = (self.kick(), self.kick_left) {
            let left = self.robot.motion_left().unwrap_or_default();
            let at_hit = self.robot.times().hit_left();
            if before > at_hit && left <= at_hit {
                let hit = self.ball.kicked(place, leg, strength, &mut self.kicks);
                self.record(EventKind::Kicked { leg, hit });
                touched |= hit;
            }
        }
        touched
    }

    /// Applies the contacts with the goal posts: the robot stops, and may fall.
    pub(super) fn bump(&mut self) {
        if self.robot.is_held() {
            return;
        }
        let place = self.place();
        for post in posts(&self.pitch) {
            let off = place.point() - post;
            let gap = off.length();
            if gap >= ROBOT_RADIUS + POST_RADIUS {
                continue;
            }
            let normal = if gap > 0.0 { off * (1.0 / gap) } else { Point::new(-1.0, 0.0) };
            let at = post + normal * (ROBOT_RADIUS + POST_RADIUS + REBOUND);
            self.robot.put(Place::new(at.x, at.y, place.theta).into());
            if self.robot.pose() != Pose::Standing {
                continue;
            }
            self.record(EventKind::HitPost);
            let seen = place.local(post);
            if seen.x > 0.0 {
                let left = seen.y > 0.0;
                self.press(if left { Button::LFootBumperL } else { Button::RFootBumperR }, BUMP);
            }
            if self.falls.chance(FALLS) {
                self.robot.push(if seen.x > 0.0 { Side::Front } else { Side::Back });
            }
        }
    }
}
