//! Running skills again on a recording.
//!
//! A pass depends on nothing but the state of the machines, its time, and what it reads. So a
//! [`Replay`] puts what a recorded pass has read onto a blackboard of its own, runs the agent and the
//! skills, and they do what they did. [`check`] compares both: a program that was built again must not
//! differ; one that was changed differs at the first pass in which the change has an effect.

mod check;
mod difference;
mod extract;
mod names;
mod saved;
#[cfg(feature = "hub")]
mod scout;
#[cfg(feature = "hub")]
mod show;

pub use check::{Checked, check};
pub use difference::Difference;
pub use extract::{ExtractError, Extracted, extract};
pub use saved::Saved;
#[cfg(feature = "hub")]
pub use show::LiveReplay;

use crate::model::describe::Description;
use crate::model::variables::Variables;
use crate::model::view::Change;
use crate::recording::record::{Passes, Recording};
use names::Matched;
use skill_runtime::agent::HasSkiller;
use skill_runtime::blackboard::{BoardEntry, CellWords, InterfaceSet};
use skill_runtime::skiller::{self, CallSlot};
use skill_runtime::{
    AgentStage, Blackboard, Instant, NoTrace, ObservedPass, Observer, SkillSpace, Skiller, Stages,
    Tick, Tracer, WriterTaken,
};
use std::fmt::{self, Display, Formatter};
use std::sync::atomic::Ordering::{Relaxed, Release};

/// The reason why a recording cannot be run again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ReplayError {
    /// It was made by a program with another blackboard, whose description it does not have.
    Layout {
        /// The hash in the recording.
        found: u64,
        /// The hash of this program's blackboard.
        expected: u64,
        /// The build that made the recording.
        build: String,
    },
    /// It was made with another skill space.
    Space {
        /// The name in the recording.
        found: String,
        /// The name in this program.
        expected: &'static str,
    },
    /// It does not begin with the first pass: the files before it are missing.
    Begin {
        /// The number of its first pass.
        pass: u32,
    },
    /// It does not have each pass: another program has recorded what it has seen.
    Seen,
    /// It has no passes.
    Empty,
    /// The file was changed while it was read.
    Changed {
        /// The number of passes that were read.
        passes: usize,
    },
    /// The agent's or the skiller's interfaces already have a writer.
    Writer(WriterTaken),
}

impl Display for ReplayError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Layout { found, expected, build } => write!(
                f,
                "the recording has blackboard {found:016x}, this program {expected:016x}\nhelp: \
                 replay it with the program that has recorded it ({})",
                crate::text::escape::Escaped(build)
            ),
            Self::Space { found, expected } => write!(
                f,
                "the recording is of the skill space `{}`, not of `{expected}`",
                crate::text::escape::Escaped(found)
            ),
            Self::Begin { pass } => write!(
                f,
                "the recording begins with pass {pass}\nhelp: give all its files, the first one \
                 first"
            ),
            Self::Seen => f.write_str(
                "the recording is of another program, which has not seen each pass\nhelp: record \
                 the robot with its own program",
            ),
            Self::Changed { passes } => {
                write!(f, "the file was changed: it could be read again for {passes} passes")
            }
            Self::Empty => f.write_str(
                "the recording has no passes\nhelp: its program ended before it wrote the first ones",
            ),
            Self::Writer(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ReplayError {}

impl From<WriterTaken> for ReplayError {
    fn from(error: WriterTaken) -> Self {
        Self::Writer(error)
    }
}

/// Returns an error if a recording is not of a robot with this space.
fn check_robot<S: SkillSpace>(recording: &Recording) -> Result<(), ReplayError> {
    if recording.space != S::NAME {
        let found = recording.space.clone();
        return Err(ReplayError::Space { found, expected: S::NAME });
    }
    if !recording.each_pass {
        return Err(ReplayError::Seen);
    }
    Ok(())
}

/// Returns an error if the blackboard of a recording is not that of this program.
fn check_layout<S: SkillSpace>(recording: &Recording) -> Result<(), ReplayError> {
    if recording.layout == S::Board::LAYOUT {
        return Ok(());
    }
    let (found, expected) = (recording.layout, S::Board::LAYOUT);
    Err(ReplayError::Layout { found, expected, build: recording.build.clone() })
}

/// Returns the description of the recorded robot: that of this program if it is the same.
fn recorded_description(recording: &Recording, own: &Description) -> Option<Description> {
    recording.description(&[*own]).ok().filter(|of| of.layout == recording.layout)
}

/// An observer of a replay.
pub trait Witness: Observer {
    /// Makes the changes that a debugger had made of transitions, from the next pass on.
    fn follow(&mut self, description: &Description, change: &Change);
}

/// Observes nothing, and makes no changes.
impl Witness for () {
    fn follow(&mut self, _: &Description, _: &Change) {}
}

/// Has messages refused as they were in a recording, whatever the observer before it does.
struct Refusing(Option<InterfaceSet>);

impl Observer for Refusing {
    type Tracer = NoTrace;
    fn agent_tracer(&mut self) -> NoTrace {
        NoTrace
    }
    fn skill_tracer<S: SkillSpace, C>(&mut self, skiller: &mut Skiller<'_, S, C>) -> NoTrace
    where
        S::Board: HasSkiller,
        C: CallSlot<S>,
    {
        if let Some(set) = self.0 {
            skiller.refuse_messages(set);
        }
        NoTrace
    }
}

/// A robot whose skills of the space `S`, and whose agent, run again on a recording.
pub struct Replay<'a, 'r, S: SkillSpace, A> {
    recording: &'r Recording,
    passes: Passes<'r>,
    /// The words of the recording, if its blackboard is another one.
    matched: Option<Matched>,
    description: Description,
    targets: Vec<Target<'a>>,
    agent: A,
    skiller: Skiller<'a, S>,
    /// The interface of the skiller.
    own: InterfaceSet,
    /// The interfaces that the program has written in the pass before.
    wrote: InterfaceSet,
}

impl<'a, 'r, S: SkillSpace, A: AgentStage> Replay<'a, 'r, S, A>
where
    S::Board: HasSkiller,
{
    /// Prepares a recording on a blackboard of its own; `description` is that of the space, `agent`
    /// is on the same blackboard.
    ///
    /// # Errors
    /// [`ReplayError`] if the recording is of another robot, or does not begin at its beginning.
    pub fn new(
        description: Description,
        recording: &'r Recording,
        board: &'a S::Board,
        mut agent: A,
    ) -> Result<Self, ReplayError> {
        check_robot::<S>(recording)?;
        if !recording.variables.is_empty() {
            // An agent with other variables is a changed one, whose first difference a check finds.
            let _ = Variables::restore(&recording.variables, &mut agent);
        }
        let (mut matched, mut recorded) = (None, description);
        if recording.layout != S::Board::LAYOUT {
            match recorded_description(recording, &description) {
                Some(of) => (matched, recorded) = (Some(Matched::new(&of, &description)), of),
                None => check_layout::<S>(recording)?,
            }
        }
        let passes = recording.passes(&recorded);
        let first = passes.peek().ok_or(ReplayError::Empty)?;
        if first.count != 0 {
            return Err(ReplayError::Begin { pass: first.count });
        }
        let own = description.interface_set(skiller::INTERFACE_ID);
        Ok(Self {
            recording,
            passes,
            matched,
            description,
            targets: targets(board, &description),
            agent,
            skiller: Skiller::new(board)?,
            own,
            wrote: InterfaceSet::NONE,
        })
    }

    /// Returns what this program reads and the recording does not have, because its blackboard was
    /// another one: interfaces that have no writer, and fields that are 0 in each pass.
    #[must_use]
    pub fn missing(&self) -> &[String] {
        self.matched.as_ref().map_or(&[], |matched| &matched.missing)
    }

    /// Returns the time of the next pass; `None` after the last.
    #[must_use]
    pub fn next_time(&self) -> Option<Instant> {
        self.passes.peek().map(|now| now.time)
    }

    /// Runs the next pass and returns its time and number; `None` after the last.
    pub fn step(&mut self, observer: &mut impl Witness, tracer: &mut impl Tracer) -> Option<Tick> {
        let now = self.passes.next()?;
        let writes = self.own.union(self.skiller.writes()).union(self.agent.writes());
        let queues = InterfaceSet::ALL;
        // Another interface is the recording's again, whatever the program wrote there.
        let is_same = self.wrote == writes && self.matched.is_none();
        let changed = if is_same { self.passes.changed() } else { InterfaceSet::ALL };
        let words = match &mut self.matched {
            Some(matched) => matched.of(self.passes.words()),
            None => self.passes.words(),
        };
        restore(&self.targets, (words, changed), writes, queues);
        self.wrote = writes;
        let change = self.recording.change(now.count);
        if let Some(change) = change {
            observer.follow(&self.description, change);
        }
        let refusing = change.map(|change| change.refusing(&self.description));
        let Self { agent, skiller, .. } = self;
        let observer = &mut (observer, Refusing(refusing));
        ObservedPass { robot: &mut (), agent, skiller, observer, tracer }.run(now);
        Some(now)
    }
}

/// An interface of the blackboard that recorded words are put onto.
struct Target<'a> {
    index: u32,
    entry: &'static BoardEntry,
    words: CellWords<'a>,
}

/// Returns the interfaces of a blackboard.
fn targets<'a>(board: &'a impl Blackboard, description: &Description) -> Vec<Target<'a>> {
    let target = |(index, entry)| Some(Target { index, entry, words: board.cell_words(index)? });
    (0..).zip(description.interfaces).filter_map(target).collect()
}

/// Puts the recorded words onto the blackboard, except the values that the replayed program `writes`
/// itself, and other queues than those in `queues`. What has not `changed` is there already, unless
/// this program has sent a message.
fn restore(
    targets: &[Target<'_>],
    (words, changed): (&[u32], InterfaceSet),
    writes: InterfaceSet,
    queues: InterfaceSet,
) {
    for Target { index, entry, words: cell } in targets {
        let Some(from) = words.get(entry.offset..entry.offset + entry.words) else { continue };
        let (head, from) = from.split_at(CellWords::HEAD);
        let (value, from) = from.split_at(entry.data_words);
        let (indices, queue) = from.split_at(CellWords::INDICES);
        let is_new = changed.contains(*index);
        if is_new && !writes.contains(*index) {
            for (to, word) in cell.value().iter().zip(value) {
                to.store(*word, Relaxed);
            }
            // The sequence number last.
            for (to, word) in cell.head().into_iter().zip(head).rev() {
                to.store(*word, Release);
            }
        }
        let places = cell.indices();
        let is_same = || places.iter().zip(indices).all(|(at, word)| at.load(Relaxed) == *word);
        if !queues.contains(*index) || !is_new && is_same() {
            continue;
        }
        if indices[0] != indices[1] {
            for (to, word) in cell.queue().iter().zip(queue) {
                to.store(*word, Relaxed);
            }
        }
        for (to, word) in places.into_iter().zip(indices) {
            to.store(*word, Relaxed);
        }
    }
}
