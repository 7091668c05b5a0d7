//! `/clock`, in both directions.

use super::error::ServerError;
use super::{qos, wire};
use ros2_client::{Message, MessageTypeName, Name, Node, Publisher, Subscription};
use serde::{Deserialize, Serialize};
use skill_studio::Clock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// `rosgraph_msgs/Clock`. The library has a node follow `/clock` by itself, with a message of another type.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct ClockMessage {
    clock: Time,
}

/// `builtin_interfaces/Time`.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Time {
    sec: i32,
    nanosec: u32,
}

impl Message for ClockMessage {}

/// The time of a simulator of ROS, as the clock of a robot: [`Session::on_clock`](skill_studio::Session::on_clock).
#[derive(Clone, Copy, Debug)]
pub struct SimTime {
    passed_us: &'static AtomicU64,
    /// The first time that was read: the robot's time begins there.
    begin_us: &'static AtomicU64,
}

impl SimTime {
    /// Creates one, which lives as long as the program. It is zero until `/clock` goes on.
    #[must_use]
    #[allow(clippy::new_without_default)] // it is not given back
    pub fn new() -> Self {
        Self { passed_us: Box::leak(Box::default()), begin_us: Box::leak(Box::default()) }
    }

    /// Returns the clock.
    #[must_use]
    pub fn clock(self) -> Clock {
        Clock::counted(self.passed_us)
    }

    /// Returns the time of `/clock`.
    pub(crate) fn now(self) -> Duration {
        let of = |micros: &AtomicU64| Duration::from_micros(micros.load(Ordering::Relaxed));
        of(self.begin_us).saturating_add(of(self.passed_us))
    }
}

/// The publisher and the subscription, as far as there are any.
pub(super) struct Clocks {
    publisher: Option<Publisher<ClockMessage>>,
    published_sec: f64,
    follows: Option<(Subscription<ClockMessage>, SimTime)>,
    /// The first time that was read: the robot's time begins there.
    begin: Option<Duration>,
}

impl Clocks {
    /// Publishes the robot's time if `publishes`, and has a clock follow that of others.
    pub fn new(
        node: &mut Node,
        publishes: bool,
        follows: Option<SimTime>,
    ) -> Result<Self, ServerError> {
        let topic = |node: &Node| {
            let type_name = MessageTypeName::new("rosgraph_msgs", "Clock");
            Ok::<_, ServerError>(node.create_topic(
                &Name::new("/", "clock")?,
                type_name,
                &qos::every(1),
            )?)
        };
        let publisher =
            if publishes { Some(node.create_publisher(&topic(node)?, None)?) } else { None };
        let follows = match follows {
            Some(time) => {
                Some((node.create_subscription(&topic(node)?, Some(qos::newest()))?, time))
            }
            None => None,
        };
        Ok(Self { publisher, published_sec: -1.0, follows, begin: None })
    }

    /// Publishes the robot's time if it has gone on, and reads that of the simulator. Returns lines for the log.
    pub fn turn(&mut self, time_sec: f64) -> Vec<String> {
        let mut lines = Vec::new();
        if let Some(publisher) = &self.publisher
            && time_sec > self.published_sec
        {
            self.published_sec = time_sec;
            let clock = time_of(Duration::try_from_secs_f64(time_sec).unwrap_or_default());
            wire::sent(
                &publisher.publish(ClockMessage { clock }),
                "message of the clock",
                &mut lines,
            );
        }
        if let Some((subscription, SimTime { passed_us, begin_us })) = &self.follows {
            while let Ok(Some((message, _))) = subscription.take() {
                let now = duration_of(&message.clock);
                let begin = *self.begin.get_or_insert(now);
                let micros = |time: Duration| u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
                begin_us.store(micros(begin), Ordering::Relaxed);
                // One that is reset stands still until it is there again.
                passed_us.fetch_max(micros(now.saturating_sub(begin)), Ordering::Relaxed);
            }
        }
        lines
    }
}

fn time_of(time: Duration) -> Time {
    Time { sec: i32::try_from(time.as_secs()).unwrap_or(i32::MAX), nanosec: time.subsec_nanos() }
}

fn duration_of(time: &Time) -> Duration {
    Duration::from_secs(u64::try_from(time.sec).unwrap_or(0))
        + Duration::from_nanos(time.nanosec.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_those_of_the_messages() {
        for micros in [0, 1, 999_999, 1_000_000, 2_147_483_647_000_000] {
            let time = Duration::from_micros(micros);
            assert_eq!(duration_of(&time_of(time)), time);
        }
        assert_eq!(time_of(Duration::MAX).sec, i32::MAX);
        assert_eq!(duration_of(&Time { sec: -5, nanosec: 7 }), Duration::from_nanos(7));
        assert_eq!(duration_of(&Time { sec: 0, nanosec: u32::MAX }).as_secs(), 4);
    }
}
