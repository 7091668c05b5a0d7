//! A robot in shared memory.

use super::{SharedMemory, SourceError};
use crate::live::{Capabilities, Hub, Moment, clock};
use crate::model::describe::Description;
use crate::model::view::{self, ImageError, View};
use crate::text::escape::Escaped;
use std::fmt::{self, Display, Formatter};
use std::sync::Arc;
use std::time::Duration;

/// The time between two looks at the memory.
const PERIOD: Duration = Duration::from_millis(20);
/// The number of looks between two blackboards and explanations.
const SLOW: u32 = 5;
/// The time without a pass after which the robot counts as stopped.
const STOPPED: Duration = Duration::from_millis(500);

/// The reason why a robot in shared memory cannot be watched.
#[derive(Debug)]
pub enum SharedMemoryError {
    /// The memory cannot be read.
    Source(SourceError),
    /// There is no thread that could watch it.
    Thread(std::io::Error),
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

impl Display for SharedMemoryError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Source(error) => error.fmt(f),
            Self::Thread(error) => error.fmt(f),
            Self::Image(error) => error.fmt(f),
            Self::Unknown { layout, skills } => write!(
                f,
                "this program does not know the robot with blackboard {layout:016x} and skills \
                 {skills:016x}; give its description with --description"
            ),
        }
    }
}

impl std::error::Error for SharedMemoryError {}

impl From<SourceError> for SharedMemoryError {
    fn from(error: SourceError) -> Self {
        Self::Source(error)
    }
}

/// Begins to watch the robot in the shared memory `name`, which is one of those that are `known`.
/// The thread opens the memory again when it was replaced, and ends with the program.
///
/// # Errors
/// [`SharedMemoryError`] if there is no such robot.
pub fn shared_memory(name: &str, known: &[Description]) -> Result<Arc<Hub>, SharedMemoryError> {
    let (memory, description) = SharedMemory::known(name, known)?;
    let hub = Hub::read_only(description, Capabilities::default());
    let watched = Arc::clone(&hub);
    let feed = move || {
        let mut feed = Feed { hub: watched, memory, looks: 0, last: None };
        loop {
            if let Err(error) = feed.look() {
                feed.hub.publish_lost(Escaped(error).to_string());
            }
            std::thread::sleep(PERIOD);
        }
    };
    let thread = std::thread::Builder::new().name("watch".to_owned()).spawn(feed);
    thread.map_err(SharedMemoryError::Thread)?;
    Ok(hub)
}

impl SharedMemory {
    /// Opens the shared memory `name` of a robot that is one of those that are `known`.
    ///
    /// # Errors
    /// [`SharedMemoryError`] if there is no such robot.
    pub fn known(
        name: &str,
        known: &[Description],
    ) -> Result<(Self, Description), SharedMemoryError> {
        let mut memory = Self::open(name)?;
        let header = memory.header()?;
        let (layout, skills) = (header.layout, header.descriptions);
        let described = known.iter().find(|of| (of.layout, of.hash) == (layout, skills));
        let description = *described.ok_or(SharedMemoryError::Unknown { layout, skills })?;
        Ok((memory, description))
    }
}

struct Feed {
    hub: Arc<Hub>,
    memory: SharedMemory,
    looks: u32,
    /// The last pass, and when it was seen first.
    last: Option<(u32, std::time::Instant)>,
}

impl Feed {
    /// Publishes the robot as it is now.
    fn look(&mut self) -> Result<(), SharedMemoryError> {
        let description = self.hub.description;
        let seen = clock();
        let image = self.memory.sample(&description)?;
        let (view, now) = view::view(&description, &image).map_err(SharedMemoryError::Image)?;
        let view = View { alive: self.is_alive(view.pass), ..view };
        let mut moment = Moment::default();
        if self.looks.is_multiple_of(SLOW) {
            moment.board = Some(view::board(&description, &image.board, now));
            moment.why = Some(view::known(&description, &image, &view, now));
        }
        self.looks = self.looks.wrapping_add(1);
        moment.view = Some(view);
        self.hub.publish(seen, moment);
        Ok(())
    }

    /// Returns whether passes go on.
    fn is_alive(&mut self, pass: u32) -> bool {
        let now = std::time::Instant::now();
        match &self.last {
            Some((last, seen)) if *last == pass => seen.elapsed() < STOPPED,
            _ => {
                self.last = Some((pass, now));
                true
            }
        }
    }
}
