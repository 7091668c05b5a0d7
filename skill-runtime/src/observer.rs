//! Observers of the passes of a robot.

use crate::agent::{Agent, AgentRunner, HasSkiller};
use crate::machine::Exec;
use crate::skiller::{CallSlot, Skiller};
use crate::space::SkillSpace;
use crate::time::Tick;
use crate::trace::{NoTrace, Tracer};

/// Observes the passes of a robot: a tool that shows, records or debugs skills. A method does
/// nothing by default.
///
/// [`ObservedPass`](crate::ObservedPass) calls the methods in the order of their declaration.
pub trait Observer {
    /// The type of the tracers.
    type Tracer: Tracer;
    /// Runs after the sensors and the world model, before the agent and the skills read the
    /// blackboard.
    fn before_think(&mut self, now: Tick) {
        let _ = now;
    }
    /// Returns the tracer of the agent in this pass.
    fn agent_tracer(&mut self) -> Self::Tracer;
    /// Runs after the agent.
    fn after_think<A: Agent, B: HasSkiller>(&mut self, now: Tick, runner: &AgentRunner<'_, A, B>)
    where
        A::Machine: Exec<B>,
    {
        let _ = (now, runner);
    }
    /// Returns the tracer of the skiller in this pass.
    fn skill_tracer<S: SkillSpace, C>(&mut self, skiller: &mut Skiller<'_, S, C>) -> Self::Tracer
    where
        S::Board: HasSkiller,
        C: CallSlot<S>;
    /// Runs after the skiller, before commands are sent to the hardware.
    fn after_skill<S: SkillSpace, C>(&mut self, now: Tick, skiller: &Skiller<'_, S, C>)
    where
        S::Board: HasSkiller,
        C: CallSlot<S>,
    {
        let _ = (now, skiller);
    }
}

/// Observes nothing.
impl Observer for () {
    type Tracer = NoTrace;
    fn agent_tracer(&mut self) -> NoTrace {
        NoTrace
    }
    fn skill_tracer<S: SkillSpace, C>(&mut self, _: &mut Skiller<'_, S, C>) -> NoTrace
    where
        S::Board: HasSkiller,
        C: CallSlot<S>,
    {
        NoTrace
    }
}

impl<O: Observer> Observer for &mut O {
    type Tracer = O::Tracer;
    fn before_think(&mut self, now: Tick) {
        (**self).before_think(now);
    }
    fn agent_tracer(&mut self) -> Self::Tracer {
        (**self).agent_tracer()
    }
    fn after_think<A: Agent, B: HasSkiller>(&mut self, now: Tick, runner: &AgentRunner<'_, A, B>)
    where
        A::Machine: Exec<B>,
    {
        (**self).after_think(now, runner);
    }
    fn skill_tracer<S: SkillSpace, C>(&mut self, skiller: &mut Skiller<'_, S, C>) -> Self::Tracer
    where
        S::Board: HasSkiller,
        C: CallSlot<S>,
    {
        (**self).skill_tracer(skiller)
    }
    fn after_skill<S: SkillSpace, C>(&mut self, now: Tick, skiller: &Skiller<'_, S, C>)
    where
        S::Board: HasSkiller,
        C: CallSlot<S>,
    {
        (**self).after_skill(now, skiller);
    }
}

/// Calls the observer if there is one.
impl<O: Observer> Observer for Option<O> {
    type Tracer = Option<O::Tracer>;
    fn before_think(&mut self, now: Tick) {
        if let Some(observer) = self {
            observer.before_think(now);
        }
    }
    fn agent_tracer(&mut self) -> Self::Tracer {
        self.as_mut().map(O::agent_tracer)
    }
    fn after_think<A: Agent, B: HasSkiller>(&mut self, now: Tick, runner: &AgentRunner<'_, A, B>)
    where
        A::Machine: Exec<B>,
    {
        if let Some(observer) = self {
            observer.after_think(now, runner);
        }
    }
    fn skill_tracer<S: SkillSpace, C>(&mut self, skiller: &mut Skiller<'_, S, C>) -> Self::Tracer
    where
        S::Board: HasSkiller,
        C: CallSlot<S>,
    {
        self.as_mut().map(|observer| observer.skill_tracer(skiller))
    }
    fn after_skill<S: SkillSpace, C>(&mut self, now: Tick, skiller: &Skiller<'_, S, C>)
    where
        S::Board: HasSkiller,
        C: CallSlot<S>,
    {
        if let Some(observer) = self {
            observer.after_skill(now, skiller);
        }
    }
}

/// Calls both observers; the first wraps the second, which sees what the first changes for a pass.
impl<A: Observer, B: Observer> Observer for (A, B) {
    type Tracer = (A::Tracer, B::Tracer);
    fn before_think(&mut self, now: Tick) {
        self.0.before_think(now);
        self.1.before_think(now);
    }
    fn agent_tracer(&mut self) -> Self::Tracer {
        (self.0.agent_tracer(), self.1.agent_tracer())
    }
    fn after_think<G: Agent, C: HasSkiller>(&mut self, now: Tick, runner: &AgentRunner<'_, G, C>)
    where
        G::Machine: Exec<C>,
    {
        self.1.after_think(now, runner);
        self.0.after_think(now, runner);
    }
    fn skill_tracer<S: SkillSpace, C>(&mut self, skiller: &mut Skiller<'_, S, C>) -> Self::Tracer
    where
        S::Board: HasSkiller,
        C: CallSlot<S>,
    {
        (self.0.skill_tracer(skiller), self.1.skill_tracer(skiller))
    }
    fn after_skill<S: SkillSpace, C>(&mut self, now: Tick, skiller: &Skiller<'_, S, C>)
    where
        S::Board: HasSkiller,
        C: CallSlot<S>,
    {
        self.1.after_skill(now, skiller);
        self.0.after_skill(now, skiller);
    }
}
