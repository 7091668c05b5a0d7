//! Reading a recording.

use super::blocks::{Block, BlockError, State};
use super::world::World;
use super::{DESCRIPTION, EACH, FORMAT, METADATA, PASSES, TRACE, WORLD};
use crate::view::{CoverageView, Layer, SceneView};
use crate::{Description, DescriptionError, Escaped};
use mcap::records::Record;
use mcap::sans_io::linear_reader::{LinearReadEvent, LinearReader, LinearReaderOptions};
use mcap::{McapError, parse_record};
use prost::Message;
use skill_runtime::{Instant, Tick};
use std::collections::BTreeMap;
use std::fmt::{self, Display, Formatter};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// The greatest size of a part of the file in bytes.
const MAX_RECORD: usize = 1 << 26;
/// The greatest number of words on a blackboard.
const MAX_WORDS: usize = 1 << 20;

/// A recording.
#[derive(Clone, Debug)]
pub struct Recording {
    /// The name of the robot's program.
    pub robot: String,
    /// The name of the skill space.
    pub space: String,
    /// The agent; `None` if there was none.
    pub agent: Option<String>,
    /// The layout of the blackboard.
    pub layout: u64,
    /// The hash of the skills and agents.
    pub descriptions: u64,
    /// The build of the program.
    pub build: String,
    /// The number of the file, 1 for the first of a recording.
    pub file: u32,
    /// Whether it has each pass, or what another program has seen of them.
    pub each_pass: bool,
    /// The way in which the file ends.
    pub ending: Ending,
    /// The events in order.
    pub events: Vec<Event>,
    /// The description of the robot, if the file has it.
    description: Option<Vec<u8>>,
    blocks: Vec<Block>,
    world: World,
}

/// The way in which a file ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ending {
    /// It is whole.
    Whole,
    /// It was cut: by a kill, a full disk, or because it is still being written.
    Cut {
        /// The number of bytes that were read.
        bytes: u64,
    },
    /// The rest cannot be read.
    Invalid {
        /// The number of bytes before.
        bytes: u64,
        /// The reason.
        reason: String,
    },
}

impl Display for Ending {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Whole => f.write_str("whole"),
            Self::Cut { bytes } => write!(f, "cut after {bytes} bytes"),
            Self::Invalid { bytes, reason } => {
                write!(f, "invalid after {bytes} bytes: {}", Escaped(reason))
            }
        }
    }
}

/// An event of the trace.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Event {
    /// The time.
    pub time: Instant,
    /// The number of the pass.
    pub pass: u32,
    /// Of the agent or of the skiller.
    pub layer: Layer,
    /// The number of the machine.
    pub machine: u32,
    /// Its skill.
    pub skill: String,
    /// The kind of event, as in [`TraceView::kind`](crate::view::TraceView::kind).
    pub kind: String,
    /// The index of the transition in the skill's graph at that time.
    pub transition: Option<u16>,
    /// The state that was left.
    pub from: String,
    /// The state that was entered.
    pub to: String,
    /// The event as a text.
    pub text: String,
}

/// The reason why a file is no recording that can be used.
#[derive(Debug)]
pub enum ReadError {
    /// It cannot be read.
    Io(PathBuf, io::Error),
    /// It is no MCAP file.
    NotMcap(String),
    /// It is an MCAP file, but no recording of a robot with skills, or ends before it says so.
    NotARecording,
    /// The recording has another version of the format.
    Format(String),
    /// The metadata has no such entry, or it cannot be read.
    Metadata(&'static str),
    /// The description of the robot cannot be used.
    Description(DescriptionError),
    /// The robot is none that the program knows, and the file ends before its description.
    NoDescription,
}

impl Display for ReadError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(path, error) => {
                write!(f, "cannot read `{}`: {error}", Escaped(path.display()))
            }
            Self::NotMcap(reason) => write!(f, "not an MCAP file: {}", Escaped(reason)),
            Self::NotARecording => {
                f.write_str("not a recording of skills, or cut before its first part")
            }
            Self::Format(found) => write!(
                f,
                "the recording has format {}, this program reads format {FORMAT}",
                Escaped(found)
            ),
            Self::Metadata(key) => write!(f, "the recording does not say its `{key}`"),
            Self::Description(error) => error.fmt(f),
            Self::NoDescription => {
                f.write_str("the recording is cut before the description of its robot")
            }
        }
    }
}

impl std::error::Error for ReadError {}

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
    blocks: Vec<Block>,
    world: World,
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
        let mut parts = Parts { words: MAX_WORDS, ..Parts::default() };
        let (mut bytes, mut at_end) = (0, false);
        let ending = loop {
            match reader.next_event() {
                None => break None,
                Some(Ok(LinearReadEvent::ReadRequest(_))) if at_end => break None,
                Some(Ok(LinearReadEvent::ReadRequest(needed))) => {
                    // What a length says is not believed: the buffer grows with what is there.
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

    /// Returns the description of the robot: one of those that are `known`, or that in the file. The
    /// latter stays in memory until the end of the program.
    ///
    /// # Errors
    /// [`ReadError::NoDescription`] and [`ReadError::Description`] if there is none in the file, or
    /// none that can be used.
    pub fn description(&self, known: &[Description]) -> Result<Description, ReadError> {
        let is_known = |of: &&Description| (of.layout, of.hash) == (self.layout, self.descriptions);
        if let Some(known) = known.iter().find(is_known) {
            return Ok(*known);
        }
        let text = self.description.as_ref().ok_or(ReadError::NoDescription)?;
        let text = String::from_utf8_lossy(text);
        Description::read(&text).map_err(ReadError::Description)
    }

    /// Returns the architecture of the processor that it was recorded on, as in
    /// [`std::env::consts::ARCH`].
    #[must_use]
    pub fn architecture(&self) -> Option<&str> {
        self.build.split(' ').nth(1)
    }

    /// Returns the number of passes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.blocks.iter().map(|block| block.passes.len()).sum()
    }

    /// Returns whether there are no passes.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.blocks.is_empty()
    }

    /// Returns the time of the first and of the last pass.
    #[must_use]
    pub fn times(&self) -> Option<(Instant, Instant)> {
        let first = self.blocks.first()?.passes.first()?;
        let last = self.blocks.last()?.passes.last()?;
        Some((first.time, last.time))
    }

    /// Returns the passes in order, on the blackboard of a description.
    #[must_use]
    pub fn passes(&self, description: &Description) -> Passes<'_> {
        Passes {
            blocks: &self.blocks,
            block: 0,
            pass: 0,
            state: State::new(description.interfaces),
        }
    }

    /// Returns how often transitions were taken.
    #[must_use]
    pub fn coverage(&self) -> CoverageView {
        let mut coverage = CoverageView::default();
        for event in self.events.iter().filter(|event| event.kind == "transition") {
            if let Some(transition) = event.transition {
                coverage.count(&event.skill, transition);
            }
        }
        coverage
    }

    /// Returns whether the world around the robot was recorded.
    #[must_use]
    pub fn has_scene(&self) -> bool {
        !self.world.is_empty()
    }

    /// Returns the world around the robot at a time; `None` if it was not recorded.
    #[must_use]
    pub fn scene(&self, time: Instant) -> Option<SceneView> {
        self.world.at(time)
    }

    /// Appends the next file of the same recording.
    ///
    /// # Errors
    /// This recording, unchanged, if `next` is not the next file of it.
    pub fn append(&mut self, next: Self) -> Result<(), String> {
        if (next.layout, next.descriptions) != (self.layout, self.descriptions) {
            return Err("it is of another robot or build".to_owned());
        }
        if next.file != self.file + 1 {
            return Err(format!("it is file {}, expected file {}", next.file, self.file + 1));
        }
        (self.file, self.ending) = (next.file, next.ending);
        self.events.extend(next.events);
        self.blocks.extend(next.blocks);
        self.world.append(next.world);
        Ok(())
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
                    Some(WORLD) => self.world.take(time, &data)?,
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
            ending,
            events: self.events,
            description: self.description,
            blocks: self.blocks,
            world: self.world,
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

/// The passes of a recording, one after the other.
#[derive(Clone, Debug)]
pub struct Passes<'r> {
    blocks: &'r [Block],
    block: usize,
    pass: usize,
    state: State,
}

impl Passes<'_> {
    /// Goes to the next pass, and returns its time and number; `None` after the last.
    #[allow(clippy::should_implement_trait)] // what `words` returns belongs to it
    pub fn next(&mut self) -> Option<Tick> {
        let (block, now) = (self.blocks.get(self.block)?, self.peek()?);
        self.state.apply(block, self.pass);
        self.pass += 1;
        if self.pass == block.passes.len() {
            (self.block, self.pass) = (self.block + 1, 0);
        }
        Some(now)
    }

    /// Returns the time and number of the next pass; `None` after the last.
    #[must_use]
    pub fn peek(&self) -> Option<Tick> {
        self.blocks.get(self.block)?.passes.get(self.pass).copied()
    }

    /// Returns the words of the blackboard as the pass has read them.
    #[must_use]
    pub fn words(&self) -> &[u32] {
        &self.state.words
    }
}
