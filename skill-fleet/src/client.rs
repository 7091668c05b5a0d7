//! Calls, stops and control.

use crate::error::{FleetError, zenoh as error};
use crate::key::{self, Topic};
use crate::message::{CallRequest, Control, LeaseAction, LeaseRequest, json, refusal};
use crate::name::Name;
use crate::network::Network;
use serde::Deserialize;
use skill_studio::live::Refusal;
use std::fmt;
use std::time::Duration;
use zenoh::liveliness::LivelinessToken;
use zenoh::qos::{CongestionControl, Priority};
use zenoh::query::Reply;
use zenoh::{Session, Wait as _};

/// The time in which a robot responds to what takes no time.
const ANSWER: Duration = Duration::from_secs(5);

/// The end of a call.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
pub struct Ended {
    /// `final`, `failed` or `stopped`.
    #[serde(default)]
    pub status: String,
    /// Why it is not `final`.
    #[serde(default)]
    pub reason: String,
    /// The result of the skill as a text.
    #[serde(default)]
    pub result: String,
}

/// A client of a fleet, with a name by which robots know it. They see that it is gone, and end its lease.
pub struct Client {
    name: Name,
    // Before the session.
    _token: Option<LivelinessToken>,
    session: Session,
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
        let session = network.open(Some(patience))?;
        let token = session.liveliness().declare_token(key::client(&name));
        let token = token.wait().map_err(error)?;
        Ok(Self { name, _token: Some(token), session })
    }

    /// Creates a client that only stops robots.
    pub(crate) fn of_session(session: Session) -> Self {
        let name = Name::of_session(&session.zid().to_string());
        Self { name, _token: None, session }
    }

    /// Calls a skill. Returns when it was called, or with `wait` when it has ended: each `meanwhile` has a call of that
    /// function, as to renew control. The robot goes on when the time is over.
    ///
    /// # Errors
    /// [`FleetError::Refused`], such as that another client has control, or that the call cannot be read, with the place;
    /// [`FleetError::Silent`].
    pub fn call(
        &self,
        robot: &Name,
        call: &str,
        wait: Option<Duration>,
        (period, mut meanwhile): (Duration, impl FnMut() -> Result<(), FleetError>),
    ) -> Result<Ended, FleetError> {
        let request = CallRequest {
            call: call.to_owned(),
            client: Some(self.name.clone()),
            wait: wait.is_some(),
        };
        let query = self.session.get(Topic::Call.of(robot)).payload(json(&request));
        let query =
            query.timeout(wait.unwrap_or(ANSWER)).congestion_control(CongestionControl::Block);
        let replies = query.wait().map_err(error)?;
        let reply = loop {
            match replies.recv_timeout(period) {
                Ok(Some(reply)) => break Some(reply),
                Ok(None) => meanwhile()?,
                Err(_) => break None,
            }
        };
        read(robot, reply)
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
        let lease_sec = length.map(|of| of.as_secs_f64());
        let request = LeaseRequest { client: self.name.clone(), action, lease_sec };
        self.ask(robot, Topic::Lease, &json(&request))
    }

    /// Stops the skill that a robot runs, also while another client has control.
    ///
    /// # Errors
    /// [`FleetError::Silent`], [`FleetError::Refused`].
    pub fn stop(&self, robot: &Name) -> Result<(), FleetError> {
        self.ask::<serde_json::Value>(robot, Topic::Stop, "{}").map(drop)
    }

    /// Stops all robots that are connected, by one publication.
    ///
    /// # Errors
    /// [`FleetError::Zenoh`].
    pub fn stop_all(&self) -> Result<(), FleetError> {
        let put = self.session.put(key::STOP_ALL, format!("{{\"client\":\"{}\"}}", self.name));
        let put = put.congestion_control(CongestionControl::Block).priority(Priority::RealTime);
        put.express(true).wait().map_err(error)
    }

    fn ask<T: for<'de> Deserialize<'de>>(
        &self,
        robot: &Name,
        topic: Topic,
        payload: &str,
    ) -> Result<T, FleetError> {
        let query = self.session.get(topic.of(robot)).payload(payload).timeout(ANSWER);
        let query = query.congestion_control(CongestionControl::Block).priority(Priority::RealTime);
        let replies = query.express(true).wait().map_err(error)?;
        read(robot, replies.recv().ok())
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
    // Zenoh's own error: no robot has answered in time.
    if refusal.error == "unreadable" && refusal.message == "Timeout" {
        return FleetError::Silent(robot.to_string());
    }
    FleetError::Refused(refusal)
}
