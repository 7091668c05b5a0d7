//! `/clock`, in both directions.

use super::error::ServerError;
use super::{qos, wire};
use ros2_client::{Gid, Message, MessageTypeName, Name, Node, Publisher, Subscription};
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

/// The silence of a publisher of `/clock` after which another one is followed.
const SILENCE: Duration = Duration::from_secs(1);

/// The times of the publisher of `/clock` that is followed.
#[derive(Debug)]
struct Followed {
    /// The publisher, and when it was heard last.
    publisher: Option<(Gid, Instant)>,
    /// The time of `/clock` at which the robot's time would have begun, µs.
    begin_us: i64,
    passed_us: u64,
}

/// A change of what is followed. The robot's time goes on from there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Change {
    /// The time is less than before.
    SetBack,
    /// It is another publisher's.
    Publisher,
}

impl Followed {
    /// Begins, or goes on after a time.
    fn new(passed_us: u64) -> Self {
        Self { publisher: None, begin_us: 0, passed_us }
    }

    /// Takes the time of a publisher that was read at `at`, unless another one is followed.
    fn take(&mut self, now: Duration, of: Gid, at: Instant) -> Option<Change> {
        let now_us = i64::try_from(now.as_micros()).unwrap_or(i64::MAX);
        let before = self.publisher;
        let is_other = before.is_some_and(|(known, _)| known != of);
        if is_other && before.is_some_and(|(_, heard)| at.duration_since(heard) < SILENCE) {
            return None;
        }
        self.publisher = Some((of, at));
        let passed_us = u64::try_from(now_us.saturating_sub(self.begin_us));
        match passed_us {
            Ok(passed_us) if before.is_some() && !is_other && passed_us >= self.passed_us => {
                self.passed_us = passed_us;
                return None;
            }
            _ => {}
        }
        let passed_us = i64::try_from(self.passed_us).unwrap_or(i64::MAX);
        self.begin_us = now_us.saturating_sub(passed_us);
        before.map(|_| if is_other { Change::Publisher } else { Change::SetBack })
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
        let passed = |(_, time): &(_, SimTime)| time.passed_us.load(Ordering::Relaxed);
        let followed = Followed::new(follows.as_ref().map_or(0, passed));
        Ok(Self { publisher, published_sec: -1.0, follows, followed })
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
            while let Ok(Some((message, info))) = subscription.take() {
                let now = duration_of(&message.clock);
                let change = self.followed.take(now, info.publisher_gid(), Instant::now());
                if let Some(change) = change {
                    let now = now.as_secs_f64();
                    let change = match change {
                        Change::SetBack => "was set back to",
                        Change::Publisher => "is of another publisher, at",
                    };
                    lines.push(format!(
                        "`/clock` {change} {now} s; the robot's time goes on from there"
                    ));
                }
                begin_us.store(self.followed.begin_us, Ordering::Relaxed);
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

    const SEC: Duration = Duration::from_secs(1);

    #[test]
    fn time_goes_on_where_the_clock_was_set_back() {
        let (mut followed, start) = (Followed::new(0), Instant::now());
        let mut take = |now, at| {
            (followed.take(SEC * now, gid(1), start + SEC * at), followed.passed_us / 1_000_000)
        };
        assert_eq!(take(100, 0), (None, 0));
        assert_eq!(take(160, 1), (None, 60));
        assert_eq!(take(0, 2), (Some(Change::SetBack), 60));
        assert_eq!(take(1, 3), (None, 61));
        assert_eq!(take(90, 5), (None, 150));
    }

    #[test]
    fn one_of_two_clocks_is_followed_until_it_is_silent() {
        let ms = Duration::from_millis;
        for other in [40, 101, 130, 3700] {
            let (mut followed, start) = (Followed::new(0), Instant::now());
            for at in (0..10_000_u64).step_by(10) {
                let now = start + ms(at);
                assert_eq!(followed.take(100 * SEC + ms(at), gid(1), now), None);
                assert_eq!(followed.take(SEC * other + ms(at), gid(2), now + ms(5)), None);
                assert_eq!(followed.passed_us, 1000 * at);
            }
            let at = |late: u64| start + ms(9990 + late);
            assert_eq!(followed.take(SEC * other, gid(2), at(999)), None);
            let change = followed.take(SEC * other, gid(2), at(1000));
            assert_eq!((change, followed.passed_us), (Some(Change::Publisher), 9_990_000));
            assert_eq!(followed.take(SEC * other + ms(20), gid(2), at(1020)), None);
            assert_eq!(followed.passed_us, 10_010_000);
        }
    }

    #[test]
    fn a_node_that_was_made_anew_goes_on() {
        let (mut followed, start) = (Followed::new(7_000_000), Instant::now());
        assert_eq!(followed.take(SEC * 500, gid(1), start), None);
        assert_eq!(followed.take(SEC * 501, gid(1), start + SEC), None);
        assert_eq!(followed.passed_us, 8_000_000);
    }

    fn gid(of: u8) -> Gid {
        Gid::from([of; 16])
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
