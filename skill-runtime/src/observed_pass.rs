//! A pass of the main loop with an agent, a skiller and an observer.

use crate::agent::{Agent, AgentRunner, HasSkiller};
use crate::blackboard::InterfaceSet;
use crate::graph::SkillInfo;
use crate::machine::Exec;
#[cfg(feature = "why")]
use crate::machine::Machine as _;
use crate::main_loop::Stages;
use crate::observer::Observer;
#[cfg(feature = "why")]
use crate::saved::KeepVariables;
use crate::skiller::{CallSlot, Skiller};
use crate::space::SkillSpace;
#[cfg(feature = "why")]
use crate::status::Status;
use crate::time::Tick;
use crate::trace::Tracer;

/// An agent of any type, or `()` for none: what runs in the stage [`think`](Stages::think).
pub trait AgentStage {
    /// Runs the agent, then [`Observer::after_think`].
    fn think<O: Observer>(&mut self, now: Tick, observer: &mut O, tracer: &mut impl Tracer);
    /// Returns the interfaces of which the agent is the writer.
    fn writes(&self) -> InterfaceSet;
    /// Returns the agent as data.
    fn info(&self) -> Option<&'static SkillInfo>;
    /// Gives `out` the variables of the agent, and returns whether they are those of its run: an agent that has no
    /// control begins anew.
    #[cfg(feature = "why")]
    fn save_variables(&self, out: &mut dyn KeepVariables) -> bool {
        let _ = out;
        false
    }
    /// Sets the variables of an agent that has not run yet to the values of texts, in the order of
    /// [`save_variables`](Self::save_variables): all of them, or none.
    ///
    /// # Errors
    /// The place of a text that is not of the variable's type.
    #[cfg(feature = "why")]
    fn restore_variables(&mut self, texts: &[&str]) -> Result<(), usize> {
        let _ = texts;
        Ok(())
    }
}

impl AgentStage for () {
    fn think<O: Observer>(&mut self, _: Tick, _: &mut O, _: &mut impl Tracer) {}
    fn writes(&self) -> InterfaceSet {
        InterfaceSet::NONE
    }
    fn info(&self) -> Option<&'static SkillInfo> {
        None
    }
}

impl<A: Agent, B: HasSkiller> AgentStage for AgentRunner<'_, A, B>
where
    A::Machine: Exec<B>,
{
    fn think<O: Observer>(&mut self, now: Tick, observer: &mut O, tracer: &mut impl Tracer) {
        self.tick(now, (observer.agent_tracer(), tracer));
        observer.after_think(now, self);
    }
    fn writes(&self) -> InterfaceSet {
        AgentRunner::writes(self)
    }
    fn info(&self) -> Option<&'static SkillInfo> {
        Some(A::INFO)
    }
    #[cfg(feature = "why")]
    fn save_variables(&self, out: &mut dyn KeepVariables) -> bool {
        self.machine().save_vars(out);
        self.in_control() || self.machine().status() != Status::Running
    }
    #[cfg(feature = "why")]
    fn restore_variables(&mut self, texts: &[&str]) -> Result<(), usize> {
        self.restore_vars(texts)
    }
}

/// The stages of a robot that an observer watches: those of `robot`, with the agent as `think` and
/// the skiller as `skill`.
///
/// ```
/// use skill_runtime::skiller::{SkillStatus, SkillerInterface};
/// use skill_runtime::{
///     Instant, MainLoop, NoTrace, ObservedPass, Skiller, blackboard, skill, skill_space,
/// };
///
/// blackboard! { pub Board { "Skiller": SkillerInterface } }
/// skill! { pub skill Wait() { start state Wait { -> FINAL after 10ms; } } }
/// skill_space! { pub Waiter on Board { Wait } }
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let board = Board::new();
/// let mut skiller = Skiller::<Waiter>::new(&board)?;
/// skiller.start(Wait {})?;
/// let mut main_loop = MainLoop::new();
/// for time_ms in [0, 10] {
///     let mut pass = ObservedPass {
///         robot: &mut (),
///         agent: &mut (),
///         skiller: &mut skiller,
///         observer: &mut (),
///         tracer: &mut NoTrace,
///     };
///     main_loop.pass(Instant::from_millis(time_ms), &mut pass)?;
/// }
/// assert_eq!(skiller.status(), SkillStatus::Final);
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct ObservedPass<'p, 'a, R, A, S: SkillSpace, C, O, T> {
    /// Reads the sensors, evaluates them and acts. Its `think` and `skill` are not called.
    pub robot: &'p mut R,
    /// The agent; `()` for none.
    pub agent: &'p mut A,
    /// Runs the skills.
    pub skiller: &'p mut Skiller<'a, S, C>,
    /// Observes the pass.
    pub observer: &'p mut O,
    /// Receives the events of the agent and of the skills, after the tracers of the observer.
    pub tracer: &'p mut T,
}

impl<R, A, S, C, O, T> Stages for ObservedPass<'_, '_, R, A, S, C, O, T>
where
    R: Stages,
    A: AgentStage,
    S: SkillSpace,
    S::Board: HasSkiller,
    C: CallSlot<S>,
    O: Observer,
    T: Tracer,
{
    fn sensor(&mut self, now: Tick) {
        self.robot.sensor(now);
    }
    fn world_model(&mut self, now: Tick) {
        self.robot.world_model(now);
    }
    fn think(&mut self, now: Tick) {
        self.observer.before_think(now);
        self.agent.think(now, self.observer, self.tracer);
    }
    fn skill(&mut self, now: Tick) {
        let tracer = self.observer.skill_tracer(self.skiller);
        self.skiller.tick(now, (tracer, &mut *self.tracer));
        self.observer.after_skill(now, self.skiller);
    }
    fn act(&mut self, now: Tick) {
        self.robot.act(now);
    }
}
