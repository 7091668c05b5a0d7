//! A whole game: the field, the skiller and an agent, with a log and a report.

mod clock;
mod pilot;
mod report;

pub use clock::Clock;
pub use report::{Ends, Report};

use crate::FieldSim;
use crate::field::{Event, EventKind, Field, Place, Point};
use pilot::Pilot;
use report::{Call, End};
use skill_runtime::skiller::SkillStatus;
use skill_runtime::{
    AgentRunner, AgentStage, Instant, InterfaceSet, MainLoop, NoTrace, ObservedPass, Observer,
    SkillInfo, Skiller, Stages, Tick, TraceEvent, TraceKind, Tracer, WriterTaken,
};
use skills_nao::agents::{Naojoystick, Striker};
use skills_nao::interfaces::{NaoBlackboard, Team};
use skills_nao::referee::Official;
use skills_nao::skills::NaoSoccer;
use skills_nao::team::message::LENGTH;
use skills_nao::world_model::TeamBall;
use std::num::NonZeroU32;
use std::time::Duration;

/// The main loop's period.
const PERIOD: Duration = Duration::from_millis(10);
/// The number of passes between two points of the recorded paths.
const POINT: u32 = 20;
/// The sender id of the agent's messages.
pub const AGENT: NonZeroU32 = NonZeroU32::MIN;

/// The agent that plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Player {
    /// The agent `striker`, which plays on its own.
    Striker,
    /// The agent `naojoystick`, driven by a simulated pilot who sees the field.
    Naojoystick,
    /// No agent: skills are called from the live page.
    Nobody,
}

/// The agent that runs.
enum Agent<'a> {
    Striker(AgentRunner<'a, Striker, NaoBlackboard>),
    Naojoystick(AgentRunner<'a, Naojoystick, NaoBlackboard>),
    Nobody,
}

/// The agent that runs, with its own trace.
struct TracedAgent<'a> {
    agent: Agent<'a>,
    trace: AgentTrace,
}

impl AgentStage for TracedAgent<'_> {
    fn think<O: Observer>(&mut self, now: Tick, observer: &mut O, tracer: &mut impl Tracer) {
        let tracer = &mut (&mut self.trace, tracer);
        match &mut self.agent {
            Agent::Striker(runner) => runner.think(now, observer, tracer),
            Agent::Naojoystick(runner) => runner.think(now, observer, tracer),
            Agent::Nobody => {}
        }
    }
    fn writes(&self) -> InterfaceSet {
        match &self.agent {
            Agent::Striker(runner) => runner.writes(),
            Agent::Naojoystick(runner) => runner.writes(),
            Agent::Nobody => InterfaceSet::NONE,
        }
    }
    fn info(&self) -> Option<&'static SkillInfo> {
        match &self.agent {
            Agent::Striker(runner) => runner.info(),
            Agent::Naojoystick(runner) => runner.info(),
            Agent::Nobody => None,
        }
    }
}

/// The simulated robot, perhaps with a pilot.
struct PilotedSim<'a> {
    sim: FieldSim<'a>,
    pilot: Option<Pilot>,
}

impl Stages for PilotedSim<'_> {
    fn sensor(&mut self, now: Tick) {
        if let Some(pilot) = &mut self.pilot {
            pilot.move_stick(&mut self.sim);
        }
        self.sim.sense(now);
    }
    fn world_model(&mut self, now: Tick) {
        self.sim.world_model(now);
    }
    fn act(&mut self, now: Tick) {
        self.sim.act(now);
    }
}

/// Collects the agent's transitions as lines, if enabled.
#[derive(Default)]
struct AgentTrace {
    on: bool,
    lines: Vec<String>,
}

impl Tracer for AgentTrace {
    fn record(&mut self, event: &TraceEvent) {
        if self.on && matches!(event.kind, TraceKind::Transition { .. }) {
            self.lines.push(event.to_string());
        }
    }
}

/// The paths of robot and ball, and the events of a game.
#[derive(Debug, Default)]
pub struct Journey {
    /// The places of the robot; a new path begins where it was put by hand.
    pub robot: Vec<Vec<Place>>,
    /// The positions of the ball, likewise.
    pub ball: Vec<Vec<Point>>,
    /// The events in order.
    pub events: Vec<Event>,
}

/// A game of one agent on the field.
pub struct Game<'a> {
    main_loop: MainLoop,
    time: Duration,
    clock: Clock,
    robot: PilotedSim<'a>,
    agent: TracedAgent<'a>,
    skiller: Skiller<'a, NaoSoccer>,
    /// The current call, with its number in the skiller.
    running: Option<(u32, Call)>,
    calls: Vec<Call>,
    journey: Journey,
}

impl<'a> Game<'a> {
    /// Returns a game before its first pass.
    ///
    /// # Errors
    /// [`WriterTaken`] if an interface of `board` already has a writer.
    pub fn new(
        board: &'a NaoBlackboard,
        field: Field,
        player: Player,
    ) -> Result<Self, WriterTaken> {
        let agent = match player {
            Player::Striker => return Self::of_striker(board, field, Striker::default()),
            Player::Naojoystick => {
                Agent::Naojoystick(AgentRunner::new(board, Naojoystick::default(), AGENT)?)
            }
            Player::Nobody => Agent::Nobody,
        };
        let pilot = (player == Player::Naojoystick).then(Pilot::default);
        Self::with(board, field, agent, pilot)
    }

    /// Returns a game of a striker with these arguments, before its first pass.
    ///
    /// # Errors
    /// [`WriterTaken`] if an interface of `board` already has a writer.
    pub fn of_striker(
        board: &'a NaoBlackboard,
        field: Field,
        striker: Striker,
    ) -> Result<Self, WriterTaken> {
        let agent = Agent::Striker(AgentRunner::new(board, striker, AGENT)?);
        Self::with(board, field, agent, None)
    }

    fn with(
        board: &'a NaoBlackboard,
        field: Field,
        agent: Agent<'a>,
        pilot: Option<Pilot>,
    ) -> Result<Self, WriterTaken> {
        Ok(Self {
            main_loop: MainLoop::new(),
            time: Duration::ZERO,
            clock: Clock::default(),
            robot: PilotedSim { sim: FieldSim::new(field, board)?, pilot },
            agent: TracedAgent { agent, trace: AgentTrace::default() },
            skiller: Skiller::new(board)?,
            running: None,
            calls: Vec::new(),
            journey: Journey {
                robot: vec![Vec::new()],
                ball: vec![Vec::new()],
                events: Vec::new(),
            },
        })
    }

    /// Sets whether [`pass`](Game::pass) also returns the agent's transitions.
    pub fn trace_agent(&mut self, on: bool) {
        self.agent.trace.on = on;
    }

    /// Gives the robot a clock of its own, before the first pass.
    pub fn set_clock(&mut self, clock: Clock) {
        self.clock = clock;
        self.robot.sim.begin_at(clock.at(self.time));
    }

    /// Returns the simulated time.
    #[must_use]
    pub fn time(&self) -> Duration {
        self.time
    }

    /// Runs one pass of the main loop. Returns a line for each skill call that ended, and for
    /// each event on the field.
    pub fn pass(&mut self) -> Vec<String> {
        self.pass_observed(&mut ())
    }

    /// Runs a pass as [`pass`](Game::pass) does; `observer` watches it.
    #[allow(clippy::missing_panics_doc)] // the game's own clock
    pub fn pass_observed(&mut self, observer: &mut impl Observer) -> Vec<String> {
        let Self { robot, agent, skiller, .. } = self;
        let pass = &mut ObservedPass { robot, agent, skiller, observer, tracer: &mut NoTrace };
        let now = self
            .main_loop
            .pass(self.clock.at(self.time), pass)
            .expect("the clock only goes forward");
        let time = self.time;
        self.time = time.saturating_add(PERIOD);
        let mut lines = core::mem::take(&mut self.agent.trace.lines);
        lines.extend(self.watch_skiller(now.time));
        let mut events = self.robot.sim.field_mut().take_events();
        for event in &mut events {
            // What was done to the field since the last pass is of this one.
            event.time = time;
            lines.push(format!("{:7.2}  {}", time.as_secs_f32(), event.kind));
        }
        self.record(now, events);
        lines
    }

    /// Returns the line of a call that has ended.
    fn watch_skiller(&mut self, now: Instant) -> Option<String> {
        let skiller = self.skiller.interface();
        let is_new = self.running.as_ref().is_none_or(|(msgid, _)| *msgid != skiller.msgid);
        let over = match skiller.status {
            SkillStatus::Running if !is_new => return None,
            SkillStatus::Running | SkillStatus::Inactive => self.end(now, End::Stopped),
            SkillStatus::Final => self.end(now, End::Final),
            SkillStatus::Failed => self.end(now, End::Failed(skiller.error.to_string())),
        };
        if skiller.status == SkillStatus::Running {
            let call = Call::begun(&skiller.skill_string, now);
            self.running = Some((skiller.msgid, call));
        }
        over
    }

    fn end(&mut self, now: Instant, end: End) -> Option<String> {
        let (_, mut call) = self.running.take()?;
        call.end(now, end);
        let line = call.to_string();
        self.calls.push(call);
        Some(line)
    }

    /// Records where robot and ball are.
    fn record(&mut self, now: Tick, events: Vec<Event>) {
        for event in &events {
            if matches!(event.kind, EventKind::Placed(_)) {
                self.journey.robot.push(Vec::new());
            }
            let put = matches!(
                event.kind,
                EventKind::BallMoved(_)
                    | EventKind::Out
                    | EventKind::GameStuck
                    | EventKind::Goal { .. }
                    | EventKind::State(_)
            );
            if put {
                self.journey.ball.push(Vec::new());
            }
        }
        self.journey.events.extend(events);
        let field = self.robot.sim.field();
        if now.count.is_multiple_of(POINT)
            && let (Some(robot), Some(ball)) =
                (self.journey.robot.last_mut(), self.journey.ball.last_mut())
        {
            robot.push(field.place());
            ball.push(field.ball().at);
        }
    }

    /// Applies the decisions of a referee outside the simulation in the next pass. From the first
    /// call on, the simulated referee decides nothing itself.
    pub fn follow(&mut self, official: Official) {
        self.robot.sim.follow(official);
    }

    /// Lets the robot hear a whistle.
    pub fn hear_whistle(&mut self) {
        self.robot.sim.hear_whistle();
    }

    /// Joins the talk of the team with a number.
    ///
    /// # Errors
    /// [`WriterTaken`] if an interface of the talk already has a writer.
    pub fn join_team(&mut self, board: &'a NaoBlackboard, number: u8) -> Result<(), WriterTaken> {
        self.robot.sim.join_team(board, number)
    }

    /// Receives a packet of the team in the next pass.
    pub fn hear(&mut self, packet: &[u8]) {
        self.robot.sim.hear(packet);
    }

    /// Returns the ball that the team sees, if the robot has joined one.
    #[must_use]
    pub fn team_ball(&self) -> Option<TeamBall> {
        self.robot.sim.team_ball()
    }

    /// Returns the team as the robot knows it, if it has joined one.
    #[must_use]
    pub fn team(&self) -> Option<&Team> {
        self.robot.sim.team()
    }

    /// Removes and returns the message that the robot sends to its team.
    pub fn take_message(&mut self) -> Option<[u8; LENGTH]> {
        self.robot.sim.take_message()
    }

    /// Returns the field with its true state.
    #[must_use]
    pub fn field(&self) -> &Field {
        self.robot.sim.field()
    }

    /// Returns the field, to disturb it.
    pub fn field_mut(&mut self) -> &mut Field {
        self.robot.sim.field_mut()
    }

    /// Returns the paths and events so far.
    #[must_use]
    pub fn journey(&self) -> &Journey {
        &self.journey
    }

    /// Returns the report of the game so far; a call that still runs counts as stopped.
    pub fn report(&mut self, seed: u64) -> Report {
        let _ = self.end(self.clock.at(self.time), End::Stopped);
        let (sim, events) = (&self.robot.sim, &self.journey.events);
        Report::of(seed, self.time(), sim.field(), &self.calls, events, sim.limit_counts())
    }
}
