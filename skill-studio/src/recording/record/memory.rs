//! A recording in memory, where there are neither files nor threads.

use super::batch::Batch;
use super::blocks::Encoder;
use super::mcap_file::McapFile;
use super::sink::{Begin, Sink};
use std::io::{self, Seek, SeekFrom, Write};
use std::sync::{Arc, Mutex, PoisonError};

/// The bytes of a recording, as an MCAP file that may break off.
#[derive(Clone, Debug, Default)]
pub struct Memory(Arc<Mutex<Vec<u8>>>);

impl Memory {
    /// Uses the bytes that are there now.
    pub fn with<T>(&self, with: impl FnOnce(&[u8]) -> T) -> T {
        with(&self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Write for Memory {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Recordings are written from the begin to the end, so the place is always the end.
impl Seek for Memory {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let end = self.with(|bytes| bytes.len() as u64);
        match to {
            SeekFrom::Current(0) | SeekFrom::End(0) => Ok(end),
            SeekFrom::Start(place) if place == end => Ok(end),
            _ => Err(io::ErrorKind::Unsupported.into()),
        }
    }
}

/// Writes a recording to memory at once.
pub(super) struct MemoryWriter {
    sink: McapFile,
    encoder: Encoder,
}

impl MemoryWriter {
    pub fn start(begin: &Begin, memory: Memory) -> io::Result<Self> {
        let [robot] = &begin.robots[..] else {
            return Err(io::Error::other("a run of several robots is recorded to a file"));
        };
        let encoder = Encoder::new(robot.description.interfaces);
        Ok(Self { sink: McapFile::new(memory, begin)?, encoder })
    }

    pub fn send(&mut self, mut batch: Batch) -> io::Result<Batch> {
        self.sink.write(0, &batch, &mut self.encoder)?;
        batch.clear();
        Ok(batch)
    }

    pub fn flush(&mut self) -> io::Result<()> {
        self.sink.flush()
    }

    pub fn finish(&mut self) -> io::Result<()> {
        self.sink.finish(false)
    }
}
