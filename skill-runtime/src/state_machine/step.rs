//! The steps that the generated code implements for a skill.

use super::active_state::ActiveState;
use super::states::States;
use crate::blackboard::Blackboard;
use crate::chain::Chain;
use crate::found::NONE;
#[cfg(doc)]
use crate::found::{BEGIN, FAILED, FINAL, RESUME, UNSETTLED};
use crate::machine::Context;
use crate::required::Access;
use crate::trace::Tracer;

/// The generated code that checks guards, and enters and leaves the states on the blackboard `B`.
pub trait StateMachine<B: Blackboard>: ActiveState {
    /// The interfaces that the skill and its sub-skills use.
    const ACCESS: Access;
    /// Returns the index of the first required interface of the skill itself whose value is older
    /// than its `max_age`, or [`NONE`].
    #[inline]
    fn stale<T: Tracer>(cx: &Context<'_, B, T>) -> u16 {
        let _ = cx;
        NONE
    }
    /// Copies the parameters of the skill if they have changed.
    #[inline]
    fn read_parameters<T: Tracer>(run: &mut States<Self>, cx: &mut Context<'_, B, T>) {
        let _ = (run, cx);
    }
    /// Returns the first transition that fires, or one of the numbers above `TRANSITIONS`. If
    /// `steps`, the active states first run their `loop` blocks, sub-skills and actions. If
    /// `FAST`, the passes of sub-skills are inlined.
    fn check<T: Tracer, const FAST: bool>(
        run: &mut States<Self>,
        cx: &mut Context<'_, B, T>,
        chain: &mut Chain,
        steps: bool,
    ) -> u16;
    /// Lets variables flow while time passes. Returns the transition whose guard was crossed,
    /// [`NONE`] or [`UNSETTLED`].
    fn flow<T: Tracer>(run: &mut States<Self>, cx: &mut Context<'_, B, T>) -> u16 {
        let _ = (run, cx);
        NONE
    }
    /// Evaluates what `found` carries, which is a transition, [`BEGIN`] or [`RESUME`]. Returns its
    /// target, which is the index of a state, [`FINAL`] or [`FAILED`], the number of states around
    /// it, and the values of its parameters.
    fn evaluate<T: Tracer>(
        run: &mut States<Self>,
        cx: &mut Context<'_, B, T>,
        chain: &mut Chain,
        found: u16,
    ) -> (u16, u16, Self::Values);
    /// Leaves the active states that have at least `around` states around them, innermost first:
    /// runs their `exit` blocks, and leaves their sub-skills.
    fn leave<T: Tracer>(run: &mut States<Self>, cx: &mut Context<'_, B, T>, around: u16) {
        let _ = (run, cx, around);
    }
    /// Enters the state at index `target`. `resumes` if its preconditions have let it be entered.
    /// Returns whether a message of an `init` block was refused, for which the skill fails: then
    /// all states have been left, and the failure is in `chain`.
    fn enter<T: Tracer>(
        run: &mut States<Self>,
        cx: &mut Context<'_, B, T>,
        chain: &mut Chain,
        target: u16,
        resumes: bool,
        values: Self::Values,
    ) -> bool;
}
