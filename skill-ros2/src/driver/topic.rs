//! An interface that is topics.

use super::node::{Complaints, Driver, DriverNode, RosMessage, TURN, Wire};
use crate::server::{ServerError, qos};
use ros2_client::{Gid, Subscription};
use skill_runtime::blackboard::{Cell, Received};
use skill_runtime::{Instant, Interface, Writer};
use std::time::Duration;

/// The silence after which another program may publish in place of the one that did.
const RELIEF: Duration = Duration::from_secs(1);

/// The driver of an interface, which is put together from topics.
///
/// The time of its values is that at which the last message came, of the topic that is silent for the longest
/// if there are several. As long as one has never come, and while one is [silent](Self::silence), the interface has
/// no writer. One program publishes a topic: messages of another one are refused until it has been silent for 1 s.
#[must_use = "nothing drives the interface before `start`"]
pub struct TopicDriver<'d, 'a, I: Interface> {
    drivers: &'d mut DriverNode<'a>,
    topics: Topics<'a, I>,
}

impl<'d, 'a, I: Interface + Clone + Default + 'a> TopicDriver<'d, 'a, I> {
    pub(super) fn new(
        drivers: &'d mut DriverNode<'a>,
        cell: &'a Cell<I>,
        writer: Writer<'a, I>,
    ) -> Self {
        let topics = Topics {
            cell,
            writer: Some(writer),
            value: I::default(),
            inputs: Vec::new(),
            outputs: Vec::new(),
            is_changed: true,
            silence: RELIEF,
            complaints: Complaints::default(),
        };
        Self { drivers, topics }
    }

    /// The silence of a topic after which the interface has no writer; 1 s if it is not given. A topic that is
    /// published once, as a map, needs `Duration::MAX`.
    pub fn silence(mut self, silence: Duration) -> Self {
        self.topics.silence = silence;
        self
    }

    /// Reads a topic: `take` puts a message into the fields. With a reason in place of that, the message is
    /// refused: the fields are as before, and the reason is in `/rosout`.
    ///
    /// # Errors
    /// [`ServerError`] if the names are none of ROS.
    pub fn reads<M: RosMessage>(
        mut self,
        name: &str,
        take: impl FnMut(&M, &mut I) -> Result<(), String> + 'a,
    ) -> Result<Self, ServerError> {
        let topic = self.drivers.topic::<M>(name)?;
        // Fits publishers of all kinds.
        let subscription = self.drivers.node.create_subscription(&topic, Some(qos::newest()))?;
        let name = name.to_owned();
        let (source, complaints) = (Source::default(), Complaints::default());
        self.topics.inputs.push(Box::new(Reads { name, subscription, take, source, complaints }));
        Ok(self)
    }

    /// Writes a topic: `make` makes what is published for a message of the interface, if anything is. It may
    /// change the fields, such as `msgid`.
    ///
    /// # Errors
    /// [`ServerError`] if the names are none of ROS.
    pub fn sends<M: RosMessage>(
        mut self,
        name: &str,
        mut make: impl FnMut(&Received<I::Message>, &mut I) -> Option<M> + 'a,
    ) -> Result<Self, ServerError> {
        let topic = self.drivers.topic::<M>(name)?;
        let publisher = self.drivers.node.create_publisher(&topic, None)?;
        let (name, mut complaints) = (name.to_owned(), Complaints::default());
        self.topics.outputs.push(Box::new(move |received, value, now, log| {
            let Some(message) = make(received, value) else { return };
            if publisher.publish(Wire(message)).is_err() {
                complaints.add(now, log, || format!("a message of `{name}` was not sent"));
            }
        }));
        Ok(self)
    }

    /// Starts it.
    pub fn start(self) {
        self.drivers.all.push(Box::new(self.topics));
    }
}

struct Topics<'a, I: Interface> {
    cell: &'a Cell<I>,
    /// `None` while a topic is silent.
    writer: Option<Writer<'a, I>>,
    value: I,
    inputs: Vec<Box<dyn Input<I> + 'a>>,
    outputs: Vec<Output<'a, I>>,
    /// Whether a message was removed since the value was published.
    is_changed: bool,
    silence: Duration,
    complaints: Complaints,
}

trait Input<I> {
    /// Takes what has come. Returns whether that has changed the fields.
    fn poll(&mut self, value: &mut I, now: Instant, log: &mut Vec<String>) -> bool;
    /// Returns when the last message came that was not refused.
    fn last(&self) -> Option<Instant>;
}

/// Publishes what a message of the interface means on a topic.
type Output<'a, I> =
    Box<dyn FnMut(&Received<<I as Interface>::Message>, &mut I, Instant, &mut Vec<String>) + 'a>;

impl<I: Interface> Driver for Topics<'_, I> {
    fn sensor(&mut self, now: Instant, log: &mut Vec<String>) {
        for input in &mut self.inputs {
            self.is_changed |= input.poll(&mut self.value, now, log);
        }
        let times = self.inputs.iter().map(|input| input.last()).collect::<Option<Vec<_>>>();
        // One that only sends is there as long as this program is.
        let time = times.map(|times| times.into_iter().min().unwrap_or(now));
        let Some(time) = time.filter(|time| now.since(*time) <= self.silence) else {
            self.writer = None;
            return;
        };
        if self.writer.is_none() {
            match self.cell.writer() {
                Ok(writer) => (self.writer, self.is_changed) = (Some(writer), true),
                Err(taken) => self.complaints.add(now, log, || taken.to_string()),
            }
        }
        let is_due = std::mem::take(&mut self.is_changed) || self.inputs.is_empty();
        if let Some(writer) = self.writer.as_mut().filter(|_| is_due) {
            writer.write(&self.value, time);
        }
    }

    fn act(&mut self, now: Instant, log: &mut Vec<String>) {
        while let Some(received) = self.writer.as_mut().and_then(Writer::next_message) {
            self.is_changed = true;
            for output in &mut self.outputs {
                output(&received, &mut self.value, now, log);
            }
        }
    }
}

struct Reads<M: RosMessage, F> {
    name: String,
    subscription: Subscription<Wire<M>>,
    take: F,
    source: Source,
    complaints: Complaints,
}

impl<I: Clone, M: RosMessage, F: FnMut(&M, &mut I) -> Result<(), String>> Input<I> for Reads<M, F> {
    fn poll(&mut self, value: &mut I, now: Instant, log: &mut Vec<String>) -> bool {
        let name = &self.name;
        let mut newest = None;
        for _ in 0..TURN {
            match self.subscription.take() {
                Ok(None) => break,
                Ok(Some((message, info))) if self.source.may(info.publisher_gid(), now) => {
                    newest = Some(message);
                }
                Ok(Some(_)) => self.complaints.add(now, log, || {
                    format!("a message of `{name}` refused: another program publishes this topic")
                }),
                Err(error) => self.complaints.add(now, log, || {
                    format!("a message of `{name}` that cannot be read: {error:?}")
                }),
            }
        }
        let Some(Wire(message)) = newest else { return false };
        let mut next = value.clone();
        match (self.take)(&message, &mut next) {
            Ok(()) => {
                (*value, self.source.last) = (next, Some(now));
                true
            }
            Err(reason) => {
                let line = || format!("a message of `{name}` refused: {reason}");
                self.complaints.add(now, log, line);
                false
            }
        }
    }

    fn last(&self) -> Option<Instant> {
        self.source.last
    }
}

/// The program whose messages are taken.
#[derive(Debug, Default)]
struct Source {
    publisher: Option<Gid>,
    /// When its last message came.
    heard: Option<Instant>,
    /// When the last one came that was taken.
    last: Option<Instant>,
}

impl Source {
    /// Whether messages of a publisher are taken.
    fn may(&mut self, publisher: Gid, now: Instant) -> bool {
        let is_other = self.publisher.is_some_and(|of| of != publisher);
        if is_other && self.heard.is_some_and(|heard| now.since(heard) < RELIEF) {
            return false;
        }
        (self.publisher, self.heard) = (Some(publisher), Some(now));
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_publisher_is_refused_until_the_first_is_silent() {
        let gid = |number: u8| Gid::from([number; 16]);
        let mut source = Source::default();
        let at = |millis| Instant::ZERO.after(Duration::from_millis(millis));
        assert!(source.may(gid(1), at(0)));
        assert!(!source.may(gid(2), at(900)));
        assert!(source.may(gid(1), at(950)));
        assert!(!source.may(gid(2), at(1_900)));
        assert!(source.may(gid(2), at(2_000)));
        assert!(!source.may(gid(1), at(2_100)));
    }
}
