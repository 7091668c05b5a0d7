//! The main loop, which runs Fawkes's stages in order once per tick.

use crate::{Instant, Tick};

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

/// Runs the stages and counts the passes.
#[derive(Clone, Copy, Debug, Default)]
pub struct MainLoop {
    next: u32,
}

impl MainLoop {
    /// Creates a main loop before its first pass.
    #[must_use]
    pub const fn new() -> Self {
        Self { next: 0 }
    }

    /// Runs one pass at `time` and returns its time and number.
    pub fn pass(&mut self, time: Instant, stages: &mut impl Stages) -> Tick {
        let now = Tick { time, count: self.next };
        self.next = self.next.wrapping_add(1);
        stages.sensor(now);
        stages.world_model(now);
        stages.think(now);
        stages.skill(now);
        stages.act(now);
        now
    }
}
