//! Sub-skills and actions of a state (rule 7).

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
        let (mut finals, mut failures, mut joint) = (0, 0, Status::Running);
        for (place, activity) in state.runs.iter().enumerate() {
            let before = self.ended(depth, place);
            let status = match (activity, &mut self.active[depth].runs[place]) {
                (_, Running::Machine(machine)) => machine.exec(cx),
                (_, Running::Action { ended: Some(status) }) if !cx.has(Fault::ActionAgain) => {
                    *status
                }
                (Activity::Skill(_), Running::Action { .. }) => Status::Running,
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

    /// Returns how an activity has ended, if it has.
    fn ended(&self, depth: usize, place: usize) -> Option<Status> {
        match &self.active[depth].runs[place] {
            Running::Machine(machine) => Some(machine.status).filter(|of| *of != Status::Running),
            Running::Action { ended } => *ended,
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
            Running::Action { .. } => None,
        }
    }
}
