//! Recordings of robots: all that its skills and agent read in each pass, and what they did.
//!
//! A [`Recorder`] is the [`Observer`](skill_runtime::Observer) of a robot's passes. It copies what the
//! pass has read; a thread of its own compresses and writes it, so the robot waits for no disk. A
//! recording is a file in the [MCAP](https://mcap.dev) format, whose messages are protobuf with their
//! schemas in the file, for viewers and plotters; or a Chrome trace, for a file whose name ends in
//! `.json`.
//!
//! | module | contains |
//! |---|---|
//! | `batch` | some passes as they go to the thread |
//! | `recorder` | the side of the robot |
//! | `seen` | a robot that another program runs |
//! | `writer` | the thread, and the files |
//! | `new_file` | creating the files |
//! | `keep` | a directory with recordings, of which the oldest go |
//! | `blocks` | the words of the blackboard over some passes, compressed |
//! | `protobuf` | messages and their schemas |
//! | `topics` | the messages for viewers |
//! | `foxglove` | the messages that viewers know: transforms, scenes, log |
//! | `sent` | the messages that the agent and the skills send |
//! | `world` | the world as the live page shows it |
//! | `changes` | the changes that a debugger makes of what skills do |
//! | `mcap_file` | MCAP |
//! | `channels` | the channels of the robots |
//! | `messages` | the messages of a batch on them |
//! | `viewers` | viewers that are sent them as they come |
//! | `memory` | a recording in memory, for a browser |
//! | `chrome` | Chrome traces |
//! | `framing` | the records of an MCAP file |
//! | `source` | the parts of a recording that stay in the file |
//! | `read` | reading a recording |
//! | `recording` | a recording that was read |
//! | `fields` | the values of its fields, for plots |
//! | `zstd` | reading compressed chunks |

mod batch;
mod blocks;
mod changes;
mod channels;
mod chrome;
mod error;
mod fields;
mod foxglove;
mod framing;
mod keep;
mod mcap_file;
mod memory;
mod messages;
mod new_file;
mod passes;
mod protobuf;
mod read;
mod recorder;
mod recording;
#[cfg(all(feature = "record", feature = "remote"))]
mod seen;
mod sent;
mod sink;
mod source;
mod topics;
#[cfg(feature = "foxglove")]
mod viewers;
mod world;
mod writer;
mod zstd;

pub use error::RecordError;
pub use fields::RecordedFields;
pub use keep::{Keep, path_in};
pub use memory::Memory;
pub use recorder::Recorder;
#[cfg(feature = "cli")]
pub(crate) use recorder::{BegunRecording, NamedRobot};
pub use recording::{Ending, Event, Passes, ReadError, Recording};
#[cfg(all(feature = "record", feature = "remote"))]
pub use seen::SeenRecorder;
pub use sent::SentMessage;
pub(super) use sent::{messages, words_between};
#[cfg(feature = "foxglove")]
pub(crate) use viewers::{Channel, News, Viewers};
pub use writer::Options;
#[cfg(feature = "cli")]
pub(crate) use writer::path_of;

/// The version of the format, which a reader must know: of a robot that is alone.
const FORMAT: u32 = 1;
/// That of a run of robots, of which each has metadata with a name and topics of its own.
const FORMAT_OF_RUN: u32 = 2;
/// The name of the metadata with the name of a robot of a run.
const NAME: &str = "name";
/// The name of the metadata with the names of all robots of a run, whose other robots have files of their own.
const RUN: &str = "run";
/// The name of the metadata with the begin of the topics of a robot of a run.
const TOPICS: &str = "topics";
/// The name of the metadata record by which a file is known as a recording.
const METADATA: &str = "skill-recording";
/// The name of the metadata record of a file after which another one was begun.
const CONTINUES: &str = "skill-recording-continues";
/// The name of the attached description.
const DESCRIPTION: &str = "description.json";
/// The value of the metadata `passes` and `messages` if there is each of them.
const EACH: &str = "each";
/// The name of the metadata with the variables with which the agent began, as JSON.
const VARIABLES: &str = "variables";
/// The topic of the passes.
const PASSES: &str = "/passes";
/// The topic of the trace.
const TRACE: &str = "/trace";
/// The topic of the log.
const LOG: &str = "/log";
/// The topic of the messages that were sent.
const SENT: &str = "/sent";
/// The topic of the world.
const WORLD: &str = "/world";
/// The topic of the changes that a debugger makes.
const CHANGES: &str = "/debugger";
