//! The robot: drivers, skiller, and the calls that it runs one after the other.

use core::array;
use skill_runtime::skiller::SkillStatus;
use skill_runtime::{
    DefmtTrace, Instant, MainLoop, Skiller, Stages, Tick, TraceRing, Tracer as _, WriterTaken,
};

use {{crate_name}}::interfaces::Board;
use {{crate_name}}::simulator::Simulator;
use {{crate_name}}::skills::{Drive, Skills, SkillsCall, Turn};

static BOARD: Board = Board::new();

/// The main loop with all that it runs.
pub struct Robot {
    main_loop: MainLoop,
    stages: Parts,
}

struct Parts {
    /// Takes the place of the drivers.
    simulator: Simulator,
    skiller: Skiller<'static, Skills>,
    /// The events of the pass: a pass must not wait for the debugger.
    trace: TraceRing<32>,
    /// The calls that are left.
    calls: array::IntoIter<SkillsCall, 3>,
    /// Whether all calls are FINAL, after the last of them.
    succeeded: Option<bool>,
}

impl Robot {
    /// Returns the robot at its start.
    ///
    /// # Errors
    /// [`WriterTaken`] if there is one already.
    pub fn new() -> Result<Self, WriterTaken> {
        // An argument that is required is `Some(..)`, too.
        let ahead = Drive::default();
        let around = Turn {
            angle_rad: Some(3.1),
        };
        let back = Drive {
            way_m: Some(1.5),
            ..Drive::default()
        };
        let stages = Parts {
            simulator: Simulator::new(&BOARD)?,
            skiller: Skiller::new(&BOARD)?,
            trace: TraceRing::new(),
            calls: [ahead.into(), around.into(), back.into()].into_iter(),
            succeeded: None,
        };
        Ok(Self {
            main_loop: MainLoop::new(),
            stages,
        })
    }

    /// Runs one pass and logs what happened in it. Returns whether the calls have succeeded, once
    /// they are over.
    pub fn run(&mut self, time: Instant) -> Option<bool> {
        // A time that goes back runs nothing.
        let _ = self.main_loop.pass(time, &mut self.stages);
        let mut log = DefmtTrace::default();
        for entry in self.stages.trace.iter() {
            log.descend(entry.instance);
            log.record(&entry.event);
            log.ascend(entry.instance);
        }
        self.stages.trace.clear();
        if self.stages.succeeded.is_some() {
            let Simulator { x_m, y_m, .. } = self.stages.simulator;
            defmt::println!("at {=f32} m, {=f32} m", x_m, y_m);
        }
        self.stages.succeeded
    }
}

impl Stages for Parts {
    fn sensor(&mut self, now: Tick) {
        self.simulator.sensor(now);
    }
    fn think(&mut self, _now: Tick) {
        self.succeeded = match self.skiller.status() {
            SkillStatus::Running => return,
            SkillStatus::Failed => Some(false),
            SkillStatus::Inactive | SkillStatus::Final => match self.calls.next() {
                Some(call) => self.skiller.start(call).err().map(|error| {
                    defmt::println!("refused: {}", error);
                    false
                }),
                None => Some(true),
            },
        };
    }
    fn skill(&mut self, now: Tick) {
        self.skiller.tick(now, &mut self.trace);
    }
    fn act(&mut self, now: Tick) {
        self.simulator.act(now);
    }
}
