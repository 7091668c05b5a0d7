//! A robot on a calm, exact field, and a skiller.

use nao_sim::FieldSim;
use nao_sim::body::{MotionTimes, Pose};
use nao_sim::field::{Event, Field, Options, Pitch, Place, Point};
use skill_runtime::skiller::{ExecSkill, SkillStatus, StopExec};
use skill_runtime::{
    Agent, AgentRunner, Exec, Instant, Machine, MainLoop, NoTrace, Skiller, Stages, Text, Tick,
    TraceKind, TraceRing,
};
use skills_nao::interfaces::{NaoBlackboard, penalty};
use skills_nao::joint::Joint;
use skills_nao::skills::NaoSoccer;
use std::num::NonZeroU32;
use std::time::Duration;

/// The main loop's period, ms.
const PERIOD: u64 = 10;
/// An upper bound of the passes of any skill.
const MAX_PASSES: u32 = 12_000;
/// A place where no robot on the field sees a ball.
pub const AWAY: Point = Point::new(-4.6, -3.6);

/// A field without disturbances, slip and stumbles.
pub const CALM: Options = Options {
    seed: 1,
    disturbances: false,
    slip: 0.0,
    stumble: 0.0,
    game: Duration::ZERO,
    start: Place { x: -1.5, y: 0.0, theta: 0.0 },
    pose: Pose::Standing,
    times: MotionTimes::DEFAULT,
    pitch: Pitch::SPL_2008,
};

/// A field after its game, so that the referee leaves robot and ball where they are. The
/// robot has not seen the ball.
pub fn field(robot: Place, ball: Point) -> Field {
    let mut field = Field::new(&CALM);
    field.penalize(penalty::SPL_PENALTY_REQ_FOR_PICKUP);
    field.step(Duration::from_secs(16));
    field.penalize(penalty::SPL_PENALTY_NONE);
    field.put_robot(robot);
    field.move_ball(ball);
    field.take_events();
    field
}

/// The agent of a rig, or none.
pub trait RigAgent {
    fn run_pass(&mut self, now: Tick);
}

impl RigAgent for () {
    fn run_pass(&mut self, _: Tick) {}
}

impl<A: Agent> RigAgent for AgentRunner<'_, A, NaoBlackboard>
where
    A::Machine: Exec<NaoBlackboard>,
{
    fn run_pass(&mut self, now: Tick) {
        self.tick(now, skill_test::Covered);
    }
}

pub struct Rig<'a, M = ()> {
    pub board: &'a NaoBlackboard,
    pub sim: FieldSim<'a>,
    pub skiller: Skiller<'a, NaoSoccer>,
    pub agent: M,
    /// The trace since the last [`start`](Self::start).
    pub trace: TraceRing<256>,
    /// The events on the field.
    pub events: Vec<Event>,
    /// The calls that the skiller has received.
    pub calls: Vec<String>,
    main_loop: MainLoop,
    millis: u64,
    status: SkillStatus,
}

impl<M: RigAgent> Stages for Rig<'_, M> {
    fn sensor(&mut self, now: Tick) {
        self.sim.sense(now);
    }
    fn world_model(&mut self, now: Tick) {
        self.sim.world_model(now);
    }
    fn think(&mut self, now: Tick) {
        self.agent.run_pass(now);
    }
    fn skill(&mut self, now: Tick) {
        self.status = self.skiller.tick(now, (&mut self.trace, skill_test::Covered));
    }
    fn act(&mut self, now: Tick) {
        self.sim.act(now);
    }
}

impl<'a> Rig<'a> {
    /// Creates a field with a standing robot and a ball; see [`field`].
    pub fn new(board: &'a NaoBlackboard, robot: Place, ball: Point) -> Self {
        Rig::with_agent(board, field(robot, ball), ())
    }
}

impl<'a, A: Agent> Rig<'a, AgentRunner<'a, A, NaoBlackboard>>
where
    A::Machine: Exec<NaoBlackboard>,
{
    /// Connects an agent to `field`.
    pub fn of(board: &'a NaoBlackboard, field: Field, agent: A) -> Self {
        let runner = AgentRunner::new(board, agent, NonZeroU32::MIN);
        Rig::with_agent(board, field, runner.expect("a new blackboard"))
    }

    /// Returns the state of the agent.
    pub fn state(&self) -> <A::Machine as Machine>::State {
        self.agent.machine().state()
    }

    /// Stops the agent, then runs a pass without it.
    pub fn stop_agent(&mut self) {
        let time = Instant::from_millis(self.millis);
        self.agent.stop(Tick { time, count: 0 }, NoTrace);
        self.status = self.skiller.tick(Tick { time, count: 0 }, NoTrace);
        self.sim.act(Tick { time, count: 0 });
    }
}

impl<'a, M: RigAgent> Rig<'a, M> {
    fn with_agent(board: &'a NaoBlackboard, field: Field, agent: M) -> Self {
        Self {
            board,
            sim: FieldSim::new(field, board).expect("a new blackboard"),
            skiller: Skiller::new(board).expect("a new blackboard"),
            agent,
            trace: TraceRing::new(),
            events: Vec::new(),
            calls: Vec::new(),
            main_loop: MainLoop::new(),
            millis: 0,
            status: SkillStatus::Inactive,
        }
    }

    /// Runs one pass of the main loop.
    pub fn pass(&mut self) -> SkillStatus {
        let before = self.skiller.interface().msgid;
        let mut main_loop = self.main_loop;
        main_loop.pass(Instant::from_millis(self.millis), self).unwrap();
        self.main_loop = main_loop;
        self.millis += PERIOD;
        self.events.extend(self.sim.field_mut().take_events());
        let skiller = self.skiller.interface();
        if skiller.msgid != before && skiller.msgid != 0 {
            self.calls.push(skiller.skill_string.to_string());
        }
        self.status
    }

    /// Runs passes for `sec` seconds; returns the last status of the skiller.
    pub fn pass_for(&mut self, sec: f32) -> SkillStatus {
        let end =
            self.millis + u64::try_from(Duration::from_secs_f32(sec).as_millis()).unwrap_or(0);
        while self.millis < end {
            self.pass();
        }
        self.status
    }

    /// Runs passes until `is_so`, for at most `sec` seconds.
    pub fn until(&mut self, sec: f32, mut is_so: impl FnMut(&mut Self) -> bool) -> bool {
        let end =
            self.millis + u64::try_from(Duration::from_secs_f32(sec).as_millis()).unwrap_or(0);
        while self.millis < end {
            self.pass();
            if is_so(self) {
                return true;
            }
        }
        false
    }

    /// Runs the first pass of `call`.
    pub fn start(&mut self, call: &str) -> SkillStatus {
        self.trace = TraceRing::new();
        let skill_string = Text::try_from(call).expect("a short call");
        assert!(!self.board.skiller.send_as(1, ExecSkill { skill_string }).is_refused());
        self.pass()
    }

    /// Runs a pass in which the running skill is stopped.
    pub fn stop(&mut self) {
        assert!(!self.board.skiller.send_as(1, StopExec {}).is_refused());
        assert_eq!(self.pass(), SkillStatus::Inactive);
    }

    /// Runs `call` to its end, which must be FINAL; returns the time that took, s.
    pub fn run(&mut self, call: &str) -> f32 {
        let start = self.millis;
        let mut status = self.start(call);
        for _ in 0..MAX_PASSES {
            if status != SkillStatus::Running {
                break;
            }
            status = self.pass();
        }
        let error = self.board.skiller.sample().data.error;
        assert_eq!(status, SkillStatus::Final, "{call}: {error}");
        Duration::from_millis(self.millis - start - PERIOD).as_secs_f32()
    }

    /// Returns how often `skill` entered `state` since the last [`start`](Self::start).
    pub fn entered(&self, skill: &str, state: &str) -> usize {
        let came = self.trace.iter().filter(|entry| {
            let TraceKind::Transition { transition, .. } = entry.event.kind else { return false };
            let graph = &entry.event.skill.graph;
            let to = graph
                .transitions
                .get(usize::from(transition))
                .map_or(0, |transition| transition.to);
            entry.event.skill.name == skill && graph.state_name(to) == state
        });
        came.count()
    }

    /// Returns the place of the robot.
    pub fn place(&self) -> Place {
        self.sim.field().place()
    }

    /// Returns the position of the ball relative to the robot.
    pub fn ball(&self) -> Point {
        self.place().local(self.sim.field().ball().at)
    }

    /// Returns the angle of a joint, rad.
    pub fn joint(&self, joint: Joint) -> f32 {
        self.sim.field().robot().joint(joint)
    }

    /// Returns whether the robot's legs move.
    pub fn moves(&self) -> bool {
        self.sim.field().robot().moving()
    }
}
