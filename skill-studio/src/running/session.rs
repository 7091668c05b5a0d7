//! A robot that runs calls: its blackboard, its skiller, and the main loop.

#[cfg(feature = "cli")]
use crate::console::log;
#[cfg(feature = "hub")]
use crate::live::Hub;
#[cfg(feature = "hub")]
use crate::model::describe::Description;
use crate::model::world::{RobotKind, World as _, WorldOf};
use crate::running::clock::Clock;
#[cfg(feature = "cli")]
use crate::running::kept::Kept;
use crate::running::timing::Timing;
use crate::running::watching::Watching;
use skill_runtime::agent::HasSkiller;
use skill_runtime::blackboard::Cell;
use skill_runtime::dependency::interface_id;
use skill_runtime::skiller::{AcquireControl, ExecSkill, SkillStatus, SkillerInterface, StopExec};
use skill_runtime::{
    AgentStage, Instant, MainLoop, ObservedPass, Provides, Sent, SkillSpace, Skiller, Stages, Text,
    Tick, Tracer, WriterTaken,
};
#[cfg(feature = "hub")]
use std::sync::Arc;
use std::time::Duration;

const SKILLER: u64 = interface_id("Skiller");
/// The sender of what the program itself commands at its end.
const PROGRAM: u32 = 0x7fff_ffff;

pub use crate::running::timing::PERIOD;

/// The end of a call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// FINAL, with the text of the result; empty if the skill has none.
    Final(String),
    /// FAILED, with the reason.
    Failed(String),
    /// It ran longer than allowed and was stopped.
    TimedOut,
    /// It was stopped since the caller does not go on.
    Ended,
}

impl Outcome {
    /// Returns the reason why the call is not FINAL.
    #[must_use]
    pub fn reason(&self) -> Option<&str> {
        match self {
            Self::Final(_) => None,
            Self::Failed(reason) => Some(reason),
            Self::TimedOut => Some("stopped by the timeout"),
            Self::Ended => Some("stopped with the program"),
        }
    }
}

/// A robot that runs the skills of the space `S`.
///
/// `R` is everything but the skiller and the agent: its stages read the sensors (or the simulator),
/// evaluate them and act. Its `think` and `skill` stages are not called; the session's agent `A` and
/// skiller run there.
pub struct Session<'a, S: SkillSpace, R, A = ()> {
    board: &'a S::Board,
    robot: R,
    agent: A,
    skiller: Skiller<'a, S>,
    main_loop: MainLoop,
    timing: Timing,
    watching: Watching<'a, S>,
    world: WorldOf<R>,
    #[cfg(feature = "cli")]
    kept: Kept,
}

impl<'a, S: SkillSpace, R: Stages> Session<'a, S, R>
where
    S::Board: HasSkiller,
{
    /// Connects `robot` and a skiller to `board`, in simulated time.
    ///
    /// # Errors
    /// [`WriterTaken`] if the skiller's interface already has a writer.
    pub fn new(board: &'a S::Board, robot: R) -> Result<Self, WriterTaken> {
        Ok(Self {
            board,
            robot,
            agent: (),
            skiller: Skiller::new(board)?,
            main_loop: MainLoop::new(),
            timing: Timing::simulated(PERIOD),
            watching: Watching::default(),
            world: WorldOf::default(),
            #[cfg(feature = "cli")]
            kept: Kept::default(),
        })
    }

    /// Adds an agent, which runs before the skiller in each pass.
    #[must_use]
    pub fn with_agent<A: AgentStage>(self, agent: A) -> Session<'a, S, R, A> {
        let Self { board, robot, skiller, main_loop, timing, watching, world, .. } = self;
        Session {
            board,
            robot,
            agent,
            skiller,
            main_loop,
            timing,
            watching,
            world,
            #[cfg(feature = "cli")]
            kept: Kept::default(),
        }
    }
}

impl<'a, S: SkillSpace, R: Stages, A: AgentStage> Session<'a, S, R, A>
where
    S::Board: HasSkiller,
{
    /// Lets viewers see and disturb the world of the robot.
    #[must_use]
    pub fn with_world(self, world: WorldOf<R>) -> Self {
        Self { world, ..self }
    }

    /// Makes the robot live: it can be watched and commanded through the hub. It keeps pace with
    /// the wall clock, unless a viewer changes its speed.
    #[cfg(feature = "hub")]
    pub fn make_live(&mut self, description: Description) -> Arc<Hub> {
        self.watching.make_live(description, self.board, self.kind())
    }

    /// Returns whether the robot is real, or has a world to see.
    pub fn kind(&self) -> RobotKind {
        if self.timing.is_real() {
            return RobotKind::Real;
        }
        RobotKind::Simulated { has_scene: self.world.scene.is_some() }
    }

    /// Returns the observers.
    pub fn watching(&self) -> &Watching<'a, S> {
        &self.watching
    }

    /// Returns the observers, to make the robot live or to record it.
    pub fn watching_mut(&mut self) -> &mut Watching<'a, S> {
        &mut self.watching
    }

    /// Sets the main loop's period.
    #[must_use]
    pub fn with_period(mut self, period: Duration) -> Self {
        self.timing.period = period;
        self
    }

    /// Keeps pace with the wall clock from now on, if `realtime` is set.
    #[must_use]
    pub fn in_realtime(mut self, realtime: bool) -> Self {
        self.timing.keep(realtime);
        self
    }

    /// Takes the time of passes from the clock of a real robot: a pass begins once in each period, and
    /// those that are missed are not caught up with.
    #[must_use]
    pub fn on_clock(mut self, clock: Clock) -> Self {
        self.timing.follow(clock);
        self
    }

    /// Returns the number of passes that a real robot missed since the last call, since others took too
    /// long.
    pub fn take_missed(&mut self) -> u64 {
        self.timing.take_missed()
    }

    /// Has files follow the robot from now on, until [`take_kept`](Self::take_kept).
    #[cfg(feature = "cli")]
    pub fn keep(&mut self, kept: Kept) {
        self.kept = kept;
    }

    /// Returns the files that follow the robot, to end them.
    #[cfg(feature = "cli")]
    pub fn take_kept(&mut self) -> Kept {
        std::mem::take(&mut self.kept)
    }

    /// Returns the blackboard on which robot and skiller are connected.
    pub fn board(&self) -> &'a S::Board {
        self.board
    }

    /// Returns the agent; `()` if there is none.
    pub fn agent(&self) -> &A {
        &self.agent
    }

    /// Returns the robot, such as its simulator.
    pub fn robot(&self) -> &R {
        &self.robot
    }

    /// Returns the robot, to disturb it.
    pub fn robot_mut(&mut self) -> &mut R {
        &mut self.robot
    }

    /// Runs `call` to its end, but stops it after `timeout`. Returns how it ended and how
    /// long it took. `tracer` receives the transitions.
    pub fn call(
        &mut self,
        call: &str,
        timeout: Duration,
        tracer: &mut impl Tracer,
    ) -> (Outcome, Duration) {
        self.call_while(call, timeout, tracer, || true)
    }

    /// As [`call`](Session::call), but also stops the skill when `goes_on` returns false after a
    /// pass.
    pub fn call_while(
        &mut self,
        call: &str,
        timeout: Duration,
        tracer: &mut impl Tracer,
        goes_on: impl Fn() -> bool,
    ) -> (Outcome, Duration) {
        let start = self.timing.time;
        if let Err(outcome) = self.begin_call(call) {
            return (outcome, Duration::ZERO);
        }
        loop {
            let now = self.pass(tracer);
            let took = now.time.since(start);
            if let Some(outcome) = self.outcome() {
                return (outcome, took);
            }
            if took >= timeout || !goes_on() {
                self.stop_call();
                self.pass(tracer);
                let is_late = took >= timeout;
                return (if is_late { Outcome::TimedOut } else { Outcome::Ended }, took);
            }
        }
    }

    /// Sends a call to the skiller.
    pub(crate) fn begin_call(&self, call: &str) -> Result<(), Outcome> {
        let Ok(skill_string) = Text::try_from(call) else {
            return Err(Outcome::Failed("the call is longer than 1024 bytes".into()));
        };
        match self.cell().send_as(0, ExecSkill { skill_string }) {
            Sent::Queued(_) => Ok(()),
            Sent::Refused(error) => Err(Outcome::Failed(error.to_string())),
        }
    }

    /// Returns the end of the call, if it has ended.
    pub(crate) fn outcome(&self) -> Option<Outcome> {
        match self.skiller.status() {
            SkillStatus::Final => {
                Some(Outcome::Final(self.skiller.interface().result().to_owned()))
            }
            SkillStatus::Failed => {
                Some(Outcome::Failed(self.skiller.interface().error.to_string()))
            }
            SkillStatus::Inactive => Some(Outcome::Failed("it was stopped".into())),
            SkillStatus::Running => None,
        }
    }

    /// Has the skill stopped in the next pass. A refused stop leaves nothing that could be stopped.
    pub(crate) fn stop_call(&self) {
        let _ = self.cell().send_as(0, StopExec {});
    }

    fn cell(&self) -> &'a Cell<SkillerInterface> {
        Provides::<SkillerInterface, SKILLER>::cell(self.board)
    }

    /// Returns what the skiller does, in a line: "idle", or the call that it runs.
    pub fn doing(&self) -> String {
        let skiller = self.skiller.interface();
        match skiller.status {
            SkillStatus::Running => format!("running {}", skiller.skill_string),
            SkillStatus::Failed => format!("{} FAILED: {}", skiller.skill_string, skiller.error),
            SkillStatus::Inactive | SkillStatus::Final => "idle".to_owned(),
        }
    }

    /// Takes control from all others and stops the skill that runs, then the agent, with their `exit` blocks,
    /// in two passes or a few more.
    pub fn stop(&mut self, tracer: &mut impl Tracer) {
        // A full queue is read in the next pass.
        for _ in 0..3 {
            let is_sent = self.take_over();
            self.pass(tracer);
            if is_sent {
                break;
            }
        }
        self.pass(tracer);
    }

    /// Has the next pass take control from all others and stop the skill. Returns whether it will.
    pub(crate) fn take_over(&self) -> bool {
        let control = self.cell().send_as(PROGRAM, AcquireControl { steal_control: true });
        let stop = self.cell().send_as(PROGRAM, StopExec {});
        matches!((control, stop), (Sent::Queued(_), Sent::Queued(_)))
    }

    /// Runs one pass of the main loop. Returns its time and number.
    pub fn pass(&mut self, tracer: &mut impl Tracer) -> Tick {
        if self.timing.is_real() {
            self.await_period();
        } else {
            self.await_viewers();
        }
        let now = self.pass_at(self.timing.time, tracer);
        #[cfg(feature = "cli")]
        for line in log::take() {
            self.watching.log(&line);
        }
        if let Some((duration, missed)) = self.timing.end() {
            self.watching.took(duration, missed);
        }
        now
    }

    /// Runs the pass at a time, which is not before the last one.
    #[allow(clippy::missing_panics_doc)] // the session's own clock
    pub(crate) fn pass_at(&mut self, time: Instant, tracer: &mut impl Tracer) -> Tick {
        let Self { robot, agent, skiller, watching, world, .. } = self;
        let pass =
            &mut ObservedPass { robot, agent, skiller, observer: watching.observer(), tracer };
        let now = self.main_loop.pass(time, pass).expect("the clock only goes forward");
        watching.scene(|| world.of(robot).scene());
        #[cfg(feature = "cli")]
        self.kept.note(agent, self.board);
        now
    }

    /// Waits until viewers let a simulated robot go on.
    fn await_viewers(&mut self) {
        if !self.watching.is_live() {
            self.timing.sleep();
        }
        let Self { robot, watching, world, timing, .. } = self;
        while !watching.wait(timing.time, &mut world.of(robot)) {}
    }

    /// Waits until the next period of a real robot begins.
    fn await_period(&mut self) {
        let Self { robot, watching, world, timing, .. } = self;
        timing.wait(|left| watching.serve_for(left, &mut world.of(robot)));
    }
}
