//! The interface of the generated code for the active state of a skill.

use super::activation::{Inactive, Levels};
use crate::active::{ActiveParent, Visit};
use crate::blackboard::AllRunning;
use crate::call::ResultOf;
use crate::failure::InvalidCall;
use crate::fields::Fields;
use crate::graph::SkillInfo;
use crate::hybrid::FlowClock;
use crate::outcome::Condition;
#[cfg(feature = "why")]
use crate::saved::KeepVariables;
use core::ops::ControlFlow;

/// The active state of a skill, with the data and sub-machines of the state. `skill!` generates
/// the implementation.
pub trait ActiveState: Sized {
    /// The skill, or the agent.
    type Skill;
    /// The enum of the states.
    type State: Copy + 'static;
    /// The variables, followed by the arguments.
    type Vars;
    /// An array of one [`Activation`](super::activation::Activation) for each nesting depth of states.
    type Levels: Levels;
    /// The messages that run until another one is sent, by interface.
    type Running: AllRunning;
    /// The values that a transition carries to the parameters of its target.
    type Values;
    /// The type of the result.
    type Output: 'static;
    /// The functions of the result, if the skill has one.
    const RESULT: Option<ResultOf<Self::Output>> = None;
    /// The skill as data.
    const INFO: &'static SkillInfo;
    /// The states by their index in the graph, followed by FINAL and FAILED.
    const STATES: &'static [Self::State];
    /// The indices of the states that always keep the time of their entry.
    const TIMED: &'static [u16] = &[];
    /// Whether [`check_vars`](Self::check_vars) checks anything.
    const HAS_LIMITS: bool = false;
    /// Whether `loop` blocks, sub-skills or actions run in a pass.
    const STEPS: bool = false;
    /// Whether variables flow while time passes.
    const FLOWS: bool = false;
    /// Returns the index of the innermost active state, or of the one that is being entered.
    ///
    /// # Errors
    /// Returns [`Inactive`] if no state is active.
    fn active(&self) -> Result<u16, Inactive>;
    /// Returns whether a state is active, or why none is.
    fn condition(&self) -> Condition;
    /// Returns whether no state has been entered, and the call can be run.
    fn is_not_started(&self) -> bool;
    /// Returns the reason why the call cannot be run, of a machine whose condition is
    /// [`INVALID_CALL`](Condition::INVALID_CALL).
    #[inline]
    fn invalid_call(&self) -> Option<&InvalidCall> {
        None
    }
    /// Visits the active states of the sub-skills that run.
    fn visit_sub_machines(&self, at: ActiveParent, visit: &mut Visit<'_>) -> ControlFlow<()> {
        let _ = (at, visit);
        ControlFlow::Continue(())
    }
    /// Adds the arguments, the variables and the data of the active states to `out`.
    fn debug_fields(&self, vars: &Self::Vars, out: &mut dyn Fields) {
        let _ = (vars, out);
    }
    /// Returns a copy of the active states; `None` if there is none.
    #[cfg(feature = "why")]
    fn copy_active(&self) -> Option<Self> {
        None
    }
    /// Returns a copy of the variables; `None` if there is none.
    #[cfg(feature = "why")]
    fn copy_vars(vars: &Self::Vars) -> Option<Self::Vars> {
        let _ = vars;
        None
    }
    /// Gives `out` the variables of an agent.
    #[cfg(feature = "why")]
    fn save_vars(vars: &Self::Vars, out: &mut dyn KeepVariables) {
        let _ = (vars, out);
    }
    /// Sets the variables of an agent to the values of texts, in the order of [`save_vars`](Self::save_vars): all of
    /// them, or none.
    ///
    /// # Errors
    /// The place of a text that is not of the variable's type.
    #[cfg(feature = "why")]
    fn restore_vars(vars: &mut Self::Vars, texts: &[&str]) -> Result<(), usize> {
        let _ = (vars, texts);
        Ok(())
    }
    /// Returns the value for a machine whose call cannot be run. Where no argument must be given,
    /// the variables say so.
    #[must_use]
    fn refused(call: InvalidCall) -> Self {
        let _ = call;
        Self::outside(Inactive::NotStarted)
    }
    /// Returns the value for a machine without an active state.
    fn outside(place: Inactive) -> Self;
    /// Returns the result, if the skill is FINAL and has one.
    fn result(&self) -> Option<&Self::Output> {
        None
    }
    /// Returns the result that a transition to FINAL carries.
    #[inline]
    fn transition_result(values: Self::Values) -> Option<Self::Output> {
        let _ = values;
        None
    }
    /// Returns the value for a machine that is FINAL with a result.
    fn finished(result: Self::Output) -> Self {
        let _ = result;
        Self::outside(Inactive::Final)
    }
    /// Returns whether an argument is missing that must be given.
    #[inline]
    fn is_incomplete(call: &Self::Skill) -> bool {
        let _ = call;
        false
    }
    /// Returns the reason why a run with these variables cannot begin, if it cannot: an argument is
    /// outside its range. This is checked when the run begins, once for all calls.
    #[inline]
    fn check_vars(vars: &Self::Vars) -> Option<InvalidCall> {
        let _ = vars;
        None
    }
    /// Returns the reason why the call cannot be run, if it cannot.
    fn check_arguments(call: &Self::Skill) -> Option<InvalidCall>;
    /// Returns the activations before any state has been entered, each on its own: so they are
    /// written in place where a machine is started.
    fn levels() -> Self::Levels;
    /// Returns the initial variables of a call.
    fn vars(call: Self::Skill) -> Self::Vars;
    /// Restores the initial values of the variables.
    fn renew(vars: &mut Self::Vars) {
        let _ = vars;
    }
    /// Returns the time up to which the variables are integrated, if they flow.
    #[inline]
    fn flow_clock(vars: &mut Self::Vars) -> Option<&mut FlowClock> {
        let _ = vars;
        None
    }
}
