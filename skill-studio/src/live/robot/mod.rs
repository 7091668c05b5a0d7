//! The side of the robot: it watches each pass, and carries commands out.

mod execute;
#[cfg(feature = "record")]
mod travel;

use crate::live::command::{Answer, Command, Request, SENDER};
use crate::live::control::Senders;
use crate::live::debugger::{Debugger, Pass};
use crate::live::faults::Faults;
use crate::live::hub::InRun;
use crate::live::pace::{Due, Pace, Published};
use crate::live::role::Role;
use crate::live::tracer::{LiveTracer, Traces};
use crate::live::{Capabilities, Hub, Moment};
use crate::model::describe::Description;
use crate::model::timeline::{Happened, Input, Losses, Sample};
use crate::model::view::{
    self, Change, CoverageView, Hit, Image, Layer, LogLine, SeekView, View, Waiting,
};
use crate::model::world::{RobotKind, World};
use skill_runtime::agent::HasSkiller;
use skill_runtime::debug::{DebugMemory, DebugWriter};
use skill_runtime::skiller::CallSlot;
use skill_runtime::{
    ActiveEntry, Agent, AgentRunner, Blackboard, Exec, Instant, Machine, Observer, SkillSpace,
    Skiller, Tick,
};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::Receiver;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The number of robots that the program has made live.
static ROBOTS: AtomicU32 = AtomicU32::new(1);

/// Returns the number of this process, where there are several.
fn process() -> u32 {
    if cfg!(target_family = "wasm") { 0 } else { std::process::id() }
}

/// A part of the way to another time of a recording.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(not(feature = "record"), allow(dead_code))] // only a recording has other times
pub(crate) enum Way {
    /// Nobody looks at its passes.
    Far,
    /// Its passes lead to the moment, and are explained if anybody watches.
    Near,
}

/// A robot that can be watched and commanded while it runs the skills of the space `S`.
///
/// It is the [`Observer`] of the robot's passes. Before each pass, `wait` keeps the pace of the wall
/// clock, pauses, and carries commands out; where there is no such clock, [`serve`](Live::serve) and
/// [`begin`](Live::begin) do so.
pub struct Live<'a, S: SkillSpace> {
    board: &'a S::Board,
    hub: Arc<Hub>,
    requests: Receiver<Request>,
    memory: &'static DebugMemory,
    writer: DebugWriter<'static>,
    traces: Traces,
    debugger: Debugger,
    faults: Faults,
    senders: Senders,
    /// The clock at the last [`serve`](Self::serve).
    clock: Duration,
    /// The words of the blackboard as the skills have read it, if faults were put in.
    faulted: Option<Vec<u32>>,
    /// That of all robots of a run.
    pace: Arc<Mutex<Pace>>,
    hit: Option<Hit>,
    /// The call, or `stop`, that the skiller takes in the next pass.
    waiting: Option<String>,
    /// The text that is shown above the graph.
    notice: Option<String>,
    /// Since when the robot has waited for the same.
    waits: Waiting,
    /// The inputs; `None` of a recording, of which they are known from the beginning.
    losses: Option<Losses>,
    /// The time of a recording to which it is to go, and the one up to which it has run ahead.
    seek: Option<[Instant; 2]>,
    /// The way to another time of a recording.
    way: Option<Way>,
    /// The number of this robot among those of the program.
    number: u32,
    /// The number of transitions taken when the coverage was last published.
    covered: u64,
    now: Tick,
    published: Published,
}

impl<'a, S: SkillSpace> Live<'a, S>
where
    S::Board: HasSkiller,
{
    /// Makes a robot live: `description` is that of the space. Its passes keep pace with the wall
    /// clock.
    #[must_use]
    pub fn new(description: Description, board: &'a S::Board, kind: RobotKind) -> Self {
        let is_simulated = kind != RobotKind::Real;
        let capabilities = Capabilities {
            commands: true,
            changes: true,
            debugger: is_simulated,
            faults: is_simulated,
            scene: kind == RobotKind::Simulated { has_scene: true },
            why: true,
            coverage: true,
            seek: None,
            role: Role::Set,
        };
        Self::with(description, board, capabilities)
    }

    /// Makes a recording live, from the first to the last pass: it can be debugged, but what it does
    /// cannot be changed.
    #[must_use]
    pub fn of_recording(
        description: Description,
        board: &'a S::Board,
        [first, last]: [Instant; 2],
        has_scene: bool,
        coverage: CoverageView,
    ) -> Self {
        let seek = Some([first.as_secs_f64(), last.as_secs_f64()]);
        let capabilities = Capabilities {
            commands: true,
            changes: false,
            debugger: true,
            faults: false,
            scene: has_scene,
            why: true,
            coverage: true,
            seek,
            role: Role::Set,
        };
        let live = Self::with(description, board, capabilities);
        live.hub.publish_coverage(coverage);
        live
    }

    fn with(description: Description, board: &'a S::Board, capabilities: Capabilities) -> Self {
        let (hub, requests) = Hub::with_commands(description, capabilities);
        // Until the end of the program, as those who watch may be there longer than the robot.
        let memory: &'static DebugMemory = Box::leak(Box::new(DebugMemory::new()));
        let writer = DebugWriter::new(memory, board, description.hash);
        Self {
            board,
            hub,
            requests,
            memory,
            writer,
            traces: Traces::new(),
            debugger: Debugger::default(),
            faults: Faults::default(),
            senders: Senders::default(),
            clock: Duration::ZERO,
            faulted: None,
            pace: Arc::default(),
            hit: None,
            waiting: None,
            notice: None,
            waits: Waiting::default(),
            losses: capabilities.seek.is_none().then(|| Losses::of(&description)),
            seek: None,
            way: None,
            number: ROBOTS.fetch_add(1, Ordering::Relaxed),
            covered: 0,
            now: Tick::default(),
            published: Published::default(),
        }
    }

    /// Takes the pace of a run.
    pub(in crate::live) fn join(&mut self, pace: Arc<Mutex<Pace>>, of: InRun) {
        self.pace = pace;
        self.hub.join(of);
    }

    fn pace(&self) -> MutexGuard<'_, Pace> {
        self.pace.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the hub, for viewers.
    #[must_use]
    pub fn hub(&self) -> Arc<Hub> {
        Arc::clone(&self.hub)
    }

    /// Adds a line to the log.
    pub fn log(&self, text: impl Into<String>) {
        let time_sec = self.now.time.as_secs_f64();
        self.hub.log(vec![LogLine { time_sec, text: text.into() }]);
    }

    /// Sets what is shown above the graph.
    pub fn notice(&mut self, text: Option<String>) {
        self.notice = text;
        self.published.changed = true;
    }

    /// Pauses before the next pass.
    pub fn pause(&mut self) {
        self.pace().paused = true;
        self.published.changed = true;
    }

    /// Carries out the commands that have come, and publishes the views that are due. `clock` is the
    /// time of a clock that only goes forward, since any moment.
    pub fn serve(&mut self, clock: Duration, world: &mut dyn World) {
        self.clock = clock;
        while let Ok(request) = self.requests.try_recv() {
            self.answer(request, world);
        }
        let heard = self.hub.take_heard();
        if let Some(sender) = self.senders.end_lease(self.board, clock, &heard) {
            self.log(format!("control of {sender} has ended: it is not heard any more"));
            self.published.changed = true;
        }
        if let Some(sender) = self.senders.end_call(self.board, clock, &heard) {
            self.log(format!("the call of {sender} was stopped: it is not heard any more"));
            self.published.changed = true;
        }
        self.show(clock, world);
    }

    /// Returns when the pass at `time` may begin, by the same clock as that of
    /// [`serve`](Live::serve). If that is now, it begins, and must be run.
    pub fn begin(&mut self, time: Instant, clock: Duration) -> Due {
        self.pace().begin(time, clock)
    }

    /// Waits for a command, and carries it out.
    pub(in crate::live) fn await_command(&mut self, time: Duration, world: &mut dyn World) {
        // The hub is part of this, so it is not gone.
        if let Ok(request) = self.requests.recv_timeout(time) {
            self.answer(request, world);
        }
    }

    fn answer(&mut self, Request { sender, command, reply }: Request, world: &mut dyn World) {
        // Nobody waits any more for what would move the robot now: it was withdrawn while the passes did not go on.
        if reply.is_closed() && command.is_withdrawable() {
            return;
        }
        let answer = self.execute_for(sender, command, world);
        // The client may have disconnected.
        let _ = reply.send(answer);
    }

    /// Carries out a command of the program itself.
    ///
    /// # Errors
    /// The reason why it is refused.
    pub fn execute(&mut self, command: Command, world: &mut dyn World) -> Answer {
        self.execute_for(SENDER, command, world)
    }

    /// Returns the time of a recording to which it is to go.
    #[must_use]
    pub fn seek(&self) -> Option<Instant> {
        self.seek.map(|[to, _]| to)
    }

    /// Returns the words of the robot's memory.
    fn image(&self) -> Image {
        let board = self.faulted.clone().unwrap_or_else(|| self.board_words());
        Image { board, debug: self.memory.copy().to_vec(), starts: 0 }
    }

    /// Returns what is another text after each start of the robot.
    fn session(&self) -> String {
        format!("{:x}-{:x}", process(), self.number)
    }

    fn board_words(&self) -> Vec<u32> {
        let indices = 0..u32::try_from(S::Board::INTERFACES.len()).unwrap_or(u32::MAX);
        let cells = indices.filter_map(|index| self.board.cell_words(index));
        let words = cells.flat_map(|cell| cell.words().collect::<Vec<_>>());
        words.map(|word| word.load(Ordering::Relaxed)).collect()
    }

    /// Publishes what is due, if anybody watches.
    fn show(&mut self, clock: Duration, world: &dyn World) {
        if !self.hub.is_watched() {
            self.published.changed = true;
            return;
        }
        // The pass before the first watcher came was not explained.
        if !self.pace().paused && !self.traces.of(Layer::Skiller).borrow().explains {
            return;
        }
        let paused = self.pace().paused;
        let wanted = self.hub.board_period();
        let Some(due) = self.published.due(clock, wanted, paused) else { return };
        let image = self.image();
        // Nobody else writes this memory while it is read.
        let Ok((view, time)) = view::view(&self.hub.description, &image) else { return };
        let view = self.with_control(view);
        let mut moment = Moment::default();
        if due.slow {
            moment.board = Some(view::board(&self.hub.description, &image.board, time));
            let mut why = self.why(&image, &view, time);
            self.waits.add(view.time_sec, &mut why.sentence);
            moment.why = Some(why);
            self.publish_coverage();
        }
        moment.view = Some(view);
        self.hub.publish(clock, moment);
        if due.scene
            && let Some(mut scene) = world.scene()
        {
            if let Some(robot) = self.hub.run() {
                scene.keep_beliefs_of(Some(&robot.name));
            }
            self.hub.publish_scene(scene);
        }
        self.published.record(clock, wanted, due);
    }

    /// Adds what only this side knows.
    fn with_control(&self, mut view: View) -> View {
        view.session = self.session();
        view.pass = self.now.count;
        let pace = self.pace();
        (view.paused, view.speed) = (pace.paused, pace.speed);
        drop(pace);
        view.breakpoints = self.debugger.breakpoint_views();
        view.overrides = self.debugger.override_views();
        (view.faults, view.hit) = (self.faults.views(), self.hit.clone());
        view.waiting.clone_from(&self.waiting);
        view.notice.clone_from(&self.notice);
        let seconds = |of: Instant| of.as_secs_f64();
        view.seeking = self.seek.map(|of| {
            let [to_sec, known_sec] = of.map(seconds);
            SeekView { to_sec, known_sec }
        });
        view
    }

    fn why(&self, image: &Image, view: &View, now: Instant) -> view::WhyView {
        let traces = [Layer::Agent, Layer::Skiller].map(|layer| self.traces.of(layer).borrow());
        let whys = traces.each_ref().map(|traced| traced.why.last());
        let variables = traces.each_ref().map(|traced| traced.why.variables_now());
        let explained = [
            (Layer::Agent, &whys[0], &variables[0][..]),
            (Layer::Skiller, &whys[1], &variables[1][..]),
        ];
        view::explained(&self.hub.description, image, (view, now), explained)
    }

    /// Begins the pass of a layer.
    /// Returns the changes that were made of what the skills do, for a recording.
    #[must_use]
    pub fn change(&self) -> Change {
        let overrides = self.debugger.override_views();
        Change { overrides, refusing: self.faults.refusing_ids() }
    }

    /// Makes the changes of a recording.
    pub fn follow(&mut self, change: &Change) {
        self.debugger.follow(&self.hub.description, change);
    }

    /// Adds the pass to the numbers of the robot.
    fn measure(&self, now: Tick) {
        let Some(mut metrics) = self.hub.metrics() else { return };
        let indices = 0..u32::try_from(S::Board::INTERFACES.len()).unwrap_or(u32::MAX);
        let inputs = indices.filter_map(|index| {
            let head = self.board.cell_words(index)?.head();
            let head = head.map(|word| word.load(Ordering::Relaxed));
            let id = S::Board::INTERFACES.get(usize::try_from(index).ok()?)?.id;
            Some((id, Sample::of_head(head, false)))
        });
        metrics.pass(now.time, inputs);
    }

    /// Adds the duration of a pass, and the number of those that were missed after it.
    pub(crate) fn took(&self, duration: Duration, missed: u64) {
        if let Some(mut metrics) = self.hub.metrics() {
            metrics.took(duration, missed);
        }
    }

    fn begin_layer(&self, layer: Layer) -> LiveTracer {
        let mut traced = self.traces.of(layer).borrow_mut();
        traced.events.clear();
        // An agent that has ended runs no more.
        traced.why.forget();
        // A pass of a paused robot is a single step, which is looked at afterwards.
        let is_step = self.pace().paused;
        let is_seen = self.way != Some(Way::Far) && (is_step || self.hub.is_watched());
        traced.explains = is_seen || self.debugger.needs_explanations();
        traced.why.set_overrides(self.debugger.overrides());
        drop(traced);
        self.traces.tracer(layer)
    }

    /// Publishes how often transitions were taken, if more were. A recording has those of its whole
    /// time from the beginning.
    fn publish_coverage(&mut self) {
        let taken = self.traces.taken();
        if self.hub.capabilities.seek.is_none() && taken != self.covered {
            self.covered = taken;
            self.hub.publish_coverage(self.traces.coverage());
        }
    }

    /// Ends the pass of a layer.
    fn end_layer(&mut self, layer: Layer, active: Vec<ActiveEntry>) {
        let traced = self.traces.of(layer).borrow();
        self.published.changed |= !traced.events.is_empty();
        if !traced.events.is_empty() && self.hub.capabilities.seek.is_none() {
            let entries = traced.events.iter();
            let views = entries.map(|of| view::trace_view(layer, 0, of.instance, &of.event));
            let views: Vec<_> = views.collect();
            self.hub.happened(views.iter().map(Happened::from));
        }
        if let Some(mut metrics) = self.hub.metrics() {
            metrics.events(layer, &traced.events);
        }
        self.debugger.end_taken(&traced.events);
        if self.way.is_some() {
            self.debugger.pass_by(layer, active);
            return;
        }
        let (image, variables) = if self.debugger.reads_values() {
            (self.image(), traced.why.variables_now())
        } else {
            (Image::default(), Vec::new())
        };
        let pass = Pass {
            layer,
            events: &traced.events,
            active,
            variables: &variables,
            board: &image.board,
        };
        if let Some(hit) = self.debugger.reached(&self.hub.description, pass) {
            self.pace().paused = true;
            self.published.changed = true;
            let time_sec = self.now.time.as_secs_f64();
            let text = format!("breakpoint {}: {}", hit.breakpoint, hit.text);
            self.hub.log(vec![LogLine { time_sec, text }]);
            self.hit = Some(hit);
        }
    }
}

/// Reads what an input needs from a blackboard.
fn sample(board: &impl Blackboard, input: Input) -> Option<Sample> {
    let index = u32::try_from(input.place().interface).ok()?;
    let cell = board.cell_words(index)?;
    let flag = match input {
        Input::Flag { word, .. } => cell.value().get(word)?.load(Ordering::Relaxed) != 0,
        Input::Value { .. } => false,
    };
    Some(Sample::of_head(cell.head().map(|word| word.load(Ordering::Relaxed)), flag))
}

impl<S: SkillSpace> Observer for Live<'_, S>
where
    S::Board: HasSkiller,
{
    type Tracer = LiveTracer;

    fn before_think(&mut self, now: Tick) {
        self.now = now;
        // Another robot of the run may have been let go on.
        self.hit = None;
        self.faults.put_in(self.board);
    }

    fn agent_tracer(&mut self) -> LiveTracer {
        self.begin_layer(Layer::Agent)
    }

    fn after_think<A: Agent, B: HasSkiller>(&mut self, now: Tick, runner: &AgentRunner<'_, A, B>)
    where
        A::Machine: Exec<B>,
    {
        self.writer.publish_agent(now, runner, &self.traces.of(Layer::Agent).borrow().ring);
        self.end_layer(Layer::Agent, runner.machine().active().collect());
    }

    fn skill_tracer<T: SkillSpace, C>(&mut self, skiller: &mut Skiller<'_, T, C>) -> LiveTracer
    where
        T::Board: HasSkiller,
        C: CallSlot<T>,
    {
        skiller.refuse_messages(self.faults.refusing());
        self.begin_layer(Layer::Skiller)
    }

    fn after_skill<T: SkillSpace, C>(&mut self, now: Tick, skiller: &Skiller<'_, T, C>)
    where
        T::Board: HasSkiller,
        C: CallSlot<T>,
    {
        self.senders.pass();
        self.waiting = None;
        self.writer.publish_skiller(now, skiller, &self.traces.of(Layer::Skiller).borrow().ring);
        self.faulted = None;
        if self.hub.is_watched() && self.faults.are_in() {
            // As the skills have read it, with the skiller as it is now.
            self.faulted = Some(self.board_words());
        }
        self.end_layer(Layer::Skiller, skiller.active().collect());
        self.measure(now);
        if let Some(losses) = &mut self.losses {
            losses.pass(now.time, |input| sample(self.board, input), |loss| self.hub.lost(loss));
        }
        self.faults.take_out(self.board);
    }
}
