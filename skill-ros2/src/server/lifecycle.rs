//! The robot as a managed node: others configure and activate it, and only then it takes goals.

use super::error::ServerError;
use super::{qos, wire};
use crate::desk::{Desk, Event};
use ros2_client::action::GoalId;
use ros2_client::{
    Message, MessageTypeName, Name, Node, Publisher, RmwRequestId, Server, ServiceMapping,
    ServiceTypeName,
};
use serde::{Deserialize, Serialize};
use std::time::SystemTime;

/// The package of the messages.
const PACKAGE: &str = "lifecycle_msgs";

#[derive(Clone, Debug, Serialize, Deserialize)]
struct Numbered {
    id: u8,
    label: String,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct Described {
    transition: Numbered,
    start_state: Numbered,
    goal_state: Numbered,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct TransitionEvent {
    /// ns since the epoch.
    timestamp: u64,
    of: Described,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct ChangeState {
    transition: Numbered,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct Changed {
    success: bool,
}

/// A request without fields has one byte.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Empty {
    none: u8,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct CurrentState {
    current_state: Numbered,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct AvailableStates {
    available_states: Vec<Numbered>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct AvailableTransitions {
    available_transitions: Vec<Described>,
}

impl Message for TransitionEvent {}
impl Message for ChangeState {}
impl Message for Changed {}
impl Message for Empty {}
impl Message for CurrentState {}
impl Message for AvailableStates {}
impl Message for AvailableTransitions {}

/// The primary states and their numbers, and that between two of them while a skill ends.
const UNCONFIGURED: u8 = 1;
const INACTIVE: u8 = 2;
const ACTIVE: u8 = 3;
const FINALIZED: u8 = 4;
const SHUTTING_DOWN: u8 = 12;
const DEACTIVATING: u8 = 14;
const STATES: [(u8, &str); 6] = [
    (UNCONFIGURED, "unconfigured"),
    (INACTIVE, "inactive"),
    (ACTIVE, "active"),
    (FINALIZED, "finalized"),
    (SHUTTING_DOWN, "shuttingdown"),
    (DEACTIVATING, "deactivating"),
];

/// The number of a transition, its name, and the states from which and to which it leads.
type Transition = (u8, &'static str, u8, u8);
const TRANSITIONS: [Transition; 7] = [
    (1, "configure", UNCONFIGURED, INACTIVE),
    (2, "cleanup", INACTIVE, UNCONFIGURED),
    (3, "activate", INACTIVE, ACTIVE),
    (4, "deactivate", ACTIVE, INACTIVE),
    (5, "shutdown", UNCONFIGURED, FINALIZED),
    (6, "shutdown", INACTIVE, FINALIZED),
    (7, "shutdown", ACTIVE, FINALIZED),
];

fn state(id: u8) -> Numbered {
    let label = STATES.iter().find(|(of, _)| *of == id).map_or("unknown", |(_, label)| label);
    Numbered { id, label: label.to_owned() }
}

fn described(&(id, label, from, to): &Transition) -> Described {
    let transition = Numbered { id, label: label.to_owned() };
    Described { transition, start_state: state(from), goal_state: state(to) }
}

/// Returns the transition that a request means in a state: by its name if it has one, else by its number.
fn meant(state: u8, request: &Numbered) -> Option<Transition> {
    let is_meant = |(id, label, from, _): &&Transition| {
        *from == state
            && if request.label.is_empty() { *id == request.id } else { *label == request.label }
    };
    TRANSITIONS.iter().find(is_meant).copied()
}

/// The services of a managed node.
pub(super) struct Lifecycle {
    change: Server<ChangeState, Changed>,
    current: Server<Empty, CurrentState>,
    states: Server<Empty, AvailableStates>,
    available: Server<Empty, AvailableTransitions>,
    graph: Server<Empty, AvailableTransitions>,
    events: Publisher<TransitionEvent>,
    state: u8,
    /// The request whose transition waits for the end of a skill, in a view after this one.
    ends: Option<(RmwRequestId, Transition, u64)>,
}

impl Lifecycle {
    /// Makes a node, whose name has a namespace, a managed one that is not configured.
    pub fn new(
        node: &mut Node,
        namespace: &str,
        mapping: ServiceMapping,
        desk: &mut Desk,
    ) -> Result<Self, ServerError> {
        let namespace = format!("/{namespace}/skiller");
        let topic = node.create_topic(
            &Name::new(&namespace, "transition_event")?,
            MessageTypeName::new(PACKAGE, "TransitionEvent"),
            &qos::every(10),
        )?;
        desk.set_active(false);
        Ok(Self {
            change: service(node, &namespace, "change_state", "ChangeState", mapping)?,
            current: service(node, &namespace, "get_state", "GetState", mapping)?,
            states: service(
                node,
                &namespace,
                "get_available_states",
                "GetAvailableStates",
                mapping,
            )?,
            available: service(
                node,
                &namespace,
                "get_available_transitions",
                "GetAvailableTransitions",
                mapping,
            )?,
            graph: service(
                node,
                &namespace,
                "get_transition_graph",
                "GetAvailableTransitions",
                mapping,
            )?,
            events: node.create_publisher(&topic, None)?,
            state: UNCONFIGURED,
            ends: None,
        })
    }

    /// Carries out the requests that have come. Returns lines for the log, and goals that end.
    pub fn serve(&mut self, desk: &mut Desk) -> (Vec<String>, Vec<(GoalId, Event)>) {
        let (mut lines, mut events) = (Vec::new(), Vec::new());
        while let Some((request, ChangeState { transition })) =
            wire::taken(self.change.receive_request(), "request for a transition", &mut lines)
        {
            let Some(transition) = meant(self.state, &transition) else {
                let (state, Numbered { id, label }) = (state(self.state), transition);
                lines.push(format!("no transition `{label}` ({id}) from `{}`", state.label));
                self.respond(request, false, &mut lines);
                continue;
            };
            let (.., from, to) = transition;
            desk.set_active(to == ACTIVE);
            if from == ACTIVE {
                // The skill stops by its `exit` blocks; the response says that it has.
                events.extend(desk.abort("the robot was deactivated"));
                self.state = if to == FINALIZED { SHUTTING_DOWN } else { DEACTIVATING };
                self.ends = Some((request, transition, desk.newest().view.number));
            } else {
                self.take(&transition, &mut lines);
                self.respond(request, true, &mut lines);
            }
        }
        let has_ended = |(.., seen): &mut (_, _, u64)| {
            let view = desk.newest().view;
            view.number > *seen && view.value.skiller.status != "running"
        };
        if let Some((request, transition, _)) = self.ends.take_if(has_ended) {
            self.take(&transition, &mut lines);
            self.respond(request, true, &mut lines);
        }
        let current_state = state(self.state);
        answer(&self.current, &CurrentState { current_state }, &mut lines);
        let available_states = STATES.iter().map(|(id, _)| state(*id)).collect();
        answer(&self.states, &AvailableStates { available_states }, &mut lines);
        let from_here = TRANSITIONS.iter().filter(|(.., from, _)| *from == self.state);
        let available_transitions = from_here.map(described).collect();
        answer(&self.available, &AvailableTransitions { available_transitions }, &mut lines);
        let available_transitions = TRANSITIONS.iter().map(described).collect();
        answer(&self.graph, &AvailableTransitions { available_transitions }, &mut lines);
        (lines, events)
    }

    fn take(&mut self, transition: &Transition, lines: &mut Vec<String>) {
        self.state = transition.3;
        let since = SystemTime::UNIX_EPOCH.elapsed().unwrap_or_default();
        let timestamp = u64::try_from(since.as_nanos()).unwrap_or(u64::MAX);
        let event = TransitionEvent { timestamp, of: described(transition) };
        wire::sent(&self.events.publish(event), "event of a transition", lines);
    }

    fn respond(&self, request: RmwRequestId, success: bool, lines: &mut Vec<String>) {
        wire::sent(&self.change.send_response(request, Changed { success }), "response", lines);
    }
}

fn service<Q: Message + Clone + 'static, R: Message + Clone + 'static>(
    node: &mut Node,
    namespace: &str,
    name: &str,
    type_name: &str,
    mapping: ServiceMapping,
) -> Result<Server<Q, R>, ServerError> {
    let (name, qos) = (Name::new(namespace, name)?, qos::every(100));
    let type_name = ServiceTypeName::new(PACKAGE, type_name);
    Ok(node.create_server(mapping, &name, &type_name, qos.clone(), qos)?)
}

/// Responds to the requests of a question.
fn answer<R: Message + Clone + 'static>(
    server: &Server<Empty, R>,
    response: &R,
    lines: &mut Vec<String>,
) {
    while let Some((request, _)) = wire::taken(server.receive_request(), "question", lines) {
        wire::sent(&server.send_response(request, response.clone()), "response", lines);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_transition_is_meant_by_its_name_or_its_number_where_it_leads_on() {
        let request = |id, label: &str| Numbered { id, label: label.to_owned() };
        let to = |state, request: &Numbered| meant(state, request).map(|(.., to)| to);
        assert_eq!(to(UNCONFIGURED, &request(1, "")), Some(INACTIVE));
        assert_eq!(to(UNCONFIGURED, &request(3, "")), None);
        assert_eq!(to(INACTIVE, &request(1, "activate")), Some(ACTIVE));
        assert_eq!(to(ACTIVE, &request(0, "shutdown")), Some(FINALIZED));
        assert_eq!(to(ACTIVE, &request(4, "")), Some(INACTIVE));
        for number in 0..=u8::MAX {
            assert_eq!(to(FINALIZED, &request(number, "")), None);
            assert_eq!(to(DEACTIVATING, &request(number, "")), None);
        }
    }
}
