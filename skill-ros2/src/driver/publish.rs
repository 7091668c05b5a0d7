//! Interfaces that are published as messages of ROS.

use super::messages::Time;
use super::node::{Complaints, Driver, RosMessage, Wire};
use crate::server::{ServerOptions, SimTime};
use ros2_client::Publisher;
use skill_runtime::blackboard::{Cell, Sample};
use skill_runtime::{Instant, Interface};
use std::time::{Duration, SystemTime};

/// The time of the header of a message: that of `/clock` if the robot publishes or follows it, else that of the wall.
#[derive(Clone, Copy)]
pub(super) enum Stamp {
    Wall,
    Robot,
    Simulator(SimTime),
}

impl Stamp {
    pub fn of(options: &ServerOptions) -> Self {
        match options {
            ServerOptions { sim_time: Some(time), .. } => Self::Simulator(*time),
            ServerOptions { clock: true, .. } => Self::Robot,
            _ => Self::Wall,
        }
    }

    fn at(self, now: Instant) -> Time {
        let since = match self {
            Self::Wall => SystemTime::UNIX_EPOCH.elapsed().unwrap_or_default(),
            Self::Robot => now.since(Instant::ZERO),
            Self::Simulator(time) => time.now(),
        };
        let sec = i32::try_from(since.as_secs()).unwrap_or(i32::MAX);
        Time { sec, nanosec: since.subsec_nanos() }
    }
}

/// Publishes the values of an interface.
pub(super) struct Publishes<'a, I: Interface, M: RosMessage, F> {
    pub name: String,
    pub cell: &'a Cell<I>,
    pub sample: Sample<I>,
    /// The time of the value that was published last.
    pub last: Option<Instant>,
    pub period: Duration,
    pub publisher: Publisher<Wire<M>>,
    pub make: F,
    pub stamp: Stamp,
    pub complaints: Complaints,
}

impl<I: Interface, M: RosMessage, F: FnMut(&I, Time) -> M> Driver for Publishes<'_, I, M, F> {
    fn sensor(&mut self, _: Instant, _: &mut Vec<String>) {}

    fn act(&mut self, now: Instant, log: &mut Vec<String>) {
        let is_there = self.cell.read(&mut self.sample) && self.cell.has_writer();
        let time = self.sample.time;
        let is_due = self.last.is_none_or(|last| time.since(last) >= self.period && time != last);
        if !is_there || !is_due {
            return;
        }
        self.last = Some(time);
        let message = (self.make)(&self.sample.data, self.stamp.at(now));
        if self.publisher.publish(Wire(message)).is_err() {
            let name = &self.name;
            self.complaints.add(now, log, || format!("a message of `{name}` was not sent"));
        }
    }
}
