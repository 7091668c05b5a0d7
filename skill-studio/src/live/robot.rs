//! The side of the robot: it watches each pass, and carries commands out.

use super::command::{Answer, Command, Control, Debug, Place, Refusal, Request};
use super::debugger::{Debugger, Pass};
use super::faults::Faults;
use super::tracer::{LiveTracer, Traces};
use super::{Can, Hub, NewBreakpoint, World};
use crate::Description;
use crate::view::{self, Hit, Image, Layer, LogLine, View};
use serde_json::Map;
use skill_runtime::agent::HasSkiller;
use skill_runtime::debug::{DebugMemory, DebugWriter};
use skill_runtime::dependency::interface_id;
use skill_runtime::skiller::{
    AcquireControl, CallSlot, ExecSkill, Message, ReleaseControl, SkillerInterface, StopExec,
};
use skill_runtime::{
    ActiveEntry, Agent, AgentRunner, Blackboard, Exec, Instant, Machine, Observer, Provides, Sent,
    SkillSpace, Skiller, Text, Tick,
};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;

const SKILLER: u64 = interface_id("Skiller");
/// The sender id of the page.
const SENDER: u32 = 0x5354_5544;
/// The least time between two views.
const VIEW: Duration = Duration::from_millis(5);
/// The time after which a view is published even if nothing has happened.
const IDLE: Duration = Duration::from_millis(40);
/// The time between two blackboards and explanations.
const SLOW: Duration = Duration::from_millis(100);
/// The time between two pictures of the world.
const SCENE: Duration = Duration::from_millis(50);

/// A robot that can be watched and commanded while it runs the skills of the space `S`.
///
/// It is the [`Observer`] of the robot's passes. Before each pass, [`wait`](Live::wait) keeps the
/// pace, pauses, and carries commands out.
pub struct Live<'a, S: SkillSpace> {
    board: &'a S::Board,
    hub: Arc<Hub>,
    requests: Receiver<Request>,
    memory: &'static DebugMemory,
    writer: DebugWriter<'static>,
    traces: Traces,
    debugger: Debugger,
    faults: Faults,
    /// The words of the blackboard as the skills have read it, if faults were put in.
    faulted: Option<Vec<u32>>,
    control: Pace,
    hit: Option<Hit>,
    /// The last pass.
    now: Tick,
    published: Published,
}

/// The control of the passes.
struct Pace {
    paused: bool,
    /// Whether one pass is to run although the robot is paused.
    steps: bool,
    /// The speed as a multiple of the wall clock's.
    speed: Option<f64>,
    /// The begin of the last pass: by the wall clock, and the robot's.
    last: Option<(std::time::Instant, Instant)>,
}

/// The times at which something was published last.
struct Published {
    view: Option<std::time::Instant>,
    slow: Option<std::time::Instant>,
    scene: Option<std::time::Instant>,
    /// Whether something has happened since the last view.
    changed: bool,
}

fn is_due(last: Option<std::time::Instant>, period: Duration) -> bool {
    last.is_none_or(|last| last.elapsed() >= period)
}

impl<'a, S: SkillSpace> Live<'a, S>
where
    S::Board: HasSkiller,
{
    /// Makes a robot live: `description` is that of the space. Its passes keep pace with the wall
    /// clock.
    #[must_use]
    pub fn new(description: Description, board: &'a S::Board, has_scene: bool) -> Self {
        let can = Can { commands: true, debugger: true, scene: has_scene, why: true };
        let (hub, requests) = Hub::with_commands(description, can);
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
            faulted: None,
            control: Pace { paused: false, steps: false, speed: Some(1.0), last: None },
            hit: None,
            now: Tick::default(),
            published: Published { view: None, slow: None, scene: None, changed: true },
        }
    }

    /// Returns the hub, for those who watch.
    #[must_use]
    pub fn hub(&self) -> Arc<Hub> {
        Arc::clone(&self.hub)
    }

    /// Adds a line to the log.
    pub fn log(&self, text: impl Into<String>) {
        let time_sec = self.now.time.as_secs_f64();
        self.hub.log(vec![LogLine { time_sec, text: text.into() }]);
    }

    /// Pauses the passes.
    pub fn pause(&mut self) {
        self.control.paused = true;
        self.published.changed = true;
    }

    /// Waits until the pass at `time` may begin, and carries out the commands that come meanwhile.
    /// Returns whether it may; `false` after a while, so that the caller can end.
    pub fn wait(&mut self, time: Instant, world: &mut dyn World) -> bool {
        let until = std::time::Instant::now() + SLOW;
        loop {
            while let Ok(request) = self.requests.try_recv() {
                self.answer(request, world);
            }
            self.show(world);
            let due = self.control.due(time);
            let now = std::time::Instant::now();
            let next = match due {
                Some(due) if due <= now => {
                    // Passes that are missed are not caught up with for long.
                    let missed = now.duration_since(due) > SLOW;
                    self.control.begin(if missed { now } else { due }, time);
                    return true;
                }
                Some(due) => due.min(until),
                None if now >= until => return false,
                None => until,
            };
            match self.requests.recv_timeout(next.saturating_duration_since(now)) {
                Ok(request) => self.answer(request, world),
                Err(RecvTimeoutError::Timeout) => {}
                // The hub is part of this, so it is not gone.
                Err(RecvTimeoutError::Disconnected) => return true,
            }
        }
    }

    fn answer(&mut self, Request { command, reply }: Request, world: &mut dyn World) {
        let answer = self.carry_out(command, world);
        self.published.changed = true;
        // Whoever has asked may be gone.
        let _ = reply.send(answer);
    }

    fn carry_out(&mut self, command: Command, world: &mut dyn World) -> Answer {
        let description = self.hub.description;
        let mut answer = Map::new();
        match command {
            Command::Call(text) => self.call(&text)?,
            Command::Stop => self.send(StopExec {})?,
            Command::Control(Control::Acquire) => {
                self.send(AcquireControl { steal_control: false })?;
            }
            Command::Control(Control::Steal) => {
                self.send_unchecked(AcquireControl { steal_control: true })?;
            }
            Command::Control(Control::Release) => self.send(ReleaseControl {})?,
            Command::Debug(debug) => self.debug(debug)?,
            Command::SetBreakpoint(new) => {
                let id = self.debugger.set(&description, new, false)?;
                answer.insert("id".to_owned(), id.into());
            }
            Command::RemoveBreakpoint(id) => self.debugger.remove(id)?,
            Command::Override(new) => self.debugger.change(&description, &new)?,
            Command::Fault(new) => self.faults.change(&description, self.board, new)?,
            Command::Move(Place { shape, x_m, y_m }) => {
                world.move_shape(&shape, x_m, y_m).map_err(Refusal::bad_request)?;
                self.published.scene = None;
            }
            Command::Push(Place { shape, x_m, y_m }) => {
                world.push_shape(&shape, x_m, y_m).map_err(Refusal::bad_request)?;
                self.published.scene = None;
            }
        }
        self.memory.publish_breakpoints(self.debugger.published());
        Ok(answer)
    }

    /// Sends a call to the skiller.
    fn call(&mut self, text: &str) -> Result<(), Refusal> {
        if let Err(error) = S::parse(text) {
            let refusal = Refusal::new(400, "bad_call", error.to_string());
            let refusal = refusal.with("at", error.at).with("len", error.len);
            return Err(refusal.with("suggestion", error.suggestion));
        }
        match Text::try_from(text) {
            Ok(skill_string) => self.send(ExecSkill { skill_string }),
            Err(_) => Err(Refusal::bad_request("the call is longer than 1024 bytes")),
        }
    }

    /// Sends a message to the skiller, unless another sender has control.
    fn send(&mut self, message: impl Into<Message>) -> Result<(), Refusal> {
        let controller = self.skiller().exclusive_controller;
        if controller != 0 && controller != SENDER {
            let text = format!("sender {controller} has exclusive control of the skiller");
            return Err(Refusal::new(409, "controlled", text).with("controller", controller));
        }
        self.send_unchecked(message)
    }

    fn send_unchecked(&mut self, message: impl Into<Message>) -> Result<(), Refusal> {
        let cell = Provides::<SkillerInterface, SKILLER>::cell(self.board);
        match cell.send_as(SENDER, message) {
            Sent::Queued(_) => Ok(()),
            Sent::Refused(error) => Err(Refusal::new(503, "no_skiller", error.to_string())),
        }
    }

    fn skiller(&self) -> SkillerInterface {
        Provides::<SkillerInterface, SKILLER>::cell(self.board).sample().data
    }

    fn debug(&mut self, debug: Debug) -> Result<(), Refusal> {
        match debug {
            Debug::Pause => self.control.paused = true,
            Debug::Continue => self.go_on(),
            Debug::Step => {
                self.go_on();
                (self.control.paused, self.control.steps) = (true, true);
            }
            Debug::Speed { factor } => {
                if factor.is_some_and(|factor| !(0.01..=100.0).contains(&factor)) {
                    return Err(Refusal::bad_request("expected a factor, 0.01 to 100, or null"));
                }
                self.control.speed = factor;
            }
            Debug::RunTo { skill, on, state, transition } => {
                let condition = String::new();
                let new = NewBreakpoint { skill, on, state, transition, condition };
                self.debugger.set(&self.hub.description, new, true)?;
                self.go_on();
            }
        }
        Ok(())
    }

    fn go_on(&mut self) {
        (self.control.paused, self.hit) = (false, None);
    }

    /// Returns the words of the robot's memory.
    fn image(&self) -> Image {
        let board = self.faulted.clone().unwrap_or_else(|| self.board_words());
        Image { board, debug: self.memory.copy().to_vec() }
    }

    fn board_words(&self) -> Vec<u32> {
        let indices = 0..u32::try_from(S::Board::INTERFACES.len()).unwrap_or(u32::MAX);
        let cells = indices.filter_map(|index| self.board.cell_words(index));
        let words = cells.flat_map(|cell| cell.words().collect::<Vec<_>>());
        words.map(|word| word.load(std::sync::atomic::Ordering::Relaxed)).collect()
    }

    /// Publishes what is due, if anybody watches.
    fn show(&mut self, world: &dyn World) {
        if !self.hub.is_watched() {
            self.published.changed = true;
            return;
        }
        // The pass before the first watcher came was not explained.
        if !self.control.paused && !self.traces.of(Layer::Skiller).borrow().explains {
            return;
        }
        let last = self.published.view;
        let due = if self.published.changed { VIEW } else { IDLE };
        if !is_due(last, due) {
            return;
        }
        let image = self.image();
        let now = std::time::Instant::now();
        // Nobody else writes this memory while it is read.
        let Ok((view, time)) = view::view(&self.hub.description, &image) else { return };
        let view = self.with_control(view);
        let is_slow_due =
            is_due(self.published.slow, SLOW) || self.published.changed && self.control.paused;
        self.hub.publish_view(view.clone());
        if is_slow_due {
            self.hub.publish_board(view::board(&self.hub.description, &image.board, time));
            self.hub.publish_why(self.why(&image, &view, time));
            self.published.slow = Some(now);
        }
        if is_due(self.published.scene, SCENE)
            && let Some(scene) = world.scene()
        {
            self.hub.publish_scene(scene);
            self.published.scene = Some(now);
        }
        (self.published.view, self.published.changed) = (Some(now), false);
    }

    /// Adds what only this side knows.
    fn with_control(&self, mut view: View) -> View {
        view.session = format!("{:x}-{}", std::process::id(), view.session);
        view.pass = self.now.count;
        (view.paused, view.speed) = (self.control.paused, self.control.speed);
        view.skiller.mine = view.skiller.controller == SENDER;
        view.breakpoints = self.debugger.breakpoint_views();
        view.overrides = self.debugger.override_views();
        (view.faults, view.hit) = (self.faults.views(), self.hit.clone());
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
    fn begin(&self, layer: Layer) -> LiveTracer {
        let mut traced = self.traces.of(layer).borrow_mut();
        traced.events.clear();
        traced.explains = self.hub.is_watched() || self.debugger.needs_explanations();
        traced.why.set_overrides(self.debugger.overrides());
        drop(traced);
        self.traces.tracer(layer)
    }

    /// Ends the pass of a layer.
    fn end(&mut self, layer: Layer, active: Vec<ActiveEntry>) {
        let traced = self.traces.of(layer).borrow();
        self.published.changed |= !traced.events.is_empty();
        let (image, variables) = if self.debugger.needs_explanations() {
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
            self.control.paused = true;
            self.published.changed = true;
            let time_sec = self.now.time.as_secs_f64();
            let text = format!("breakpoint {}: {}", hit.breakpoint, hit.text);
            self.hub.log(vec![LogLine { time_sec, text }]);
            self.hit = Some(hit);
        }
    }
}

impl Pace {
    /// Returns when the pass at `time` is due; `None` while passes are paused.
    fn due(&self, time: Instant) -> Option<std::time::Instant> {
        let now = std::time::Instant::now();
        match (self.paused, self.steps, self.last, self.speed) {
            (true, false, ..) => None,
            (_, true, ..) | (_, _, None, _) | (.., None) => Some(now),
            (_, _, Some((wall, last)), Some(speed)) => {
                Some(wall + Duration::from_secs_f64(time.since(last).as_secs_f64() / speed))
            }
        }
    }

    /// Begins a pass.
    fn begin(&mut self, wall: std::time::Instant, time: Instant) {
        (self.steps, self.last) = (false, Some((wall, time)));
    }
}

impl<S: SkillSpace> Observer for Live<'_, S>
where
    S::Board: HasSkiller,
{
    type Tracer = LiveTracer;

    fn before_think(&mut self, now: Tick) {
        self.now = now;
        self.faults.put_in(self.board);
    }

    fn agent_tracer(&mut self) -> LiveTracer {
        self.begin(Layer::Agent)
    }

    fn after_think<A: Agent, B: HasSkiller>(&mut self, now: Tick, runner: &AgentRunner<'_, A, B>)
    where
        A::Machine: Exec<B>,
    {
        self.writer.publish_agent(now, runner, &self.traces.of(Layer::Agent).borrow().ring);
        self.end(Layer::Agent, runner.machine().active().collect());
    }

    fn skill_tracer<T: SkillSpace, C>(&mut self, skiller: &mut Skiller<'_, T, C>) -> LiveTracer
    where
        T::Board: HasSkiller,
        C: CallSlot<T>,
    {
        skiller.refuse_messages(self.faults.refusing());
        self.begin(Layer::Skiller)
    }

    fn after_skill<T: SkillSpace, C>(&mut self, now: Tick, skiller: &Skiller<'_, T, C>)
    where
        T::Board: HasSkiller,
        C: CallSlot<T>,
    {
        self.writer.publish_skiller(now, skiller, &self.traces.of(Layer::Skiller).borrow().ring);
        self.faulted = None;
        if self.hub.is_watched() && self.faults.are_in() {
            // As the skills have read it, with the skiller as it is now.
            self.faulted = Some(self.board_words());
        }
        self.end(Layer::Skiller, skiller.active().collect());
        self.faults.take_out(self.board);
    }
}
