//! The messages of clients to the skiller, each as a sender of its own, and the control that they lease.

use super::command::{Control, NewControl, Refusal};
use skill_runtime::agent::HasSkiller;
use skill_runtime::blackboard::MessageId;
use skill_runtime::dependency::interface_id;
use skill_runtime::skiller::{
    AcquireControl, ExecSkill, Message, ReleaseControl, SkillerInterface, StopExec,
};
use skill_runtime::{Provides, Sent, SkillSpace, Text};
use std::collections::BTreeSet;
use std::time::Duration;

const SKILLER: u64 = interface_id("Skiller");

/// The clients that send messages to the skiller.
#[derive(Default)]
pub(super) struct Senders {
    /// The last one that has requested control since the last pass.
    requested: u32,
    lease: Option<Lease>,
}

/// Control that ends unless its sender is heard.
struct Lease {
    sender: u32,
    /// By the clock of the robot.
    until: Duration,
}

/// The time for which control is kept when its sender is not heard.
const LEASE: Duration = Duration::from_secs(10);

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

/// Checks that no other sender has control.
fn check<B: HasSkiller>(board: &B, sender: u32) -> Result<(), Refusal> {
    let controller = controller(board);
    if controller == 0 || controller == sender {
        return Ok(());
    }
    let text = format!("sender {controller} has exclusive control of the skiller");
    Err(Refusal::new(409, "controlled", text).with("controller", controller))
}

impl Senders {
    /// Notes that the skiller has read all messages.
    pub fn pass(&mut self) {
        self.requested = 0;
    }

    /// Calls a skill of the space `S`, unless another sender has control. Returns the number of the
    /// message.
    pub fn call<S: SkillSpace>(
        &self,
        board: &S::Board,
        sender: u32,
        text: &str,
    ) -> Result<MessageId, Refusal>
    where
        S::Board: HasSkiller,
    {
        if let Err(error) = S::parse(text) {
            let refusal = Refusal::new(400, "bad_call", error.to_string());
            let refusal = refusal.with("at", error.at).with("len", error.len);
            return Err(refusal.with("suggestion", error.suggestion));
        }
        let skill_string = Text::try_from(text);
        let skill_string =
            skill_string.map_err(|_| Refusal::bad_request("the call is longer than 1024 bytes"))?;
        self.check(board, sender)?;
        send(board, sender, ExecSkill { skill_string })
    }

    /// Stops the skill that runs. A stop comes before control, so it is also sent for the sender that
    /// has control, and for the one that gets it before the stop is read.
    pub fn stop<B: HasSkiller>(&self, board: &B, sender: u32) -> Result<(), Refusal> {
        let mut senders = vec![sender, self.requested, controller(board)];
        senders.retain(|of| *of != 0);
        senders.sort_unstable();
        senders.dedup();
        senders.into_iter().try_for_each(|of| send(board, of, StopExec {}).map(drop))
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
            self.requested = 0;
            return send(board, sender, ReleaseControl {}).map(drop);
        }
        self.requested = sender;
        self.lease = lease.then(|| Lease { sender, until: clock + LEASE });
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
        let sender = lease.sender;
        if heard.contains(&sender) {
            lease.until = clock + LEASE;
        }
        let is_over = clock > lease.until;
        let has_control = self.requested == sender || controller(board) == sender;
        if is_over || !has_control {
            self.lease = None;
        }
        // If it is refused, there is no skiller that could be controlled.
        (is_over && has_control && send(board, sender, ReleaseControl {}).is_ok()).then_some(sender)
    }

    /// Checks that no other sender has control, unless this one gets it in the next pass.
    fn check<B: HasSkiller>(&self, board: &B, sender: u32) -> Result<(), Refusal> {
        if self.requested == sender { Ok(()) } else { check(board, sender) }
    }
}
