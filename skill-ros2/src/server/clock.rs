//! `/clock`, in both directions.

use super::error::ServerError;
use super::{qos, wire};
use ros2_client::{Message, MessageTypeName, Name, Node, Publisher, Subscription};
use serde::{Deserialize, Serialize};
use skill_studio::Clock;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::time::{Duration, Instant};

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
    /// The time of `/clock` at which the robot's time would have begun.
    begin_us: &'static AtomicI64,
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
        let passed = self.passed_us.load(Ordering::Relaxed);
        let now = passed.saturating_add_signed(self.begin_us.load(Ordering::Relaxed));
        Duration::from_micros(now)
    }
}

/// The publisher and the subscription, as far as there are any.
pub(super) struct Clocks {
    publisher: Option<Publisher<ClockMessage>>,
    published_sec: f64,
    follows: Option<(Subscription<ClockMessage>, SimTime)>,
    followed: Followed,
}

/// The time for which `/clock` has to be less than before to count as set back: a second simulator in the domain is
/// not.
const SET_BACK: Duration = Duration::from_secs(1);

/// The times that were read of `/clock`.
#[derive(Debug, Default)]
struct Followed {
    /// The time of `/clock` at which the robot's time would have begun, µs.
    begin_us: Option<i64>,
    passed_us: u64,
    /// Since when it is less than before.
    less: Option<Instant>,
}

impl Followed {
    /// Takes a time of `/clock` that was read at `at`. Returns whether it was set back: then the robot's time
    /// goes on from there.
    fn take(&mut self, now: Duration, at: Instant) -> bool {
        let now_us = i64::try_from(now.as_micros()).unwrap_or(i64::MAX);
        let begin_us = *self.begin_us.get_or_insert(now_us);
        let passed_us = now_us.saturating_sub(begin_us);
        if let Ok(passed_us) = u64::try_from(passed_us)
            && passed_us >= self.passed_us
        {
            (self.passed_us, self.less) = (passed_us, None);
            return false;
        }
        let is_set_back = at.duration_since(*self.less.get_or_insert(at)) >= SET_BACK;
        if is_set_back {
            let passed_us = i64::try_from(self.passed_us).unwrap_or(i64::MAX);
            (self.begin_us, self.less) = (Some(now_us.saturating_sub(passed_us)), None);
        }
        is_set_back
    }
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
        Ok(Self { publisher, published_sec: -1.0, follows, followed: Followed::default() })
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
                if self.followed.take(now, Instant::now()) {
                    let now = now.as_secs_f64();
                    lines.push(format!(
                        "`/clock` was set back to {now} s; the robot's time goes on from there"
                    ));
                }
                begin_us.store(self.followed.begin_us.unwrap_or(0), Ordering::Relaxed);
                passed_us.store(self.followed.passed_us, Ordering::Relaxed);
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
    fn time_goes_on_after_the_clock_was_set_back() {
        let (sec, ms) = (Duration::from_secs, Duration::from_millis);
        let (mut followed, start) = (Followed::default(), Instant::now());
        let mut take = |now, at| (followed.take(now, start + at), followed.passed_us);
        assert_eq!(take(sec(100), sec(0)), (false, 0));
        assert_eq!(take(sec(160), sec(1)), (false, 60_000_000));
        // It stands for a second, and goes on.
        assert_eq!(take(sec(0), sec(2)), (false, 60_000_000));
        assert_eq!(take(ms(900), ms(2900)), (false, 60_000_000));
        assert_eq!(take(sec(1), sec(3)), (true, 60_000_000));
        assert_eq!(take(sec(2), sec(4)), (false, 61_000_000));
        assert_eq!(take(sec(90), sec(5)), (false, 149_000_000));
    }

    #[test]
    fn a_second_clock_does_not_set_it_back() {
        let (sec, ms) = (Duration::from_secs, Duration::from_millis);
        let (mut followed, start) = (Followed::default(), Instant::now());
        for at in 0..1000_u64 {
            let (own, other) = (sec(100) + ms(10 * at), sec(40) + ms(10 * at));
            assert!(!followed.take(own, start + ms(10 * at)));
            assert!(!followed.take(other, start + ms(10 * at + 5)));
            assert_eq!(followed.passed_us, 10_000 * at);
        }
    }

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
