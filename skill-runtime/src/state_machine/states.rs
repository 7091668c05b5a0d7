//! The active states of a machine.

use super::activation::Inactive;
use super::active_state::ActiveState;
use crate::active::{ActiveParent, ActivePath, ListActive, Visit};
use crate::blackboard::{AllRunning, Blackboard};
use crate::failure_slot::FailureSlot;
use crate::machine::Context;
use crate::outcome::{Outcome, Target};
use crate::status::Status;
use crate::trace::{TraceKind, Tracer};
use core::fmt;
use core::iter::successors;
use core::ops::ControlFlow;

/// The active states of a skill, which another machine may run.
#[repr(C)] // the same first fields in all machines: so code that starts several is shared
pub struct States<P: ActiveState> {
    /// The data of the active states.
    pub levels: P::Levels,
    pub(super) limits: u16,
    /// The number of `exit` blocks that had a message refused; wraps.
    pub refusals: u16,
    /// The messages that run until another one is sent.
    pub running: P::Running,
    /// The variables.
    pub data: P::Vars,
    /// The active state, with what it holds.
    pub phase: P,
}

impl<P: ActiveState> States<P> {
    #[inline(always)]
    #[allow(clippy::inline_always)] // written in place
    pub(super) fn start(call: P::Skill) -> Self {
        let phase = if P::is_incomplete(&call)
            && let Some(invalid) = P::check_arguments(&call)
        {
            P::refused(invalid)
        } else {
            P::outside(Inactive::NotStarted)
        };
        Self {
            phase,
            levels: P::levels(),
            limits: 0,
            refusals: 0,
            running: P::Running::NEW,
            data: P::vars(call),
        }
    }

    /// Returns the index in [`ActiveState::STATES`] of the state that the machine reports.
    #[inline]
    pub(super) fn number(&self) -> usize {
        match self.phase.active() {
            Ok(state) => usize::from(state),
            Err(Inactive::NotStarted) if P::check_vars(&self.data).is_some() => P::STATES.len() - 1,
            Err(Inactive::NotStarted) => usize::from(P::INFO.graph.start),
            // The last two are FINAL and FAILED.
            Err(Inactive::Final) => P::STATES.len() - 2,
            Err(Inactive::InvalidCall(_) | Inactive::Failed) => P::STATES.len() - 1,
        }
    }

    #[inline]
    pub(super) fn status(&self) -> Status {
        match self.phase.active() {
            Err(Inactive::Final) => Status::Final,
            Err(Inactive::Failed) => Status::Failed,
            _ => Status::Running,
        }
    }

    /// Whether a state has been entered since the last reset.
    pub(super) fn has_begun(&self) -> bool {
        !matches!(self.phase.active(), Err(Inactive::NotStarted | Inactive::InvalidCall(_)))
    }

    /// Shows the variables after a pass to a tracer that is interested.
    #[cfg(feature = "why")]
    pub(super) fn show_variables<B: Blackboard, T: Tracer>(&self, cx: &mut Context<'_, B, T>) {
        if T::WHY
            && let Some(why) = cx.tracer.variables()
        {
            let fields = &mut *why.borrow_mut();
            fields.machine(P::INFO);
            self.phase.debug_fields(&self.data, fields);
        }
    }

    /// Sets the machine to FINAL, or to FAILED with the failure of the slot.
    pub(super) fn end<B: Blackboard, T: Tracer>(
        &mut self,
        cx: &mut Context<'_, B, T>,
        failure: &FailureSlot,
        target: Target,
    ) -> Outcome {
        let failed = target.is(Target::FAILED);
        self.phase = P::outside(if failed { Inactive::Failed } else { Inactive::Final });
        if T::ON
            && failed
            && let Some(failure) = failure.stored
        {
            cx.record(P::INFO, TraceKind::Failed(failure));
        }
        target.outcome()
    }
}

impl<P: ActiveState> ListActive for States<P> {
    fn visit_active(&self, at: ActiveParent, visit: &mut Visit<'_>) -> ControlFlow<()> {
        let Ok(innermost) = self.phase.active() else {
            let state = u16::try_from(self.number()).ok().filter(|_| self.has_begun());
            return visit(at.entry(0, P::INFO, state, None));
        };
        let ancestor = |state: &u16| P::INFO.graph.parent(*state);
        let depth = successors(Some(innermost), ancestor).count().saturating_sub(1);
        for (level, activation) in self.levels.as_ref().iter().enumerate().take(depth + 1) {
            // Outermost first: the ancestor of the innermost state at this nesting depth.
            let Some(state) = successors(Some(innermost), ancestor).nth(depth - level) else {
                continue;
            };
            let entered = activation.entered(state, P::TIMED.contains(&state));
            let level = u32::try_from(level).unwrap_or(u32::MAX);
            visit(at.entry(level, P::INFO, Some(state), entered))?;
        }
        self.phase.visit_sub_machines(at, visit)
    }
    #[cfg(feature = "why")]
    fn copy(&self) -> Option<Self> {
        let phase = match (self.phase.active(), self.phase.result()) {
            (Ok(_), _) => self.phase.copy_active()?,
            (Err(Inactive::Final), Some(result)) => P::finished((P::RESULT?.copy)(result)),
            (Err(place), _) => P::outside(place),
        };
        let (levels, running) = (self.levels.clone(), self.running.clone());
        let (limits, refusals) = (self.limits, self.refusals);
        let data = P::copy_vars(&self.data)?;
        Some(Self { levels, limits, refusals, running, data, phase })
    }
}

// `active` covers `levels`; the count of limits is omitted to keep the text short.
#[allow(clippy::missing_fields_in_debug)]
impl<P: ActiveState> fmt::Debug for States<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut out = f.debug_struct(P::INFO.type_name);
        let machine: &dyn ListActive = self; // one code for all skills
        out.field("active", &format_args!("{}", ActivePath::new(machine)));
        self.phase.debug_fields(&self.data, &mut out);
        out.finish()
    }
}
