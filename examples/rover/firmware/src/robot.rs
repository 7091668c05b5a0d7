//! The robot that both images run: drivers, skiller, and the calls that bring a can.

use core::array;
use rover::interfaces::RoverBoard;
use rover::interfaces::gripper::Jaws;
use rover::simulator::Simulator;
use rover::skills::{DriveTo, Fetch, Grip, RoverSkills, RoverSkillsCall};
use skill_runtime::skiller::SkillStatus;
use skill_runtime::{
    DefmtTrace, Instant, MainLoop, Skiller, Stages, Tick, TraceRing, Tracer as _, WriterTaken,
};

static BOARD: RoverBoard = RoverBoard::new();

/// The main loop with all that it runs.
pub struct Robot {
    main_loop: MainLoop,
    stages: Parts,
}

struct Parts {
    simulator: Simulator<'static>,
    skiller: Skiller<'static, RoverSkills>,
    /// The events of the pass: a pass must not wait for the debugger.
    trace: TraceRing<32>,
    /// Sends the robot to a desktop.
    #[cfg(feature = "watch")]
    watch: crate::watch::Watch,
    /// The calls that are left.
    calls: array::IntoIter<RoverSkillsCall, 3>,
    /// Whether all calls are FINAL, after the last of them.
    succeeded: Option<bool>,
}

impl Robot {
    /// Returns the robot at its start.
    ///
    /// # Errors
    /// [`WriterTaken`] if there is one already.
    pub fn new() -> Result<Self, WriterTaken> {
        let fetch = Fetch::default();
        let bring = DriveTo { x_m: Some(0.0), y_m: Some(0.0), ..DriveTo::default() };
        let drop = Grip { jaws: Some(Jaws::Open) };
        let stages = Parts {
            simulator: Simulator::new(&BOARD)?,
            skiller: Skiller::new(&BOARD)?,
            trace: TraceRing::new(),
            #[cfg(feature = "watch")]
            watch: crate::watch::Watch::new(&BOARD),
            calls: [fetch.into(), bring.into(), drop.into()].into_iter(),
            succeeded: None,
        };
        Ok(Self { main_loop: MainLoop::new(), stages })
    }

    /// Runs one pass and logs what happened in it. Returns whether the calls have succeeded, once they are
    /// over.
    pub fn run(&mut self, time: Instant) -> Option<bool> {
        #[cfg(feature = "stack")]
        crate::stack::measure(|| self.pass(time));
        #[cfg(not(feature = "stack"))]
        self.pass(time);
        let mut log = DefmtTrace::default();
        for entry in self.stages.trace.iter() {
            log.descend(entry.instance);
            log.record(&entry.event);
            log.ascend(entry.instance);
        }
        #[cfg(feature = "watch")]
        self.stages.watch.send();
        self.stages.trace.clear();
        if self.stages.succeeded.is_some() {
            let Simulator { delivered, driven_m, .. } = self.stages.simulator;
            defmt::println!("{=u32} cans delivered, {=f32} m driven", delivered, driven_m);
        }
        self.stages.succeeded
    }

    /// Runs one pass. A function of its own, of which `cargo skill-proof` computes the stack.
    #[inline(never)]
    fn pass(&mut self, time: Instant) {
        // A time that goes back runs nothing.
        let _ = self.main_loop.pass(time, &mut self.stages);
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
                Some(call) => self.skiller.start(call).err().map(|_| false),
                None => Some(true),
            },
        };
    }
    fn skill(&mut self, now: Tick) {
        self.skiller.tick(now, &mut self.trace);
    }
    fn act(&mut self, now: Tick) {
        self.simulator.act(now);
        #[cfg(feature = "watch")]
        self.watch.publish(now, &self.skiller, &self.trace);
    }
}
