//! Reading a recording.

use super::changes::Changes;
use super::framing::{Framing, Record, Stop};
use super::passes::read_block;
use super::recording::BlockPlace;
use super::recording::{Ending, Event, ReadError, Recording};
use super::sent::{self, SentMessage};
use super::source::{Place, Source};
use super::world::World;
use super::{
    CHANGES, CONTINUES, DESCRIPTION, EACH, FORMAT, FORMAT_OF_RUN, LOG, METADATA, NAME, PASSES, RUN,
    SENT, TOPICS, TRACE, VARIABLES, WORLD,
};
use crate::model::variables::Variable;
use crate::model::view::{Layer, LogLine};
use prost::Message;
use skill_runtime::Instant;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::Path;
use std::sync::{Arc, Mutex};

/// The greatest size of a message other than of passes, in bytes.
const MAX_MESSAGE: usize = 1 << 20;
/// The greatest number of robots.
const MAX_ROBOTS: usize = 1000;

/// The message of an event.
#[derive(Clone, PartialEq, Eq, Message)]
struct TraceMessage {
    #[prost(uint64, tag = "1")]
    pass: u64,
    #[prost(string, tag = "2")]
    layer: String,
    #[prost(uint64, tag = "3")]
    machine: u64,
    #[prost(string, tag = "4")]
    skill: String,
    #[prost(string, tag = "5")]
    kind: String,
    #[prost(string, tag = "6")]
    from: String,
    #[prost(string, tag = "7")]
    to: String,
    #[prost(uint64, tag = "8")]
    transition: u64,
    #[prost(string, tag = "9")]
    text: String,
}

/// The message of a line of the log.
#[derive(Clone, PartialEq, Eq, Message)]
struct LogMessage {
    #[prost(string, tag = "3")]
    message: String,
    #[prost(string, tag = "4")]
    name: String,
}

/// The parts that were read so far.
#[derive(Default)]
struct Parts {
    robots: Vec<RobotParts>,
    /// The robot and the topic of each channel.
    topics: BTreeMap<u16, (usize, String)>,
    world: World,
    has_footer: bool,
    is_whole: bool,
    continues: bool,
}

/// The parts of a robot that were read so far.
#[derive(Default)]
struct RobotParts {
    metadata: BTreeMap<String, String>,
    description: Option<Arc<[u8]>>,
    events: Vec<Event>,
    sent: Vec<SentMessage>,
    blocks: Vec<BlockPlace>,
    changes: Changes,
    log: Vec<LogLine>,
}

impl Recording {
    /// Reads the recording of a robot in a file.
    ///
    /// # Errors
    /// As [`open_run`](Self::open_run), and [`ReadError::Run`] if there are several robots.
    pub fn open(path: &Path) -> Result<Self, ReadError> {
        alone(Self::open_run(path)?)
    }

    /// Reads the recordings of all robots of a run in a file, in their order there: one if the robot was alone.
    ///
    /// # Errors
    /// [`ReadError`] if there is none. A recording that is cut, or invalid from somewhere on, is read up
    /// to there: see [`ending`](Self::ending).
    pub fn open_run(path: &Path) -> Result<Vec<Self>, ReadError> {
        // Others, as a pipe, cannot be read twice, or keep the caller waiting.
        if !std::fs::metadata(path).map_err(ReadError::Io)?.is_file() {
            return Err(ReadError::Io(io::Error::other("it is no regular file")));
        }
        let file = File::open(path).map_err(ReadError::Io)?;
        let records = Framing::new(BufReader::new(file));
        Self::read_records(records, |reader: BufReader<File>| {
            Source::File(Arc::new(Mutex::new(reader.into_inner())))
        })
    }

    /// Reads the recording of a robot, which stays in memory.
    ///
    /// # Errors
    /// As [`open`](Self::open).
    pub fn read(from: impl Read) -> Result<Self, ReadError> {
        alone(Self::read_run(from)?)
    }

    /// Reads the recordings of all robots of a run, which stay in memory.
    ///
    /// # Errors
    /// As [`open_run`](Self::open_run).
    pub fn read_run(from: impl Read) -> Result<Vec<Self>, ReadError> {
        let records = Framing::new(Kept { from, bytes: Vec::new() });
        Self::read_records(records, |kept| Source::Memory(Arc::new(kept.bytes)))
    }

    fn read_records<R: Read>(
        mut records: Framing<R>,
        source: impl FnOnce(R) -> Source,
    ) -> Result<Vec<Self>, ReadError> {
        let mut parts = Parts::default();
        let ending = loop {
            match records.next_at() {
                Ok((record, (record_at, at))) => {
                    let place = Place { source: 0, record: record_at, at };
                    if let Err(reason) = parts.take(record, place) {
                        break Some(reason);
                    }
                }
                Err(Stop::End) => break None,
                Err(Stop::Invalid(reason)) => break Some(reason),
                Err(Stop::NotMcap(reason)) => return Err(ReadError::NotMcap(reason)),
                Err(Stop::Io(error)) => return Err(ReadError::Io(error)),
            }
            if parts.has_footer {
                break match records.end() {
                    Ok(()) => {
                        parts.is_whole = true;
                        None
                    }
                    Err(Stop::Invalid(reason)) => Some(reason),
                    Err(Stop::Io(error)) => return Err(ReadError::Io(error)),
                    Err(Stop::End | Stop::NotMcap(_)) => None,
                };
            }
        };
        let bytes = records.bytes;
        let ending = match ending {
            Some(reason) => Ending::Invalid { bytes, reason },
            None if parts.is_whole && parts.continues => Ending::Continues,
            None if parts.is_whole => Ending::Whole,
            None => Ending::Cut { bytes },
        };
        parts.recordings(&ending, &source(records.into_inner()))
    }
}

/// Returns the only recording.
fn alone(mut all: Vec<Recording>) -> Result<Recording, ReadError> {
    match all.pop() {
        Some(recording) if all.is_empty() => Ok(recording),
        last => Err(ReadError::Run(last.map_or(Vec::new(), |recording| recording.run))),
    }
}

impl Parts {
    /// Takes a part of the file.
    fn take(&mut self, record: Record<'_>, place: Place) -> Result<(), String> {
        match record {
            Record::Metadata { name: METADATA, values } => self.robot(values)?,
            Record::Metadata { name: CONTINUES, .. } => self.continues = true,
            Record::Attachment { name: DESCRIPTION, data } => {
                if let Some(robot) = self.robots.last_mut() {
                    robot.description = Some(data.into());
                }
            }
            Record::Channel { id, topic } => {
                let of_robot = |robot: &RobotParts| {
                    let topics = robot.metadata.get(TOPICS).map_or("", String::as_str);
                    topic.strip_prefix(topics).filter(|rest| rest.starts_with('/'))
                };
                let mut robots = self.robots.iter().enumerate();
                let found = robots.find_map(|(number, robot)| Some((number, of_robot(robot)?)));
                let (robot, topic) = found.unwrap_or((0, topic));
                self.topics.insert(id, (robot, topic.to_owned()));
            }
            Record::Message { channel, time_nanos, data } => {
                let time = Instant::from_micros(time_nanos / 1000);
                let Some((robot, topic)) = self.topics.get(&channel) else { return Ok(()) };
                if data.len() > MAX_MESSAGE && topic != PASSES {
                    return Err(format!("a message of `{topic}` has {} bytes", data.len()));
                }
                if topic == WORLD {
                    return self.world.take(time, data, place);
                }
                if let Some(robot) = self.robots.get_mut(*robot) {
                    robot.take(topic, time, data, place)?;
                }
            }
            Record::Footer => self.has_footer = true,
            _ => {}
        }
        Ok(())
    }

    /// Begins a robot. One that is alone has the file for itself.
    fn robot(&mut self, metadata: BTreeMap<String, String>) -> Result<(), String> {
        if self.robots.len() == MAX_ROBOTS {
            return Err(format!("it has more than {MAX_ROBOTS} robots"));
        }
        if !metadata.contains_key(NAME) {
            self.robots.clear();
        }
        self.robots.push(RobotParts { metadata, ..RobotParts::default() });
        Ok(())
    }

    fn recordings(self, ending: &Ending, source: &Source) -> Result<Vec<Recording>, ReadError> {
        if self.robots.is_empty() {
            return Err(ReadError::NotARecording);
        }
        let name = |robot: &RobotParts| robot.metadata.get(NAME).cloned();
        let run: Vec<String> = self.robots.iter().filter_map(name).collect();
        let mut all: Vec<Recording> = Vec::new();
        for robot in self.robots {
            let mut new = robot.recording(ending.clone(), source.clone(), self.world.clone())?;
            if new.run.is_empty() {
                new.run.clone_from(&run);
            }
            if new.description.is_none() {
                // It is that of a robot before.
                let like = |of: &&Recording| {
                    (of.layout, of.descriptions) == (new.layout, new.descriptions)
                };
                new.description = all.iter().find(like).and_then(|of| of.description.clone());
            }
            all.push(new);
        }
        Ok(all)
    }
}

impl RobotParts {
    /// Takes a message of one of its topics.
    fn take(
        &mut self,
        topic: &str,
        time: Instant,
        data: &[u8],
        place: Place,
    ) -> Result<(), String> {
        match topic {
            PASSES => {
                let block = read_block(data, None)?;
                let begins = self.blocks.is_empty();
                self.blocks.extend(BlockPlace::of(&block, begins, place));
            }
            TRACE => self.events.push(event(time, data)?),
            SENT => self.sent.push(sent::read(data)?),
            CHANGES => self.changes.take(data)?,
            LOG => self.log.extend(self.line(time, data)?),
            _ => {}
        }
        Ok(())
    }

    /// Returns a line of the log, unless it repeats an event: those have the name of their skill.
    fn line(&self, time: Instant, data: &[u8]) -> Result<Option<LogLine>, String> {
        let LogMessage { message, name } =
            LogMessage::decode(data).map_err(|error| error.to_string())?;
        let line = LogLine { time_sec: time.as_secs_f64(), text: message };
        Ok((self.metadata.get("robot") == Some(&name)).then_some(line))
    }

    fn recording(
        self,
        ending: Ending,
        source: Source,
        world: World,
    ) -> Result<Recording, ReadError> {
        let metadata = self.metadata;
        let text = |key: &'static str| metadata.get(key).cloned().ok_or(ReadError::Metadata(key));
        let hash = |key: &'static str| {
            u64::from_str_radix(&text(key)?, 16).map_err(|_| ReadError::Metadata(key))
        };
        let (name, format) = (metadata.get(NAME).cloned(), text("format")?);
        let expected = if name.is_some() { FORMAT_OF_RUN } else { FORMAT };
        if format != expected.to_string() {
            return Err(ReadError::Format(format));
        }
        Ok(Recording {
            robot: text("robot")?,
            name,
            run: names(metadata.get(RUN))?,
            space: text("space")?,
            agent: Some(text("agent")?).filter(|agent| !agent.is_empty()),
            variables: variables(metadata.get(VARIABLES))?,
            layout: hash("layout")?,
            descriptions: hash("descriptions")?,
            build: text("build")?,
            file: text("file")?.parse().map_err(|_| ReadError::Metadata("file"))?,
            each_pass: metadata.get("passes").is_none_or(|passes| passes == EACH),
            has_messages: metadata.get("messages").is_some_and(|messages| messages == EACH),
            ending,
            events: self.events,
            sent: self.sent,
            description: self.description,
            blocks: self.blocks,
            world,
            sources: vec![source],
            changes: self.changes,
            log: self.log,
        })
    }
}

/// Returns the variables with which the agent began. Older programs have kept none.
fn variables(json: Option<&String>) -> Result<Vec<Variable>, ReadError> {
    let read = |json: &String| serde_json::from_str(json);
    json.map_or(Ok(Vec::new()), read).map_err(|_| ReadError::Metadata(VARIABLES))
}

/// Returns the names of the robots of a run, if they have files of their own.
fn names(json: Option<&String>) -> Result<Vec<String>, ReadError> {
    let read = |json: &String| serde_json::from_str(json);
    json.map_or(Ok(Vec::new()), read).map_err(|_| ReadError::Metadata(RUN))
}

/// Bytes that are kept when they were read.
struct Kept<R> {
    from: R,
    bytes: Vec<u8>,
}

impl<R: Read> Read for Kept<R> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        let read = self.from.read(to)?;
        self.bytes.extend_from_slice(to.get(..read).unwrap_or_default());
        Ok(read)
    }
}

fn event(time: Instant, data: &[u8]) -> Result<Event, String> {
    let message = TraceMessage::decode(data).map_err(|error| error.to_string())?;
    let layer = match &message.layer[..] {
        "agent" => Layer::Agent,
        "skiller" => Layer::Skiller,
        other => return Err(format!("an event of `{other}`")),
    };
    let number = |number: u64| u32::try_from(number).map_err(|_| format!("number {number}"));
    Ok(Event {
        time,
        pass: number(message.pass)?,
        layer,
        machine: number(message.machine)?,
        skill: message.skill,
        kind: message.kind,
        transition: message.transition.checked_sub(1).and_then(|index| u16::try_from(index).ok()),
        from: message.from,
        to: message.to,
        text: message.text,
    })
}
