//! The messages of clients to the skiller, each as a sender of its own, and the control that they lease.

use super::command::{Control, MIN_CLIENT, NewCall, NewControl, NewStop, Refusal};
use skill_runtime::agent::HasSkiller;
use skill_runtime::blackboard::MessageId;
use skill_runtime::call::ParseErrorKind;
use skill_runtime::dependency::interface_id;
use skill_runtime::skiller::{
    AcquireControl, ExecSkill, Message, ReleaseControl, SkillStatus, SkillerInterface, StopExec,
};
use skill_runtime::{Provides, Sent, SkillSpace, Text};
use std::collections::BTreeSet;
use std::time::Duration;

const SKILLER: u64 = interface_id("Skiller");

/// The clients that send messages to the skiller.
#[derive(Default)]
pub(super) struct Senders {
    /// The last one that has requested control since the last pass, 0 if it was given back since.
    requested: Option<u32>,
    lease: Option<Lease>,
    /// The last call.
    newest: Option<MessageId>,
    /// The last call, if it ends with its sender.
    called: Option<(Lease, MessageId)>,
}

/// Control, or a call, that ends unless its sender is heard.
struct Lease {
    sender: u32,
    /// By the clock of the robot.
    until: Duration,
}

/// The time for which a lease is kept when its sender is not heard.
const LEASE: Duration = Duration::from_secs(10);

impl Lease {
    fn new(sender: u32, clock: Duration) -> Self {
        Self { sender, until: clock + LEASE }
    }

    /// Returns whether it is over; `heard` are the senders that were heard since the last time.
    fn is_over(&mut self, clock: Duration, heard: &BTreeSet<u32>) -> bool {
        if heard.contains(&self.sender) {
            self.until = clock + LEASE;
        }
        clock > self.until
    }
}

fn controller<B: HasSkiller>(board: &B) -> u32 {
    Provides::<SkillerInterface, SKILLER>::cell(board).sample().data.exclusive_controller
}

/// Sends a message, also while another client has control.
fn send<B: HasSkiller>(
    board: &B,
    sender: u32,
    message: impl Into<Message>,
) -> Result<MessageId, Refusal> {
    match Provides::<SkillerInterface, SKILLER>::cell(board).send_as(sender, message) {
        Sent::Queued(id) => Ok(id),
        Sent::Refused(error) => Err(Refusal::new(503, "no_skiller", error.to_string())),
    }
}

/// Checks that the one that has control, or 0, is no other sender.
fn free_for(controller: u32, sender: u32) -> Result<(), Refusal> {
    if controller == 0 || controller == sender {
        return Ok(());
    }
    let who = if controller < MIN_CLIENT { "the robot's agent" } else { "another client" };
    let text = format!("{who}, sender {controller}, has exclusive control of the skiller");
    let help =
        "take it with `call --take-control`, or on the page; the other one can then call no skill";
    Err(Refusal::new(409, "controlled", text).with("controller", controller).with("help", help))
}

impl Senders {
    /// Notes that the skiller has read all messages.
    pub fn pass(&mut self) {
        self.requested = None;
    }

    /// Calls a skill of the space `S`, unless another sender has control. Returns the number of the
    /// message.
    pub fn call<S: SkillSpace>(
        &mut self,
        board: &S::Board,
        sender: u32,
        NewCall { call: text, lease }: &NewCall,
        clock: Duration,
    ) -> Result<MessageId, Refusal>
    where
        S::Board: HasSkiller,
    {
        let parsed = S::parse(text).map(|call| S::problem(&call));
        if let Ok(Some(missing)) = parsed {
            return Err(Refusal::new(400, "bad_call", missing.to_string()));
        }
        if let Err(error) = parsed {
            let refusal = Refusal::new(400, "bad_call", error.to_string());
            let mut refusal = refusal.with("at", error.at).with("len", error.len);
            if error.kind == ParseErrorKind::UnknownSkill && error.suggestion.is_none() {
                let names: Vec<_> = S::SKILLS.iter().map(|skill| skill.name).collect();
                refusal = refusal.with("help", format!("the skills are {}", names.join(", ")));
            }
            return Err(refusal.with("suggestion", error.suggestion));
        }
        let skill_string = Text::try_from(text.as_str());
        let skill_string =
            skill_string.map_err(|_| Refusal::bad_request("the call is longer than 1024 bytes"))?;
        self.check(board, sender)?;
        let message = send(board, sender, ExecSkill { skill_string })?;
        self.newest = Some(message);
        self.called = lease.then(|| (Lease::new(sender, clock), message));
        Ok(message)
    }

    /// Stops a call whose sender was not heard for too long, if it still runs, and returns the sender.
    pub fn end_call<B: HasSkiller>(
        &mut self,
        board: &B,
        clock: Duration,
        heard: &BTreeSet<u32>,
    ) -> Option<u32> {
        let is_over = |(lease, _): &mut (Lease, MessageId)| lease.is_over(clock, heard);
        let (Lease { sender, .. }, MessageId(message)) = self.called.take_if(is_over)?;
        let stopped = self.stop(board, sender, NewStop { message: Some(message) });
        matches!(stopped, Ok(true)).then_some(sender)
    }

    /// Stops the skill that runs, and returns whether it is to be. A stop comes before control, so it is
    /// also sent for the sender that has control, and for the one that gets it before the stop is read.
    pub fn stop<B: HasSkiller>(
        &self,
        board: &B,
        sender: u32,
        NewStop { message }: NewStop,
    ) -> Result<bool, Refusal> {
        if message.is_some_and(|message| !self.goes_on(board, MessageId(message))) {
            return Ok(false);
        }
        let mut senders = vec![sender, self.requested.unwrap_or(0), controller(board)];
        senders.retain(|of| *of != 0);
        senders.sort_unstable();
        senders.dedup();
        senders.into_iter().try_for_each(|of| send(board, of, StopExec {}).map(drop))?;
        Ok(true)
    }

    /// Returns whether a call runs or is the next one that will.
    fn goes_on<B: HasSkiller>(&self, board: &B, call: MessageId) -> bool {
        let skiller = Provides::<SkillerInterface, SKILLER>::cell(board).sample();
        let is_read =
            |message: &MessageId| message.0.wrapping_sub(skiller.handled.0).cast_signed() <= 0;
        match self.newest.filter(|newest| !is_read(newest)) {
            Some(next) => next == call,
            None => skiller.data.msgid == call.0 && skiller.data.status == SkillStatus::Running,
        }
    }

    /// Takes control or gives it back.
    pub fn control<B: HasSkiller>(
        &mut self,
        board: &B,
        sender: u32,
        NewControl { action, lease }: NewControl,
        clock: Duration,
    ) -> Result<(), Refusal> {
        let steals = action == Control::Steal;
        if !steals {
            self.check(board, sender)?;
        }
        self.lease = None;
        if action == Control::Release {
            self.requested = Some(0);
            return send(board, sender, ReleaseControl {}).map(drop);
        }
        self.requested = Some(sender);
        self.lease = lease.then(|| Lease::new(sender, clock));
        send(board, sender, AcquireControl { steal_control: steals }).map(drop)
    }

    /// Ends control whose sender was not heard for too long, and returns it. `heard` are those that
    /// were since the last time.
    pub fn end_lease<B: HasSkiller>(
        &mut self,
        board: &B,
        clock: Duration,
        heard: &BTreeSet<u32>,
    ) -> Option<u32> {
        let lease = self.lease.as_mut()?;
        let (sender, is_over) = (lease.sender, lease.is_over(clock, heard));
        let has_control = self.requested == Some(sender) || controller(board) == sender;
        if is_over || !has_control {
            self.lease = None;
        }
        // If it is refused, there is no skiller that could be controlled.
        (is_over && has_control && send(board, sender, ReleaseControl {}).is_ok()).then_some(sender)
    }

    /// Checks that no other sender has control, or gets it in the next pass.
    fn check<B: HasSkiller>(&self, board: &B, sender: u32) -> Result<(), Refusal> {
        free_for(self.requested.unwrap_or_else(|| controller(board)), sender)
    }
}
