//! The requests of clients, carried out by a robot through its hub.

use super::beat::{Beat, not_running};
use super::response::{log, respond};
use crate::key::Topic;
use crate::lease::Lease;
use crate::message::{
    CallRequest, Control, LeaseAction, LeaseRequest, UNKNOWN_END, json, not_in_control, read, twice,
};
use crate::name::Name;
use serde_json::{Map, Value};
use skill_runtime::dependency::interface_id;
use skill_studio::live::{
    Command, Control as Change, Hub, MIN_CLIENT, NewCall, NewControl, NewStop, Newest, Refusal,
    SENDER,
};
use skill_studio::view::{CallState, View};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::oneshot::{Receiver, error::TryRecvError};
use zenoh::query::Query;

/// The time in which the robot carries out a call, in a pass: later it is too old.
const CARRIED_OUT: Duration = Duration::from_secs(2);
/// The most calls whose ends are awaited.
const MOST: usize = 64;

type Pending = Receiver<Result<Map<String, Value>, Refusal>>;

/// A message of the network.
#[allow(clippy::large_enum_variant)] // most are queries
pub enum Request {
    Query {
        topic: Topic,
        query: Query,
        key: String,
        /// The stop, which was sent already.
        stopped: Option<Result<Pending, Refusal>>,
    },
    /// A client is gone.
    Gone(Name),
    /// Another robot of the same name has come, or gone: its session.
    Other(String, bool),
}

/// A request that waits for the robot.
struct Open {
    query: Query,
    key: String,
    since: Instant,
    pending: Pending,
    purpose: Purpose,
}

enum Purpose {
    Call {
        wait: bool,
    },
    Stop,
    /// Control of a client, new or renewed.
    Take {
        client: Name,
        is_new: bool,
    },
}

/// A call whose end is awaited.
struct Awaited {
    query: Query,
    key: String,
    message: u32,
    /// Views up to this number do not know of it.
    after: u64,
}

pub struct Desk {
    hub: Arc<Hub>,
    robot: Name,
    start: Instant,
    lease: Lease,
    /// The number of the view when the robot gave control to the client that has the lease.
    given: Option<u64>,
    controller: u32,
    beat: Beat,
    /// The sessions of other robots with the same name.
    others: BTreeSet<String>,
    open: Vec<Open>,
    awaited: Vec<Awaited>,
}

/// A command that was sent, and why.
type Begun = (Pending, Purpose);

/// Returns a change of control of a client, and its sender.
fn change(client: &Name, action: Change) -> (u32, Command) {
    (sender(Some(client)), Command::Control(NewControl { action, lease: true }))
}

/// Returns the sender of the messages to the skiller that a client causes.
fn sender(client: Option<&Name>) -> u32 {
    let Some(client) = client else { return SENDER };
    let hash = interface_id(client.as_str());
    #[allow(clippy::cast_possible_truncation)] // of a hash
    let hash = (hash ^ (hash >> 32)) as u32;
    hash | MIN_CLIENT
}

impl Desk {
    pub fn new(hub: Arc<Hub>, robot: Name) -> Self {
        let (open, awaited) = (Vec::new(), Vec::new());
        let (start, lease) = (Instant::now(), Lease::default());
        let (given, controller) = (None, 0);
        let (beat, others) = (Beat::new(start), BTreeSet::new());
        Self { hub, robot, start, lease, given, controller, beat, others, open, awaited }
    }

    /// Notes that the member runs.
    pub fn beat(&mut self) {
        let Some(gap) = self.beat.beat(Instant::now()) else { return };
        // A robot that is gone runs nothing.
        let _ = self.hub.send(SENDER, Command::Stop(NewStop::default()));
        let gap = gap.as_secs_f64();
        log(
            &self.hub,
            format!("stopped: it was not running for {gap:.1} s, and a stop may be lost"),
        );
    }

    /// Checks that a call or new control is no old one, and for this robot.
    fn check(&mut self) -> Result<(), Refusal> {
        self.beat();
        self.beat.check(Instant::now())?;
        if self.hub.subscribe().borrow().view.value.paused {
            return Err(not_running(format!("`{}` is paused", self.robot)));
        }
        if self.others.is_empty() { Ok(()) } else { Err(twice(&self.robot)) }
    }

    fn now(&self) -> Duration {
        self.start.elapsed()
    }

    /// Returns whether a request waits for the robot.
    pub fn is_busy(&self) -> bool {
        !self.open.is_empty()
    }

    /// Returns whether the end of a call is awaited.
    pub fn awaits_end(&self) -> bool {
        !self.awaited.is_empty()
    }

    /// Returns who has control.
    pub fn control(&self) -> Control {
        let now = self.now();
        let holder = self.lease.holder(now);
        Control {
            client: holder.map(|of| of.client.to_string()),
            left_sec: holder.map_or(0.0, |of| of.until.saturating_sub(now).as_secs_f64()),
            controller: self.controller,
        }
    }

    /// Begins to carry out a request.
    pub fn take(&mut self, request: Request) {
        let (topic, query, key, stopped) = match request {
            Request::Query { topic, query, key, stopped } => (topic, query, key, stopped),
            Request::Gone(client) => {
                if self.lease.lose(&client) {
                    self.give_back(&client);
                }
                return;
            }
            Request::Other(session, is_alive) => {
                if is_alive {
                    self.others.insert(session);
                } else {
                    self.others.remove(&session);
                }
                return;
            }
        };
        if topic == Topic::Control {
            self.turn_lease(self.now());
            return respond(&query, &key, Ok(json(&self.control())));
        }
        let bytes = query.payload().map(|payload| payload.to_bytes().into_owned());
        let bytes = bytes.unwrap_or_default();
        let begun = match (topic, stopped) {
            (_, Some(stopped)) => stopped.map(|pending| Some((pending, Purpose::Stop))),
            (Topic::Call, None) => self.call(&bytes).map(Some),
            _ => self.control_for(&bytes),
        };
        match begun {
            Ok(Some((pending, purpose))) => {
                let since = Instant::now();
                self.open.push(Open { query, key, since, pending, purpose });
            }
            Ok(None) => respond(&query, &key, Ok(self.lease_json())),
            Err(refusal) => respond(&query, &key, Err(refusal)),
        }
    }

    fn call(&mut self, bytes: &[u8]) -> Result<Begun, Refusal> {
        let CallRequest { call, client, wait } = read(bytes)?;
        self.check()?;
        let now = self.now();
        let checked = self.lease.check(client.as_ref(), now);
        checked.map_err(|error| not_in_control(&self.robot, &error, now))?;
        if wait && self.awaited.len() >= MOST {
            let message = format!("the ends of {MOST} calls are awaited already");
            return Err(Refusal::new(503, "too_many", message));
        }
        let command = Command::Call(NewCall { call, lease: false });
        let pending = self.hub.send(sender(client.as_ref()), command)?;
        Ok((pending, Purpose::Call { wait }))
    }

    /// Changes control. Returns what the robot has to confirm first.
    fn control_for(&mut self, bytes: &[u8]) -> Result<Option<Begun>, Refusal> {
        let request: LeaseRequest = read(bytes)?;
        let (length, now) = (request.length()?, self.now());
        let LeaseRequest { client, action, .. } = request;
        if action != LeaseAction::Release {
            self.check()?;
        }
        self.turn_lease(now);
        let is_new = match action {
            LeaseAction::Take => self.lease.take(&client, now, length),
            LeaseAction::Renew => self.lease.renew(&client, now, length).map(|()| false),
            LeaseAction::Release => self.lease.release(&client, now).map(|()| false),
        };
        let is_new = is_new.map_err(|error| not_in_control(&self.robot, &error, now))?;
        if action == LeaseAction::Release {
            self.give_back(&client);
            return Ok(None);
        }
        if is_new {
            self.given = None;
        }
        let (sender, command) = change(&client, Change::Acquire);
        // The robot decides, too: its live page can have control, or have taken it.
        let pending = self.hub.send(sender, command).inspect_err(|_| {
            self.lease.lose(&client);
        });
        Ok(Some((pending?, Purpose::Take { client, is_new })))
    }

    fn lease_json(&self) -> String {
        let mut fields = Map::new();
        fields.insert("ok".to_owned(), true.into());
        let control = self.control();
        fields.insert("client".to_owned(), control.client.into());
        fields.insert("left_sec".to_owned(), control.left_sec.into());
        json(&fields)
    }

    fn give_back(&mut self, client: &Name) {
        self.given = None;
        let (sender, command) = change(client, Change::Release);
        // A robot that is gone obeys nobody.
        let _ = self.hub.send(sender, command);
    }

    fn turn_lease(&mut self, now: Duration) {
        if let Some(client) = self.lease.expire(now) {
            self.give_back(&client);
        }
        if let Some(holder) = self.lease.holder(now) {
            self.hub.hear(sender(Some(&holder.client)));
        }
    }

    /// Ends leases, and passes on the responses of the robot.
    pub fn turn(&mut self) {
        self.turn_lease(self.now());
        for mut open in std::mem::take(&mut self.open) {
            let done = match open.pending.try_recv() {
                Ok(done) => done,
                Err(TryRecvError::Closed) => Err(gone(&open.purpose, "the robot does not respond")),
                Err(TryRecvError::Empty) => match self.expired(&mut open) {
                    Some(done) => done,
                    None => {
                        self.open.push(open);
                        continue;
                    }
                },
            };
            self.finish(open, done);
        }
    }

    /// Withdraws a call, or new control, that the passes have not carried out in time: they do not later. Stops wait.
    fn expired(&self, open: &mut Open) -> Option<Result<Map<String, Value>, Refusal>> {
        if matches!(open.purpose, Purpose::Stop) || open.since.elapsed() < CARRIED_OUT {
            return None;
        }
        open.pending.close();
        // It may have come just now.
        Some(open.pending.try_recv().unwrap_or_else(|_| {
            let (robot, sec) = (&self.robot, CARRIED_OUT.as_secs());
            Err(not_running(format!("`{robot}` has had no pass for {sec} s")))
        }))
    }

    fn finish(&mut self, open: Open, done: Result<Map<String, Value>, Refusal>) {
        let Open { query, key, purpose, .. } = open;
        // The robot shows its views after the commands.
        let after = self.hub.subscribe().borrow().view.number;
        let response = match (purpose, done) {
            (Purpose::Call { wait: true }, Ok(fields)) => {
                let message = fields.get("message").and_then(Value::as_u64);
                let message = message.and_then(|of| u32::try_from(of).ok()).unwrap_or(0);
                self.awaited.push(Awaited { query, key, message, after });
                return;
            }
            (Purpose::Take { is_new, .. }, Ok(_)) => {
                if is_new {
                    self.given = Some(after);
                }
                Ok(self.lease_json())
            }
            (Purpose::Take { client, is_new }, Err(refusal)) => {
                // A robot without passes has not decided about a lease that it has given.
                if is_new || refusal.error == "controlled" {
                    self.lease.lose(&client);
                }
                Err(refusal)
            }
            (_, Ok(mut fields)) => {
                fields.insert("ok".to_owned(), true.into());
                Ok(json(&fields))
            }
            (_, Err(refusal)) => Err(refusal),
        };
        respond(&query, &key, response);
    }

    /// Compares what is open with the newest view of the robot.
    pub fn look(&mut self, newest: &Newest) {
        let view = &*newest.view.value;
        self.controller = view.skiller.controller;
        let now = self.now();
        // Its live page, or another program, has taken control away.
        let taken = self.lease.holder(now).filter(|holder| {
            // A robot that is paused takes control in its next pass.
            let is_known =
                self.given.is_some_and(|given| newest.view.number > given + 1) && !view.paused;
            is_known && sender(Some(&holder.client)) != self.controller
        });
        if let Some(client) = taken.map(|holder| holder.client.clone()) {
            self.lease.lose(&client);
            self.given = None;
        }
        self.awaited.retain(|awaited| {
            if newest.view.number <= awaited.after {
                return true;
            }
            let Some(end) = end(view, awaited.message) else { return true };
            respond(&awaited.query, &awaited.key, Ok(json(&end)));
            false
        });
    }

    /// Ends all that is open, as the member ends.
    pub fn end(&mut self) {
        const LEAVES: &str = "the robot leaves the fleet";
        for Open { query, key, purpose, .. } in self.open.drain(..) {
            respond(&query, &key, Err(gone(&purpose, LEAVES)));
        }
        for Awaited { query, key, .. } in self.awaited.drain(..) {
            respond(&query, &key, Err(gone(&Purpose::Call { wait: true }, LEAVES)));
        }
        let now = self.now();
        if let Some(client) = self.lease.holder(now).map(|holder| holder.client.clone()) {
            self.lease.lose(&client);
            self.give_back(&client);
        }
    }
}

/// Returns the error of a command whose end is not seen any more.
fn gone(purpose: &Purpose, text: &str) -> Refusal {
    let kind = if matches!(purpose, Purpose::Call { .. }) { UNKNOWN_END } else { "gone" };
    Refusal::new(503, kind, text)
}

/// Returns the end of the call with a message, if it has ended.
fn end(view: &View, message: u32) -> Option<Value> {
    let skiller = &view.skiller;
    let (status, reason, result) = match view.call_state(message, None) {
        CallState::Waiting | CallState::Running => return None,
        CallState::Ended => match skiller.status.as_str() {
            "final" => ("final", String::new(), skiller.result.as_str()),
            "failed" => ("failed", skiller.error.clone(), ""),
            _ => ("stopped", "it was stopped".to_owned(), ""),
        },
        CallState::Stopped(reason) => ("stopped", reason, ""),
    };
    Some(serde_json::json!({
        "ok": true, "message": message, "status": status, "reason": reason, "result": result
    }))
}
