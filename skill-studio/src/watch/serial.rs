//! A robot on a microcontroller, which sends its memory through a serial port.

use super::error::{SerialError, SourceError, WatchError};
use super::frames::{Counts, Frames};
use super::source::{Header, Source};
use crate::model::describe::Description;
use crate::model::view::Image;
use skill_runtime::debug::{DebugImage, DebugMemory};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The time without a frame after which no robot is there.
const SILENCE: Duration = Duration::from_secs(5);
/// The time in which each part of the memory comes once, even if the line is slow.
const FIRST: Duration = Duration::from_secs(60);
/// The time between two attempts to read.
const PERIOD: Duration = Duration::from_millis(20);
/// The time for which the last image is shown while it is not whole again.
const PATIENCE: Duration = Duration::from_secs(2);
/// The time between two lines about what the line has done.
const NEWS: Duration = Duration::from_secs(1);

/// A serial port on which a microcontroller sends [frames](skill_runtime::debug::serial). It is opened again whenever
/// it was unplugged.
#[derive(Debug)]
pub struct SerialPort {
    path: PathBuf,
    baud: u32,
    open: Option<port::Open>,
    frames: Frames,
    /// The last whole image, and when it was.
    last: Option<(Image, Instant)>,
    /// The numbers that were reported last, and when.
    reported: (Counts, Instant),
}

impl SerialPort {
    /// Opens the port at a path, such as `/dev/ttyACM0`.
    ///
    /// # Errors
    /// [`SerialError`] if there is none, or it cannot be opened.
    pub fn open(path: impl AsRef<Path>, baud: u32) -> Result<Self, SerialError> {
        let path = path.as_ref().to_owned();
        let open = Some(port::Open::new(&path, baud)?);
        let reported = (Counts::default(), Instant::now());
        Ok(Self { path, baud, open, frames: Frames::default(), last: None, reported })
    }

    /// Returns which robot sends, to find its description. Waits until its debug interface was received: for up to 5 s
    /// for a frame, and for up to 60 s for all of them.
    ///
    /// # Errors
    /// [`SerialError`] if there is none.
    pub fn header(&mut self) -> Result<Header, WatchError> {
        let start = Instant::now();
        let (mut whole, mut last) = (0, start);
        loop {
            self.receive()?;
            if self.frames.counts.whole > whole {
                (whole, last) = (self.frames.counts.whole, Instant::now());
            }
            if let Some(words) = self.frames.words(DebugMemory::WORDS) {
                return Ok(Header::of(&DebugImage::parse(words).map_err(SourceError::from)?));
            }
            let is_over = last.elapsed() > SILENCE || start.elapsed() > FIRST;
            if is_over || self.frames.other_version.is_some() {
                return Err(self.silence().into());
            }
            std::thread::sleep(PERIOD);
        }
    }

    /// Returns the blackboard and the debug interface as they were received. While frames are missing, it is the last
    /// whole image, for up to 2 s.
    ///
    /// # Errors
    /// [`WatchError`] if there is no image, or it is of another robot than the description.
    pub fn sample(&mut self, description: &Description) -> Result<Image, WatchError> {
        self.receive()?;
        let (debug, board) = (DebugMemory::WORDS, description.interfaces);
        if let Some(words) = self.frames.words(debug) {
            let found = DebugImage::parse(words).map_err(SourceError::from)?.layout();
            if found != description.layout {
                let described = description.layout;
                return Err(SourceError::Layout { found, described }.into());
            }
        }
        let count = debug + board.iter().map(|entry| entry.words).sum::<usize>();
        if let Some(words) = self.frames.words(count) {
            let (debug, board) = words.split_at(debug);
            let starts = self.frames.starts;
            let image = Image { board: board.to_vec(), debug: debug.to_vec(), starts };
            self.last = Some((image.clone(), Instant::now()));
            return Ok(image);
        }
        match &self.last {
            Some((image, seen)) if seen.elapsed() < PATIENCE => Ok(image.clone()),
            _ => Err(self.silence().into()),
        }
    }

    /// Takes what was received, from the port that has the path now.
    fn receive(&mut self) -> Result<(), SerialError> {
        let open = match &mut self.open {
            Some(open) => open,
            none => {
                self.frames.interrupt();
                self.last = None;
                none.insert(port::Open::new(&self.path, self.baud)?)
            }
        };
        let frames = &mut self.frames;
        let received = open.receive(|bytes| frames.push(bytes));
        received.map_err(|error| {
            self.open = None;
            match error {
                None => SerialError::Gone(self.path.clone()),
                Some(error) => SerialError::Io(self.path.clone(), error),
            }
        })
    }

    /// Returns why there is no image.
    fn silence(&self) -> SerialError {
        let (path, counts) = (self.path.clone(), self.frames.counts);
        match self.frames.other_version {
            Some(version) => SerialError::Version(version),
            None if counts.whole > 0 => SerialError::Incomplete(counts),
            None if self.frames.has_any() => SerialError::NoFrames { path, baud: self.baud },
            None => SerialError::Silent(path),
        }
    }
}

impl Source for SerialPort {
    fn header(&mut self) -> Result<Header, WatchError> {
        self.header()
    }

    fn sample(&mut self, description: &Description) -> Result<Image, WatchError> {
        self.sample(description)
    }

    fn news(&mut self) -> Option<String> {
        let counts = self.frames.counts;
        let (before, when) = &mut self.reported;
        let is_new = Counts { whole: before.whole, ..counts } != *before;
        if !is_new || when.elapsed() < NEWS {
            return None;
        }
        self.reported = (counts, Instant::now());
        Some(counts.to_string())
    }

    fn returns(&self) -> bool {
        true
    }
}

#[cfg(unix)]
mod port {
    use super::SerialError;
    use rustix::fs::{Mode, OFlags, open};
    use rustix::io::Errno;
    use rustix::termios::{OptionalActions, ioctl_tiocexcl, isatty, tcgetattr, tcsetattr};
    use std::fs::File;
    use std::io::{self, Read as _};
    use std::path::Path;

    /// The most that is read at once, so that a port which is faster than its reader does not stop it.
    const MOST: usize = 1 << 20;

    /// A port that is open for reading.
    #[derive(Debug)]
    pub struct Open(File);

    impl Open {
        pub fn new(path: &Path, baud: u32) -> Result<Self, SerialError> {
            let error = |error: Errno| match error {
                Errno::NOENT | Errno::NXIO | Errno::NODEV => SerialError::Gone(path.to_owned()),
                error => SerialError::Io(path.to_owned(), error.into()),
            };
            // It must neither become the terminal of this program, nor wait for a modem.
            let flags = OFlags::RDONLY | OFlags::NOCTTY | OFlags::NONBLOCK | OFlags::CLOEXEC;
            let port = open(path, flags, Mode::empty()).map_err(error)?;
            if !isatty(&port) {
                return Err(SerialError::NotAPort(path.to_owned()));
            }
            // Another reader would take a part of the frames. Not all systems have it for all ports.
            let _ = ioctl_tiocexcl(&port);
            let mut settings = tcgetattr(&port).map_err(error)?;
            settings.make_raw();
            let no_rate = |_| SerialError::Baud(path.to_owned(), baud);
            settings.set_speed(baud).map_err(no_rate)?;
            tcsetattr(&port, OptionalActions::Now, &settings).map_err(no_rate)?;
            Ok(Self(port.into()))
        }

        /// Gives what was received to `take`. Returns `None` as the error of a port that was unplugged.
        pub fn receive(&mut self, mut take: impl FnMut(&[u8])) -> Result<(), Option<io::Error>> {
            let mut bytes = [0; 4096];
            let mut count = 0;
            while count < MOST {
                match self.0.read(&mut bytes) {
                    Ok(0) => return Err(None),
                    Ok(len) => {
                        count += len;
                        take(bytes.get(..len).unwrap_or_default());
                    }
                    Err(error) => match Errno::from_io_error(&error) {
                        Some(Errno::AGAIN) => return Ok(()),
                        Some(Errno::INTR) => {}
                        Some(Errno::IO | Errno::NXIO | Errno::NODEV) => return Err(None),
                        _ => return Err(Some(error)),
                    },
                }
            }
            Ok(())
        }
    }
}

#[cfg(not(unix))]
mod port {
    use super::SerialError;
    use std::io;
    use std::path::Path;

    /// There is none.
    #[derive(Debug)]
    pub enum Open {}

    impl Open {
        pub fn new(_: &Path, _: u32) -> Result<Self, SerialError> {
            Err(SerialError::NotHere)
        }

        pub fn receive(&mut self, _: impl FnMut(&[u8])) -> Result<(), Option<io::Error>> {
            match *self {}
        }
    }
}
