//! Exclusive control as a service.

use super::error::ServerError;
use super::{clients, qos, wire};
use crate::desk::{Desk, Pending};
use crate::package::Package;
use ros2_client::{Message, Name, Node, RmwRequestId, Server, ServiceMapping, ServiceTypeName};
use serde::{Deserialize, Serialize};
use skill_studio::live::Control;
use tokio::sync::oneshot::error::TryRecvError;

/// The time for which a client keeps control without a request, s.
const LEASE_SEC: f64 = 10.0;

#[derive(Clone, Debug, Serialize, Deserialize)]
struct Request {
    action: u8,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct Response {
    ok: bool,
    reason: String,
    lease_sec: f64,
}

impl Message for Request {}
impl Message for Response {}

/// The service, and its requests that the robot has not decided.
pub(super) struct ControlService {
    server: Server<Request, Response>,
    waiting: Vec<(RmwRequestId, Pending)>,
}

impl ControlService {
    pub fn new(
        node: &mut Node,
        package: &Package,
        mapping: ServiceMapping,
    ) -> Result<Self, ServerError> {
        let name = Name::new(&format!("/{}", package.namespace), "control")?;
        let type_name = ServiceTypeName::new(&package.name, "Control");
        let qos = qos::every(100);
        let server = node.create_server(mapping, &name, &type_name, qos.clone(), qos)?;
        Ok(Self { server, waiting: Vec::new() })
    }

    /// Carries out the requests that have come. Returns lines for the log.
    pub fn serve(&mut self, desk: &Desk) -> Vec<String> {
        let mut lines = Vec::new();
        while let Some((request, Request { action })) =
            wire::taken(self.server.receive_request(), "request for control", &mut lines)
        {
            let sender = clients::sender(request.writer_gid);
            desk.hear(sender);
            let action = match action {
                1 => Ok(Control::Acquire),
                2 => Ok(Control::Steal),
                3 => Ok(Control::Release),
                _ => Err(format!("action {action} is none; expected ACQUIRE, STEAL or RELEASE")),
            };
            match action.and_then(|action| desk.control(sender, action)) {
                Ok(pending) => self.waiting.push((request, pending)),
                Err(reason) => self.respond(request, Err(reason), &mut lines),
            }
        }
        for (request, mut pending) in std::mem::take(&mut self.waiting) {
            let done = match pending.try_recv() {
                Ok(done) => done.map(drop).map_err(|refusal| refusal.message),
                Err(TryRecvError::Closed) => Err("the robot is gone".to_owned()),
                Err(TryRecvError::Empty) => {
                    self.waiting.push((request, pending));
                    continue;
                }
            };
            self.respond(request, done, &mut lines);
        }
        lines
    }

    fn respond(&self, request: RmwRequestId, done: Result<(), String>, lines: &mut Vec<String>) {
        let ok = done.is_ok();
        let reason = done.err().unwrap_or_default();
        let response = Response { ok, reason, lease_sec: LEASE_SEC };
        wire::sent(&self.server.send_response(request, response), "response", lines);
    }
}
