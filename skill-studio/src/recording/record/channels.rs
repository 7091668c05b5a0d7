//! The channels of messages: those of each robot, and those of the world that they share.

use super::foxglove;
use super::protobuf::{self, MessageType, file};
use super::sink::{BeginRobot, Pace};
use super::topics;
use super::world::{self, Pictures};
use super::{CHANGES, LOG, PASSES, SENT, TRACE, WORLD, changes, sent};
use crate::model::describe::Description;
use skill_runtime::{Instant, SkillInfo};
use std::time::Duration;

/// The encoding of all messages and schemas.
pub(super) const ENCODING: &str = "protobuf";

/// The destination of messages: a file, or viewers.
pub(super) trait AddChannel {
    type Error;
    /// Adds a channel of messages with the named schema. Returns its number.
    fn add(&mut self, topic: &str, name: &str, schema: &[u8]) -> Result<u16, Self::Error>;
}

/// A robot with its channels.
pub(super) struct RobotChannels {
    pub description: Description,
    pub passes: u16,
    pub trace: u16,
    pub log: u16,
    pub changes: u16,
    pub sent: u16,
    pub interfaces: Vec<InterfaceChannel>,
    pub states: Vec<(&'static SkillInfo, u16)>,
}

/// The messages of an interface.
pub(super) struct InterfaceChannel {
    pub channel: u16,
    /// The time of the last one.
    pub last: Option<Instant>,
    /// The words of its value in it.
    words: Vec<u32>,
    /// The robot's time between two messages, at least; `None` if each value is written, however often it
    /// changes.
    period: Option<Duration>,
}

impl InterfaceChannel {
    pub fn is_due(&self, time: Instant) -> bool {
        let age = self.last.map(|last| time.since(last));
        self.period.zip(age).is_none_or(|(period, age)| age >= period)
    }

    pub fn has_changed(&mut self, words: &[u32]) -> bool {
        let has_changed = self.last.is_none() || self.words != words;
        if has_changed {
            self.words.clear();
            self.words.extend(words);
        }
        has_changed
    }
}

/// The world, which the robots of a run share.
pub(super) struct WorldChannels {
    pub transforms: u16,
    pub scene: u16,
    pub world: u16,
    /// Whether a scene was written.
    pub has_scene: bool,
    pub pictures: Pictures,
}

/// Adds the channels of robots.
pub(super) struct NewChannels<'a, A> {
    to: &'a mut A,
    /// The schema of the messages that viewers know.
    of_viewers: Vec<u8>,
    pace: Pace,
}

impl<'a, A: AddChannel> NewChannels<'a, A> {
    pub fn new(to: &'a mut A, pace: Pace) -> Self {
        Self { to, of_viewers: protobuf::schema(foxglove::files()), pace }
    }

    /// Adds a channel of messages that viewers know.
    fn known(&mut self, topic: &str, name: &str) -> Result<u16, A::Error> {
        self.to.add(topic, name, &self.of_viewers)
    }

    fn own(&mut self, topic: &str, package: &str, message: &MessageType) -> Result<u16, A::Error> {
        let name = format!("{package}.{}", message.name);
        let file = file(&format!("{name}.proto"), package, &[], std::slice::from_ref(message));
        self.to.add(topic, &name, &protobuf::schema(vec![file]))
    }

    /// Adds those of the world.
    pub fn world(&mut self) -> Result<WorldChannels, A::Error> {
        Ok(WorldChannels {
            transforms: self.known("/tf", foxglove::TRANSFORMS)?,
            scene: self.known("/scene", foxglove::SCENE)?,
            world: self.own(WORLD, "recording", &world::message_type())?,
            has_scene: false,
            pictures: Pictures::default(),
        })
    }

    /// Adds those of a robot.
    pub fn robot(&mut self, robot: &BeginRobot) -> Result<RobotChannels, A::Error> {
        let (description, topics) = (robot.description, robot.topics());
        let at = |topic: &str| format!("{topics}{topic}");
        let log = self.known(&at(LOG), foxglove::LOG)?;
        let passes = self.own(&at(PASSES), "recording", &topics::passes_type())?;
        let trace = self.own(&at(TRACE), "recording", &topics::trace_type())?;
        let changes = self.own(&at(CHANGES), "recording", &changes::message_type())?;
        let sent = self.own(&at(SENT), "recording", &sent::message_type())?;
        let mut interfaces = Vec::new();
        for entry in description.interfaces {
            let topic = at(&format!("/interface/{}", topics::identifier(entry.id)));
            let channel = self.own(&topic, "interface", &topics::interface_type(entry))?;
            let is_skiller = entry.id == skill_runtime::skiller::INTERFACE_ID;
            let period = (!is_skiller).then_some(self.pace.copy);
            interfaces.push(InterfaceChannel { channel, last: None, words: Vec::new(), period });
        }
        let mut states = Vec::new();
        for skill in description.all {
            let topic = at(&format!("/state/{}", topics::identifier(skill.name)));
            states.push((*skill, self.own(&topic, "state", &topics::state_type(skill))?));
        }
        Ok(RobotChannels { description, passes, trace, log, changes, sent, interfaces, states })
    }
}
