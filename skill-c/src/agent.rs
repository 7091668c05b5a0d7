//! The level above the skills: an agent, or none but the program in C.

use crate::abi::{Code, FAILED, FINAL, INACTIVE, NO_AGENT, OK, RUNNING, WRITER_TAKEN};
use core::num::NonZeroU32;
use skill_runtime::debug::DebugWriter;
use skill_runtime::skiller::HasSkiller;
use skill_runtime::{
    Agent, AgentRunner, Exec, Machine as _, SkillInfo, SkillKey, Status, Tick, TraceRing, WriterId,
};

/// The level above the skills in a behavior: [`NoAgent`] or [`RunsAgent`].
pub trait Think<B: 'static>: Sized {
    /// The agents, for the descriptions.
    const AGENTS: &'static [&'static SkillInfo];
    /// Becomes the level above the skills of a behavior with a number.
    fn attach(board: &'static B, number: NonZeroU32) -> Self;
    /// Starts the agent, from the beginning.
    fn start(&mut self) -> Code;
    /// Stops the agent, and the skill that it has called.
    fn stop(&mut self, now: Tick);
    /// Begins anew, with a new clock.
    fn begin_clock(&mut self, now: Tick);
    /// Runs a pass, and returns whether the agent is running.
    fn think(&mut self, now: Tick) -> bool;
    /// Returns `INACTIVE`, `RUNNING`, `FINAL` or `FAILED`.
    fn status(&self) -> u32;
    /// Publishes what the agent has done, for viewers.
    fn publish(&self, now: Tick, debug: &mut DebugWriter<'_>);
}

/// There is no agent.
#[derive(Debug)]
pub struct NoAgent;

impl<B: 'static> Think<B> for NoAgent {
    const AGENTS: &'static [&'static SkillInfo] = &[];
    fn attach(_: &'static B, _: NonZeroU32) -> Self {
        Self
    }
    fn start(&mut self) -> Code {
        NO_AGENT
    }
    fn stop(&mut self, _: Tick) {}
    fn begin_clock(&mut self, _: Tick) {}
    #[inline]
    fn think(&mut self, _: Tick) -> bool {
        false
    }
    fn status(&self) -> u32 {
        INACTIVE
    }
    fn publish(&self, _: Tick, _: &mut DebugWriter<'_>) {}
}

/// An agent with its default arguments.
pub struct RunsAgent<A: Agent, B: HasSkiller + 'static> {
    board: &'static B,
    number: NonZeroU32,
    /// `None` until it is started, and after it was stopped.
    runner: Option<AgentRunner<'static, A, B>>,
    trace: TraceRing<32, SkillKey>,
}

impl<A, B> Think<B> for RunsAgent<A, B>
where
    A: Agent + Default,
    A::Machine: Exec<B>,
    B: HasSkiller + 'static,
{
    const AGENTS: &'static [&'static SkillInfo] = &[A::INFO];

    fn attach(board: &'static B, number: NonZeroU32) -> Self {
        Self { board, number, runner: None, trace: TraceRing::of_keys() }
    }

    fn start(&mut self) -> Code {
        self.runner = None;
        let (number, id) = (self.number, WriterId::replacing(self.number));
        match AgentRunner::new_as(self.board, A::default(), number, id) {
            Ok(runner) => {
                self.runner = Some(runner);
                OK
            }
            Err(_) => WRITER_TAKEN,
        }
    }

    fn stop(&mut self, now: Tick) {
        if let Some(mut runner) = self.runner.take() {
            runner.stop(now, &mut self.trace);
        }
    }

    fn begin_clock(&mut self, now: Tick) {
        if let Some(runner) = &mut self.runner {
            runner.begin_clock(now, &mut self.trace);
        }
    }

    fn think(&mut self, now: Tick) -> bool {
        let Some(runner) = &mut self.runner else { return false };
        let was_running = runner.machine().status() == Status::Running;
        runner.tick(now, &mut self.trace);
        was_running
    }

    fn status(&self) -> u32 {
        match self.runner.as_ref().map(|runner| runner.machine().status()) {
            None => INACTIVE,
            Some(Status::Running) => RUNNING,
            Some(Status::Final) => FINAL,
            Some(Status::Failed) => FAILED,
        }
    }

    fn publish(&self, now: Tick, debug: &mut DebugWriter<'_>) {
        if let Some(runner) = &self.runner {
            debug.publish_agent(now, runner, &self.trace);
        }
    }
}
