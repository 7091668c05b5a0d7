//! An interface that is an action.

use super::node::{Complaints, Driver, RosAction, TURN, Wire, parse};
use crate::server::{ServerError, qos};
use ros2_client::action::{ActionClientQosPolicies, GoalId, GoalStatusEnum};
use ros2_client::{ActionClient, ActionTypeName, Node, RmwRequestId, ServiceMapping};
use skill_runtime::blackboard::Received;
use skill_runtime::{Instant, Interface, Writer};
use std::time::Duration;

type Client<A> = ActionClient<
    Wire<<A as RosAction>::Goal>,
    Wire<<A as RosAction>::Result>,
    Wire<<A as RosAction>::Feedback>,
>;
type ToOrder<'a, A, I> = Box<
    dyn FnMut(&Received<<I as Interface>::Message>, &mut I) -> Order<<A as RosAction>::Goal> + 'a,
>;
type ToFields<'a, A, I> = Box<dyn FnMut(Progress<'_, A>, &mut I) + 'a>;

/// The options of the driver of an action.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ActionOptions {
    /// The silence after which the server counts as gone: neither the response to a goal came, nor feedback,
    /// status or result of one that it has accepted. A server without feedback needs as long as its goals take.
    pub silence: Duration,
}

impl Default for ActionOptions {
    /// 2 s, for servers with feedback.
    fn default() -> Self {
        Self { silence: Duration::from_secs(2) }
    }
}

/// The meaning of a message of the interface.
#[derive(Clone, PartialEq, Debug)]
pub enum Order<G> {
    /// A goal, which replaces the one before: that is canceled.
    Go(G),
    /// The end of the goal, if there is one.
    Cancel,
    /// Nothing.
    Nothing,
}

/// An event of a goal.
#[derive(Debug)]
pub enum Progress<'m, A: RosAction> {
    /// The server has accepted it.
    Accepted,
    /// Its feedback.
    Feedback(&'m A::Feedback),
    /// It has ended. No progress of this goal follows.
    Ended(Ended<'m, A::Result>),
}

/// The end of a goal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ended<'m, R> {
    /// With this result.
    Succeeded(&'m R),
    /// It has failed, with this result.
    Aborted(&'m R),
    /// It was canceled, with this result.
    Canceled(&'m R),
    /// It was not accepted.
    Rejected,
    /// The server is silent, or the goal was not sent: nothing is known of the robot that carries it out.
    Lost,
}

/// Returns the client of an action.
pub(super) fn client<A: RosAction>(
    node: &mut Node,
    mapping: ServiceMapping,
    name: &str,
) -> Result<Client<A>, ServerError> {
    let service = qos::every(100);
    let policies = ActionClientQosPolicies {
        goal_service: service.clone(),
        result_service: service.clone(),
        cancel_service: service.clone(),
        feedback_subscription: service,
        status_subscription: qos::latched(),
    };
    let type_name = ActionTypeName::new(A::PACKAGE, A::NAME);
    Ok(node.create_action_client(mapping, &parse(name)?, &type_name, policies)?)
}

/// The number of goals that are given up before a server responds, the oldest of which is forgotten.
const MAX_EARLY: usize = 64;

/// The driver.
pub(super) struct ActionDriver<'a, A: RosAction, I: Interface> {
    writer: Writer<'a, I>,
    value: I,
    client: Client<A>,
    goal: Option<Goal>,
    /// Goals that were given up before their server has accepted them, with their requests: a server refuses
    /// to cancel those, so they are canceled as soon as it has.
    early: Vec<(RmwRequestId, GoalId)>,
    /// When the goals of others were to be canceled last, at the beginning.
    begins: Option<Begins>,
    options: ActionOptions,
    order: ToOrder<'a, A, I>,
    progress: ToFields<'a, A, I>,
    complaints: Complaints,
}

/// The goal that is under way.
#[derive(Debug)]
struct Goal {
    id: GoalId,
    stage: Stage,
    /// When something of it came last.
    heard: Instant,
    is_canceled: bool,
}

/// The beginning of a driver: goals that are under way then are of a program that was killed, and nobody would
/// end them. They are canceled once, as soon as the server is there, or until the first goal of its own.
#[derive(Debug, Default)]
struct Begins {
    /// When that was requested last.
    requested: Option<Instant>,
}

/// The time between two requests to cancel the goals of others, of a server that is not found.
const AGAIN: Duration = Duration::from_millis(200);

#[derive(Clone, Copy, Debug)]
enum Stage {
    /// The request was sent.
    Sent(RmwRequestId),
    /// It was accepted, and its result was requested.
    Runs(RmwRequestId),
}

impl<'a, A: RosAction, I: Interface + Default> ActionDriver<'a, A, I> {
    pub fn new(
        writer: Writer<'a, I>,
        client: Client<A>,
        options: ActionOptions,
        order: ToOrder<'a, A, I>,
        progress: ToFields<'a, A, I>,
    ) -> Self {
        let (value, complaints, early) = (I::default(), Complaints::default(), Vec::new());
        let (goal, begins) = (None, Some(Begins::default()));
        Self { writer, value, client, goal, early, begins, options, order, progress, complaints }
    }
}

impl<A: RosAction, I: Interface> ActionDriver<'_, A, I> {
    /// Has the server cancel what it carries out for others, until it has responded.
    fn begin_alone(&mut self, now: Instant) {
        let Some(begins) = &mut self.begins else { return };
        if matches!(self.client.cancel_client().receive_response(), Ok(Some(_))) {
            self.begins = None;
        } else if begins.requested.is_none_or(|at| now.since(at) >= AGAIN) {
            begins.requested = Some(now);
            // One that cannot be sent is sent again.
            let _ = self.client.cancel_all_goals();
        }
    }

    fn go(&mut self, goal: A::Goal, now: Instant) {
        self.begins = None;
        self.give_up();
        match self.client.send_goal(Wire(goal)) {
            Ok((request, id)) => {
                let stage = Stage::Sent(request);
                self.goal = Some(Goal { id, stage, heard: now, is_canceled: false });
            }
            Err(_) => self.end(Ended::Lost),
        }
    }

    /// Cancels the goal that runs. One that is not accepted yet is canceled then.
    fn cancel(&mut self) {
        if let Some(goal) = &mut self.goal {
            goal.is_canceled = true;
            // A server that has not accepted it yet refuses this request: it is repeated then. One that cannot be
            // sent is noticed by the silence.
            let _ = self.client.cancel_goal(goal.id);
        }
    }

    /// Cancels the goal and forgets it.
    fn give_up(&mut self) {
        self.cancel();
        if let Some(Goal { id, stage: Stage::Sent(request), .. }) = self.goal.take() {
            if self.early.len() == MAX_EARLY {
                self.early.remove(0);
            }
            self.early.push((request, id));
        }
    }

    fn end(&mut self, ended: Ended<'_, A::Result>) {
        self.goal = None;
        (self.progress)(Progress::Ended(ended), &mut self.value);
    }

    /// Takes the responses to goals. Returns whether that to the goal has come.
    fn respond(&mut self, now: Instant) -> Result<bool, String> {
        let mut heard = false;
        for _ in 0..TURN {
            // Not by its request: that drops the responses to others.
            let response = self.client.goal_client().receive_response();
            let Some((request, response)) = response.map_err(|error| format!("{error:?}"))? else {
                break;
            };
            if let Some(place) = self.early.iter().position(|(of, _)| *of == request) {
                let (_, id) = self.early.remove(place);
                if response.accepted {
                    let _ = self.client.cancel_goal(id);
                }
                continue;
            }
            let stage = self.goal.as_ref().map(|goal| goal.stage);
            if matches!(stage, Some(Stage::Sent(of)) if of == request) {
                self.begin(response.accepted, now);
                heard = true;
            }
        }
        Ok(heard)
    }

    /// Takes the response to the goal, and requests its result.
    fn begin(&mut self, is_accepted: bool, now: Instant) {
        let Some(goal) = &mut self.goal else { return };
        if !is_accepted {
            return self.end(Ended::Rejected);
        }
        let Ok(result) = self.client.request_result(goal.id) else {
            return self.end(Ended::Lost);
        };
        (goal.stage, goal.heard) = (Stage::Runs(result), now);
        if goal.is_canceled {
            let _ = self.client.cancel_goal(goal.id);
        }
        (self.progress)(Progress::Accepted, &mut self.value);
    }

    /// Takes feedback, and the result. Returns whether something of the goal has come.
    fn follow(&mut self, id: GoalId, result: RmwRequestId) -> Result<bool, String> {
        let mut heard = false;
        for _ in 0..TURN {
            let feedback = self.client.receive_feedback(id);
            let Some(Wire(feedback)) = feedback.map_err(|error| format!("{error:?}"))? else {
                break;
            };
            heard = true;
            (self.progress)(Progress::Feedback(&feedback), &mut self.value);
        }
        for _ in 0..TURN {
            let status = self.client.receive_status();
            let Some(all) = status.map_err(|error| format!("{error:?}"))? else { break };
            heard |= all.status_list.iter().any(|of| of.goal_info.goal_id == id);
        }
        let ended = self.client.receive_result(result).map_err(|error| format!("{error:?}"))?;
        let Some((status, Wire(value))) = ended else { return Ok(heard) };
        self.end(match status {
            GoalStatusEnum::Succeeded => Ended::Succeeded(&value),
            GoalStatusEnum::Canceled => Ended::Canceled(&value),
            GoalStatusEnum::Aborted => Ended::Aborted(&value),
            // A server that was started anew does not know the goal.
            _ => Ended::Lost,
        });
        Ok(true)
    }
}

impl<A: RosAction, I: Interface> Driver for ActionDriver<'_, A, I> {
    fn sensor(&mut self, now: Instant, log: &mut Vec<String>) {
        self.begin_alone(now);
        let mut heard = self.respond(now);
        if let (Ok(false), Some(Goal { id, stage: Stage::Runs(result), .. })) = (&heard, &self.goal)
        {
            heard = self.follow(*id, *result);
        }
        let is_heard = heard.unwrap_or_else(|error| {
            self.complaints.add(now, log, || format!("a message of an action: {error}"));
            false
        });
        if self.goal.is_some() {
            let silence = self.options.silence;
            let is_lost = self.goal.as_mut().is_some_and(|goal| {
                if is_heard {
                    goal.heard = now;
                }
                now.since(goal.heard) > silence
            });
            if is_lost {
                // It may be there, and only slow.
                self.give_up();
                self.end(Ended::Lost);
            }
        }
        self.writer.write(&self.value, now);
    }

    fn act(&mut self, now: Instant, _: &mut Vec<String>) {
        while let Some(received) = self.writer.next_message() {
            match (self.order)(&received, &mut self.value) {
                Order::Go(goal) => self.go(goal, now),
                Order::Cancel => self.cancel(),
                Order::Nothing => {}
            }
        }
    }
}

impl<A: RosAction, I: Interface> Drop for ActionDriver<'_, A, I> {
    fn drop(&mut self) {
        self.cancel();
    }
}
