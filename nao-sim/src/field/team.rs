//! The field of one robot in a game of teams: ball and referee are common ones.

use super::ball::Ball;
use super::geometry::{Place, Point};
use super::others::OtherRobot;
use super::referee::Referee;
use super::shared::Shared;
use super::{EventKind, Field, Options};
use crate::body::{Pose, Side};
use core::time::Duration;

/// The distance by which a touch moves the ball, m.
const TOUCH: f32 = 1e-4;
impl Field {
    /// Returns the field of a robot in a game of teams. The ball does not roll by itself, its referee
    /// decides nothing, and nothing is disturbed but by other robots: the game has the ball
    /// [given](Field::give_ball) and [taken](Field::take_ball) in each pass. States and penalties are
    /// the game's events, not the field's.
    #[must_use]
    pub fn of_team(options: &Options) -> Field {
        let alone = Options { disturbances: false, game: Duration::ZERO, ..*options };
        let mut field = Field::new(&alone);
        field.shared = Some(Shared::default());
        field.referee = Referee::obedient(options.pitch);
        field
    }

    /// Gives the robot the ball of the game, in its own view, for its next steps.
    pub fn give_ball(&mut self, ball: Ball) {
        self.ball = ball;
        if let Some(shared) = &mut self.shared {
            (shared.touched, shared.given) = (false, ball);
        }
    }

    /// Returns the ball if the robot has touched it since it was [given](Field::give_ball), so that it
    /// moves otherwise; it may lie at resting feet. The next call returns `None`.
    pub fn take_ball(&mut self) -> Option<Ball> {
        let shared = self.shared.as_mut()?;
        let moved = (self.ball.at - shared.given.at).length() > TOUCH
            || self.ball.velocity != shared.given.velocity;
        (core::mem::take(&mut shared.touched) && moved).then_some(self.ball)
    }

    /// Sets the places where a robot with a penalty waits, and where it comes back.
    pub fn set_penalty_places(&mut self, wait: Place, back: Place) {
        if let Some(shared) = &mut self.shared {
            (shared.wait, shared.back) = (wait, back);
        }
    }

    /// Sets the places of the other robots: the robot measures those near it with its
    /// sonars, and has them in its images from now on.
    pub fn measure_robots(&mut self, robots: impl Iterator<Item = OtherRobot>) {
        let me = self.odometry();
        self.others.sonar(me, robots);
    }

    /// Shoves the robot to a point; neither its odometry nor its estimate is aware of that.
    pub fn shove(&mut self, to: Point) {
        let theta = self.place().theta;
        self.robot.put(Place { x: to.x, y: to.y, theta }.in_hall(&self.pitch).into());
    }

    /// Lets a standing robot fall, because another one ran into it or it into another.
    pub fn tumble(&mut self, toward: Side) {
        if self.robot.pose() == Pose::Standing {
            self.record(EventKind::LostBalance);
            self.robot.push(toward);
        }
    }
}
