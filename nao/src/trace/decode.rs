//! Decodes frames by the strings in the program that wrote them.

use defmt_decoder::{Encoding, Table};
use skill_studio::Escaped;
use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

/// The length of the longest frame in bytes; those of the trace are far shorter. It also
/// limits the nesting that the decoder follows in a corrupt frame.
pub const MAX_FRAME: u64 = 1024;

/// The reason why not all frames were decoded.
#[derive(Debug)]
pub enum Error {
    /// A file cannot be read.
    Read(PathBuf, io::Error),
    /// The program is not an ELF file, or its table of strings is broken.
    Program(PathBuf, String),
    /// The program has no table: it was built without `defmt`, or stripped.
    NoTable(PathBuf),
    /// The program's table is of a version that the decoder does not know.
    Version(PathBuf),
    /// The program's frames have no marked ends.
    Raw(PathBuf),
    /// The file ends at byte `end`, in the frame that begins at byte `start`.
    Cut {
        /// In bytes from the file's beginning.
        start: u64,
        /// In bytes from the file's beginning.
        end: u64,
    },
    /// No frame of the program begins at this byte.
    Foreign(u64),
}

impl Error {
    /// Returns whether the frames are at fault; the frames before the error were decoded.
    pub fn in_frames(&self) -> bool {
        matches!(self, Self::Cut { .. } | Self::Foreign(_))
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Read(path, error) => write!(f, "{}: {error}", Escaped(path.display())),
            Self::Program(path, why) => {
                write!(f, "{}: no program with defmt's strings: {why}", Escaped(path.display()))
            }
            Self::NoTable(path) => write!(
                f,
                "{}: no table of defmt's strings; is it built with `--features defmt`, and not stripped?",
                Escaped(path.display())
            ),
            Self::Version(path) => write!(
                f,
                "{}: its table of defmt's strings has another version than {}",
                Escaped(path.display()),
                defmt_decoder::DEFMT_VERSIONS.join(" or ")
            ),
            Self::Raw(path) => {
                write!(
                    f,
                    "{}: it writes frames without encoding, which have no end",
                    Escaped(path.display())
                )
            }
            Self::Cut { start, end } => {
                write!(f, "breaks off at byte {end}, in the frame that begins at byte {start}")
            }
            Self::Foreign(at) => write!(f, "no frame of this program begins at byte {at}"),
        }
    }
}

impl std::error::Error for Error {}

/// Passes each frame of `file` that the program `elf` wrote to `each`, as text, until it returns false.
pub fn decode(elf: &Path, file: &Path, each: impl FnMut(String) -> bool) -> Result<(), Error> {
    let unread = |path: &Path| {
        let path = path.to_owned();
        move |error| Error::Read(path, error)
    };
    let program = std::fs::read(elf).map_err(unread(elf))?;
    let table = table(elf, &program)?;
    if file == Path::new("-") {
        return lines(&table, io::stdin().lock(), file, each);
    }
    let frames = File::open(file).map_err(unread(file))?;
    lines(&table, BufReader::new(frames), file, each)
}

/// Returns the strings of the program in the file `path`.
pub fn table(path: &Path, program: &[u8]) -> Result<Table, Error> {
    let path = || path.to_owned();
    let table =
        Table::parse(program).map_err(|error| match Table::parse_ignore_version(program) {
            Ok(Some(_)) => Error::Version(path()),
            _ => Error::Program(path(), error.to_string()),
        })?;
    match table {
        None => Err(Error::NoTable(path())),
        Some(table) if table.encoding() == Encoding::Rzcobs => Ok(table),
        Some(_) => Err(Error::Raw(path())),
    }
}

/// Passes each of the frames to `each` as soon as it has arrived; zeros separate them.
pub fn lines(
    table: &Table,
    mut frames: impl BufRead,
    path: &Path,
    mut each: impl FnMut(String) -> bool,
) -> Result<(), Error> {
    let mut decoder = table.new_stream_decoder();
    let (mut start, mut frame) = (0, Vec::new());
    loop {
        frame.clear();
        let read = frames.by_ref().take(MAX_FRAME).read_until(0, &mut frame);
        let length = read.map_err(|error| Error::Read(path.to_owned(), error))? as u64;
        match frame.as_slice() {
            [] => return Ok(()),
            [0] => {}
            [.., 0] => {
                decoder.received(&frame);
                let Ok(frame) = decoder.decode() else {
                    return Err(Error::Foreign(start));
                };
                if !each(frame.display_message().to_string()) {
                    return Ok(());
                }
            }
            _ if length < MAX_FRAME => return Err(Error::Cut { start, end: start + length }),
            _ => return Err(Error::Foreign(start)),
        }
        start += length;
    }
}
