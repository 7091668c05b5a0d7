//! Calls, stops and control.

use crate::error::{FleetError, zenoh as error};
use crate::key::{self, Topic, VERSION};
use crate::message::{
    CallRequest, Control, LeaseAction, LeaseRequest, UNKNOWN_END, json, refusal, twice,
};
use crate::name::Name;
use crate::network::{Connection, Network};
use crate::presence::{Presences, discover, presence};
use crate::stopped::Stopped;
use serde::Deserialize;
use skill_studio::live::Refusal;
use std::collections::BTreeMap;
use std::fmt;
use std::thread;
use std::time::{Duration, Instant};
use zenoh::Wait as _;
use zenoh::handlers::FifoChannelHandler;
use zenoh::liveliness::LivelinessToken;
use zenoh::qos::{CongestionControl, Priority};
use zenoh::query::{ConsolidationMode, QueryTarget, Reply};

/// The time in which a robot responds to what takes no time.
const ANSWER: Duration = Duration::from_secs(5);
/// The time between two looks for a robot that is not found yet.
const LOOK: Duration = Duration::from_millis(50);

/// The response that a call waits for, and for how long at most.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Awaited {
    /// That the skill was called, at most 5 s.
    Called(Duration),
    /// That it has ended. The robot goes on when the time is over.
    Ended(Duration),
}

/// The end of a call.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
pub struct Ended {
    /// `final`, `failed` or `stopped`; empty if the end is not awaited.
    #[serde(default)]
    pub status: String,
    /// Why it is not `final`.
    #[serde(default)]
    pub reason: String,
    /// The result of the skill as a text.
    #[serde(default)]
    pub result: String,
}

impl Ended {
    /// Reads the response of a robot.
    fn read(bytes: &[u8], awaited: Awaited) -> Result<Self, String> {
        #[derive(Deserialize)]
        struct Called {
            #[serde(rename = "message")]
            _message: u32,
        }
        let read = match awaited {
            Awaited::Called(_) => serde_json::from_slice::<Called>(bytes).map(|_| Self::default()),
            Awaited::Ended(_) => serde_json::from_slice::<Self>(bytes),
        };
        let ended = read.map_err(|error| error.to_string())?;
        let is_end = matches!(ended.status.as_str(), "final" | "failed" | "stopped");
        match awaited {
            Awaited::Ended(_) if !is_end => Err(format!(
                "its `status` is `{}`; expected `final`, `failed` or `stopped`",
                ended.status
            )),
            _ => Ok(ended),
        }
    }
}

/// A client of a fleet, with a name by which robots know it. They see that it is gone, and end its lease.
///
/// Without a router it takes 2 s until all robots are found. A client that is younger waits for them.
pub struct Client {
    name: Name,
    // Before the session.
    _token: Option<LivelinessToken>,
    connection: Connection,
}

/// A stop that was sent.
struct Sent {
    robot: Name,
    replies: Result<FifoChannelHandler<Reply>, FleetError>,
    until: Instant,
}

impl fmt::Debug for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Client").field("name", &self.name).finish_non_exhaustive()
    }
}

impl Client {
    /// Creates a client, which waits `patience` for its router.
    ///
    /// # Errors
    /// [`FleetError`] if there is no such session.
    pub fn start(network: &Network, name: Name, patience: Duration) -> Result<Self, FleetError> {
        let connection = network.open(Some(patience))?;
        let token = connection.session.liveliness().declare_token(key::client(&name));
        let token = token.wait().map_err(error)?;
        Ok(Self { name, _token: Some(token), connection })
    }

    /// Creates a client that only stops robots.
    pub(crate) fn of_connection(connection: Connection) -> Self {
        let name = Name::of_session(&connection.session.zid().to_string());
        Self { name, _token: None, connection }
    }

    /// Calls a skill. Returns when it was called, or when it has ended: each `meanwhile` has a call of that
    /// function, as to renew control.
    ///
    /// # Errors
    /// [`FleetError::Refused`], such as that another client has control, or that the call cannot be read, with the place;
    /// [`FleetError::Silent`] or [`FleetError::Version`] if there is no such robot. In these cases the robot does not run the
    /// call. [`FleetError::Unknown`] if it may have run it, or run it now.
    pub fn call(
        &self,
        robot: &Name,
        call: &str,
        awaited: Awaited,
        (period, mut meanwhile): (Duration, impl FnMut() -> Result<(), FleetError>),
    ) -> Result<Ended, FleetError> {
        self.check(robot)?;
        let (wait, time) = match awaited {
            Awaited::Called(time) => (false, time.min(ANSWER)),
            Awaited::Ended(time) => (true, time),
        };
        let request = CallRequest { call: call.to_owned(), client: Some(self.name.clone()), wait };
        let query = self.connection.session.get(Topic::Call.of(robot)).payload(json(&request));
        let query = query.timeout(time).congestion_control(CongestionControl::Block);
        let replies = query.wait().map_err(error)?;
        // From here on the robot may have it.
        let unknown = |reason: String| FleetError::Unknown(robot.to_string(), reason);
        let reply = loop {
            match replies.recv_timeout(period) {
                Ok(Some(reply)) => break reply,
                Ok(None) => meanwhile().map_err(|error| {
                    let text = error.to_string();
                    unknown(format!("control is lost: {}", text.lines().next().unwrap_or_default()))
                })?,
                Err(_) => return Err(unknown("the robot or its router is gone".to_owned())),
            }
        };
        match reply.result() {
            Ok(sample) => Ended::read(&sample.payload().to_bytes(), awaited)
                .map_err(|error| unknown(format!("the response cannot be read: {error}"))),
            Err(error) => {
                let refusal = refusal(&error.payload().to_bytes());
                Err(match refusal.error {
                    "unreadable" if is_timeout(&refusal) => {
                        unknown(format!("no response within {} s", time.as_secs_f64()))
                    }
                    "unreadable" | UNKNOWN_END => unknown(refusal.message),
                    _ => FleetError::Refused(refusal),
                })
            }
        }
    }

    /// Checks that there is one robot of a name, with keys of this version.
    fn check(&self, robot: &Name) -> Result<(), FleetError> {
        let found = loop {
            let found = presence(&self.connection.session, Some(robot))?.remove(robot);
            let found = found.unwrap_or_default();
            if found.versions.contains(&VERSION) || self.connection.settles().is_none() {
                break found;
            }
            thread::sleep(LOOK);
        };
        if !found.versions.contains(&VERSION) {
            return Err(match found.versions.last() {
                Some(version) => FleetError::Version(robot.to_string(), *version),
                None => FleetError::Silent(robot.to_string()),
            });
        }
        if found.is_twice() { Err(FleetError::Refused(twice(robot))) } else { Ok(()) }
    }

    /// Takes control, renews it, or gives it back. Without a length it ends 5 s after it was renewed last.
    ///
    /// # Errors
    /// As [`call`](Self::call).
    pub fn take_control(
        &self,
        robot: &Name,
        length: Option<Duration>,
    ) -> Result<Control, FleetError> {
        self.lease(robot, LeaseAction::Take, length)
    }

    /// Renews control that has not ended.
    ///
    /// # Errors
    /// As [`call`](Self::call).
    pub fn renew_control(
        &self,
        robot: &Name,
        length: Option<Duration>,
    ) -> Result<Control, FleetError> {
        self.lease(robot, LeaseAction::Renew, length)
    }

    /// Gives control back.
    ///
    /// # Errors
    /// As [`call`](Self::call).
    pub fn release_control(&self, robot: &Name) -> Result<Control, FleetError> {
        self.lease(robot, LeaseAction::Release, None)
    }

    fn lease(
        &self,
        robot: &Name,
        action: LeaseAction,
        length: Option<Duration>,
    ) -> Result<Control, FleetError> {
        if action == LeaseAction::Take {
            self.check(robot)?;
        }
        let lease_sec = length.map(|of| of.as_secs_f64());
        let request = LeaseRequest { client: self.name.clone(), action, lease_sec };
        let replies = self.ask(robot, Topic::Lease, &json(&request))?;
        read(robot, replies.recv().ok())
    }

    /// Stops the skill that a robot runs, also while another client has control.
    ///
    /// # Errors
    /// [`FleetError::Silent`], [`FleetError::Refused`], or [`FleetError::Waits`] if it is paused.
    pub fn stop(&self, robot: &Name) -> Result<(), FleetError> {
        match self.stop_each(std::slice::from_ref(robot))?.failed.pop() {
            Some((_, error)) => Err(error),
            None => Ok(()),
        }
    }

    /// Stops the skills of robots, of all at once: each gets it before the first response is awaited.
    ///
    /// # Errors
    /// [`FleetError::Zenoh`].
    pub fn stop_each(&self, robots: &[Name]) -> Result<Stopped, FleetError> {
        let mut sent = Vec::new();
        if let Some(settles) = self.connection.settles() {
            discover(&self.connection.session, settles, |robot| {
                if robots.contains(&robot) {
                    sent.push(self.send_stop(robot));
                }
            })?;
        }
        let is_sent = |robot: &Name| sent.iter().any(|of: &Sent| of.robot == *robot);
        let others: Vec<_> = robots.iter().filter(|robot| !is_sent(robot)).cloned().collect();
        sent.extend(others.into_iter().map(|robot| self.send_stop(robot)));
        self.confirm(sent)
    }

    /// Stops all robots that are connected, by one publication, and has each confirm it. Those that are found later get
    /// it as soon as they are.
    ///
    /// # Errors
    /// [`FleetError::Zenoh`], or [`FleetError::NoRouter`].
    pub fn stop_all(&self) -> Result<Stopped, FleetError> {
        let payload = format!("{{\"client\":\"{}\"}}", self.name);
        let put = self.connection.session.put(key::STOP_ALL, payload);
        let put = put.congestion_control(CongestionControl::Block).priority(Priority::RealTime);
        put.express(true).wait().map_err(error)?;
        let mut sent = Vec::new();
        let all = self.find(|robot| sent.push(self.send_stop(robot)))?;
        if all.is_empty() {
            self.connection.check_router()?;
        }
        let mut stopped = self.confirm(sent)?;
        let others = all.into_iter().filter(|(_, of)| !of.versions.contains(&VERSION));
        stopped.failed.extend(others.filter_map(|(robot, of)| {
            let error = FleetError::Version(robot.to_string(), *of.versions.last()?);
            Some((robot, error))
        }));
        Ok(stopped)
    }

    /// Finds all robots. `found` has each whose keys have this version at once.
    fn find(&self, mut found: impl FnMut(Name)) -> Result<Presences, FleetError> {
        if let Some(settles) = self.connection.settles() {
            return discover(&self.connection.session, settles, found);
        }
        let all = presence(&self.connection.session, None)?;
        let own = all.iter().filter(|(_, of)| of.versions.contains(&VERSION));
        own.for_each(|(robot, _)| found(robot.clone()));
        Ok(all)
    }

    fn send_stop(&self, robot: Name) -> Sent {
        let replies = self.ask(&robot, Topic::Stop, "{}");
        Sent { robot, replies, until: Instant::now() + ANSWER }
    }

    /// Awaits the responses to stops.
    fn confirm(&self, sent: Vec<Sent>) -> Result<Stopped, FleetError> {
        let mut results = BTreeMap::<Name, Result<(), FleetError>>::new();
        for Sent { robot, replies, until } in sent {
            let silent = Err(FleetError::Silent(robot.to_string()));
            let mut result = results.remove(&robot).unwrap_or(silent);
            // Two robots with one name respond both.
            while let Ok(replies) = &replies
                && let Ok(Some(reply)) = replies.recv_deadline(until)
            {
                let one = stopped(&robot, reply);
                result = if result.is_ok() { result.and(one) } else { one };
                if result.is_err() {
                    break;
                }
            }
            results.insert(robot, replies.and(result));
        }
        let mut of = Stopped::default();
        for (robot, result) in results {
            match result {
                Ok(()) => of.stopped.push(robot),
                Err(error) => of.failed.push((robot, error)),
            }
        }
        if of.stopped.is_empty()
            && of.failed.iter().any(|(_, of)| matches!(of, FleetError::Silent(_)))
        {
            self.connection.check_router()?;
        }
        Ok(of)
    }

    /// Sends a command that takes no time.
    fn ask(
        &self,
        robot: &Name,
        topic: Topic,
        payload: &str,
    ) -> Result<FifoChannelHandler<Reply>, FleetError> {
        let query = self.connection.session.get(topic.of(robot)).payload(payload).timeout(ANSWER);
        let query = query.congestion_control(CongestionControl::Block).priority(Priority::RealTime);
        // Two robots with one name are both told, and both respond.
        let query = query.target(QueryTarget::All).consolidation(ConsolidationMode::None);
        query.express(true).wait().map_err(error)
    }
}

/// Reads the response to a stop.
fn stopped(robot: &Name, reply: Reply) -> Result<(), FleetError> {
    let response: serde_json::Value = read(robot, Some(reply))?;
    // A robot that is paused obeys in its next pass.
    match response["waits"].as_str() {
        Some(reason) => Err(FleetError::Waits(reason.to_owned())),
        None => Ok(()),
    }
}

fn read<T: for<'de> Deserialize<'de>>(robot: &Name, reply: Option<Reply>) -> Result<T, FleetError> {
    let Some(reply) = reply else { return Err(FleetError::Silent(robot.to_string())) };
    match reply.result() {
        Ok(sample) => serde_json::from_slice(&sample.payload().to_bytes())
            .map_err(|error| FleetError::Unreadable(error.to_string())),
        Err(error) => Err(refused(robot, refusal(&error.payload().to_bytes()))),
    }
}

fn refused(robot: &Name, refusal: Refusal) -> FleetError {
    if is_timeout(&refusal) {
        return FleetError::Silent(robot.to_string());
    }
    FleetError::Refused(refusal)
}

/// Returns whether an error is zenoh's own: no robot has responded in time.
fn is_timeout(refusal: &Refusal) -> bool {
    refusal.error == "unreadable" && refusal.message == "Timeout"
}
