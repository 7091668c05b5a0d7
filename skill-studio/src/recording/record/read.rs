//! Reading a recording.

use super::blocks::{Block, BlockError};
use super::changes::Changes;
use super::recording::{Ending, Event, ReadError, Recording};
use super::sent::{self, SentMessage};
use super::world::World;
use super::zstd::Zstd;
use super::{CHANGES, DESCRIPTION, EACH, FORMAT, METADATA, PASSES, SENT, TRACE, WORLD};
use crate::model::view::Layer;
use mcap::records::Record;
use mcap::sans_io::linear_reader::{LinearReadEvent, LinearReader, LinearReaderOptions};
use mcap::{McapError, parse_record};
use prost::Message;
use skill_runtime::Instant;
use std::collections::BTreeMap;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// The greatest size of a part of the file in bytes.
const MAX_RECORD: usize = 1 << 26;
/// The greatest number of words on a blackboard.
const MAX_WORDS: usize = 1 << 20;

/// The message of some passes.
#[derive(Clone, PartialEq, Eq, Message)]
struct PassesMessage {
    #[prost(uint64, tag = "1")]
    count: u64,
    #[prost(bytes = "vec", tag = "2")]
    block: Vec<u8>,
}

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

/// The parts that were read so far.
#[derive(Default)]
struct Parts {
    metadata: Option<BTreeMap<String, String>>,
    description: Option<Vec<u8>>,
    topics: BTreeMap<u16, String>,
    events: Vec<Event>,
    sent: Vec<SentMessage>,
    blocks: Vec<Block>,
    world: World,
    changes: Changes,
    words: usize,
    is_whole: bool,
}

impl Recording {
    /// Reads the recording in a file.
    ///
    /// # Errors
    /// [`ReadError`] if it is none. A recording that is cut, or invalid from somewhere on, is read up
    /// to there: see [`ending`](Self::ending).
    pub fn open(path: &Path) -> Result<Self, ReadError> {
        let file = std::fs::File::open(path);
        let file = file.map_err(|error| ReadError::Io(path.to_owned(), error))?;
        Self::read(file).map_err(|error| match error {
            ReadError::Io(_, error) => ReadError::Io(path.to_owned(), error),
            error => error,
        })
    }

    /// Reads a recording.
    ///
    /// # Errors
    /// As [`open`](Self::open).
    pub fn read(mut from: impl Read) -> Result<Self, ReadError> {
        let options = LinearReaderOptions::default()
            .with_prevalidate_chunk_crcs(true)
            .with_skip_end_magic(true)
            .with_record_length_limit(MAX_RECORD);
        let mut reader = LinearReader::new_with_options(options);
        let added = reader.add_decompressor(Zstd::default());
        added.map_err(|error| ReadError::NotMcap(error.to_string()))?;
        let mut parts = Parts { words: MAX_WORDS, ..Parts::default() };
        let (mut bytes, mut at_end) = (0, false);
        let ending = loop {
            match reader.next_event() {
                None => break None,
                Some(Ok(LinearReadEvent::ReadRequest(_))) if at_end => break None,
                Some(Ok(LinearReadEvent::ReadRequest(needed))) => {
                    // The length may be wrong: the buffer grows only with the bytes that are there.
                    let needed = needed.clamp(1, 1 << 16);
                    let read = loop {
                        match from.read(reader.insert(needed)) {
                            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                            result => break result,
                        }
                    };
                    let read = read.map_err(|error| ReadError::Io(PathBuf::new(), error))?;
                    bytes += read as u64;
                    at_end = read == 0;
                    reader.notify_read(read);
                }
                Some(Ok(LinearReadEvent::Record { data, opcode })) => {
                    if let Err(reason) = parts.take(opcode, data) {
                        break Some(reason);
                    }
                }
                Some(Err(error)) if bytes < 16 || matches!(error, McapError::BadMagic) => {
                    return Err(ReadError::NotMcap(error.to_string()));
                }
                Some(Err(McapError::UnexpectedEof | McapError::UnexpectedEoc)) => break None,
                Some(Err(error)) => break Some(error.to_string()),
            }
        };
        let ending = match ending {
            Some(reason) => Ending::Invalid { bytes, reason },
            None if parts.is_whole => Ending::Whole,
            None => Ending::Cut { bytes },
        };
        parts.recording(ending)
    }
}

impl Parts {
    /// Takes a part of the file.
    fn take(&mut self, opcode: u8, data: &[u8]) -> Result<(), String> {
        if opcode == mcap::records::op::ATTACHMENT && !has_attachment(data) {
            return Err("an attachment ends too early".to_owned());
        }
        match parse_record(opcode, data).map_err(|error| error.to_string())? {
            Record::Metadata(metadata) if metadata.name == METADATA => {
                self.metadata = Some(metadata.metadata);
            }
            Record::Attachment { header, data, .. } if header.name == DESCRIPTION => {
                self.description = Some(data.into_owned());
            }
            Record::Channel(channel) => {
                self.topics.insert(channel.id, channel.topic);
            }
            Record::Message { header, data } => {
                let time = Instant::from_micros(header.log_time / 1000);
                match self.topics.get(&header.channel_id).map(String::as_str) {
                    Some(PASSES) => {
                        let message = PassesMessage::decode(&data[..]);
                        let message = message.map_err(|error| error.to_string())?;
                        let block = Block::read(&message.block, self.words);
                        let mut block = block.map_err(|error: BlockError| error.to_string())?;
                        block.begins = self.blocks.is_empty();
                        self.blocks.push(block);
                    }
                    Some(TRACE) => self.events.push(event(time, &data)?),
                    Some(SENT) => self.sent.push(sent::read(&data)?),
                    Some(WORLD) => self.world.take(time, &data)?,
                    Some(CHANGES) => self.changes.take(&data)?,
                    _ => {}
                }
            }
            Record::Footer(_) => self.is_whole = true,
            _ => {}
        }
        Ok(())
    }

    fn recording(self, ending: Ending) -> Result<Recording, ReadError> {
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
            changes: self.changes,
        })
    }
}

/// Returns whether an attachment is as long as its names, its length and its checksum need.
fn has_attachment(mut data: &[u8]) -> bool {
    let mut skip = |count: usize| {
        let (skipped, rest) = data.split_at_checked(count)?;
        data = rest;
        Some(skipped)
    };
    let mut all = || {
        // Two times, the name and the media type.
        skip(16)?;
        for _ in 0..2 {
            let length: [u8; 4] = skip(4)?.try_into().ok()?;
            skip(usize::try_from(u32::from_le_bytes(length)).ok()?)?;
        }
        skip(8 + 4)
    };
    all().is_some()
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
