//! The machine of any skill, and its passes.

use super::activation::Inactive;
use super::active_state::ActiveState;
use super::pass::{leave_all, pass_flowing, settle};
use super::states::States;
use super::step::StateMachine;
use crate::access::Access;
use crate::active::{ActiveParent, ListActive, Visit};
use crate::blackboard::Blackboard;
use crate::call::SkillString;
use crate::failure::Failure;
use crate::failure::{InvalidCall, StoredFailure};
use crate::failure_slot::FailureSlot;
use crate::machine::{Context, Exec, Machine};
use crate::machine::{Start, SubExec};
use crate::outcome::Outcome;
#[cfg(feature = "why")]
use crate::saved::KeepVariables;
use crate::status::Status;
use crate::trace::{TraceKind, Tracer};
use core::fmt;
use core::ops::ControlFlow;

/// The machine of a skill: its active states with the times of their entry, and its variables.
#[repr(C)] // the address of the machine is that of its states: so a tick computes none
pub struct Run<P: ActiveState> {
    states: States<P>,
    failure: FailureSlot,
}

impl<P: ActiveState> Run<P> {
    /// Returns the variables of the skill, and its arguments with defaults filled in.
    #[must_use]
    pub fn vars(&self) -> &P::Vars {
        &self.states.data
    }

    /// Returns how often an `exec` reached `max_transitions`; wraps at 65536.
    #[must_use]
    pub fn limits(&self) -> u32 {
        self.states.limits.into()
    }

    /// Returns how many `exit` blocks had a message refused, which does not fail the skill; wraps
    /// at 65536.
    #[must_use]
    pub fn refusals(&self) -> u32 {
        self.states.refusals.into()
    }
}

/// For so many transitions, a function that they share is larger than what it saves at each.
const FEW: usize = 16;

/// Does the rest of a pass of [`Exec::exec_one_of`], or of a machine with many transitions.
#[cold]
#[inline(never)]
fn settle_one_of<B: Blackboard, T: Tracer, P: StateMachine<B>>(
    run: &mut Run<P>,
    cx: &mut Context<'_, B, T>,
    outcome: Outcome,
) -> Status {
    let pass = if P::FLOWS { pass_flowing } else { settle };
    pass(&mut run.states, cx, &mut run.failure, outcome)
}

/// A pass of [`Exec::exec_one_of`], or of a machine with many transitions, with the parameters read.
#[allow(clippy::inline_always)] // as for `States::step`
#[inline(always)]
fn pass_one_of<B: Blackboard, T: Tracer, P: StateMachine<B>>(
    run: &mut Run<P>,
    cx: &mut Context<'_, B, T>,
    may_be_missing: bool,
) -> Status {
    let outcome = if may_be_missing || P::stale(cx).is_some() {
        Outcome::UNCHECKED
    } else if P::FLOWS {
        Outcome::NONE
    } else {
        P::check::<T, true>(&mut run.states, cx, &mut run.failure, true)
    };
    let status = if outcome.is_none() && !P::FLOWS {
        Status::Running
    } else {
        settle_one_of(run, cx, outcome)
    };
    #[cfg(feature = "why")]
    run.states.show_variables(cx);
    status
}

impl<P: ActiveState> Start<P::Skill> for Run<P> {
    type Sub = States<P>;
    #[inline]
    fn start(call: P::Skill) -> Self {
        Self { states: States::start(call), failure: FailureSlot::default() }
    }
    #[inline(always)]
    #[allow(clippy::inline_always)] // written in place
    fn start_sub(call: P::Skill) -> States<P> {
        States::start(call)
    }
    #[inline]
    fn result_of(sub: &States<P>) -> Option<&P::Output> {
        sub.phase.result()
    }
}

impl<P: ActiveState> Machine for Run<P> {
    type State = P::State;
    type Output = P::Output;
    fn result(&self) -> Option<&P::Output> {
        self.states.phase.result()
    }
    fn write_result(&self, text: &mut SkillString) -> fmt::Result {
        let result = P::RESULT.zip(self.result());
        result.map_or(Ok(()), |(of, result)| (of.write)(result, text))
    }
    #[inline]
    fn state(&self) -> P::State {
        P::STATES[self.states.number().min(P::STATES.len() - 1)]
    }
    #[inline]
    fn status(&self) -> Status {
        self.states.status()
    }
    #[inline]
    fn stored_failure(&self) -> Option<StoredFailure> {
        match self.states.phase.active() {
            Err(Inactive::Failed) => self.failure.stored,
            _ => None,
        }
    }
    fn failure(&self) -> Option<Failure> {
        self.stored_failure().map(|failure| failure.of(P::INFO))
    }
    #[cfg(feature = "why")]
    fn save_vars(&self, out: &mut dyn KeepVariables) {
        P::save_vars(&self.states.data, out);
    }
    #[cfg(feature = "why")]
    fn restore_vars(&mut self, texts: &[&str]) -> Result<(), usize> {
        P::restore_vars(&mut self.states.data, texts)
    }
}

impl<P: ActiveState> ListActive for Run<P> {
    fn visit_active(&self, at: ActiveParent, visit: &mut Visit<'_>) -> ControlFlow<()> {
        self.states.visit_active(at, visit)
    }
    #[cfg(feature = "why")]
    fn copy(&self) -> Option<Self> {
        let failure = FailureSlot { stored: self.failure.stored };
        Some(Self { states: self.states.copy()?, failure })
    }
}

/// `Standup { active: standup: Wait, time_sec: 2.0 }`
impl<P: ActiveState> fmt::Debug for Run<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.states.fmt(f)
    }
}

impl<B: Blackboard, P: StateMachine<B>> Exec<B> for Run<P> {
    const ACCESS: Access = <P as StateMachine<B>>::ACCESS;

    // One test covers the sub-skills, too: where an interface may be missing, `step_outlined` finds
    // out at each level whether it is, and required there.
    #[allow(clippy::inline_always)] // as for `States::step`
    #[inline(always)]
    fn exec<T: Tracer>(&mut self, cx: &mut Context<'_, B, T>) -> Status {
        if <Self as Exec<B>>::ACCESS.may_be_missing(cx.snapshot, cx.now.time) {
            return self.states.step_outlined(cx, &mut self.failure);
        }
        if P::STEPS || P::FLOWS || P::INFO.graph.transitions.len() <= FEW {
            return self.states.step(cx, &mut self.failure);
        }
        // The same, but the address of the failure is computed once for all transitions.
        P::read_parameters(&mut self.states, cx);
        pass_one_of(self, cx, false)
    }

    #[allow(clippy::inline_always)] // as for `exec`
    #[inline(always)]
    fn exec_one_of<T: Tracer>(&mut self, cx: &mut Context<'_, B, T>) -> Status {
        P::read_parameters(&mut self.states, cx);
        let may_be_missing = <Self as Exec<B>>::ACCESS.may_be_missing(cx.snapshot, cx.now.time);
        pass_one_of(self, cx, may_be_missing)
    }

    #[cold]
    #[inline(never)]
    fn reset<T: Tracer>(&mut self, cx: &mut Context<'_, B, T>) {
        cx.snapshot.forget_ages();
        if !self.states.has_begun() {
            return;
        }
        // The same call is still invalid after the reset.
        let failure = self.stored_failure().filter(|failure| failure.arose_in(P::INFO.key()));
        let phase = match failure.filter(|failure| failure.cause.is_invalid_call()) {
            Some(failure) => P::refused(InvalidCall::stored(&failure)),
            None => P::outside(Inactive::NotStarted),
        };
        let run = &mut self.states;
        leave_all(run, cx);
        run.phase = phase;
        P::renew(&mut run.data);
        run.levels = P::levels();
        cx.record(P::INFO, TraceKind::Reset);
    }
}

impl<B: Blackboard, P: StateMachine<B>> SubExec<B> for States<P> {
    const ACCESS: Access = <P as StateMachine<B>>::ACCESS;

    // Inlined so that a pass without a transition needs no function call per level of sub-skills.
    #[allow(clippy::inline_always)]
    #[inline(always)]
    fn step<T: Tracer>(&mut self, cx: &mut Context<'_, B, T>, failure: &mut FailureSlot) -> Status {
        P::read_parameters(self, cx);
        if P::stale(cx).is_some() {
            return self.step_outlined(cx, failure);
        }
        let status = if P::FLOWS {
            pass_flowing(self, cx, failure, Outcome::NONE)
        } else {
            match P::check::<T, true>(self, cx, failure, true) {
                Outcome::NONE => Status::Running,
                outcome => settle(self, cx, failure, outcome),
            }
        };
        #[cfg(feature = "why")]
        self.show_variables(cx);
        status
    }

    #[inline]
    fn step_outlined<T: Tracer>(
        &mut self,
        cx: &mut Context<'_, B, T>,
        failure: &mut FailureSlot,
    ) -> Status {
        P::read_parameters(self, cx);
        let pass = if P::FLOWS { pass_flowing } else { settle };
        let status = pass(self, cx, failure, Outcome::UNCHECKED);
        #[cfg(feature = "why")]
        self.show_variables(cx);
        status
    }

    #[inline]
    fn has_failed(&self) -> bool {
        self.status() == Status::Failed
    }

    #[inline]
    fn is_final(&self) -> bool {
        self.status() == Status::Final
    }

    #[inline]
    fn leave<T: Tracer>(&mut self, cx: &mut Context<'_, B, T>) {
        if self.has_begun() {
            leave_all(self, cx);
            cx.record(P::INFO, TraceKind::Reset);
        }
    }
}
