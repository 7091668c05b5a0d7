//! The skiller, which runs one call at a time on request through the blackboard.
//!
//! It implements Fawkes's `SkillerInterface` with some fixes: a skill can be stopped when no
//! sender has exclusive control, the error is that of the current run, and a call of an unknown
//! skill is FAILED with an error text. A call contains no code, and the [`Policy`] is checked
//! before a call runs.

#[cfg(not(feature = "text"))]
pub(crate) mod by_number;
#[cfg(feature = "text")]
pub(crate) mod by_text;
#[cfg(feature = "why")]
mod checkpoint;
mod interface;
mod request;
mod start;

#[cfg(feature = "why")]
pub use checkpoint::SkillerState;
pub(crate) use interface::ID;
#[cfg(feature = "text")]
pub use interface::without_text;
pub use interface::{
    AcquireControl, ExecSkill, FAILURE_ID, HasFailures, HasSkiller, INTERFACE_ID, Message,
    ReleaseControl, SkillStatus, SkillerFailure, SkillerInterface, StopExec, publish_failure,
    read_failure, skiller_interface,
};
pub use request::{CallSlot, NoTypedCalls, TypedCalls};
pub use start::{CallOf, StartError};

use crate::blackboard::{
    Blackboard as _, Encoder, InterfaceSet, MessageId, Provides, Received, Snapshot, Words as _,
    Writer, WriterId, WriterTaken,
};
use crate::call::SkillString;
use crate::failure::Failure;
use crate::failure::StoredFailure;
use crate::failure_words::to_words;
use crate::graph::SkillInfo;
use crate::machine::{Context, Exec, Machine};
use crate::space::SkillSpace;
use crate::status::Status;
use crate::time::{Instant, PassClock, Tick, TimeWentBack};
use crate::trace;
use crate::trace::{TraceKind, Tracer};
#[cfg(not(feature = "text"))]
pub(crate) use by_number as carried;
#[cfg(feature = "text")]
pub(crate) use by_text as carried;
use core::fmt;
use core::num::NonZeroU32;
use interface::{CALL_WORDS, ErrorText, TEXT_WORDS, put_truncated, write_truncated};
use request::Request;

/// Whether calls, results and errors are texts on the blackboard.
pub(crate) const TEXT: bool = cfg!(feature = "text");

/// The skills that can be called.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
pub enum Policy {
    /// Every skill of the space.
    #[default]
    All,
    /// Only the skills with these names.
    Only(&'static [&'static str]),
}

impl Policy {
    /// Returns whether `skill` can be called.
    #[must_use]
    pub fn allows(&self, skill: &SkillInfo) -> bool {
        match self {
            Policy::All => true,
            Policy::Only(names) => names.contains(&skill.name),
        }
    }
}

/// The state of a skiller from one pass to the next, beside its machine.
#[derive(Clone, Copy)]
struct Kept {
    /// The small fields of the interface; the texts are only on the blackboard.
    status: SkillStatus,
    msgid: u32,
    controller: u32,
    /// Whether these fields differ from the published ones.
    changed: bool,
    /// The skill that the machine runs.
    skill: Option<&'static SkillInfo>,
    /// The failure of the last run, and the skill that it ran.
    failure: Option<(StoredFailure, &'static SkillInfo)>,
    /// Whether the text of the failure is not published yet.
    pending_error: bool,
    /// The only sender whose messages are handled; 0 if those of all are.
    only_from: u32,
    refused: u32,
    clock: PassClock,
}

/// Runs the calls of the skill space `S`.
pub struct Skiller<'a, S: SkillSpace, C = TypedCalls<S>> {
    snapshot: Snapshot<'a, S::Board>,
    interface: Writer<'a, SkillerInterface>,
    kept: Kept,
    machine: Option<S::Machine>,
    policy: Policy,
    /// The last request of this process since the last pass.
    request: C,
    /// A number that each change of the published fields, and each new clock, makes another one.
    changes: u32,
}

impl<S: SkillSpace, C> fmt::Debug for Skiller<'_, S, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Skiller")
            .field("space", &S::NAME)
            .field("interface", &self.interface.value())
            .finish_non_exhaustive()
    }
}

impl<'a, S: SkillSpace> Skiller<'a, S> {
    /// Creates a skiller on `board`. It is the writer of the skiller's interface and of the
    /// interfaces that the skills write.
    ///
    /// # Errors
    /// Returns [`WriterTaken`] if one of these interfaces already has a writer.
    pub fn new(board: &'a S::Board) -> Result<Self, WriterTaken>
    where
        S::Board: HasSkiller,
    {
        Self::create(board, WriterId::LOCAL)
    }
}

impl<'a, S: SkillSpace> Skiller<'a, S, NoTypedCalls> {
    /// Creates a skiller like [`new`](Skiller::new), but without memory for a typed call: it is
    /// called by skill strings only. It writes its interfaces with the identity `id`.
    ///
    /// # Errors
    /// Returns [`WriterTaken`] if one of these interfaces already has a writer which `id` does not
    /// replace.
    pub fn without_typed_calls(board: &'a S::Board, id: WriterId) -> Result<Self, WriterTaken>
    where
        S::Board: HasSkiller,
    {
        Self::create(board, id)
    }
}

impl<'a, S: SkillSpace, C: CallSlot<S>> Skiller<'a, S, C>
where
    S::Board: Provides<SkillerInterface, ID>,
{
    fn create(board: &'a S::Board, id: WriterId) -> Result<Self, WriterTaken> {
        let mut snapshot = Snapshot::new_as(board, id);
        snapshot.claim(<S::Machine as Exec<S::Board>>::WRITES.union(S::Board::FAILURES))?;
        let mut interface = Provides::<SkillerInterface, ID>::cell(board).writer_as(id)?;
        interface.write(&SkillerInterface::default(), Instant::ZERO);
        Ok(Self {
            snapshot,
            interface,
            kept: Kept {
                status: SkillStatus::Inactive,
                msgid: 0,
                controller: 0,
                changed: false,
                skill: None,
                failure: None,
                pending_error: false,
                only_from: 0,
                refused: 0,
                clock: PassClock::new(),
            },
            machine: None,
            policy: Policy::All,
            request: C::default(),
            changes: 1,
        })
    }

    /// Refuses the messages of all senders but `sender`, requests for control among them. It is
    /// for a skiller whose messages are those of the agent in its own process, on a blackboard that
    /// other processes share: one that was replaced may still send.
    pub fn receive_only_from(&mut self, sender: NonZeroU32) {
        self.kept.only_from = sender.get();
    }

    /// Returns whether an incomplete message blocks all later ones: its sender is in the middle of
    /// sending it, or has died there.
    #[must_use]
    pub fn is_blocked(&self) -> bool {
        self.interface.is_blocked()
    }

    /// Discards the queued messages, including an incomplete one whose sender has died.
    pub fn recover(&mut self) {
        self.interface.recover();
    }

    /// Sets the policy, which allows all skills by default.
    #[must_use]
    pub fn with_policy(mut self, policy: Policy) -> Self {
        self.policy = policy;
        self
    }

    /// Sets the sender id of the messages that the skills send.
    #[must_use]
    pub fn sending_as(mut self, sender: u32) -> Self {
        self.snapshot.send_as(sender);
        self
    }

    /// Changes the sender id of the messages that the skills send from now on.
    pub fn send_as(&mut self, sender: u32) {
        self.snapshot.send_as(sender);
    }

    /// Refuses the messages that skills send to these interfaces from now on, as if their queues
    /// were full. It is for debuggers.
    #[cfg(feature = "why")]
    pub fn refuse_messages(&mut self, to: InterfaceSet) {
        self.snapshot.refuse_messages(to);
    }

    /// Returns the interfaces whose values the running skill reads, or the one that ran last.
    #[must_use]
    pub fn reads(&self) -> InterfaceSet {
        self.snapshot.values()
    }

    /// Returns the interfaces of which the skiller is the writer for its skills.
    #[must_use]
    pub fn writes(&self) -> InterfaceSet {
        self.snapshot.claimed()
    }

    /// Returns whether `sender` can call and stop skills.
    const fn accepts_sender(&self, sender: u32) -> bool {
        self.kept.controller == 0 || self.kept.controller == sender
    }

    /// Returns the active states of the running skill, as [`Machine::active`] does.
    pub fn active(&self) -> impl Iterator<Item = crate::active::ActiveEntry> + '_ {
        self.machine.iter().flat_map(Machine::active)
    }

    /// Stops the running skill, if there is one: runs its `exit` blocks and publishes the status
    /// FAILED with the error `why`.
    pub fn interrupt<T: Tracer>(&mut self, now: Tick, mut tracer: T, why: &str) {
        if self.machine.is_some() {
            self.abort(now, &mut tracer);
            self.kept.status = SkillStatus::Failed;
            self.publish(now, |all| write_truncated(&mut all.error, format_args!("{why}")));
        }
    }

    /// Begins a new clock, when the clock of the passes was set back or replaced: stops the
    /// running skill, if there is one, as [`interrupt`](Self::interrupt) does. The next pass can
    /// be at any time.
    pub fn begin_clock<T: Tracer>(&mut self, now: Tick, tracer: T) {
        self.kept.clock.restart();
        self.snapshot.forget_ages();
        // As far from what the changes of a run add up to as the time can go back.
        self.changes = self.changes.wrapping_add(0x9e37_79b9);
        self.interrupt(now, tracer, "a new clock has begun");
    }

    /// Returns whether a pass would run at `time`.
    ///
    /// # Errors
    /// Returns [`TimeWentBack`] if `time` is before the last pass.
    pub fn check_time(&self, time: Instant) -> Result<(), TimeWentBack> {
        self.kept.clock.check(time)
    }

    /// Returns whether a pass can run at `time`, like [`check_time`](Self::check_time), but counts
    /// and records that it cannot, as [`tick`](Self::tick) does.
    #[inline]
    pub fn accepts_time<T: Tracer>(&mut self, time: Instant, tracer: &mut T) -> bool {
        let result = self.kept.clock.advance(time);
        if let Err(error) = result {
            record_refused_time(self.kept.skill, error, tracer);
        }
        result.is_ok()
    }

    /// Returns how many passes were not run because the time went back; wraps.
    #[must_use]
    pub fn refused_times(&self) -> u32 {
        self.kept.clock.refused()
    }

    /// Runs one pass: processes the messages, runs the active skill, and publishes its status.
    ///
    /// A pass at a time before the last one is not run: nothing changes,
    /// [`refused_times`](Self::refused_times) counts it, and it is in the trace of the running
    /// skill. [`check_time`](Self::check_time) returns the error beforehand,
    /// [`begin_clock`](Self::begin_clock) begins a new clock.
    pub fn tick<T: Tracer>(&mut self, now: Tick, mut tracer: T) -> SkillStatus {
        if !self.accepts_time(now.time, &mut tracer) {
            return self.kept.status;
        }
        self.handle_messages(now, &mut tracer);
        self.run(now, &mut tracer);
        self.publish_error(now);
        self.publish_status(now);
        self.kept.status
    }

    /// Runs the part of a pass that processes text: parses the calls in messages, and publishes
    /// the text of the last failure.
    ///
    /// It is intended for robots with a real-time control loop, which call [`step`](Self::step)
    /// in the loop and this method outside of it. A time before that of the last pass is refused
    /// as by [`tick`](Self::tick).
    pub fn serve<T: Tracer>(&mut self, now: Tick, mut tracer: T) {
        if !self.accepts_time(now.time, &mut tracer) {
            return;
        }
        self.publish_error(now);
        self.handle_messages(now, &mut tracer);
        self.publish_status(now);
    }

    /// Processes a message of this process at once, as [`serve`](Self::serve) processes those in
    /// the queue, which come before it. Returns whether it was accepted.
    pub fn receive<T: Tracer>(
        &mut self,
        sender: u32,
        message: impl Into<Message>,
        now: Tick,
        mut tracer: T,
    ) -> bool {
        self.serve(now, &mut tracer);
        let refused = self.kept.refused;
        let received = Received { id: MessageId::NONE, sender, message: message.into() };
        self.handle_message(received, now, &mut tracer);
        self.publish_status(now);
        self.kept.refused == refused
    }

    /// Runs the part of a pass that runs the active skill and publishes its status, without
    /// processing text: after a failure, the error in the interface is empty until
    /// [`serve`](Self::serve). A time before that of the last pass is refused as by
    /// [`tick`](Self::tick).
    #[inline]
    pub fn step<T: Tracer>(&mut self, now: Tick, mut tracer: T) -> SkillStatus {
        if !self.accepts_time(now.time, &mut tracer) {
            return self.kept.status;
        }
        self.run(now, &mut tracer);
        self.publish_status(now);
        self.kept.status
    }

    /// Returns the published value of the skiller's interface.
    #[must_use]
    pub fn interface(&self) -> SkillerInterface {
        self.interface.value()
    }

    /// Returns the status of the last call.
    #[must_use]
    pub fn status(&self) -> SkillStatus {
        self.kept.status
    }

    /// Returns the failure of the last run; `None` if it did not fail, or if the call was invalid.
    #[must_use]
    pub fn failure(&self) -> Option<Failure> {
        self.kept.failure.map(|(failure, skill)| failure.of(skill))
    }

    /// Returns the machine of the running skill.
    #[must_use]
    pub fn machine(&self) -> Option<&S::Machine> {
        self.machine.as_ref()
    }

    /// Returns a number that each change of the published fields, and each new clock, makes another
    /// one.
    #[inline]
    pub(crate) fn changes(&self) -> u32 {
        self.changes
    }

    /// Returns the number of requests that were refused because another sender has exclusive
    /// control; wraps.
    #[must_use]
    pub fn refused(&self) -> u32 {
        self.kept.refused
    }

    fn handle_messages(&mut self, now: Tick, tracer: &mut impl Tracer) {
        while let Some(received) = self.interface.next_message() {
            if [0, received.sender].contains(&self.kept.only_from) {
                self.handle_message(received, now, tracer);
            } else {
                self.kept.refused = self.kept.refused.wrapping_add(1);
            }
        }
        let Some((sender, request)) = self.request.take() else { return };
        self.kept.changed = true;
        if !self.accepts_sender(sender) {
            self.kept.refused = self.kept.refused.wrapping_add(1);
            return;
        }
        self.abort(now, tracer);
        self.kept.msgid = 0;
        match request {
            Request::Stop => self.publish_inactive(now),
            Request::Start(call) => {
                self.kept.status = SkillStatus::Running;
                self.publish(now, |all| {
                    if TEXT {
                        write_truncated(&mut all.skill_string, format_args!("{call}"));
                    } else {
                        put_truncated(&mut all.skill_string, &[S::info(&call).name]);
                    }
                    all.error.clear();
                });
                self.begin(call, now, tracer);
            }
        }
    }

    /// Runs the active skill. Not inlined, because the code of all skills of the space is in it.
    #[inline(never)]
    fn run(&mut self, now: Tick, tracer: &mut impl Tracer) {
        if let Some(machine) = &mut self.machine {
            S::refresh(&mut self.snapshot);
            let mut cx = Context { snapshot: &self.snapshot, now, tracer: &mut *tracer };
            match machine.exec(&mut cx) {
                Status::Running => {}
                status => self.end(status, now, tracer),
            }
        }
    }

    fn handle_message(&mut self, received: Received<Message>, now: Tick, tracer: &mut impl Tracer) {
        let Received { id, sender, message } = received;
        let accepted = self.accepts_sender(sender);
        self.kept.changed = true;
        match message {
            Message::AcquireControl(AcquireControl { steal_control })
                if sender != 0 && (accepted || steal_control) =>
            {
                self.kept.controller = sender;
            }
            Message::ReleaseControl(ReleaseControl {}) if accepted => self.kept.controller = 0,
            Message::ExecSkill(call) if accepted => {
                self.abort(now, tracer);
                self.kept.msgid = id.0;
                self.call(&call, now, tracer);
            }
            Message::StopExec(StopExec {}) if accepted => {
                self.abort(now, tracer);
                self.kept.msgid = 0;
                self.publish_inactive(now);
            }
            _ => self.kept.refused = self.kept.refused.wrapping_add(1),
        }
    }

    /// Publishes that no skill is running.
    fn publish_inactive(&mut self, now: Tick) {
        self.kept.status = SkillStatus::Inactive;
        self.publish(now, |all| {
            all.skill_string.clear();
            all.error.clear();
        });
    }

    /// Begins the call of a message, or publishes the error if it is invalid.
    fn call(&mut self, message: &ExecSkill, now: Tick, tracer: &mut impl Tracer) {
        let call = carried::call::<S>(message);
        let allowed = call.as_ref().is_ok_and(|call| self.policy.allows(S::info(call)));
        self.kept.status = if allowed { SkillStatus::Running } else { SkillStatus::Failed };
        self.publish(now, |all| {
            carried::show::<S>(&mut all.skill_string, message, call.as_ref().ok());
            all.error.clear();
            match &call {
                Ok(_) if allowed => {}
                Ok(call) => {
                    let parts = ["skill `", S::info(call).name, "` may not be called here"];
                    put_truncated(&mut all.error, &parts);
                }
                Err(error) => carried::show_error(&mut all.error, error),
            }
        });
        if let (Ok(call), true) = (call, allowed) {
            self.begin(call, now, tracer);
        }
    }

    /// Creates the machine of a call.
    fn begin<T: Tracer>(&mut self, call: S::Call, now: Tick, tracer: &mut T) {
        let skill = S::info(&call);
        tracer.started(now.time, skill);
        if T::CALLS {
            let kind = TraceKind::Called(S::arguments(&call));
            trace::record(tracer, now.time, skill, kind);
        }
        self.kept.skill = Some(skill);
        let machine = self.machine.insert(S::start(call));
        self.snapshot.set_values(S::values(machine));
    }

    /// Publishes all fields, with the texts changed by `change`.
    fn publish(&mut self, now: Tick, change: impl FnOnce(&mut SkillerInterface)) {
        let mut all = self.interface.value();
        change(&mut all);
        all.exclusive_controller = self.kept.controller;
        all.msgid = self.kept.msgid;
        all.status = self.kept.status;
        self.publish_failure(now);
        self.interface.write(&all, now.time);
        self.kept.changed = false;
        self.changes = self.changes.wrapping_add(1);
    }

    /// Publishes the fields after the texts if they have changed.
    #[inline]
    fn publish_status(&mut self, now: Tick) {
        if self.kept.changed {
            self.publish_from(TEXT_WORDS, |_| {}, now);
        }
    }

    /// Publishes the fields after the texts, and what `put` writes before them from the word
    /// `start` on.
    #[inline]
    fn publish_from(&mut self, start: usize, put: impl FnOnce(&mut Encoder<'_>), now: Tick) {
        self.publish_failure(now);
        self.kept.changed = false;
        self.changes = self.changes.wrapping_add(1);
        let (controller, msgid, status) = (self.kept.controller, self.kept.msgid, self.kept.status);
        let put = |to: &mut Encoder<'_>| {
            put(to);
            controller.put(to);
            msgid.put(to);
            status.put(to);
        };
        self.interface.write_from(start, put, now.time);
    }

    /// Publishes the failure of a call that has failed, before the status: an agent reads both.
    #[inline]
    fn publish_failure(&self, now: Tick) {
        if self.kept.status == SkillStatus::Failed && S::Board::FAILURES != InterfaceSet::NONE {
            let failure = self.kept.failure.map(|(failure, _)| to_words(&failure));
            let (board, msgid) = (self.snapshot.board(), self.kept.msgid);
            board.publish_failure(msgid, failure.unwrap_or_default(), now.time);
        }
    }

    /// Publishes the text of a failure that is not published yet.
    fn publish_error(&mut self, now: Tick) {
        if core::mem::take(&mut self.kept.pending_error)
            && TEXT
            && let Some(failure) = self.failure()
        {
            self.publish(now, |all| write_truncated(&mut all.error, format_args!("{failure}")));
        }
    }

    /// Stops the running skill. Its `exit` blocks run.
    fn abort(&mut self, now: Tick, tracer: &mut impl Tracer) {
        if let Some(machine) = &mut self.machine {
            S::refresh(&mut self.snapshot);
            machine.reset(&mut Context { snapshot: &self.snapshot, now, tracer: &mut *tracer });
        }
        self.drop_machine(Status::Running, now, tracer);
        self.kept.failure = None;
        self.kept.pending_error = false;
    }

    /// Ends a run with a final `status`.
    fn end(&mut self, status: Status, now: Tick, tracer: &mut impl Tracer) {
        let failure = self.machine.as_ref().and_then(Machine::stored_failure).zip(self.kept.skill);
        let mut result = ErrorText::new();
        if TEXT && S::RESULTS && status == Status::Final {
            result = self.result();
        }
        if let Some(machine) = &mut self.machine {
            machine.reset(&mut Context { snapshot: &self.snapshot, now, tracer: &mut *tracer });
        }
        self.drop_machine(status, now, tracer);
        self.kept.status = match status {
            Status::Failed => SkillStatus::Failed,
            _ => SkillStatus::Final,
        };
        self.kept.changed = true;
        self.kept.failure = failure;
        self.kept.pending_error = failure.is_some();
        // At once with the status: an agent reads both.
        if !result.is_empty() {
            self.publish_from(CALL_WORDS, |to| result.put(to), now);
        }
    }

    /// Returns the text of the result of the machine, truncated to the capacity.
    #[cold]
    #[inline(never)]
    fn result(&self) -> ErrorText {
        let mut all = SkillString::new();
        if let Some(machine) = &self.machine {
            // A text that is full ends there.
            let _ = machine.write_result(&mut all);
        }
        let mut text = ErrorText::new();
        for c in all.chars().take(text.capacity()) {
            if text.push(c).is_err() {
                break;
            }
        }
        text
    }

    /// Drops the machine, which was reset.
    fn drop_machine(&mut self, status: Status, now: Tick, tracer: &mut impl Tracer) {
        self.machine = None;
        if let Some(skill) = self.kept.skill.take() {
            tracer.ended(now.time, skill, status);
        }
    }
}

/// Records that a pass of `skill` was refused.
#[cold]
#[inline(never)]
pub(crate) fn record_refused_time<T: Tracer>(
    skill: Option<&'static SkillInfo>,
    TimeWentBack { last, time }: TimeWentBack,
    tracer: &mut T,
) {
    if let Some(skill) = skill.filter(|_| T::ON) {
        trace::record(tracer, last, skill, TraceKind::TimeWentBack { time });
    }
}
