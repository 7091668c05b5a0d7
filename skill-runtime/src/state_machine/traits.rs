//! The traits that the generated code implements for a skill.

use super::{Activation, Inactive, States};
use crate::active::{ActiveEntry, ActiveParent};
use crate::blackboard::Blackboard;
use crate::call::ResultOf;
use crate::chain::Chain;
use crate::failure::InvalidCall;
use crate::found::NONE;
#[cfg(doc)]
use crate::found::{BEGIN, FAILED, FINAL, INACTIVE, INVALID, OUTLINED, RESUME, UNSETTLED};
use crate::hybrid::FlowClock;
use crate::required::Access;
use crate::{Context, SkillInfo, Tracer};
use core::fmt;
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
    /// An array of one [`Activation`] for each nesting depth of states.
    type Levels: AsRef<[Activation]>;
    /// The same before any state has been entered. `core` has no default for long arrays.
    #[allow(clippy::declare_interior_mutable_const)] // only a first value
    const NEW_LEVELS: Self::Levels;
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
    /// Whether `loop` blocks, sub-skills or actions run in a pass.
    const STEPS: bool = false;
    /// Whether variables flow while time passes.
    const FLOWS: bool = false;
    /// Returns the index of the innermost active state, or of the one that is being entered.
    ///
    /// # Errors
    /// Returns [`Inactive`] if no state is active.
    fn active(&self) -> Result<u16, Inactive>;
    /// Returns what [`INACTIVE`] means for a machine without an active state: [`BEGIN`],
    /// [`INVALID`], [`FINAL`] or [`FAILED`]; for one with an active state [`OUTLINED`].
    fn condition(&self) -> u16;
    /// Returns the reason why the call cannot be run, of a machine whose condition is [`INVALID`].
    #[inline]
    fn invalid_call(&self) -> Option<InvalidCall> {
        None
    }
    /// Visits the active states of the sub-skills that run.
    fn visit_sub_machines<F: FnMut(ActiveEntry) -> ControlFlow<()>>(
        &self,
        at: ActiveParent,
        visit: &mut F,
    ) -> ControlFlow<()> {
        let _ = (at, visit);
        ControlFlow::Continue(())
    }
    /// Adds the arguments, the variables and the data of the active states to `out`.
    fn debug_fields(&self, vars: &Self::Vars, out: &mut dyn Fields) {
        let _ = (vars, out);
    }
    /// Returns the value for a machine without an active state.
    fn outside(place: Inactive) -> Self;
    /// Returns the result, if the skill is FINAL and has one.
    fn result(&self) -> Option<&Self::Output> {
        None
    }
    /// Returns the result that a transition to FINAL carries.
    #[inline]
    fn given_result(values: Self::Values) -> Option<Self::Output> {
        let _ = values;
        None
    }
    /// Returns the value for a machine that is FINAL with a result.
    fn finished(result: Self::Output) -> Self {
        let _ = result;
        Self::outside(Inactive::Final)
    }
    /// Returns the reason why the call cannot be run, if it cannot.
    fn check_arguments(call: &Self::Skill) -> Option<InvalidCall>;
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

/// Receives the data of a machine by name.
pub trait Fields {
    /// Adds an argument, a variable or the parameter of a state.
    fn field(&mut self, name: &str, value: &dyn fmt::Debug);
    /// Adds a machine that a state runs.
    fn sub_machine(&mut self, name: &str, machine: &dyn fmt::Debug);
}

impl Fields for fmt::DebugStruct<'_, '_> {
    fn field(&mut self, name: &str, value: &dyn fmt::Debug) {
        fmt::DebugStruct::field(self, name, value);
    }
    fn sub_machine(&mut self, name: &str, machine: &dyn fmt::Debug) {
        fmt::DebugStruct::field(self, name, machine);
    }
}

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
