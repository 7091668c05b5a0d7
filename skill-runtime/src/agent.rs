//! Agents: the level above the skills.
//!
//! An agent is a state machine like a skill, declared by [`agent!`](crate::agent!). It decides
//! which skill the skiller runs, and communicates with it only through the blackboard: a
//! state that runs a skill sends the call, observes the skiller's status, and stops the skill
//! when the state is left. The agent can therefore run in another process than the skills.
//! As in Fawkes's agent plugin, it acquires exclusive control first.

use crate::access::Access;
use crate::active::ListActive;
use crate::active::{ActiveParent, Visit};
use crate::blackboard::{Blackboard, InterfaceSet, MessageId, PortParts, Provides, Snapshot};
use crate::blackboard::{WriterId, WriterTaken};
use crate::bounds::StaticBounds;
use crate::failure::{CallFault, InvalidCall};
use crate::failure::{Cause, Failure, StoredFailure};
use crate::failure_slot::FailureSlot;
use crate::failure_words::for_agent;
use crate::graph::SkillInfo;
use crate::machine::{Context, Exec, Machine, Skill, Start, SubExec};
pub use crate::skiller::HasSkiller;
use crate::skiller::{
    AcquireControl, ID as SKILLER, ReleaseControl, SkillStatus, SkillerInterface, StopExec, TEXT,
    carried, record_refused_time,
};
use crate::status::Status;
use crate::sub_machine::{SubMachine, record_call};
use crate::time::{Instant, PassClock, Tick, TimeWentBack};
use crate::trace::Tracer;
use core::num::NonZeroU32;
use core::ops::ControlFlow;

/// An agent. A value holds the arguments with which it starts, one per field.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an agent",
    label = "not an agent",
    note = "declare it with `agent! {{ pub agent {Self}(..) {{ .. }} }}`"
)]
pub trait Agent: Sized + 'static {
    /// The machine that runs it.
    type Machine: Start<Self>;
    /// The agent as data.
    const INFO: &'static SkillInfo;
    /// The static bounds of the agent.
    #[doc(hidden)]
    const BOUNDS: StaticBounds;
    /// Returns the reason why the agent cannot start with these arguments: one is missing or
    /// outside its range.
    fn problem(&self) -> Option<Failure> {
        self.check_arguments().map(|invalid| invalid.failure(Self::INFO.key()).of(Self::INFO))
    }
    /// Returns the same without the description of the skill, for the generated code.
    #[doc(hidden)]
    fn check_arguments(&self) -> Option<InvalidCall> {
        None
    }
}

/// Selects what a state of an agent runs: a call to the skiller instead of a machine. No
/// skill runs an agent, so it is never `CYCLIC`.
#[doc(hidden)]
#[derive(Debug)]
pub struct ViaSkiller<const CYCLIC: bool>;

impl<const CYCLIC: bool> ViaSkiller<CYCLIC> {
    pub const CYCLIC: bool = CYCLIC;
}

impl<S: Skill> SubMachine<S> for ViaSkiller<false> {
    type Sub = RemoteCall<S>;
    const BOUNDS: StaticBounds = StaticBounds::NONE;
    fn start_sub(call: S) -> RemoteCall<S> {
        RemoteCall { call, status: RemoteStatus::New, result: None }
    }
    #[inline]
    fn result(sub: &RemoteCall<S>) -> Option<&S::Output> {
        sub.result.as_ref()
    }
    #[inline]
    fn called<B: Blackboard, T: Tracer>(call: &S, cx: &mut Context<'_, B, T>, offset: u32) {
        if T::CALLS {
            record_call(call, cx, offset);
        }
    }
}

/// A call that the skiller runs for a state of an agent.
#[derive(Debug)]
pub struct RemoteCall<S: Skill> {
    call: S,
    status: RemoteStatus,
    result: Option<S::Output>,
}

#[derive(Clone, Copy, Debug)]
enum RemoteStatus {
    /// Not sent yet.
    New,
    /// Sent in the message with this number.
    Sent(MessageId),
    /// The skill is FINAL.
    Final,
    /// The skill has FAILED, or could not be run.
    Failed,
}

impl<S: Skill> RemoteCall<S> {
    /// Sends the call, unless it is invalid.
    fn send<B: HasSkiller>(
        &self,
        snapshot: &Snapshot<'_, B>,
    ) -> Result<RemoteStatus, StoredFailure> {
        if let Some(failure) = self.call.problem() {
            return Err(failure.into());
        }
        let Some(message) = carried::message(&self.call) else {
            return failed::<S>(CallFault::NotSent);
        };
        match snapshot.send::<SkillerInterface, SKILLER>(message) {
            crate::blackboard::Sent::Queued(id) => Ok(RemoteStatus::Sent(id)),
            crate::blackboard::Sent::Refused(_) => failed::<S>(CallFault::NotSent),
        }
    }

    /// Returns the status that the skiller reports for the call sent as message `id`.
    fn follow<B: HasSkiller>(
        &mut self,
        id: MessageId,
        snapshot: &Snapshot<'_, B>,
    ) -> Result<RemoteStatus, StoredFailure> {
        let PortParts { sample, .. } = snapshot.port::<SkillerInterface, SKILLER>();
        let skiller = &sample.data;
        if !sample.has_writer() {
            failed::<S>(CallFault::NotSent)
        } else if skiller.msgid != id.0 {
            // Not received yet; or received, and then refused, stopped or replaced.
            if sample.handled.has_reached(id) {
                failed::<S>(CallFault::Stopped)
            } else {
                Ok(self.status)
            }
        } else {
            match skiller.status {
                SkillStatus::Running => Ok(self.status),
                SkillStatus::Final => {
                    const {
                        assert!(
                            TEXT || S::RESULT.is_none(),
                            "an agent reads results as text, which needs the feature `text` of robot-skill-runtime"
                        );
                    };
                    self.result = S::RESULT.and_then(|of| (of.read)(skiller.result()));
                    if S::RESULT.is_some() && self.result.is_none() {
                        failed::<S>(CallFault::ResultUnreadable)
                    } else {
                        Ok(RemoteStatus::Final)
                    }
                }
                SkillStatus::Failed => match B::failure(snapshot.samples()) {
                    // It was read before that of this call was published.
                    Some((msgid, _)) if msgid != id.0 => Ok(self.status),
                    Some((_, failure)) => {
                        for_agent(failure).map_or_else(|| failed::<S>(CallFault::Failed), Err)
                    }
                    None => failed::<S>(CallFault::Failed),
                },
                SkillStatus::Inactive => failed::<S>(CallFault::Stopped),
            }
        }
    }
}

/// Returns the interfaces of the skiller.
const fn skiller<B: HasSkiller>() -> InterfaceSet {
    InterfaceSet::of(<B as Provides<SkillerInterface, SKILLER>>::INDEX).union(B::FAILURES)
}

fn failed<S: Skill>(fault: CallFault) -> Result<RemoteStatus, StoredFailure> {
    Err(StoredFailure::plain(S::INFO.key(), Cause::Call(fault)))
}

impl<S: Skill> ListActive for RemoteCall<S> {
    fn visit_active(&self, at: ActiveParent, visit: &mut Visit<'_>) -> ControlFlow<()> {
        visit(at.entry(0, S::INFO, None, None))
    }
    #[cfg(feature = "why")]
    fn copy(&self) -> Option<Self> {
        let result = match &self.result {
            Some(result) => Some((S::RESULT?.copy)(result)),
            None => None,
        };
        Some(Self { call: self.call.clone(), status: self.status, result })
    }
}

impl<S: Skill, B: HasSkiller> SubExec<B> for RemoteCall<S> {
    const ACCESS: Access = Access { reads: skiller::<B>(), values: skiller::<B>(), ..Access::NONE };

    fn step<T: Tracer>(&mut self, cx: &mut Context<'_, B, T>, failure: &mut FailureSlot) -> Status {
        let status = match self.status {
            RemoteStatus::New => self.send(cx.snapshot),
            RemoteStatus::Sent(id) => self.follow(id, cx.snapshot),
            finished => Ok(finished),
        };
        self.status = status.unwrap_or_else(|error| {
            failure.stored = Some(error);
            RemoteStatus::Failed
        });
        match self.status {
            RemoteStatus::New | RemoteStatus::Sent(_) => Status::Running,
            RemoteStatus::Final => Status::Final,
            RemoteStatus::Failed => Status::Failed,
        }
    }

    fn has_failed(&self) -> bool {
        matches!(self.status, RemoteStatus::Failed)
    }

    fn is_final(&self) -> bool {
        matches!(self.status, RemoteStatus::Final)
    }

    fn leave<T: Tracer>(&mut self, cx: &mut Context<'_, B, T>) {
        if matches!(self.status, RemoteStatus::Sent(_)) {
            // Refused if there is no skiller, in which case nothing runs, or if the queue is
            // full: the skill then continues until the next call replaces it.
            let _ = cx.snapshot.send::<SkillerInterface, SKILLER>(StopExec {});
        }
    }
}

/// Runs an agent in the think stage of the main loop.
///
/// It requests exclusive control of the skiller and starts the agent once it has it; while
/// another sender has control, it waits. If it loses control, it resets the agent and waits
/// again.
pub struct AgentRunner<'a, A: Agent, B: Blackboard> {
    snapshot: Snapshot<'a, B>,
    machine: A::Machine,
    sender: NonZeroU32,
    /// The most recent request for control.
    requested: Option<MessageId>,
    in_control: bool,
    clock: PassClock,
}

impl<A: Agent, B: HasSkiller> core::fmt::Debug for AgentRunner<'_, A, B> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("AgentRunner")
            .field("agent", &A::INFO.name)
            .field("in_control", &self.in_control)
            .finish_non_exhaustive()
    }
}

impl<'a, A: Agent, B: HasSkiller> AgentRunner<'a, A, B>
where
    A::Machine: Exec<B>,
{
    /// Creates a runner of `agent` on `board` that sends its messages as `sender` and is the
    /// writer of the interfaces that the agent writes.
    ///
    /// # Errors
    /// Returns [`WriterTaken`] if one of these interfaces already has a writer.
    pub fn new(board: &'a B, agent: A, sender: NonZeroU32) -> Result<Self, WriterTaken> {
        Self::new_as(board, agent, sender, WriterId::LOCAL)
    }

    /// Creates a runner like [`new`](Self::new) that writes its interfaces with the identity `id`.
    ///
    /// # Errors
    /// Returns [`WriterTaken`] if one of these interfaces already has a writer which `id` does not
    /// replace.
    pub fn new_as(
        board: &'a B,
        agent: A,
        sender: NonZeroU32,
        id: WriterId,
    ) -> Result<Self, WriterTaken> {
        let mut snapshot = Snapshot::new_as(board, id);
        snapshot.send_as(sender.get());
        snapshot.claim(A::Machine::WRITES)?;
        Ok(Self {
            snapshot,
            machine: A::Machine::start(agent),
            sender,
            requested: None,
            in_control: false,
            clock: PassClock::new(),
        })
    }

    /// Runs one pass and returns the status of the agent, which is
    /// [`Running`](Status::Running) while it waits for control.
    ///
    /// A pass at a time before the last one is not run: nothing changes,
    /// [`refused_times`](Self::refused_times) counts it, and it is in the trace.
    /// [`check_time`](Self::check_time) returns the error beforehand,
    /// [`begin_clock`](Self::begin_clock) begins a new clock.
    pub fn tick<T: Tracer>(&mut self, now: Tick, mut tracer: T) -> Status {
        if let Err(error) = self.clock.advance(now.time) {
            record_refused_time(Some(A::INFO), error, &mut tracer);
            return self.machine.status();
        }
        if self.machine.status() != Status::Running {
            return self.machine.status();
        }
        self.snapshot.refresh(skiller::<B>().union(A::Machine::READS));
        let had = self.in_control;
        self.in_control = self.controls();
        let mut cx = Context { snapshot: &self.snapshot, now, tracer };
        if !self.in_control {
            if had {
                self.machine.reset(&mut cx);
            }
            self.request_control();
            return Status::Running;
        }
        let status = self.machine.exec(&mut cx);
        if status != Status::Running {
            self.release();
        }
        status
    }

    /// Begins a new clock, when the clock of the passes was set back or replaced: resets the
    /// agent, which stops the skill it runs and begins anew. The next pass can be at any time.
    pub fn begin_clock<T: Tracer>(&mut self, now: Tick, tracer: T) {
        self.clock.restart();
        self.snapshot.forget_ages();
        if self.machine.status() == Status::Running {
            self.machine.reset(&mut Context { snapshot: &self.snapshot, now, tracer });
        }
    }

    /// Returns whether a pass would run at `time`.
    ///
    /// # Errors
    /// Returns [`TimeWentBack`] if `time` is before the last pass.
    pub fn check_time(&self, time: Instant) -> Result<(), TimeWentBack> {
        self.clock.check(time)
    }

    /// Returns how many passes were not run because the time went back; wraps.
    #[must_use]
    pub fn refused_times(&self) -> u32 {
        self.clock.refused()
    }

    /// Resets the agent, which stops the skill it runs, and releases control.
    pub fn stop<T: Tracer>(&mut self, now: Tick, tracer: T) {
        self.machine.reset(&mut Context { snapshot: &self.snapshot, now, tracer });
        self.release();
    }

    /// Returns whether the agent has control and therefore runs.
    #[must_use]
    pub fn in_control(&self) -> bool {
        self.in_control
    }

    /// Returns the interfaces whose values the agent reads.
    #[must_use]
    pub fn reads(&self) -> InterfaceSet {
        skiller::<B>().union(A::Machine::READS)
    }

    /// Returns the interfaces of which the agent is the writer.
    #[must_use]
    pub fn writes(&self) -> InterfaceSet {
        self.snapshot.claimed()
    }

    /// Returns the machine of the agent.
    #[must_use]
    pub fn machine(&self) -> &A::Machine {
        &self.machine
    }

    /// Sets the variables: all of them, or none.
    ///
    /// # Errors
    /// The place of a text that is not of the variable's type.
    #[cfg(feature = "why")]
    pub(crate) fn restore_vars(&mut self, texts: &[&str]) -> Result<(), usize> {
        self.machine.restore_vars(texts)
    }

    fn controls(&self) -> bool {
        let PortParts { sample, .. } = self.snapshot.port::<SkillerInterface, SKILLER>();
        sample.has_writer() && sample.data.exclusive_controller == self.sender.get()
    }

    /// Requests control, unless another sender has it or the last request is still queued.
    fn request_control(&mut self) {
        let PortParts { sample, .. } = self.snapshot.port::<SkillerInterface, SKILLER>();
        let queued = self.requested.is_some_and(|id| !sample.handled.has_reached(id));
        if sample.has_writer() && sample.data.exclusive_controller == 0 && !queued {
            let sent = self
                .snapshot
                .send::<SkillerInterface, SKILLER>(AcquireControl { steal_control: false });
            self.requested = (!sent.is_refused()).then(|| sent.id());
        }
    }

    fn release(&mut self) {
        if self.in_control {
            self.in_control = false;
            self.requested = None;
            // Refused if there is no skiller, in which case no sender has control, or if the
            // queue is full: another sender then has to steal it.
            let _ = self.snapshot.send::<SkillerInterface, SKILLER>(ReleaseControl {});
        }
    }
}

/// The state of an [`AgentRunner`] between two passes.
#[cfg(feature = "why")]
#[derive(Debug)]
pub struct AgentState<M> {
    machine: M,
    requested: Option<MessageId>,
    in_control: bool,
    clock: PassClock,
}

#[cfg(feature = "why")]
impl<A: Agent, B: HasSkiller> crate::Checkpoint for AgentRunner<'_, A, B>
where
    A::Machine: Exec<B>,
{
    type State = AgentState<A::Machine>;

    fn save(&self) -> Option<AgentState<A::Machine>> {
        let machine = self.machine.copy()?;
        let &Self { requested, in_control, clock, .. } = self;
        Some(AgentState { machine, requested, in_control, clock })
    }

    fn restore(&mut self, state: &AgentState<A::Machine>) -> Option<()> {
        self.machine = state.machine.copy()?;
        self.snapshot.restore(self.snapshot.values());
        (self.requested, self.in_control, self.clock) =
            (state.requested, state.in_control, state.clock);
        Some(())
    }
}
