//! A machine on a bench, stepped directly.

use crate::bench::{Bench, Runner};
use crate::record::Record;
use skill_runtime::{Blackboard, Context, Exec, Machine, Skill, Snapshot, Status, Tick};

/// Runs one call of a skill.
pub struct SingleSkill<'a, B: Blackboard, M> {
    snapshot: Snapshot<'a, B>,
    machine: M,
}

impl<B: Blackboard, M> std::fmt::Debug for SingleSkill<'_, B, M> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SingleSkill").finish_non_exhaustive()
    }
}

impl<'a, B: Blackboard> Bench<'a, B> {
    /// Runs `call` by itself, as the writer of the interfaces that it writes.
    ///
    /// # Panics
    /// If an interface that the skill writes already has a writer.
    #[must_use]
    #[track_caller]
    pub fn with_skill<S: Skill>(self, call: S) -> Bench<'a, B, SingleSkill<'a, B, S::Machine>>
    where
        S::Machine: Exec<B>,
    {
        let mut snapshot = Snapshot::new(self.board);
        snapshot.claim(S::Machine::WRITES).unwrap_or_else(|error| panic!("{error}"));
        self.map(|()| SingleSkill { snapshot, machine: call.start() })
    }
}

impl<B: Blackboard, M: Exec<B>> Runner for SingleSkill<'_, B, M> {
    type Status = Status;
    const START: Status = Status::Running;
    const RUNNING: Status = Status::Running;
    const FINAL: Status = Status::Final;
    const FAILED: Status = Status::Failed;

    fn pass(&mut self, now: Tick, record: &mut Record<'_>) -> Status {
        self.with_context(now, record, M::exec)
    }

    fn reason(&self) -> String {
        self.machine.failure().map_or_else(String::new, |failure| failure.to_string())
    }
}

impl<B: Blackboard, M: Exec<B>> SingleSkill<'_, B, M> {
    fn with_context<'r, 't, T>(
        &mut self,
        now: Tick,
        record: &'r mut Record<'t>,
        run: impl FnOnce(&mut M, &mut Context<'_, B, &'r mut Record<'t>>) -> T,
    ) -> T {
        self.snapshot.refresh(M::READS);
        run(&mut self.machine, &mut Context { snapshot: &self.snapshot, now, tracer: record })
    }
}

impl<B: Blackboard, M: Exec<B>> Bench<'_, B, SingleSkill<'_, B, M>> {
    /// Returns the machine under test.
    #[must_use]
    pub fn machine(&self) -> &M {
        &self.runner.machine
    }

    /// Returns the active state.
    #[must_use]
    pub fn state(&self) -> <M as Machine>::State {
        self.runner.machine.state()
    }

    /// Returns the status after the last pass.
    #[must_use]
    pub fn status(&self) -> Status {
        self.runner.machine.status()
    }

    /// Runs a pass in which the skill is reset, as if it were preempted.
    pub fn reset(&mut self) {
        self.pass_by(|runner, now, record| runner.with_context(now, record, M::reset));
    }
}
