//! A recording that was read.

use super::blocks::{Block, State};
use super::changes::Changes;
use super::passes::read_block;
use super::sent::SentMessage;
use super::source::{Messages, Place, Source};
use super::world::World;
#[cfg(feature = "cli")]
use super::writer::path_of;
use super::{FORMAT, FORMAT_OF_RUN};
use crate::model::describe::{Description, DescriptionError};
use crate::model::timeline::{Happened, Input, Losses, Sample, Timeline};
use crate::model::variables::Variable;
use crate::model::view::{Change, CoverageView, Layer, LogLine, SceneView};
use crate::text::escape::Escaped;
use skill_runtime::blackboard::InterfaceSet;
use skill_runtime::graph::Graph;
use skill_runtime::{Instant, Tick};
use std::fmt::{self, Display, Formatter};
use std::io;
#[cfg(feature = "cli")]
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// A recording that was read, whole or up to where it breaks off.
#[derive(Clone, Debug)]
pub struct Recording {
    /// The name of the robot's program.
    pub robot: String,
    /// The name of the robot in a run of several ones; `None` if it is alone.
    pub name: Option<String>,
    /// The names of all robots of that run, in order.
    pub run: Vec<String>,
    /// The name of the skill space.
    pub space: String,
    /// The agent; `None` if there was none.
    pub agent: Option<String>,
    /// The variables with which the agent began, if it went on with those of an earlier run.
    pub variables: Vec<Variable>,
    /// The layout of the blackboard.
    pub layout: u64,
    /// The hash of the skills and agents.
    pub descriptions: u64,
    /// The build of the program.
    pub build: String,
    /// The number of the file, 1 for the first of a recording.
    pub file: u32,
    /// Whether it has each pass, or what another program has seen of them.
    pub each_pass: bool,
    /// Whether it has the messages that were sent; those of older programs do not.
    pub has_messages: bool,
    /// The way in which the file ends.
    pub ending: Ending,
    /// The events in order.
    pub events: Vec<Event>,
    /// The messages that the agent and the skills have sent, in order.
    pub sent: Vec<SentMessage>,
    /// The description of the robot, if the file has it.
    pub(super) description: Option<Arc<[u8]>>,
    pub(super) sources: Vec<Source>,
    pub(super) blocks: Vec<BlockPlace>,
    pub(super) world: World,
    pub(super) changes: Changes,
    /// The lines of the log, in order, without those that repeat events.
    pub log: Vec<LogLine>,
}

/// A block of passes that is in the file.
#[derive(Clone, Copy, Debug)]
pub(super) struct BlockPlace {
    pub first: Tick,
    pub last: Tick,
    passes: u16,
    /// Whether it is the first of a file.
    begins: bool,
    /// As [`Block::later_us`].
    later_us: u64,
    pub place: Place,
}

impl BlockPlace {
    pub fn of(block: &Block, begins: bool, place: Place) -> Option<Self> {
        let (first, last) = (*block.passes.first()?, *block.passes.last()?);
        let passes = u16::try_from(block.passes.len()).ok()?;
        Some(Self { first, last, passes, begins, later_us: 0, place })
    }

    /// Reads the block; of the words alone that are `wanted`, if that is given. `None` if it is no longer
    /// there.
    pub fn read(
        &self,
        messages: &mut Messages,
        sources: &[Source],
        wanted: Option<&[bool]>,
    ) -> Option<Block> {
        let mut block = read_block(messages.at(sources, self.place)?, wanted).ok()?;
        block.begins = self.begins;
        block.later_us = self.later_us;
        block.passes.truncate(usize::from(self.passes));
        block.passes.iter_mut().for_each(|pass| pass.time = pass.time.after(later(self.later_us)));
        Some(block)
    }

    /// Returns the block up to a time; `None` if it has no pass until then.
    #[cfg(feature = "cli")]
    fn until(self, time: Instant, sources: &[Source]) -> Option<Self> {
        let block = self.read(&mut Messages::default(), sources, None)?;
        let passes = block.passes.iter().take_while(|pass| pass.time <= time).count();
        let last = *block.passes.get(passes.checked_sub(1)?)?;
        Some(Self { last, passes: u16::try_from(passes).ok()?, ..self })
    }
}

fn later(by_us: u64) -> Duration {
    Duration::from_micros(by_us)
}

/// The way in which a file ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ending {
    /// It was ended by its recorder.
    Whole,
    /// Another file of the recording follows.
    Continues,
    /// It was cut: by a kill, a full disk, or because it is still being written.
    Cut {
        /// The number of bytes that were read.
        bytes: u64,
    },
    /// The rest cannot be read.
    Invalid {
        /// The number of bytes before.
        bytes: u64,
        /// The error of the next byte.
        reason: String,
    },
}

impl Display for Ending {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Whole => f.write_str("whole"),
            Self::Continues => f.write_str("without its next file"),
            Self::Cut { bytes } => write!(f, "cut after {bytes} bytes"),
            Self::Invalid { bytes, reason } => {
                write!(f, "invalid after {bytes} bytes: {}", Escaped(reason))
            }
        }
    }
}

/// An event of the trace.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Event {
    /// The robot's time.
    pub time: Instant,
    /// The number of the pass.
    pub pass: u32,
    /// Of the agent or of the skiller.
    pub layer: Layer,
    /// The number of the machine.
    pub machine: u32,
    /// The name of the skill or agent.
    pub skill: String,
    /// The kind of event, as in [`TraceView::kind`](crate::model::view::TraceView::kind).
    pub kind: String,
    /// The index of the transition in the skill's graph at that time.
    pub transition: Option<u16>,
    /// The state that was left.
    pub from: String,
    /// The state that was entered.
    pub to: String,
    /// The event as a text.
    pub text: String,
}

impl Event {
    /// Returns the state that was entered, by its index in the graph of the skill.
    #[must_use]
    pub fn target(&self, graph: &Graph) -> Option<u16> {
        let is_named = |index: u16| {
            graph.states.get(usize::from(index)).is_some_and(|state| state.name == self.to)
        };
        // States inside different states can share their name, so the transition decides.
        let taken = self.transition.and_then(|index| graph.transitions.get(usize::from(index)));
        let taken = taken.map(|taken| taken.to).filter(|index| is_named(*index));
        taken.or_else(|| (0..).take(graph.states.len()).find(|index| is_named(*index)))
    }
}

/// The reason why a file is no recording that can be used.
#[derive(Debug)]
pub enum ReadError {
    /// It cannot be read.
    Io(io::Error),
    /// It is no MCAP file.
    NotMcap(String),
    /// It is an MCAP file, but no recording of a robot with skills, or ends before it says so.
    NotARecording,
    /// The recording has another version of the format.
    Format(String),
    /// It is of several robots, which have these names.
    Run(Vec<String>),
    /// The metadata has no such entry, or it cannot be read.
    Metadata(&'static str),
    /// The description of the robot cannot be used.
    Description(DescriptionError),
    /// The robot is none that the program knows, and the file ends before its description.
    NoDescription,
}

impl Display for ReadError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => error.fmt(f),
            Self::NotMcap(reason) => write!(
                f,
                "not an MCAP file: {}\nhelp: a recording is a file that --record FILE has written",
                Escaped(reason)
            ),
            Self::NotARecording => {
                f.write_str("not a recording of skills, or cut before its first part")
            }
            Self::Format(found) => write!(
                f,
                "the recording has format {}, this program reads formats {FORMAT} and {FORMAT_OF_RUN}",
                Escaped(found)
            ),
            Self::Run(names) => write!(
                f,
                "the recording has {} robots\nhelp: choose one of {}",
                names.len(),
                Escaped(names.join(", "))
            ),
            Self::Metadata(key) => write!(f, "the recording does not say its `{key}`"),
            Self::Description(error) => error.fmt(f),
            Self::NoDescription => {
                f.write_str("the recording is cut before the description of its robot")
            }
        }
    }
}

impl std::error::Error for ReadError {}

impl Recording {
    /// Returns the description of the robot: one of those that are `known`, or that in the file. The
    /// latter stays in memory until the end of the program.
    ///
    /// # Errors
    /// [`ReadError::NoDescription`] and [`ReadError::Description`] if there is none in the file, or
    /// none that can be used.
    pub fn description(&self, known: &[Description]) -> Result<Description, ReadError> {
        let is_known = |of: &&Description| (of.layout, of.hash) == (self.layout, self.descriptions);
        if let Some(known) = known.iter().find(is_known) {
            return Ok(*known);
        }
        let text = self.description.as_ref().ok_or(ReadError::NoDescription)?;
        let text = String::from_utf8_lossy(text);
        Description::read(&text).map_err(ReadError::Description)
    }

    /// Returns the path of the next file of the recording, if this one says that there is one, and it is beside the
    /// `first`.
    #[cfg(feature = "cli")]
    pub(crate) fn next_file(&self, first: &Path) -> Option<PathBuf> {
        let next = (self.ending == Ending::Continues).then(|| path_of(first, self.file + 1));
        next.filter(|path| path.is_file())
    }

    /// Returns the architecture of the processor that it was recorded on, as in
    /// [`std::env::consts::ARCH`].
    #[must_use]
    pub fn architecture(&self) -> Option<&str> {
        self.build.split(' ').nth(1)
    }

    /// Returns the number of passes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.blocks.iter().map(|block| usize::from(block.passes)).sum()
    }

    /// Returns whether there are no passes.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.blocks.is_empty()
    }

    /// Returns the time of the first and of the last pass.
    #[must_use]
    pub fn times(&self) -> Option<(Instant, Instant)> {
        Some((self.blocks.first()?.first.time, self.blocks.last()?.last.time))
    }

    /// Makes all times later, so that those of robots with other clocks are on one time line. The skills run again as
    /// before: what they do depends on differences of times alone.
    #[cfg(feature = "cli")]
    pub(in crate::recording) fn move_later(&mut self, later_us: u64) {
        let move_one = |time: &mut Instant| *time = time.after(later(later_us));
        self.events.iter_mut().for_each(|event| move_one(&mut event.time));
        self.log.iter_mut().for_each(|line| line.time_sec += later(later_us).as_secs_f64());
        for block in &mut self.blocks {
            move_one(&mut block.first.time);
            move_one(&mut block.last.time);
            block.later_us += later_us;
        }
        self.world.move_later(later(later_us));
    }

    /// Leaves out the passes after a time: robots of a run whose recording breaks off end at other times.
    #[cfg(feature = "cli")]
    pub(crate) fn end_at(&mut self, time: Instant) {
        let after = self.blocks.iter().position(|block| block.last.time > time);
        let Some(after) = after else { return };
        let cut = self.blocks[after].until(time, &self.sources);
        self.blocks.truncate(after);
        self.blocks.extend(cut);
    }

    /// Returns the passes in order, on the blackboard of a description.
    #[must_use]
    pub fn passes(&self, description: &Description) -> Passes<'_> {
        Passes {
            sources: &self.sources,
            blocks: &self.blocks,
            messages: Messages::default(),
            current: None,
            block: 0,
            pass: 0,
            state: State::new(description.interfaces),
            wanted: None,
        }
    }

    /// Returns the passes in order, of which some words alone are read: the others stay 0.
    pub(in crate::recording) fn passes_of(
        &self,
        description: &Description,
        words: impl Iterator<Item = usize>,
    ) -> Passes<'_> {
        let mut passes = self.passes(description);
        let mut wanted = vec![false; passes.state.words.len()];
        words.for_each(|word| wanted[word] = true);
        passes.wanted = Some(wanted);
        passes
    }

    /// Returns the description of its blackboard: that of a program if it is the same, else its own.
    pub(in crate::recording) fn recorded_board(
        &self,
        description: &Description,
    ) -> Option<Description> {
        if self.layout == description.layout {
            return Some(*description);
        }
        self.description(&[]).ok().filter(|of| of.layout == self.layout)
    }

    /// Adds the inputs that were lost to a time line.
    fn add_losses(&self, description: &Description, timeline: &mut Timeline) {
        let Some(description) = self.recorded_board(description) else { return };
        let mut losses = Losses::of(&description);
        let words = losses.inputs().flat_map(Input::words);
        let mut passes = self.passes_of(&description, words);
        while let Some(now) = passes.next() {
            let read = |input| Sample::of_words(passes.words(), input);
            losses.pass(now.time, read, |loss| {
                timeline.add_loss(loss);
            });
        }
    }

    /// Returns how often transitions were taken.
    #[must_use]
    pub fn coverage(&self) -> CoverageView {
        let mut coverage = CoverageView::default();
        for event in self.events.iter().filter(|event| event.kind == "transition") {
            if let Some(transition) = event.transition {
                coverage.count(&event.skill, transition);
            }
        }
        coverage
    }

    /// Returns which states were active when, by the graphs of a description.
    #[must_use]
    pub fn timeline(&self, description: &Description) -> Timeline {
        let mut timeline = Timeline::default();
        let graph = |name: &str| description.find(name).map(|skill| &skill.graph);
        for event in &self.events {
            timeline.add(
                description,
                Happened {
                    time_sec: event.time.as_secs_f64(),
                    layer: event.layer,
                    machine: event.machine,
                    skill: &event.skill,
                    kind: &event.kind,
                    to: graph(&event.skill).and_then(|graph| event.target(graph)),
                    text: &event.text,
                },
            );
        }
        for line in &self.log {
            timeline.add_line(line.time_sec, &line.text);
        }
        self.add_losses(description, &mut timeline);
        timeline.sort();
        if let Some((first, last)) = self.times() {
            timeline.set_range([first.as_secs_f64(), last.as_secs_f64()]);
        }
        timeline
    }

    /// Returns whether the world around the robot was recorded.
    #[must_use]
    pub fn has_scene(&self) -> bool {
        !self.world.is_empty()
    }

    /// Returns the world around the robot at a time; `None` if it was not recorded.
    #[must_use]
    pub fn scene(&self, time: Instant) -> Option<SceneView> {
        self.world.at(&self.sources, time)
    }

    /// Returns the changes that a debugger had made of what the skills do in a pass.
    #[must_use]
    pub fn change(&self, pass: u32) -> Option<&Change> {
        self.changes.at(pass)
    }

    /// Appends the next file of the same recording.
    ///
    /// # Errors
    /// This recording, unchanged, if `next` is not the next file of it.
    pub fn append(&mut self, next: Self) -> Result<(), String> {
        let of = |of: &Self| (of.name.clone(), of.layout, of.descriptions);
        if of(&next) != of(self) {
            return Err("it is of another robot or build".to_owned());
        }
        if next.file != self.file + 1 {
            return Err(format!(
                "it is file {}, expected file {}\nhelp: give the files of one recording once each, in their order",
                next.file,
                self.file + 1
            ));
        }
        (self.file, self.ending) = (next.file, next.ending);
        self.has_messages &= next.has_messages;
        self.events.extend(next.events);
        self.sent.extend(next.sent);
        self.log.extend(next.log);
        let source =
            u16::try_from(self.sources.len()).map_err(|_| "it is one too many".to_owned())?;
        self.sources.extend(next.sources);
        self.blocks.extend(next.blocks.into_iter().map(|mut block| {
            block.place.source = source;
            block
        }));
        self.world.append(&next.world, source);
        self.changes.append(next.changes);
        Ok(())
    }
}

/// The passes of a recording, one after the other.
#[derive(Clone, Debug)]
pub struct Passes<'r> {
    sources: &'r [Source],
    blocks: &'r [BlockPlace],
    messages: Messages,
    /// The block of the next pass, if one of it was read.
    current: Option<Block>,
    block: usize,
    pass: usize,
    state: State,
    /// The words that are read, if not all are.
    wanted: Option<Vec<bool>>,
}

impl Passes<'_> {
    /// Goes to the next pass, and returns its time and number; `None` after the last.
    #[allow(clippy::should_implement_trait)] // what `words` returns belongs to it
    pub fn next(&mut self) -> Option<Tick> {
        let place = self.blocks.get(self.block)?;
        if self.current.is_none() {
            // A file that was changed meanwhile ends here.
            let wanted = self.wanted.as_deref();
            self.current = Some(place.read(&mut self.messages, self.sources, wanted)?);
        }
        let block = self.current.as_ref()?;
        let now = *block.passes.get(self.pass)?;
        self.state.apply(block, self.pass);
        self.pass += 1;
        if self.pass == block.passes.len() {
            (self.block, self.pass, self.current) = (self.block + 1, 0, None);
        }
        Some(now)
    }

    /// Returns the time and number of the next pass; `None` after the last.
    #[must_use]
    pub fn peek(&self) -> Option<Tick> {
        match &self.current {
            Some(block) => block.passes.get(self.pass).copied(),
            None => self.blocks.get(self.block).map(|block| block.first),
        }
    }

    /// Returns the interfaces whose words are not those of the pass before.
    #[must_use]
    pub fn changed(&self) -> InterfaceSet {
        self.state.changed
    }

    /// Returns the words of the blackboard as the pass has read them.
    #[must_use]
    pub fn words(&self) -> &[u32] {
        &self.state.words
    }
}
