//! The decision when to sit down without the behavior.
//!
//! The watchdog is between the robot and the program with the skills, the behavior, and survives
//! it. As long as the behavior replies, its packets go to the robot. If it has missed more than
//! [`MAX_MISSED`] packets in a row, whether it is dead, hangs or is late, the watchdog sits the
//! robot down with [`PARKED_STIFFNESS`](skills_nao::motions::PARKED_STIFFNESS) and does not give
//! control back: a late reply belongs to a situation that has changed. A new behavior gets control
//! by [`begin`](Watchdog::begin), at best when the robot sits.

use crate::actuators::ActuatorPacket;
use crate::body::LolaBody;
use crate::sensors::SensorPacket;

/// The number of packets in a row that a behavior may leave without a reply.
pub const MAX_MISSED: u32 = 3;

/// The source of the commands to the robot.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum State {
    /// None: there was no reply yet, and the robot is not commanded.
    Waiting,
    /// The behavior replies, and its packets go to the robot.
    Behaving,
    /// The watchdog sits the robot down.
    SittingDown,
    /// The robot sits, or lies; the watchdog holds it there.
    Resting,
}

/// The watchdog of a behavior.
#[derive(Clone, Debug)]
pub struct Watchdog {
    state: State,
    missed: u32,
    body: LolaBody,
    last: Option<ActuatorPacket>,
}

impl Default for Watchdog {
    fn default() -> Self {
        Self::new()
    }
}

impl Watchdog {
    /// Returns the watchdog of a behavior that has not replied yet.
    #[must_use]
    pub fn new() -> Self {
        Self { state: State::Waiting, missed: 0, body: LolaBody::new(), last: None }
    }

    /// Returns who commands the robot.
    #[must_use]
    pub fn state(&self) -> State {
        self.state
    }

    /// Waits for the first reply of a new behavior, or on a new connection to the robot.
    pub fn begin(&mut self) {
        *self = Self::new();
    }

    /// Counts packets that get no reply, as the program did not run or could not read them.
    pub fn miss(&mut self, packets: u32) {
        if self.state == State::Behaving {
            self.missed = self.missed.saturating_add(packets);
        }
    }

    /// Decides about the reply to a sensor packet: `None` if there was none in time. Returns what
    /// goes to the robot; `None` for nothing.
    pub fn decide(
        &mut self,
        sensors: &SensorPacket,
        reply: Option<&ActuatorPacket>,
    ) -> Option<&ActuatorPacket> {
        match (self.state, reply) {
            (State::Waiting | State::Behaving, Some(reply)) => {
                (self.state, self.missed) = (State::Behaving, 0);
                return Some(self.last.insert(reply.clone()));
            }
            (State::Waiting, None) => return None,
            (State::Behaving, None) => {
                self.missed = self.missed.saturating_add(1);
                if self.missed <= MAX_MISSED {
                    return self.last.as_ref();
                }
                self.body.begin();
                self.body.sense(sensors);
                if let Some(last) = &self.last {
                    self.body.continue_from(last);
                }
                self.body.sit_down();
                self.state = State::SittingDown;
            }
            (State::SittingDown | State::Resting, _) => {
                self.body.sense(sensors);
            }
        }
        if !self.body.is_moving() {
            self.state = State::Resting;
        }
        Some(self.body.actuate())
    }
}
