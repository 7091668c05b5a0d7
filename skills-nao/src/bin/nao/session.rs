//! A blackboard with a simulated robot and a skiller on it, and a clock.

use skill_runtime::skiller::{ExecSkill, SkillStatus, StopExec};
use skill_runtime::{
    Instant, MainLoop, Sent, Skiller, Stages, Text, Tick, TraceEvent, TraceKind, Tracer,
    WriterTaken,
};
use skills_nao::interfaces::NaoBlackboard;
use skills_nao::sim::{NaoSim, Robot};
use skills_nao::skills::NaoSoccer;
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
pub struct Session<'a> {
    board: &'a NaoBlackboard,
    parts: Parts<'a>,
    main_loop: MainLoop,
    time: Instant,
    /// When the session began, if it keeps step with the clock on the wall.
    wall: Option<std::time::Instant>,
}

/// What is done in the stages of the main loop.
struct Parts<'a> {
    sim: NaoSim<'a>,
    skiller: Skiller<'a, NaoSoccer>,
    status: SkillStatus,
}

impl Stages for Parts<'_> {
    fn sensor(&mut self, now: Tick) {
        self.sim.sense(now);
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
            println!("{:indent$}{event}", "", indent = 2 * self.depth);
        }
    }
    fn descend(&mut self, _: u32) {
        self.depth += 1;
    }
    fn ascend(&mut self, _: u32) {
        self.depth -= 1;
    }
}

impl<'a> Session<'a> {
    /// A session with `robot` on `board`.
    pub fn new(
        board: &'a NaoBlackboard,
        robot: Robot,
        realtime: bool,
    ) -> Result<Self, WriterTaken> {
        Ok(Self {
            board,
            parts: Parts {
                sim: NaoSim::new(robot, board)?,
                skiller: Skiller::new(board)?,
                status: SkillStatus::Inactive,
            },
            main_loop: MainLoop::new(),
            time: Instant::ZERO,
            wall: realtime.then(std::time::Instant::now),
        })
    }

    /// The simulated robot.
    pub fn sim(&mut self) -> &mut NaoSim<'a> {
        &mut self.parts.sim
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
