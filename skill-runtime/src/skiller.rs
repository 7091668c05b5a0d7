//! The skiller: runs one call at a time, asked for through the blackboard.
//!
//! It keeps to Fawkes's `SkillerInterface`, with its faults mended: a stop without
//! any controller works, the error belongs to the run it came from, and an unknown
//! skill is FAILED with the error's text. The sandbox is the type: a call is data,
//! and the [`Policy`] is asked before anything runs.

use crate::blackboard::{Encoder, Text, Words, Writer};
use crate::blackboard::{Provides, Received, Snapshot, WriterTaken};
use crate::dependency::interface_id;
use crate::{
    Context, Exec, Failure, Instant, Machine, SkillInfo, SkillSpace, Status, Tick, TraceEvent,
    TraceKind, Tracer,
};
use core::fmt::{self, Write as _};

crate::interface! {
    /// What the skiller runs and how it goes, and the messages that ask it to.
    pub SkillerInterface {
        /// How the last call goes or went.
        enum SkillStatus {
            /// Nothing was called, or it was stopped.
            Inactive,
            /// The skill has reached its purpose.
            Final,
            /// The skill runs.
            Running,
            /// The skill has failed, or could not be called.
            Failed,
        }
        fields {
            /// The last call.
            skill_string: Text<1024>,
            /// Why it failed; empty if it did not.
            error: Text<128>,
            /// Who alone may call; 0 if anyone may.
            exclusive_controller: u32,
            /// The message that asked for the call; 0 if there is none.
            msgid: u32,
            /// How it goes.
            status: SkillStatus,
        }
        messages (words = 512) {
            /// Runs a call; one that runs already is stopped.
            ExecSkill {
                /// The call: `standup{from="back"}`.
                skill_string: Text<1024>,
            },
            /// Stops what runs.
            StopExec,
            /// From now on only the sender may call and stop; a sender that is 0 has no
            /// name, so it cannot have control.
            AcquireControl {
                /// Also if another has control.
                steal_control: bool,
            },
            /// Anyone may call again.
            ReleaseControl,
        }
    }
}

pub use skiller_interface::{
    AcquireControl, ExecSkill, Message, ReleaseControl, SkillStatus, StopExec,
};

/// The words of the texts, which are the first fields.
const TEXTS: usize = <Text<1024> as Words>::LEN + <Text<128> as Words>::LEN;

/// The skiller's id on the blackboard.
pub const INTERFACE_ID: &str = "Skiller";
pub(crate) const ID: u64 = interface_id(INTERFACE_ID);

/// What may be called.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
pub enum Policy {
    /// Every skill of the space.
    #[default]
    All,
    /// These alone, by name.
    Only(&'static [&'static str]),
}

impl Policy {
    /// Whether `skill` may be called.
    #[must_use]
    pub fn allows(&self, skill: &SkillInfo) -> bool {
        match self {
            Policy::All => true,
            Policy::Only(names) => names.contains(&skill.name),
        }
    }
}

/// Runs the calls of the space `S`.
pub struct Skiller<'a, S: SkillSpace> {
    snapshot: Snapshot<'a, S::Board>,
    interface: Writer<'a, SkillerInterface>,
    /// The small fields of its interface; the texts stand on the blackboard alone.
    status: SkillStatus,
    msgid: u32,
    controller: u32,
    /// Whether they differ from what is published.
    changed: bool,
    machine: Option<S::Machine>,
    /// The skill of the machine.
    skill: Option<&'static SkillInfo>,
    failure: Option<Failure>,
    /// The failure, as long as its text does not stand in the interface.
    pending_error: Option<Failure>,
    policy: Policy,
    refused: u32,
    /// What this process has asked for since the last pass.
    request: Option<(u32, Request<S::Call>)>,
}

/// What a process asks of its own skiller.
enum Request<C> {
    Start(C),
    Stop,
}

/// Why a call of the same process was refused: nothing has changed then.
#[derive(Clone, Copy, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
pub enum StartError {
    /// The [`Policy`] does not allow the skill.
    NotAllowed(
        #[cfg_attr(feature = "serde", serde(serialize_with = "crate::serialize::skill_name"))]
        &'static SkillInfo,
    ),
    /// This sender has exclusive control.
    Controlled(u32),
    /// An argument is missing or outside its range.
    InvalidCall(Failure),
}

impl fmt::Display for StartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotAllowed(skill) => write!(f, "skill `{}` may not be called here", skill.name),
            Self::Controlled(sender) => write!(f, "sender {sender} has exclusive control"),
            Self::InvalidCall(failure) => write!(f, "{failure}"),
        }
    }
}

impl core::error::Error for StartError {}

impl<S: SkillSpace> fmt::Debug for Skiller<'_, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Skiller")
            .field("space", &S::NAME)
            .field("interface", &self.interface.value())
            .finish_non_exhaustive()
    }
}

impl<'a, S: SkillSpace> Skiller<'a, S>
where
    S::Board: Provides<SkillerInterface, ID>,
{
    /// A skiller on `board`, the writer of its interface and of those its skills write.
    ///
    /// # Errors
    /// [`WriterTaken`] if one of them has another writer.
    pub fn new(board: &'a S::Board) -> Result<Self, WriterTaken> {
        let mut snapshot = Snapshot::new(board);
        snapshot.claim(<S::Machine as Exec<S::Board>>::WRITES)?;
        let mut interface = Provides::<SkillerInterface, ID>::cell(board).writer()?;
        interface.write(&SkillerInterface::default(), Instant::ZERO);
        Ok(Self {
            snapshot,
            interface,
            status: SkillStatus::Inactive,
            msgid: 0,
            controller: 0,
            changed: false,
            machine: None,
            skill: None,
            failure: None,
            pending_error: None,
            policy: Policy::All,
            refused: 0,
            request: None,
        })
    }

    /// Runs only what `policy` allows.
    #[must_use]
    pub fn with_policy(mut self, policy: Policy) -> Self {
        self.policy = policy;
        self
    }

    /// Its messages are sent as `sender`; the skills' too.
    #[must_use]
    pub fn sending_as(mut self, sender: u32) -> Self {
        self.snapshot.send_as(sender);
        self
    }

    /// As [`sending_as`](Self::sending_as), from now on.
    pub fn send_as(&mut self, sender: u32) {
        self.snapshot.send_as(sender);
    }

    /// Starts a skill without a skill string: a call of the space, or one of its skills.
    ///
    /// It begins in the next [`tick`](Self::tick) or [`serve`](Self::serve), after the
    /// messages that wait there, as a call in an `ExecSkill` message does: what runs is
    /// stopped, the interface shows the call as a skill string, and the trace is the same.
    /// Only the message's number is 0. Of several calls before the next pass the last
    /// counts.
    ///
    /// # Errors
    /// [`StartError`] if the policy does not allow the skill, if the call cannot be run, or
    /// while a sender has exclusive control, as for a message without a sender's name; then
    /// what runs goes on. Control that is acquired by a message in between lets the call
    /// lapse, and [`refused`](Self::refused) counts it.
    pub fn start(&mut self, call: impl Into<S::Call>) -> Result<(), StartError> {
        self.start_as(0, call)
    }

    /// Starts a skill as the sender `sender`, who may have exclusive control; otherwise as
    /// [`start`](Self::start).
    ///
    /// # Errors
    /// [`StartError`], as from [`start`](Self::start).
    pub fn start_as(&mut self, sender: u32, call: impl Into<S::Call>) -> Result<(), StartError> {
        let call = call.into();
        self.check_control(sender)?;
        let skill = S::info(&call);
        if !self.policy.allows(skill) {
            return Err(StartError::NotAllowed(skill));
        }
        if let Some(failure) = S::problem(&call) {
            return Err(StartError::InvalidCall(failure));
        }
        self.request = Some((sender, Request::Start(call)));
        Ok(())
    }

    /// Stops what runs, as a `StopExec` message does: in the next pass, with its `exit`s.
    ///
    /// # Errors
    /// [`StartError::Controlled`] while a sender has exclusive control.
    pub fn stop(&mut self) -> Result<(), StartError> {
        self.stop_as(0)
    }

    /// Stops what runs as the sender `sender`, who may have exclusive control.
    ///
    /// # Errors
    /// [`StartError::Controlled`] while another has it.
    pub fn stop_as(&mut self, sender: u32) -> Result<(), StartError> {
        self.check_control(sender)?;
        self.request = Some((sender, Request::Stop));
        Ok(())
    }

    fn check_control(&self, sender: u32) -> Result<(), StartError> {
        if self.may(sender) { Ok(()) } else { Err(StartError::Controlled(self.controller)) }
    }

    /// Whether a sender may call and stop.
    const fn may(&self, sender: u32) -> bool {
        self.controller == 0 || self.controller == sender
    }

    /// Returns the active states of what runs, as [`Machine::active`] does.
    pub fn active(&self) -> impl Iterator<Item = crate::ActiveEntry> + '_ {
        self.machine.iter().flat_map(Machine::active)
    }

    /// Stops what runs, with its `exit`s: it has FAILED, for the reason `why`. Nothing
    /// happens if nothing runs.
    pub fn interrupt<T: Tracer>(&mut self, now: Tick, mut tracer: T, why: &str) {
        if self.machine.is_some() {
            self.abort(now, &mut tracer);
            self.status = SkillStatus::Failed;
            self.publish(now, |all| write_truncated(&mut all.error, format_args!("{why}")));
        }
    }

    /// One pass: takes the messages, runs the active skill, publishes.
    pub fn tick<T: Tracer>(&mut self, now: Tick, mut tracer: T) -> SkillStatus {
        self.take_messages(now, &mut tracer);
        self.run(now, &mut tracer);
        self.explain(now);
        self.publish_status(now);
        self.status
    }

    /// The part of a pass that reads and writes text: takes the messages, reads the
    /// calls, puts the last failure into words, publishes.
    ///
    /// For a robot whose control loop must not wait: it calls [`step`](Self::step) in
    /// the loop, and this outside of it.
    pub fn serve<T: Tracer>(&mut self, now: Tick, mut tracer: T) {
        self.explain(now);
        self.take_messages(now, &mut tracer);
        self.publish_status(now);
    }

    /// The part of a pass that runs the active skill, and publishes how it goes. No
    /// text is read or made: after a failure the interface's error is empty until
    /// [`serve`](Self::serve).
    #[inline]
    pub fn step<T: Tracer>(&mut self, now: Tick, mut tracer: T) -> SkillStatus {
        self.run(now, &mut tracer);
        self.publish_status(now);
        self.status
    }

    /// What its interface says.
    #[must_use]
    pub fn interface(&self) -> SkillerInterface {
        self.interface.value()
    }

    /// How the last call goes.
    #[must_use]
    pub fn status(&self) -> SkillStatus {
        self.status
    }

    /// Why the last run failed; `None` if it did not, or could not be called at all.
    #[must_use]
    pub fn failure(&self) -> Option<&Failure> {
        self.failure.as_ref()
    }

    /// The machine that runs.
    #[must_use]
    pub fn machine(&self) -> Option<&S::Machine> {
        self.machine.as_ref()
    }

    /// How many requests were refused because another has control; wraps.
    #[must_use]
    pub fn refused(&self) -> u32 {
        self.refused
    }

    fn take_messages(&mut self, now: Tick, tracer: &mut impl Tracer) {
        while let Some(received) = self.interface.next_message() {
            self.take(received, now, tracer);
        }
        let Some((sender, request)) = self.request.take() else { return };
        self.changed = true;
        if !self.may(sender) {
            self.refused = self.refused.wrapping_add(1);
            return;
        }
        self.abort(now, tracer);
        self.msgid = 0;
        match request {
            Request::Stop => self.rest(now),
            Request::Start(call) => {
                self.status = SkillStatus::Running;
                self.publish(now, |all| {
                    write_truncated(&mut all.skill_string, format_args!("{call}"));
                    all.error.clear();
                });
                self.begin(call, now, tracer);
            }
        }
    }

    /// Runs the active skill.
    #[inline]
    fn run(&mut self, now: Tick, tracer: &mut impl Tracer) {
        if let Some(machine) = &mut self.machine {
            self.snapshot.refresh(S::reads(machine));
            let mut cx = Context { snapshot: &self.snapshot, now, tracer: &mut *tracer };
            match machine.exec(&mut cx) {
                Status::Running => {}
                status => self.end(status, now, tracer),
            }
        }
    }

    fn take(&mut self, received: Received<Message>, now: Tick, tracer: &mut impl Tracer) {
        let Received { id, sender, message } = received;
        let may = self.may(sender);
        self.changed = true;
        match message {
            Message::AcquireControl(AcquireControl { steal_control })
                if sender != 0 && (may || steal_control) =>
            {
                self.controller = sender;
            }
            Message::ReleaseControl(ReleaseControl {}) if may => self.controller = 0,
            Message::ExecSkill(ExecSkill { skill_string }) if may => {
                self.abort(now, tracer);
                self.msgid = id.0;
                self.call(&skill_string, now, tracer);
            }
            Message::StopExec(StopExec {}) if may => {
                self.abort(now, tracer);
                self.msgid = 0;
                self.rest(now);
            }
            _ => self.refused = self.refused.wrapping_add(1),
        }
    }

    /// Nothing runs any more.
    fn rest(&mut self, now: Tick) {
        self.status = SkillStatus::Inactive;
        self.publish(now, |all| {
            all.skill_string.clear();
            all.error.clear();
        });
    }

    /// Begins the call of a skill string, or publishes why it cannot.
    fn call(&mut self, skill_string: &Text<1024>, now: Tick, tracer: &mut impl Tracer) {
        let call = S::parse(skill_string);
        let allowed = call.as_ref().is_ok_and(|call| self.policy.allows(S::info(call)));
        self.status = if allowed { SkillStatus::Running } else { SkillStatus::Failed };
        self.publish(now, |all| {
            all.skill_string.clone_from(skill_string);
            all.error.clear();
            match &call {
                Ok(_) if allowed => {}
                Ok(call) => {
                    let name = S::info(call).name;
                    write_truncated(
                        &mut all.error,
                        format_args!("skill `{name}` may not be called here"),
                    );
                }
                Err(error) => write_truncated(&mut all.error, format_args!("{error}")),
            }
        });
        if let (Ok(call), true) = (call, allowed) {
            self.begin(call, now, tracer);
        }
    }

    /// Makes the machine of a call.
    fn begin<T: Tracer>(&mut self, call: S::Call, now: Tick, tracer: &mut T) {
        let skill = S::info(&call);
        tracer.started(now.time, skill);
        if T::CALLS {
            let kind = TraceKind::Called(S::arguments(&call));
            tracer.record(&TraceEvent { time: now.time, skill, kind });
        }
        self.skill = Some(skill);
        self.machine = Some(S::start(call));
    }

    /// Publishes, with what `change` does to the texts.
    fn publish(&mut self, now: Tick, change: impl FnOnce(&mut SkillerInterface)) {
        let mut all = self.interface.value();
        change(&mut all);
        all.exclusive_controller = self.controller;
        all.msgid = self.msgid;
        all.status = self.status;
        self.interface.write(&all, now.time);
        self.changed = false;
    }

    /// Publishes what has changed behind the texts, and leaves those as they are.
    #[inline]
    fn publish_status(&mut self, now: Tick) {
        if self.changed {
            self.changed = false;
            let (controller, msgid, status) = (self.controller, self.msgid, self.status);
            let put = |to: &mut Encoder<'_>| {
                controller.put(to);
                msgid.put(to);
                status.put(to);
            };
            self.interface.write_from(TEXTS, put, now.time);
        }
    }

    /// Publishes the text of a failure that is not published yet.
    fn explain(&mut self, now: Tick) {
        if let Some(failure) = self.pending_error.take() {
            self.publish(now, |all| write_truncated(&mut all.error, format_args!("{failure}")));
        }
    }

    /// Stops what runs, with its `exit`s.
    fn abort(&mut self, now: Tick, tracer: &mut impl Tracer) {
        if let Some(machine) = &mut self.machine {
            self.snapshot.refresh(S::reads(machine));
            machine.reset(&mut Context { snapshot: &self.snapshot, now, tracer: &mut *tracer });
        }
        self.leave(Status::Running, now, tracer);
        self.failure = None;
        self.pending_error = None;
    }

    /// The run is over.
    fn end(&mut self, status: Status, now: Tick, tracer: &mut impl Tracer) {
        let failure = self.machine.as_ref().and_then(|machine| machine.failure().copied());
        if let Some(machine) = &mut self.machine {
            machine.reset(&mut Context { snapshot: &self.snapshot, now, tracer: &mut *tracer });
        }
        self.leave(status, now, tracer);
        self.status = match status {
            Status::Failed => SkillStatus::Failed,
            _ => SkillStatus::Final,
        };
        self.changed = true;
        self.failure = failure;
        self.pending_error = failure;
    }

    /// Lets go of the machine, which was reset.
    fn leave(&mut self, status: Status, now: Tick, tracer: &mut impl Tracer) {
        self.machine = None;
        if let Some(skill) = self.skill.take() {
            tracer.ended(now.time, skill, status);
        }
    }
}

/// Replaces `text`; what exceeds its capacity is left out.
fn write_truncated<const N: usize>(text: &mut Text<N>, new: fmt::Arguments<'_>) {
    text.clear();
    let _ = Truncating(text).write_fmt(new);
}

/// Writes as much as fits.
struct Truncating<'a, const N: usize>(&'a mut Text<N>);

impl<const N: usize> fmt::Write for Truncating<'_, N> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        text.chars().try_for_each(|c| self.0.push(c).map_err(|_| fmt::Error))
    }
}
