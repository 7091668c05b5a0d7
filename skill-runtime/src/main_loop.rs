//! The main loop, which runs Fawkes's stages in order once per tick.

use crate::agent::HasSkiller;
use crate::agent::{Agent, AgentRunner};
use crate::machine::Exec;
use crate::skiller::CallSlot;
use crate::skiller::Skiller;
use crate::space::SkillSpace;
use crate::time::{Instant, PassClock, Tick, TimeWentBack};
use crate::trace::{NoTrace, Tracer};

/// The stages of the main loop. A stage does nothing by default.
pub trait Stages {
    /// Reads the hardware (or the simulator) and publishes it.
    fn sensor(&mut self, now: Tick) {
        let _ = now;
    }
    /// Updates the world model from the sensor data.
    fn world_model(&mut self, now: Tick) {
        let _ = now;
    }
    /// Runs the agent, which decides what the robot does.
    fn think(&mut self, now: Tick) {
        let _ = now;
    }
    /// Runs the skiller, which executes the skills.
    fn skill(&mut self, now: Tick) {
        let _ = now;
    }
    /// Sends the commands to the hardware (or the simulator).
    fn act(&mut self, now: Tick) {
        let _ = now;
    }
}

/// Watches the passes of a robot: a tool that shows, records or debugs skills. A method does nothing
/// by default.
///
/// The owner of the agent and the skiller calls the methods in the order in which they are
/// declared, and gives the tracers to both.
pub trait Observer {
    /// The type of the tracers.
    type Tracer: Tracer;
    /// Runs after the sensors and the world model, before the agent and the skills read the
    /// blackboard.
    fn before_think(&mut self, now: Tick) {
        let _ = now;
    }
    /// Returns the tracer of the agent in this pass.
    fn agent_tracer(&mut self) -> Self::Tracer;
    /// Runs after the agent.
    fn after_think<A: Agent, B: HasSkiller>(&mut self, now: Tick, runner: &AgentRunner<'_, A, B>)
    where
        A::Machine: Exec<B>,
    {
        let _ = (now, runner);
    }
    /// Returns the tracer of the skiller in this pass.
    fn skill_tracer<S: SkillSpace, C>(&mut self, skiller: &mut Skiller<'_, S, C>) -> Self::Tracer
    where
        S::Board: HasSkiller,
        C: CallSlot<S>;
    /// Runs after the skiller, before commands are sent to the hardware.
    fn after_skill<S: SkillSpace, C>(&mut self, now: Tick, skiller: &Skiller<'_, S, C>)
    where
        S::Board: HasSkiller,
        C: CallSlot<S>,
    {
        let _ = (now, skiller);
    }
}

/// Watches nothing.
impl Observer for () {
    type Tracer = NoTrace;
    fn agent_tracer(&mut self) -> NoTrace {
        NoTrace
    }
    fn skill_tracer<S: SkillSpace, C>(&mut self, _: &mut Skiller<'_, S, C>) -> NoTrace
    where
        S::Board: HasSkiller,
        C: CallSlot<S>,
    {
        NoTrace
    }
}

/// The observer watches, if there is one.
impl<O: Observer> Observer for Option<O> {
    type Tracer = Option<O::Tracer>;
    fn before_think(&mut self, now: Tick) {
        if let Some(observer) = self {
            observer.before_think(now);
        }
    }
    fn agent_tracer(&mut self) -> Self::Tracer {
        self.as_mut().map(O::agent_tracer)
    }
    fn after_think<A: Agent, B: HasSkiller>(&mut self, now: Tick, runner: &AgentRunner<'_, A, B>)
    where
        A::Machine: Exec<B>,
    {
        if let Some(observer) = self {
            observer.after_think(now, runner);
        }
    }
    fn skill_tracer<S: SkillSpace, C>(&mut self, skiller: &mut Skiller<'_, S, C>) -> Self::Tracer
    where
        S::Board: HasSkiller,
        C: CallSlot<S>,
    {
        self.as_mut().map(|observer| observer.skill_tracer(skiller))
    }
    fn after_skill<S: SkillSpace, C>(&mut self, now: Tick, skiller: &Skiller<'_, S, C>)
    where
        S::Board: HasSkiller,
        C: CallSlot<S>,
    {
        if let Some(observer) = self {
            observer.after_skill(now, skiller);
        }
    }
}

/// Both watch. The first begins before the second, and ends after it: what it changes for a pass is
/// what the second one sees.
impl<A: Observer, B: Observer> Observer for (A, B) {
    type Tracer = (A::Tracer, B::Tracer);
    fn before_think(&mut self, now: Tick) {
        self.0.before_think(now);
        self.1.before_think(now);
    }
    fn agent_tracer(&mut self) -> Self::Tracer {
        (self.0.agent_tracer(), self.1.agent_tracer())
    }
    fn after_think<G: Agent, C: HasSkiller>(&mut self, now: Tick, runner: &AgentRunner<'_, G, C>)
    where
        G::Machine: Exec<C>,
    {
        self.1.after_think(now, runner);
        self.0.after_think(now, runner);
    }
    fn skill_tracer<S: SkillSpace, C>(&mut self, skiller: &mut Skiller<'_, S, C>) -> Self::Tracer
    where
        S::Board: HasSkiller,
        C: CallSlot<S>,
    {
        (self.0.skill_tracer(skiller), self.1.skill_tracer(skiller))
    }
    fn after_skill<S: SkillSpace, C>(&mut self, now: Tick, skiller: &Skiller<'_, S, C>)
    where
        S::Board: HasSkiller,
        C: CallSlot<S>,
    {
        self.1.after_skill(now, skiller);
        self.0.after_skill(now, skiller);
    }
}

/// Runs the stages and counts the passes.
#[derive(Clone, Copy, Debug, Default)]
pub struct MainLoop {
    next: u32,
    clock: PassClock,
}

impl MainLoop {
    /// Creates a main loop before its first pass.
    #[must_use]
    pub const fn new() -> Self {
        Self { next: 0, clock: PassClock::new() }
    }

    /// Runs one pass at `time` and returns its time and number.
    ///
    /// # Errors
    /// Returns [`TimeWentBack`] if `time` is before the last pass. No stage then runs, and
    /// [`refused_times`](Self::refused_times) counts it.
    pub fn pass(&mut self, time: Instant, stages: &mut impl Stages) -> Result<Tick, TimeWentBack> {
        self.clock.advance(time)?;
        let now = Tick { time, count: self.next };
        self.next = self.next.wrapping_add(1);
        stages.sensor(now);
        stages.world_model(now);
        stages.think(now);
        stages.skill(now);
        stages.act(now);
        Ok(now)
    }

    /// Begins a new clock: the next pass can be at any time. The stages must begin it too:
    /// [`Skiller::begin_clock`](crate::Skiller::begin_clock),
    /// [`AgentRunner::begin_clock`](crate::AgentRunner::begin_clock).
    pub fn begin_clock(&mut self) {
        self.clock.restart();
    }

    /// Returns how many passes were refused because the time went back; wraps.
    #[must_use]
    pub fn refused_times(&self) -> u32 {
        self.clock.refused()
    }
}
