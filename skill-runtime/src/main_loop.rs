//! The main loop, which runs Fawkes's stages in order once per tick.

use crate::time::{Instant, PassClock, Tick, TimeWentBack};

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
    /// Runs all stages in order.
    fn run(&mut self, now: Tick) {
        self.sensor(now);
        self.world_model(now);
        self.think(now);
        self.skill(now);
        self.act(now);
    }
}

/// No stage does anything.
impl Stages for () {}

/// Each stage is that of the first, then that of the second: a simulator, and what shows it to others.
impl<A: Stages, B: Stages> Stages for (A, B) {
    fn sensor(&mut self, now: Tick) {
        self.0.sensor(now);
        self.1.sensor(now);
    }
    fn world_model(&mut self, now: Tick) {
        self.0.world_model(now);
        self.1.world_model(now);
    }
    fn think(&mut self, now: Tick) {
        self.0.think(now);
        self.1.think(now);
    }
    fn skill(&mut self, now: Tick) {
        self.0.skill(now);
        self.1.skill(now);
    }
    fn act(&mut self, now: Tick) {
        self.0.act(now);
        self.1.act(now);
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
        stages.run(now);
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
