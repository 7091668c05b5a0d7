//! A recording in the MCAP format.

use super::batch::Batch;
use super::blocks::Encoder;
use super::channels::{AddChannel, ENCODING};
use super::messages::Messages;
use super::sink::{Begin, BeginRobot, Pace, Sink};
use super::{
    CONTINUES, DESCRIPTION, EACH, FORMAT, FORMAT_OF_RUN, LOG, METADATA, NAME, RUN, TOPICS,
    VARIABLES, topics,
};
use crate::model::describe::Description;
use mcap::records::{MessageHeader, Metadata};
use mcap::{Attachment, McapError, WriteOptions, Writer};
use skill_runtime::Instant;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io::{self, Seek, SeekFrom, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// The size at which a chunk is compressed, in bytes.
const CHUNK: u64 = 256 * 1024;

/// A recording in the MCAP format.
pub(super) struct McapFile {
    writer: Writer<Output>,
    shared: Arc<Shared>,
    messages: Messages,
}

/// The state of the file that is seen from outside of the writer.
#[derive(Default)]
struct Shared {
    bytes: AtomicU64,
    /// Whether nothing more is written.
    closed: AtomicBool,
}

impl AddChannel for Writer<Output> {
    type Error = McapError;

    fn add(&mut self, topic: &str, name: &str, schema: &[u8]) -> Result<u16, McapError> {
        let schema = self.add_schema(name, ENCODING, schema)?;
        self.add_channel(schema, topic, ENCODING, &BTreeMap::new())
    }
}

/// A file, or memory.
trait WriteSeek: Write + Seek + Send {}
impl<T: Write + Seek + Send> WriteSeek for T {}

/// The file. After a write error, further bytes are accepted and discarded.
struct Output {
    file: Box<dyn WriteSeek>,
    shared: Arc<Shared>,
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.shared.closed.load(Relaxed) {
            return Ok(bytes.len());
        }
        let written = self.file.write(bytes)?;
        self.shared.bytes.fetch_add(written as u64, Relaxed);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.shared.closed.load(Relaxed) { Ok(()) } else { self.file.flush() }
    }
}

impl Seek for Output {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        if self.shared.closed.load(Relaxed) { Ok(0) } else { self.file.seek(to) }
    }
}

fn io_error(error: McapError) -> io::Error {
    match error {
        McapError::Io(error) => error,
        error => io::Error::other(error),
    }
}

impl McapFile {
    /// Begins a recording in a file, or in memory.
    pub fn new(file: impl Write + Seek + Send + 'static, begin: &Begin) -> io::Result<Self> {
        let shared = Arc::<Shared>::default();
        let output = Output { file: Box::new(file), shared: Arc::clone(&shared) };
        Self::begin(output, shared, begin).map_err(io_error)
    }

    fn begin(output: Output, shared: Arc<Shared>, begin: &Begin) -> Result<Self, McapError> {
        let options = WriteOptions::new().library(concat!(
            env!("CARGO_PKG_NAME"),
            " ",
            env!("CARGO_PKG_VERSION")
        ));
        let options = options.chunk_size(Some(CHUNK));
        #[cfg(feature = "zstd")]
        let options = options.compression_level(1).compression_threads(0);
        // Nothing that was written is changed later, so a file that ends anywhere can be read.
        let mut writer = options.disable_seeking(true).create(output)?;
        let mut attached: Vec<&BeginRobot> = Vec::new();
        for robot in &begin.robots {
            writer.write_metadata(&metadata(begin, robot))?;
            // Robots with one description have one copy of it, after the first of them.
            if attached.iter().any(|of| of.is_like(robot)) {
                continue;
            }
            attached.push(robot);
            for (name, media_type, data) in attachments(&robot.description) {
                let (media_type, data) = (media_type.to_owned(), Cow::Owned(data));
                writer.attach(&Attachment {
                    log_time: 0,
                    create_time: 0,
                    name,
                    media_type,
                    data,
                })?;
            }
        }
        let data = Cow::Owned(layout(&begin.robots));
        let (name, media_type) = ("layout.json".to_owned(), "application/json".to_owned());
        writer.attach(&Attachment { log_time: 0, create_time: 0, name, media_type, data })?;
        let messages = Messages::new(&mut writer, &begin.robots, Pace::FILE)?;
        writer.flush()?;
        Ok(Self { writer, shared, messages })
    }

    fn put(&mut self, channel_id: u16, time: Instant, data: &[u8]) -> io::Result<()> {
        let log_time = time.as_micros() * 1000;
        let header = MessageHeader { channel_id, sequence: 0, log_time, publish_time: log_time };
        self.writer.write_to_known_channel(&header, data).map_err(io_error)
    }
}

fn metadata(begin: &Begin, robot: &BeginRobot) -> Metadata {
    let Begin { number, each_pass, .. } = begin;
    let BeginRobot { name, description, agent, variables } = robot;
    let format = if name.is_some() { FORMAT_OF_RUN } else { FORMAT };
    let build = if cfg!(debug_assertions) { "debug" } else { "release" };
    let build = format!("{} {} {build}", env!("CARGO_PKG_VERSION"), std::env::consts::ARCH);
    let metadata = [
        ("format", format.to_string()),
        ("robot", description.robot.to_owned()),
        ("space", description.space.name.to_owned()),
        ("agent", agent.clone().unwrap_or_default()),
        (VARIABLES, serde_json::to_string(variables).unwrap_or_default()),
        ("layout", format!("{:016x}", description.layout)),
        ("descriptions", format!("{:016x}", description.hash)),
        ("build", build),
        ("file", number.to_string()),
        ("messages", if *each_pass { EACH } else { "" }.to_owned()),
        ("passes", if *each_pass { EACH } else { "seen" }.to_owned()),
    ];
    let of_run = name.clone().map(|name| [(NAME, name), (TOPICS, robot.topics())]);
    let run = serde_json::to_string(&begin.run).unwrap_or_default();
    let run = (!begin.run.is_empty()).then_some((RUN, run));
    let metadata = metadata.into_iter().chain(of_run.into_iter().flatten()).chain(run);
    let metadata = metadata.map(|(key, value)| (key.to_owned(), value)).collect();
    Metadata { name: METADATA.to_owned(), metadata }
}

/// Returns the names, media types and contents of the attached files.
fn attachments(description: &Description) -> Vec<(String, &'static str, Vec<u8>)> {
    let json = serde_json::to_vec(description).unwrap_or_default();
    let mut all = vec![(DESCRIPTION.to_owned(), "application/json", json)];
    for skill in description.all {
        let dot = crate::drawing::graph::Dot(skill).to_string().into_bytes();
        all.push((format!("graphs/{}.dot", skill.name), "text/vnd.graphviz", dot));
    }
    all
}

/// Returns a layout for viewers that read Foxglove's: the field, the states, the log. Of several robots it has
/// the states of the agents and the log of the first one.
fn layout(robots: &[BeginRobot]) -> Vec<u8> {
    let states = robots.iter().flat_map(|robot| {
        let description = robot.description;
        let of = robot.name.as_ref().map_or(String::new(), |name| format!("{name} "));
        let all = if robots.len() > 1 { description.space.agents } else { description.all };
        all.iter().map(move |skill| {
            let topic =
                format!("{}/state/{}.state", robot.topics(), topics::identifier(skill.name));
            let label = format!("{of}{}", skill.name);
            serde_json::json!({ "value": topic, "label": label, "enabled": true })
        })
    });
    let states: Vec<serde_json::Value> = states.collect();
    let log = robots.first().map_or(String::new(), |robot| format!("{}{LOG}", robot.topics()));
    let layout = serde_json::json!({
        "configById": {
            "3D!scene": {
                "followTf": "world",
                "topics": { "/scene": { "visible": true } },
            },
            "StateTransitions!states": { "paths": states, "isSynced": true },
            "RosOut!log": { "topicToRender": log },
        },
        "layout": {
            "direction": "row",
            "first": { "direction": "column", "first": "3D!scene", "second": "RosOut!log" },
            "second": "StateTransitions!states",
        },
    });
    serde_json::to_vec(&layout).unwrap_or_default()
}

impl Sink for McapFile {
    fn write(&mut self, robot: usize, batch: &Batch, encoder: &mut Encoder) -> io::Result<()> {
        for (channel, time, message) in self.messages.of_batch(robot, batch, encoder) {
            self.put(channel, time, &message)?;
        }
        Ok(())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush().map_err(io_error)
    }

    fn finish(&mut self, continues: bool) -> io::Result<()> {
        if continues {
            let mark = Metadata { name: CONTINUES.to_owned(), metadata: BTreeMap::new() };
            self.writer.write_metadata(&mark).map_err(io_error)?;
        }
        self.writer.finish().map_err(io_error)?;
        self.shared.closed.store(true, Relaxed);
        Ok(())
    }

    fn cut(&mut self) {
        self.shared.closed.store(true, Relaxed);
    }

    fn bytes(&self) -> u64 {
        self.shared.bytes.load(Relaxed)
    }
}
