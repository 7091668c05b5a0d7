//! The simulated robot behind the blackboard.

use super::{Pose, Robot};
use crate::body::{Body, Motion};
use crate::bridge::{BodyInterfaces, Bridge, Felt};
use crate::joint::Joint;
use core::time::Duration;
use skill_runtime::{Instant, MessageId, Tick, WriterTaken};

/// A robot, and the message that its motion came from.
struct Moved {
    robot: Robot,
    msgid: MessageId,
}

impl Body for Moved {
    fn set_stiffness(&mut self, joint: Joint, value: f32, time_sec: f32) {
        self.robot.set_stiffness(Some(joint), value, time_sec);
    }
    fn goto_angle(&mut self, joint: Joint, angle_rad: f32, time_sec: f32) {
        self.robot.goto_angle(joint, angle_rad, time_sec);
    }
    fn move_with_speed(&mut self, joint: Joint, angle_rad: f32, speed: f32) {
        self.robot.move_with_speed(joint, angle_rad, speed);
    }
    fn start_motion(&mut self, motion: Option<Motion>, id: MessageId) {
        self.msgid = id;
        match motion {
            Some(motion) => self.robot.start_motion(motion),
            None => self.robot.stop(),
        }
    }
}

/// A simulated NAO on a blackboard.
///
/// In the sensor stage time passes for it and it publishes what it feels, in the act
/// stage it takes the messages. Each of its writers can vanish.
pub struct NaoSim<'a> {
    body: Moved,
    bridge: Bridge<'a>,
    last: Instant,
}

impl<'a> NaoSim<'a> {
    /// Puts `robot` behind `board`.
    ///
    /// # Errors
    /// [`WriterTaken`] if one of the interfaces has another writer.
    pub fn new<B: BodyInterfaces>(robot: Robot, board: &'a B) -> Result<Self, WriterTaken> {
        let body = Moved { robot, msgid: MessageId::NONE };
        Ok(Self { body, bridge: Bridge::new(board)?, last: Instant::ZERO })
    }

    /// The robot.
    #[must_use]
    pub fn robot(&self) -> &Robot {
        &self.body.robot
    }

    /// The robot, to push it or press its buttons.
    pub fn robot_mut(&mut self) -> &mut Robot {
        &mut self.body.robot
    }

    /// The writer of the interface `id` vanishes. Answers whether there was one.
    pub fn vanish(&mut self, id: &str) -> bool {
        self.bridge.vanish(id)
    }

    /// The sensor stage: time passes, and what the robot feels is published.
    pub fn sense(&mut self, now: Tick) {
        let step = now.time.since(self.last);
        self.last = now.time;
        let robot = &mut self.body.robot;
        if step > Duration::ZERO {
            robot.step(step);
        }
        let felt = Felt {
            sensors: robot.sensors(),
            stiffness: Joint::ALL.map(|joint| robot.stiffness(joint)),
            moving: robot.moving().then_some(self.body.msgid),
        };
        self.bridge.sense(&felt, now);
    }

    /// The act stage: the robot is told what the messages ask.
    pub fn act(&mut self, _: Tick) {
        self.bridge.act(&mut self.body, |_| true);
    }

    /// Whether the robot stands, sits, lies or falls.
    #[must_use]
    pub fn pose(&self) -> Pose {
        self.robot().pose()
    }
}
