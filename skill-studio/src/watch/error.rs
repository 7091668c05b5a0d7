//! The errors of robots whose memory is read.

use super::frames::Counts;
use crate::model::view::ImageError;
use skill_runtime::debug::DebugError;
use skill_runtime::debug::serial::HEAD;
use std::fmt::{self, Display, Formatter};
use std::io;
use std::path::PathBuf;

/// The maximum size of a shared memory in bytes.
pub const MAX_BYTES: u64 = 1 << 20;

/// Why a shared memory cannot be read. After an error, another attempt is made by the next sample.
#[derive(Debug)]
pub enum SourceError {
    /// This is no name of a shared memory, nor a path.
    Name(String),
    /// There is no such file, or it has vanished: its robot has ended.
    Gone(PathBuf),
    /// It is a directory, a device or a pipe.
    NotAFile(PathBuf),
    /// It is larger than [`MAX_BYTES`].
    TooLarge {
        /// The file of the shared memory.
        path: PathBuf,
        /// Its size in bytes.
        bytes: u64,
    },
    /// The operating system has refused it.
    Io(PathBuf, io::Error),
    /// The debug interface is missing, of another version, or cut short.
    Debug(DebugError),
    /// The blackboard is not in this file, or not as a whole.
    NoBoard,
    /// The blackboard has another layout than the description.
    Layout {
        /// The layout of the robot's blackboard.
        found: u64,
        /// The layout of the description's.
        described: u64,
    },
    /// This operating system has no such files.
    NotHere,
}

impl Display for SourceError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(name) => {
                write!(
                    f,
                    "`{name}` is no shared memory\nhelp: write `/NAME`, or the path of a file"
                )
            }
            Self::Gone(path) => write!(f, "no shared memory `{}`", path.display()),
            Self::NotAFile(path) => write!(f, "`{}` is no regular file", path.display()),
            Self::TooLarge { path, bytes } => {
                write!(f, "`{}` has {bytes} bytes, at most {MAX_BYTES} are read", path.display())
            }
            Self::Io(path, error) => write!(f, "cannot read `{}`: {error}", path.display()),
            Self::Debug(error) => error.fmt(f),
            Self::NoBoard => f.write_str("the blackboard is not in the shared memory"),
            Self::Layout { found, described } => write!(
                f,
                "the robot's blackboard is {found:016x}, the description's {described:016x}\n\
                 help: build both from the same source, or give the robot's description with --description"
            ),
            Self::NotHere => f.write_str("this system has no shared memory in files"),
        }
    }
}

impl std::error::Error for SourceError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Io(_, error) => Some(error),
            Self::Debug(error) => Some(error),
            _ => None,
        }
    }
}

impl From<DebugError> for SourceError {
    fn from(error: DebugError) -> Self {
        Self::Debug(error)
    }
}

/// Why no robot can be seen at a serial port.
#[derive(Debug)]
pub enum SerialError {
    /// There is no such port, or it was unplugged.
    Gone(PathBuf),
    /// It is a file, or another device.
    NotAPort(PathBuf),
    /// The operating system has refused it.
    Io(PathBuf, io::Error),
    /// It cannot be set to this rate.
    Baud(PathBuf, u32),
    /// Nothing comes.
    Silent(PathBuf),
    /// The bytes that come are no frames.
    NoFrames {
        /// The path of the port.
        path: PathBuf,
        /// The rate at which it is read, baud.
        baud: u32,
    },
    /// The frames have another version than those that can be read.
    Version(u8),
    /// Frames were lost, and not everything has come since.
    Incomplete(Counts),
    /// This operating system has no such ports.
    NotHere,
}

impl Display for SerialError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Gone(path) => write!(
                f,
                "no serial port `{}`\nhelp: plug it in, and look for its name: ls /dev/tty*",
                path.display()
            ),
            Self::NotAPort(path) => write!(f, "`{}` is no serial port", path.display()),
            Self::Io(path, error) => {
                write!(f, "cannot read `{}`: {error}", path.display())?;
                if error.kind() == io::ErrorKind::PermissionDenied {
                    f.write_str("\nhelp: add your user to the group of the port, often `dialout`")?;
                }
                Ok(())
            }
            Self::Baud(path, baud) => write!(f, "`{}` has no rate of {baud} baud", path.display()),
            Self::Silent(path) => write!(
                f,
                "nothing comes from `{}`\nhelp: the firmware has to call `SerialWriter::send` after its passes",
                path.display()
            ),
            Self::NoFrames { path, baud } => write!(
                f,
                "what comes from `{path}` at {baud} baud are no frames\nhelp: if the firmware has another rate, write \
                 serial:{path}@BAUD",
                path = path.display()
            ),
            Self::Version(version) => {
                let [.., expected] = HEAD.to_le_bytes();
                write!(
                    f,
                    "the frames have version {version}, expected {expected}\nhelp: build the firmware and this program \
                     with the same version of `robot-skill-runtime`"
                )
            }
            Self::Incomplete(counts) => {
                write!(f, "not all of the robot's memory was received; {counts}")
            }
            Self::NotHere => f.write_str("this system has no serial ports in files"),
        }
    }
}

impl std::error::Error for SerialError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Io(_, error) => Some(error),
            _ => None,
        }
    }
}

/// The reason why the memory of a robot cannot be watched.
#[derive(Debug)]
pub enum WatchError {
    /// A shared memory cannot be read.
    Source(SourceError),
    /// A serial port cannot be read.
    Serial(SerialError),
    /// There is no thread that could watch it.
    Thread(io::Error),
    /// It is of another robot than the descriptions.
    Image(ImageError),
    /// No description is that of the robot.
    Unknown {
        /// The hash of its blackboard.
        layout: u64,
        /// The hash of its skills.
        skills: u64,
    },
}

impl Display for WatchError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Source(error) => error.fmt(f),
            Self::Serial(error) => error.fmt(f),
            Self::Thread(error) => error.fmt(f),
            Self::Image(error) => error.fmt(f),
            Self::Unknown { layout, skills } => write!(
                f,
                "this program does not know the robot with blackboard {layout:016x} and skills {skills:016x}\n\
                 help: build both from the same source, or give the robot's description with --description"
            ),
        }
    }
}

impl std::error::Error for WatchError {}

impl WatchError {
    /// Returns the text as one line: `no such port; plug it in`.
    pub(crate) fn in_a_line(&self) -> String {
        self.to_string().replace("\nhelp: ", "; ")
    }
}

impl From<SourceError> for WatchError {
    fn from(error: SourceError) -> Self {
        Self::Source(error)
    }
}

impl From<SerialError> for WatchError {
    fn from(error: SerialError) -> Self {
        Self::Serial(error)
    }
}
