//! The memory of a robot that another program or a processor runs.

use super::error::WatchError;
use crate::model::describe::Description;
use crate::model::view::Image;
use skill_runtime::debug::DebugImage;

/// The identity of the robot in a memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Header {
    /// The layout of the blackboard.
    pub layout: u64,
    /// The hash of the descriptions of the skills and agents.
    pub descriptions: u64,
    /// The number of the behavior in this memory: another one after a restart.
    pub session: u32,
}

impl Header {
    pub(super) fn of(image: &DebugImage<'_>) -> Self {
        let (layout, descriptions) = (image.layout(), image.descriptions());
        Self { layout, descriptions, session: image.session() }
    }
}

/// The words of a robot's memory: a [shared one](super::SharedMemory), or what comes through a
/// [serial port](super::SerialPort).
pub trait Source: Send + 'static {
    /// Returns which robot it is, to find its description.
    ///
    /// # Errors
    /// [`WatchError`] if there is none.
    fn header(&mut self) -> Result<Header, WatchError>;

    /// Returns the blackboard and the debug interface as they are now.
    ///
    /// # Errors
    /// [`WatchError`] if they are missing, or not those of the description.
    fn sample(&mut self, description: &Description) -> Result<Image, WatchError>;

    /// Returns what has happened to the source since the last call, if anything has.
    fn news(&mut self) -> Option<String> {
        None
    }

    /// Returns whether a robot that was lost can come again.
    fn returns(&self) -> bool {
        false
    }
}
