//! The side of the robot: it copies what a pass reads.

use super::batch::{Batch, Note, PASSES, Part, Pass, Sent, Traced};
use super::error::RecordError;
use super::memory::{Memory, MemoryWriter};
use super::sent::words_between;
use super::sink::{Begin, BeginRobot, Pace};
#[cfg(feature = "foxglove")]
use super::viewers::Viewers;
use super::writer::{Options, ThreadWriter};
use crate::model::describe::Description;
use crate::model::run::RobotOfRun;
use crate::model::variables::Variable;
use crate::model::view::{Change, Layer, SceneView};
use skill_runtime::agent::HasSkiller;
use skill_runtime::blackboard::AtomicU32;
use skill_runtime::blackboard::{CellWords, InterfaceSet, PARAMETERS_ID};
use skill_runtime::skiller::{self, CallSlot};
use skill_runtime::{
    Agent, AgentRunner, Blackboard, Exec, Instant, Observer, SkillSpace, Skiller, Tick, TraceEntry,
    TraceEvent, Tracer,
};
use std::cell::RefCell;
use std::rc::Rc;
#[cfg(feature = "foxglove")]
use std::sync::Arc;
use std::sync::atomic::Ordering::{Acquire, Relaxed};

/// Records a robot whose passes it observes. [`finish`](Recorder::finish) ends the recording; after
/// anything else the file contains all but the last second.
///
/// Each pass is recorded with all that it can read: the values that the running skill and the
/// agent use, which interfaces have a writer, and the state of the queues. All other values are
/// recorded twice a second.
pub struct Recorder<'a> {
    cells: Vec<Cell<'a>>,
    /// The interfaces whose values were copied before this pass, if they had changed.
    copied: InterfaceSet,
    /// The interfaces that the last pass has read.
    reads: InterfaceSet,
    agent_reads: InterfaceSet,
    /// The interfaces that the skills, the agent and the skiller write themselves.
    writes: InterfaceSet,
    skiller: InterfaceSet,
    /// The interface of the parameters, which machines read by themselves.
    parameters: InterfaceSet,
    traced: Rc<RefCell<RecordedTrace>>,
    batch: Batch,
    now: Tick,
    change: Change,
    /// Whether it is new.
    has_changed: bool,
    next_all: Instant,
    next_scene: Instant,
    pace: Pace,
    writer: Writer,
}

/// A robot of a run that is to be recorded, whatever its blackboard.
pub(crate) struct NamedRobot {
    pub name: String,
    pub description: Description,
    pub agent: Option<String>,
    /// The variables with which the agent begins, if it goes on with those of an earlier run.
    pub variables: Vec<Variable>,
}

/// A recording of a robot of a run that was begun.
pub(crate) struct BegunRecording {
    writer: ThreadWriter,
    description: Description,
    pace: Pace,
}

impl BegunRecording {
    /// Begins a recording of robots that need not have the same blackboard, as [`Recorder::of_run`].
    ///
    /// # Errors
    /// [`RecordError`] as there.
    pub fn of_run(robots: Vec<NamedRobot>, options: &Options) -> Result<Vec<Self>, RecordError> {
        let (robots, descriptions) = split(robots);
        let writers = ThreadWriter::start_run(robots, options)?;
        Ok(Self::all(descriptions, writers, Pace::FILE))
    }

    /// Begins to send the topics of a recording of such robots to viewers, as [`Recorder::run_for_viewers`].
    ///
    /// # Errors
    /// [`RecordError`] as there.
    #[cfg(feature = "foxglove")]
    pub fn for_viewers(robots: Vec<NamedRobot>) -> Result<(Vec<Self>, Arc<Viewers>), RecordError> {
        let (robots, descriptions) = split(robots);
        let (writers, viewers) = ThreadWriter::for_viewers(Begin::run(robots)?)?;
        Ok((Self::all(descriptions, writers, Pace::VIEWERS), viewers))
    }

    fn all(descriptions: Vec<Description>, writers: Vec<ThreadWriter>, pace: Pace) -> Vec<Self> {
        let all = writers.into_iter().zip(descriptions);
        all.map(|(writer, description)| Self { writer, description, pace }).collect()
    }

    /// Returns the recorder of the robot on its blackboard.
    pub fn recorder(self, board: &impl Blackboard) -> Recorder<'_> {
        Recorder::to(Writer::Thread(self.writer), self.pace, self.description, board)
    }
}

/// Returns what a recording of robots begins with, and their descriptions.
fn split(robots: Vec<NamedRobot>) -> (Vec<BeginRobot>, Vec<Description>) {
    let begin = |NamedRobot { name, description, agent, variables }| {
        (BeginRobot { name: Some(name), description, agent, variables }, description)
    };
    robots.into_iter().map(begin).unzip()
}

/// The destination of the passes.
enum Writer {
    Thread(ThreadWriter),
    Memory(Box<MemoryWriter>),
}

impl Writer {
    /// Returns whether the passes have to be written although there is room for more.
    fn is_due(&self) -> bool {
        match self {
            Self::Thread(writer) => writer.is_due(),
            Self::Memory(_) => false,
        }
    }
}

struct Cell<'a> {
    head: [&'a AtomicU32; CellWords::HEAD],
    value: &'a [AtomicU32],
    indices: [&'a AtomicU32; CellWords::INDICES],
    queue: &'a [AtomicU32],
    /// The words that were copied last.
    sequence: u32,
    writer: u32,
    sent: [u32; CellWords::INDICES],
    /// The end of the messages that were noted.
    tail: u32,
}

impl<'a> Cell<'a> {
    fn new(words: CellWords<'a>) -> Self {
        let (head, value, indices) = (words.head(), words.value(), words.indices());
        let queue = words.queue();
        Self { head, value, indices, queue, sequence: 0, writer: 0, sent: [0; 3], tail: 0 }
    }
}

/// The events of a batch.
struct RecordedTrace {
    events: Vec<Traced>,
    pass: u32,
    layer: Layer,
    instance: u32,
}

impl<'a> Recorder<'a> {
    /// Begins a recording of the robot with this description and blackboard, which the named agent
    /// commands, if there is one.
    ///
    /// # Errors
    /// [`RecordError`] if the file cannot be created.
    pub fn new(
        description: Description,
        board: &'a impl Blackboard,
        agent: Option<&str>,
        options: &Options,
    ) -> Result<Self, RecordError> {
        let writer = ThreadWriter::start(description, agent, options)?;
        Ok(Self::to(Writer::Thread(writer), Pace::FILE, description, board))
    }

    /// Begins a recording of the robots of a run, which have one clock, to one file. Returns their recorders in
    /// order. The world is recorded by any of them; the last one that is finished ends the file.
    ///
    /// # Errors
    /// [`RecordError`] if the file cannot be created, or two robots have one name.
    pub fn of_run(
        robots: &[RobotOfRun<'a, impl Blackboard>],
        options: &Options,
    ) -> Result<Vec<Self>, RecordError> {
        Ok(on_boards(robots, BegunRecording::of_run(named(robots), options)?))
    }

    /// Begins to send the topics of a recording of a robot to viewers.
    ///
    /// # Errors
    /// [`RecordError`] if there can be no thread for it.
    #[cfg(feature = "foxglove")]
    pub(crate) fn for_viewers(
        description: Description,
        board: &'a impl Blackboard,
    ) -> Result<(Self, Arc<Viewers>), RecordError> {
        let begin = Begin::alone(description, None, &[]);
        let (writer, viewers) = ThreadWriter::for_viewers(begin)?;
        let writer = Writer::Thread(ThreadWriter::one(writer)?);
        Ok((Self::to(writer, Pace::VIEWERS, description, board), viewers))
    }

    /// Begins to send the topics of a recording of the robots of a run to viewers. Returns their recorders in order.
    ///
    /// # Errors
    /// [`RecordError`] if there can be no thread for it, or two robots have one name.
    #[cfg(feature = "foxglove")]
    pub(crate) fn run_for_viewers(
        robots: &[RobotOfRun<'a, impl Blackboard>],
    ) -> Result<(Vec<Self>, Arc<Viewers>), RecordError> {
        let (begun, viewers) = BegunRecording::for_viewers(named(robots))?;
        Ok((on_boards(robots, begun), viewers))
    }

    /// Begins a recording in memory, as [`new`](Recorder::new) does in a file. It is written by the
    /// robot's own thread.
    ///
    /// # Errors
    /// [`RecordError`] if the begin of the recording cannot be written.
    pub fn in_memory(
        description: Description,
        board: &'a impl Blackboard,
        agent: Option<&str>,
    ) -> Result<(Self, Memory), RecordError> {
        let begin = Begin::alone(description, agent, &[]);
        let memory = Memory::default();
        let writer = MemoryWriter::start(&begin, memory.clone()).map_err(RecordError::Memory)?;
        Ok((Self::to(Writer::Memory(Box::new(writer)), Pace::FILE, description, board), memory))
    }

    fn to(
        writer: Writer,
        pace: Pace,
        description: Description,
        board: &'a impl Blackboard,
    ) -> Self {
        let cells = (0..).map_while(|index| board.cell_words(index).map(Cell::new));
        let skiller = description.interface_set(skiller::INTERFACE_ID);
        Self {
            cells: cells.collect(),
            copied: InterfaceSet::NONE,
            reads: InterfaceSet::NONE,
            agent_reads: InterfaceSet::NONE,
            writes: skiller,
            skiller,
            parameters: description.interface_set(PARAMETERS_ID),
            traced: Rc::new(RefCell::new(RecordedTrace {
                events: Vec::new(),
                pass: 0,
                layer: Layer::Agent,
                instance: 0,
            })),
            batch: Batch::default(),
            now: Tick::default(),
            change: Change::default(),
            has_changed: false,
            next_all: Instant::ZERO,
            next_scene: Instant::ZERO,
            pace,
            writer,
        }
    }

    /// Adds a line to the log of the recording.
    pub fn log(&mut self, text: impl Into<String>) {
        self.batch.notes.push(Note::Log(self.now.time, text.into()));
    }

    /// Records the changes that a debugger has made of what the skills do, from the next pass on.
    pub fn change(&mut self, change: Change) {
        if change != self.change {
            (self.change, self.has_changed) = (change, true);
        }
    }

    /// Has the last passes written if it is time: while there are no others, as of a paused robot.
    pub fn keep(&mut self) {
        if !self.batch.passes.is_empty() && self.writer.is_due() {
            self.send();
        }
    }

    /// Records the world around the robot, if the last picture of it is old enough.
    pub fn scene(&mut self, scene: impl FnOnce() -> Option<SceneView>) {
        if self.now.time >= self.next_scene {
            self.next_scene = self.now.time.after(self.pace.copy);
            self.batch.notes.extend(scene().map(|scene| Note::Scene(self.now.time, scene)));
        }
    }

    /// Ends the recording.
    ///
    /// # Errors
    /// [`RecordError`] if it could not be written as a whole: the time at which it ends, and why.
    pub fn finish(mut self) -> Result<(), RecordError> {
        self.send();
        match self.writer {
            Writer::Thread(writer) => writer.finish(),
            Writer::Memory(mut writer) => writer.finish().map_err(RecordError::Memory),
        }
    }

    /// Has all passes so far written to memory; a file has them within a second.
    ///
    /// # Errors
    /// [`RecordError`] if they cannot be written.
    pub fn flush(&mut self) -> Result<(), RecordError> {
        self.send();
        match &mut self.writer {
            Writer::Thread(_) => Ok(()),
            Writer::Memory(writer) => writer.flush().map_err(RecordError::Memory),
        }
    }

    /// Gives the passes to the thread, or to memory.
    fn send(&mut self) {
        self.batch.events.append(&mut self.traced.borrow_mut().events);
        let batch = std::mem::take(&mut self.batch);
        self.batch = match &mut self.writer {
            Writer::Thread(writer) => writer.send(batch),
            // An in-memory recording accepts every batch.
            Writer::Memory(writer) => writer.send(batch).unwrap_or_default(),
        };
    }

    /// Copies the values of some interfaces, unless they are as they were.
    fn copy_values(&mut self, of: InterfaceSet) {
        let words = &mut self.batch.words;
        for index in of.iter() {
            let Some(cell) = self.cells.get_mut(index as usize) else { return };
            let sequence = cell.head[0].load(Acquire);
            if sequence != cell.sequence {
                cell.sequence = sequence;
                words.push([Part::Value.code(index)]);
                words.push(cell.head.map(|word| word.load(Relaxed)));
                words.copy(cell.value);
            }
        }
    }

    /// Copies which interfaces have a writer, and the state of their queues, where it has changed.
    fn copy_states(&mut self) {
        let words = &mut self.batch.words;
        for (index, cell) in (0..).zip(&mut self.cells) {
            let writer = cell.head[1].load(Relaxed);
            if writer != cell.writer {
                cell.writer = writer;
                words.push([Part::Writer.code(index), writer]);
            }
            if cell.queue.is_empty() {
                continue;
            }
            let indices = cell.indices.map(|word| word.load(Relaxed));
            cell.tail = indices[0];
            if indices != cell.sent {
                cell.sent = indices;
                words.push([Part::Indices.code(index)]);
                words.push(indices);
                // Messages that wait are read in this pass, or still there in the next.
                if indices[0] != indices[1] {
                    words.push([Part::Queue.code(index)]);
                    words.copy(cell.queue);
                }
            }
        }
    }

    /// Notes the messages that were sent since the last time.
    fn note_sent(&mut self, layer: Layer) {
        let Batch { sent, sent_words, .. } = &mut self.batch;
        for (interface, cell) in self.cells.iter_mut().enumerate() {
            let tail = cell.indices[0].load(Relaxed);
            if tail != cell.tail {
                sent_words.extend(words_between(cell.queue, cell.tail, tail));
                sent.push(Sent { now: self.now, layer, interface, end: sent_words.len() });
                cell.tail = tail;
            }
        }
    }

    fn tracer(&mut self, layer: Layer) -> RecordTracer {
        let traced = &mut *self.traced.borrow_mut();
        (traced.pass, traced.layer) = (self.now.count, layer);
        RecordTracer(Rc::clone(&self.traced))
    }
}

/// Returns the robots of a run without their blackboards.
fn named<B>(robots: &[RobotOfRun<'_, B>]) -> Vec<NamedRobot> {
    let named = |robot: &RobotOfRun<'_, B>| NamedRobot {
        name: robot.name.clone(),
        description: robot.description,
        agent: robot.agent.map(str::to_owned),
        variables: Vec::new(),
    };
    robots.iter().map(named).collect()
}

/// Returns the recorders of the robots of a run, in order.
fn on_boards<'a>(
    robots: &[RobotOfRun<'a, impl Blackboard>],
    begun: Vec<BegunRecording>,
) -> Vec<Recorder<'a>> {
    begun.into_iter().zip(robots).map(|(begun, robot)| begun.recorder(robot.board)).collect()
}

/// The tracer of a [`Recorder`].
pub struct RecordTracer(Rc<RefCell<RecordedTrace>>);

impl Tracer for RecordTracer {
    const TIMES: bool = true;
    fn record(&mut self, event: &TraceEvent) {
        let traced = &mut *self.0.borrow_mut();
        let entry = TraceEntry { instance: traced.instance, event: *event };
        traced.events.push(Traced { pass: traced.pass, layer: traced.layer, entry });
    }
    fn descend(&mut self, offset: u32) {
        self.0.borrow_mut().instance += offset;
    }
    fn ascend(&mut self, offset: u32) {
        self.0.borrow_mut().instance -= offset;
    }
}

impl Observer for Recorder<'_> {
    type Tracer = RecordTracer;

    fn before_think(&mut self, now: Tick) {
        self.now = now;
        if std::mem::take(&mut self.has_changed) {
            self.batch.notes.push(Note::Change(now, self.change.clone()));
        }
        self.copy_states();
        let mut values = InterfaceSet(self.reads.0 & !self.writes.0).union(self.parameters);
        if now.time >= self.next_all {
            self.next_all = now.time.after(self.pace.copy);
            values = InterfaceSet::ALL;
        }
        self.copy_values(values);
        self.copied = values;
    }

    fn agent_tracer(&mut self) -> RecordTracer {
        self.tracer(Layer::Agent)
    }

    fn after_think<A: Agent, B: HasSkiller>(&mut self, _: Tick, runner: &AgentRunner<'_, A, B>)
    where
        A::Machine: Exec<B>,
    {
        self.note_sent(Layer::Agent);
        self.agent_reads = runner.reads();
        self.writes = self.writes.union(runner.writes());
    }

    fn skill_tracer<S: SkillSpace, C>(&mut self, _: &mut Skiller<'_, S, C>) -> RecordTracer
    where
        S::Board: HasSkiller,
        C: CallSlot<S>,
    {
        self.tracer(Layer::Skiller)
    }

    fn after_skill<S: SkillSpace, C>(&mut self, now: Tick, skiller: &Skiller<'_, S, C>)
    where
        S::Board: HasSkiller,
        C: CallSlot<S>,
    {
        self.note_sent(Layer::Skiller);
        self.writes = self.writes.union(skiller.writes());
        self.reads = self.agent_reads.union(skiller.reads());
        // A skill that began in this pass may read more, which nobody else has written since. The
        // skiller's own interface is recorded for those who look at the recording.
        let others = InterfaceSet(self.reads.0 & !self.writes.0 & !self.copied.0);
        self.copy_values(others.union(self.skiller));
        self.batch.passes.push(Pass { now, end: self.batch.words.len() });
        let passes = self.batch.passes.len();
        if passes >= PASSES || self.writer.is_due() {
            self.send();
        }
    }
}
