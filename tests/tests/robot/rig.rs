//! A simulated robot and a skiller on one blackboard.

use nao_sim::NaoSim;
use nao_sim::body::{Pose, Robot};
use skill_runtime::skiller::{ExecSkill, Message, Policy, SkillStatus};
use skill_runtime::{
    Instant, MainLoop, Sent, Skiller, Stages, Text, Tick, TraceKind, TraceRing, WriterTaken,
};
use skills_nao::interfaces::NaoBlackboard;
use skills_nao::skills::NaoSoccer;

/// The sender of the messages, if it does not matter.
pub const SENDER: u32 = 1;
/// The main loop's period.
const TICK_MILLIS: u64 = 10;
/// An upper bound of the ticks of any skill.
const MAX_TICKS: u32 = 6000;

pub struct Rig<'a> {
    pub board: &'a NaoBlackboard,
    pub sim: NaoSim<'a>,
    pub skiller: Skiller<'a, NaoSoccer>,
    /// The trace since the last [`start`](Self::start).
    pub trace: TraceRing<256>,
    main_loop: MainLoop,
    millis: u64,
    status: SkillStatus,
}

impl Stages for Rig<'_> {
    fn sensor(&mut self, now: Tick) {
        self.sim.sense(now);
    }
    fn skill(&mut self, now: Tick) {
        self.status = self.skiller.tick(now, (&mut self.trace, skill_test::Covered));
    }
    fn act(&mut self, now: Tick) {
        self.sim.act(now);
    }
}

impl<'a> Rig<'a> {
    /// Connects `robot` to a new blackboard.
    pub fn new(board: &'a NaoBlackboard, robot: Robot) -> Self {
        Self::build(board, robot).expect("a new blackboard has no writers")
    }

    fn build(board: &'a NaoBlackboard, robot: Robot) -> Result<Self, WriterTaken> {
        Ok(Self {
            board,
            sim: NaoSim::new(robot, board)?,
            skiller: Skiller::new(board)?,
            trace: TraceRing::new(),
            main_loop: MainLoop::new(),
            millis: 0,
            status: SkillStatus::Inactive,
        })
    }

    /// Returns a robot with exact sensors and its motors on.
    pub fn exact(board: &'a NaoBlackboard, pose: Pose) -> Self {
        let mut robot = Robot::without_noise(pose);
        robot.set_stiffness(None, 1.0, 0.0);
        Self::new(board, robot)
    }

    /// Replaces the skiller by one with this policy.
    pub fn with_policy(self, policy: Policy) -> Self {
        Self { skiller: self.skiller.with_policy(policy), ..self }
    }

    /// Sends the skiller a message.
    pub fn send(&self, sender: u32, message: impl Into<Message>) -> Sent {
        self.board.skiller.send_as(sender, message)
    }

    /// Runs one pass of the main loop.
    pub fn pass(&mut self) -> SkillStatus {
        let mut main_loop = self.main_loop;
        main_loop.pass(Instant::from_millis(self.millis), self).unwrap();
        self.main_loop = main_loop;
        self.millis += TICK_MILLIS;
        self.status
    }

    /// Runs passes for `millis`; returns the last status of the skiller.
    pub fn pass_for(&mut self, millis: u64) -> SkillStatus {
        for _ in 0..millis / TICK_MILLIS {
            self.pass();
        }
        self.status
    }

    /// Runs the first pass of `call`.
    pub fn start(&mut self, call: &str) -> SkillStatus {
        self.trace = TraceRing::new();
        assert!(!self.send(SENDER, exec(call)).is_refused());
        self.pass()
    }

    /// Runs passes until no skill runs; returns the time that took, ms.
    pub fn finish(&mut self) -> (SkillStatus, u64) {
        let start = self.millis;
        for _ in 0..MAX_TICKS {
            if self.status != SkillStatus::Running {
                break;
            }
            self.pass();
        }
        (self.status, self.millis - start)
    }

    /// Runs `call` to its end; returns the time from its first pass to its last, ms.
    pub fn run(&mut self, call: &str) -> (SkillStatus, u64) {
        self.start(call);
        self.finish()
    }

    /// Returns the published reason why the last call failed.
    pub fn error(&self) -> String {
        self.board.skiller.sample().data.error.to_string()
    }

    /// Returns the name of the skill that caused the last failure.
    pub fn failed_skill(&self) -> &'static str {
        let failure = self.skiller.failure().expect("a failure");
        failure.skill.name
    }

    /// Returns the transitions since the last [`start`](Self::start): `getup: Wait -> FINAL`.
    pub fn transitions(&self) -> Vec<String> {
        let transitions = self.trace.iter().filter_map(|entry| {
            let TraceKind::Transition { from, transition } = entry.event.kind else {
                return None;
            };
            let (name, graph) = (entry.event.skill.name, &entry.event.skill.graph);
            let to = graph.transitions[usize::from(transition)].to;
            let (from, to) = (graph.state_name(from), graph.state_name(to));
            Some(format!("{name}: {from} -> {to}"))
        });
        transitions.collect()
    }
}

/// Returns the message that requests `call`.
pub fn exec(call: &str) -> ExecSkill {
    ExecSkill { skill_string: Text::try_from(call).expect("a short call") }
}
