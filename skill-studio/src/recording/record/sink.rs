//! The files of a recording, as the thread sees them that writes them.

use super::batch::Batch;
use super::blocks::Encoder;
use crate::model::describe::Description;
use std::io;

/// The bytes that wait for a call of the system, at most.
pub(super) const BUFFER: usize = 8 << 10;

/// The robot that is recorded.
#[derive(Clone)]
pub(super) struct Begin {
    pub description: Description,
    pub agent: Option<String>,
    /// The number of the file.
    pub number: u32,
    /// Whether there is each pass, or what was seen of them.
    pub each_pass: bool,
}

/// A file of a recording.
pub(super) trait Sink: Send {
    fn write(&mut self, batch: &Batch, encoder: &mut Encoder) -> io::Result<()>;
    /// Has the operating system keep what was added.
    fn flush(&mut self) -> io::Result<()>;
    /// Completes the file: its index and end are written, and whether another file follows.
    fn finish(&mut self, continues: bool) -> io::Result<()>;
    /// Ends the file in a way that can be read, after an error.
    fn cut(&mut self);
    /// Returns its size in bytes.
    fn bytes(&self) -> u64;
}
