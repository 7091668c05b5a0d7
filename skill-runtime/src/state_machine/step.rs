//! The steps that the generated code implements for a skill.

use super::active_state::ActiveState;
use super::states::States;
use crate::access::Access;
use crate::blackboard::{AllRunning, Blackboard};
use crate::failure_slot::FailureSlot;
use crate::machine::Context;
use crate::outcome::{Outcome, Target};
use crate::trace::Tracer;

/// The generated code that checks guards, and enters and leaves the states on the blackboard `B`.
pub trait StateMachine<B: Blackboard>: ActiveState {
    /// The interfaces that the skill and its sub-skills use.
    const ACCESS: Access;
    /// Returns the index of the first required interface of the skill itself whose value is older
    /// than the `max_age` that the skill says, if there is one.
    #[inline]
    fn stale<T: Tracer>(cx: &Context<'_, B, T>) -> Option<u16> {
        let _ = cx;
        None
    }
    /// Copies the parameters of the skill if they have changed.
    #[inline]
    fn read_parameters<T: Tracer>(run: &mut States<Self>, cx: &mut Context<'_, B, T>) {
        let _ = (run, cx);
    }
    /// Returns the first transition that fires, or another outcome. If `steps`, the active states
    /// first run their `loop` blocks, sub-skills and actions. If `FAST`, the passes of sub-skills
    /// are inlined.
    fn check<T: Tracer, const FAST: bool>(
        run: &mut States<Self>,
        cx: &mut Context<'_, B, T>,
        failure: &mut FailureSlot,
        steps: bool,
    ) -> Outcome;
    /// Lets variables flow while time passes. Returns the transition whose guard was crossed,
    /// [`NONE`](Outcome::NONE) or [`UNSETTLED`](Outcome::UNSETTLED).
    fn flow<T: Tracer>(run: &mut States<Self>, cx: &mut Context<'_, B, T>) -> Outcome {
        let _ = (run, cx);
        Outcome::NONE
    }
    /// Whether [`evaluate`](Self::evaluate) may return [`DECLINED`](Target::DECLINED): some transition
    /// carries names that its guard binds.
    const MAY_DECLINE: bool = false;
    /// Evaluates what `outcome` carries: a transition, [`NOT_STARTED`](Outcome::NOT_STARTED) or
    /// [`ENTER_PENDING`](Outcome::ENTER_PENDING). Returns its target, the number of states around
    /// the target, and the values of the target's parameters.
    fn evaluate<T: Tracer>(
        run: &mut States<Self>,
        cx: &mut Context<'_, B, T>,
        failure: &mut FailureSlot,
        outcome: Outcome,
    ) -> (Target, u16, Self::Values);
    /// Leaves the active states that have at least `around` states around them, innermost first:
    /// runs their `exit` blocks, and leaves their sub-skills.
    fn leave<T: Tracer>(run: &mut States<Self>, cx: &mut Context<'_, B, T>, around: u16) {
        let _ = (run, cx, around);
    }
    /// Whether [`stop`](Self::stop) may send anything: the skill sends messages that run until another
    /// one is sent.
    const STOPS: bool = <Self::Running as AllRunning>::RUNS;
    /// Ends the messages that run, at the end of a run.
    fn stop<T: Tracer>(run: &mut States<Self>, cx: &mut Context<'_, B, T>) {
        let _ = (run, cx);
    }
    /// Enters the state at index `target`. `resumes` if its preconditions have let it be entered.
    /// Returns whether a message of an `init` block was refused, for which the skill fails: then
    /// all states have been left, and the failure is in `failure`.
    fn enter<T: Tracer>(
        run: &mut States<Self>,
        cx: &mut Context<'_, B, T>,
        failure: &mut FailureSlot,
        target: u16,
        resumes: bool,
        values: Self::Values,
    ) -> bool;
}
