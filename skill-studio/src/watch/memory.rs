//! A robot whose blackboard and debug interface are in shared memory.
//!
//! The file is opened for reading only and never mapped: it is read by `pread`. So a watcher cannot
//! write to it, the behavior does not know of it, and a file that is truncated is an error here and
//! nothing else.

use super::error::{MAX_BYTES, SourceError, WatchError};
use super::source::{Header, Source};
use crate::model::describe::Description;
use crate::model::view::Image;
use skill_runtime::debug::{DebugError, DebugImage, DebugMemory};
use std::path::{Path, PathBuf};

/// The number of attempts to read what is being written.
const ATTEMPTS: usize = 8;

/// A shared memory, which is opened again whenever another file has its name.
#[derive(Debug)]
pub struct SharedMemory {
    path: PathBuf,
    open: Option<file::Open>,
}

impl SharedMemory {
    /// Opens the shared memory with a name as for `shm_open`, `/NAME`, or the file at a path, such
    /// as `/proc/PID/fd/N`.
    ///
    /// # Errors
    /// [`SourceError`] if it is not there, or cannot be opened.
    pub fn open(name: &str) -> Result<Self, SourceError> {
        let mut memory = Self { path: path_of(name)?, open: None };
        memory.file()?;
        Ok(memory)
    }

    /// Returns the path of the file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns which robot is in the memory, to find its description.
    ///
    /// # Errors
    /// [`SourceError`] if there is none.
    pub fn header(&mut self) -> Result<Header, SourceError> {
        let words = self.file()?.words()?;
        let (_, image) = find(&words)?;
        Ok(Header::of(&image))
    }

    /// Returns the blackboard and the debug interface as they are now. What is being written, even
    /// after some attempts, has an odd sequence number there.
    ///
    /// # Errors
    /// [`SourceError`] if there is no debug interface, or if the blackboard is missing or of
    /// another layout than that of the description.
    pub fn sample(&mut self, description: &Description) -> Result<Image, SourceError> {
        let open = self.file()?;
        let mut before = open.words()?;
        let places = Places::of(&before, description)?;
        let mut attempts = ATTEMPTS;
        // `before` and `after` hold the words as read before and after `words`.
        let (words, after) = loop {
            let words = open.words()?;
            let after = open.words()?;
            attempts -= 1;
            let is_whole = |at: &usize| is_whole(*at, [&before, &words, &after]);
            if attempts == 0 || places.sequences.iter().all(is_whole) {
                break (words, after);
            }
            before = after;
        };
        // The memory may have another behavior by now.
        if Places::of(&words, description)? != places {
            return Err(SourceError::Debug(DebugError::BeingWritten));
        }
        places.image([&before, &words, &after])
    }

    /// Returns the file, opened again if there is another one by now.
    fn file(&mut self) -> Result<&file::Open, SourceError> {
        let current = self.open.take();
        Ok(self.open.insert(file::Open::current(&self.path, current)?))
    }
}

impl Source for SharedMemory {
    fn header(&mut self) -> Result<Header, WatchError> {
        Ok(self.header()?)
    }

    fn sample(&mut self, description: &Description) -> Result<Image, WatchError> {
        Ok(self.sample(description)?)
    }
}

/// Returns the path of a shared memory.
fn path_of(name: &str) -> Result<PathBuf, SourceError> {
    let is_name = |name: &str| !name.is_empty() && !name.contains('/');
    match name.strip_prefix('/') {
        _ if name.is_empty() || name.contains('\0') => Err(SourceError::Name(name.to_owned())),
        Some("") => Err(SourceError::Name(name.to_owned())),
        Some(short) if is_name(short) => Ok(Path::new("/dev/shm").join(short)),
        _ => Ok(PathBuf::from(name)),
    }
}

/// Returns the debug interface in the words of a memory, and its position.
fn find(words: &[u32]) -> Result<(usize, DebugImage<'_>), SourceError> {
    let at = DebugImage::find(words).ok_or(DebugError::NoMagic)?;
    Ok((at, DebugImage::parse(words.get(at..).unwrap_or_default())?))
}

/// Returns whether the sequence number at `at` was even and the same each time.
fn is_whole(at: usize, each: [&[u32]; 3]) -> bool {
    match each.map(|words| words.get(at)) {
        [Some(before), Some(word), Some(after)] => {
            before & 1 == 0 && before == word && word == after
        }
        _ => false,
    }
}

/// The places of a robot's parts in a memory.
#[derive(PartialEq, Eq, Debug)]
struct Places {
    debug: usize,
    board: usize,
    board_words: usize,
    /// The sequence numbers of both.
    sequences: Vec<usize>,
    header: Header,
}

impl Places {
    fn of(words: &[u32], description: &Description) -> Result<Self, SourceError> {
        let (debug, image) = find(words)?;
        let header = Header::of(&image);
        if header.layout != description.layout {
            let (found, described) = (header.layout, description.layout);
            return Err(SourceError::Layout { found, described });
        }
        let distance = image.board_distance().and_then(|distance| isize::try_from(distance).ok());
        let board = distance.and_then(|distance| debug.checked_add_signed(distance));
        let board = board.ok_or(SourceError::NoBoard)?;
        let board_words = description.interfaces.iter().map(|entry| entry.words).sum();
        if board.checked_add(board_words).is_none_or(|end| end > words.len()) {
            return Err(SourceError::NoBoard);
        }
        let cells = description.interfaces.iter().map(|entry| board + entry.offset);
        let sequences = cells.chain(DebugMemory::SEQUENCES.map(|at| debug + at)).collect();
        Ok(Self { debug, board, board_words, sequences, header })
    }

    /// Returns the image that was read in the middle. A sequence number that was not even and the
    /// same each time is odd in it.
    fn image(&self, each: [&Vec<u32>; 3]) -> Result<Image, SourceError> {
        let [before, words, after] = each;
        let mut words = words.clone();
        for at in &self.sequences {
            let is_whole = is_whole(*at, [before, &words, after]);
            if let Some(sequence) = words.get_mut(*at)
                && !is_whole
            {
                *sequence |= 1;
            }
        }
        let part = |at: usize, count: usize| {
            words.get(at..).and_then(|words| words.get(..count)).ok_or(SourceError::NoBoard)
        };
        Ok(Image {
            board: part(self.board, self.board_words)?.to_vec(),
            debug: part(self.debug, DebugMemory::WORDS)?.to_vec(),
            starts: 0,
        })
    }
}

#[cfg(unix)]
mod file {
    use super::{MAX_BYTES, SourceError};
    use std::fs::{self, File, Metadata};
    use std::io;
    use std::os::unix::fs::{FileExt as _, MetadataExt as _};
    use std::path::{Path, PathBuf};

    /// A file that is open for reading.
    #[derive(Debug)]
    pub struct Open {
        path: PathBuf,
        file: File,
        /// The device and the number of the file.
        identity: (u64, u64),
    }

    fn identity(metadata: &Metadata) -> (u64, u64) {
        (metadata.dev(), metadata.ino())
    }

    impl Open {
        /// Opens the file that has this path now, unless `before` is that file.
        pub fn current(path: &Path, before: Option<Self>) -> Result<Self, SourceError> {
            let error = |error: io::Error| match error.kind() {
                io::ErrorKind::NotFound => SourceError::Gone(path.to_owned()),
                _ => SourceError::Io(path.to_owned(), error),
            };
            // Before it is opened: that of a pipe would wait for a writer.
            let metadata = fs::metadata(path).map_err(error)?;
            check(path, &metadata)?;
            if let Some(before) = before
                && before.identity == identity(&metadata)
            {
                return Ok(before);
            }
            let file = File::open(path).map_err(error)?;
            let metadata = file.metadata().map_err(error)?;
            check(path, &metadata)?;
            Ok(Self { path: path.to_owned(), file, identity: identity(&metadata) })
        }

        /// Reads all words of the file, up to its end.
        pub fn words(&self) -> Result<Vec<u32>, SourceError> {
            let error = |error| SourceError::Io(self.path.clone(), error);
            let metadata = self.file.metadata().map_err(error)?;
            check(&self.path, &metadata)?;
            let mut bytes = vec![0; usize::try_from(metadata.len()).unwrap_or_default()];
            let mut end = 0;
            while let Some(rest @ [_, ..]) = bytes.get_mut(end..) {
                match self.file.read_at(rest, end as u64) {
                    // It was truncated.
                    Ok(0) => break,
                    Ok(count) => end += count,
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                    Err(cause) => return Err(error(cause)),
                }
            }
            let (words, _) = bytes.get(..end).unwrap_or_default().as_chunks();
            Ok(words.iter().copied().map(u32::from_ne_bytes).collect())
        }
    }

    /// Returns an error for what is never read.
    fn check(path: &Path, metadata: &Metadata) -> Result<(), SourceError> {
        let bytes = metadata.len();
        if !metadata.is_file() {
            Err(SourceError::NotAFile(path.to_owned()))
        } else if bytes > MAX_BYTES {
            Err(SourceError::TooLarge { path: path.to_owned(), bytes })
        } else {
            Ok(())
        }
    }
}

#[cfg(not(unix))]
mod file {
    use super::SourceError;
    use std::path::Path;

    /// There is none.
    #[derive(Debug)]
    pub enum Open {}

    impl Open {
        pub fn current(_: &Path, _: Option<Self>) -> Result<Self, SourceError> {
            Err(SourceError::NotHere)
        }

        pub fn words(&self) -> Result<Vec<u32>, SourceError> {
            match *self {}
        }
    }
}
