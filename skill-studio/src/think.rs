//! Agents of any type.

use skill_runtime::agent::HasSkiller;
use skill_runtime::blackboard::InterfaceSet;
use skill_runtime::{Agent, AgentRunner, Exec, Observer, SkillInfo, Tick, Tracer};

/// The agent of a session, or `()` for none.
pub trait Think {
    /// Runs the agent in a pass.
    fn think<O: Observer>(&mut self, now: Tick, observer: &mut O, tracer: &mut impl Tracer);
    /// Returns the interfaces of which the agent is the writer.
    fn writes(&self) -> InterfaceSet;
    /// Returns the agent as data.
    fn info(&self) -> Option<&'static SkillInfo>;
}

impl Think for () {
    fn think<O: Observer>(&mut self, _: Tick, _: &mut O, _: &mut impl Tracer) {}
    fn writes(&self) -> InterfaceSet {
        InterfaceSet::NONE
    }
    fn info(&self) -> Option<&'static SkillInfo> {
        None
    }
}

impl<A: Agent, B: HasSkiller> Think for AgentRunner<'_, A, B>
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
}
