//! The main loop: one tick is one pass through Fawkes's stages, in order.

use crate::{Instant, Tick};

/// What a robot does in each stage of a pass. A stage that is left out does nothing.
pub trait Stages {
    /// Reads the hardware (or the simulator) and publishes it.
    fn sensor(&mut self, now: Tick) {
        let _ = now;
    }
    /// Makes sense of what was read.
    fn world_model(&mut self, now: Tick) {
        let _ = now;
    }
    /// The agent decides.
    fn think(&mut self, now: Tick) {
        let _ = now;
    }
    /// The skiller executes.
    fn skill(&mut self, now: Tick) {
        let _ = now;
    }
    /// The hardware does what it was told.
    fn act(&mut self, now: Tick) {
        let _ = now;
    }
}

/// Counts the passes.
#[derive(Clone, Copy, Debug, Default)]
pub struct MainLoop {
    next: u32,
}

impl MainLoop {
    /// A loop before its first pass.
    #[must_use]
    pub const fn new() -> Self {
        Self { next: 0 }
    }

    /// One pass at `time`.
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
