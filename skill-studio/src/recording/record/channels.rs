//! The channels of an MCAP file: those of each robot, and those of the world that they share.

use super::foxglove;
use super::protobuf::{self, MessageType, file};
use super::sink::BeginRobot;
use super::topics;
use super::world::{self, Pictures};
use super::{CHANGES, LOG, PASSES, SENT, TRACE, WORLD, changes, sent};
use crate::model::describe::Description;
use mcap::{McapError, Writer};
use skill_runtime::{Instant, SkillInfo};
use std::collections::BTreeMap;
use std::io::{Seek, Write};
use std::time::Duration;

/// The robot's time between two messages of an interface, at least.
const PERIOD: Duration = Duration::from_millis(500);

/// A robot of the file, with its channels.
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
    /// Whether each value is written, however often it changes.
    each: bool,
}

impl InterfaceChannel {
    pub fn is_due(&self, time: Instant) -> bool {
        self.each || self.last.is_none_or(|last| time.since(last) >= PERIOD)
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

/// Adds channels to a file.
pub(super) struct NewChannels<'w, W: Write + Seek> {
    writer: &'w mut Writer<W>,
    of_viewers: Vec<u8>,
}

impl<'w, W: Write + Seek> NewChannels<'w, W> {
    pub fn new(writer: &'w mut Writer<W>) -> Self {
        Self { writer, of_viewers: protobuf::schema(foxglove::files()) }
    }

    /// Adds a channel of messages that viewers know.
    fn known(&mut self, topic: &str, name: &str) -> Result<u16, McapError> {
        let schema = self.writer.add_schema(name, "protobuf", &self.of_viewers)?;
        self.writer.add_channel(schema, topic, "protobuf", &BTreeMap::new())
    }

    fn own(&mut self, topic: &str, package: &str, message: &MessageType) -> Result<u16, McapError> {
        let name = format!("{package}.{}", message.name);
        let file = file(&format!("{name}.proto"), package, &[], std::slice::from_ref(message));
        let schema = self.writer.add_schema(&name, "protobuf", &protobuf::schema(vec![file]))?;
        self.writer.add_channel(schema, topic, "protobuf", &BTreeMap::new())
    }

    /// Adds those of the world.
    pub fn world(&mut self) -> Result<WorldChannels, McapError> {
        Ok(WorldChannels {
            transforms: self.known("/tf", foxglove::TRANSFORMS)?,
            scene: self.known("/scene", foxglove::SCENE)?,
            world: self.own(WORLD, "recording", &world::message_type())?,
            has_scene: false,
            pictures: Pictures::default(),
        })
    }

    /// Adds those of a robot.
    pub fn robot(&mut self, robot: &BeginRobot) -> Result<RobotChannels, McapError> {
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
            let each = entry.id == skill_runtime::skiller::INTERFACE_ID;
            interfaces.push(InterfaceChannel { channel, last: None, words: Vec::new(), each });
        }
        let mut states = Vec::new();
        for skill in description.all {
            let topic = at(&format!("/state/{}", topics::identifier(skill.name)));
            states.push((*skill, self.own(&topic, "state", &topics::state_type(skill))?));
        }
        Ok(RobotChannels { description, passes, trace, log, changes, sent, interfaces, states })
    }
}
