//! Sub-skills, actions and messages of a state (rule 7).

use super::{Run, Running};
use crate::context::{Context, Failure, Status};
use crate::fault::Fault;
use crate::skill::{Activity, Transition};

impl Run {
    /// Runs the activities of a state in order, until it is known how the list ends. Returns their
    /// joint result, or `None` if a refused message has failed this skill.
    pub(super) fn run_activities(&mut self, depth: usize, cx: &mut Context<'_>) -> Option<Status> {
        let state = &cx.skills[self.skill].states[self.active[depth].state];
        let count = state.runs.len();
        if count == 0 {
            return Some(Status::Running);
        }
        let needed = state.needs.filter(|_| !cx.has(Fault::ListNeedsAll)).unwrap_or(count);
        let spare = if cx.has(Fault::ListSparesNone) { 0 } else { count - needed };
        let spare = spare.saturating_sub(self.never_done(&state.runs, cx));
        let (mut finals, mut failures, mut joint) = (0, 0, Status::Running);
        for (place, activity) in state.runs.iter().enumerate() {
            let before = self.ended(depth, place);
            let status = match (activity, &mut self.active[depth].runs[place]) {
                (_, Running::Machine(machine)) => machine.exec(cx),
                (_, Running::Action { ended: Some(status) }) if !cx.has(Fault::ActionAgain) => {
                    *status
                }
                (Activity::Message(message, _), Running::Message { number, is_done }) => {
                    let (message, number, was_done) = (*message, *number, *is_done);
                    let keeps = was_done && !cx.has(Fault::MessageForgotten);
                    let is_done = keeps || self.is_done(message, number, cx);
                    self.active[depth].runs[place] = Running::Message { number, is_done };
                    if is_done { Status::Final } else { Status::Running }
                }
                (Activity::Skill(_) | Activity::Message(..), Running::Action { .. })
                | (Activity::Skill(_) | Activity::Action(_), Running::Message { .. }) => {
                    Status::Running
                }
                (Activity::Action(action), Running::Action { .. }) => {
                    let status = self.act(depth, place, action, cx)?;
                    // A single action ends the state; one of several waits for the others.
                    let stays = status == Status::Final || state.needs.is_some();
                    let ended = Some(status).filter(|of| *of != Status::Running);
                    self.active[depth].runs[place] =
                        Running::Action { ended: ended.filter(|_| count > 1 && stays) };
                    status
                }
            };
            match status {
                Status::Running => continue,
                Status::Final => finals += 1,
                Status::Failed => {
                    failures += 1;
                    let failed = &mut self.active[depth].failed_last;
                    if before != Some(Status::Failed)
                        && (failed.is_none() || !cx.has(Fault::FirstFailure))
                    {
                        *failed = Some(place);
                    }
                }
            }
            let is_known = joint != Status::Running;
            if finals == needed && !is_known {
                joint = Status::Final;
                if !cx.has(Fault::ListGoesOn) || needed == count {
                    break;
                }
            } else if failures > spare && !is_known {
                joint = Status::Failed;
                if !cx.has(Fault::RoundGoesOn) {
                    break;
                }
            }
        }
        Some(joint)
    }

    /// Returns the number of messages among some activities that are never done: their interfaces do
    /// not say it.
    fn never_done(&self, runs: &[Activity], cx: &Context<'_>) -> usize {
        let interfaces = &cx.skills[self.skill].interfaces;
        let is_never = |activity: &&Activity| match activity {
            Activity::Message(message, _) => {
                !cx.board[interfaces[message.interface].on_board].reports_done
            }
            _ => false,
        };
        if cx.has(Fault::NeverDoneSpared) { 0 } else { runs.iter().filter(is_never).count() }
    }

    /// Returns how an activity has ended, if it has.
    fn ended(&self, depth: usize, place: usize) -> Option<Status> {
        match &self.active[depth].runs[place] {
            Running::Machine(machine) => Some(machine.status).filter(|of| *of != Status::Running),
            Running::Action { ended } => *ended,
            Running::Message { is_done, .. } => is_done.then_some(Status::Final),
        }
    }

    /// Returns whether all that a transition on FINAL names is FINAL: of a list of which not all must
    /// be.
    pub(super) fn names_final(&self, depth: usize, of: &Transition, cx: &Context<'_>) -> bool {
        let mut named = of.binds.iter().chain(&of.finals);
        // With results, there is none to go on with.
        let unchecked = cx.has(Fault::NamesUnchecked) && of.binds.is_empty();
        unchecked || named.all(|place| self.ended(depth, *place) == Some(Status::Final))
    }

    /// Returns the failure of the sub-skill for which the list of a state is FAILED; `None` if it is
    /// an action.
    pub(super) fn failure_of_list(&self, depth: usize) -> Option<Failure> {
        let active = &self.active[depth];
        match active.runs.get(active.failed_last?)? {
            Running::Machine(machine) => machine.failure,
            Running::Action { .. } | Running::Message { .. } => None,
        }
    }
}
