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
    CHANGES, CONTINUES, DESCRIPTION, EACH, FORMAT, LOG, METADATA, PASSES, SENT, TRACE, WORLD,
};
use crate::model::view::{Layer, LogLine};
use prost::Message;
use skill_runtime::Instant;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

/// The greatest size of a message other than of passes, in bytes.
const MAX_MESSAGE: usize = 1 << 20;

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
    metadata: Option<BTreeMap<String, String>>,
    description: Option<Vec<u8>>,
    topics: BTreeMap<u16, String>,
    events: Vec<Event>,
    sent: Vec<SentMessage>,
    blocks: Vec<BlockPlace>,
    world: World,
    changes: Changes,
    log: Vec<LogLine>,
    has_footer: bool,
    is_whole: bool,
    continues: bool,
}

impl Recording {
    /// Reads the recording in a file.
    ///
    /// # Errors
    /// [`ReadError`] if it is none. A recording that is cut, or invalid from somewhere on, is read up
    /// to there: see [`ending`](Self::ending).
    pub fn open(path: &Path) -> Result<Self, ReadError> {
        let at = |error| ReadError::Io(path.to_owned(), error);
        // Others, as a pipe, cannot be read twice, or keep the caller waiting.
        if !std::fs::metadata(path).map_err(at)?.is_file() {
            return Err(at(io::Error::other("it is no regular file")));
        }
        let file = File::open(path).map_err(at)?;
        let records = Framing::new(BufReader::new(file));
        let read = Self::read_records(records, |reader: BufReader<File>| {
            Source::File(Arc::new(Mutex::new(reader.into_inner())))
        });
        read.map_err(|error| match error {
            ReadError::Io(_, error) => at(error),
            error => error,
        })
    }

    /// Reads a recording, which stays in memory.
    ///
    /// # Errors
    /// As [`open`](Self::open).
    pub fn read(from: impl Read) -> Result<Self, ReadError> {
        let records = Framing::new(Kept { from, bytes: Vec::new() });
        Self::read_records(records, |kept| Source::Memory(Arc::new(kept.bytes)))
    }

    fn read_records<R: Read>(
        mut records: Framing<R>,
        source: impl FnOnce(R) -> Source,
    ) -> Result<Self, ReadError> {
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
                Err(Stop::Io(error)) => return Err(ReadError::Io(PathBuf::new(), error)),
            }
            if parts.has_footer {
                break match records.end() {
                    Ok(()) => {
                        parts.is_whole = true;
                        None
                    }
                    Err(Stop::Invalid(reason)) => Some(reason),
                    Err(Stop::Io(error)) => return Err(ReadError::Io(PathBuf::new(), error)),
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
        parts.recording(ending, source(records.into_inner()))
    }
}

impl Parts {
    /// Takes a part of the file.
    fn take(&mut self, record: Record<'_>, place: Place) -> Result<(), String> {
        match record {
            Record::Metadata { name: METADATA, values } => self.metadata = Some(values),
            Record::Metadata { name: CONTINUES, .. } => self.continues = true,
            Record::Attachment { name: DESCRIPTION, data } => {
                self.description = Some(data.to_vec());
            }
            Record::Channel { id, topic } => {
                self.topics.insert(id, topic.to_owned());
            }
            Record::Message { channel, time_nanos, data } => {
                let time = Instant::from_micros(time_nanos / 1000);
                let topic = self.topics.get(&channel).map_or("", String::as_str);
                if data.len() > MAX_MESSAGE && topic != PASSES {
                    return Err(format!("a message of `{topic}` has {} bytes", data.len()));
                }
                match topic {
                    PASSES => {
                        let block = read_block(data, None)?;
                        let begins = self.blocks.is_empty();
                        self.blocks.extend(BlockPlace::of(&block, begins, place));
                    }
                    TRACE => self.events.push(event(time, data)?),
                    SENT => self.sent.push(sent::read(data)?),
                    WORLD => self.world.take(time, data, place)?,
                    CHANGES => self.changes.take(data)?,
                    LOG => self.log.extend(self.line(time, data)?),
                    _ => {}
                }
            }
            Record::Footer => self.has_footer = true,
            _ => {}
        }
        Ok(())
    }

    /// Returns a line of the log, unless it repeats an event: those have the name of their skill.
    fn line(&self, time: Instant, data: &[u8]) -> Result<Option<LogLine>, String> {
        let LogMessage { message, name } =
            LogMessage::decode(data).map_err(|error| error.to_string())?;
        let robot = self.metadata.as_ref().and_then(|all| all.get("robot"));
        let line = LogLine { time_sec: time.as_secs_f64(), text: message };
        Ok((robot == Some(&name)).then_some(line))
    }

    fn recording(self, ending: Ending, source: Source) -> Result<Recording, ReadError> {
        let metadata = self.metadata.ok_or(ReadError::NotARecording)?;
        let text = |key: &'static str| metadata.get(key).cloned().ok_or(ReadError::Metadata(key));
        let hash = |key: &'static str| {
            u64::from_str_radix(&text(key)?, 16).map_err(|_| ReadError::Metadata(key))
        };
        let format = text("format")?;
        if format != FORMAT.to_string() {
            return Err(ReadError::Format(format));
        }
        Ok(Recording {
            robot: text("robot")?,
            space: text("space")?,
            agent: Some(text("agent")?).filter(|agent| !agent.is_empty()),
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
            world: self.world,
            sources: vec![source],
            changes: self.changes,
            log: self.log,
        })
    }
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
