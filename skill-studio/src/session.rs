//! A blackboard with a simulated robot on a quiet field and a skiller on it, and a clock.

use skill_runtime::skiller::{ExecSkill, SkillStatus, StopExec};
use skill_runtime::{
    Instant, MainLoop, Sent, SkillSpace, Skiller, Stages, Text, Tick, TraceEvent, TraceKind,
    Tracer, WriterTaken,
};
use skills_nao::field::{Field, FieldSim, Options};
use skills_nao::interfaces::NaoBlackboard;
use skills_nao::sim::Pose;
use std::time::Duration;

/// The main loop's period.
pub const PERIOD: Duration = Duration::from_millis(10);

/// How a call ended.
pub enum Outcome {
    /// FINAL.
    Final,
    /// FAILED, with the reason.
    Failed(String),
    /// It ran longer than allowed, and was stopped.
    TimedOut,
}

/// A robot that can be called.
pub struct Session<'a, S: SkillSpace> {
    board: &'a NaoBlackboard,
    parts: Parts<'a, S>,
    main_loop: MainLoop,
    time: Instant,
    /// When the session began, if it keeps step with the clock on the wall.
    wall: Option<std::time::Instant>,
}

/// What is done in the stages of the main loop.
struct Parts<'a, S: SkillSpace> {
    sim: FieldSim<'a>,
    skiller: Skiller<'a, S>,
    status: SkillStatus,
}

impl<S: SkillSpace<Board = NaoBlackboard>> Stages for Parts<'_, S> {
    fn sensor(&mut self, now: Tick) {
        self.sim.sense(now);
    }
    fn world_model(&mut self, now: Tick) {
        self.sim.world_model(now);
    }
    fn skill(&mut self, now: Tick) {
        let tracer = Printer { depth: 0 };
        #[cfg(feature = "defmt")]
        let tracer = (tracer, skill_runtime::DefmtTrace::default());
        self.status = self.skiller.tick(now, tracer);
    }
    fn act(&mut self, now: Tick) {
        self.sim.act(now);
    }
}

/// Prints each transition as it happens; a sub-skill's is indented.
struct Printer {
    depth: usize,
}

impl Tracer for Printer {
    fn record(&mut self, event: &TraceEvent) {
        if !matches!(event.kind, TraceKind::Reset) {
            say!("{:indent$}{event}", "", indent = 2 * self.depth);
        }
    }
    fn descend(&mut self, _: u32) {
        self.depth += 1;
    }
    fn ascend(&mut self, _: u32) {
        self.depth -= 1;
    }
}

impl<'a, S: SkillSpace<Board = NaoBlackboard>> Session<'a, S> {
    /// A session with a robot on `board` that is found in `pose`; `seed` is that of its
    /// sensors' noise.
    pub fn new(
        board: &'a NaoBlackboard,
        pose: Pose,
        seed: u64,
        realtime: bool,
    ) -> Result<Self, WriterTaken> {
        let (game, disturbances) = (Duration::ZERO, false);
        let quiet = Options { slip: 0.0, stumble: 0.0, disturbances, game, ..Options::default() };
        let mut field = Field::new(&Options { pose, seed, ..quiet });
        if pose == Pose::Sitting {
            // It is found sitting with its motors on, as after a start.
            field.robot_mut().set_stiffness(None, 1.0, 0.0);
        }
        Ok(Self {
            board,
            parts: Parts {
                sim: FieldSim::new(field, board)?,
                skiller: Skiller::new(board)?,
                status: SkillStatus::Inactive,
            },
            main_loop: MainLoop::new(),
            time: Instant::ZERO,
            wall: realtime.then(std::time::Instant::now),
        })
    }

    /// How the robot is placed.
    pub fn pose(&self) -> Pose {
        self.parts.sim.field().robot().pose()
    }

    /// The writer of the interface `id` vanishes.
    pub fn vanish(&mut self, id: &str) {
        self.parts.sim.vanish(id);
    }

    /// Runs `call` to its end, or for `timeout` at the most.
    pub fn call(&mut self, call: &str, timeout: Duration) -> (Outcome, Duration) {
        let Ok(skill_string) = Text::try_from(call) else {
            return (Outcome::Failed("the call is longer than 1024 bytes".into()), Duration::ZERO);
        };
        let start = self.time;
        if let Sent::Refused(error) = self.board.skiller.send_as(0, ExecSkill { skill_string }) {
            return (Outcome::Failed(error.to_string()), Duration::ZERO);
        }
        loop {
            let now = self.pass();
            let took = now.time.since(start);
            match self.parts.status {
                SkillStatus::Final => return (Outcome::Final, took),
                SkillStatus::Failed => {
                    let why = self.parts.skiller.interface().error.to_string();
                    return (Outcome::Failed(why), took);
                }
                SkillStatus::Running | SkillStatus::Inactive if took >= timeout => {
                    self.board.skiller.send_as(0, StopExec {});
                    self.pass();
                    return (Outcome::TimedOut, took);
                }
                SkillStatus::Running | SkillStatus::Inactive => {}
            }
        }
    }

    /// One pass of the main loop.
    fn pass(&mut self) -> Tick {
        if let Some(start) = self.wall {
            let due = Duration::from_micros(self.time.as_micros());
            std::thread::sleep(due.saturating_sub(start.elapsed()));
        }
        let now = self.main_loop.pass(self.time, &mut self.parts);
        self.time = self.time.after(PERIOD);
        now
    }
}
