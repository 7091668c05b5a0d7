//! The large parts of a recording: they stay in the file, and are read when they are needed.

use super::framing::{Framing, Record, Stop};
use std::fmt::{self, Debug, Formatter};
use std::fs::File;
use std::io::{self, Cursor, Read, Seek, SeekFrom};
use std::sync::{Arc, Mutex, PoisonError};

/// The bytes of a recording.
#[derive(Clone)]
pub(super) enum Source {
    File(Arc<Mutex<File>>),
    Memory(Arc<Vec<u8>>),
}

impl Debug for Source {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("Source")
    }
}

impl Source {
    /// Calls a function with the bytes from a place on.
    fn with<T>(&self, offset: u64, with: impl FnOnce(&mut dyn Read) -> T) -> io::Result<T> {
        match self {
            Self::File(file) => {
                let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
                file.seek(SeekFrom::Start(offset))?;
                Ok(with(&mut *file))
            }
            Self::Memory(bytes) => {
                let mut cursor = Cursor::new(&bytes[..]);
                cursor.set_position(offset);
                Ok(with(&mut cursor))
            }
        }
    }
}

/// The place of a message in a recording.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Place {
    /// The number of the file.
    pub source: u16,
    /// The record of the file: a chunk, or the message itself.
    pub record: u64,
    /// The place in the chunk.
    pub at: u32,
}

/// Reads messages at their places. It holds one chunk.
#[derive(Clone, Debug, Default)]
pub(super) struct Messages {
    /// The file and the record that is held, and its messages.
    held: Option<(u16, u64)>,
    framing: Framing<io::Empty>,
}

impl Messages {
    /// Returns a message; `None` if it is no longer there.
    pub fn at(&mut self, sources: &[Source], place: Place) -> Option<&[u8]> {
        let Place { source, record, at } = place;
        if self.held != Some((source, record)) {
            self.held = None;
            let from = sources.get(usize::from(source))?;
            let framing = &mut self.framing;
            let read = from.with(record, |from| framing.load(from)).ok()?;
            read.ok()?;
            self.held = Some((source, record));
        }
        match self.framing.message_at(at) {
            Ok(Record::Message { data, .. }) => Some(data),
            Ok(_) | Err(Stop::End | Stop::Invalid(_) | Stop::NotMcap(_) | Stop::Io(_)) => None,
        }
    }
}
