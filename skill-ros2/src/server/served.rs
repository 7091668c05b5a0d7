//! An action on DDS: its requests, and who waits for what.
//!
//! Of `ros2-client` it takes the wire alone. Its `AsyncActionServer` gives the result of a goal to a request
//! for that of another, whose client then waits without end, and responds to one request for each goal.

use super::error::ServerError;
use super::{clients, qos, wire};
use crate::desk::{Desk, Event, Goal, Progress};
use crate::goal::{self, Status};
use crate::package::{Action, Package};
use crate::raw::Raw;
use ros2_client::action::{
    ActionServerQosPolicies, CancelGoalRequest, CancelGoalResponse, GetResultResponse, GoalId,
    GoalInfo, GoalStatusEnum, SendGoalResponse,
};
use ros2_client::action_msgs::{CancelGoalResponseEnum, GoalStatus, GoalStatusArray};
use ros2_client::builtin_interfaces::Time;
use ros2_client::{ActionServer, ActionTypeName, Name, Node, RmwRequestId, ServiceMapping};
use serde::Deserialize;
use std::collections::BTreeMap;

/// The most requests of a kind in one turn, so that others have theirs.
const TURN: usize = 32;

/// An action.
pub(super) struct Served {
    index: usize,
    action: Action,
    server: ActionServer<Raw, Raw, Raw>,
    /// The requests with the goals that are not decided.
    offered: BTreeMap<GoalId, RmwRequestId>,
    /// The times at which goals were accepted.
    accepted: BTreeMap<GoalId, Time>,
    /// The requests for results of goals that have not ended.
    waiting: Vec<(GoalId, RmwRequestId)>,
    is_changed: bool,
}

impl Served {
    pub fn new(
        node: &mut Node,
        package: &Package,
        index: usize,
        action: Action,
        mapping: ServiceMapping,
    ) -> Result<Self, ServerError> {
        let name = Name::new(&format!("/{}", package.namespace), &action.name)?;
        let service = qos::every(100);
        let policies = ActionServerQosPolicies {
            goal_service: service.clone(),
            result_service: service.clone(),
            cancel_service: service.clone(),
            feedback_publisher: service,
            status_publisher: qos::latched(),
        };
        let type_name = ActionTypeName::new(&package.name, &action.type_name);
        let server = node.create_action_server(mapping, &name, &type_name, policies)?;
        let (offered, accepted) = (BTreeMap::new(), BTreeMap::new());
        let is_changed = true;
        Ok(Self { index, action, server, offered, accepted, waiting: Vec::new(), is_changed })
    }

    /// Reads the requests that have come. Returns lines for the log.
    pub fn receive(&mut self, desk: &mut Desk, package: (&str, u64)) -> Vec<String> {
        let mut lines = Vec::new();
        for _ in 0..TURN {
            let read = wire::taken(self.server.receive_goal(), "goal", &mut lines);
            let Some((request, new)) = read else { break };
            let sender = clients::sender(request.writer_gid);
            desk.hear(sender);
            let call = goal::call(&self.action, &new.goal.0, package);
            let call = call.map_err(|error| error.to_string());
            match desk.offer((new.goal_id, self.index), sender, call) {
                Ok(()) => {
                    self.offered.insert(new.goal_id, request);
                }
                Err(reason) => {
                    lines.push(self.refused(&reason));
                    self.decide(request, false, Time::now(), &mut lines);
                }
            }
        }
        for _ in 0..TURN {
            let read = wire::taken(self.server.receive_cancel_request(), "cancel", &mut lines);
            let Some((request, cancel)) = read else { break };
            let sender = clients::sender(request.writer_gid);
            desk.hear(sender);
            let response = self.cancel(desk, sender, &cancel);
            let sent = self.server.send_cancel_response(request, response);
            wire::sent(&sent, "cancel", &mut lines);
        }
        for _ in 0..TURN {
            let read = wire::taken(self.server.receive_result_request(), "result", &mut lines);
            let Some((request, wanted)) = read else { break };
            desk.hear(clients::sender(request.writer_gid));
            self.waiting.push((wanted.goal_id, request));
        }
        lines
    }

    /// Reports a change of a goal. Returns lines for the log.
    pub fn report(&mut self, id: GoalId, event: &Event) -> Vec<String> {
        let mut lines = Vec::new();
        match event {
            Event::Accepted => {
                let now = Time::now();
                self.accepted.insert(id, now);
                self.is_changed = true;
                if let Some(request) = self.offered.remove(&id) {
                    self.decide(request, true, now, &mut lines);
                }
            }
            Event::Refused(reason) => {
                lines.push(self.refused(reason));
                if let Some(request) = self.offered.remove(&id) {
                    self.decide(request, false, Time::now(), &mut lines);
                }
            }
            Event::Goes(Progress { path, in_state_sec, waits_for, .. }) => {
                // After the id of the goal.
                let bytes = goal::feedback(path, *in_state_sec, waits_for, 16);
                wire::sent(&self.server.send_feedback(id, Raw(bytes)), "feedback", &mut lines);
            }
            Event::Ended => self.is_changed = true,
        }
        lines
    }

    /// Sends the results that clients wait for, and the statuses if they have changed. Returns lines for
    /// the log.
    pub fn send(&mut self, desk: &Desk) -> Vec<String> {
        let mut lines = Vec::new();
        for (id, request) in std::mem::take(&mut self.waiting) {
            let goal = desk.goal(id).filter(|goal| goal.action == self.index);
            let (status, reason, value) = match goal.map(Goal::end) {
                Some(None) => {
                    self.waiting.push((id, request));
                    continue;
                }
                Some(Some(end)) => (end.status, end.reason.as_str(), end.value.as_str()),
                None => (Status::Refused, "there is no such goal, or no longer", ""),
            };
            // After the status of ROS.
            let result = goal::result(&self.action, status, reason, value, 1);
            let status = goal.map_or(GoalStatusEnum::Unknown, Goal::status);
            let response = GetResultResponse { status, result: Raw(result) };
            wire::sent(&self.server.send_result(request, response), "result", &mut lines);
        }
        self.accepted.retain(|id, _| desk.goal(*id).is_some());
        if std::mem::take(&mut self.is_changed) {
            let of = desk.of_action(self.index);
            let status_list = of.filter_map(|(id, goal)| {
                let goal_info = GoalInfo { goal_id: id, stamp: *self.accepted.get(&id)? };
                Some(GoalStatus { goal_info, status: goal.status() })
            });
            let statuses = GoalStatusArray { status_list: status_list.collect() };
            wire::sent(&self.server.send_goal_statuses(statuses), "status", &mut lines);
        }
        lines
    }

    fn refused(&self, reason: &str) -> String {
        format!("goal of `{}` refused: {reason}", self.action.name)
    }

    fn decide(&self, request: RmwRequestId, accepted: bool, stamp: Time, lines: &mut Vec<String>) {
        let response = SendGoalResponse { accepted, stamp };
        wire::sent(&self.server.send_goal_response(request, response), "goal", lines);
    }

    fn cancel(
        &mut self,
        desk: &mut Desk,
        sender: u32,
        request: &CancelGoalRequest,
    ) -> CancelGoalResponse {
        // The crate keeps this field to itself; its form as JSON does not.
        #[derive(Deserialize)]
        struct Open {
            goal_info: GoalInfo,
        }
        let open = serde_json::to_value(request).and_then(serde_json::from_value::<Open>);
        let none = |return_code| CancelGoalResponse { return_code, goals_canceling: Vec::new() };
        let Ok(Open { goal_info: wanted }) = open else {
            return none(CancelGoalResponseEnum::Rejected);
        };
        let (is_all, until) = (wanted.goal_id == GoalId::ZERO, wanted.stamp.to_nanos());
        let mut goals_canceling = Vec::new();
        for (id, stamp) in &self.accepted {
            let is_meant = *id == wanted.goal_id
                || is_all && until == 0
                || until != 0 && stamp.to_nanos() <= until;
            if is_meant && desk.cancel(*id, sender) {
                goals_canceling.push(GoalInfo { goal_id: *id, stamp: *stamp });
            }
        }
        if goals_canceling.is_empty() {
            return none(if is_all {
                CancelGoalResponseEnum::Rejected
            } else if self.accepted.contains_key(&wanted.goal_id) {
                CancelGoalResponseEnum::GoalTerminated
            } else {
                CancelGoalResponseEnum::UnknownGoal
            });
        }
        self.is_changed = true;
        CancelGoalResponse { return_code: CancelGoalResponseEnum::None, goals_canceling }
    }
}
