//! Viewers that are sent the messages of a recording as they come.

use super::batch::Batch;
use super::blocks::Encoder;
use super::channels::AddChannel;
use super::messages::Messages;
use super::sink::{BeginRobot, Pace, Sink};
use super::{foxglove, topics};
use skill_runtime::Instant;
use std::convert::Infallible;
use std::io;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::broadcast;

/// The messages that wait for a viewer, at most; a slower one loses the oldest.
const WAITING: usize = 4096;

/// A channel that viewers may subscribe to. Its number is its place in the list of all.
#[derive(Debug)]
pub(crate) struct Channel {
    pub topic: String,
    /// The name of its schema.
    pub name: String,
    pub schema: Vec<u8>,
}

impl Channel {
    /// Returns whether it is for a replay alone.
    fn is_for_replay(&self) -> bool {
        self.name.strip_prefix("recording.") == Some(&topics::passes_type().name)
    }

    /// Returns whether its last message holds until the next one.
    fn holds(&self) -> bool {
        let of_world = [foxglove::TRANSFORMS, foxglove::SCENE].contains(&&*self.name);
        of_world || self.name.starts_with("interface.") || self.name.starts_with("state.")
    }
}

/// Something that is sent to viewers.
#[derive(Debug)]
pub(crate) enum News {
    /// The robot's time.
    Time(Instant),
    Message {
        channel: u16,
        time: Instant,
        data: Vec<u8>,
    },
}

/// The messages of robots, for any number of viewers.
#[derive(Debug)]
pub(crate) struct Viewers {
    channels: Vec<Channel>,
    /// The last message of each channel where it holds.
    last: Mutex<Vec<Option<Arc<News>>>>,
    news: broadcast::Sender<Arc<News>>,
}

impl Viewers {
    /// Returns the channels with their numbers.
    pub fn channels(&self) -> impl Iterator<Item = (u16, &Channel)> {
        (0..).zip(&self.channels).filter(|(_, channel)| !channel.is_for_replay())
    }

    /// Returns what comes from now on.
    pub fn watch(&self) -> broadcast::Receiver<Arc<News>> {
        self.news.subscribe()
    }

    /// Returns the last message of a channel, if it holds.
    pub fn last(&self, channel: u16) -> Option<Arc<News>> {
        let last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        last.get(usize::from(channel))?.clone()
    }
}

/// The side of the thread that writes.
pub(super) struct ViewerSink {
    messages: Messages,
    viewers: Arc<Viewers>,
}

impl AddChannel for Vec<Channel> {
    type Error = Infallible;

    fn add(&mut self, topic: &str, name: &str, schema: &[u8]) -> Result<u16, Infallible> {
        let number = u16::try_from(self.len()).unwrap_or(u16::MAX);
        let (topic, name, schema) = (topic.to_owned(), name.to_owned(), schema.to_owned());
        self.push(Channel { topic, name, schema });
        Ok(number)
    }
}

impl ViewerSink {
    pub fn new(robots: &[BeginRobot]) -> (Self, Arc<Viewers>) {
        let mut channels = Vec::new();
        let Ok(messages) = Messages::new(&mut channels, robots, Pace::VIEWERS);
        let last = Mutex::new(channels.iter().map(|_| None).collect());
        let viewers = Arc::new(Viewers { channels, last, news: broadcast::Sender::new(WAITING) });
        (Self { messages, viewers: Arc::clone(&viewers) }, viewers)
    }

    fn send(&self, news: News) {
        let news = Arc::new(news);
        if let News::Message { channel, .. } = &*news {
            let index = usize::from(*channel);
            let Some(of) = self.viewers.channels.get(index) else { return };
            if of.is_for_replay() {
                return;
            }
            if of.holds() {
                let mut last = self.viewers.last.lock().unwrap_or_else(PoisonError::into_inner);
                if let Some(last) = last.get_mut(index) {
                    *last = Some(Arc::clone(&news));
                }
            }
        }
        // Nobody may be watching.
        let _ = self.viewers.news.send(news);
    }
}

impl Sink for ViewerSink {
    fn write(&mut self, robot: usize, batch: &Batch, encoder: &mut Encoder) -> io::Result<()> {
        let messages = self.messages.of_batch(robot, batch, encoder);
        if let Some(last) = batch.passes.last() {
            self.send(News::Time(last.now.time));
        }
        for (channel, time, data) in messages {
            self.send(News::Message { channel, time, data });
        }
        Ok(())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }

    fn finish(&mut self, _: bool) -> io::Result<()> {
        Ok(())
    }

    fn cut(&mut self) {}

    fn bytes(&self) -> u64 {
        0
    }
}
