//! The thread that writes a recording, and its files.

use super::batch::Batch;
use super::blocks::Encoder;
use super::chrome::ChromeFile;
use super::error::RecordError;
#[cfg(not(target_family = "wasm"))]
use super::keep::Keep;
use super::mcap_file::McapFile;
use super::new_file;
use super::sink::{BUFFER, Begin, Sink};
use crate::model::describe::Description;
use std::io::{self, BufWriter};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// The number of batches that wait for the thread. A robot that is faster than the disk waits.
const WAITING: usize = 8;
/// The time after which what was written is given to the system, if the robot is fast.
const FLUSH: Duration = Duration::from_millis(500);
/// The time after which the passes of a batch are written and given to the system, although it has
/// room for more: whatever happens to the program, less than a second is lost.
const SEND: Duration = Duration::from_millis(400);

/// The options of a recording.
#[derive(Clone, Debug)]
pub struct Options {
    /// The file: MCAP, or a Chrome trace if its name ends in `.json`. It is replaced.
    pub path: PathBuf,
    /// The size in bytes after which another file is begun.
    pub max_bytes: Option<u64>,
    /// The robot's time after which another file is begun.
    pub max_time: Option<Duration>,
    /// The older recordings beside it that are kept; `None` for all.
    #[cfg(not(target_family = "wasm"))]
    pub keep: Option<Keep>,
    /// Is called at once when the recording breaks off, by the thread that writes it.
    pub report: fn(&RecordError),
}

impl Options {
    /// Returns the options for one file.
    pub fn new(path: impl Into<PathBuf>) -> Self {
        Self {
            path: path.into(),
            max_bytes: None,
            max_time: None,
            #[cfg(not(target_family = "wasm"))]
            keep: None,
            report: |_| (),
        }
    }

    /// Removes older recordings than the one at `newest`.
    fn prune(&self, newest: &Path) {
        #[cfg(not(target_family = "wasm"))]
        if let Some(keep) = &self.keep {
            keep.prune(newest);
        }
        let _ = newest;
    }

    /// Returns the path of the file with this number: that of the second is `NAME-2.mcap`.
    fn path_of(&self, number: u32) -> PathBuf {
        if number == 1 {
            return self.path.clone();
        }
        let stem = self.path.file_stem().unwrap_or_default().to_string_lossy();
        let extension = self.path.extension().unwrap_or_default().to_string_lossy();
        self.path.with_file_name(format!("{stem}-{number}.{extension}"))
    }
}

/// Begins a file: a Chrome trace for `.json`, otherwise MCAP.
fn begin_file(path: &Path, begin: &Begin) -> Result<Box<dyn Sink>, RecordError> {
    let is_json = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("json"));
    new_file::create(path, |file| {
        let mut sink: Box<dyn Sink> = if is_json {
            Box::new(ChromeFile::new(file, begin.description))
        } else {
            Box::new(McapFile::new(BufWriter::with_capacity(BUFFER, file), begin)?)
        };
        sink.flush()?;
        Ok(sink)
    })
}

/// The way to the thread.
pub(super) struct ThreadWriter {
    batches: Option<SyncSender<Batch>>,
    /// Batches that were written, to be filled again.
    written: Receiver<Batch>,
    thread: Option<JoinHandle<Result<(), RecordError>>>,
    sent: Instant,
}

impl ThreadWriter {
    pub fn start(
        description: Description,
        agent: Option<&str>,
        options: &Options,
    ) -> Result<Self, RecordError> {
        let agent = agent.map(str::to_owned);
        Self::begin(Begin { description, agent, number: 1, each_pass: true }, options)
    }

    /// Begins a recording of what is seen of a robot.
    #[cfg(all(feature = "record", feature = "remote"))]
    pub fn of_seen(description: Description, options: &Options) -> Result<Self, RecordError> {
        Self::begin(Begin { description, agent: None, number: 1, each_pass: false }, options)
    }

    fn begin(begin: Begin, options: &Options) -> Result<Self, RecordError> {
        let path = options.path_of(1);
        // Before the robot moves.
        let sink = begin_file(&path, &begin)?;
        options.prune(&path);
        let (batches, receiver) = sync_channel(WAITING);
        let (back, written) = sync_channel(WAITING);
        let options = options.clone();
        let run = move || {
            let encoder = Encoder::new(begin.description.interfaces);
            let files = Files {
                options,
                begin,
                path,
                sink,
                encoder,
                time: None,
                kept: None,
                next_kept: None,
                began: None,
            };
            files.run(&receiver, &back)
        };
        let thread = std::thread::Builder::new().name("record".to_owned()).spawn(run);
        let thread = thread.map_err(RecordError::Thread)?;
        Ok(Self { batches: Some(batches), written, thread: Some(thread), sent: Instant::now() })
    }

    /// Returns whether a batch has to be sent although there is room for more.
    pub fn is_due(&self) -> bool {
        self.sent.elapsed() >= SEND
    }

    /// Has a batch written, and returns an empty one.
    pub fn send(&mut self, mut batch: Batch) -> Batch {
        let now = Instant::now();
        batch.flush = now.duration_since(self.sent) >= SEND;
        self.sent = now;
        // The thread has ended after an error, which `finish` returns.
        let _ = self.batches.as_ref().map(|batches| batches.send(batch).is_ok());
        self.written.try_recv().unwrap_or_default()
    }

    pub fn finish(mut self) -> Result<(), RecordError> {
        self.end()
    }

    fn end(&mut self) -> Result<(), RecordError> {
        self.batches = None;
        let Some(thread) = self.thread.take() else { return Ok(()) };
        let error = || RecordError::Thread(io::Error::other("the thread has panicked"));
        thread.join().unwrap_or_else(|_| Err(error()))
    }
}

impl Drop for ThreadWriter {
    fn drop(&mut self) {
        let _ = self.end();
    }
}

/// The reason why a recording breaks off.
enum Broken {
    Write(io::Error),
    Next(RecordError),
}

impl From<io::Error> for Broken {
    fn from(error: io::Error) -> Self {
        Self::Write(error)
    }
}

/// The files of a recording, one after the other.
struct Files {
    options: Options,
    begin: Begin,
    path: PathBuf,
    sink: Box<dyn Sink>,
    encoder: Encoder,
    /// The robot's time of the last pass, of the last one that the system has, and of the first one
    /// in the file.
    time: Option<skill_runtime::Instant>,
    kept: Option<skill_runtime::Instant>,
    /// The time up to which the file has each pass when the system has this number of bytes.
    next_kept: Option<(Option<skill_runtime::Instant>, u64)>,
    began: Option<skill_runtime::Instant>,
}

impl Files {
    fn run(
        mut self,
        batches: &Receiver<Batch>,
        back: &SyncSender<Batch>,
    ) -> Result<(), RecordError> {
        let result = self.write_all(batches, back);
        result.map_err(|broken| {
            self.sink.cut();
            let secs = |time: Option<skill_runtime::Instant>| {
                time.map_or(0.0, skill_runtime::Instant::as_secs_f64)
            };
            let error = match broken {
                Broken::Write(error) => {
                    RecordError::Write { path: self.path.clone(), time_sec: secs(self.kept), error }
                }
                Broken::Next(error) => {
                    RecordError::Next { time_sec: secs(self.time), error: Box::new(error) }
                }
            };
            (self.options.report)(&error);
            error
        })
    }

    fn write_all(
        &mut self,
        batches: &Receiver<Batch>,
        back: &SyncSender<Batch>,
    ) -> Result<(), Broken> {
        let mut flushed = Instant::now();
        loop {
            match batches.recv_timeout(FLUSH.saturating_sub(flushed.elapsed())) {
                Ok(mut batch) => {
                    if !batch.passes.is_empty() {
                        self.rotate()?;
                    }
                    self.write(&batch)?;
                    if batch.flush {
                        self.flush()?;
                        flushed = Instant::now();
                    }
                    batch.clear();
                    let _ = back.try_send(batch);
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(self.sink.finish(false)?),
            }
            if flushed.elapsed() >= FLUSH {
                self.flush()?;
                flushed = Instant::now();
            }
        }
    }

    fn write(&mut self, batch: &Batch) -> io::Result<()> {
        let before = self.sink.bytes();
        self.sink.write(batch, &mut self.encoder)?;
        let bytes = self.sink.bytes();
        if let Some((time, end)) = self.next_kept
            && bytes >= end + BUFFER as u64
        {
            (self.kept, self.next_kept) = (time, None);
        }
        // The chunk that was completed has at least all batches before this one.
        if bytes > before && self.next_kept.is_none() {
            self.next_kept = Some((self.time, bytes));
        }
        if let Some(last) = batch.passes.last() {
            self.time = Some(last.now.time);
            self.began = self.began.or(self.time);
        }
        Ok(())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.sink.flush()?;
        (self.kept, self.next_kept) = (self.time, None);
        Ok(())
    }

    /// Begins another file if this one is large enough.
    fn rotate(&mut self) -> Result<(), Broken> {
        let is_large = self.options.max_bytes.is_some_and(|max| self.sink.bytes() >= max);
        let length = self.time.zip(self.began).map(|(last, first)| last.since(first));
        let is_long = self.options.max_time.zip(length).is_some_and(|(max, length)| length >= max);
        if is_large || is_long {
            self.sink.finish(true)?;
            (self.kept, self.next_kept) = (self.time, None);
            self.begin.number += 1;
            self.path = self.options.path_of(self.begin.number);
            self.began = None;
            self.encoder.begin_file();
            self.sink = begin_file(&self.path, &self.begin).map_err(Broken::Next)?;
            self.options.prune(&self.path);
        }
        Ok(())
    }
}
