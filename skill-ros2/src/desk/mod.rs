//! The goals of clients, carried out by a robot through its hub, as calls of its page are. It knows nothing
//! of DDS.

mod progress;
#[cfg(test)]
mod tests;

pub use progress::Progress;

use crate::goal::Status;
use clap::ValueEnum;
use ros2_client::action::{GoalId, GoalStatusEnum};
use serde_json::{Map, Value};
use skill_studio::live::{
    Command, Control, Hub, NewCall, NewControl, NewStop, Newest, Refusal, SENDER, Watching,
};
use skill_studio::view::{CallState, View};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::oneshot::{Receiver, error::TryRecvError};

/// The time for which a result is kept after the end.
const KEPT: Duration = Duration::from_secs(60);
/// The greatest number of goals, with those that have ended.
const MOST: usize = 256;

/// The bytes above which a call is no part of the reason why it is refused, since that might not fit into a message,
/// and the characters of it that are.
const LONG_BYTES: usize = 2048;
const SHOWN: usize = 100;

/// Why no goal is taken while another robot has the same name.
pub(crate) const TWINS: &str = "another robot in this domain has the same name, and goals would reach both; \
     end one of them, or give it another domain";

/// The effect of a goal while a skill runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub enum Policy {
    /// The skill that runs is stopped, as by a call in the page.
    #[default]
    Replace,
    /// The goal is refused.
    Refuse,
}

/// The response of the robot to a command.
pub type Pending = Receiver<Result<Map<String, Value>, Refusal>>;

/// A change of a goal.
#[derive(Clone, PartialEq, Debug)]
pub enum Event {
    /// The goal is accepted: the skill was called.
    Accepted,
    /// The goal is not, for this reason.
    Refused(String),
    /// Its skill goes on.
    Goes(Progress),
    /// Its skill has ended.
    Ended,
}

/// The end of a goal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct End {
    /// FINAL, FAILED, STOPPED or REFUSED.
    pub status: Status,
    /// Why it is not FINAL.
    pub reason: String,
    /// The result of the skill as a text.
    pub value: String,
}

/// A goal of a client.
#[derive(Debug)]
pub struct Goal {
    /// The index of the action.
    pub action: usize,
    /// When it was received.
    pub since: Instant,
    sender: u32,
    call: String,
    stage: Stage,
    /// Whether a client has canceled it.
    is_canceled: bool,
    progress: Progress,
}

#[derive(Debug)]
enum Stage {
    /// The robot has not decided.
    Offered(Pending),
    /// The robot runs the call of this message; views up to the number do not know of it.
    Runs {
        message: u32,
        after: u64,
    },
    Ended {
        end: End,
        at: Instant,
    },
}

/// The goals of all clients.
#[derive(Debug)]
pub struct Desk {
    hub: Arc<Hub>,
    watching: Watching,
    policy: Policy,
    goals: BTreeMap<GoalId, Goal>,
    is_over: bool,
    /// Whether goals are taken, of a managed node.
    is_active: bool,
    /// Whether no other robot has the same name.
    is_alone: bool,
}

impl Goal {
    /// Returns the status in ROS.
    pub fn status(&self) -> GoalStatusEnum {
        match &self.stage {
            Stage::Offered(_) => GoalStatusEnum::Unknown,
            Stage::Runs { .. } if self.is_canceled => GoalStatusEnum::Canceling,
            Stage::Runs { .. } => GoalStatusEnum::Executing,
            Stage::Ended { end, .. } => match end.status {
                Status::Final => GoalStatusEnum::Succeeded,
                Status::Stopped if self.is_canceled => GoalStatusEnum::Canceled,
                Status::Failed | Status::Stopped => GoalStatusEnum::Aborted,
                Status::Refused => GoalStatusEnum::Unknown,
            },
        }
    }

    /// Returns the end, once it has ended or was refused.
    pub fn end(&self) -> Option<&End> {
        match &self.stage {
            Stage::Ended { end, .. } => Some(end),
            Stage::Offered(_) | Stage::Runs { .. } => None,
        }
    }

    fn finish(&mut self, status: Status, reason: &str, value: &str) {
        let (reason, value) = (reason.to_owned(), value.to_owned());
        self.stage = Stage::Ended { end: End { status, reason, value }, at: Instant::now() };
    }
}

impl Desk {
    /// Creates one for a robot.
    pub fn new(hub: Arc<Hub>, policy: Policy) -> Self {
        let watching = hub.subscribe();
        let goals = BTreeMap::new();
        Self { hub, watching, policy, goals, is_over: false, is_active: true, is_alone: true }
    }

    /// Takes goals from now on, or refuses them.
    pub fn set_active(&mut self, is_active: bool) {
        self.is_active = is_active;
    }

    /// Returns whether goals are taken, unless one is at fault or another robot has the same name.
    pub fn is_active(&self) -> bool {
        self.is_active && !self.is_over
    }

    /// Refuses goals while another robot has the same name.
    pub fn set_alone(&mut self, is_alone: bool) {
        self.is_alone = is_alone;
    }

    /// Returns the newest views of the robot.
    pub fn newest(&self) -> Newest {
        self.watching.borrow().clone()
    }

    /// Returns the goal with an id.
    pub fn goal(&self, id: GoalId) -> Option<&Goal> {
        self.goals.get(&id)
    }

    /// Returns the goals of an action, and their ids.
    pub fn of_action(&self, action: usize) -> impl Iterator<Item = (GoalId, &Goal)> {
        let of = move |(_, goal): &(&GoalId, &Goal)| goal.action == action;
        self.goals.iter().filter(of).map(|(id, goal)| (*id, goal))
    }

    /// Notes that a client is there, so that its control goes on.
    pub fn hear(&self, sender: u32) {
        self.hub.hear(sender);
    }

    /// Takes a goal: a call, or the reason why it is none. [`Event::Accepted`] or [`Event::Refused`] comes
    /// from [`poll`](Self::poll), when the robot has checked it.
    ///
    /// # Errors
    /// The reason, if the id is that of another goal: that one goes on.
    pub fn offer(
        &mut self,
        (id, action): (GoalId, usize),
        sender: u32,
        call: Result<String, String>,
    ) -> Result<(), String> {
        if self.goals.contains_key(&id) {
            return Err("another goal has the same id".to_owned());
        }
        let pending = call.and_then(|call| {
            self.may_call()?;
            let sent =
                self.hub.send(sender, Command::Call(NewCall { call: call.clone(), lease: false }));
            Ok((call, sent.map_err(|refusal| refusal.message)?))
        });
        let mut goal = Goal {
            action,
            since: Instant::now(),
            sender,
            call: String::new(),
            stage: Stage::Runs { message: 0, after: u64::MAX },
            is_canceled: false,
            progress: Progress::default(),
        };
        match pending {
            Ok((call, pending)) => (goal.call, goal.stage) = (call, Stage::Offered(pending)),
            Err(reason) => goal.finish(Status::Refused, &reason, ""),
        }
        self.goals.insert(id, goal);
        Ok(())
    }

    fn may_call(&self) -> Result<(), String> {
        if self.is_over {
            return Err("the robot ends".to_owned());
        }
        if !self.is_active {
            return Err(
                "the robot is not active; `ros2 lifecycle set` configures and activates its node"
                    .to_owned(),
            );
        }
        if !self.is_alone {
            return Err(TWINS.to_owned());
        }
        let open = self.goals.values().filter(|goal| goal.end().is_none());
        if open.count() >= MOST {
            return Err(format!("there are {MOST} goals already"));
        }
        if self.policy == Policy::Replace {
            return Ok(());
        }
        let ours = self.goals.values().find(|goal| goal.end().is_none());
        let view = Arc::clone(&self.watching.borrow().view.value);
        let runs = match ours {
            Some(goal) => &goal.call,
            None if view.skiller.status == "running" => &view.skiller.call,
            None => return Ok(()),
        };
        Err(format!("`{runs}` runs, and a goal does not replace it; cancel it first"))
    }

    /// Cancels a goal: its skill is stopped, with its `exit` blocks. Returns whether it is being canceled.
    pub fn cancel(&mut self, id: GoalId, sender: u32) -> bool {
        let Some(goal) = self.goals.get_mut(&id).filter(|goal| goal.end().is_none()) else {
            return false;
        };
        // One that is not decided is stopped when it is accepted.
        let is_first = !std::mem::replace(&mut goal.is_canceled, true);
        if is_first && let Stage::Runs { message, .. } = goal.stage {
            self.stop(sender, Some(message));
        }
        true
    }

    /// Stops the call of a message, or whatever runs.
    fn stop(&self, sender: u32, message: Option<u32>) {
        // A robot that is gone runs nothing.
        let _ = self.hub.send(sender, Command::Stop(NewStop { message }));
    }

    /// Cancels the goals of a client that is gone. Returns how many those are.
    pub fn lose(&mut self, sender: u32) -> usize {
        let is_of = |goal: &Goal| goal.sender == sender && !goal.is_canceled;
        let ids: Vec<_> =
            self.goals.iter().filter(|(_, goal)| is_of(goal)).map(|(id, _)| *id).collect();
        ids.into_iter().filter(|id| self.cancel(*id, sender)).count()
    }

    /// Takes control for a client or gives it back. The client has to be [heard](Self::hear) to keep it.
    ///
    /// # Errors
    /// The robot's reason.
    pub fn control(&self, sender: u32, action: Control) -> Result<Pending, String> {
        let command = Command::Control(NewControl { action, lease: true });
        self.hub.send(sender, command).map_err(|refusal| refusal.message)
    }

    /// Returns the changes of goals since the last time.
    pub fn poll(&mut self) -> Vec<(GoalId, Event)> {
        let newest = self.watching.borrow_and_update().clone();
        let mut events = Vec::new();
        let mut stops = Vec::new();
        for (id, goal) in &mut self.goals {
            if let Some(event) = goal.step(&newest) {
                if let (true, Stage::Runs { message, .. }, Event::Accepted) =
                    (goal.is_canceled, &goal.stage, &event)
                {
                    stops.push(*message);
                }
                events.push((*id, event));
            }
        }
        for message in stops {
            self.stop(SENDER, Some(message));
        }
        let is_kept = |goal: &Goal| match &goal.stage {
            Stage::Ended { at, .. } => at.elapsed() < KEPT,
            Stage::Offered(_) | Stage::Runs { .. } => true,
        };
        self.goals.retain(|_, goal| is_kept(goal));
        while self.goals.len() > MOST {
            let ended = self.goals.iter().filter(|(_, goal)| goal.end().is_some());
            let Some(oldest) = ended.min_by_key(|(_, goal)| goal.since).map(|(id, _)| *id) else {
                break;
            };
            self.goals.remove(&oldest);
        }
        events
    }

    /// Ends all goals with a reason, stops the skill of one, and takes no more.
    pub fn end(&mut self, reason: &str) -> Vec<(GoalId, Event)> {
        self.is_over = true;
        self.abort(reason)
    }

    /// Ends all goals with a reason, and stops the skill of one.
    pub fn abort(&mut self, reason: &str) -> Vec<(GoalId, Event)> {
        let mut events = Vec::new();
        for (id, goal) in &mut self.goals {
            let (status, event) = match goal.stage {
                Stage::Ended { .. } => continue,
                Stage::Offered(_) => (Status::Refused, Event::Refused(reason.to_owned())),
                Stage::Runs { .. } => (Status::Stopped, Event::Ended),
            };
            goal.finish(status, reason, "");
            events.push((*id, event));
        }
        if !events.is_empty() {
            self.stop(SENDER, None);
        }
        events
    }
}

impl Goal {
    fn step(&mut self, newest: &Newest) -> Option<Event> {
        match &mut self.stage {
            Stage::Offered(pending) => match pending.try_recv() {
                Ok(Ok(response)) => {
                    let message = response.get("message").and_then(Value::as_u64);
                    let message = message.and_then(|of| u32::try_from(of).ok()).unwrap_or(0);
                    // The robot shows its views after the commands.
                    self.stage = Stage::Runs { message, after: newest.view.number };
                    Some(Event::Accepted)
                }
                Ok(Err(refusal)) => Some(self.refuse(&refusal.message)),
                Err(TryRecvError::Empty) => None,
                Err(TryRecvError::Closed) => Some(self.refuse("the robot is gone")),
            },
            // It was refused before the robot has seen it.
            Stage::Ended { end, .. } if end.status == Status::Refused && self.call.is_empty() => {
                let reason = end.reason.clone();
                // Reported once.
                self.call.push(' ');
                Some(Event::Refused(reason))
            }
            Stage::Ended { .. } => None,
            Stage::Runs { after, .. } if newest.view.number <= *after => None,
            Stage::Runs { message, .. } => {
                let (message, view) = (*message, &*newest.view.value);
                self.watch(message, view, newest)
            }
        }
    }

    fn refuse(&mut self, reason: &str) -> Event {
        let call = &self.call;
        let reason = if call.len() > LONG_BYTES {
            let start: String = call.chars().take(SHOWN).collect();
            format!("{reason} in the {} bytes `{start}..`", call.len())
        } else {
            format!("{reason} in `{call}`")
        };
        self.finish(Status::Refused, &reason, "");
        Event::Refused(reason)
    }

    /// Compares the goal, whose call has a message, with a view that knows of it.
    fn watch(&mut self, message: u32, view: &View, newest: &Newest) -> Option<Event> {
        let skiller = &view.skiller;
        match view.call_state(message, None) {
            CallState::Waiting => return None,
            CallState::Running => {
                let progress = Progress::of(view, &newest.why.value);
                return self.progress.is_due(&progress).then(|| {
                    self.progress = progress.clone();
                    Event::Goes(progress)
                });
            }
            CallState::Ended => match skiller.status.as_str() {
                "final" => self.finish(Status::Final, "", &skiller.result),
                "failed" => self.finish(Status::Failed, &skiller.error, ""),
                _ => self.finish(Status::Stopped, "it was stopped", ""),
            },
            CallState::Stopped(_) if self.is_canceled => {
                self.finish(Status::Stopped, "it was canceled", "");
            }
            CallState::Stopped(reason) => self.finish(Status::Stopped, &reason, ""),
        }
        Some(Event::Ended)
    }
}
