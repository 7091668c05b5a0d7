//! The files of a recording, as the thread sees them that writes them.

use super::batch::Batch;
use super::blocks::Encoder;
use super::error::RecordError;
use super::topics;
use crate::model::describe::Description;
use crate::model::variables::Variable;
use std::collections::BTreeSet;
use std::io;
use std::time::Duration;

/// The bytes that wait for a call of the system, at most.
pub(super) const BUFFER: usize = 8 << 10;

/// A robot that is recorded.
#[derive(Clone)]
pub(super) struct BeginRobot {
    /// Its name in the run; `None` if it is the only one.
    pub name: Option<String>,
    pub description: Description,
    pub agent: Option<String>,
    /// The variables with which the agent begins, if it goes on with those of an earlier run.
    pub variables: Vec<Variable>,
}

/// The robots that are recorded.
#[derive(Clone)]
pub(super) struct Begin {
    pub robots: Vec<BeginRobot>,
    /// The number of the file.
    pub number: u32,
    /// Whether there is each pass, or what was seen of them.
    pub each_pass: bool,
    /// The names of all robots, if others are recorded to files of their own.
    pub run: Vec<String>,
}

impl BeginRobot {
    /// Returns what its topics begin with: nothing if it is the only one.
    pub fn topics(&self) -> String {
        self.name.as_deref().map_or(String::new(), topics::of_robot)
    }

    /// Returns whether the descriptions are the same.
    pub fn is_like(&self, other: &Self) -> bool {
        let hashes = |of: &Self| (of.description.layout, of.description.hash);
        hashes(self) == hashes(other)
    }
}

impl Begin {
    /// Returns the first file of a robot that is alone.
    pub fn alone(description: Description, agent: Option<&str>, variables: &[Variable]) -> Self {
        let (agent, variables) = (agent.map(str::to_owned), variables.to_owned());
        let robot = BeginRobot { name: None, description, agent, variables };
        Self { robots: vec![robot], number: 1, each_pass: true, run: Vec::new() }
    }

    /// Returns the first file of the robots of a run.
    ///
    /// # Errors
    /// [`RecordError::Names`] if two of them have the same topics.
    pub fn run(robots: Vec<BeginRobot>) -> Result<Self, RecordError> {
        let topics: BTreeSet<String> = robots.iter().map(BeginRobot::topics).collect();
        if topics.len() < robots.len() {
            let names = robots.into_iter().filter_map(|robot| robot.name).collect();
            return Err(RecordError::Names(names));
        }
        Ok(Self { robots, number: 1, each_pass: true, run: Vec::new() })
    }
}

/// The times between what a recorder does.
#[derive(Clone, Copy)]
pub(super) struct Pace {
    /// The time after which passes are given to the thread, although there is room for more.
    pub send: Duration,
    /// The robot's time between two copies of all values, and between two pictures of its world.
    pub copy: Duration,
}

impl Pace {
    /// That of files: whatever happens to the program, less than a second is lost.
    pub const FILE: Self =
        Self { send: Duration::from_millis(400), copy: Duration::from_millis(500) };
    /// That of people who watch.
    #[cfg(feature = "foxglove")]
    pub const VIEWERS: Self =
        Self { send: Duration::from_millis(50), copy: Duration::from_millis(100) };
}

/// A file of a recording, or viewers.
pub(super) trait Sink: Send {
    /// Adds a batch of the robot with this number, and its encoder.
    fn write(&mut self, robot: usize, batch: &Batch, encoder: &mut Encoder) -> io::Result<()>;
    /// Has the operating system keep what was added.
    fn flush(&mut self) -> io::Result<()>;
    /// Completes the file: its index and end are written, and whether another file follows.
    fn finish(&mut self, continues: bool) -> io::Result<()>;
    /// Ends the file in a way that can be read, after an error.
    fn cut(&mut self);
    /// Returns its size in bytes.
    fn bytes(&self) -> u64;
}
