//! A robot that runs calls: its blackboard, its skiller, and the main loop.

use skill_runtime::agent::HasSkiller;
use skill_runtime::dependency::interface_id;
use skill_runtime::skiller::{ExecSkill, SkillStatus, SkillerInterface, StopExec};
use skill_runtime::{
    Instant, MainLoop, Provides, Sent, SkillSpace, Skiller, Stages, Text, Tick, Tracer, WriterTaken,
};
use std::time::Duration;

const SKILLER: u64 = interface_id("Skiller");

/// The main loop's period, unless [`Session::with_period`] sets another.
pub const PERIOD: Duration = Duration::from_millis(10);

/// The end of a call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// FINAL, with the text of the result; empty if the skill has none.
    Final(String),
    /// FAILED, with the reason.
    Failed(String),
    /// It ran longer than allowed and was stopped.
    TimedOut,
}

/// A robot that runs the skills of the space `S`.
///
/// `R` is everything but the skiller: its stages read the sensors (or the simulator),
/// evaluate them and act. Its `skill` stage is not called; the session's skiller runs there.
pub struct Session<'a, S: SkillSpace, R> {
    board: &'a S::Board,
    robot: R,
    skiller: Skiller<'a, S>,
    main_loop: MainLoop,
    time: Instant,
    period: Duration,
    /// The wall-clock time of the start, if the session keeps pace with it.
    wall: Option<std::time::Instant>,
}

/// One pass: the robot's stages with the skiller among them.
struct Pass<'p, 'a, S: SkillSpace, R, T> {
    robot: &'p mut R,
    skiller: &'p mut Skiller<'a, S>,
    tracer: &'p mut T,
}

impl<S: SkillSpace, R: Stages, T: Tracer> Stages for Pass<'_, '_, S, R, T>
where
    S::Board: HasSkiller,
{
    fn sensor(&mut self, now: Tick) {
        self.robot.sensor(now);
    }
    fn world_model(&mut self, now: Tick) {
        self.robot.world_model(now);
    }
    fn think(&mut self, now: Tick) {
        self.robot.think(now);
    }
    fn skill(&mut self, now: Tick) {
        self.skiller.tick(now, &mut *self.tracer);
    }
    fn act(&mut self, now: Tick) {
        self.robot.act(now);
    }
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
            skiller: Skiller::new(board)?,
            main_loop: MainLoop::new(),
            time: Instant::ZERO,
            period: PERIOD,
            wall: None,
        })
    }

    /// Sets the main loop's period.
    #[must_use]
    pub fn with_period(mut self, period: Duration) -> Self {
        self.period = period;
        self
    }

    /// Keeps pace with the wall clock from now on, if `realtime` is set.
    #[must_use]
    pub fn in_realtime(mut self, realtime: bool) -> Self {
        self.wall = realtime.then(std::time::Instant::now);
        self
    }

    /// Returns the robot.
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

    /// As [`call`](Session::call), but also stops the skill, as after the timeout, when
    /// `goes_on` returns false after a pass.
    pub fn call_while(
        &mut self,
        call: &str,
        timeout: Duration,
        tracer: &mut impl Tracer,
        goes_on: impl Fn() -> bool,
    ) -> (Outcome, Duration) {
        let Ok(skill_string) = Text::try_from(call) else {
            return (Outcome::Failed("the call is longer than 1024 bytes".into()), Duration::ZERO);
        };
        let start = self.time;
        let cell = Provides::<SkillerInterface, SKILLER>::cell(self.board);
        if let Sent::Refused(error) = cell.send_as(0, ExecSkill { skill_string }) {
            return (Outcome::Failed(error.to_string()), Duration::ZERO);
        }
        loop {
            let now = self.pass(tracer);
            let took = now.time.since(start);
            match self.skiller.status() {
                SkillStatus::Final => {
                    let result = self.skiller.interface().result().to_owned();
                    return (Outcome::Final(result), took);
                }
                SkillStatus::Failed => {
                    let why = self.skiller.interface().error.to_string();
                    return (Outcome::Failed(why), took);
                }
                SkillStatus::Running | SkillStatus::Inactive if took >= timeout || !goes_on() => {
                    // A refused stop leaves nothing that could be stopped.
                    let _ = cell.send_as(0, StopExec {});
                    self.pass(tracer);
                    return (Outcome::TimedOut, took);
                }
                SkillStatus::Running | SkillStatus::Inactive => {}
            }
        }
    }

    /// Runs one pass of the main loop. Returns its time and number.
    #[allow(clippy::missing_panics_doc)] // the session's own clock
    pub fn pass(&mut self, tracer: &mut impl Tracer) -> Tick {
        if let Some(start) = self.wall {
            let due = Duration::from_micros(self.time.as_micros());
            std::thread::sleep(due.saturating_sub(start.elapsed()));
        }
        let Self { robot, skiller, .. } = self;
        let now = self
            .main_loop
            .pass(self.time, &mut Pass { robot, skiller, tracer })
            .expect("the clock only goes forward");
        self.time = self.time.after(self.period);
        now
    }
}
