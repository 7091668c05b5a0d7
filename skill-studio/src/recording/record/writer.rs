//! The thread that writes a recording, and its files.

use super::batch::Batch;
use super::blocks::Encoder;
use super::chrome::ChromeFile;
use super::error::RecordError;
use super::keep::Keep;
use super::mcap_file::McapFile;
use super::new_file;
use super::sink::{BUFFER, Begin, BeginRobot, Pace, Sink};
#[cfg(feature = "foxglove")]
use super::viewers::{ViewerSink, Viewers};
use crate::model::describe::Description;
use crate::model::variables::Variable;
use skill_runtime::{TraceEntry, TraceKind};
use std::cell::Cell;
use std::fmt::Display;
use std::io::{self, BufWriter};
use std::path::{Path, PathBuf};
use std::rc::Rc;
#[cfg(feature = "foxglove")]
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// The number of batches of each robot that wait for the thread. A robot that is faster than the disk waits.
const WAITING: usize = 8;
/// The time after which what was written is given to the system, if the robot is fast.
const FLUSH: Duration = Duration::from_millis(500);

/// The options of a recording.
#[derive(Clone, Debug)]
pub struct Options {
    /// The file: MCAP, or a Chrome trace if its name ends in `.json`. It is replaced.
    pub path: PathBuf,
    /// Whether an old file stays: the new one then has another name, `NAME_2.mcap`.
    pub keeps_old: bool,
    /// The size in bytes after which another file is begun.
    pub max_bytes: Option<u64>,
    /// The robot's time after which another file is begun.
    pub max_time: Option<Duration>,
    /// The older recordings beside it that are kept; `None` for all.
    pub keep: Option<Keep>,
    /// The variables with which the agent begins, if it goes on with those of an earlier run.
    pub variables: Vec<Variable>,
    /// The names of all robots of a run, if this recording is of one of them, and the others have files of their own.
    pub run: Vec<String>,
    /// Is called at once when the recording breaks off, by the thread that writes it.
    pub report: fn(&RecordError),
}

impl Options {
    /// Returns the options for the file of one of several robots; in a directory its name is there already.
    #[cfg(feature = "cli")]
    pub(crate) fn of_robot(mut self, name: &str) -> Self {
        if !self.keeps_old {
            self.path = with_suffix(&self.path, &name);
        }
        self
    }

    /// Returns the options for one file.
    pub fn new(path: impl Into<PathBuf>) -> Self {
        Self {
            path: path.into(),
            keeps_old: false,
            max_bytes: None,
            max_time: None,
            keep: None,
            variables: Vec::new(),
            run: Vec::new(),
            report: |_| (),
        }
    }

    /// Removes older recordings than the one at `newest`.
    fn prune(&self, newest: &Path) {
        if let Some(keep) = &self.keep {
            keep.prune(newest);
        }
        let _ = newest;
    }

    /// Begins the first file. Returns these options with its path.
    fn begin_first(mut self, begin: &Begin) -> Result<(Self, Box<dyn Sink>), RecordError> {
        let path = self.path.clone();
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        let extension = path.extension().unwrap_or_default().to_string_lossy();
        let mut number = 1_u32;
        loop {
            if let Some(sink) = begin_file(&self.path, !self.keeps_old, begin)? {
                return Ok((self, sink));
            }
            number += 1;
            self.path = path.with_file_name(format!("{stem}_{number}.{extension}"));
        }
    }

    /// Returns the path of the file with this number: that of the second is `NAME-2.mcap`.
    fn path_of(&self, number: u32) -> PathBuf {
        path_of(&self.path, number)
    }
}

/// Returns a path with something at the end of the name of its file.
fn with_suffix(path: &Path, suffix: &dyn Display) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let extension = path.extension().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!("{stem}-{suffix}.{extension}"))
}

/// Returns the path of the file with this number of a recording, beside the first one.
pub(crate) fn path_of(first: &Path, number: u32) -> PathBuf {
    if number == 1 {
        return first.to_owned();
    }
    with_suffix(first, &number)
}

/// Begins a file: a Chrome trace for `.json`, otherwise MCAP. `None` if there is one that must not be replaced.
fn begin_file(
    path: &Path,
    replaces: bool,
    begin: &Begin,
) -> Result<Option<Box<dyn Sink>>, RecordError> {
    let is_json = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("json"));
    new_file::create(path, replaces, |file| {
        let mut sink: Box<dyn Sink> = if is_json {
            Box::new(ChromeFile::new(file, begin))
        } else {
            Box::new(McapFile::new(BufWriter::with_capacity(BUFFER, file), begin)?)
        };
        sink.flush()?;
        Ok(sink)
    })
}

/// The thread, which ends after the last of the robots.
type Thread = Cell<Option<JoinHandle<Result<(), RecordError>>>>;

/// The way of a robot to the thread.
pub(super) struct ThreadWriter {
    /// The number of the robot.
    robot: usize,
    batches: Option<SyncSender<(usize, Batch)>>,
    /// Batches that were written, to be filled again.
    written: Receiver<Batch>,
    thread: Rc<Thread>,
    pace: Pace,
    sent: Instant,
}

impl ThreadWriter {
    pub fn start(
        description: Description,
        agent: Option<&str>,
        options: &Options,
    ) -> Result<Self, RecordError> {
        Self::begin_one(Begin::alone(description, agent, &options.variables), options)
    }

    /// Begins a recording of the robots of a run: returns a writer for each.
    pub fn start_run(robots: Vec<BeginRobot>, options: &Options) -> Result<Vec<Self>, RecordError> {
        Self::begin(Begin { run: options.run.clone(), ..Begin::run(robots)? }, options)
    }

    /// Begins to send what is recorded to viewers: returns a writer for each robot.
    #[cfg(feature = "foxglove")]
    pub fn for_viewers(begin: Begin) -> Result<(Vec<Self>, Arc<Viewers>), RecordError> {
        let (sink, viewers) = ViewerSink::new(&begin.robots);
        let no_file = Options::new(PathBuf::new());
        let path = PathBuf::new();
        Ok((Self::spawn(begin, no_file, path, Box::new(sink), Pace::VIEWERS)?, viewers))
    }

    /// Begins a recording of what is seen of a robot.
    #[cfg(all(feature = "record", feature = "remote"))]
    pub fn of_seen(description: Description, options: &Options) -> Result<Self, RecordError> {
        let begin = Begin { each_pass: false, ..Begin::alone(description, None, &[]) };
        Self::begin_one(begin, options)
    }

    fn begin_one(begin: Begin, options: &Options) -> Result<Self, RecordError> {
        Self::one(Self::begin(begin, options)?)
    }

    /// Returns the writer of a robot that is alone.
    pub fn one(mut all: Vec<Self>) -> Result<Self, RecordError> {
        all.pop().ok_or_else(|| RecordError::Thread(io::ErrorKind::NotFound.into()))
    }

    fn begin(begin: Begin, options: &Options) -> Result<Vec<Self>, RecordError> {
        // Before the robot moves.
        let (options, sink) = options.clone().begin_first(&begin)?;
        let path = options.path_of(1);
        options.prune(&path);
        Self::spawn(begin, options, path, sink, Pace::FILE)
    }

    /// Starts the thread: returns a writer for each robot.
    fn spawn(
        begin: Begin,
        options: Options,
        path: PathBuf,
        sink: Box<dyn Sink>,
        pace: Pace,
    ) -> Result<Vec<Self>, RecordError> {
        let robots = begin.robots.len();
        let (batches, receiver) = sync_channel(WAITING * robots);
        let (back, written): (Vec<_>, Vec<_>) = (0..robots).map(|_| sync_channel(WAITING)).unzip();
        let run = move || {
            let robots = begin.robots.iter();
            let encoders = robots.map(|robot| Encoder::new(robot.description.interfaces)).collect();
            let files = Files {
                options,
                begin,
                path,
                sink,
                encoders,
                time: None,
                kept: None,
                next_kept: None,
                began: None,
                has_failed: false,
            };
            files.run(&receiver, &back)
        };
        let thread = std::thread::Builder::new().name("record".to_owned()).spawn(run);
        let thread = Rc::new(Cell::new(Some(thread.map_err(RecordError::Thread)?)));
        let writer = |(robot, written)| {
            let (batches, thread) = (Some(batches.clone()), Rc::clone(&thread));
            Self { robot, batches, written, thread, pace, sent: Instant::now() }
        };
        Ok(written.into_iter().enumerate().map(writer).collect())
    }

    /// Returns whether a batch has to be sent although there is room for more.
    pub fn is_due(&self) -> bool {
        self.sent.elapsed() >= self.pace.send
    }

    /// Has a batch written, and returns an empty one.
    pub fn send(&mut self, mut batch: Batch) -> Batch {
        let now = Instant::now();
        batch.flush = now.duration_since(self.sent) >= self.pace.send;
        self.sent = now;
        // The thread has ended after an error, which `finish` returns.
        let _ = self.batches.as_ref().map(|batches| batches.send((self.robot, batch)).is_ok());
        self.written.try_recv().unwrap_or_default()
    }

    pub fn finish(mut self) -> Result<(), RecordError> {
        self.end()
    }

    fn end(&mut self) -> Result<(), RecordError> {
        if self.batches.take().is_none() || Rc::strong_count(&self.thread) > 1 {
            // The last robot ends the recording.
            return Ok(());
        }
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
    /// Those of the robots.
    encoders: Vec<Encoder>,
    /// The robot's time of the last pass, of the last one that the system has, and of the first one
    /// in the file.
    time: Option<skill_runtime::Instant>,
    kept: Option<skill_runtime::Instant>,
    /// The time up to which the file has each pass when the system has this number of bytes.
    next_kept: Option<(Option<skill_runtime::Instant>, u64)>,
    began: Option<skill_runtime::Instant>,
    /// Whether something has failed.
    has_failed: bool,
}

impl Files {
    fn run(
        mut self,
        batches: &Receiver<(usize, Batch)>,
        back: &[SyncSender<Batch>],
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
        batches: &Receiver<(usize, Batch)>,
        back: &[SyncSender<Batch>],
    ) -> Result<(), Broken> {
        let mut flushed = Instant::now();
        loop {
            match batches.recv_timeout(FLUSH.saturating_sub(flushed.elapsed())) {
                Ok((robot, mut batch)) => {
                    if !batch.passes.is_empty() {
                        self.rotate()?;
                    }
                    self.write(robot, &batch)?;
                    // Several robots would have it flushed too often.
                    if batch.flush && back.len() == 1 {
                        self.flush()?;
                        flushed = Instant::now();
                    }
                    batch.clear();
                    if let Some(back) = back.get(robot) {
                        let _ = back.try_send(batch);
                    }
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

    /// Marks the run, whose recordings are to be kept, if something has failed for the first time: a skill that
    /// was called, or the agent.
    fn mark_failure(&mut self, batch: &Batch) -> io::Result<()> {
        if self.has_failed || !self.options.keep.as_ref().is_some_and(|keep| keep.failures) {
            return Ok(());
        }
        let mut events = batch.events.iter().map(|traced| &traced.entry);
        let is_failure = |entry: &&TraceEntry| {
            entry.instance == 0 && matches!(entry.event.kind, TraceKind::Failed(_))
        };
        let Some(entry) = events.find(is_failure) else { return Ok(()) };
        self.has_failed = true;
        std::fs::write(super::keep::failed(&self.options.path), format!("{}\n", entry.event))
    }

    fn write(&mut self, robot: usize, batch: &Batch) -> io::Result<()> {
        self.mark_failure(batch)?;
        let before = self.sink.bytes();
        let Some(encoder) = self.encoders.get_mut(robot) else { return Ok(()) };
        self.sink.write(robot, batch, encoder)?;
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
            self.encoders.iter_mut().for_each(Encoder::begin_file);
            // The first file has made sure that there is no older one of this name.
            let next = begin_file(&self.path, true, &self.begin).map_err(Broken::Next)?;
            self.sink = next.ok_or_else(|| io::Error::from(io::ErrorKind::AlreadyExists))?;
            self.options.prune(&self.path);
        }
        Ok(())
    }
}
