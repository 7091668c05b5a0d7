//! The place where the thread of the robot and the threads of watchers meet.

use super::command::{Answer, Command, Refusal, Request};
use super::metrics::Metrics;
use super::role::Role;
use crate::model::describe::Description;
use crate::model::timeline::{
    Happened, Input, Loss, Losses, MarkKind, MarkView, PlotError, PlotPart, PlotView, Plots,
    Sample, Timeline, TimelineView,
};
use crate::model::view::{BoardView, CoverageView, Layer, LogLine, SceneView, View, WhyView};
use serde::Serialize;
use serde_json::Value;
use skill_runtime::Instant;
use std::collections::{BTreeSet, VecDeque};
use std::sync::mpsc;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;
use tokio::sync::{oneshot, watch};

/// The number of lines that are kept of the log.
const LOG: usize = 200;

/// The abilities of a robot that is watched.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
#[allow(clippy::struct_excessive_bools)] // each is one on its own
pub struct Capabilities {
    /// It takes commands.
    pub commands: bool,
    /// Its commands can change what it does: call and stop skills, set parameters.
    pub changes: bool,
    /// Passes can be paused: it is simulated, or a recording.
    pub debugger: bool,
    /// It can be disturbed: faults can be put in, transitions changed, shapes moved. It is simulated.
    pub faults: bool,
    /// There is a world to see.
    pub scene: bool,
    /// Guards are explained, in their parts.
    pub why: bool,
    /// Transitions are counted since the start.
    pub coverage: bool,
    /// The times of the first and the last pass, s, if this is a recording, in which one can go back
    /// and forth.
    pub seek: Option<[f64; 2]>,
    /// The role of the client that reads this.
    pub role: Role,
}

/// A value and the number of its changes.
#[derive(Clone, Debug)]
pub struct Numbered<T> {
    /// The newest value.
    pub value: Arc<T>,
    /// A greater number than that of the value before.
    pub number: u64,
    /// The value as JSON, made once for all viewers.
    json: Arc<OnceLock<Value>>,
}

impl<T: Default> Default for Numbered<T> {
    fn default() -> Self {
        Self { value: Arc::default(), number: 0, json: Arc::default() }
    }
}

impl<T> Numbered<T> {
    /// Creates the first value.
    #[must_use]
    pub fn first(value: T) -> Self {
        Self { value: Arc::new(value), number: 1, json: Arc::default() }
    }

    fn set(&mut self, value: T) {
        *self = Self { value: Arc::new(value), number: self.number + 1, json: Arc::default() };
    }
}

impl<T: Serialize> Numbered<T> {
    /// Returns the value as JSON, for all viewers.
    pub(super) fn json(&self) -> Arc<OnceLock<Value>> {
        // Views are maps with texts as keys.
        self.json.get_or_init(|| serde_json::to_value(&*self.value).unwrap_or_default());
        Arc::clone(&self.json)
    }
}

/// The newest views of a robot, each with the number of its changes.
#[derive(Clone, Debug, Default)]
pub struct Newest {
    /// The robot at one moment.
    pub view: Numbered<View>,
    /// The values on the blackboard.
    pub board: Numbered<BoardView>,
    /// Why the active states are not left.
    pub why: Numbered<WhyView>,
    /// The world, if there is one.
    pub scene: Numbered<SceneView>,
    /// The number of times that each transition was taken.
    pub coverage: Numbered<CoverageView>,
    /// The last lines of the log; the number counts all lines.
    pub log: Numbered<VecDeque<LogLine>>,
    /// When the robot showed itself last, by the clock of this program.
    pub clock: Duration,
}

/// The views of one moment: those that are newer than before.
#[derive(Clone, Debug, Default)]
pub struct Moment {
    /// The state of what runs.
    pub view: Option<View>,
    /// The blackboard.
    pub board: Option<BoardView>,
    /// Why the active states are not left.
    pub why: Option<WhyView>,
}

/// The place of a robot among several ones.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct InRun {
    /// Its name.
    pub name: String,
    /// The names of all robots, in order.
    pub robots: Vec<String>,
}

/// Sees the newest views of a robot.
pub type Watching = watch::Receiver<Newest>;

/// The newest views of a robot, and the way of commands to it.
#[derive(Debug)]
pub struct Hub {
    /// The description of the robot.
    pub description: Description,
    /// The abilities that the robot offers to watchers.
    pub capabilities: Capabilities,
    newest: watch::Sender<Newest>,
    commands: Option<Mutex<mpsc::Sender<Request>>>,
    /// The clients that were heard since the robot has looked.
    heard: Mutex<BTreeSet<u32>>,
    past: Mutex<Past>,
    /// The values of the past, of a recording.
    plots: OnceLock<Box<dyn Plots>>,
    metrics: Mutex<Metrics>,
    /// Its place among the robots of a run.
    run: OnceLock<InRun>,
    /// The time between two blackboards, if somebody wants them faster than the page.
    board_period: OnceLock<Duration>,
}

/// The past of the robot.
#[derive(Debug, Default)]
struct Past {
    timeline: Timeline,
    /// The run of the program, and the last entry of each layer that was added.
    session: String,
    last: [u64; 2],
    /// The inputs of a robot of another program.
    losses: Option<Losses>,
}

impl Hub {
    /// Creates a hub for a robot that takes commands, and their recipient.
    #[must_use]
    pub fn with_commands(
        description: Description,
        capabilities: Capabilities,
    ) -> (Arc<Self>, mpsc::Receiver<Request>) {
        let (sender, receiver) = mpsc::channel();
        let commands = Some(Mutex::new(sender));
        let newest = watch::Sender::default();
        let (heard, past) = (Mutex::default(), Mutex::default());
        let (plots, metrics, run) = (OnceLock::new(), Mutex::default(), OnceLock::new());
        let board_period = OnceLock::new();
        let new = Self {
            description,
            capabilities,
            newest,
            commands,
            heard,
            past,
            plots,
            metrics,
            run,
            board_period,
        };
        (Arc::new(new), receiver)
    }

    /// Creates a hub for a robot that can only be watched.
    #[must_use]
    pub fn read_only(description: Description, capabilities: Capabilities) -> Arc<Self> {
        Arc::new(Self {
            description,
            capabilities,
            newest: watch::Sender::default(),
            commands: None,
            heard: Mutex::default(),
            past: Mutex::default(),
            plots: OnceLock::new(),
            metrics: Mutex::default(),
            run: OnceLock::new(),
            board_period: OnceLock::new(),
        })
    }

    /// Notes the place of the robot among those of a run.
    pub(super) fn join(&self, run: InRun) {
        // It does not change.
        let _ = self.run.set(run);
    }

    /// Returns the place of the robot among those of a run; `None` if it is alone.
    #[must_use]
    pub fn run(&self) -> Option<&InRun> {
        self.run.get()
    }

    /// Has the blackboard and the explanation published at another time than each 100 ms, once; at most with each
    /// view, that is each 5 ms.
    pub fn set_board_period(&self, period: Duration) {
        // The first one is it.
        let _ = self.board_period.set(period);
    }

    /// Returns the time between two blackboards, if it was set.
    pub(super) fn board_period(&self) -> Option<Duration> {
        self.board_period.get().copied()
    }

    /// Returns the newest views, and those that come.
    pub fn subscribe(&self) -> Watching {
        self.newest.subscribe()
    }

    /// Returns whether anybody watches.
    #[must_use]
    pub fn is_watched(&self) -> bool {
        self.watchers() > 0
    }

    /// Returns how many watch.
    #[must_use]
    pub fn watchers(&self) -> usize {
        self.newest.receiver_count()
    }

    /// Publishes newer views of one moment together. `clock` is when they were true, by the clock of
    /// this program.
    pub fn publish(&self, clock: Duration, moment: Moment) {
        let Moment { view, board, why } = moment;
        if let Some(view) = &view {
            self.remember(view);
        }
        if let Some(board) = &board {
            self.remember_losses(board);
        }
        self.newest.send_modify(|newest| {
            newest.clock = clock;
            if let Some(view) = view {
                newest.view.set(view);
            }
            if let Some(board) = board {
                newest.board.set(board);
            }
            if let Some(why) = why {
                newest.why.set(why);
            }
        });
    }

    /// Adds what has happened to the past of the robot, which a recording has from the beginning.
    pub fn happened<'h>(&self, events: impl Iterator<Item = Happened<'h>>) {
        if self.capabilities.seek.is_none() {
            let mut past = self.past();
            events.for_each(|event| past.timeline.add(&self.description, event));
        }
    }

    /// Sets the whole past, of a recording.
    pub fn set_past(&self, timeline: Timeline) {
        self.past().timeline = timeline;
    }

    /// Sets the values of the whole past, of a recording.
    pub fn set_plots(&self, plots: impl Plots + 'static) {
        // They do not change.
        let _ = self.plots.set(Box::new(plots));
    }

    /// Returns the values of a field over a part of the past, of a recording. `None` if this is none: a
    /// viewer of a robot that runs keeps the values that it has seen.
    ///
    /// # Errors
    /// [`PlotError`] if the field has none.
    pub fn plot(&self, part: PlotPart<'_>) -> Option<Result<PlotView, PlotError>> {
        Some(self.plots.get()?.plot(part))
    }

    /// Adds an input that was lost to the past of the robot.
    pub(super) fn lost(&self, loss: Loss<'_>) {
        self.past().timeline.add_loss(loss);
    }

    /// Returns a part of the past for a picture of a width in pixels. Without a begin it begins with
    /// the past, without an end it ends with it.
    #[must_use]
    pub fn past_part(
        &self,
        from_sec: Option<f64>,
        to_sec: Option<f64>,
        width: u32,
    ) -> TimelineView {
        let past = self.past();
        let whole = past.timeline.range();
        past.timeline.part(from_sec.unwrap_or(whole[0]), to_sec.unwrap_or(whole[1]), width)
    }

    /// Returns the next mark after a time, or the last one before it.
    #[must_use]
    pub fn mark(&self, time_sec: f64, is_next: bool, kind: Option<MarkKind>) -> Option<MarkView> {
        let wanted = |of| kind.is_none_or(|kind| kind == of);
        self.past().timeline.mark_from(time_sec, is_next, wanted)
    }

    /// Returns the numbers of the robot, if it is one of this program.
    pub(super) fn metrics(&self) -> Option<MutexGuard<'_, Metrics>> {
        let is_here = self.commands.is_some() && self.capabilities.seek.is_none();
        is_here.then(|| self.metrics.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn past(&self) -> MutexGuard<'_, Past> {
        self.past.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds the entries of the trace that are new. Those of the own robot come from its passes, as
    /// nobody may watch.
    fn remember(&self, view: &View) {
        let mut past = self.past();
        if self.capabilities.seek.is_some() {
            return;
        }
        if self.commands.is_none() {
            if past.session != view.session {
                *past = Past { session: view.session.clone(), ..Past::default() };
            }
            let Past { timeline, last, .. } = &mut *past;
            for entry in &view.trace {
                let last = &mut last[usize::from(entry.layer == Layer::Skiller)];
                if entry.number > *last {
                    *last = entry.number;
                    timeline.add(&self.description, entry.into());
                }
            }
        }
        past.timeline.seen(view.time_sec);
    }

    /// Adds the inputs that were lost. Those of the own robot come from its passes, and those of a
    /// recording are known from the beginning.
    fn remember_losses(&self, board: &BoardView) {
        if self.capabilities.seek.is_some() || self.commands.is_some() {
            return;
        }
        let time = |sec: f64| Duration::try_from_secs_f64(sec).map(|of| Instant::ZERO.after(of));
        let Ok(now) = time(board.time_sec) else { return };
        let Past { timeline, losses, .. } = &mut *self.past();
        let losses = losses.get_or_insert_with(|| Losses::of(&self.description));
        let read = |input: Input| {
            let of = board.interfaces.get(input.place().interface)?;
            let written = of.age_sec.and_then(|age| time(board.time_sec - age).ok());
            let flag = match input {
                Input::Flag { field, .. } => of.values.get(field)?.as_bool()?,
                Input::Value { .. } => false,
            };
            Some(Sample { has_writer: of.has_writer, written, flag })
        };
        losses.pass(now, read, |loss| {
            timeline.add_loss(loss);
        });
    }

    /// Publishes that the robot is out of sight, and why.
    pub fn publish_lost(&self, reason: impl Into<String>) {
        self.newest.send_modify(|newest| {
            let mut view = View::clone(&newest.view.value);
            (view.alive, view.lost) = (false, Some(reason.into()));
            newest.view.set(view);
        });
    }

    /// Publishes a newer picture of the world.
    pub fn publish_scene(&self, scene: SceneView) {
        self.newest.send_modify(|newest| newest.scene.set(scene));
    }

    /// Publishes how often transitions were taken.
    pub fn publish_coverage(&self, coverage: CoverageView) {
        self.newest.send_modify(|newest| newest.coverage.set(coverage));
    }

    /// Adds lines to the log.
    pub fn log(&self, lines: Vec<LogLine>) {
        if lines.is_empty() {
            return;
        }
        if self.capabilities.seek.is_none() {
            let mut past = self.past();
            for line in &lines {
                past.timeline.add_line(line.time_sec, &line.text);
            }
        }
        self.newest.send_modify(|newest| {
            let log = Arc::make_mut(&mut newest.log.value);
            newest.log.number += lines.len() as u64;
            log.extend(lines);
            let over = log.len().saturating_sub(LOG);
            log.drain(..over);
        });
    }

    /// Notes that a client is still there, so that control that it leases goes on.
    pub fn hear(&self, sender: u32) {
        self.heard.lock().unwrap_or_else(PoisonError::into_inner).insert(sender);
    }

    /// Returns the clients that were heard since the last time.
    pub(super) fn take_heard(&self) -> BTreeSet<u32> {
        std::mem::take(&mut *self.heard.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Sends the robot a command of `sender`. Its answer comes when it has carried the command out. A call, or new control,
    /// whose answer is dropped or closed before that is withdrawn.
    ///
    /// # Errors
    /// `not_here` if it can only be watched, `gone` if it is gone.
    pub fn send(
        &self,
        sender: u32,
        command: Command,
    ) -> Result<oneshot::Receiver<Answer>, Refusal> {
        let (reply, answer) = oneshot::channel();
        let Some(commands) = &self.commands else {
            return Err(Refusal::not_here("this robot can only be watched"));
        };
        let sent = commands.lock().map(|to| to.send(Request { sender, command, reply }));
        sent.map_err(|_| gone())?.map_err(|_| gone())?;
        Ok(answer)
    }

    /// Has the robot carry out a command of `sender`.
    ///
    /// # Errors
    /// The robot's [`Refusal`], or that it does not answer.
    #[cfg(feature = "live")]
    pub async fn command(&self, sender: u32, command: Command) -> Answer {
        /// The time in which the robot responds.
        const ANSWER: std::time::Duration = std::time::Duration::from_secs(3);
        match tokio::time::timeout(ANSWER, self.send(sender, command)?).await {
            Ok(Ok(answer)) => answer,
            Ok(Err(_)) | Err(_) => Err(gone()),
        }
    }
}

fn gone() -> Refusal {
    Refusal::new(503, "gone", "the robot does not answer")
}
