//! A single robot on a blackboard, without a field.

use super::writer::BodyWriters;
use crate::body::{Pose, Robot};
use core::time::Duration;
use skill_runtime::{Instant, MessageId, Tick, WriterTaken};
use skills_nao::adapter::BodyInterfaces;
use skills_nao::body::{Body, LimitCounts};
use skills_nao::hardware::{Command, SensorFrame};
use skills_nao::joint::Joint;
use skills_nao::limits::Checked;

/// A robot, and the message that its motion came from.
struct SimBody {
    robot: Robot,
    msgid: MessageId,
}

impl Body for SimBody {
    fn execute(&mut self, command: Checked) {
        match *command {
            Command::StartMotion { motion, id } => {
                self.msgid = id;
                match motion {
                    Some(motion) => self.robot.start_motion(motion),
                    None => self.robot.stop(),
                }
            }
            command => self.robot.move_joint(command),
        }
    }
}

/// A simulated NAO on a blackboard, without a field around it.
///
/// In the sensor stage it advances the simulation and publishes the sensors, in the act stage it
/// executes the messages. Each of its writers can be removed.
pub struct NaoSim<'a> {
    body: SimBody,
    writers: BodyWriters<'a>,
    last: Instant,
}

impl<'a> NaoSim<'a> {
    /// Connects `robot` to `board`.
    ///
    /// # Errors
    /// [`WriterTaken`] if one of the interfaces has another writer.
    pub fn new<B: BodyInterfaces>(robot: Robot, board: &'a B) -> Result<Self, WriterTaken> {
        let body = SimBody { robot, msgid: MessageId::NONE };
        Ok(Self { body, writers: BodyWriters::new(board)?, last: Instant::ZERO })
    }

    /// Returns the robot's body.
    #[must_use]
    pub fn robot(&self) -> &Robot {
        &self.body.robot
    }

    /// Returns the robot, to push it or press its buttons.
    pub fn robot_mut(&mut self) -> &mut Robot {
        &mut self.body.robot
    }

    /// Removes the writer of the interface `id`. Returns whether it was there.
    pub fn remove_writer(&mut self, id: &str) -> bool {
        self.writers.remove(id)
    }

    /// Advances the robot to `now` and publishes the sensors, in the sensor stage.
    pub fn sense(&mut self, now: Tick) {
        self.sense_falsified(now, |_| {});
    }

    /// Advances the robot and publishes the sensors as [`sense`](Self::sense) does, after `falsify`
    /// has changed the readings as broken sensors would. The robot itself does not change.
    pub fn sense_falsified(&mut self, now: Tick, falsify: impl FnOnce(&mut SensorFrame)) {
        let step = now.time.since(self.last);
        self.last = now.time;
        let robot = &mut self.body.robot;
        if step > Duration::ZERO {
            robot.step(step);
        }
        let mut frame = SensorFrame {
            sensors: robot.sensors(),
            stiffness: Joint::ALL.map(|joint| robot.stiffness(joint)),
            moving: robot.moving().then_some(self.body.msgid),
        };
        falsify(&mut frame);
        self.writers.sense(&frame, now, |_| false);
    }

    /// Executes the waiting messages, in the act stage.
    pub fn act(&mut self, _: Tick) {
        self.writers.act(&mut self.body, None, |_| false);
    }

    /// Returns how many commands were clamped, and how many discarded.
    #[must_use]
    pub fn limit_counts(&self) -> LimitCounts {
        self.writers.limit_counts()
    }

    /// Returns whether the robot stands, sits, lies or falls.
    #[must_use]
    pub fn pose(&self) -> Pose {
        self.robot().pose()
    }
}
