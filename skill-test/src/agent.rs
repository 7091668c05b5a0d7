//! An agent on a bench, with the skiller that it calls.

use crate::bench::{Bench, Runner};
use crate::record::Record;
use crate::skiller::{HasSpace, OnSkiller};
use skill_runtime::agent::HasSkiller;
use skill_runtime::skiller::SkillStatus;
use skill_runtime::{Agent, AgentRunner, Exec, Machine, SkillSpace, Status, Tick};
use std::num::NonZeroU32;

/// Runs an agent, and the skiller that runs its skills.
pub struct AgentOnSkiller<'a, A: Agent, S: SkillSpace>
where
    S::Board: HasSkiller,
{
    agent: AgentRunner<'a, A, S::Board>,
    skiller: OnSkiller<'a, S>,
}

impl<A: Agent, S: SkillSpace> std::fmt::Debug for AgentOnSkiller<'_, A, S>
where
    S::Board: HasSkiller,
{
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("AgentOnSkiller").field("agent", &A::INFO.name).finish_non_exhaustive()
    }
}

impl<'a, A: Agent, S: SkillSpace> HasSpace<'a> for AgentOnSkiller<'a, A, S>
where
    S::Board: HasSkiller,
{
    type Space = S;
    fn part(&self) -> &OnSkiller<'a, S> {
        &self.skiller
    }
    fn part_mut(&mut self) -> &mut OnSkiller<'a, S> {
        &mut self.skiller
    }
}

impl<A: Agent, S: SkillSpace> Runner for AgentOnSkiller<'_, A, S>
where
    S::Board: HasSkiller,
    A::Machine: Exec<S::Board>,
{
    type Status = Status;
    const START: Status = Status::Running;
    const RUNNING: Status = Status::Running;
    const FINAL: Status = Status::Final;
    const FAILED: Status = Status::Failed;

    fn pass(&mut self, now: Tick, record: &mut Record<'_>) -> Status {
        let status = self.agent.tick(now, &mut *record);
        self.skiller.pass(now, record);
        status
    }

    fn reason(&self) -> String {
        self.agent.machine().failure().map_or_else(String::new, |failure| failure.to_string())
    }
}

impl<'a, B, S> Bench<'a, B, OnSkiller<'a, S>>
where
    B: HasSkiller,
    S: SkillSpace<Board = B>,
{
    /// Runs `agent` before the skiller in each pass; its messages have the sender `sender`.
    ///
    /// # Panics
    /// If an interface that the agent writes already has a writer.
    #[must_use]
    #[track_caller]
    pub fn with_agent<A: Agent>(
        self,
        agent: A,
        sender: NonZeroU32,
    ) -> Bench<'a, B, AgentOnSkiller<'a, A, S>>
    where
        A::Machine: Exec<B>,
    {
        let agent = AgentRunner::new(self.board, agent, sender).unwrap_or_else(|e| panic!("{e}"));
        self.map(|skiller| AgentOnSkiller { agent, skiller })
    }
}

impl<'a, B, A, S> Bench<'a, B, AgentOnSkiller<'a, A, S>>
where
    B: HasSkiller,
    S: SkillSpace<Board = B>,
    A: Agent,
    A::Machine: Exec<B>,
{
    /// Returns the agent with its machine.
    #[must_use]
    pub fn agent(&self) -> &AgentRunner<'a, A, B> {
        &self.runner.agent
    }

    /// Returns the active state of the agent.
    #[must_use]
    pub fn state(&self) -> <A::Machine as Machine>::State {
        self.runner.agent.machine().state()
    }

    /// Returns the skiller's status after the last pass.
    #[must_use]
    pub fn skiller_status(&self) -> SkillStatus {
        self.runner.skiller.published().status
    }

    /// Runs a pass in which the agent is stopped and gives control back.
    pub fn stop_agent(&mut self) {
        self.pass_by(|runner, now, record| {
            runner.agent.stop(now, &mut *record);
            runner.skiller.pass(now, record);
        });
    }
}
